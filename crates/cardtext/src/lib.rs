//! Card English to typed trees and back. The grammar is data (`grammar/*.grammar`): the parser and the printer are made
//! from the same table, so that what is accepted is understood to the last word.
//!
//! ```
//! use ludus_cardtext::{Game, Grammar, Names};
//!
//! let grammar = Grammar::built_in();
//! let text = "<b>Battlecry:</b> Give adjacent minions +1/+1 and <b>Taunt</b>.";
//! let tree = grammar.parse(Game::Hearthstone, text, None, &Names::default()).unwrap();
//! assert_eq!(grammar.print(Game::Hearthstone, &tree).unwrap(), "Battlecry: Give adjacent minions +1/+1 and Taunt.");
//!
//! let wrong = grammar.parse(Game::Hearthstone, "Battlecry: Give adjacent minions +1/+1 and Tuant.", None, &Names::default());
//! assert_eq!(wrong.unwrap_err().phrase, "Tuant");
//! ```

mod chart;
pub mod definition;
mod diagnose;
mod grammar;
mod lexer;
mod names;
mod normalise;
mod printer;
mod reader;
mod reference;
mod refusal;
mod resolve;
mod tree;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use chart::Chart;
pub use definition::{BadGrammar, Definition, Game, KindId};
use grammar::{Tries, phrases_by_kind};
use lexer::{Token, tokens};
pub use names::Names;
pub use normalise::{Normalised, normalise};
use printer::Printer;
pub use reference::{Entry, Wording};
pub use refusal::{Reason, Refusal};
pub use tree::{Tree, Value};

/// The files of the grammar that is built in.
pub const FILES: &[(&str, &str)] = &[
    ("battlegrounds-combat.grammar", include_str!("../grammar/battlegrounds-combat.grammar")),
    ("battlegrounds-notes.grammar", include_str!("../grammar/battlegrounds-notes.grammar")),
    ("battlegrounds-offers-powers.grammar", include_str!("../grammar/battlegrounds-offers-powers.grammar")),
    ("battlegrounds-offers-trinkets.grammar", include_str!("../grammar/battlegrounds-offers-trinkets.grammar")),
    ("battlegrounds-offers-when.grammar", include_str!("../grammar/battlegrounds-offers-when.grammar")),
    ("battlegrounds-offers-which.grammar", include_str!("../grammar/battlegrounds-offers-which.grammar")),
    ("battlegrounds-offers.grammar", include_str!("../grammar/battlegrounds-offers.grammar")),
    ("battlegrounds-tavern.grammar", include_str!("../grammar/battlegrounds-tavern.grammar")),
    ("battlegrounds.grammar", include_str!("../grammar/battlegrounds.grammar")),
    ("chain-effects.grammar", include_str!("../grammar/chain-effects.grammar")),
    ("chain-events.grammar", include_str!("../grammar/chain-events.grammar")),
    ("chain-families.grammar", include_str!("../grammar/chain-families.grammar")),
    ("chain-keywords.grammar", include_str!("../grammar/chain-keywords.grammar")),
    ("chain-structure.grammar", include_str!("../grammar/chain-structure.grammar")),
    ("chain-things.grammar", include_str!("../grammar/chain-things.grammar")),
    ("chain-values.grammar", include_str!("../grammar/chain-values.grammar")),
    ("conditions.grammar", include_str!("../grammar/conditions.grammar")),
    ("effects.grammar", include_str!("../grammar/effects.grammar")),
    ("events.grammar", include_str!("../grammar/events.grammar")),
    ("hearthstone-keywords.grammar", include_str!("../grammar/hearthstone-keywords.grammar")),
    ("hearthstone.grammar", include_str!("../grammar/hearthstone.grammar")),
    ("keywords.grammar", include_str!("../grammar/keywords.grammar")),
    ("nouns.grammar", include_str!("../grammar/nouns.grammar")),
    ("places.grammar", include_str!("../grammar/places.grammar")),
    ("resolved.grammar", include_str!("../grammar/resolved.grammar")),
    ("rules.grammar", include_str!("../grammar/rules.grammar")),
    ("structure.grammar", include_str!("../grammar/structure.grammar")),
    ("things.grammar", include_str!("../grammar/things.grammar")),
    ("values.grammar", include_str!("../grammar/values.grammar")),
    ("words-of-chain-combat.grammar", include_str!("../grammar/words-of-chain-combat.grammar")),
];

/// The sort of a whole text.
const WHOLE: &str = "text";

/// No card has a longer text, in bytes and in tokens.
const LONGEST: usize = 2_000;
const MOST_TOKENS: usize = 300;

/// The grammar of all games, ready to parse and to print.
#[derive(Clone, Debug)]
pub struct Grammar {
    definition: Definition,
    games: Vec<Compiled>,
    whole: usize,
}

