//! The program of a card: what its tree is lowered to, and what the machine runs.
//!
//! Everything here is small, copied by value and refers to other parts by number. The parts of all cards of a game stand
//! side by side in one [`Parts`].

/// The place of a step in [`Parts::steps`].
pub type Pc = u16;

/// Stands for "none" wherever a number refers to a part or a card.
pub const NONE: u16 = u16::MAX;

/// Keywords that a thing can have, one bit each.
pub mod flag {
    /// Enemies must attack it first.
    pub const TAUNT: u32 = 1;
    /// The first damage does nothing.
    pub const DIVINE_SHIELD: u32 = 1 << 1;
    /// It can attack at once.
    pub const CHARGE: u32 = 1 << 2;
    /// It can attack twice each turn.
    pub const WINDFURY: u32 = 1 << 3;
    /// It cannot be attacked or targeted by enemies until it attacks.
    pub const STEALTH: u32 = 1 << 4;
    /// It cannot be targeted by spells and hero powers.
    pub const ELUSIVE: u32 = 1 << 5;
    /// It takes no damage.
    pub const IMMUNE: u32 = 1 << 6;
    /// It can attack minions at once.
    pub const RUSH: u32 = 1 << 7;
    /// Damage that it deals heals its owner's hero.
    pub const LIFESTEAL: u32 = 1 << 8;
    /// It comes back with 1 health the first time it dies.
    pub const REBORN: u32 = 1 << 9;
    /// A minion that it damages dies.
    pub const POISONOUS: u32 = 1 << 10;
    /// It does not attack.
    pub const CANNOT_ATTACK: u32 = 1 << 11;
    /// It does not attack heroes.
    pub const CANNOT_ATTACK_HEROES: u32 = 1 << 12;
    /// Its health does not fall below 1.
    pub const CANNOT_FALL: u32 = 1 << 13;
    /// Attacking a minion costs this weapon attack and no durability.
    pub const PAYS_ATTACK: u32 = 1 << 14;
    /// The hero takes no damage while attacking with this weapon.
    pub const GUARDS: u32 = 1 << 15;
    /// It damages the minions beside the one that it attacks as well.
    pub const CLEAVE: u32 = 1 << 16;
    /// Its attack is always equal to its health.
    pub const ATTACK_IS_HEALTH: u32 = 1 << 17;
    /// Its owner's healing deals damage.
    pub const HEALING_HURTS: u32 = 1 << 18;
    /// Its owner's spells and hero power deal and heal twice as much.
    pub const DOUBLES_POWER: u32 = 1 << 19;
    /// Its owner's battlecries are done twice.
    pub const DOUBLES_BATTLECRIES: u32 = 1 << 20;
    /// Its owner's deathrattles are done twice.
    pub const DOUBLES_DEATHRATTLES: u32 = 1 << 21;

    /// The words for keywords that people see and type.
    pub const WORDS: &[(&str, u32)] = &[
        ("taunt", TAUNT),
        ("divine shield", DIVINE_SHIELD),
        ("charge", CHARGE),
        ("windfury", WINDFURY),
        ("stealth", STEALTH),
        ("elusive", ELUSIVE),
        ("immune", IMMUNE),
        ("rush", RUSH),
        ("lifesteal", LIFESTEAL),
        ("reborn", REBORN),
        ("poisonous", POISONOUS),
        ("cannot attack", CANNOT_ATTACK),
    ];
}

/// What texts ask of a card besides its keywords, one bit each.
pub mod mark {
    /// It locks mana crystals.
    pub const OVERLOAD: u16 = 1;
    /// It is a secret.
    pub const SECRET: u16 = 1 << 1;
    /// It has a battlecry.
    pub const BATTLECRY: u16 = 1 << 2;
    /// It has a deathrattle.
    pub const DEATHRATTLE: u16 = 1 << 3;
    /// It has a combo.
    pub const COMBO: u16 = 1 << 4;
    /// The player chooses one of two.
    pub const CHOOSE_ONE: u16 = 1 << 5;
    /// It gives spell damage.
    pub const SPELL_DAMAGE: u16 = 1 << 6;
    /// It is legendary.
    pub const LEGENDARY: u16 = 1 << 7;
    /// It gives back health.
    pub const RESTORES: u16 = 1 << 8;
}

