mod notation;

use std::ops::RangeInclusive;

use ludus_core::{
    Action, Actions, BadPosition, Component, Dice, Event, Facts, Game, Illegal, Log, Luck, MAX_SEATS, Position,
    Returns, Seat, Seats,
};
use serde::Serialize;

use crate::common::{NO_SUCH_ACTION, card, check_turn, counter, describe_unknown, draw, refuse, share, status};

const REVEAL: Luck = Luck::of("reveal prize");
const REDEAL: Luck = Luck::of("deal anew");
const MOST_CARDS: u32 = 13;
/// Stands for no prize and no bid; cards count from 1.
const NONE: u8 = 0;

/// Goofspiel: seats bid cards of equal hands for prizes, all at the same time; the highest bid takes the prize.
#[derive(Clone, Debug)]
pub struct Goofspiel {
    facts: Facts,
    cards: u32,
    seats: usize,
}

/// Hands, points and the round in progress. Sets of cards are bits: bit `i` is the card `i + 1`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GoofspielState {
    /// A bid stays in its hand until the round is resolved, so that hands give no bid away.
    hands: [u16; MAX_SEATS],
    /// The prizes not revealed yet.
    prizes: u16,
    scores: [u8; MAX_SEATS],
    bids: [u8; MAX_SEATS],
    prize: u8,
}

/// What can happen in Goofspiel. Cards and prizes count from 1 and are worth their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum GoofspielEvent {
    /// A prize lies open.
    Revealed {
        /// The prize.
        prize: u8,
    },
    /// A seat has laid down its bid; only this seat sees it.
    Bid {
        /// Who bid.
        seat: Seat,
        /// The card.
        card: u8,
    },
    /// All bids are turned over.
    Turned {
        /// The card of each seat; 0 for seats that do not exist.
        bids: [u8; MAX_SEATS],
    },
    /// A seat has taken the prize.
    Taken {
        /// Who took it.
        seat: Seat,
        /// The prize.
        prize: u8,
    },
    /// The highest bids were equal: nobody gets the prize.
    Discarded {
        /// The prize.
        prize: u8,
    },
    /// The game is over; these seats have the most points.
    Won {
        /// The winners.
        seats: Seats,
    },
}

impl Event for GoofspielEvent {
    fn audience(&self) -> Seats {
        match *self {
            GoofspielEvent::Bid { seat, .. } => Seats::one(seat),
            _ => Seats::EVERYONE,
        }
    }
}

impl Goofspiel {
    /// The numbers of cards per hand that there can be.
    pub const CARDS: RangeInclusive<u32> = 1..=MOST_CARDS;
    /// The numbers of seats that there can be.
    pub const SEATS: RangeInclusive<usize> = 2..=MAX_SEATS;

    /// The game with hands of this many cards; panics outside [`Goofspiel::CARDS`] and [`Goofspiel::SEATS`].
    pub fn new(cards: u32, seats: usize) -> Self {
        assert!(Self::CARDS.contains(&cards), "goofspiel is played with 1 to 13 cards, not {cards}");
        assert!(Self::SEATS.contains(&seats), "goofspiel is played by 2 to {MAX_SEATS} seats, not {seats}");
        let facts = Facts {
            name: "goofspiel".into(),
            about: "Seats bid their cards for prizes, all at the same time; most points win.".into(),
            content: "goofspiel/1".into(),
            seats,
            seat_counts: Self::SEATS,
            actions: cards as usize,
            features: vec![seats * (cards as usize + 1) + 3 * cards as usize],
            // The last card plays itself, but for a game that has no other.
            max_decisions: (cards - 1).max(1) * seats as u32,
            returns: (-1.0, 1.0),
            zero_sum: true,
            // A single card leaves nothing to choose, and so nothing to hide.
            hidden: cards > 1,
            chance: true,
            simultaneous: true,
        };
        Goofspiel { facts, cards, seats }
    }

