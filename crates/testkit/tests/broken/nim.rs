// A game without luck and secrets; the documentation of the crate includes this file as its example.

use ludus_core::{
    Action, Actions, BadPosition, Component, Dice, Event, Facts, Game, Illegal, Log, Position, Returns, Seat, Seats,
};

/// Seats in turn take from one heap; whoever takes the last stone wins from all others.
#[derive(Debug)]
pub(crate) struct Nim {
    facts: Facts,
    heap: u32,
    most: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Heap {
    stones: u32,
    turn: u8,
}

#[derive(serde::Serialize)]
pub(crate) struct Taken(u32);

impl Event for Taken {}

impl Nim {
    /// A heap from which 1 to `most` stones are taken at a time.
    pub(crate) fn new(heap: u32, most: u32, seats: usize) -> Self {
        let facts = Facts {
            name: "nim".into(),
            about: "Take stones; take the last one.".into(),
            content: "nim/1".into(),
            seats,
            seat_counts: 1..=8,
            actions: most as usize,
            features: vec![1 + seats],
            max_decisions: heap,
            returns: (-1.0, seats as f64 - 1.0),
            zero_sum: true,
            hidden: false,
            chance: false,
            simultaneous: false,
        };
        Nim { facts, heap, most }
    }
}

impl Game for Nim {
    type State = Heap;
    type Event = Taken;

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn start(&self, _: &mut impl Dice, _: &mut impl Log<Taken>) -> Heap {
        Heap { stones: self.heap, turn: 0 }
    }

    fn to_act(&self, state: &Heap) -> Seats {
        if state.stones == 0 { Seats::NONE } else { Seats::one(Seat(state.turn)) }
    }

    fn legal_actions(&self, state: &Heap, seat: Seat, out: &mut Actions) {
        if self.to_act(state).has(seat) {
            (0..self.most.min(state.stones)).for_each(|less_one| out.push(Action(less_one)));
        }
    }

    fn apply(
        &self,
        state: &mut Heap,
        seat: Seat,
        action: Action,
        _: &mut impl Dice,
        log: &mut impl Log<Taken>,
    ) -> Result<(), Illegal> {
        if !self.to_act(state).has(seat) {
            return Err(Illegal { seat, action, reason: "the seat is not to act" });
        }
        if action.0 >= self.most.min(state.stones) {
            return Err(Illegal { seat, action, reason: "so many stones may not be taken" });
        }
        state.stones -= action.0 + 1;
        if state.stones > 0 {
            state.turn = (state.turn + 1) % self.facts.seats as u8;
        }
        log.record(|| Taken(action.0 + 1));
        Ok(())
    }

    fn returns(&self, state: &Heap) -> Returns {
        let mut returns = Returns::default();
        if state.stones == 0 {
            returns[..self.facts.seats].fill(-1.0);
            returns[state.turn as usize] = self.facts.seats as f64 - 1.0;
        }
        returns
    }

    fn observe(&self, state: &Heap, _: Seat, out: &mut [f32]) {
        out.fill(0.0);
        out[0] = state.stones as f32 / self.heap as f32;
        out[1 + state.turn as usize] = 1.0;
    }

    fn determinize(&self, _: &mut Heap, _: Seat, _: &mut impl Dice) {}

    fn describe(&self, action: Action) -> String {
        format!("take {}", action.0 + 1)
    }

    fn position_fields(&self) -> &'static [&'static str] {
        &["stones", "turn"]
    }

    fn position(&self, state: &Heap) -> Position {
        Position::new([("stones", state.stones.to_string()), ("turn", state.turn.to_string())])
    }

    fn from_position(&self, position: &Position) -> Result<Heap, BadPosition> {
        let turn = position.number("turn", self.facts.seats as u32 - 1)? as u8;
        Ok(Heap { stones: position.number("stones", self.heap)?, turn })
    }

    fn table(&self, state: &Heap, _: Seat) -> Component {
        Component::new("table", "table", "").at("heap", Component::new("pile", "heap", state.stones.to_string()))
    }

    fn touches(&self, _: &Heap, _: Seat, _: Action) -> Vec<String> {
        vec!["heap".into()]
    }
}
