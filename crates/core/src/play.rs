use std::mem;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::dice::Rng;
use crate::{Action, BadPosition, Choice, Game, Illegal, Log, Position, Replay, Seat, Silent, VERSION};

/// Undo replays at most this many decisions.
pub const SNAPSHOT_INTERVAL: usize = 64;

/// How a game began: the seed of all its luck and, where it did not begin at the beginning, the position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    /// The seed of all luck.
    pub seed: u64,
    /// The position to begin with; the game's own start where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
}

/// One game being played: the state, its luck, and the record that makes undo, branches and replays.
///
/// The record costs one small entry per decision. Every [`SNAPSHOT_INTERVAL`] decisions the finished segment is sealed together
/// with the state it began in; sealed segments are shared between copies.
#[derive(Debug)]
pub struct Play<G: Game> {
    game: Arc<G>,
    start: Arc<Start>,
    state: G::State,
    dice: Rng,
    /// The decisions since the last sealed segment.
    recent: Vec<Choice>,
    sealed: Option<Arc<Segment<G::State>>>,
}

#[derive(Debug)]
struct Segment<S> {
    before: Option<Arc<Segment<S>>>,
    choices: Vec<Choice>,
    /// All decisions up to the end of this segment.
    length: usize,
    /// State and luck at the end of this segment.
    state: S,
    dice: Rng,
}

impl<S> Drop for Segment<S> {
    /// Unlinks the chain step by step: a long game must not end in a deep recursion.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(mut segment) = next.and_then(Arc::into_inner) {
            next = segment.before.take();
        }
    }
}

impl<G: Game> Clone for Play<G> {
    fn clone(&self) -> Self {
        Play {
            game: self.game.clone(),
            start: self.start.clone(),
            state: self.state.clone(),
            dice: self.dice.clone(),
            recent: self.recent.clone(),
            sealed: self.sealed.clone(),
        }
    }
}

impl<G: Game> Play<G> {
    /// Begins a game.
    pub fn start(game: Arc<G>, start: Start) -> Result<Self, BadPosition> {
        let (state, dice) = begin(&*game, &start, &mut Silent)?;
        Ok(Play { game, start: Arc::new(start), state, dice, recent: Vec::new(), sealed: None })
    }

    /// The rules.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The state now.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// How many decisions have been taken.
    pub fn len(&self) -> usize {
        self.sealed_length() + self.recent.len()
    }

    /// Whether no decision has been taken yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes a decision and notes it.
    #[inline]
    pub fn apply(&mut self, seat: Seat, action: Action) -> Result<(), Illegal> {
        self.game.apply(&mut self.state, seat, action, &mut self.dice, &mut Silent)?;
        self.recent.push(Choice(seat, action));
        if self.recent.len() == SNAPSHOT_INTERVAL {
            self.seal();
        }
        Ok(())
    }

    /// Goes back to the state after the first `length` decisions; false, and nothing changes, where there are fewer.
    pub fn rewind(&mut self, length: usize) -> bool {
        if length > self.len() {
            return false;
        }
        while self.sealed_length() > length {
            if let Some(last) = self.sealed.take() {
                self.sealed.clone_from(&last.before);
                self.recent.clone_from(&last.choices);
            }
        }
        self.recent.truncate(length - self.sealed_length());
        (self.state, self.dice) = match &self.sealed {
            Some(segment) => (segment.state.clone(), segment.dice.clone()),
            None => begin(&*self.game, &self.start, &mut Silent).expect("what began once begins again"),
        };
        for &Choice(seat, action) in &self.recent {
            self.game
                .apply(&mut self.state, seat, action, &mut self.dice, &mut Silent)
                .expect("what was legal once is legal again");
        }
        true
    }

    /// All decisions in order.
    pub fn choices(&self) -> Vec<Choice> {
        let mut segments = Vec::new();
        let mut next = self.sealed.as_ref();
        while let Some(segment) = next {
            segments.push(segment.choices.as_slice());
            next = segment.before.as_ref();
        }
        segments.iter().rev().copied().flatten().chain(&self.recent).copied().collect()
    }

    /// The position now.
    pub fn position(&self) -> Position {
        self.game.position(&self.state)
    }

    /// The game on paper; `spec` names the game and its configuration.
    pub fn replay(&self, spec: &str) -> Replay {
        Replay {
            ludus: VERSION.to_owned(),
            game: spec.to_owned(),
            content: self.game.facts().content.clone(),
            start: (*self.start).clone(),
            choices: self.choices(),
            end: self.position().to_string(),
        }
    }

