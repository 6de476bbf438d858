//! Tables of cards: built from their sources, kept as packs, asked by place.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::sync::OnceLock;

use ludus_cards::designer::{self, Defaults, Designed};
use ludus_cards::{
    Card, Compiled, Compiler, DeclaredNames, Overrides, Pack, Place, Problem, Problems, Table, built_in, decks,
    fab_import, hearthstone_data, ledger, overrides, pack, pools::Pools, sets, tags, tokens,
};
use ludus_cardtext::{Definition, Game, Grammar};
use ludus_hearthstone::Cards;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::{Value as Json, json};

use crate::cards::{Names, Tree, game_named};
use crate::errors::Kind;
use crate::hearthstone::HearthstoneCards;

/// Why a text is refused: the sentence, the words at fault, and where they stand, in characters.
type RefusedBecause = (String, String, (usize, usize));

/// A source of cards: what it is, the name of its file, and what is in it.
type Source = (String, String, Vec<u8>);

/// The text files around the cards, read.
#[derive(Default)]
struct Sources {
    cards: Vec<Card>,
    names: DeclaredNames,
    overrides: Overrides,
    pools: Pools,
    /// Whether cards of Flesh and Blood were imported.
    has_import: bool,
}

/// A deck as it is written: name, hero, class, and (line, name, copies) of its cards.
type DeckOutline = (String, Option<String>, Option<String>, Vec<(usize, String, u32)>);

/// All cards that are known, with their texts compiled.
#[pyclass(frozen, module = "ludus._core")]
pub(crate) struct CardTable {
    pack: Pack,
    sources: Sources,
    compiled: OnceLock<Vec<Compiled>>,
    names: [OnceLock<Py<Names>>; Game::ALL.len()],
}

fn definition() -> &'static Definition {
    Grammar::built_in().definition()
}

fn wrong(problems: impl std::fmt::Display) -> PyErr {
    Kind::BadCards.error(problems.to_string())
}

impl Sources {
    /// Reads the sources by what they are: `cards`, `overrides`, `pools`, `fab-json`, `fab-csv` with its
    /// `fab-printings`, `names:GAME`, or `program`, which is only a part of the key. `with_cards` says whether the cards
    /// are wanted: a pack has them already.
    fn read(files: &[Source], with_cards: bool) -> PyResult<Sources> {
        let mut out = Sources::default();
        let printings = files.iter().find(|(role, _, _)| role == "fab-printings");
        let printings = printings.map(|(_, name, bytes)| (name.as_str(), bytes.as_slice()));
        out.has_import = files.iter().any(|(role, _, _)| role == "fab-json" || role == "fab-csv");
        for (role, name, bytes) in files {
            if !with_cards && ["cards", "fab-json", "fab-csv"].contains(&role.as_str()) {
                continue;
            }
            let read: Result<(), Problems> = match role.split_once(':') {
                Some(("names", game)) => out.names.read(game_named(game)?, name, bytes),
                _ => match role.as_str() {
                    "cards" => designer::read(name, bytes, &NO_DEFAULTS).map(|found| out.cards.extend(found.cards)),
                    "pools" => out.pools.read(name, bytes),
                    "overrides" => Overrides::read(name, bytes).and_then(|found| out.overrides.extend(found)),
                    "fab-json" => fab_import::read_json(name, bytes).map(|found| out.import(found)),
                    "fab-csv" => fab_import::read_csv(name, bytes, printings).map(|found| out.import(found)),
                    "fab-printings" | "program" => Ok(()),
                    _ => return Err(wrong(format!("{name}: `{role}` is no kind of source"))),
                },
            };
            read.map_err(wrong)?;
        }
        Ok(out)
    }

    /// Takes imported cards beside those that are built in. Of some there is one of each: the built-in one, in our
    /// words, keeps the id.
    fn import(&mut self, found: Vec<Card>) {
        let taken: BTreeSet<String> = self.cards.iter().map(|card| card.id.clone()).collect();
        for mut card in found {
            if taken.contains(&card.id) {
                card.id += "-printed";
            }
            self.cards.push(card);
        }
    }
}

const NO_DEFAULTS: Defaults = Defaults { game: None, set: None };

