use ludus_core::{
    Action, Actions, BadPosition, Component, Dice, Event, Facts, Game, Illegal, Log, Luck, Position, Returns, Seat,
    Seats,
};
use serde::Serialize;

use crate::common::{
    NO_SUCH_ACTION, OTHERS_TURN, button_id, buttons, card, check_turn, counter, describe_unknown, draw, redeal, refuse,
    share, status, transfer,
};

const DEAL: Luck = Luck::of("deal");

const CARDS: [&str; 3] = ["J", "Q", "K"];
const DECK: u16 = 0b111;
const ACTIONS: [&str; 2] = ["pass", "bet"];
const BET: usize = 1;
/// The most decisions of a game: pass, bet, pass.
const MOST_BETS: usize = 3;
const FEATURES: usize = 2 * CARDS.len() + 1 + MOST_BETS * ACTIONS.len();

/// A point in the betting.
struct Node {
    /// How it was reached: `p` for pass, `b` for bet, the seats in turn.
    bets: &'static str,
    then: Then,
}

enum Then {
    /// A seat decides between pass and bet, which lead to these points.
    Decide([u8; 2]),
    /// The other seat has given up; this one takes the ante.
    Taken(u8),
    /// The higher card takes this stake.
    Showdown(u8),
}

const BETTING: [Node; 9] = [
    Node { bets: "", then: Then::Decide([1, 2]) },
    Node { bets: "p", then: Then::Decide([3, 4]) },
    Node { bets: "b", then: Then::Decide([5, 6]) },
    Node { bets: "pp", then: Then::Showdown(1) },
    Node { bets: "pb", then: Then::Decide([7, 8]) },
    Node { bets: "bp", then: Then::Taken(0) },
    Node { bets: "bb", then: Then::Showdown(2) },
    Node { bets: "pbp", then: Then::Taken(1) },
    Node { bets: "pbb", then: Then::Showdown(2) },
];

/// Kuhn poker: one card of three for each of two seats, one chip as ante, one possible bet of one chip.
#[derive(Clone, Debug)]
pub struct KuhnPoker {
    facts: Facts,
}

/// The cards of both seats and the point in the betting.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KuhnPokerState {
    cards: [u8; 2],
    node: u8,
}

/// What can happen in Kuhn poker. Cards: 0 jack, 1 queen, 2 king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum KuhnPokerEvent {
    /// A seat has got its card; only this seat sees it.
    Dealt {
        /// Who got it.
        seat: Seat,
        /// The card.
        card: u8,
    },
    /// A seat has passed.
    Passed {
        /// Who passed.
        seat: Seat,
    },
    /// A seat has put in another chip.
    Bet {
        /// Who bet.
        seat: Seat,
    },
    /// Both seats show their cards.
    Shown {
        /// The card of each seat.
        cards: [u8; 2],
    },
    /// A seat has won the pot.
    Won {
        /// Who won.
        seat: Seat,
        /// What it won from the other seat.
        chips: u8,
    },
}

impl Event for KuhnPokerEvent {
    fn audience(&self) -> Seats {
        match *self {
            KuhnPokerEvent::Dealt { seat, .. } => Seats::one(seat),
            _ => Seats::EVERYONE,
        }
    }
}

impl KuhnPoker {
    /// The game; it has no options.
    pub fn new() -> Self {
        let facts = Facts {
            name: "kuhn-poker".into(),
            about: "Poker with three cards and one bet: the smallest game of bluffing.".into(),
            content: "kuhn-poker/1".into(),
            seats: 2,
            seat_counts: 2..=2,
            actions: ACTIONS.len(),
            features: vec![FEATURES],
            max_decisions: MOST_BETS as u32,
            returns: (-2.0, 2.0),
            zero_sum: true,
            hidden: true,
            chance: true,
            simultaneous: false,
        };
        KuhnPoker { facts }
    }
}

impl Default for KuhnPoker {
    fn default() -> Self {
        Self::new()
    }
}

