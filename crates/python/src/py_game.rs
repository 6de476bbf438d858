//! A game written in Python as a [`Game`] of the contract: each verb calls the hook of the same name. With it, everything
//! that is generic over games (plays, batches, tournaments, agents, the kit) serves games written in Python too.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

use ludus_core::{
    Action, Actions, BadPosition, Component, Dice, Event, Facts, Game, Illegal, Log, MAX_SEATS, Position, Returns,
    Seat, Seats,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use serde_json::Value;

use crate::errors::{guard, throw, violation};
use crate::lent::{Lent, lend};

/// The rules as a Python object with hooks.
pub(crate) struct PyGame {
    game: Py<PyAny>,
    facts: Facts,
}

/// What happened, as the hook `_apply` tells it: any data that JSON can hold; a list under `"to"` limits who may see it.
pub(crate) struct PyEvent(Value);

impl serde::Serialize for PyEvent {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl Event for PyEvent {
    fn audience(&self) -> Seats {
        match self.0.get("to").and_then(Value::as_array) {
            None => Seats::EVERYONE,
            Some(seats) => Seats(
                seats.iter().filter_map(Value::as_u64).filter(|&seat| seat < 8).fold(0, |set, seat| set | 1 << seat),
            ),
        }
    }
}

/// A state written in Python, with what its hooks have answered since it last changed.
pub(crate) struct PyState {
    object: Py<PyAny>,
    to_act: OnceLock<Seats>,
    /// The legal actions of the seat that asked first.
    legal: OnceLock<(Seat, Vec<Action>)>,
}

impl PyState {
    fn new(object: Py<PyAny>) -> Self {
        PyState { object, to_act: OnceLock::new(), legal: OnceLock::new() }
    }

    /// The object itself.
    pub(crate) fn object(&self) -> &Py<PyAny> {
        &self.object
    }

    fn legal_actions(&self, seat: Seat, facts: &Facts) -> Vec<Action> {
        let ask = || {
            call(&self.object, |object| {
                let answer = object.call_method1("_legal_actions", (seat.0,))?;
                let actions: Vec<Bound<'_, PyAny>> = answer.try_iter()?.collect::<PyResult<_>>()?;
                if actions.is_empty() {
                    violation(format!("_legal_actions gave nothing for seat {seat}, which is to act"));
                }
                Ok(actions.iter().map(|action| read_action(action, facts.actions)).collect())
            })
        };
        let (asked, actions) = self.legal.get_or_init(|| (seat, ask()));
        if *asked == seat { actions.clone() } else { ask() }
    }

    fn position(&self) -> String {
        call(&self.object, |object| object.call_method0("_position")?.extract())
    }
}

fn read_action(action: &Bound<'_, PyAny>, actions: usize) -> Action {
    match action.extract::<u32>() {
        Ok(number) if (number as usize) < actions => Action(number),
        _ => violation(format!("_legal_actions gave {action}, but the actions are 0 to {}", actions - 1)),
    }
}

/// Calls hooks and lets their exceptions travel.
fn call<T>(object: &Py<PyAny>, work: impl for<'py> FnOnce(&Bound<'py, PyAny>) -> PyResult<T>) -> T {
    Python::attach(|py| work(object.bind(py))).unwrap_or_else(|error| throw(error))
}

impl Clone for PyState {
    fn clone(&self) -> Self {
        let object = call(&self.object, |object| Ok(object.call_method0("_copy")?.unbind()));
        PyState { object, to_act: self.to_act.clone(), legal: self.legal.clone() }
    }
}

// Two states are equal when everything that they hold, written down, is equal.
impl PartialEq for PyState {
    fn eq(&self, other: &Self) -> bool {
        self.position() == other.position()
    }
}

impl Eq for PyState {}

impl Hash for PyState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.position().hash(hasher);
    }
}

impl fmt::Debug for PyState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.position())
    }
}

impl PyGame {
    /// The rules of a Python object. It is copied: the original may hold the native game, and a cycle would never be freed.
    pub(crate) fn new(game: &Bound<'_, PyAny>) -> PyResult<Self> {
        let facts = read_facts(game)?;
        let game = game.py().import("copy")?.call_method1("copy", (game,))?.unbind();
        Ok(PyGame { game, facts })
    }

    fn refusal(&self, state: &PyState, seat: Seat, action: Action) -> Option<&'static str> {
        let seats = self.to_act(state);
        if seats.is_empty() {
            Some("the game is over")
        } else if !seats.has(seat) {
            Some("it is not this seat's turn")
        } else if !state.legal_actions(seat, &self.facts).contains(&action) {
            Some("it is not a legal action here")
        } else {
            None
        }
    }
}

/// Calls a hook that rolls dice.
fn with_dice<T>(
    object: &Py<PyAny>,
    dice: &mut impl Dice,
    work: impl for<'py> FnOnce(&Bound<'py, PyAny>, Bound<'py, crate::dice::Dice>) -> PyResult<T>,
) -> T {
    call(object, |object| {
        Lent::during(lend!(dice, dyn Dice), |lent| {
            let dice = Bound::new(object.py(), crate::dice::Dice(lent))?;
            work(object, dice)
        })
    })
}

