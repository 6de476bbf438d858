//! What card games share: tables of cards, their texts compiled, and where they come from.
//!
//! A [`Card`] is what a source says: the official data, a designer's file, an import. A [`Compiler`] reads the texts
//! with the grammar of `ludus-cardtext`, an [`Overrides`] file says what a text does not. A [`Pack`] is all of it in a few
//! bytes, a [`ledger`] says how far each set has come.
//!
//! Nothing here reads a file: sources are given as readers or bytes.

#![allow(clippy::result_large_err, reason = "a refusal is an answer as frequent as a tree, and is rarely passed on")]

pub mod built_in;
pub mod card;
mod compile;
pub mod decks;
pub mod designer;
mod errors;
pub mod fab_import;
mod hash;
pub mod hearthstone_data;
pub mod ledger;
pub mod machine;
mod names;
pub mod overrides;
pub mod pack;
pub mod pools;
mod record;
pub mod sets;
mod sheet;
mod table;
pub mod tags;
pub mod tokens;
mod toml_file;

pub use card::Card;
pub use compile::{Compiled, Compiler};
pub use errors::{Place, Problem, Problems};
pub use hash::Hash;
pub use names::DeclaredNames;
pub use overrides::Overrides;
pub use pack::Pack;
pub use table::Table;
