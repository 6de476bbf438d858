//! A small correct game with luck, secrets and simultaneous choices, and the mistakes that can be made in it.
//!
//! Each round two seats get different cards from 1 to 6 and bid at the same time without seeing the other's card or bid;
//! the higher card wins 1 and both bids. A seat that is far behind may not double.

use std::sync::Arc;
use std::sync::atomic::{AtomicI32, AtomicU32, Ordering};

use ludus_core::{
    Action, Actions, BadPosition, Component, Dice, Event, Facts, Game, Illegal, Log, Luck, Position, Returns, Rng,
    Seat, Seats,
};
use serde::Serialize;

use crate::state::State;

/// Long enough that undo meets a snapshot.
const ROUNDS: u8 = 50;
/// The most that a round wins: 1 and two doubles.
const STAKE: i16 = 5;
const FAR_BEHIND: i16 = -8;
/// A mark that no number of decisions reaches.
const DEALT: u32 = 1000;
const BIDS: [&str; 3] = ["pass", "bet", "double"];

/// What is wrong with a game; each of them is one mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    None,
    SeatsBeyondTheCounts,
    ListsIllegal,
    HidesLegal,
    ListsBackwards,
    ListReplaces,
    RefusalChangesState,
    RefusalRolls,
    RefusalTellsEvent,
    ActsOutOfTurn,
    NothingToDo,
    SecretlySimultaneous,
    CopyShares,
    CopyForgets,
    UnseededLuck,
    OutsideState,
    RollsWhenTold,
    EventsFromOutside,
    HashOfTheUnseen,
    EqualityForgetsLead,
    PositionLosesLead,
    PositionBreaksLine,
    PositionReaderPanics,
    PositionForgetsUnseen,
    ObservationLeaks,
    ViewLeaks,
    ListLeaks,
    DealDoesNothing,
    DealChangesOwnCard,
    DealCannotOccur,
    DealGetsStuck,
    DealPeeks,
    DealWithoutSecrets,
    StartToldToAll,
    DealToldToAll,
    BidToldToAll,
    ObservationHasHole,
    ObservationNotFinite,
    ReturnsOutOfRange,
    ReturnsNotZeroSum,
    EstimateOutOfRange,
    NeverEnds,
    TwoActionsOneName,
    NameNotUnderstood,
    RefusesWithoutHint,
    TouchesNothing,
    TouchesMissing,
    TwoComponentsOneId,
    UndeclaredLuck,
    RollWithoutSides,
    PanicInApply,
    PanicWithoutMessage,
}

pub(crate) struct HigherCard {
    facts: Facts,
    fault: Fault,
    /// Where faults keep what belongs into a state.
    outside: AtomicU32,
}

#[derive(Serialize)]
pub(crate) enum Told {
    Dealt { to: Seats, seat: Seat, card: u8 },
    Chose { to: Seats, seat: Seat, bid: u32 },
    Bid { seat: Seat, count: u32 },
    Won { seat: Seat, stake: i16 },
}

impl Event for Told {
    fn audience(&self) -> Seats {
        match *self {
            Told::Dealt { to, .. } | Told::Chose { to, .. } => to,
            Told::Bid { .. } | Told::Won { .. } => Seats::EVERYONE,
        }
    }
}

/// What [`Fault::PanicWithoutMessage`] panics with.
#[derive(Debug, PartialEq)]
pub(crate) struct Exception(pub(crate) u32);

impl HigherCard {
    pub(crate) fn new(fault: Fault) -> Self {
        let most = f64::from(ROUNDS) * f64::from(STAKE);
        let facts = Facts {
            name: "higher-card".into(),
            about: "Bid on having the higher card.".into(),
            content: "higher-card/1".into(),
            seats: 2,
            seat_counts: if fault == Fault::SeatsBeyondTheCounts { 3..=4 } else { 2..=2 },
            actions: BIDS.len(),
            features: vec![5],
            max_decisions: u32::from(ROUNDS) * 2,
            returns: (-most, most),
            zero_sum: true,
            hidden: fault != Fault::DealWithoutSecrets,
            chance: fault != Fault::UndeclaredLuck,
            simultaneous: fault != Fault::SecretlySimultaneous,
        };
        HigherCard { facts, fault, outside: AtomicU32::new(0) }
    }

    fn is(&self, fault: Fault) -> bool {
        self.fault == fault
    }

    fn count_outside(&self) -> u32 {
        self.outside.fetch_add(1, Ordering::Relaxed)
    }