impl KuhnPokerState {
    fn node(self) -> &'static Node {
        &BETTING[usize::from(self.node)]
    }

    fn is_showdown(self) -> bool {
        matches!(self.node().then, Then::Showdown(_))
    }

    /// The cards of the deck that are left, as bits.
    fn undealt(self) -> u16 {
        DECK & !(1 << self.cards[0] | 1 << self.cards[1])
    }

    /// The card of a seat as far as another one may see it: a showdown shows all cards.
    fn visible_card(self, of: usize, to: Seat) -> Option<u8> {
        (of == to.index() || self.is_showdown()).then_some(self.cards[of])
    }

    /// Who has won how many chips.
    fn outcome(self) -> Option<(usize, u8)> {
        match self.node().then {
            Then::Decide(_) => None,
            Then::Taken(winner) => Some((winner.into(), 1)),
            Then::Showdown(stake) => Some((usize::from(self.cards[1] > self.cards[0]), stake)),
        }
    }

    /// The chips that a seat has put in.
    fn chips(self, seat: usize) -> u32 {
        let bets = self.node().bets.bytes().skip(seat).step_by(2);
        1 + bets.filter(|&bet| bet == b'b').count() as u32
    }
}

fn record_outcome(state: KuhnPokerState, log: &mut impl Log<KuhnPokerEvent>) {
    if let Some((winner, chips)) = state.outcome() {
        if state.is_showdown() {
            log.record(|| KuhnPokerEvent::Shown { cards: state.cards });
        }
        log.record(|| KuhnPokerEvent::Won { seat: Seat(winner as u8), chips });
    }
}

impl Game for KuhnPoker {
    type State = KuhnPokerState;
    type Event = KuhnPokerEvent;

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn start(&self, dice: &mut impl Dice, log: &mut impl Log<KuhnPokerEvent>) -> KuhnPokerState {
        let first = draw(dice, DEAL.nth(0), DECK);
        let second = draw(dice, DEAL.nth(1), DECK & !(1 << first));
        for (seat, card) in [(Seat(0), first), (Seat(1), second)] {
            log.record(|| KuhnPokerEvent::Dealt { seat, card });
        }
        KuhnPokerState { cards: [first, second], node: 0 }
    }

    #[inline]
    fn to_act(&self, state: &KuhnPokerState) -> Seats {
        let node = state.node();
        match node.then {
            Then::Decide(_) => Seats::one(Seat(node.bets.len() as u8 % 2)),
            _ => Seats::NONE,
        }
    }

    #[inline]
    fn legal_actions(&self, state: &KuhnPokerState, seat: Seat, out: &mut Actions) {
        if self.to_act(state).has(seat) {
            out.push_bits(0b11);
        }
    }

    fn apply(
        &self,
        state: &mut KuhnPokerState,
        seat: Seat,
        action: Action,
        _dice: &mut impl Dice,
        log: &mut impl Log<KuhnPokerEvent>,
    ) -> Result<(), Illegal> {
        check_turn(self.to_act(state), 2, seat, action, OTHERS_TURN)?;
        let Then::Decide(next) = state.node().then else { return Err(refuse(seat, action, "the game is over")) };
        let Some(&node) = next.get(action.index()) else { return Err(refuse(seat, action, NO_SUCH_ACTION)) };
        state.node = node;
        log.record(|| match action.index() {
            BET => KuhnPokerEvent::Bet { seat },
            _ => KuhnPokerEvent::Passed { seat },
        });
        record_outcome(*state, log);
        Ok(())
    }

    fn returns(&self, state: &KuhnPokerState) -> Returns {
        state.outcome().map_or_else(Returns::default, |(winner, chips)| transfer(winner, chips.into()))
    }