impl CardTable {
    fn compiler(&self) -> Compiler<'_> {
        Compiler::new(Grammar::built_in(), &self.pack.table, &self.sources.names, &self.sources.overrides)
    }

    fn compiled(&self) -> PyResult<&[Compiled]> {
        if let Some(known) = self.compiled.get() {
            return Ok(known);
        }
        let all = self.pack.all_compiled(definition()).map_err(wrong)?;
        Ok(self.compiled.get_or_init(|| all))
    }

    /// The cards of a designer's file, and the table with them in front.
    fn with_designed(&self, file: &str, bytes: &[u8], defaults: &Defaults) -> PyResult<(Designed, Table)> {
        let found: Designed = designer::read(file, bytes, defaults).map_err(wrong)?;
        // A file whose cards are in the table already is not in conflict with itself.
        let is_own = |card: &Card| found.cards.iter().any(|own| own.id == card.id && own.name == card.name);
        let others = Table::new(self.pack.table.cards().iter().filter(|card| !is_own(card)).cloned());
        let problems: Vec<Problem> = found.check(&others);
        if !problems.is_empty() {
            return Err(wrong(Problems(problems)));
        }
        let table = Table::new(found.cards.iter().chain(others.cards()).cloned());
        Ok((found, table))
    }

    /// The cards of all groups with their places, each once.
    fn counted(&self) -> impl Iterator<Item = (usize, &Card)> {
        let places: BTreeSet<usize> =
            sets::groups(&self.pack.table).into_iter().flat_map(|group| group.members).collect();
        places.into_iter().map(|place| (place, &self.pack.table.cards()[place]))
    }

    fn card(&self, place: usize) -> PyResult<&Card> {
        self.pack.table.cards().get(place).ok_or_else(|| wrong(format!("there is no card at place {place}")))
    }
}

fn text<T: serde::Serialize>(value: &T) -> PyResult<String> {
    serde_json::to_string(value).map_err(wrong)
}

