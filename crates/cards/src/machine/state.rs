//! The state of a card game on the machine: flat, of fixed size, without pointers.

use std::hash::{Hash, Hasher};

use super::program::{NO_REGISTER, NONE, REGISTERS};

/// The most things at once: cards in hands and in play, heroes, powers, weapons, secrets, and what has just gone.
pub const MAX_THINGS: usize = 64;
/// The most minions on a side.
pub const MAX_BOARD: usize = 7;
/// The most cards in a hand.
pub const MAX_HAND: usize = 10;
/// The most secrets of a player.
pub const MAX_SECRETS: usize = 5;
/// The most cards in a deck.
pub const MAX_DECK: usize = 60;
/// The most changes on all things together; a further one is not made.
pub const MAX_CHANGES: usize = 96;
/// The most things that can be under way inside each other; what would be one more is not done.
pub const MAX_FRAMES: usize = 28;
/// The most cards that are offered at once.
pub const MAX_OFFER: usize = 10;
/// What one decision can cause: after so many steps of programs, and events, nothing further is begun.
pub const MAX_STEPS: u32 = 20_000;

/// A thing, by its place in [`State::things`].
pub type Thing = u8;
/// No thing.
pub const NOBODY: Thing = u8::MAX;

/// Several things, one bit each.
pub type Set = u64;

/// The set of one thing; empty for [`NOBODY`].
#[inline]
pub fn one(thing: Thing) -> Set {
    if thing == NOBODY { 0 } else { 1 << thing }
}

/// The things of a set, by number.
#[inline]
pub fn members(mut set: Set) -> impl Iterator<Item = Thing> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let thing = set.trailing_zeros() as Thing;
            set &= set - 1;
            thing
        })
    })
}

/// Where a thing is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Zone {
    /// Nowhere: the place in the table is free.
    #[default]
    Free,
    /// In a hand.
    Hand,
    /// On the board.
    Board,
    /// It is a player's hero.
    Hero,
    /// It is a player's hero power.
    Power,
    /// It is held by a hero.
    Weapon,
    /// It lies face down.
    Secret,
    /// It is being cast.
    Cast,
    /// It has gone, and is remembered until everything that is under way is over.
    Gone,
}

/// What is true of a thing for a while, one bit each.
pub mod status {
    /// It has arrived this turn.
    pub const NEW: u8 = 1;
    /// It misses its next attack.
    pub const FROZEN: u8 = 1 << 1;
    /// It was silenced.
    pub const SILENCED: u8 = 1 << 2;
    /// It is to be destroyed.
    pub const DYING: u8 = 1 << 3;
    /// It was made during the game, and is not from a deck.
    pub const MADE: u8 = 1 << 4;
    /// Both players know which card it is, though it is in a hand.
    pub const SHOWN: u8 = 1 << 5;
    /// It may act again in a moment: its attack has been counted.
    pub const REBORN_USED: u8 = 1 << 6;
}

/// A card that is not in a deck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Body {
    /// Which card it is.
    pub card: u16,
    /// When it came to where it is; lower is earlier.
    pub order: u16,
    /// Its attack as it stands.
    pub attack: i16,
    /// The most health it can have as it stands; the durability of a weapon.
    pub health: i16,
    /// The damage on it.
    pub damage: i16,
    /// How much the last damage or healing was.
    pub hit: i16,
    /// Its keywords as they stand.
    pub flags: u32,
    /// The events that its abilities wait for.
    pub listens: u32,
    /// Where it is.
    pub zone: Zone,
    /// Whose it is.
    pub side: u8,
    /// What is true of it for a while, bits of [`status`].
    pub status: u8,
    /// How often it has attacked this turn.
    pub attacks: u8,
    /// Its first change in [`State::changes`], or [`NO_CHANGE`].
    pub first: u8,
    /// How much damage it adds to spells.
    pub spell_power: i8,
    /// How much more it costs by its own changes.
    pub dearer: i8,
    /// What it costs by its own changes, where it is not below 0.
    pub costs: i8,
}

impl Body {
    /// The health that is left.
    #[inline]
    pub fn left(&self) -> i16 {
        self.health.saturating_sub(self.damage)
    }

    /// Whether it has this keyword.
    #[inline]
    pub fn has(&self, flag: u32) -> bool {
        self.flags & flag != 0
    }

    /// Whether this is true of it for a while.
    #[inline]
    pub fn is(&self, status: u8) -> bool {
        self.status & status != 0
    }
}

/// No change.
pub const NO_CHANGE: u8 = u8::MAX;