    fn deal(&self, state: &mut State, dice: &mut impl Dice, log: &mut impl Log<Told>) {
        if self.is(Fault::RollWithoutSides) && state.round == 9 {
            dice.roll(Luck::of("nothing"), 0);
        }
        if self.is(Fault::UnseededLuck) {
            deal_two(state, &mut Rng::new(self.count_outside().into()));
        } else {
            deal_two(state, dice);
        }
        let fault = if state.round == 0 { Fault::StartToldToAll } else { Fault::DealToldToAll };
        for (seat, card) in [Seat(0), Seat(1)].into_iter().zip(state.cards) {
            log.record(|| Told::Dealt { to: self.hearers(seat, fault), seat, card });
        }
    }

    /// Who may hear what one seat knows alone.
    fn hearers(&self, seat: Seat, fault: Fault) -> Seats {
        if self.is(fault) { Seats::EVERYONE } else { Seats::one(seat) }
    }

    fn resolve(&self, state: &mut State, bids: [u8; 2], dice: &mut impl Dice, log: &mut impl Log<Told>) {
        let mut won = 1 + i16::from(bids[0]) + i16::from(bids[1]);
        let third = state.unseen % 3 == 2 && matches!(self.fault, Fault::CopyForgets | Fault::PositionForgetsUnseen);
        if third || self.is(Fault::OutsideState) && self.count_outside() % 7 == 6 {
            won = 0;
        }
        let winner = usize::from(state.cards[1] > state.cards[0]);
        let gain = if winner == 0 { won } else { -won };
        match &state.shared {
            Some(lead) => drop(lead.fetch_add(gain.into(), Ordering::Relaxed)),
            None => state.lead += gain,
        }
        log.record(|| Told::Won { seat: Seat(winner as u8), stake: won });
        state.bids = [None, None];
        state.round += u8::from(!self.is(Fault::NeverEnds) || state.round < 20);
        if state.round < ROUNDS { self.deal(state, dice, log) } else { state.cards = [0, 0] }
    }

    /// Why a seat may not bid this.
    fn objection(&self, state: &State, seat: Seat, action: Action) -> Option<&'static str> {
        let out_of_turn = self.is(Fault::ActsOutOfTurn) && state.round >= 3 && seat == Seat(1);
        if !self.to_act(state).has(seat) && !out_of_turn {
            return Some("the seat is not to act");
        }
        if action.index() >= BIDS.len() {
            return Some("there is no such bid");
        }
        let (cards, seat) = (state.cards, seat.index());
        if self.is(Fault::ListLeaks) && action.0 == 2 && cards[seat] < cards[1 - seat] {
            return Some("the other card is higher");
        }
        (action.0 == 2 && state.lead_of(seat) < FAR_BEHIND).then_some("the seat is too far behind to double")
    }

    fn refuse(&self, state: &mut State, dice: &mut impl Dice, log: &mut impl Log<Told>) {
        match self.fault {
            Fault::RefusalChangesState => state.lead += 1,
            Fault::RefusalRolls => drop(dice.roll(Luck::of("refusal"), 2)),
            Fault::RefusalTellsEvent => log.record(|| Told::Won { seat: Seat(0), stake: 0 }),
            _ => {}
        }
    }
}

fn deal_two(state: &mut State, dice: &mut impl Dice) {
    let first = 1 + dice.roll(Luck::of("first card"), 6) as u8;
    state.cards = [first, another_card(first, dice)];
}

/// A card from 1 to 6 that is not this one.
fn another_card(taken: u8, dice: &mut impl Dice) -> u8 {
    let card = 1 + dice.roll(Luck::of("second card"), 5) as u8;
    card + u8::from(card >= taken)
}

impl Game for HigherCard {
    type State = State;
    type Event = Told;

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn start(&self, dice: &mut impl Dice, log: &mut impl Log<Told>) -> State {
        let shared = self.is(Fault::CopyShares).then(|| Arc::new(AtomicI32::new(0)));
        let mut state =
            State { round: 0, lead: 0, cards: [0, 0], bids: [None, None], fault: self.fault, unseen: 0, shared };
        self.deal(&mut state, dice, log);
        state
    }

    fn to_act(&self, state: &State) -> Seats {
        let waiting = |&seat: &Seat| state.round < ROUNDS && state.bids[seat.index()].is_none();
        [Seat(0), Seat(1)].into_iter().filter(waiting).fold(Seats::NONE, |all, seat| Seats(all.0 | Seats::one(seat).0))
    }