    /// Everything that has happened, told anew from the record.
    pub fn events(&self) -> Vec<G::Event> {
        let mut all = Vec::new();
        self.walk(|_, events, _| all.append(events));
        all
    }

    /// Tells the game anew, moment by moment: how it began, then each decision, what happened, and the state after it.
    pub fn walk(&self, mut each: impl FnMut(Option<Choice>, &mut Vec<G::Event>, &G::State)) {
        let mut events = Vec::new();
        let (mut state, mut dice) = begin(&*self.game, &self.start, &mut events).expect("what began once begins again");
        each(None, &mut events, &state);
        for choice in self.choices() {
            events.clear();
            let Choice(seat, action) = choice;
            self.game
                .apply(&mut state, seat, action, &mut dice, &mut events)
                .expect("what was legal once is legal again");
            each(Some(choice), &mut events, &state);
        }
    }

    /// A play that goes on from any state with luck of its own; it does not know how the state came about.
    pub fn from_state(game: Arc<G>, state: G::State, seed: u64) -> Self {
        let position = Some(game.position(&state).to_string());
        let start = Arc::new(Start { seed, position });
        Play { game, start, state, dice: Rng::new(seed), recent: Vec::new(), sealed: None }
    }

    fn sealed_length(&self) -> usize {
        self.sealed.as_ref().map_or(0, |segment| segment.length)
    }

    fn seal(&mut self) {
        self.sealed = Some(Arc::new(Segment {
            length: self.len(),
            before: self.sealed.take(),
            choices: mem::take(&mut self.recent),
            state: self.state.clone(),
            dice: self.dice.clone(),
        }));
    }
}