/// What a change of a thing does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Change {
    /// Nothing: the place is free.
    #[default]
    Free,
    /// Adds attack and health.
    Stats,
    /// Gives keywords: `a` the lower, `b` the higher 16 bits.
    Flags,
    /// Takes keywords.
    NoFlags,
    /// Sets the attack.
    SetAttack,
    /// Sets the health.
    SetHealth,
    /// Adds spell damage.
    SpellPower,
    /// Adds to the cost.
    Dearer,
    /// Sets the cost.
    Costs,
    /// Gives an ability, by number; `b` is the card that gave it.
    Ability,
    /// It belongs to another player for a while: `a` is whose it was.
    Control,
}

/// A change of a thing: one link of a chain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Link {
    /// The next change of the same thing, or [`NO_CHANGE`].
    pub next: u8,
    /// What it does.
    pub change: Change,
    /// How long it lasts, an [`super::program::Until`].
    pub until: u8,
    /// Who made it.
    pub by: u8,
    /// The first number.
    pub a: i16,
    /// The second number.
    pub b: i16,
}

impl Link {
    /// A change that gives or takes keywords.
    pub fn of_flags(change: Change, flags: u32) -> Link {
        Link { change, a: (flags as u16).cast_signed(), b: ((flags >> 16) as u16).cast_signed(), ..Link::default() }
    }
}

/// What is under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Doing {
    /// Nothing.
    #[default]
    Nothing,
    /// A program runs.
    Program,
    /// An event is told to those who wait for it.
    Telling,
    /// Deaths are looked for and dealt with.
    Deaths,
    /// The deathrattles of those who have died are done.
    Rattles,
    /// A card is being played.
    Playing,
    /// A hero power is being used.
    Power,
    /// Somebody attacks.
    Attacking,
    /// A turn ends and the next one begins.
    Turning,
}

/// One of the things that are under way: the last one goes on, the others wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    /// What is under way.
    pub doing: Doing,
    /// How far it has come.
    pub step: u8,
    /// The thing that does it.
    pub me: Thing,
    /// The player who does it.
    pub side: u8,
    /// The target that the player has chosen.
    pub chosen: Thing,
    /// The thing to which it happened.
    pub subject: Thing,
    /// The other thing that had a part in it.
    pub object: Thing,
    /// How often a loop was gone through.
    pub rounds: u8,
    /// Where a program goes on.
    pub pc: u16,
    /// How much it was.
    pub n: i16,
    /// The order of the last one that was told.
    pub told: u16,
    /// The order of the first one that came too late to be told.
    pub limit: u16,
    /// Groups that later steps speak of.
    pub saved: [Set; REGISTERS],
}

impl Default for Frame {
    fn default() -> Self {
        Frame {
            doing: Doing::Nothing,
            step: 0,
            me: NOBODY,
            side: 0,
            chosen: NOBODY,
            subject: NOBODY,
            object: NOBODY,
            rounds: 0,
            pc: NONE,
            n: 0,
            told: 0,
            limit: 0,
            saved: [0; REGISTERS],
        }
    }
}

/// What a player is asked in the middle of an effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Ask {
    /// Nothing.
    #[default]
    Nothing,
    /// Which of new cards to take.
    Discover,
    /// Which of the top cards of the deck to take.
    Look,
}

/// Cards that a player is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Offer {
    /// What is asked.
    pub ask: Ask,
    /// Who is asked.
    pub side: u8,
    /// How many cards there are.
    pub count: u8,
    /// The cards.
    pub cards: [u16; MAX_OFFER],
}

impl Offer {
    /// The cards.
    pub fn cards(&self) -> &[u16] {
        &self.cards[..usize::from(self.count)]
    }
}

impl Default for Offer {
    fn default() -> Self {
        Offer { ask: Ask::Nothing, side: 0, count: 0, cards: [NONE; MAX_OFFER] }
    }
}

/// A few things in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Row<const N: usize> {
    things: [Thing; N],
    count: u8,
}

impl<const N: usize> Default for Row<N> {
    fn default() -> Self {
        Row { things: [NOBODY; N], count: 0 }
    }
}

impl<const N: usize> Row<N> {
    /// The things.
    #[inline]
    pub fn as_slice(&self) -> &[Thing] {
        &self.things[..usize::from(self.count)]
    }

    /// How many there are.
    #[inline]
    pub fn len(&self) -> usize {
        usize::from(self.count)
    }

    /// How many there are, as a number of the game.
    #[inline]
    pub fn count(&self) -> i16 {
        i16::from(self.count)
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether there is no room for one more.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.len() == N
    }

    /// Puts one in at a place; the caller has seen that there is room.
    pub fn insert(&mut self, place: usize, thing: Thing) {
        let count = self.len();
        let place = place.min(count);
        self.things.copy_within(place..count, place + 1);
        self.things[place] = thing;
        self.count += 1;
    }