    fn legal_actions(&self, state: &State, seat: Seat, out: &mut Actions) {
        if self.is(Fault::ListReplaces) {
            out.clear();
        }
        let hidden = |bid: u32| match self.fault {
            Fault::HidesLegal => bid == 0 && state.round == 5,
            Fault::NothingToDo => state.round == 5 && seat == Seat(1),
            Fault::DealGetsStuck => state.unseen >= DEALT && state.round == ROUNDS - 1 && state.bids == [None, None],
            _ => false,
        };
        let listed = |&bid: &u32| {
            let objection = self.objection(state, seat, Action(bid));
            let lies = self.is(Fault::ListsIllegal) && bid == 2 && self.to_act(state).has(seat);
            (objection.is_none() || lies) && !hidden(bid) && self.to_act(state).has(seat)
        };
        if self.is(Fault::ListsBackwards) {
            (0..3).rev().filter(listed).for_each(|bid| out.push(Action(bid)));
        } else {
            (0..3).filter(listed).for_each(|bid| out.push(Action(bid)));
        }
    }

    fn apply(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        dice: &mut impl Dice,
        log: &mut impl Log<Told>,
    ) -> Result<(), Illegal> {
        if let Some(reason) = self.objection(state, seat, action) {
            self.refuse(state, dice, log);
            return Err(Illegal { seat, action, reason });
        }
        assert!(!self.is(Fault::PanicInApply) || state.round != 7, "the seventh round is cursed");
        if self.is(Fault::PanicWithoutMessage) {
            std::panic::panic_any(Exception(7));
        }
        state.bids[seat.index()] = Some(action.0 as u8);
        state.unseen += 1;
        log.record(|| Told::Chose { to: self.hearers(seat, Fault::BidToldToAll), seat, bid: action.0 });
        log.record(|| {
            if self.is(Fault::RollsWhenTold) {
                dice.roll(Luck::of("telling"), 2);
            }
            Told::Bid { seat, count: if self.is(Fault::EventsFromOutside) { self.count_outside() } else { 0 } }
        });
        if let [Some(first), Some(second)] = state.bids {
            self.resolve(state, [first, second], dice, log);
        }
        Ok(())
    }

    fn returns(&self, state: &State) -> Returns {
        let lead = f64::from(state.lead_of(0));
        let over = state.round == ROUNDS;
        let (gift, rake) = match self.fault {
            Fault::ReturnsOutOfRange if over => (1000.0, 0.0),
            Fault::ReturnsNotZeroSum if over => (0.0, 1.0),
            _ => (0.0, 0.0),
        };
        let mut returns = Returns::default();
        returns[..2].copy_from_slice(&[lead + gift, -lead - gift - rake]);
        returns
    }

    fn observe(&self, state: &State, seat: Seat, out: &mut [f32]) {
        let (seat, other) = (seat.index(), 1 - seat.index());
        let card = if self.is(Fault::ObservationLeaks) { state.cards[other] } else { state.cards[seat] };
        out[0] = f32::from(state.round) / f32::from(ROUNDS);
        out[1] = f32::from(state.lead_of(seat));
        out[2] = f32::from(card);
        out[3] = state.bids[seat].map_or(-1.0, f32::from);
        if !self.is(Fault::ObservationHasHole) || state.bids[other].is_some() {
            out[4] = f32::from(u8::from(state.bids[other].is_some()));
        }
        if self.is(Fault::ObservationNotFinite) && state.round == ROUNDS {
            out[1] = f32::INFINITY;
        }
    }

    fn determinize(&self, state: &mut State, seat: Seat, dice: &mut impl Dice) {
        let (seat, other) = (seat.index(), 1 - seat.index());
        if state.round == ROUNDS || self.is(Fault::DealDoesNothing) {
            return;
        }
        if self.is(Fault::DealPeeks) && dice.roll(Luck::of("peek"), 2) == 0 {
            return;
        }
        if self.is(Fault::DealGetsStuck) {
            state.unseen += DEALT;
        }
        if self.is(Fault::DealChangesOwnCard) {
            state.cards[seat] = another_card(state.cards[other], dice);
        }
        state.cards[other] = match self.fault {
            Fault::DealCannotOccur => 1 + dice.roll(Luck::of("any card"), 6) as u8,
            _ => another_card(state.cards[seat], dice),
        };
        if state.bids[other].is_some() {
            let bids = if state.lead_of(other) < FAR_BEHIND { 2 } else { 3 };
            state.bids[other] = Some(dice.roll(Luck::of("bid"), bids) as u8);
        }
    }

    fn evaluate(&self, state: &State, seat: Seat) -> f64 {
        let value = f64::from(state.lead_of(seat.index()));
        if self.is(Fault::EstimateOutOfRange) { value + 300.0 } else { value }
    }

