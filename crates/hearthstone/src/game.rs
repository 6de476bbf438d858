//! The contract, kept.

use ludus_cards::machine::Event;
use ludus_cards::machine::state::Outcome;
use ludus_core::{
    Action, Actions, Agent, AgentEntry, BadPosition, BadSpec, Component, Dice, Facts, Game, Illegal, Log, Options,
    Position, Returns, Seat, Seats,
};

use crate::actions::Touch;
use crate::state::HearthstoneState;
use crate::{Hearthstone, agents, hidden, notation, observe, opening, view};

impl Game for Hearthstone {
    type State = HearthstoneState;
    type Event = Event;

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn start(&self, dice: &mut impl Dice, log: &mut impl Log<Event>) -> HearthstoneState {
        opening::start(self, dice, log)
    }

    fn to_act(&self, state: &HearthstoneState) -> Seats {
        state.actor()
    }

    fn legal_actions(&self, state: &HearthstoneState, seat: Seat, out: &mut Actions) {
        if state.actor().has(seat) {
            self.list_actions(state, out);
        }
    }

    fn apply(
        &self,
        state: &mut HearthstoneState,
        seat: Seat,
        action: Action,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) -> Result<(), Illegal> {
        let actor = state.actor();
        if !actor.has(seat) {
            let reason = if actor.is_empty() { "the game is over" } else { "it is the other seat's turn" };
            return Err(Illegal { seat, action, reason });
        }
        let Some(touch) = Touch::of(action) else {
            return Err(Illegal { seat, action, reason: "there is no such action" });
        };
        self.act(state, seat, touch, dice, log)
    }

    fn returns(&self, state: &HearthstoneState) -> Returns {
        let mut returns = Returns::default();
        let first = match state.machine.outcome {
            Outcome::First => 1.0,
            Outcome::Second => -1.0,
            Outcome::Open | Outcome::Draw => 0.0,
        };
        (returns[0], returns[1]) = (first, -first);
        returns
    }

    fn observe(&self, state: &HearthstoneState, seat: Seat, out: &mut [f32]) {
        observe::observe(self, state, seat, out);
    }

    fn determinize(&self, state: &mut HearthstoneState, seat: Seat, dice: &mut impl Dice) {
        hidden::determinize(self, state, seat, dice);
    }

    fn evaluate(&self, state: &HearthstoneState, seat: Seat) -> f64 {
        observe::evaluate(self, state, seat)
    }

    fn agents(&self) -> &'static [AgentEntry] {
        &agents::ENTRIES
    }

    fn agent(&self, name: &str, options: &mut Options) -> Result<Box<dyn Agent<Self>>, BadSpec> {
        agents::agent(name, options)
    }

    fn counters(&self) -> Vec<String> {
        self.counted.names()
    }

    fn count(&self, event: &Event, counts: &mut [u32]) {
        self.counted.count(*event, counts);
    }

    fn describe(&self, action: Action) -> String {
        Touch::of(action).map_or_else(|| format!("unknown action {}", action.0), Touch::text)
    }

    fn position_fields(&self) -> &'static [&'static str] {
        notation::FIELDS
    }

    fn position(&self, state: &HearthstoneState) -> Position {
        notation::write(self, state)
    }

    fn from_position(&self, position: &Position) -> Result<HearthstoneState, BadPosition> {
        notation::read(self, position)
    }

    fn table(&self, state: &HearthstoneState, seat: Seat) -> Component {
        view::table(self, state, seat)
    }

    fn touches(&self, state: &HearthstoneState, _seat: Seat, action: Action) -> Vec<String> {
        view::touches(state, action)
    }
}
