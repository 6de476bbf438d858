//! Cards to trees: each text is read by the grammar, or an override stands in for it, or it is refused.

use std::collections::{BTreeSet, HashMap};
use std::sync::OnceLock;

use ludus_cardtext::definition::{Definition, What};
use ludus_cardtext::{Game, Grammar, Names, Refusal, Tree, normalise};

use crate::card::{Card, Kind};
use crate::names::DeclaredNames;
use crate::overrides::Overrides;
use crate::table::Table;

/// What has become of a card's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compiled {
    /// The card has no text.
    NoText,
    /// The text is understood.
    Read(Tree),
    /// Another text stands in for it.
    Overridden {
        /// The tree of the text that stands in.
        tree: Tree,
        /// Why its own text is refused; `None` where it is understood and the override adds what it does not say.
        refusal: Option<Refusal>,
    },
    /// The text is not understood.
    Refused(Refusal),
}

impl Compiled {
    /// The tree, where there is one.
    pub fn tree(&self) -> Option<&Tree> {
        match self {
            Compiled::Read(tree) | Compiled::Overridden { tree, .. } => Some(tree),
            Compiled::NoText | Compiled::Refused(_) => None,
        }
    }

    /// Why the card cannot be played; `None` where it can.
    pub fn refusal(&self) -> Option<&Refusal> {
        if let Compiled::Refused(refusal) = self { Some(refusal) } else { None }
    }

    /// The word for it: `no-text`, `compiled`, `overridden` or `refused`.
    pub fn class(&self) -> &'static str {
        match self {
            Compiled::NoText => "no-text",
            Compiled::Read(_) => "compiled",
            Compiled::Overridden { .. } => "overridden",
            Compiled::Refused(_) => "refused",
        }
    }
}

/// Reads the texts of cards: a grammar, the names that texts may speak of, and the overrides.
pub struct Compiler<'a> {
    grammar: &'a Grammar,
    table: &'a Table,
    declared: &'a DeclaredNames,
    overrides: &'a Overrides,
    /// By game, collected when the first text of the game is read.
    names: [OnceLock<Names>; Game::ALL.len()],
}

impl<'a> Compiler<'a> {
    /// A compiler whose texts may speak of the cards of a table and of the declared names.
    pub fn new(
        grammar: &'a Grammar,
        table: &'a Table,
        declared: &'a DeclaredNames,
        overrides: &'a Overrides,
    ) -> Compiler<'a> {
        Compiler { grammar, table, declared, overrides, names: Default::default() }
    }

    /// The grammar.
    pub fn grammar(&self) -> &'a Grammar {
        self.grammar
    }

    /// The names that a text of this game may speak of.
    pub fn names(&self, game: Game) -> &Names {
        self.names[game as usize].get_or_init(|| {
            let taken = vocabulary(self.grammar.definition(), game);
            let of_game = || self.table.cards().iter().filter(|card| card.game == game);
            let names = of_game().map(|card| card.name.as_str()).chain(of_game().filter_map(moniker));
            let known: BTreeSet<&str> = names.filter(|name| !taken.contains(*name)).collect();
            Names::new(known.into_iter().chain(self.declared.of(game)))
        })
    }

    /// The tree of a text; `own_name` is the name of the card that it stands on.
    pub fn parse(&self, game: Game, text: &str, own_name: Option<&str>) -> Result<Tree, Refusal> {
        self.grammar.parse(game, text, own_name, self.names(game))
    }

    /// What becomes of a card. An override that does not parse stands for nothing.
    pub fn card(&self, card: &Card) -> Compiled {
        self.card_by(card, &mut |game, text, own_name| self.parse(game, text, own_name))
    }

    /// What becomes of many cards, in their order; equal texts are read once. `progress` is told how many are done.
    pub fn cards<'c>(
        &self,
        cards: impl IntoIterator<Item = &'c Card>,
        mut progress: impl FnMut(usize),
    ) -> Vec<Compiled> {
        let mut known: HashMap<(Game, String, Option<String>), Result<Tree, Refusal>> = HashMap::new();
        let mut parse = |game: Game, text: &str, own_name: Option<&str>| {
            // The own name matters only where it stands in the text.
            let first = own_name.and_then(|name| name.split(',').next()).filter(|name| text.contains(*name));
            let key = (game, text.to_owned(), first.and(own_name).map(str::to_owned));
            known.entry(key).or_insert_with(|| self.parse(game, text, own_name)).clone()
        };
        let mut out = Vec::new();
        for card in cards {
            out.push(self.card_by(card, &mut parse));
            progress(out.len());
        }
        out
    }

    fn card_by(
        &self,
        card: &Card,
        parse: &mut impl FnMut(Game, &str, Option<&str>) -> Result<Tree, Refusal>,
    ) -> Compiled {
        let own = if has_text(card) { Some(parse(card.game, &card.text, card.own_name())) } else { None };
        let instead = self.overrides.get(&card.id).map(|entry| parse(card.game, &entry.text, card.own_name()));
        match (own, instead) {
            (own, Some(Ok(tree))) => Compiled::Overridden { tree, refusal: own.and_then(Result::err) },
            (None, _) => Compiled::NoText,
            (Some(Ok(tree)), _) => Compiled::Read(tree),
            (Some(Err(refusal)), _) => Compiled::Refused(refusal),
        }
    }
}