    /// Puts one behind the others.
    #[inline]
    pub fn push(&mut self, thing: Thing) {
        self.things[self.len()] = thing;
        self.count += 1;
    }

    /// Takes one out, and says where it was.
    pub fn remove(&mut self, thing: Thing) -> Option<usize> {
        let place = self.place(thing)?;
        let count = self.len();
        self.things.copy_within(place + 1..count, place);
        self.count -= 1;
        self.things[self.len()] = NOBODY;
        Some(place)
    }

    /// Where one is.
    #[inline]
    pub fn place(&self, thing: Thing) -> Option<usize> {
        self.as_slice().iter().position(|&one| one == thing)
    }

    /// Puts one in the place of another.
    pub fn replace(&mut self, old: Thing, new: Thing) {
        if let Some(place) = self.place(old) {
            self.things[place] = new;
        }
    }

    /// The things as a set.
    #[inline]
    pub fn set(&self) -> Set {
        self.as_slice().iter().fold(0, |set, &thing| set | 1 << thing)
    }
}

/// The cards of a deck, the top one last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Deck {
    cards: [u16; MAX_DECK],
    count: u8,
}

impl Default for Deck {
    fn default() -> Self {
        Deck { cards: [NONE; MAX_DECK], count: 0 }
    }
}

impl Deck {
    /// The cards, the top one last.
    #[inline]
    pub fn as_slice(&self) -> &[u16] {
        &self.cards[..usize::from(self.count)]
    }

    /// The cards, to be put in another order.
    pub fn as_mut_slice(&mut self) -> &mut [u16] {
        &mut self.cards[..usize::from(self.count)]
    }

    /// How many cards there are.
    #[inline]
    pub fn len(&self) -> usize {
        usize::from(self.count)
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Takes the top card.
    #[inline]
    pub fn pop(&mut self) -> Option<u16> {
        self.count = self.count.checked_sub(1)?;
        Some(std::mem::replace(&mut self.cards[self.len()], NONE))
    }

    /// Puts a card on top; false where there is no room.
    pub fn push(&mut self, card: u16) -> bool {
        if self.len() == MAX_DECK {
            return false;
        }
        self.cards[self.len()] = card;
        self.count += 1;
        true
    }

    /// Takes the card at a place.
    pub fn remove(&mut self, place: usize) -> u16 {
        let card = self.cards[place];
        let count = self.len();
        self.cards.copy_within(place + 1..count, place);
        self.count -= 1;
        self.cards[self.len()] = NONE;
        card
    }
}

/// What belongs to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Side {
    /// The hero.
    pub hero: Thing,
    /// The hero power.
    pub power: Thing,
    /// The weapon.
    pub weapon: Thing,
    /// The hand, from left to right.
    pub hand: Row<MAX_HAND>,
    /// The board, from left to right.
    pub board: Row<MAX_BOARD>,
    /// The secrets, the earliest first.
    pub secrets: Row<MAX_SECRETS>,
    /// The deck.
    pub deck: Deck,
    /// The armour of the hero.
    pub armor: i16,
    /// Mana crystals, full and empty.
    pub crystals: u8,
    /// What can be spent.
    pub mana: u8,
    /// Crystals that are locked this turn.
    pub locked: u8,
    /// Crystals that will be locked next turn.
    pub overload: u8,
    /// The damage of the last empty draw.
    pub fatigue: u8,
    /// Cards played this turn.
    pub played: u8,
    /// Minions played this turn.
    pub minions_played: u8,
    /// Spells cast this turn.
    pub spells_played: u8,
    /// Minions of this side that have died this turn.
    pub died: u8,
    /// How often the hero power was used this turn.
    pub power_used: u8,
}

impl Default for Side {
    fn default() -> Self {
        Side {
            hero: NOBODY,
            power: NOBODY,
            weapon: NOBODY,
            hand: Row::default(),
            board: Row::default(),
            secrets: Row::default(),
            deck: Deck::default(),
            armor: 0,
            crystals: 0,
            mana: 0,
            locked: 0,
            overload: 0,
            fatigue: 0,
            played: 0,
            minions_played: 0,
            spells_played: 0,
            died: 0,
            power_used: 0,
        }
    }
}

/// How the game stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Outcome {
    /// It goes on.
    #[default]
    Open,
    /// Side 0 has won.
    First,
    /// Side 1 has won.
    Second,
    /// Nobody has won.
    Draw,
}