    fn all_cards(&self) -> u16 {
        ((1u32 << self.cards) - 1) as u16
    }

    /// The own seat and then the others in turn; for a seat that does not exist all from the first on.
    fn from_own(&self, seat: Seat) -> impl Iterator<Item = usize> {
        let own = if seat.index() < self.seats { seat.index() } else { 0 };
        (0..self.seats).map(move |place| (own + place) % self.seats)
    }

    /// Turns over the bids of all seats and gives the prize to the one highest bid.
    fn resolve(&self, state: &mut GoofspielState, log: &mut impl Log<GoofspielEvent>) {
        let (bids, prize) = (state.bids, state.prize);
        log.record(|| GoofspielEvent::Turned { bids });
        let bids = &bids[..self.seats];
        let highest = bids.iter().copied().max().unwrap_or(NONE);
        let mut bidders = (0..self.seats).filter(|&seat| bids[seat] == highest);
        match (bidders.next(), bidders.next()) {
            (Some(winner), None) => {
                state.scores[winner] += prize;
                log.record(|| GoofspielEvent::Taken { seat: Seat(winner as u8), prize });
            }
            _ => log.record(|| GoofspielEvent::Discarded { prize }),
        }
        for (hand, &bid) in state.hands.iter_mut().zip(bids) {
            *hand &= !bit(bid);
        }
        state.bids = [NONE; MAX_SEATS];
        state.prize = NONE;
    }

    /// Goes on after a round: reveals the next prize, plays last cards by themselves, or ends the game.
    fn go_on(&self, state: &mut GoofspielState, dice: &mut impl Dice, log: &mut impl Log<GoofspielEvent>) {
        match state.prizes.count_ones() {
            0 => log.record(|| GoofspielEvent::Won { seats: self.leaders(state) }),
            1 if self.cards > 1 => {
                reveal(state, state.prizes.trailing_zeros() as u8 + 1, log);
                for seat in 0..self.seats {
                    state.bids[seat] = state.hands[seat].trailing_zeros() as u8 + 1;
                }
                self.resolve(state, log);
                self.go_on(state, dice, log);
            }
            left => {
                let round = u64::from(self.cards - left);
                reveal(state, draw(dice, REVEAL.nth(round), state.prizes) + 1, log);
            }
        }
    }

    fn leaders(&self, state: &GoofspielState) -> Seats {
        let scores = &state.scores[..self.seats];
        let most = scores.iter().copied().max().unwrap_or(0);
        Seats((0..self.seats).filter(|&seat| scores[seat] == most).fold(0, |seats, seat| seats | 1 << seat))
    }
}

/// The bit of a card in a set; no bit for no card.
fn bit(card: u8) -> u16 {
    if card == NONE { 0 } else { 1 << (card - 1) }
}

/// The values of the cards of a set added up.
fn total(set: u16) -> u32 {
    (0..16).filter(|i| set >> i & 1 == 1).map(|i| i + 1).sum()
}

fn reveal(state: &mut GoofspielState, prize: u8, log: &mut impl Log<GoofspielEvent>) {
    state.prizes &= !bit(prize);
    state.prize = prize;
    log.record(|| GoofspielEvent::Revealed { prize });
}

impl Game for Goofspiel {
    type State = GoofspielState;
    type Event = GoofspielEvent;

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn start(&self, dice: &mut impl Dice, log: &mut impl Log<GoofspielEvent>) -> GoofspielState {
        let mut state = GoofspielState {
            hands: [0; MAX_SEATS],
            prizes: self.all_cards(),
            scores: [0; MAX_SEATS],
            bids: [NONE; MAX_SEATS],
            prize: NONE,
        };
        state.hands[..self.seats].fill(self.all_cards());
        self.go_on(&mut state, dice, log);
        state
    }

    fn to_act(&self, state: &GoofspielState) -> Seats {
        if state.prize == NONE {
            return Seats::NONE;
        }
        Seats((0..self.seats).filter(|&seat| state.bids[seat] == NONE).fold(0, |seats, seat| seats | 1 << seat))
    }

