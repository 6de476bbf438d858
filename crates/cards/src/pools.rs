//! The cards of groups that no trait of the cards tells: `content/<system>/pools.toml`.
//!
//! "A random Beast Companion" means one of three cards; neither the text nor the data says which. Each kind of node that
//! stands for such a group has the mark `pool` in the grammar, and an entry here names its cards.

use ludus_cardtext::Tree;
use ludus_cardtext::definition::Definition;

use crate::card::Card;
use crate::errors::{Place, Problem, Problems};
use crate::table::Table;
use crate::toml_file::{File, Scalar};

/// The mark of kinds that stand for such a group.
pub(crate) const POOL: &str = "pool";

/// All groups of cards that are known by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pools {
    entries: Vec<Entry>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Entry {
    /// The kind of node.
    kind: String,
    /// The set of the cards whose texts speak of it; empty for all other sets.
    set: String,
    /// The ids of its cards.
    cards: Vec<String>,
    reason: String,
    file: String,
    place: Option<Place>,
}

/// A group of which the text of a card speaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pooled<'a> {
    /// The kind of node that stands for it.
    pub kind: &'a str,
    /// The ids of its cards; nothing where nobody has said.
    pub cards: &'a [String],
}

impl Pools {
    /// Reads one file: `[[pool]]` tables with `kind`, `cards`, `reason` and, where it holds for one set only, `set`.
    pub fn read(&mut self, file: &str, bytes: &[u8]) -> Result<(), Problems> {
        let (mut file, table) = File::open(file, bytes)?;
        for (key, value) in table {
            if key.get_ref() != "pool" {
                let place = file.place(&key.span());
                file.wrong(place, Some(key.get_ref()), "a file of pools holds `[[pool]]` tables only");
                continue;
            }
            for (place, table) in file.tables("pool", value) {
                let before = file.problems.len();
                let mut entry = Entry { file: file.name.to_owned(), place: Some(place.clone()), ..Entry::default() };
                for (name, cell) in file.fields(table, &["kind", "set", "cards", "reason"]) {
                    match (name.as_str(), cell.value) {
                        ("cards", Scalar::Texts(cards)) => entry.cards = cards,
                        ("kind", Scalar::Text(text)) => entry.kind = text,
                        ("set", Scalar::Text(text)) => entry.set = text,
                        ("reason", Scalar::Text(text)) => entry.reason = text,
                        (name, other) => {
                            let needed = if name == "cards" { "a list of ids" } else { "a text" };
                            file.wrong(cell.place, Some(name), format!("this must be {needed}, not {}", other.what()));
                        }
                    }
                }
                let missing = [
                    ("kind", entry.kind.trim().is_empty()),
                    ("cards", entry.cards.is_empty()),
                    ("reason", entry.reason.trim().is_empty()),
                ];
                if file.problems.len() == before
                    && let Some((name, _)) = missing.iter().find(|(_, missing)| *missing)
                {
                    file.wrong(place.clone(), Some(name), "this must be there and not be empty");
                }
                if self.entries.iter().any(|known| known.kind == entry.kind && known.set == entry.set) {
                    file.wrong(place, Some("kind"), format!("there is another pool for {}", entry.kind));
                } else if file.problems.len() == before {
                    self.entries.push(entry);
                }
            }
        }
        if file.problems.is_empty() { Ok(()) } else { Err(Problems(file.problems)) }
    }

    /// The ids of the cards that a kind of node stands for in the text of a card.
    pub fn cards(&self, kind: &str, card: &Card) -> Option<&[String]> {
        let of_set = |set: &str| self.entries.iter().find(|entry| entry.kind == kind && entry.set == set);
        let own = card.sets.iter().find_map(|set| of_set(set));
        own.or_else(|| of_set("")).map(|entry| entry.cards.as_slice())
    }

    /// The ids of all cards that the texts of a set can mean.
    pub fn of_set<'a>(&'a self, set: &'a str) -> impl Iterator<Item = &'a str> {
        let entries = self.entries.iter().filter(move |entry| entry.set == set || entry.set.is_empty());
        entries.flat_map(|entry| entry.cards.iter().map(String::as_str))
    }