/// Everything that changes during a game on the machine.
#[derive(Clone, Debug)]
pub struct State {
    /// The things.
    pub things: [Body; MAX_THINGS],
    /// The changes of things.
    pub changes: [Link; MAX_CHANGES],
    /// What is under way.
    pub frames: [Frame; MAX_FRAMES],
    /// What belongs to the players.
    pub sides: [Side; 2],
    /// How many frames there are.
    pub depth: u8,
    /// The places of things that are taken.
    pub used: Set,
    /// The things whose auras are at work.
    pub auras: Set,
    /// The events that somebody waits for.
    pub listens: u32,
    /// The first free change, or [`NO_CHANGE`].
    pub free_change: u8,
    /// Whether numbers have to be worked out again.
    pub stale: bool,
    /// Whose turn it is.
    pub active: u8,
    /// Which turn it is, counted from 1; 0 before the first.
    pub turn: u16,
    /// The order of the next thing that moves.
    pub clock: u16,
    /// How the game stands.
    pub outcome: Outcome,
    /// Who attacks.
    pub attacker: Thing,
    /// Who is attacked.
    pub defender: Thing,
    /// What the spell that is being cast is aimed at.
    pub aim: Thing,
    /// Whether the spell that is being cast does nothing.
    pub countered: bool,
    /// Whether the damage that is about to be dealt is not dealt.
    pub prevented: bool,
    /// How many shields were lost by the last step that takes keywords.
    pub lost: u8,
    /// How many of the top cards of the deck are looked at.
    pub looked: u8,
    /// What a player is offered.
    pub offer: Offer,
}

impl Default for State {
    fn default() -> Self {
        let mut changes = [Link::default(); MAX_CHANGES];
        for (place, link) in changes.iter_mut().enumerate() {
            link.next = if place + 1 < MAX_CHANGES { place as u8 + 1 } else { NO_CHANGE };
        }
        State {
            things: [Body::default(); MAX_THINGS],
            changes,
            frames: [Frame::default(); MAX_FRAMES],
            sides: [Side::default(); 2],
            depth: 0,
            used: 0,
            auras: 0,
            listens: 0,
            free_change: 0,
            stale: false,
            active: 0,
            turn: 0,
            clock: 1,
            outcome: Outcome::Open,
            attacker: NOBODY,
            defender: NOBODY,
            aim: NOBODY,
            countered: false,
            prevented: false,
            lost: 0,
            looked: 0,
            offer: Offer::default(),
        }
    }
}

impl State {
    /// A thing.
    #[inline]
    pub fn body(&self, thing: Thing) -> &Body {
        &self.things[usize::from(thing)]
    }

    /// A thing, to be changed.
    #[inline]
    pub fn body_mut(&mut self, thing: Thing) -> &mut Body {
        &mut self.things[usize::from(thing)]
    }

    /// A side.
    #[inline]
    pub fn side(&self, side: u8) -> &Side {
        &self.sides[usize::from(side)]
    }

    /// A side, to be changed.
    #[inline]
    pub fn side_mut(&mut self, side: u8) -> &mut Side {
        &mut self.sides[usize::from(side)]
    }

    /// What is under way now.
    #[inline]
    pub fn top(&self) -> Option<&Frame> {
        self.frames[..usize::from(self.depth)].last()
    }

    /// Begins something; false, and nothing is begun, where too much is under way.
    #[inline]
    pub fn push(&mut self, frame: Frame) -> bool {
        if usize::from(self.depth) == MAX_FRAMES {
            return false;
        }
        self.frames[usize::from(self.depth)] = frame;
        self.depth += 1;
        true
    }

    /// Whether everything has been done and a player is to act.
    #[inline]
    pub fn is_at_rest(&self) -> bool {
        self.depth == 0
    }

    /// The changes of a thing, in the order in which they were made.
    pub fn changes_of(&self, thing: Thing) -> impl Iterator<Item = &Link> {
        let mut next = self.body(thing).first;
        std::iter::from_fn(move || {
            (next != NO_CHANGE).then(|| {
                let link = &self.changes[usize::from(next)];
                next = link.next;
                link
            })
        })
    }

    /// The minions and heroes in play.
    #[inline]
    pub fn characters(&self) -> Set {
        self.minions() | one(self.sides[0].hero) | one(self.sides[1].hero)
    }

    /// The minions in play.
    #[inline]
    pub fn minions(&self) -> Set {
        self.sides[0].board.set() | self.sides[1].board.set()
    }

    /// The same state with orders counted without gaps and changes kept side by side: states that go on in the same way
    /// are equal then.
    #[must_use]
    pub fn canonical(&self) -> State {
        super::canonical::canonical(self)
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        super::canonical::same(&self.canonical(), &other.canonical())
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, out: &mut H) {
        super::canonical::hash(&self.canonical(), out);
    }
}

const _: () = assert!(REGISTERS <= NO_REGISTER as usize);