#[derive(Clone, Debug)]
struct Compiled {
    tries: Tries,
    by_kind: BTreeMap<u16, Vec<usize>>,
}

impl Grammar {
    /// The grammar that comes with this crate.
    pub fn built_in() -> &'static Grammar {
        static BUILT_IN: OnceLock<Grammar> = OnceLock::new();
        BUILT_IN.get_or_init(|| Grammar::read(FILES).unwrap_or_else(|problem| panic!("{problem}")))
    }

    /// Reads a grammar from files, given by name and text.
    pub fn read(files: &[(&str, &str)]) -> Result<Grammar, BadGrammar> {
        let definition = Definition::read(files)?;
        let whole = definition.sort_named(WHOLE).ok_or_else(|| BadGrammar(format!("there is no sort `{WHOLE}`")))?;
        let games = Game::ALL
            .map(|game| Compiled { tries: Tries::new(&definition, game), by_kind: phrases_by_kind(&definition, game) })
            .to_vec();
        Ok(Grammar { definition, games, whole })
    }

    /// What is written in the grammar.
    pub fn definition(&self) -> &Definition {
        &self.definition
    }

    /// The tree of a text, or why it is refused. `own_name` is the name of the card, where its text speaks of itself by
    /// name; `names` are the other names that it may speak of.
    pub fn parse(&self, game: Game, text: &str, own_name: Option<&str>, names: &Names) -> Result<Tree, Refusal> {
        if text.len() > LONGEST {
            return Err(too_long(format!("the text has {} bytes; a card has at most {LONGEST}", text.len())));
        }
        let plain = normalise(game, text, own_name);
        let tokens = tokens(&plain.text);
        if tokens.len() > MOST_TOKENS {
            return Err(too_long(format!("the text has {} words; a card has at most {MOST_TOKENS}", tokens.len())));
        }
        let trees = self.readings(game, &plain.text, &tokens, names);
        let (right, wrong): (Vec<_>, Vec<_>) =
            trees.into_iter().partition(|(_, printed)| printed.as_deref() == Some(&plain.text));
        // Readings that differ in the wording only mean the same; the first wording is taken.
        let mut right: Vec<(Tree, Tree)> = right.into_iter().map(|(tree, _)| (tree.canonical(), tree)).collect();
        right.sort_unstable();
        right.dedup_by(|(later, _), (earlier, _)| later == earlier);
        let mut right = right.into_iter().map(|(_, tree)| tree);
        match (right.next(), right.next()) {
            (Some(tree), None) => self.resolved(game, tree, &plain, text),
            (Some(one), Some(other)) => Err(self.ambiguous(&plain, text, &one, &other)),
            (None, _) => match wrong.into_iter().find_map(|(_, printed)| printed) {
                Some(printed) => Err(diagnose::written_wrongly(&plain, text, &printed)),
                None => Err(self.not_understood(game, &plain, text, &tokens, names)),
            },
        }
    }

    /// The text of a tree; `None` where the game has no phrase for one of its nodes.
    pub fn print(&self, game: Game, tree: &Tree) -> Option<String> {
        self.printer(game).print(tree)
    }

    /// The phrases of which a tree is made, by their place in [`Definition::phrases`].
    pub fn phrases_used(&self, game: Game, tree: &Tree) -> Vec<usize> {
        let mut used = Vec::new();
        self.printer(game).visit_phrases(tree, 0, &mut |id| used.push(id));
        used
    }

    fn printer(&self, game: Game) -> Printer<'_> {
        Printer { definition: &self.definition, by_kind: &self.games[game as usize].by_kind }
    }

    fn chart<'a>(&'a self, game: Game, text: &'a str, tokens: &[Token], names: &'a Names) -> Chart<'a> {
        Chart::new(&self.definition, &self.games[game as usize].tries, names, text, tokens)
    }

    /// All trees of a text, each with the text that it prints.
    fn readings(&self, game: Game, text: &str, tokens: &[Token], names: &Names) -> Vec<(Tree, Option<String>)> {
        let mut chart = self.chart(game, text, tokens, names);
        let printer = self.printer(game);
        let nodes = chart.whole(self.whole);
        nodes
            .into_iter()
            .map(|node| {
                let mut phrases = Vec::new();
                let mut tree = chart.tree(node, &mut phrases);
                printer.set_wordings(&mut tree, 0, &mut phrases.into_iter());
                let text = printer.print(&tree);
                (tree, text)
            })
            .collect()
    }
}

fn too_long(why: String) -> Refusal {
    Refusal { reason: Reason::TooLong(why), phrase: String::new(), span: 0..0, expected: vec![], suggestions: vec![] }
}
