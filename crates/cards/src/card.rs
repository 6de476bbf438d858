//! A card as its source gives it: facts, numbers, text and links, before anybody has read the text.

use ludus_cardtext::Game;
use serde::{Deserialize, Serialize};

/// A card of any game. Facts that a game does not have are absent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// The key of the card in its table; never shared by two cards.
    pub id: String,
    /// The number that deck codes name it by.
    pub number: Option<u32>,
    /// The name that is printed on it.
    pub name: String,
    /// The game that it belongs to.
    #[serde(with = "game_by_name")]
    pub game: Game,
    /// The sets that it appears in, the main one first: `vanilla`, `core`, `wtr`.
    pub sets: Vec<String>,
    /// What kind of card it is.
    pub kind: Kind,
    /// Its classes and talents; none is neutral.
    pub classes: Vec<String>,
    /// Its rarity in lower case.
    pub rarity: Option<String>,
    /// The numbers that are printed on it.
    pub numbers: Numbers,
    /// The tribes of a minion, or the subtypes of a Flesh and Blood card.
    pub tribes: Vec<String>,
    /// The school of a spell, or the size of a trinket.
    pub school: Option<String>,
    /// Whether it can be put into a deck or a pool; tokens cannot.
    pub collectible: bool,
    /// What the source says that the card has.
    pub keywords: Vec<Mark>,
    /// What the source says that the text of the card speaks of.
    pub referenced: Vec<Mark>,
    /// The values of `{0}` to `{5}` in its text.
    pub slots: [Option<i32>; 6],
    /// Its text as it is stored, markup included.
    pub text: String,
    /// The cards that belong to it.
    pub links: Vec<Link>,
    /// Where it can turn up in Battlegrounds.
    pub pool: Pool,
}

impl Card {
    /// A card without any facts.
    pub fn new(id: &str, name: &str, game: Game, kind: Kind) -> Card {
        Card {
            id: id.to_owned(),
            number: None,
            name: name.to_owned(),
            game,
            sets: Vec::new(),
            kind,
            classes: Vec::new(),
            rarity: None,
            numbers: Numbers::default(),
            tribes: Vec::new(),
            school: None,
            collectible: true,
            keywords: Vec::new(),
            referenced: Vec::new(),
            slots: [None; 6],
            text: String::new(),
            links: Vec::new(),
            pool: Pool::default(),
        }
    }

    /// The value of a keyword that the source says the card has; 1 where it only says that it has it.
    pub fn keyword(&self, name: &str) -> Option<i32> {
        self.keywords.iter().find(|mark| mark.name == name).map(|mark| mark.value)
    }

    /// Whether the card is in this set.
    pub fn in_set(&self, set: &str) -> bool {
        self.sets.iter().any(|one| one == set)
    }

    /// The ids of the cards that are linked in this way.
    pub fn linked(&self, relation: Relation) -> impl Iterator<Item = &str> {
        self.links.iter().filter(move |link| link.relation == relation).map(|link| link.to.as_str())
    }

    /// The name by which its text speaks of the card itself: Flesh and Blood texts do, the others say "this".
    pub fn own_name(&self) -> Option<&str> {
        (self.game == Game::FleshAndBlood).then_some(self.name.as_str())
    }
}

/// The numbers printed on a card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Numbers {
    /// What it costs to play.
    pub cost: Option<i32>,
    /// How hard it hits.
    pub attack: Option<i32>,
    /// How much damage it takes.
    pub health: Option<i32>,
    /// How often a weapon or location can be used.
    pub durability: Option<i32>,
    /// The armour of a hero.
    pub armor: Option<i32>,
    /// The tavern tier.
    pub tier: Option<i32>,
    /// The resources that it gives when pitched.
    pub pitch: Option<i32>,
    /// The power of an attack or weapon.
    pub power: Option<i32>,
    /// How much it defends.
    pub defense: Option<i32>,
    /// The number of cards that a hero draws up to.
    pub intellect: Option<i32>,
    /// The life of a Flesh and Blood hero or ally.
    pub life: Option<i32>,
}

/// What the source asserts about a card, with the amount where there is one: `taunt` 1, `overload` 2.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Mark {
    /// What is asserted, in lower case with hyphens.
    pub name: String,
    /// The amount, or 1.
    pub value: i32,
}

/// A card that belongs to another one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Link {
    /// How it belongs to it.
    pub relation: Relation,
    /// Its id.
    pub to: String,
}