    fn describe(&self, action: Action) -> String {
        let twin = self.is(Fault::TwoActionsOneName) && action.0 == 2;
        BIDS[if twin { 1 } else { action.index() }].to_owned()
    }

    fn parse(&self, text: &str) -> Result<Action, ludus_core::Unheard> {
        let known = BIDS.iter().position(|&bid| bid == text && !(self.is(Fault::NameNotUnderstood) && bid == "double"));
        let hint = if self.is(Fault::RefusesWithoutHint) { "" } else { "say pass, bet or double" };
        known.map(|bid| Action(bid as u32)).ok_or_else(|| ludus_core::Unheard { text: text.into(), hint: hint.into() })
    }

    fn position_fields(&self) -> &'static [&'static str] {
        &["round", "lead", "cards", "bids"]
    }

    fn position(&self, state: &State) -> Position {
        let bid = |bid: Option<u8>| bid.map_or('-'.to_string(), |bid| bid.to_string());
        let lead = if self.is(Fault::PositionLosesLead) { 0 } else { state.lead_of(0) };
        let end = if self.is(Fault::PositionBreaksLine) { "\n" } else { "" };
        Position::new([
            ("round", state.round.to_string()),
            ("lead", lead.to_string()),
            ("cards", format!("{}{}", state.cards[0], state.cards[1])),
            ("bids", format!("{}{}{end}", bid(state.bids[0]), bid(state.bids[1]))),
        ])
    }

    fn from_position(&self, position: &Position) -> Result<State, BadPosition> {
        let pair = |field: &'static str| -> Result<[char; 2], BadPosition> {
            let characters: Vec<char> = position.get(field).trim().chars().collect();
            characters.try_into().map_err(|_| BadPosition::new(field, "must be two characters"))
        };
        if self.is(Fault::PositionReaderPanics) {
            position.get("lead").parse::<i16>().expect("a lead is a number");
        }
        let round = position.number("round", ROUNDS.into())? as u8;
        let most = STAKE * i16::from(round);
        let lead = position.get("lead").parse().ok().filter(|lead| (-most..=most).contains(lead));
        let lead = lead.ok_or_else(|| BadPosition::new("lead", format!("must be a number from -{most} to {most}")))?;
        let cards = pair("cards")?.map(|card| card.to_digit(10).unwrap_or(9) as u8);
        let over = round == ROUNDS;
        let dealt = cards[0] != cards[1] && cards.iter().all(|card| (1..=6).contains(card));
        if if over { cards != [0, 0] } else { !dealt } {
            return Err(BadPosition::new("cards", "must be different ones from 1 to 6, or 00 when the game is over"));
        }
        let bids = pair("bids")?.map(|bid| bid.to_digit(3).map(|bid| bid as u8));
        let shared = self.is(Fault::CopyShares).then(|| Arc::new(AtomicI32::new(0)));
        let state = State { round, lead, cards, bids, fault: self.fault, unseen: 0, shared };
        let legal = |seat: usize| bids[seat] != Some(2) || state.lead_of(seat) >= FAR_BEHIND;
        let written = self.position(&state);
        let complete = bids[0].is_some() && bids[1].is_some() || over && bids != [None, None];
        if complete || !legal(0) || !legal(1) || written.get("bids") != position.get("bids") {
            return Err(BadPosition::new("bids", "must be at most one of 0, 1, 2 that its seat may bid, and -"));
        }
        Ok(state)
    }

    fn table(&self, state: &State, seat: Seat) -> Component {
        let (seat, other) = (seat.index(), 1 - seat.index());
        let theirs = if self.is(Fault::ViewLeaks) { state.cards[other].to_string() } else { "?".into() };
        let counter = if self.is(Fault::TwoComponentsOneId) { "mine" } else { "lead" };
        let table = Component::new("table", "table", format!("round {}", state.round))
            .at("mine", Component::new("card", "mine", state.cards[seat].to_string()))
            .at("theirs", Component::new("card", "theirs", theirs))
            .at("lead", Component::new("counter", counter, state.lead_of(seat).to_string()));
        let bids = if self.is(Fault::TouchesMissing) { &BIDS[..2] } else { &BIDS };
        bids.iter().fold(table, |table, &bid| table.at(bid, Component::new("text", bid, bid)))
    }

    fn touches(&self, _: &State, _: Seat, action: Action) -> Vec<String> {
        if self.is(Fault::TouchesNothing) { Vec::new() } else { vec![BIDS[action.index()].into()] }
    }
}
