mod notation;

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
const PUBLIC: Luck = Luck::of("public card");

/// Three ranks in two suits; the rank of a card is its index halved.
const CARDS: [&str; 6] = ["Js", "Jh", "Qs", "Qh", "Ks", "Kh"];
const DECK: u16 = 0b11_1111;
/// Stands for the public card while it has not been dealt.
const NO_CARD: u8 = 6;
const ACTIONS: [&str; 3] = ["fold", "call", "raise"];
const FOLD: usize = 0;
const RAISE: usize = 2;
const ANTE: u8 = 1;
/// What one raise adds in each round.
const RAISES: [u8; 2] = [2, 4];
/// The most decisions of a round: call, raise, raise, call.
const MOST_BETS: usize = 4;
const HISTORY: usize = 3 * CARDS.len() + 1;
const CHIPS: usize = HISTORY + 2 * MOST_BETS * ACTIONS.len();
const FEATURES: usize = CHIPS + 2;
const MOST_CHIPS: u8 = 13;

/// A point in the betting of one round; both rounds have the same points.
struct Node {
    /// How it was reached: `f` for fold, `c` for call, `r` for raise, the seats in turn.
    bets: &'static str,
    /// What each seat has put in during this round, in raises.
    paid: [u8; 2],
    /// Where fold, call and raise lead; all empty at the end of a round.
    next: [Option<u8>; 3],
}

const fn node(bets: &'static str, paid: [u8; 2], next: [Option<u8>; 3]) -> Node {
    Node { bets, paid, next }
}

const ENDED: [Option<u8>; 3] = [None; 3];

const BETTING: [Node; 15] = [
    node("", [0, 0], [None, Some(1), Some(2)]),
    node("c", [0, 0], [None, Some(6), Some(3)]),
    node("r", [1, 0], [Some(11), Some(7), Some(4)]),
    node("cr", [0, 1], [Some(12), Some(8), Some(5)]),
    node("rr", [1, 2], [Some(13), Some(9), None]),
    node("crr", [2, 1], [Some(14), Some(10), None]),
    node("cc", [0, 0], ENDED),
    node("rc", [1, 1], ENDED),
    node("crc", [1, 1], ENDED),
    node("rrc", [2, 2], ENDED),
    node("crrc", [2, 2], ENDED),
    node("rf", [1, 0], ENDED),
    node("crf", [0, 1], ENDED),
    node("rrf", [1, 2], ENDED),
    node("crrf", [2, 1], ENDED),
];

impl Node {
    fn is_open(&self) -> bool {
        self.next[1].is_some()
    }

    /// Whether the round has ended without a fold.
    fn is_called(&self) -> bool {
        !self.is_open() && self.folder().is_none()
    }

    /// The seat that has folded.
    fn folder(&self) -> Option<usize> {
        self.bets.ends_with('f').then(|| (self.bets.len() - 1) % 2)
    }

    /// The seat whose turn it is; seat 0 begins both rounds.
    fn actor(&self) -> u8 {
        self.bets.len() as u8 % 2
    }
}

/// Leduc poker: one private card of six, one public card, two rounds of betting with two raises each at most.
#[derive(Clone, Debug)]
pub struct LeducPoker {
    facts: Facts,
}

/// The cards on the table and the points in the betting of both rounds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LeducPokerState {
    cards: [u8; 2],
    public: u8,
    nodes: [u8; 2],
}

/// What can happen in Leduc poker. Cards: 0 and 1 jacks, 2 and 3 queens, 4 and 5 kings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum LeducPokerEvent {
    /// A seat has got its card; only this seat sees it.
    Dealt {
        /// Who got it.
        seat: Seat,
        /// The card.
        card: u8,
    },
    /// A seat has given up.
    Folded {
        /// Who folded.
        seat: Seat,
    },
    /// A seat has called, or checked when there was nothing to call.
    Called {
        /// Who called.
        seat: Seat,
    },
    /// A seat has raised.
    Raised {
        /// Who raised.
        seat: Seat,
    },
    /// The public card lies open.
    Revealed {
        /// The card.
        card: u8,
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
    /// Equal cards share the pot.
    Split,
}

impl Event for LeducPokerEvent {
    fn audience(&self) -> Seats {
        match *self {
            LeducPokerEvent::Dealt { seat, .. } => Seats::one(seat),
            _ => Seats::EVERYONE,
        }
    }
}

impl LeducPoker {
    /// The game; it has no options.
    pub fn new() -> Self {
        let facts = Facts {
            name: "leduc-poker".into(),
            about: "Poker with six cards, one of them public, and two rounds of betting.".into(),
            content: "leduc-poker/1".into(),
            seats: 2,
            seat_counts: 2..=2,
            actions: ACTIONS.len(),
            features: vec![FEATURES],
            max_decisions: 2 * MOST_BETS as u32,
            returns: (-f64::from(MOST_CHIPS), MOST_CHIPS.into()),
            zero_sum: true,
            hidden: true,
            chance: true,
            simultaneous: false,
        };
        LeducPoker { facts }
    }
}