/// What an observation may hold at most: a batch of them must fit into memory.
const MOST_FEATURES: usize = 1 << 24;

fn read_facts(game: &Bound<'_, PyAny>) -> PyResult<Facts> {
    let class = game.get_type().name()?.to_string();
    let name: String = game.getattr("name")?.extract()?;
    let actions: usize = game.getattr("actions")?.extract()?;
    let seats: usize = game.getattr("seats")?.extract()?;
    if name.is_empty() {
        return Err(PyTypeError::new_err(format!("{class} needs a name: write `name = \"...\"` in the class")));
    }
    if actions == 0 {
        return Err(PyTypeError::new_err(format!(
            "{class} needs the size of its action space: write `actions = ...` in the class"
        )));
    }
    if !(1..=MAX_SEATS).contains(&seats) {
        return Err(PyTypeError::new_err(format!("{class} has {seats} seats, but a game has 1 to {MAX_SEATS}")));
    }
    let features: Vec<usize> = game.getattr("features")?.extract()?;
    if features
        .iter()
        .try_fold(1usize, |product, &width| product.checked_mul(width))
        .is_none_or(|count| count > MOST_FEATURES)
    {
        return Err(PyTypeError::new_err(format!("{class} has observations of more than {MOST_FEATURES} features")));
    }
    let counts: Option<(usize, usize)> = game.getattr("seat_counts")?.extract()?;
    let (fewest, most) = counts.unwrap_or((seats, seats));
    Ok(Facts {
        name,
        about: game.getattr("about")?.extract()?,
        content: game.getattr("content")?.extract()?,
        seats,
        seat_counts: fewest..=most,
        actions,
        features,
        max_decisions: game.getattr("max_decisions")?.extract()?,
        returns: game.getattr("returns_range")?.extract()?,
        zero_sum: game.getattr("zero_sum")?.extract()?,
        hidden: game.getattr("hidden")?.extract()?,
        chance: game.getattr("chance")?.extract()?,
        simultaneous: game.getattr("simultaneous")?.extract()?,
    })
}

/// The events that a hook returned: nothing, or an iterable of data.
fn read_events(told: &Bound<'_, PyAny>) -> PyResult<Vec<PyEvent>> {
    if told.is_none() {
        return Ok(Vec::new());
    }
    if told.is_instance_of::<PyString>() || told.is_instance_of::<PyDict>() {
        return Err(PyTypeError::new_err("_apply gave one event: give a list of events, or nothing"));
    }
    told.try_iter()?.map(|event| Ok(PyEvent(to_json(&event?)?))).collect()
}

/// Python data as JSON, by Python's own `json`.
fn to_json(data: &Bound<'_, PyAny>) -> PyResult<Value> {
    let text: String = data.py().import("json")?.call_method1("dumps", (data,))?.extract()?;
    serde_json::from_str(&text).map_err(|error| PyValueError::new_err(error.to_string()))
}

impl Game for PyGame {
    type State = PyState;
    type Event = PyEvent;

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn start(&self, dice: &mut impl Dice, _log: &mut impl Log<PyEvent>) -> PyState {
        PyState::new(with_dice(&self.game, dice, |game, dice| {
            let state = game.call_method1("_start", (dice,))?;
            if !state.is_instance_of::<crate::state::State>() {
                return Err(PyTypeError::new_err(format!("_start gave {state}, but it must give a ludus.State")));
            }
            Ok(state.unbind())
        }))
    }

    fn to_act(&self, state: &PyState) -> Seats {
        *state.to_act.get_or_init(|| {
            call(&state.object, |object| {
                let answer = object.call_method0("_to_act")?;
                if answer.is_none() {
                    return Ok(Seats::NONE);
                }
                if let Ok(seats) = answer.try_iter() {
                    return seats
                        .map(|seat| Ok(self.read_seat(&seat?)))
                        .try_fold(Seats::NONE, |set, seat: PyResult<_>| Ok(Seats(set.0 | Seats::one(seat?).0)));
                }
                Ok(Seats::one(self.read_seat(&answer)))
            })
        })
    }

    fn legal_actions(&self, state: &PyState, seat: Seat, out: &mut Actions) {
        if self.to_act(state).has(seat) {
            for action in state.legal_actions(seat, &self.facts) {
                out.push(action);
            }
        }
    }

    fn apply(
        &self,
        state: &mut PyState,
        seat: Seat,
        action: Action,
        dice: &mut impl Dice,
        log: &mut impl Log<PyEvent>,
    ) -> Result<(), Illegal> {
        if let Some(reason) = self.refusal(state, seat, action) {
            return Err(Illegal { seat, action, reason });
        }
        let events = with_dice(&state.object, dice, |object, dice| {
            read_events(&object.call_method1("_apply", (seat.0, action.0, dice))?)
        });
        state.to_act.take();
        state.legal.take();
        for event in events {
            log.record(|| event);
        }
        Ok(())
    }

