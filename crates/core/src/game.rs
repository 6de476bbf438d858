use std::fmt::Debug;
use std::hash::Hash;
use std::ops::RangeInclusive;

use crate::dice::Dice;
use crate::{
    Action, Actions, Agent, AgentEntry, BadPosition, BadSpec, Component, Event, Illegal, Log, MAX_SEATS, Options,
    Position, Seat, Seats, Unheard, View, nearest,
};

/// What each seat has got, by seat index; unused seats hold 0.
pub type Returns = [f64; MAX_SEATS];

/// What is true of a game whatever happens in it.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent yes or no about a game")]
pub struct Facts {
    /// The name people type: `connect-four`.
    pub name: String,
    /// One sentence on what kind of game it is.
    pub about: String,
    /// Names the rules and the content: replays fit only where it is equal.
    pub content: String,
    /// The number of seats in this configuration.
    pub seats: usize,
    /// The numbers of seats that the game can be configured for.
    pub seat_counts: RangeInclusive<usize>,
    /// The size of the action space.
    pub actions: usize,
    /// The shape of an observation.
    pub features: Vec<usize>,
    /// No game takes more decisions than this.
    pub max_decisions: u32,
    /// The least and the most that a seat can get.
    pub returns: (f64, f64),
    /// Whether the returns of all seats always add up to 0.
    pub zero_sum: bool,
    /// Whether some seat does not know everything.
    pub hidden: bool,
    /// Whether the rules roll dice.
    pub chance: bool,
    /// Whether several seats can be to act at once.
    pub simultaneous: bool,
}

impl Facts {
    /// The number of features in an observation.
    pub fn feature_count(&self) -> usize {
        self.features.iter().product()
    }
}

/// The rules of a game: everything that is fixed. What changes is the plain value `State`.
///
/// A state holds small whole numbers and no pointer: it is cheap to copy, and equal states are equal games. The rules
/// are asked with the state, because they also own the content (cards, units, maps) that the state only numbers.
pub trait Game: Send + Sync + Sized + 'static {
    /// Everything that changes during a game.
    type State: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// What can happen in a game.
    type Event: Event;

    /// What is true of the game whatever happens in it.
    fn facts(&self) -> &Facts;

    /// The state in which the game begins.
    fn start(&self, dice: &mut impl Dice, log: &mut impl Log<Self::Event>) -> Self::State;

    /// Who is to act: nobody when the game is over, several seats when they decide at the same time.
    fn to_act(&self, state: &Self::State) -> Seats;

    /// Appends the actions that the seat may take, ascending. Never empty for a seat that is to act; empty for the others.
    fn legal_actions(&self, state: &Self::State, seat: Seat, out: &mut Actions);

    /// Takes a decision and all that follows from it. An illegal one is refused and leaves the state untouched.
    fn apply(
        &self,
        state: &mut Self::State,
        seat: Seat,
        action: Action,
        dice: &mut impl Dice,
        log: &mut impl Log<Self::Event>,
    ) -> Result<(), Illegal>;

    /// What each seat has got; final when nobody is to act.
    fn returns(&self, state: &Self::State) -> Returns;

    /// Writes what the seat knows as features; writes every one of them.
    fn observe(&self, state: &Self::State, seat: Seat, out: &mut [f32]);

    /// Deals anew what the seat cannot know, consistent with all that it does know.
    fn determinize(&self, state: &mut Self::State, seat: Seat, dice: &mut impl Dice);

    /// How good the state looks for the seat, on the scale of the returns. Greedy agents and cut-off searches ask.
    fn evaluate(&self, state: &Self::State, seat: Seat) -> f64 {
        if !self.to_act(state).is_empty() {
            return 0.0;
        }
        self.returns(state).get(seat.index()).copied().unwrap_or_default()
    }

    /// The text of an action, the same in every state and different for every action.
    fn describe(&self, action: Action) -> String;

    /// The action with this text.
    fn parse(&self, text: &str) -> Result<Action, Unheard> {
        let texts: Vec<String> = (0..self.facts().actions as u32).map(|action| self.describe(Action(action))).collect();
        texts.iter().position(|known| known == text.trim()).map(|action| Action(action as u32)).ok_or_else(|| Unheard {
            text: text.to_owned(),
            hint: match nearest(text, texts.iter().map(String::as_str)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("actions are {}", some_of(&texts)),
            },
        })
    }

    /// The names of the fields of a position, in order.
    fn position_fields(&self) -> &'static [&'static str];

    /// Everything that the state holds, written down.
    fn position(&self, state: &Self::State) -> Position;

    /// The state that is written down; refused when it is malformed or cannot occur.
    fn from_position(&self, position: &Position) -> Result<Self::State, BadPosition>;

    /// The table as the seat sees it.
    fn table(&self, state: &Self::State, seat: Seat) -> Component;

    /// The ids of the components that one touches to take a legal action, in order.
    fn touches(&self, state: &Self::State, seat: Seat, action: Action) -> Vec<String>;

    /// The table as the seat sees it, with what it may do there.
    fn view(&self, state: &Self::State, seat: Seat) -> View {
        let mut legal = Actions::new();
        self.legal_actions(state, seat, &mut legal);
        let offer = |&action: &Action| (action.0, self.describe(action), self.touches(state, seat, action));
        View { table: self.table(state, seat), actions: legal.iter().map(offer).collect() }
    }

    /// The agents that know these rules, beside those that serve every game.
    fn agents(&self) -> &'static [AgentEntry] {
        &[]
    }

    /// The agent of this game with a name that [`Game::agents`] lists; it reads its options.
    fn agent(&self, name: &str, _options: &mut Options) -> Result<Box<dyn Agent<Self>>, BadSpec> {
        Err(BadSpec(format!("{} has no agent `{name}`", self.facts().name)))
    }

    /// What can be counted over a game beside its returns, by name: the turns, the cards that were drawn.
    fn counters(&self) -> Vec<String> {
        Vec::new()
    }

    /// Counts what happened; there is a number for each of [`Game::counters`].
    fn count(&self, _event: &Self::Event, _counts: &mut [u32]) {}

    /// Whether all the seats of a batch may be stepped on several threads at once with profit.
    fn parallel(&self) -> bool {
        true
    }
}

/// A few of many texts, to show what is meant.
fn some_of(texts: &[String]) -> String {
    const SHOWN: usize = 8;
    let shown: Vec<String> = texts.iter().take(SHOWN).map(|text| format!("`{text}`")).collect();
    format!("{}{}", shown.join(", "), if texts.len() > SHOWN { ", ..." } else { "" })
}
