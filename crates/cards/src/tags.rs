//! What the official data asserts about a card, held against what its text was understood to say.
//!
//! A tag says that the card has something; a referenced tag says that its text speaks of it. Both are known without
//! reading the text, so they check the reading.

use std::collections::BTreeSet;

use ludus_cardtext::definition::{Definition, KindId, What};
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
    /// The word for it in texts, as far as all its forms agree.
    pub word: &'static str,
    /// Whether it is something that a card does, wherever its text says so, and not something that it has.
    pub is_deed: bool,
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

/// Holds the tags of cards against their trees, as far as the grammar has a kind for a tag.
pub struct Checker<'a> {
    definition: &'a Definition,
    tags: Vec<Known>,
}

/// A tag and what the grammar has for it.
struct Known {
    tag: &'static Tag,
    /// The kinds that say that a card has it, or does it.
    kinds: BTreeSet<KindId>,
    /// The kinds with a phrase in which its word stands: `Secret` in "a Secret from your deck".
    speaking: BTreeSet<KindId>,
}

impl<'a> Checker<'a> {
    /// A checker for trees of this grammar.
    pub fn new(definition: &'a Definition) -> Checker<'a> {
        let known = |tag: &'static Tag| {
            let kinds: BTreeSet<KindId> = tag.kinds.iter().filter_map(|name| definition.kind_named(name)).collect();
            let speaking = kinds_with_word(definition, tag.word).chain(kinds.iter().copied()).collect();
            Known { tag, kinds, speaking }
        };
        let tags = TAGS.iter().map(known).filter(|known| !known.kinds.is_empty()).collect();
        Checker { definition, tags }
    }

    /// What the data and the tree of a card say differently.
    pub fn check(&self, card: &Card, tree: &Tree) -> Vec<Disagreement> {
        let said = Said::by(self.definition, tree);
        let mut out = Vec::new();
        for known in &self.tags {
            let name = known.tag.name;
            let tagged = card.keyword(name).is_some();
            let referenced = card.referenced.iter().any(|mark| mark.name == name);
            let has = !known.kinds.is_disjoint(&said.has);
            let does = has || !known.kinds.is_disjoint(&said.speaks_of);
            let speaks = has || !known.speaking.is_disjoint(&said.has) || !known.speaking.is_disjoint(&said.speaks_of);
            let mut differs = |what| out.push(Disagreement { card: card.id.clone(), tag: name, what });
            let (shows, asserted) = if known.tag.is_deed { (does, tagged || referenced) } else { (has, tagged) };
            if tagged && !shows {
                differs(Difference::OnlyTag);
            } else if shows && !asserted {
                differs(Difference::OnlyText);
            }
            if referenced && !speaks {
                differs(Difference::OnlyReference);
            }
        }
        out
    }
}