/// Kinds of things, one bit each.
pub mod kind {
    /// Stays on the board and attacks.
    pub const MINION: u8 = 1;
    /// The character that a player plays.
    pub const HERO: u8 = 1 << 1;
    /// Takes effect and is gone.
    pub const SPELL: u8 = 1 << 2;
    /// Is held by a hero.
    pub const WEAPON: u8 = 1 << 3;
    /// What a hero can do each turn.
    pub const POWER: u8 = 1 << 4;
    /// What can be hit.
    pub const CHARACTER: u8 = MINION | HERO;
    /// What can be held in a hand.
    pub const CARD: u8 = MINION | SPELL | WEAPON;
    /// Everything.
    pub const ANY: u8 = MINION | HERO | SPELL | WEAPON | POWER;
}

/// Whose something is, as the card that speaks sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Whose {
    /// Anybody's.
    #[default]
    Any,
    /// The speaker's.
    Mine,
    /// The opponent's.
    Theirs,
}

/// Which one of many, as the card that speaks sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Who {
    /// Anyone.
    #[default]
    Anyone,
    /// The thing that speaks.
    Me,
    /// Any but the thing that speaks.
    NotMe,
    /// Any but the target that the player has chosen.
    NotChosen,
    /// One that stands beside the thing that speaks.
    NextToMe,
    /// One that stands beside the chosen target.
    NextToChosen,
    /// Any but the two that are fighting.
    NotFighting,
    /// The thing that speaks, or one beside it.
    MeAndNext,
    /// The chosen target, or one beside it.
    ChosenAndNext,
}

/// What a thing must be like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Filter {
    /// Its kind, bits of [`kind`].
    pub kinds: u8,
    /// Whose it is.
    pub whose: Whose,
    /// Which one it is.
    pub who: Who,
    /// Whether it is damaged.
    pub damaged: Option<bool>,
    /// Whether it is frozen.
    pub frozen: Option<bool>,
    /// Its tribe, one of the bits; 0 for any.
    pub tribe: u16,
    /// Its class, one of the bits; 0 for any.
    pub class: u16,
    /// Its school, by number; 0 for any.
    pub school: u8,
    /// Keywords that it must have, bits of [`flag`].
    pub has: u32,
    /// What its card must be like, bits of [`mark`].
    pub marks: u16,
    /// The bounds of its attack.
    pub attack: (i16, i16),
    /// The bounds of its health.
    pub health: (i16, i16),
    /// The bounds of its cost.
    pub cost: (i16, i16),
    /// The card that it must be, or [`NONE`].
    pub card: u16,
    /// The card that it must not be, or [`NONE`].
    pub not_card: u16,
    /// The pool that its card must be in, or [`NONE`].
    pub pool: u16,
    /// Which classes its card may have.
    pub classes: Classes,
    /// Whether kind, side and who it is are all that it asks for; known once everything is lowered.
    pub plain: bool,
}

/// Which classes a card may have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Classes {
    /// Any.
    #[default]
    All,
    /// That of the player's hero, or none.
    Own,
    /// That of the player's hero.
    OnlyOwn,
    /// One that is not that of the player's hero.
    Other,
}

/// No bounds.
pub const UNBOUND: (i16, i16) = (i16::MIN, i16::MAX);

impl Filter {
    /// What fits every thing of these kinds.
    pub const fn of(kinds: u8) -> Filter {
        Filter {
            kinds,
            whose: Whose::Any,
            who: Who::Anyone,
            damaged: None,
            frozen: None,
            tribe: 0,
            class: 0,
            school: 0,
            has: 0,
            marks: 0,
            attack: UNBOUND,
            health: UNBOUND,
            cost: UNBOUND,
            card: NONE,
            not_card: NONE,
            pool: NONE,
            classes: Classes::All,
            plain: false,
        }
    }

    /// Notes whether kind, side and who it is are all that is asked for.
    pub(crate) fn note_plain(&mut self) {
        self.plain = self.asks_little();
    }

    /// Whether kind, side and who it is are all that is asked for.
    pub(crate) fn asks_little(&self) -> bool {
        *self == Filter { whose: self.whose, who: self.who, plain: self.plain, ..Filter::of(self.kinds) }
    }
}

/// Where things are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum From {
    /// Among the minions and heroes in play.
    Characters,
    /// Among the minions in play.
    Minions,
    /// The heroes.
    Heroes,
    /// The weapons.
    Weapons,
    /// The secrets.
    Secrets,
    /// The hand of a player.
    Hand(Whose),
    /// The thing that speaks.
    Me,
    /// The target that the player has chosen.
    Chosen,
    /// The thing to which something happens.
    Subject,
    /// The other thing that has a part in it.
    Object,
    /// A register.
    Saved(u8),
}