/// Where a card can turn up in Battlegrounds.
#[expect(clippy::struct_excessive_bools, reason = "independent facts of the data")]
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pool {
    /// Whether it is a minion of the tavern.
    pub minion: bool,
    /// Whether it is a spell of the tavern.
    pub spell: bool,
    /// Whether it is a hero that can be picked.
    pub hero: bool,
    /// Whether it is there in Duos only.
    pub duos: bool,
    /// Whether it is golden.
    pub golden: bool,
    /// The tribes of which one must be in the lobby.
    pub needs: Vec<String>,
}

/// Declares an enum whose values are written as words.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $value:ident = $word:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $word)] $value,)*
        }

        impl $name {
            /// All of them.
            pub const ALL: &[$name] = &[$($name::$value),*];

            /// The word that people type.
            pub fn word(self) -> &'static str {
                match self { $($name::$value => $word,)* }
            }

            /// What this word names.
            pub fn named(word: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|one| one.word() == word)
            }
        }
    };
}

words! {
    /// The kinds of cards.
    Kind {
        /// Stays on the board, attacks and is attacked.
        Minion = "minion",
        /// Takes effect and is gone.
        Spell = "spell",
        /// Is held by a hero, or by a Flesh and Blood hero in the weapon zone.
        Weapon = "weapon",
        /// The character that a seat plays.
        Hero = "hero",
        /// What a hero can do each turn.
        HeroPower = "hero-power",
        /// A place on the board that is used.
        Location = "location",
        /// A spell that the tavern sells.
        TavernSpell = "tavern-spell",
        /// A lasting gift in Battlegrounds.
        Trinket = "trinket",
        /// What a Battlegrounds quest gives.
        QuestReward = "quest-reward",
        /// A rule of one Battlegrounds lobby.
        Anomaly = "anomaly",
        /// An action that is no attack.
        Action = "action",
        /// An action that attacks.
        AttackAction = "attack-action",
        /// Played by the attacker in the reaction step.
        AttackReaction = "attack-reaction",
        /// Played by the defender in the reaction step.
        DefenseReaction = "defense-reaction",
        /// Played whenever one has priority.
        Instant = "instant",
        /// Worn by a hero.
        Equipment = "equipment",
        /// Defends and does nothing else.
        Block = "block",
        /// Is only there to be pitched.
        Resource = "resource",
        /// Made by other cards.
        Token = "token",
        /// Teaches a young hero.
        Mentor = "mentor",
        /// Goes along with a hero.
        Companion = "companion",
        /// A rule that a card refers to.
        Macro = "macro",
    }
}

words! {
    /// How a card belongs to another one.
    Relation {
        /// It is the card that this one is a copy of.
        CopyOf = "copy-of",
        /// It is a token or another card of which the text speaks.
        Related = "related",
        /// It is shown beside the card.
        ShownWith = "shown-with",
        /// It explains the card.
        Guide = "guide",
        /// It is the spell that the card makes each turn.
        Spellcraft = "spellcraft",
        /// It is the better form of the hero power.
        Upgraded = "upgraded",
        /// It is the buddy of the hero.
        Buddy = "buddy",
        /// It is the golden form.
        Golden = "golden",
        /// It is the form that is not golden.
        GoldenOf = "golden-of",
        /// It is the power of the hero.
        HeroPower = "hero-power",
        /// It is what the card turns into.
        Evolution = "evolution",
        /// It is what the quest gives.
        Reward = "reward",
    }
}

/// A game is written as its name.
mod game_by_name {
    use std::fmt;

    use ludus_cardtext::Game;
    use serde::de::{Error, Visitor};
    use serde::{Deserializer, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
    pub(super) fn serialize<S: Serializer>(game: &Game, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(game.name())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Game, D::Error> {
        from.deserialize_str(Name)
    }

    struct Name;

    impl Visitor<'_> for Name {
        type Value = Game;

        fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
            out.write_str("the name of a game")
        }

        fn visit_str<E: Error>(self, name: &str) -> Result<Game, E> {
            Game::named(name).ok_or_else(|| E::custom(format_args!("there is no game `{name}`")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_survives_json() {
        let mut card = Card::new("my-imp", "My Imp", Game::Battlegrounds, Kind::Minion);
        card.links.push(Link { relation: Relation::Golden, to: "my-imp-2".to_owned() });
        card.slots[1] = Some(-2);
        let json = serde_json::to_string(&card).unwrap();
        assert!(json.starts_with(
            r#"{"id":"my-imp","number":null,"name":"My Imp","game":"battlegrounds","sets":[],"kind":"minion""#
        ));
        assert_eq!(serde_json::from_str::<Card>(&json).unwrap(), card);
    }

    #[test]
    fn every_kind_has_its_own_word() {
        for &kind in Kind::ALL {
            assert_eq!(Kind::named(kind.word()), Some(kind));
        }
    }
}