/// What texts call a hero of Flesh and Blood: what precedes the comma in the name.
fn moniker(card: &Card) -> Option<&str> {
    let hero = card.game == Game::FleshAndBlood && card.kind == Kind::Hero;
    card.name.split_once(',').filter(|_| hero).map(|(moniker, _)| moniker)
}

/// Whether there is anything to read on a card.
pub(crate) fn has_text(card: &Card) -> bool {
    !card.text.trim().is_empty() && !normalise(card.game, &card.text, card.own_name()).text.is_empty()
}

/// The capitalised words that mean something in the phrases of a game: no card's name may hide them.
fn vocabulary(definition: &Definition, game: Game) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    for phrase in definition.phrases.iter().filter(|phrase| phrase.games >> game as u8 & 1 == 1) {
        let mut run = String::new();
        for part in &phrase.parts {
            let word = if let What::Word(id) = part.what { definition.word_text(id) } else { "" };
            if word.starts_with(char::is_alphabetic) {
                if !run.is_empty() && !part.glued {
                    run.push(' ');
                }
                run += word;
            } else {
                out.insert(std::mem::take(&mut run));
            }
        }
        out.insert(run);
    }
    out.retain(|run| run.starts_with(char::is_uppercase));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(crate) const GRAMMAR: &str = "\
sort text (structure): a text
sort ability (structure): an ability
text Card: All.
    <abilities:ability+>
ability Keywords: What a card has.
    ^<list:keyword>
ability Sentence: What it does.
    ^<step:step>.
sort step: a step
step Get: Gets.
    get a <name:name>
step Hit: Hits.
    hit CARDNAME
sort keyword: a keyword
keyword Taunt: t
    Taunt
keyword Shield: s
    Divine Shield
";

    fn grammar() -> Grammar {
        Grammar::read(&[("test.grammar", GRAMMAR)]).unwrap()
    }

    fn card(id: &str, name: &str, text: &str) -> Card {
        let mut card = Card::new(id, name, Game::Hearthstone, Kind::Minion);
        text.clone_into(&mut card.text);
        card
    }

    fn overrides(text: &str) -> Overrides {
        Overrides::read("overrides.toml", text.as_bytes()).unwrap()
    }

    #[test]
    fn each_card_is_compiled_overridden_refused_or_without_text() {
        let grammar = grammar();
        let table = Table::new([
            card("1", "Imp", "<b>Taunt</b>"),
            card("2", "Taunt", ""),
            card("3", "Odd", "Do something odd."),
            card("4", "Even", "Do something even."),
        ]);
        let overrides = overrides("[[override]]\nid = '4'\ntext = 'Get an Imp.'\nsource = ''\nreason = 'x'\n");
        let declared = DeclaredNames::default();
        let compiler = Compiler::new(&grammar, &table, &declared, &overrides);
        let mut seen = 0;
        let all = compiler.cards(table.cards(), |done| seen = done);
        assert_eq!(
            all.iter().map(Compiled::class).collect::<Vec<_>>(),
            ["compiled", "no-text", "refused", "overridden"]
        );
        assert_eq!(seen, 4);
        assert!(all[2].refusal().is_some());
        assert!(matches!(&all[3], Compiled::Overridden { refusal: Some(_), .. }));
        for (card, compiled) in table.cards().iter().zip(&all) {
            assert_eq!(compiler.card(card), *compiled);
        }
    }

    #[test]
    fn a_card_named_like_a_word_of_the_grammar_does_not_hide_it() {
        let grammar = grammar();
        let table = Table::new([card("1", "Taunt", ""), card("2", "Divine Shield", ""), card("3", "Divine", "")]);
        let (declared, overrides) = (DeclaredNames::default(), Overrides::default());
        let compiler = Compiler::new(&grammar, &table, &declared, &overrides);
        assert_eq!(compiler.names(Game::Hearthstone).all(), ["Divine"]);
        assert!(compiler.names(Game::Battlegrounds).is_empty());
    }

    #[test]
    fn texts_of_flesh_and_blood_call_heroes_by_what_precedes_the_comma() {
        let grammar = grammar();
        let named = |name: &str, kind| Card::new(name, name, Game::FleshAndBlood, kind);
        let cards = [named("Ira, Crimson Haze", Kind::Hero), named("Snatch, Twice", Kind::Action)];
        let (declared, overrides) = (DeclaredNames::default(), Overrides::default());
        let table = Table::new(cards);
        let compiler = Compiler::new(&grammar, &table, &declared, &overrides);
        assert_eq!(compiler.names(Game::FleshAndBlood).all(), ["Ira", "Ira, Crimson Haze", "Snatch, Twice"]);
    }

    #[test]
    fn only_texts_of_flesh_and_blood_speak_of_the_card_by_its_name() {
        let grammar = grammar();
        let (declared, overrides) = (DeclaredNames::default(), Overrides::default());
        let table = Table::default();
        let compiler = Compiler::new(&grammar, &table, &declared, &overrides);
        let mut card = card("1", "Snatch, the Quick", "Hit Snatch.");
        assert_eq!(compiler.card(&card).class(), "refused");
        card.game = Game::FleshAndBlood;
        assert_eq!(compiler.card(&card).class(), "compiled");
    }
}