/// Who picks from what was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pick {
    /// All of them.
    All,
    /// So many, by chance, none twice.
    Random(u8),
    /// All but one, which chance picks.
    AllButOne,
    /// The one with the greatest attack (or health, or cost); chance settles ties.
    Highest(Stat),
    /// The one with the smallest.
    Lowest(Stat),
    /// The first from the left.
    Leftmost,
    /// The last.
    Rightmost,
}

/// A group of things, found when it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Select {
    /// Where they are looked for.
    pub from: From,
    /// What they must be like.
    pub filter: Filter,
    /// Who picks.
    pub pick: Pick,
    /// The register that keeps them, or [`NO_REGISTER`].
    pub save: u8,
}

/// Stands for no register.
pub const NO_REGISTER: u8 = u8::MAX;
/// The number of registers of a frame.
pub const REGISTERS: usize = 2;

/// A number of a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stat {
    /// How hard it hits.
    Attack,
    /// How much it bears now.
    Health,
    /// How much it costs.
    Cost,
}

/// The place of a group in [`Parts::selects`].
pub type SelectId = u16;
/// The place of a value in [`Parts::values`].
pub type ValueId = u16;
/// The place of a condition in [`Parts::conditions`].
pub type ConditionId = u16;

/// A number that is worked out when it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// A fixed number.
    Number(i16),
    /// Damage of a spell: spell damage adds to it, where it is a spell that speaks.
    SpellDamage(i16),
    /// Health that a spell or hero power gives back.
    Healing(i16),
    /// A number between two, picked by chance; of a spell that spell damage adds to where the flag is set.
    Between(i16, i16, bool),
    /// A number of a group, added up.
    Of(SelectId, Stat),
    /// How many there are.
    Count(SelectId),
    /// How much it was that happened.
    ThatMuch,
    /// The armour of a player's hero.
    Armor(Whose),
    /// How many cards a player holds.
    HandSize(Whose),
    /// How many other cards were played this turn before.
    PlayedEarlier,
    /// How much health a hero is short of.
    DamageTaken(Whose),
    /// How many shields were lost by the step before.
    Lost,
    /// How many cards a deck lacks to have as many as asked: the cards that a player holds more than the speaker.
    HandLead,
    /// So many times another value.
    Times(i16, ValueId),
    /// Another value and spell damage: what a spell works out itself.
    WithSpellDamage(ValueId),
    /// How many friendly minions have died this turn.
    DiedThisTurn(Whose),
}

/// Something that can be so or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// The group has at least so many members.
    AtLeast(SelectId, u8),
    /// The group is empty.
    None(SelectId),
    /// A value is within bounds.
    Within(ValueId, i16, i16),
    /// The thing in the group has died or is about to.
    Dies(SelectId),
    /// The thing in the group lives.
    Survives(SelectId),
    /// The hand of a player is empty.
    HandEmpty(Whose),
    /// The hand of a player is full.
    HandFull(Whose),
    /// It is the turn of this player.
    TurnOf(Whose),
    /// Another card was played this turn before.
    Combo,
    /// The speaker is damaged.
    MeDamaged,
    /// It is the first card of this kind this turn: of all, minions, spells.
    FirstThisTurn(u8),
    /// There is unspent mana.
    UnspentMana,
    /// No two cards of the deck are the same.
    NoDuplicates,
    /// A player's deck has no such card.
    DeckLacks(Whose, SelectId),
    /// There is room on a side of the board.
    Room(Whose),
    /// The hero power is one of two cards.
    PowerIs(u16, u16),
    /// A pool has a card that does not stand on the speaker's side.
    PoolLeft(u16),
    /// It is not so.
    Not(ConditionId),
    /// Both are so.
    Both(ConditionId, ConditionId),
}

/// How long a change lasts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Until {
    /// As long as the thing is what it is.
    #[default]
    Always,
    /// To the end of this turn.
    EndOfTurn,
    /// Until the next turn of the player who made the change begins.
    YourNextTurn,
    /// To the end of the next turn of the opponent of the player who made it.
    TheirNextTurn,
}

/// What a thing gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Gains {
    /// Attack.
    pub attack: ValueId,
    /// Health; durability for a weapon.
    pub health: ValueId,
    /// Keywords, bits of [`flag`].
    pub flags: u32,
    /// Spell damage.
    pub spell_power: i8,
    /// An ability, or [`NONE`].
    pub ability: u16,
    /// One keyword by chance in place of all of them.
    pub one_of: bool,
}