#[pymethods]
impl CardTable {
    /// Reads all sources and compiles every text. Returns the table and its pack, to be kept under the key.
    ///
    /// `data` is the file of Hearthstone's card data. `progress` is called with the name of the stage and how much of it
    /// is done.
    #[staticmethod]
    #[pyo3(signature = (data, files, progress))]
    fn build<'py>(
        py: Python<'py>,
        data: Option<PathBuf>,
        files: Vec<Source>,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Self, Bound<'py, PyBytes>)> {
        let mut failed = None;
        let mut tell = |stage: &str, done: u64, total: u64| {
            if let (Some(progress), None) = (&progress, &failed) {
                failed = py.check_signals().and_then(|()| progress.call1((stage, done, total))).err();
            }
        };
        let mut sources = Sources::read(&files, true)?;
        let mut cards = std::mem::take(&mut sources.cards);
        let mut build = String::new();
        if let Some(path) = &data {
            let cannot = |error| PyOSError::new_err(format!("{} cannot be read: {error}", path.display()));
            let file = File::open(path).map_err(cannot)?;
            let size = file.metadata().map_err(cannot)?.len();
            let found = hearthstone_data::read(BufReader::new(file), |done| tell("reading", done, size))
                .map_err(|problem| wrong(format!("{}: {problem}", path.display())))?;
            build = found.build;
            cards.extend(found.cards);
        }
        let table = Table::new(cards);
        let reader = Compiler::new(Grammar::built_in(), &table, &sources.names, &sources.overrides);
        let total = table.cards().len() as u64;
        let compiled = reader.cards(table.cards(), |done| {
            let done = done as u64;
            if done.is_multiple_of(512) || done == total {
                tell("compiling", done, total);
            }
        });
        if let Some(error) = failed {
            return Err(error);
        }
        let key = key_of(&files, data.as_ref())?;
        let bytes = pack::encode(&build, &table, &compiled, key);
        let pack = pack::decode(&bytes, key).map_err(wrong)?;
        Ok((
            CardTable { pack, sources, compiled: compiled.into(), names: Default::default() },
            PyBytes::new(py, &bytes),
        ))
    }

    /// Opens a pack; `None` where it belongs to other sources or is damaged, so that it has to be built again.
    #[staticmethod]
    fn open(data: Option<PathBuf>, files: Vec<Source>, bytes: &[u8]) -> PyResult<Option<Self>> {
        let sources = Sources::read(&files, false)?;
        let opened = pack::decode(bytes, key_of(&files, data.as_ref())?).ok();
        Ok(opened.map(|pack| CardTable { pack, sources, compiled: OnceLock::new(), names: Default::default() }))
    }

    fn __len__(&self) -> usize {
        self.pack.table.cards().len()
    }

    /// The build of the official data; empty where there is none.
    #[getter]
    fn build_number(&self) -> &str {
        &self.pack.source
    }

    /// The facts of a card as JSON.
    fn facts(&self, place: usize) -> PyResult<String> {
        text(self.card(place)?)
    }

    /// The name of a card.
    fn name(&self, place: usize) -> PyResult<&str> {
        Ok(&self.card(place)?.name)
    }

    /// What has become of the text of a card: `no-text`, `compiled`, `overridden` or `refused`.
    fn status(&self, place: usize) -> PyResult<&'static str> {
        self.card(place)?;
        Ok(self.compiled()?[place].class())
    }

    /// The tree of a card.
    fn tree(&self, place: usize) -> PyResult<Option<Tree>> {
        let game = self.card(place)?.game;
        Ok(self.pack.compiled(definition(), place).map_err(wrong)?.tree().map(|tree| Tree { game, tree: tree.clone() }))
    }

    /// Why the text of a card is refused.
    fn refusal(&self, place: usize) -> PyResult<Option<RefusedBecause>> {
        let card = self.card(place)?;
        let characters = |byte: usize| card.text.get(..byte).map_or(0, |before| before.chars().count());
        let compiled = self.pack.compiled(definition(), place).map_err(wrong)?;
        Ok(compiled.refusal().map(|refusal| {
            let span = (characters(refusal.span.start), characters(refusal.span.end));
            (refusal.to_string(), refusal.phrase.clone(), span)
        }))
    }

    /// The cards that a text speaks of by name, as JSON.
    fn mentions(&self, place: usize) -> PyResult<String> {
        let card = self.card(place)?;
        let compiled = self.pack.compiled(definition(), place).map_err(wrong)?;
        text(&compiled.tree().map(|tree| tokens::mentions(definition(), &self.pack.table, card, tree)))
    }

    /// The place of the card that is meant: by id, else by name.
    fn find(&self, name: &str, game: Option<&str>) -> PyResult<Option<usize>> {
        let game = game.map(game_named).transpose()?;
        let table = &self.pack.table;
        Ok(table.find(name, game).and_then(|card| table.place(&card.id)))
    }

    /// The nearest name or id to one that is not there.
    fn nearest(&self, name: &str) -> Option<&str> {
        self.pack.table.nearest(name)
    }

    /// The places of the cards of a game.
    fn places(&self, game: &str) -> PyResult<Vec<usize>> {
        let game = game_named(game)?;
        let cards = self.pack.table.cards().iter().enumerate();
        Ok(cards.filter(|(_, card)| card.game == game).map(|(place, _)| place).collect())
    }

    /// The names that a text of a game may speak of, collected once.
    fn names(&self, py: Python<'_>, game: &str) -> PyResult<Py<Names>> {
        let game = game_named(game)?;
        let known = &self.names[game as usize];
        if let Some(names) = known.get() {
            return Ok(names.clone_ref(py));
        }
        let names = Py::new(py, Names(self.compiler().names(game).clone()))?;
        Ok(known.get_or_init(|| names).clone_ref(py))
    }

    /// The groups of cards that are counted together: id, title, game, family, places.
    fn groups(&self) -> Vec<(String, String, &'static str, String, Vec<usize>)> {
        let tell = |group: sets::Group| {
            (group.id, group.title, group.game.name(), format!("{:?}", group.family).to_lowercase(), group.members)
        };
        sets::groups(&self.pack.table).into_iter().map(tell).collect()
    }

    /// How far each set has come, as JSON rows. `verified` holds the ids that a scenario covers.
    fn ledger(&self, verified: BTreeSet<String>) -> PyResult<String> {
        let table = &self.pack.table;
        text(&ledger::rows(&sets::groups(table), table, self.compiled()?, &verified))
    }

    /// The refused texts of all sets, as JSON.
    fn refused(&self) -> PyResult<String> {
        let (table, compiled) = (&self.pack.table, self.compiled()?);
        let all: Vec<_> =
            sets::groups(table).iter().flat_map(|group| ledger::refused(group, table, compiled)).collect();
        text(&all)
    }

    /// For each card of a group its class and the hash of its tree, by id, as JSON.
    fn fingerprints(&self) -> PyResult<String> {
        let table = &self.pack.table;
        text(&ledger::fingerprints(definition(), &sets::groups(table), table, self.compiled()?))
    }

    /// Where the tags of the official data and the texts say different things, as JSON.
    fn disagreements(&self) -> PyResult<String> {
        let (compiled, checker) = (self.compiled()?, tags::Checker::new(definition()));
        // Files of cards have no tags.
        let has_tags = |card: &Card| card.sets.first().is_some_and(|set| hearthstone_data::knows_set(set));
        let official = self.counted().filter(|(_, card)| has_tags(card));
        let all: Vec<_> =
            official.filter_map(|(place, card)| Some(checker.check(card, compiled[place].tree()?))).flatten().collect();
        text(&all)
    }

    /// The names in texts of which nobody has said which card is meant, as JSON: rows with card, name and meaning.
    fn open_names(&self) -> PyResult<String> {
        let (table, compiled) = (&self.pack.table, self.compiled()?);
        let open: Vec<Json> = self
            .counted()
            .filter_map(|(place, card)| {
                Some((card, tokens::mentions(definition(), table, card, compiled[place].tree()?)))
            })
            .flat_map(|(card, found)| found.into_iter().map(move |mention| (card, mention)))
            .filter(|(_, mention)| !mention.is.is_settled())
            .map(|(card, mention)| json!({"card": card.id, "name": mention.name, "is": mention.is}))
            .collect();
        text(&open)
    }

    /// What authors of overrides and of declared names should know: (what, card, sentence).
    fn findings(&self) -> Vec<(String, String, String)> {
        let table = &self.pack.table;
        let has_data = |folder: &str| match folder {
            "flesh-and-blood" => self.sources.has_import,
            "hearthstone" | "battlegrounds" => !self.pack.source.is_empty(),
            _ => true,
        };
        let overrides = self.sources.overrides.check(table, &self.compiler(), has_data).into_iter();
        let names = self.sources.names.dead(table).into_iter();
        let pools = self.sources.pools.check(definition(), table).into_iter();
        overrides
            .map(|finding| (finding.what.to_string(), finding.card, finding.problem.to_string()))
            .chain(names.map(|problem| ("dead".to_owned(), String::new(), problem.to_string())))
            .chain(pools.map(|problem| ("pool".to_owned(), String::new(), problem.to_string())))
            .collect()
    }

    /// The hash by which an override recognises the text of a card.
    fn source_hash(&self, place: usize) -> PyResult<String> {
        Ok(overrides::source_hash(self.card(place)?))
    }

    /// The cards of a designer's file, compiled among the cards of this table: JSON rows with facts, status, tree, refusal.
    ///
    /// A file with mistakes is refused whole, with every mistake on a line of its own.
    #[pyo3(signature = (file, bytes, game, set))]
    fn check_file(&self, file: &str, bytes: &[u8], game: Option<&str>, set: Option<&str>) -> PyResult<String> {
        let defaults = Defaults { game: game.map(game_named).transpose()?, set: set.map(str::to_owned) };
        let (found, table) = self.with_designed(file, bytes, &defaults)?;
        let reader = Compiler::new(Grammar::built_in(), &table, &self.sources.names, &self.sources.overrides);
        let rows: Vec<Json> = found
            .cards
            .iter()
            .map(|card| {
                let compiled = reader.card(card);
                json!({
                    "card": card,
                    "status": compiled.class(),
                    "tree": compiled.tree().map(|tree| tree.to_json(definition())),
                    "refusal": compiled.refusal().map(ToString::to_string),
                    "phrase": compiled.refusal().map(|refusal| &refusal.phrase),
                })
            })
            .collect();
        text(&rows)
    }

    /// The cards of some sets of constructed Hearthstone as the machine runs them, and with them those of a designer's
    /// file, which take the places of cards with the same ids.
    #[pyo3(signature = (sets, designed))]
    fn hearthstone(
        &self,
        py: Python<'_>,
        mut sets: Vec<String>,
        designed: Option<(String, Vec<u8>)>,
    ) -> PyResult<HearthstoneCards> {
        let mut failed = None;
        let mut kept = |place: usize| {
            self.pack.compiled(definition(), place).unwrap_or_else(|error| {
                failed = Some(error);
                Compiled::NoText
            })
        };
        let pools = &self.sources.pools;
        let cards = match designed {
            None => py.detach(|| Cards::new(definition(), &self.pack.table, pools, &sets, kept)),
            Some((file, bytes)) => {
                let defaults = Defaults { game: Some(Game::Hearthstone), set: Some("designed".to_owned()) };
                let (found, table) = self.with_designed(&file, &bytes, &defaults)?;
                sets.extend(found.cards.iter().flat_map(|card| card.sets.clone()));
                let reader = Compiler::new(Grammar::built_in(), &table, &self.sources.names, &self.sources.overrides);
                let own = found.cards.iter().map(|card| (card, reader.card(card)));
                let refused: Vec<Problem> = own
                    .filter_map(|(card, compiled)| {
                        let refusal = compiled.refusal()?.to_string();
                        Some(Problem::new(&file, Place::File, Some("text"), format!("{}: {refusal}", card.name)))
                    })
                    .collect();
                if !refused.is_empty() {
                    return Err(wrong(Problems(refused)));
                }
                py.detach(|| {
                    Cards::new(definition(), &table, pools, &sets, |place| match found.cards.get(place) {
                        Some(card) => reader.card(card),
                        None => self.pack.table.place(&table.cards()[place].id).map_or(Compiled::NoText, &mut kept),
                    })
                })
            }
        };
        failed.map_or(Ok(HearthstoneCards(cards)), |error| Err(wrong(error)))
    }

    /// A deck as it is written, before its cards are looked for: name, hero, class, and lines, names and copies of its cards.
    #[staticmethod]
    fn outline_of_deck(file: &str, bytes: &[u8]) -> PyResult<DeckOutline> {
        let written = decks::outline(file, bytes, Some(Game::Hearthstone)).map_err(wrong)?;
        if written.game != Some(Game::Hearthstone) {
            return Err(wrong(format!("{file}: this is no deck of hearthstone")));
        }
        let line = |place: Place| if let Place::Line(line) = place { line } else { 1 };
        let cards = written.cards.into_iter().map(|(place, name, copies)| (line(place), name, copies)).collect();
        Ok((written.name, written.hero, written.class, cards))
    }

    /// The cards of constructed Hearthstone of this name that can be in a deck, and the one of this id: as JSON.
    fn printings(&self, name: &str) -> PyResult<String> {
        let table = &self.pack.table;
        let named = table.named(name).filter(|card| card.collectible && card.id != name);
        let cards: Vec<&Card> =
            table.get(name).into_iter().chain(named).filter(|card| card.game == Game::Hearthstone).collect();
        text(&cards)
    }

    /// The card that deck codes name by this number, as JSON.
    fn numbered(&self, number: u32) -> PyResult<Option<String>> {
        self.pack.table.cards().iter().find(|card| card.number == Some(number)).map(text).transpose()
    }

    /// The sets of constructed Hearthstone that have cards for decks.
    fn deck_sets(&self) -> BTreeSet<String> {
        let in_decks = |card: &&Card| card.game == Game::Hearthstone && card.collectible;
        self.pack.table.cards().iter().filter(in_decks).flat_map(|card| card.sets.iter().cloned()).collect()
    }

    /// The heroes of constructed Hearthstone whose cards games begin with: class, id, name and sets.
    fn heroes(&self) -> Vec<(String, String, String, Vec<String>)> {
        let is_plain = |card: &&Card| {
            card.game == Game::Hearthstone
                && card.kind == ludus_cards::card::Kind::Hero
                && card.collectible
                && card.text.is_empty()
        };
        let mut heroes: Vec<&Card> = self.pack.table.cards().iter().filter(is_plain).collect();
        heroes.sort_by_key(|card| (card.id.len(), &card.id));
        let tell = |card: &Card| {
            (card.classes.first().cloned().unwrap_or_default(), card.id.clone(), card.name.clone(), card.sets.clone())
        };
        heroes.into_iter().map(tell).collect()
    }

    /// A deck whose cards are all in this table, as JSON.
    #[pyo3(signature = (file, bytes, game))]
    fn read_deck(&self, file: &str, bytes: &[u8], game: Option<&str>) -> PyResult<String> {
        let deck = decks::read(file, bytes, game.map(game_named).transpose()?, &self.pack.table).map_err(wrong)?;
        text(&json!({
            "name": deck.name, "game": deck.game.name(), "hero": deck.hero, "class": deck.class, "cards": deck.cards,
        }))
    }
}