impl Default for LeducPoker {
    fn default() -> Self {
        Self::new()
    }
}

impl LeducPokerState {
    fn round(self) -> usize {
        usize::from(self.public != NO_CARD)
    }

    fn node(self) -> &'static Node {
        &BETTING[usize::from(self.nodes[self.round()])]
    }

    fn is_showdown(self) -> bool {
        self.public != NO_CARD && self.node().is_called()
    }

    /// The card of a seat as far as another one may see it: a showdown shows all cards.
    fn visible_card(self, of: usize, to: Seat) -> Option<u8> {
        (of == to.index() || self.is_showdown()).then_some(self.cards[of])
    }

    /// The chips that a seat has put in.
    fn chips(self, seat: usize) -> u8 {
        let paid = |round: usize| BETTING[usize::from(self.nodes[round])].paid[seat] * RAISES[round];
        ANTE + paid(0) + paid(1)
    }

    /// How a showdown would end with this public card: above 0 for seat 0, below for seat 1.
    fn compare(self, public: u8) -> i32 {
        let strength = |card: u8| i32::from(card / 2) + if card / 2 == public / 2 { 10 } else { 0 };
        (strength(self.cards[0]) - strength(self.cards[1])).signum()
    }

    /// Who has won how many chips, nobody where cards are equal; `None` before the end.
    fn outcome(self) -> Option<(Option<usize>, u8)> {
        if let Some(folder) = self.node().folder() {
            return Some((Some(1 - folder), self.chips(folder)));
        }
        self.is_showdown().then(|| match self.compare(self.public) {
            0 => (None, 0),
            sign => (Some(usize::from(sign < 0)), self.chips(0)),
        })
    }

    /// The cards of the deck that are left, as bits.
    fn undealt(self) -> u16 {
        let open = if self.public == NO_CARD { 0 } else { 1 << self.public };
        DECK & !(open | 1 << self.cards[0] | 1 << self.cards[1])
    }

    fn record_outcome(self, log: &mut impl Log<LeducPokerEvent>) {
        if self.is_showdown() {
            log.record(|| LeducPokerEvent::Shown { cards: self.cards });
        }
        match self.outcome() {
            Some((Some(winner), chips)) => {
                log.record(|| LeducPokerEvent::Won { seat: Seat(winner as u8), chips });
            }
            Some((None, _)) => log.record(|| LeducPokerEvent::Split),
            None => {}
        }
    }
}

impl Game for LeducPoker {
    type State = LeducPokerState;
    type Event = LeducPokerEvent;

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn start(&self, dice: &mut impl Dice, log: &mut impl Log<LeducPokerEvent>) -> LeducPokerState {
        let first = draw(dice, DEAL.nth(0), DECK);
        let second = draw(dice, DEAL.nth(1), DECK & !(1 << first));
        for (seat, card) in [(Seat(0), first), (Seat(1), second)] {
            log.record(|| LeducPokerEvent::Dealt { seat, card });
        }
        LeducPokerState { cards: [first, second], public: NO_CARD, nodes: [0; 2] }
    }

    #[inline]
    fn to_act(&self, state: &LeducPokerState) -> Seats {
        let node = state.node();
        if node.is_open() { Seats::one(Seat(node.actor())) } else { Seats::NONE }
    }

    fn legal_actions(&self, state: &LeducPokerState, seat: Seat, out: &mut Actions) {
        if self.to_act(state).has(seat) {
            let bits = (0..3).filter(|&action| state.node().next[action].is_some());
            out.push_bits(bits.fold(0, |bits, action| bits | 1 << action));
        }
    }

    fn apply(
        &self,
        state: &mut LeducPokerState,
        seat: Seat,
        action: Action,
        dice: &mut impl Dice,
        log: &mut impl Log<LeducPokerEvent>,
    ) -> Result<(), Illegal> {
        check_turn(self.to_act(state), 2, seat, action, OTHERS_TURN)?;
        let Some(&next) = state.node().next.get(action.index()) else {
            return Err(refuse(seat, action, NO_SUCH_ACTION));
        };
        let Some(next) = next else {
            let reason = match action.index() {
                FOLD => "there is no raise to fold to",
                _ => "both raises of this round have been made",
            };
            return Err(refuse(seat, action, reason));
        };
        state.nodes[state.round()] = next;
        log.record(|| match action.index() {
            FOLD => LeducPokerEvent::Folded { seat },
            RAISE => LeducPokerEvent::Raised { seat },
            _ => LeducPokerEvent::Called { seat },
        });
        if state.public == NO_CARD && state.node().is_called() {
            state.public = draw(dice, PUBLIC, state.undealt());
            log.record(|| LeducPokerEvent::Revealed { card: state.public });
        } else {
            state.record_outcome(log);
        }
        Ok(())
    }