fn begin<G: Game>(game: &G, start: &Start, log: &mut impl Log<G::Event>) -> Result<(G::State, Rng), BadPosition> {
    let mut dice = Rng::new(start.seed);
    let state = match &start.position {
        None => game.start(&mut dice, log),
        Some(text) => game.from_position(&Position::from_text(game.position_fields(), text)?)?,
    };
    Ok((state, dice))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::dice::{Dice, Luck};
    use crate::{Actions, Component, Event, Facts, Returns, Seats};

    /// A thousand decisions that each add a roll; counts how often the rules are asked to apply one.
    struct Walk {
        facts: Facts,
        applied: AtomicUsize,
    }

    #[derive(serde::Serialize)]
    struct Rolled(u32);

    impl Event for Rolled {}

    impl Game for Walk {
        type State = (u32, u64);
        type Event = Rolled;

        fn facts(&self) -> &Facts {
            &self.facts
        }
        fn start(&self, _: &mut impl Dice, _: &mut impl Log<Rolled>) -> (u32, u64) {
            (0, 0)
        }
        fn to_act(&self, state: &(u32, u64)) -> Seats {
            if state.0 < 1000 { Seats::one(Seat(0)) } else { Seats::NONE }
        }
        fn legal_actions(&self, _: &(u32, u64), _: Seat, out: &mut Actions) {
            out.push(Action(0));
        }
        fn apply(
            &self,
            state: &mut (u32, u64),
            seat: Seat,
            action: Action,
            dice: &mut impl Dice,
            log: &mut impl Log<Rolled>,
        ) -> Result<(), Illegal> {
            if state.0 == 1000 {
                return Err(Illegal { seat, action, reason: "the walk is over" });
            }
            self.applied.fetch_add(1, Ordering::Relaxed);
            let roll = dice.roll(Luck::of("step"), 100);
            log.record(|| Rolled(roll));
            *state = (state.0 + 1, state.1 * 7 % 1_000_003 + u64::from(roll));
            Ok(())
        }
        fn returns(&self, _: &(u32, u64)) -> Returns {
            Returns::default()
        }
        fn observe(&self, _: &(u32, u64), _: Seat, _: &mut [f32]) {}
        fn determinize(&self, _: &mut (u32, u64), _: Seat, _: &mut impl Dice) {}
        fn describe(&self, _: Action) -> String {
            "on".into()
        }
        fn position_fields(&self) -> &'static [&'static str] {
            &["steps", "sum"]
        }
        fn position(&self, state: &(u32, u64)) -> Position {
            Position::new([("steps", state.0.to_string()), ("sum", state.1.to_string())])
        }
        fn from_position(&self, position: &Position) -> Result<(u32, u64), BadPosition> {
            Ok((position.number("steps", 1000)?, position.number("sum", u32::MAX)?.into()))
        }
        fn table(&self, _: &(u32, u64), _: Seat) -> Component {
            Component::new("table", "table", "")
        }
        fn touches(&self, _: &(u32, u64), _: Seat, _: Action) -> Vec<String> {
            Vec::new()
        }
    }

    fn walk(decisions: usize) -> Play<Walk> {
        let facts = Facts {
            name: "walk".into(),
            about: String::new(),
            content: "walk/1".into(),
            seats: 1,
            seat_counts: 1..=1,
            actions: 1,
            features: vec![0],
            max_decisions: 1000,
            returns: (0.0, 0.0),
            zero_sum: true,
            hidden: false,
            chance: true,
            simultaneous: false,
        };
        let game = Arc::new(Walk { facts, applied: AtomicUsize::new(0) });
        let mut play = Play::start(game, Start { seed: 5, position: None }).unwrap();
        for _ in 0..decisions {
            play.apply(Seat(0), Action(0)).unwrap();
        }
        play
    }

    #[test]
    fn going_back_costs_at_most_one_snapshot_interval() {
        let mut forward = walk(0);
        let mut states = vec![*forward.state()];
        for _ in 0..1000 {
            forward.apply(Seat(0), Action(0)).unwrap();
            states.push(*forward.state());
        }
        for length in (0..=1000).rev() {
            let mut play = forward.clone();
            let before = play.game.applied.load(Ordering::Relaxed);
            assert!(play.rewind(length));
            assert!(play.game.applied.load(Ordering::Relaxed) - before < SNAPSHOT_INTERVAL);
            assert_eq!((play.len(), *play.state()), (length, states[length]));
        }
    }

    #[test]
    fn play_goes_on_after_a_rewind_as_if_it_had_never_gone_further() {
        let whole = walk(300);
        let mut play = walk(200);
        assert!(play.rewind(70));
        while play.len() < 300 {
            play.apply(Seat(0), Action(0)).unwrap();
        }
        assert_eq!((play.state(), play.choices()), (whole.state(), whole.choices()));
        assert!(!play.rewind(301));
    }

    #[test]
    fn a_replay_gives_the_same_game_and_notices_another_one() {
        let play = walk(130);
        let replay = Replay::from_json(&play.replay("walk").to_json()).unwrap();
        assert_eq!(replay.play(play.game.clone()).unwrap().state(), play.state());
        let otherwise = Replay { start: Start { seed: 6, position: None }, ..replay.clone() };
        assert!(matches!(otherwise.play(play.game.clone()), Err(crate::BadReplay::Diverged { .. })));
        let too_long = Replay { choices: vec![replay.choices[0]; 1001], ..replay.clone() };
        assert!(matches!(too_long.play(play.game.clone()), Err(crate::BadReplay::Choice { decision: 1001, .. })));
        let other_rules = Replay { content: "walk/2".into(), ..replay };
        assert!(matches!(other_rules.play(play.game.clone()), Err(crate::BadReplay::OtherContent { .. })));
    }

    #[test]
    fn events_are_told_from_the_record() {
        let play = walk(130);
        assert_eq!(play.events().len(), 130);
        let mut told = Vec::new();
        play.walk(|choice, events, state| told.push((choice.is_some(), events.len(), state.0)));
        assert_eq!(told, (0..=130).map(|place| (place > 0, usize::from(place > 0), place)).collect::<Vec<_>>());
    }

    #[test]
    fn a_play_from_a_state_begins_at_its_position_with_its_own_luck() {
        let play = walk(100);
        let mut branch = Play::from_state(play.game.clone(), *play.state(), 77);
        branch.apply(Seat(0), Action(0)).unwrap();
        let again = branch.replay("walk").play(play.game.clone()).unwrap();
        assert_eq!(again.state(), branch.state());
        assert_eq!(branch.state().0, 101);
    }

    #[test]
    fn a_very_long_record_is_dropped_without_recursion() {
        let mut play = walk(0);
        for round in 0..500_000 {
            play.state.0 = round % 1000;
            play.apply(Seat(0), Action(0)).unwrap();
        }
        assert_eq!(play.len(), 500_000);
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_the_replay_reader_panic(text in ".*") {
            assert!(Replay::from_json(&text).is_err());
        }
    }
}