    fn legal_actions(&self, state: &GoofspielState, seat: Seat, out: &mut Actions) {
        if self.to_act(state).has(seat) {
            out.push_bits(state.hands[seat.index()].into());
        }
    }

    fn apply(
        &self,
        state: &mut GoofspielState,
        seat: Seat,
        action: Action,
        dice: &mut impl Dice,
        log: &mut impl Log<GoofspielEvent>,
    ) -> Result<(), Illegal> {
        check_turn(self.to_act(state), self.seats, seat, action, "the seat has already bid in this round")?;
        if action.0 >= self.cards {
            return Err(refuse(seat, action, NO_SUCH_ACTION));
        }
        if state.hands[seat.index()] >> action.0 & 1 == 0 {
            return Err(refuse(seat, action, "the card has already been played"));
        }
        let card = action.0 as u8 + 1;
        state.bids[seat.index()] = card;
        log.record(|| GoofspielEvent::Bid { seat, card });
        if self.to_act(state).is_empty() {
            self.resolve(state, log);
            self.go_on(state, dice, log);
        }
        Ok(())
    }

    /// The winners share 1, the others share -1; 0 for all where all have the same points.
    fn returns(&self, state: &GoofspielState) -> Returns {
        let mut returns = Returns::default();
        let winners = self.leaders(state);
        let losers = self.seats - winners.len();
        if state.prize == NONE && losers > 0 {
            for (seat, share) in returns[..self.seats].iter_mut().enumerate() {
                let won = winners.has(Seat(seat as u8));
                *share = if won { 1.0 / winners.len() as f64 } else { -1.0 / losers as f64 };
            }
        }
        returns
    }

    /// For each seat, the own one first and then in turn: which cards it holds (cards), its points as a share of all
    /// points (1). Then the open prize, the prizes not revealed yet and the own bid (3 x cards).
    fn observe(&self, state: &GoofspielState, seat: Seat, out: &mut [f32]) {
        let cards = self.cards as usize;
        let write = |out: &mut [f32], set: u16| {
            for (card, feature) in out[..cards].iter_mut().enumerate() {
                *feature = f32::from(set >> card & 1);
            }
        };
        let (seats, rest) = out.split_at_mut(self.seats * (cards + 1));
        for (of, out) in self.from_own(seat).zip(seats.chunks_exact_mut(cards + 1)) {
            write(out, state.hands[of]);
            out[cards] = f32::from(state.scores[of]) / total(self.all_cards()) as f32;
        }
        let own_bid = if seat.index() < self.seats { state.bids[seat.index()] } else { NONE };
        for (out, set) in rest.chunks_exact_mut(cards).zip([bit(state.prize), state.prizes, bit(own_bid)]) {
            write(out, set);
        }
    }

    /// The other seats' bids of this round are hidden: each may be any card of its hand.
    fn determinize(&self, state: &mut GoofspielState, seat: Seat, dice: &mut impl Dice) {
        for of in (0..self.seats).filter(|&of| of != seat.index()) {
            if state.bids[of] != NONE {
                state.bids[of] = draw(dice, REDEAL.nth(of as u64), state.hands[of]) + 1;
            }
        }
    }

    /// Shares out the prizes to come in proportion to the cards that can be bid for them, and compares with the best
    /// of the other seats.
    fn evaluate(&self, state: &GoofspielState, seat: Seat) -> f64 {
        if state.prize == NONE || seat.index() >= self.seats {
            return share(&self.returns(state), seat);
        }
        let mut now = [0.0; MAX_SEATS];
        let mut later = [0.0; MAX_SEATS];
        for of in 0..self.seats {
            let hand = f64::from(total(state.hands[of]));
            let mean = hand / f64::from(state.hands[of].count_ones());
            now[of] = if state.bids[of] == NONE { mean } else { f64::from(state.bids[of]) };
            later[of] = hand - now[of];
        }
        let part = |claims: &[f64; MAX_SEATS], of: usize| claims[of] / claims.iter().sum::<f64>().max(1.0);
        let prospect = |of: usize| {
            let open = f64::from(state.prize) * part(&now, of);
            f64::from(state.scores[of]) + open + f64::from(total(state.prizes)) * part(&later, of)
        };
        let others = (0..self.seats).filter(|&of| of != seat.index()).map(prospect);
        let lead = prospect(seat.index()) - others.fold(0.0, f64::max);
        0.9 * lead / f64::from(total(self.all_cards()))
    }