    /// Own card (3), the other seat's card once shown (3), whether the seat is the first (1), then for each of three
    /// decisions whether it was a pass or a bet (3 x 2).
    fn observe(&self, state: &KuhnPokerState, seat: Seat, out: &mut [f32]) {
        out[..FEATURES].fill(0.0);
        let own = seat.index();
        if let Some(card) = state.cards.get(own) {
            out[usize::from(*card)] = 1.0;
        }
        if let Some(card) = state.visible_card(1 - (own & 1), seat) {
            out[CARDS.len() + usize::from(card)] = 1.0;
        }
        let history = 2 * CARDS.len();
        out[history] = f32::from(own == 0);
        for (place, bet) in state.node().bets.bytes().enumerate() {
            out[history + 1 + place * ACTIONS.len() + usize::from(bet == b'b')] = 1.0;
        }
    }

    fn determinize(&self, state: &mut KuhnPokerState, seat: Seat, dice: &mut impl Dice) {
        if !state.is_showdown() {
            let undealt = state.undealt();
            redeal(&mut state.cards, undealt, seat, dice);
        }
    }

    fn evaluate(&self, state: &KuhnPokerState, seat: Seat) -> f64 {
        share(&self.returns(state), seat)
    }

    fn describe(&self, action: Action) -> String {
        ACTIONS.get(action.index()).map_or_else(|| describe_unknown(action), |text| (*text).to_owned())
    }

    fn position_fields(&self) -> &'static [&'static str] {
        &["cards", "bets"]
    }

    fn position(&self, state: &KuhnPokerState) -> Position {
        let cards = state.cards.map(|card| CARDS[usize::from(card)]).concat();
        let bets = state.node().bets;
        Position::new([("cards", cards), ("bets", if bets.is_empty() { "-" } else { bets }.to_owned())])
    }

    fn from_position(&self, position: &Position) -> Result<KuhnPokerState, BadPosition> {
        let (cards, bets) = (position.get("cards"), position.get("bets"));
        let dealt = (0..3).flat_map(|first| (0..3).map(move |second| [first, second]));
        let cards = dealt
            .filter(|[first, second]| first != second)
            .find(|dealt| dealt.map(|card| CARDS[usize::from(card)]).concat() == cards)
            .ok_or_else(|| {
                let problem =
                    format!("is `{cards}`, but must be two different cards of J, Q, K, the first seat's first");
                BadPosition::new("cards", problem)
            })?;
        let known = |node: &Node| if node.bets.is_empty() { bets == "-" } else { bets == node.bets };
        let node = BETTING.iter().position(known).ok_or_else(|| {
            let all: Vec<&str> = BETTING.iter().skip(1).map(|node| node.bets).collect();
            let problem = format!("is `{bets}`, but must be `-` for none, or {} (p pass, b bet)", all.join(", "));
            BadPosition::new("bets", problem)
        })?;
        Ok(KuhnPokerState { cards, node: node as u8 })
    }

    fn table(&self, state: &KuhnPokerState, seat: Seat) -> Component {
        let text = match state.outcome() {
            Some((winner, chips)) => format!("seat {winner} has won {chips}"),
            None => format!("seat {} is to act", state.node().bets.len() % 2),
        };
        let pot = counter("pot", state.chips(0) + state.chips(1));
        let mut table = Component::new("table", "table", "Kuhn poker").at("status", status(text)).at("pot", pot);
        for of in 0..2 {
            let label = state.visible_card(of, seat).map(|card| CARDS[usize::from(card)]);
            let hand = Component::new("hand", format!("hand:{of}"), format!("seat {of}"));
            table = table
                .at(format!("hand {of}"), hand.at("0", card(format!("card:{of}"), label)))
                .at(format!("chips {of}"), counter(format!("chips:{of}"), state.chips(of)));
        }
        let offered = if self.to_act(state).has(seat) { &ACTIONS[..] } else { &[] };
        table.at("actions", buttons(offered.iter().map(|&text| text.to_owned())))
    }

    fn touches(&self, _state: &KuhnPokerState, _seat: Seat, action: Action) -> Vec<String> {
        ACTIONS.get(action.index()).map(|text| button_id(text)).into_iter().collect()
    }
}