    fn returns(&self, state: &LeducPokerState) -> Returns {
        match state.outcome() {
            Some((Some(winner), chips)) => transfer(winner, chips.into()),
            _ => Returns::default(),
        }
    }

    /// Own card (6), public card (6), the other seat's card once shown (6), whether the seat is the first (1), for each of
    /// two rounds and four decisions whether it was a fold, call or raise (2 x 4 x 3), own chips and the other seat's
    /// chips in the pot as shares of 13 (2).
    fn observe(&self, state: &LeducPokerState, seat: Seat, out: &mut [f32]) {
        out[..FEATURES].fill(0.0);
        let (own, other) = (seat.index() & 1, 1 - (seat.index() & 1));
        if let Some(card) = state.cards.get(seat.index()) {
            out[usize::from(*card)] = 1.0;
        }
        if state.public != NO_CARD {
            out[CARDS.len() + usize::from(state.public)] = 1.0;
        }
        if let Some(card) = state.visible_card(other, seat) {
            out[2 * CARDS.len() + usize::from(card)] = 1.0;
        }
        out[3 * CARDS.len()] = f32::from(seat.index() == 0);
        for (round, &node) in state.nodes.iter().enumerate() {
            for (place, bet) in BETTING[usize::from(node)].bets.bytes().enumerate() {
                let action = ACTIONS.iter().position(|text| text.as_bytes()[0] == bet).unwrap_or(0);
                out[HISTORY + (round * MOST_BETS + place) * ACTIONS.len() + action] = 1.0;
            }
        }
        out[CHIPS] = f32::from(state.chips(own)) / f32::from(MOST_CHIPS);
        out[CHIPS + 1] = f32::from(state.chips(other)) / f32::from(MOST_CHIPS);
    }

    fn determinize(&self, state: &mut LeducPokerState, seat: Seat, dice: &mut impl Dice) {
        if !state.is_showdown() {
            let undealt = state.undealt();
            redeal(&mut state.cards, undealt, seat, dice);
        }
    }

    /// What a showdown now would bring on average over the public card.
    fn evaluate(&self, state: &LeducPokerState, seat: Seat) -> f64 {
        if seat.index() >= 2 || state.outcome().is_some() {
            return share(&self.returns(state), seat);
        }
        let publics = if state.public == NO_CARD { state.undealt() } else { 1 << state.public };
        let won: f64 = (0..NO_CARD)
            .filter(|&public| publics >> public & 1 == 1)
            .map(|public| match state.compare(public) {
                0 => 0.0,
                sign => f64::from(sign) * f64::from(state.chips(usize::from(sign > 0))),
            })
            .sum();
        won / f64::from(publics.count_ones()) * if seat.index() == 0 { 1.0 } else { -1.0 }
    }

    fn describe(&self, action: Action) -> String {
        ACTIONS.get(action.index()).map_or_else(|| describe_unknown(action), |text| (*text).to_owned())
    }

    fn position_fields(&self) -> &'static [&'static str] {
        notation::FIELDS
    }

    fn position(&self, state: &LeducPokerState) -> Position {
        notation::write(*state)
    }

    fn from_position(&self, position: &Position) -> Result<LeducPokerState, BadPosition> {
        notation::read(position)
    }

    fn table(&self, state: &LeducPokerState, seat: Seat) -> Component {
        let text = match state.outcome() {
            Some((Some(winner), chips)) => format!("seat {winner} has won {chips}"),
            Some((None, _)) => "the pot is split".to_owned(),
            None => format!("seat {} is to act", state.node().actor()),
        };
        let pot = counter("pot", (state.chips(0) + state.chips(1)).into());
        let mut open = Component::new("area", "public", "public card");
        if let Some(&label) = CARDS.get(usize::from(state.public)) {
            open = open.at("0", card("card:public", Some(label)));
        }
        let mut table = Component::new("table", "table", "Leduc poker").at("status", status(text)).at("pot", pot);
        table = table.at("public", open);
        for of in 0..2 {
            let label = state.visible_card(of, seat).map(|card| CARDS[usize::from(card)]);
            let hand = Component::new("hand", format!("hand:{of}"), format!("seat {of}"));
            table = table
                .at(format!("hand {of}"), hand.at("0", card(format!("card:{of}"), label)))
                .at(format!("chips {of}"), counter(format!("chips:{of}"), state.chips(of).into()));
        }
        let mut legal = Actions::new();
        self.legal_actions(state, seat, &mut legal);
        table.at("actions", buttons(legal.iter().map(|&action| self.describe(action))))
    }

    fn touches(&self, _state: &LeducPokerState, _seat: Seat, action: Action) -> Vec<String> {
        ACTIONS.get(action.index()).map(|text| button_id(text)).into_iter().collect()
    }
}