    fn describe(&self, action: Action) -> String {
        if action.0 >= self.cards { describe_unknown(action) } else { format!("bid {}", action.0 + 1) }
    }

    fn position_fields(&self) -> &'static [&'static str] {
        notation::FIELDS
    }

    fn position(&self, state: &GoofspielState) -> Position {
        self.write(state)
    }

    fn from_position(&self, position: &Position) -> Result<GoofspielState, BadPosition> {
        let state = self.read(position)?;
        self.check_round(&state)?;
        self.check_scores(&state)?;
        Ok(state)
    }

    fn table(&self, state: &GoofspielState, seat: Seat) -> Component {
        let text = match (state.prize, self.leaders(state)) {
            (NONE, winners) => {
                let names: Vec<String> = winners.iter().map(|winner| winner.to_string()).collect();
                format!("most points: seat {}", names.join(", "))
            }
            (prize, _) => format!("bids for the prize {prize}"),
        };
        let mut open = Component::new("area", "prize", "prize");
        if state.prize != NONE {
            open = open.at("0", card("card:prize", Some(&state.prize.to_string())));
        }
        let left = (1..=self.cards as u8).filter(|&prize| state.prizes & bit(prize) != 0);
        let pile = left.fold(Component::new("area", "prizes", "prizes to come"), |pile, prize| {
            pile.at(prize.to_string(), card(format!("prize:{prize}"), Some(&prize.to_string())))
        });
        let table = Component::new("table", "table", "Goofspiel").at("status", status(text));
        let table = table.at("prize", open).at("prizes", pile);
        (0..self.seats).fold(table, |table, of| {
            table
                .at(format!("hand {of}"), self.hand(state, of))
                .at(format!("bid {of}"), bid_area(state, of, seat))
                .at(format!("score {of}"), counter(format!("score:{of}"), state.scores[of].into()))
        })
    }

    /// The card in the own hand.
    fn touches(&self, state: &GoofspielState, seat: Seat, action: Action) -> Vec<String> {
        let hand = if seat.index() < self.seats { state.hands[seat.index()] } else { 0 };
        let holds = action.0 < self.cards && hand >> action.0 & 1 == 1;
        holds.then(|| card_id(seat.index(), action.0 as u8 + 1)).into_iter().collect()
    }
}

fn card_id(seat: usize, card: u8) -> String {
    format!("card:{seat}:{card}")
}

/// The place where a seat lays its bid; the others see only that it has bid.
fn bid_area(state: &GoofspielState, of: usize, seat: Seat) -> Component {
    let area = Component::new("area", format!("bid:{of}"), "bid");
    match state.bids[of] {
        NONE => area,
        bid => {
            let label = (of == seat.index()).then(|| bid.to_string());
            area.at("0", card(format!("bid:{of}:card"), label.as_deref()))
        }
    }
}

impl Goofspiel {
    /// The hand of a seat, which all may see: what has been played is known.
    fn hand(&self, state: &GoofspielState, of: usize) -> Component {
        let held = (1..=self.cards as u8).filter(|&held| state.hands[of] & bit(held) != 0);
        held.fold(Component::new("hand", format!("hand:{of}"), format!("seat {of}")), |hand, held| {
            hand.at(held.to_string(), card(card_id(of, held), Some(&held.to_string())))
        })
    }
}