/// The kinds that have a phrase with a word or words in it, in whatever form: `Secret` also in `Secrets`.
fn kinds_with_word<'a>(definition: &'a Definition, word: &'a str) -> impl Iterator<Item = KindId> + 'a {
    let holds = move |phrase: &usize| {
        let parts = definition.phrases[*phrase].parts.iter();
        let words =
            parts.filter_map(|part| if let What::Word(id) = part.what { Some(definition.word_text(id)) } else { None });
        words.collect::<Vec<_>>().join(" ").contains(word)
    };
    let kinds = definition.kinds.iter().enumerate();
    kinds.filter(move |(_, kind)| kind.phrases.iter().any(holds)).map(|(id, _)| KindId(id as u16))
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

/// Something that a card has.
const fn keyword(number: u32, name: &'static str, kinds: &'static [&'static str], word: &'static str) -> Tag {
    Tag { number, name, kinds, word, is_deed: false }
}

/// Something that a card does.
const fn deed(number: u32, name: &'static str, kinds: &'static [&'static str], word: &'static str) -> Tag {
    Tag { number, name, kinds, word, is_deed: true }
}

/// A fact that no text says.
const fn fact(number: u32, name: &'static str) -> Tag {
    Tag { number, name, kinds: &[], word: "", is_deed: false }
}

/// All tags that become marks of a card, by number. This is the one place where tags and kinds meet.
pub const TAGS: &[Tag] = &[
    fact(32, "trigger-visual"),
    keyword(189, "windfury", &["Windfury"], "Windfury"),
    keyword(190, "taunt", &["Taunt"], "Taunt"),
    keyword(191, "stealth", &["Stealth"], "Stealth"),
    keyword(192, "spellpower", &["Power"], "Spell Damage"),
    keyword(194, "divine-shield", &["DivineShield"], "Divine Shield"),
    keyword(197, "charge", &["Charge"], "Charge"),
    deed(208, "freeze", &["Freeze"], "Fr"),
    keyword(212, "enraged", &["Enrage"], "Enrage"),
    keyword(215, "overload", &["Overload"], "Overload"),
    keyword(217, "deathrattle", &["Deathrattle", "OnDeathrattle"], "Deathrattle"),
    keyword(218, "battlecry", &["Battlecry", "OnBattlecry"], "Battlecry"),
    keyword(219, "secret", &["Secret"], "Secret"),
    keyword(220, "combo", &["Combo"], "Combo"),
    keyword(227, "cant-attack", &["CantAttack"], "attack"),
    keyword(240, "immune", &["Immune"], "Immune"),
    fact(325, "targeting-arrow-text"),
    deed(339, "silence", &["Silence"], "Silence"),
    fact(362, "aura"),
    keyword(363, "poisonous", &["Poisonous"], "Poisonous"),
    keyword(403, "inspire", &["Inspire"], "Inspire"),
    fact(415, "discover"),
    keyword(443, "choose-one", &["ChooseOne"], "Choose"),
    fact(448, "untouchable"),
    keyword(462, "quest", &["Quest"], "Quest"),
    fact(535, "quest-progress-total"),
    keyword(685, "lifesteal", &["Lifesteal"], "Lifesteal"),
    keyword(791, "rush", &["Rush"], "Rush"),
    keyword(846, "echo", &["Echo"], "Echo"),
    keyword(849, "magnetic", &["Magnetic"], "Magneti"),
    keyword(923, "overkill", &["Overkill"], "Overkill"),
    keyword(1085, "reborn", &["Reborn"], "Reborn"),
    keyword(1192, "sidequest", &["Sidequest"], "Sidequest"),
    keyword(1193, "twinspell", &["Twinspell"], "Twinspell"),
    keyword(1207, "mega-windfury", &["MegaWindfury"], "Mega-Windfury"),
    keyword(1211, "elusive", &["Elusive"], "Elusive"),
    keyword(1333, "outcast", &["Outcast"], "Outcast"),
    keyword(1427, "spellburst", &["Spellburst"], "Spellburst"),
    keyword(1518, "dormant", &["Dormant"], "Dormant"),
    keyword(1524, "corrupt", &["Corrupt"], "Corrupt"),
    keyword(1531, "start-of-combat", &["StartOfCombat"], "Start of Combat"),
    keyword(1637, "frenzy", &["Frenzy"], "Frenzy"),
    keyword(1720, "tradeable", &["Tradeable"], "Tradeable"),
    keyword(1725, "questline", &["Questline"], "Questline"),
    fact(1743, "deck-action-cost"),
    keyword(1920, "honorable-kill", &["HonorableKill"], "Honorable Kill"),
    keyword(2129, "avenge", &["Avenge"], "Avenge"),
    keyword(2247, "colossal", &["Colossal"], "Colossal"),
    fact(2332, "dredge"),
    keyword(2359, "spellcraft", &["Spellcraft"], "Spellcraft"),
    keyword(2456, "infuse", &["Infuse"], "Infuse"),
    keyword(2772, "titan", &["Titan"], "Titan"),
    keyword(2785, "forge", &["Forge"], "Forge"),
    keyword(2820, "finale", &["Finale"], "Finale"),
    keyword(2821, "overheal", &["Overheal"], "Overheal"),
    keyword(2853, "venomous", &["Venomous"], "Venomous"),
    keyword(2905, "quickdraw", &["Quickdraw"], "Quickdraw"),
    keyword(3318, "miniaturize", &["Miniaturize"], "Miniaturize"),
    keyword(3399, "gigantify", &["Gigantify"], "Gigantify"),
    fact(3744, "end-of-turn-trigger"),
    keyword(4028, "kindred", &["Kindred"], "Kindred"),
    keyword(4204, "rally", &["Rally"], "Rally"),
    keyword(4309, "herald", &["Herald"], "Herald"),
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
        Checker::new(grammar.definition()).check(&card, &tree).into_iter().map(|one| (one.tag, one.what)).collect()
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