/// What is put into play, into a hand or into a deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Make {
    /// This card.
    Card(u16),
    /// One of a pool, by chance.
    Random(u16),
    /// One of a pool that does not stand on the player's side yet, by chance.
    RandomNew(u16),
    /// The card of a thing, as it is printed.
    Printed(SelectId),
    /// A copy of a thing with all that it has.
    Copy(SelectId),
    /// A copy of a thing with these numbers.
    SizedCopy(SelectId, i8, i8),
    /// A copy of a card in a player's deck that fits a group's filter, by chance.
    FromDeck(Whose, SelectId),
    /// Such a card out of the player's own deck.
    Recruit(SelectId),
}

/// Where a returned thing goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum To {
    /// The hand of the one that it belongs to.
    Hand,
    /// The deck.
    Deck,
}

/// One step of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// The program is over.
    End,
    /// Goes on elsewhere.
    Jump(Pc),
    /// Goes on elsewhere unless a condition holds.
    Unless(ConditionId, Pc),
    /// Goes on elsewhere, with the rest of 100 %.
    Chance(u8, Pc),
    /// Begins a loop: goes on elsewhere where the value is not above 0.
    Repeat(ValueId, Pc),
    /// Ends a loop: goes back to its first step until it was done so many times.
    Again(Pc),
    /// Finds a group, for later steps.
    Find(SelectId),
    /// Deals damage.
    Damage(SelectId, ValueId),
    /// The one in the second group deals damage.
    DamageBy(SelectId, ValueId, SelectId),
    /// Deals damage point by point.
    Split(SelectId, ValueId),
    /// Gives health back.
    Restore(SelectId, ValueId),
    /// Gives health back point by point.
    SplitRestore(SelectId, ValueId),
    /// Gives all health back.
    RestoreAll(SelectId),
    /// Gives something to things: see [`Parts::gains`].
    Give(SelectId, u16, Until),
    /// Sets the attack.
    SetAttack(SelectId, ValueId),
    /// Sets the health.
    SetHealth(SelectId, ValueId),
    /// Sets the health that is left.
    SetRemaining(SelectId, ValueId),
    /// Doubles the attack.
    DoubleAttack(SelectId),
    /// Doubles the health.
    DoubleHealth(SelectId),
    /// Attack and health change places.
    SwapStats(SelectId),
    /// Takes durability.
    LoseDurability(SelectId, ValueId),
    /// Takes keywords away.
    LoseFlags(SelectId, u32),
    /// Changes what cards cost: adds, or sets where the flag is set.
    ChangeCost(SelectId, i8, bool),
    /// A hero gets armour.
    Armor(Whose, ValueId),
    /// Draws cards.
    Draw(Whose, ValueId, u8),
    /// Draws cards that fit a group's filter.
    DrawSuch(SelectId, ValueId, u8),
    /// Shows the top cards of the deck.
    LookTop(u8),
    /// The player takes one of those shown.
    TakeLooked,
    /// Those that are left of them are gone.
    DropLooked,
    /// Cards leave the hand for good.
    Discard(SelectId),
    /// Cards come into a hand.
    Get(Whose, Make, ValueId),
    /// Cards come into the hand of the player who did not do what happened.
    GetOther(Make, ValueId),
    /// Cards are shuffled into a deck.
    ShuffleIn(Whose, Make, ValueId),
    /// The player sees three cards of a pool and takes one.
    Discover(u16, Classes),
    /// The player sees three different cards of the deck and takes one.
    DiscoverFromDeck(SelectId),
    /// Minions come into play; what they get besides is kept in a register.
    Summon(Whose, Make, ValueId, u8),
    /// Fills a side of the board.
    Fill(Whose, Make),
    /// A minion comes into play as the new target.
    SummonTarget(Make),
    /// A hero gets a weapon.
    Equip(Whose, Make),
    /// Things turn into something else.
    Transform(SelectId, Make),
    /// A hero is replaced by a card.
    ReplaceHero(Whose, u16),
    /// A hero power is replaced by a card, where it is not that already.
    ReplacePower(Whose, u16),
    /// Removes from play.
    Destroy(SelectId),
    /// Takes things away, without dying.
    Remove(SelectId),
    /// Takes away all abilities and changes.
    Silence(SelectId),
    /// They miss their next attack.
    Freeze(SelectId),
    /// Minions change sides.
    TakeControl(SelectId, Until),
    /// Puts back from play.
    Return(SelectId, To),
    /// Brings dead minions back with so much health; 0 for all of it.
    Revive(SelectId, i8),
    /// Two things change places.
    Swap(SelectId, SelectId),
    /// One thing attacks another.
    Attack(SelectId, SelectId),
    /// Another becomes the one that is attacked.
    Redirect(SelectId),
    /// The spell does nothing.
    Counter,
    /// The damage is not dealt.
    Prevent,
    /// Mana crystals: full ones where the flag is set.
    Crystals(Whose, i8, bool),
    /// Mana for this turn.
    Mana(Whose, i8),
    /// Does the deathrattles of things.
    Deathrattles(SelectId),
}

