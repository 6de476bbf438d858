//! What the official data asserts about a card, held against what its text was understood to say.
//!
//! A tag says that the card has something; a referenced tag says that its text speaks of it. Both are known without
//! reading the text, so they check the reading.

use std::collections::BTreeSet;

use ludus_cardtext::definition::{Definition, KindId};
use ludus_cardtext::{Tree, Value};
use serde::Serialize;

use crate::card::Card;

/// A tag of the data and the kinds of nodes that say the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Its number in the data.
    pub number: u32,
    /// Its name in lower case with hyphens, as it stands in [`crate::card::Mark`].
    pub name: &'static str,
    /// The kinds of the grammar that say the same; none where the tag is only a fact.
    pub kinds: &'static [&'static str],
}

/// Where the data and the text say different things.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Disagreement {
    /// The id of the card.
    pub card: String,
    /// The name of the tag.
    pub tag: &'static str,
    /// What is different.
    pub what: Difference,
}

/// In which way the data and the text say different things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Difference {
    /// The data says that the card has it; its text does not.
    OnlyTag,
    /// The text says that the card has it; the data does not.
    OnlyText,
    /// The data says that the text speaks of it; it does not.
    OnlyReference,
}

/// The tag with this number.
pub(crate) fn numbered(number: u32) -> Option<&'static Tag> {
    TAGS.binary_search_by_key(&number, |tag| tag.number).ok().map(|place| &TAGS[place])
}

/// Checks a card's tags against its tree, as far as the grammar has a kind for a tag.
pub fn check(definition: &Definition, card: &Card, tree: &Tree) -> Vec<Disagreement> {
    let said = Said::by(definition, tree);
    let mut out = Vec::new();
    for tag in TAGS {
        let kinds: Vec<KindId> = tag.kinds.iter().filter_map(|name| definition.kind_named(name)).collect();
        if kinds.is_empty() {
            continue;
        }
        let has = kinds.iter().any(|kind| said.has.contains(kind));
        let speaks = kinds.iter().any(|kind| said.speaks_of.contains(kind));
        let tagged = card.keyword(tag.name).is_some();
        let referenced = card.referenced.iter().any(|mark| mark.name == tag.name);
        let mut differs = |what| out.push(Disagreement { card: card.id.clone(), tag: tag.name, what });
        if tagged && !has {
            differs(Difference::OnlyTag);
        } else if has && !tagged {
            differs(Difference::OnlyText);
        }
        if referenced && !speaks && !has {
            differs(Difference::OnlyReference);
        }
    }
    out
}

/// The kinds of [`TAGS`] that a grammar does not have, so that a renamed kind is noticed.
pub fn kinds_without_grammar(definition: &Definition) -> Vec<&'static str> {
    let kinds = TAGS.iter().flat_map(|tag| tag.kinds);
    kinds.copied().filter(|name| definition.kind_named(name).is_none()).collect()
}

/// The kinds that stand in a tree: those that the card itself has, and those that its text speaks of.
struct Said {
    has: BTreeSet<KindId>,
    speaks_of: BTreeSet<KindId>,
}

impl Said {
    fn by(definition: &Definition, tree: &Tree) -> Said {
        let mut said = Said { has: BTreeSet::new(), speaks_of: BTreeSet::new() };
        said.walk(definition, tree, true);
        said
    }

    /// A card has what stands directly in its abilities (in sorts marked as structure); what stands inside of a deed is
    /// only spoken of.
    fn walk(&mut self, definition: &Definition, tree: &Tree, own: bool) {
        if own {
            self.has.insert(tree.kind);
        } else {
            self.speaks_of.insert(tree.kind);
        }
        let own = own && definition.sort_has_mark(tree.kind, "structure");
        for value in &tree.fields {
            match value {
                Value::Tree(tree) => self.walk(definition, tree, own),
                Value::List(list) => list.iter().for_each(|tree| self.walk(definition, tree, own)),
                _ => {}
            }
        }
    }
}