    /// The groups of which the text of a card speaks, each once, in the order of the text.
    pub fn of<'a>(&'a self, definition: &'a Definition, card: &Card, tree: &Tree) -> Vec<Pooled<'a>> {
        let mut out: Vec<Pooled> = Vec::new();
        tree.visit(&mut |node| {
            let kind = definition.kind(node.kind).name.as_str();
            if definition.has_mark(node.kind, POOL) && !out.iter().any(|known| known.kind == kind) {
                out.push(Pooled { kind, cards: self.cards(kind, card).unwrap_or_default() });
            }
        });
        out
    }

    /// What is wrong with the entries: cards that are not there, and kinds that stand for no group.
    pub fn check(&self, definition: &Definition, table: &Table) -> Vec<Problem> {
        let mut out = Vec::new();
        for entry in &self.entries {
            let mut wrong = |field: &str, message: String| {
                let place = entry.place.clone().unwrap_or(Place::File);
                out.push(Problem::new(&entry.file, place, Some(field), message));
            };
            if !definition.kind_named(&entry.kind).is_some_and(|kind| definition.has_mark(kind, POOL)) {
                wrong("kind", format!("`{}` is no kind of node with the mark `{POOL}`", entry.kind));
            }
            for id in entry.cards.iter().filter(|id| table.get(id).is_none()) {
                let near = table.nearest(id).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
                wrong("cards", format!("there is no card `{id}`{near}"));
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use ludus_cardtext::{Game, Grammar, Names};

    use super::*;
    use crate::card::Kind;

    const GRAMMAR: &str = "\
sort text (structure): a text
text Summon: Summons.
    ^summon a <noun:noun>.
sort noun: a noun
noun Companion (pool): One of three.
    Companion
noun Minion: A minion.
    minion
";

    fn read(text: &str) -> Result<Pools, String> {
        let mut pools = Pools::default();
        pools.read("pools.toml", text.as_bytes()).map_err(|problems| problems.to_string())?;
        Ok(pools)
    }

    fn card(id: &str, set: &str) -> Card {
        let mut card = Card::new(id, id, Game::Hearthstone, Kind::Spell);
        card.sets = vec![set.to_owned()];
        card
    }

    #[test]
    fn a_set_can_have_a_pool_of_its_own() {
        let pools = read(
            "[[pool]]\nkind = 'Companion'\ncards = ['a', 'b']\nreason = 'x'\n\
             [[pool]]\nkind = 'Companion'\nset = 'old'\ncards = ['c']\nreason = 'x'\n",
        )
        .unwrap();
        let grammar = Grammar::read(&[("test.grammar", GRAMMAR)]).unwrap();
        let of = |text: &str, set: &str| {
            let tree = grammar.parse(Game::Hearthstone, text, None, &Names::default()).unwrap();
            let found = pools.of(grammar.definition(), &card("s", set), &tree);
            found.into_iter().map(|pooled| (pooled.kind.to_owned(), pooled.cards.to_vec())).collect::<Vec<_>>()
        };
        let ids =
            |ids: &[&str]| vec![("Companion".to_owned(), ids.iter().map(|&id| id.to_owned()).collect::<Vec<_>>())];
        assert_eq!(of("Summon a Companion.", "new"), ids(&["a", "b"]));
        assert_eq!(of("Summon a Companion.", "old"), ids(&["c"]));
        assert_eq!(of("Summon a minion.", "old"), []);
        let table = Table::new([card("a", "new"), card("c", "old")]);
        let wrong: Vec<String> = pools.check(grammar.definition(), &table).iter().map(ToString::to_string).collect();
        assert_eq!(wrong.len(), 1);
        assert!(wrong[0].starts_with("pools.toml:1, field `cards`: there is no card `b`"), "{wrong:?}");
    }

    #[test]
    fn mistakes_are_told_with_line_and_field() {
        let missing = "pools.toml:2, field `cards`: this must be there and not be empty";
        assert_eq!(read("\n[[pool]]\nkind = 'a'\nreason = 'x'\n").unwrap_err(), missing);
        let list = "pools.toml:3, field `cards`: this must be a list of ids, not the text \"b\"";
        assert_eq!(read("[[pool]]\nkind = 'a'\ncards = 'b'\nreason = 'x'\n").unwrap_err(), list);
        let entry = "[[pool]]\nkind = 'a'\ncards = ['b']\nreason = 'x'\n";
        let twice = "pools.toml:5, field `kind`: there is another pool for a";
        assert_eq!(read(&format!("{entry}{entry}")).unwrap_err(), twice);
    }
}