    fn returns(&self, state: &PyState) -> Returns {
        let values: Vec<f64> = call(&state.object, |object| {
            let values: Vec<f64> =
                object.call_method0("_returns")?.try_iter()?.map(|value| value?.extract()).collect::<PyResult<_>>()?;
            if values.len() == self.facts.seats {
                return Ok(values);
            }
            violation(format!("_returns gave {} numbers for {} seats", values.len(), self.facts.seats))
        });
        let mut returns = Returns::default();
        returns[..values.len()].copy_from_slice(&values);
        returns
    }

    fn observe(&self, state: &PyState, seat: Seat, out: &mut [f32]) {
        if out.is_empty() {
            return;
        }
        call(&state.object, |object| {
            let features = object.call_method1("_observe", (seat.0,))?;
            let mut count = 0;
            for feature in features.try_iter()? {
                let feature = feature?.extract()?;
                if let Some(place) = out.get_mut(count) {
                    *place = feature;
                }
                count += 1;
            }
            if count == out.len() {
                return Ok(());
            }
            violation(format!("_observe gave {count} features, but the game declares {}", out.len()))
        });
    }

    fn determinize(&self, state: &mut PyState, seat: Seat, dice: &mut impl Dice) {
        with_dice(&state.object, dice, |object, dice| object.call_method1("_determinize", (seat.0, dice)).map(|_| ()));
        state.to_act.take();
        state.legal.take();
    }

    fn evaluate(&self, state: &PyState, seat: Seat) -> f64 {
        if self.to_act(state).is_empty() {
            return self.returns(state)[seat.index()];
        }
        call(&state.object, |object| object.call_method1("_evaluate", (seat.0,))?.extract())
    }

    fn describe(&self, action: Action) -> String {
        call(&self.game, |game| game.call_method1("_describe", (action.0,))?.extract())
    }

    fn position_fields(&self) -> &'static [&'static str] {
        &["state"]
    }

    fn position(&self, state: &PyState) -> Position {
        Position::new([("state", state.position())])
    }

    fn from_position(&self, position: &Position) -> Result<PyState, BadPosition> {
        let text = position.get("state");
        let read = guard(|| call(&self.game, |game| Ok(game.call_method1("_from_position", (text,))?.unbind())));
        match read {
            Ok(object) => Ok(PyState::new(object)),
            // An author says what is wrong with a position by raising ValueError; anything else is a mistake of the game.
            Err(error) => Python::attach(|py| {
                if error.is_instance_of::<PyValueError>(py) {
                    Err(BadPosition::new("state", error.value(py).to_string()))
                } else {
                    throw(error)
                }
            }),
        }
    }

    fn table(&self, state: &PyState, seat: Seat) -> Component {
        call(&state.object, |object| {
            // The default shows every field, which suits only a game that hides nothing.
            let class = object.py().import("ludus.state")?.getattr("State")?;
            let default = object.get_type().getattr("_table")?.is(&class.getattr("_table")?);
            if self.facts.hidden && default {
                return Ok(Component::new("table", "table", ""));
            }
            read_component(&object.call_method1("_table", (seat.0,))?.call_method0("to_dict")?)
        })
    }

    fn touches(&self, state: &PyState, seat: Seat, action: Action) -> Vec<String> {
        call(&state.object, |object| object.call_method1("_touches", (seat.0, action.0))?.extract())
    }

    fn view(&self, state: &PyState, seat: Seat) -> ludus_core::View {
        let mut legal = Actions::new();
        self.legal_actions(state, seat, &mut legal);
        let mut table = self.table(state, seat);
        let mut actions = Vec::new();
        for &action in legal.iter() {
            let (text, mut touches) = (self.describe(action), self.touches(state, seat, action));
            if touches.is_empty() {
                // An action that touches nothing on the author's table gets a button of its own.
                let id = format!("action:{}", action.0);
                table = table.at("actions", Component::new("button", id.clone(), text.clone()));
                touches.push(id);
            }
            actions.push((action.0, text, touches));
        }
        ludus_core::View { table, actions }
    }

    fn parallel(&self) -> bool {
        false
    }
}

impl PyGame {
    fn read_seat(&self, seat: &Bound<'_, PyAny>) -> Seat {
        match seat.extract::<u8>() {
            Ok(number) if usize::from(number) < self.facts.seats => Seat(number),
            _ => violation(format!("_to_act names seat {seat}, but the seats are 0 to {}", self.facts.seats - 1)),
        }
    }
}

/// A component as `ludus.Component.to_dict` gives it.
fn read_component(data: &Bound<'_, PyAny>) -> PyResult<Component> {
    let kind: Bound<'_, PyString> = data.get_item("kind")?.cast_into()?;
    let mut component = Component::new(
        kind.to_str()?.to_owned(),
        data.get_item("id")?.extract::<String>()?,
        data.get_item("label")?.extract::<String>()?,
    );
    if let Value::Object(attributes) = to_json(&data.get_item("attributes")?)? {
        component.attributes = attributes;
    }
    for child in data.get_item("children")?.try_iter()? {
        let (place, child): (String, Bound<'_, PyAny>) = child?.extract()?;
        component.children.push((place, read_component(&child)?));
    }
    Ok(component)
}