const fn keyword(number: u32, name: &'static str, kinds: &'static [&'static str]) -> Tag {
    Tag { number, name, kinds }
}

/// All tags that become marks of a card, by number. This is the one place where tags and kinds meet.
pub const TAGS: &[Tag] = &[
    keyword(32, "trigger-visual", &[]),
    keyword(189, "windfury", &["Windfury"]),
    keyword(190, "taunt", &["Taunt"]),
    keyword(191, "stealth", &["Stealth"]),
    keyword(192, "spellpower", &["Power"]),
    keyword(194, "divine-shield", &["DivineShield"]),
    keyword(197, "charge", &["Charge"]),
    keyword(208, "freeze", &["Freeze"]),
    keyword(212, "enraged", &["Enrage"]),
    keyword(215, "overload", &["Overload"]),
    keyword(217, "deathrattle", &["Deathrattle", "OnDeathrattle"]),
    keyword(218, "battlecry", &["Battlecry", "OnBattlecry"]),
    keyword(219, "secret", &["Secret"]),
    keyword(220, "combo", &["Combo"]),
    keyword(227, "cant-attack", &["CantAttack"]),
    keyword(240, "immune", &["Immune"]),
    keyword(325, "targeting-arrow-text", &[]),
    keyword(339, "silence", &["Silence"]),
    keyword(362, "aura", &[]),
    keyword(363, "poisonous", &["Poisonous"]),
    keyword(403, "inspire", &["Inspire"]),
    keyword(415, "discover", &[]),
    keyword(443, "choose-one", &["ChooseOne"]),
    keyword(448, "untouchable", &[]),
    keyword(462, "quest", &["Quest"]),
    keyword(535, "quest-progress-total", &[]),
    keyword(685, "lifesteal", &["Lifesteal"]),
    keyword(791, "rush", &["Rush"]),
    keyword(846, "echo", &["Echo"]),
    keyword(849, "magnetic", &["Magnetic"]),
    keyword(923, "overkill", &["Overkill"]),
    keyword(1085, "reborn", &["Reborn"]),
    keyword(1192, "sidequest", &["Sidequest"]),
    keyword(1193, "twinspell", &["Twinspell"]),
    keyword(1207, "mega-windfury", &["MegaWindfury"]),
    keyword(1211, "elusive", &["Elusive"]),
    keyword(1333, "outcast", &["Outcast"]),
    keyword(1427, "spellburst", &["Spellburst"]),
    keyword(1518, "dormant", &["Dormant"]),
    keyword(1524, "corrupt", &["Corrupt"]),
    keyword(1531, "start-of-combat", &["StartOfCombat"]),
    keyword(1637, "frenzy", &["Frenzy"]),
    keyword(1720, "tradeable", &["Tradeable"]),
    keyword(1725, "questline", &["Questline"]),
    keyword(1743, "deck-action-cost", &[]),
    keyword(1920, "honorable-kill", &["HonorableKill"]),
    keyword(2129, "avenge", &["Avenge"]),
    keyword(2247, "colossal", &["Colossal"]),
    keyword(2332, "dredge", &[]),
    keyword(2359, "spellcraft", &["Spellcraft"]),
    keyword(2456, "infuse", &["Infuse"]),
    keyword(2772, "titan", &["Titan"]),
    keyword(2785, "forge", &["Forge"]),
    keyword(2820, "finale", &["Finale"]),
    keyword(2821, "overheal", &["Overheal"]),
    keyword(2853, "venomous", &["Venomous"]),
    keyword(2905, "quickdraw", &["Quickdraw"]),
    keyword(3318, "miniaturize", &["Miniaturize"]),
    keyword(3399, "gigantify", &["Gigantify"]),
    keyword(3744, "end-of-turn-trigger", &[]),
    keyword(4028, "kindred", &["Kindred"]),
    keyword(4204, "rally", &["Rally"]),
    keyword(4309, "herald", &["Herald"]),
];

#[cfg(test)]
mod tests {
    use ludus_cardtext::{Game, Grammar, Names};

    use super::*;
    use crate::card::{Kind, Mark};

    const GRAMMAR: &str = "\
sort text (structure): a text
sort ability (structure): an ability
text Card: All.
    <abilities:ability+>
ability Keywords: What a card has.
    ^<list:keyword>
ability Sentence: What it does.
    ^<step:step>.
sort step: a step
step Give: Gives.
    give <what:keyword>
sort keyword: a keyword
keyword Taunt: t
    Taunt
keyword Rush: r
    Rush
";

    fn differences(text: &str, has: &[&str], speaks_of: &[&str]) -> Vec<(&'static str, Difference)> {
        let grammar = Grammar::read(&[("test.grammar", GRAMMAR)]).unwrap();
        let tree = grammar.parse(Game::Hearthstone, text, None, &Names::default()).unwrap();
        let mut card = Card::new("x", "X", Game::Hearthstone, Kind::Minion);
        let marks =
            |names: &[&str]| names.iter().map(|&name| Mark { name: name.to_owned(), value: 1 }).collect::<Vec<_>>();
        card.keywords = marks(has);
        card.referenced = marks(speaks_of);
        check(grammar.definition(), &card, &tree).into_iter().map(|one| (one.tag, one.what)).collect()
    }

    #[test]
    fn what_a_card_has_and_what_its_text_speaks_of_are_told_apart() {
        assert_eq!(differences("Taunt Give Rush.", &["taunt"], &["rush"]), []);
        assert_eq!(differences("Give Taunt.", &["taunt"], &[]), [("taunt", Difference::OnlyTag)]);
        assert_eq!(differences("Taunt", &[], &[]), [("taunt", Difference::OnlyText)]);
        assert_eq!(differences("Taunt", &["taunt"], &["rush"]), [("rush", Difference::OnlyReference)]);
    }

    #[test]
    fn tags_are_sorted_and_named_once() {
        assert!(TAGS.windows(2).all(|pair| pair[0].number < pair[1].number));
        let names: BTreeSet<&str> = TAGS.iter().map(|tag| tag.name).collect();
        assert_eq!(names.len(), TAGS.len());
    }
}