/// What can happen, as abilities ask for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum When {
    /// A turn begins; the subject is the hero whose turn it is.
    TurnStart,
    /// A turn ends.
    TurnEnd,
    /// A card is played, before it takes effect.
    Play,
    /// A card was played.
    AfterPlay,
    /// A spell is cast, before it takes effect.
    Cast,
    /// A spell was cast.
    AfterCast,
    /// A spell is aimed at something; the subject is the target, the object the spell.
    Aim,
    /// A minion enters play.
    Summon,
    /// A minion has entered play.
    AfterSummon,
    /// A minion dies.
    Die,
    /// Damage was taken; the object dealt it.
    Damage,
    /// Health was given back.
    Heal,
    /// An attack begins; the object is attacked.
    Attack,
    /// An attack is over.
    AfterAttack,
    /// A card was drawn.
    Draw,
    /// A card was discarded.
    Discard,
    /// A secret was turned up.
    Reveal,
    /// A hero got armour.
    Armor,
    /// A hero power was used.
    Power,
    /// Something was frozen.
    Freeze,
    /// A shield was lost.
    LoseShield,
    /// A hero is about to take damage that kills.
    Fatal,
}

impl When {
    /// The bit of this event in masks of events.
    #[inline]
    pub const fn bit(self) -> u32 {
        1 << self as u8
    }
}

/// What a card does each time something happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Trigger {
    /// What happens.
    pub when: When,
    /// To whom, a group's filter.
    pub subject: Filter,
    /// With whom, a group's filter.
    pub object: Option<Filter>,
    /// What must be so, or [`NONE`].
    pub condition: ConditionId,
    /// What is done.
    pub run: Pc,
    /// Whether it happens only once.
    pub once: bool,
    /// Whether it works from the hand, too.
    pub in_hand: bool,
}

/// What is so as long as a card is in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aura {
    /// Things have something.
    Have(Filter, u16),
    /// Cards in a hand cost less by so much, or so much where the flag is set; not less than the last number.
    Cost {
        /// Which cards.
        cards: Filter,
        /// By how much, or how much.
        by: i8,
        /// Whether the cost is set.
        set: bool,
        /// The cost that it does not make lower.
        least: i8,
        /// Whether the next such card uses it up.
        once: bool,
    },
}

/// An ability: what a thing does or has besides its keywords.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ability {
    /// Something is done each time something happens.
    Trigger(Trigger),
    /// Something is done when it dies.
    Deathrattle(Pc),
    /// Something is so as long as it is in play and a condition holds.
    Aura(Aura, ConditionId),
    /// The card itself costs less, once for each.
    CostsLess(ValueId),
    /// The card itself costs so much if a condition holds; less by so much where the flag is not set.
    CostsIf(ConditionId, i8, bool),
}

/// One way to play a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mode {
    /// What is done, or [`NONE`].
    pub run: Pc,
    /// What the player must choose.
    pub target: Option<Filter>,
    /// The condition without which nothing is to be chosen, or [`NONE`].
    pub asks_if: ConditionId,
    /// What must be so for a spell to be played, or [`NONE`].
    pub needs: ConditionId,
}

/// The parts of the programs of all cards of a game.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    /// The steps.
    pub steps: Vec<Step>,
    /// The groups.
    pub selects: Vec<Select>,
    /// The values.
    pub values: Vec<Value>,
    /// The conditions.
    pub conditions: Vec<Condition>,
    /// What things get.
    pub gains: Vec<Gains>,
    /// The abilities.
    pub abilities: Vec<Ability>,
    /// The pools, each a list of cards.
    pub pools: Vec<Vec<u16>>,
}

impl Parts {
    /// How many there are of everything.
    pub(crate) fn sizes(&self) -> [usize; 7] {
        [
            self.steps.len(),
            self.selects.len(),
            self.values.len(),
            self.conditions.len(),
            self.gains.len(),
            self.abilities.len(),
            self.pools.len(),
        ]
    }

    /// Drops what has come since there were so many.
    pub(crate) fn cut(&mut self, [steps, selects, values, conditions, gains, abilities, pools]: [usize; 7]) {
        self.steps.truncate(steps);
        self.selects.truncate(selects);
        self.values.truncate(values);
        self.conditions.truncate(conditions);
        self.gains.truncate(gains);
        self.abilities.truncate(abilities);
        self.pools.truncate(pools);
    }
}