/// The key of a pack: the grammar, the text sources, and the data file by size and time.
fn key_of(files: &[Source], data: Option<&PathBuf>) -> PyResult<ludus_cards::Hash> {
    let stamp = match data {
        None => String::new(),
        Some(path) => {
            let facts = path.metadata()?;
            format!("{} {:?}", facts.len(), facts.modified().ok())
        }
    };
    let grammar = pack::grammar_hash().0.to_le_bytes();
    let version = ludus_core::VERSION.as_bytes();
    let mut parts: Vec<&[u8]> = vec![&grammar, version, stamp.as_bytes()];
    for (role, name, bytes) in files {
        parts.extend([role.as_bytes(), name.as_bytes(), bytes.as_slice()]);
    }
    Ok(pack::key(parts))
}

/// How many cards there are in files that are to be imported; bad files are refused.
#[pyfunction]
pub(crate) fn count_imported(files: Vec<Source>) -> PyResult<usize> {
    Ok(Sources::read(&files, true)?.cards.len())
}

/// The content that is built in: system, role, path and text of each file.
#[pyfunction]
pub(crate) fn built_in_content() -> Vec<(&'static str, String, &'static str, &'static str)> {
    let tell =
        |file: &built_in::File| (file.system(), format!("{:?}", file.role()).to_lowercase(), file.path, file.text);
    built_in::FILES.iter().map(tell).collect()
}
