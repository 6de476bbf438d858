//! Names that texts use and that no card bears: `content/<system>/names.toml`.
//!
//! Some texts call a card by a description: "Summon a 1/1 Cat" means the card Tabbycat. Each such name is declared with
//! the reason why it may stand in a text.

use std::collections::BTreeMap;

use ludus_cardtext::Game;

use crate::errors::{Place, Problem, Problems};
use crate::table::Table;
use crate::toml_file::{File, Texts};

/// The declared names of all games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeclaredNames {
    /// By game and name: file, place and reason.
    names: BTreeMap<(Game, String), (String, Place, String)>,
}

impl DeclaredNames {
    /// Reads the names of a game: `[[name]]` tables with `name` and `reason`.
    pub fn read(&mut self, game: Game, file: &str, bytes: &[u8]) -> Result<(), Problems> {
        let (mut file, table) = File::open(file, bytes)?;
        for (key, value) in table {
            if key.get_ref() != "name" {
                let place = file.place(&key.span());
                file.wrong(place, Some(key.get_ref()), "a file of names holds `[[name]]` tables only");
                continue;
            }
            for (place, entry) in file.tables("name", value) {
                let fields = file.fields(entry, &["name", "reason"]);
                let Some(mut texts) = Texts::of(&mut file, &place, fields, &["name", "reason"]) else { continue };
                let name = texts.take("name");
                if self.names.contains_key(&(game, name.clone())) {
                    file.wrong(place, Some("name"), format!("`{name}` is declared twice"));
                } else {
                    self.names.insert((game, name), (file.name.to_owned(), place, texts.take("reason")));
                }
            }
        }
        if file.problems.is_empty() { Ok(()) } else { Err(Problems(file.problems)) }
    }

    /// The names of a game.
    pub fn of(&self, game: Game) -> impl Iterator<Item = &str> {
        self.names.keys().filter(move |(of, _)| *of == game).map(|(_, name)| name.as_str())
    }

    /// The declarations that are not needed, because a card bears the name.
    pub fn dead(&self, table: &Table) -> Vec<Problem> {
        let borne = |game: Game, name: &str| table.named(name).any(|card| card.game == game && card.name == name);
        let dead = self.names.iter().filter(|((game, name), _)| borne(*game, name));
        dead.map(|((_, name), (file, place, _))| {
            Problem::new(file, place.clone(), Some("name"), format!("a card is named `{name}`: this is not needed"))
        })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::{Card, Kind};

    fn read(text: &str) -> Result<DeclaredNames, String> {
        let mut names = DeclaredNames::default();
        names.read(Game::Hearthstone, "names.toml", text.as_bytes()).map_err(|problems| problems.to_string())?;
        Ok(names)
    }

    #[test]
    fn a_name_is_declared_with_a_reason() {
        let names = read("[[name]]\nname = 'Cat'\nreason = 'Tabbycat'\n").unwrap();
        assert_eq!(names.of(Game::Hearthstone).collect::<Vec<_>>(), ["Cat"]);
        assert_eq!(names.of(Game::Battlegrounds).count(), 0);
        let table = Table::new([Card::new("cat", "Cat", Game::Hearthstone, Kind::Minion)]);
        let dead = "names.toml:1, field `name`: a card is named `Cat`: this is not needed";
        assert_eq!(names.dead(&table)[0].to_string(), dead);
    }

    #[test]
    fn mistakes_are_told_with_line_and_field() {
        let missing = "names.toml:3, field `reason`: this must be there and not be empty";
        assert_eq!(read("\n\n[[name]]\nname = 'Cat'\n").unwrap_err(), missing);
        let twice = "[[name]]\nname = 'Cat'\nreason = 'x'\n[[name]]\nname = 'Cat'\nreason = 'x'\n";
        assert_eq!(read(twice).unwrap_err(), "names.toml:4, field `name`: `Cat` is declared twice");
        let near = "names.toml:2, field `naem`: there is no such field; did you mean `name`?";
        assert!(read("[[name]]\nnaem = 'Cat'\nreason = 'x'\n").unwrap_err().starts_with(near));
    }
}
