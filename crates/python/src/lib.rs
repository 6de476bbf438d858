//! The native module `ludus._core`. It converts between Python and the contract: no rule, no default lives here.

#![allow(clippy::needless_pass_by_value, reason = "what comes from Python comes by value")]

mod batch;
mod card_table;
mod cards;
mod dice;
mod erased;
mod errors;
mod game;
mod hearthstone;
mod hearthstone_history;
mod lent;
mod numbers;
mod py_agent;
mod py_game;
mod registry;
mod state;
mod tournament;
mod turn;

use pyo3::prelude::*;

#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("VERSION", ludus_core::VERSION)?;
    module.add_class::<game::Game>()?;
    module.add_class::<state::State>()?;
    module.add_class::<batch::Batch>()?;
    module.add_class::<tournament::Tournament>()?;
    module.add_class::<game::Agent>()?;
    module.add_class::<dice::Dice>()?;
    module.add_class::<turn::Turn>()?;
    module.add_class::<card_table::CardTable>()?;
    module.add_class::<hearthstone::HearthstoneCards>()?;
    module.add_class::<hearthstone::NativeGame>()?;
    module.add_class::<cards::Tree>()?;
    module.add_class::<cards::Names>()?;
    module.add_function(wrap_pyfunction!(cards::parse_card_text, module)?)?;
    module.add_function(wrap_pyfunction!(cards::normalise_card_text, module)?)?;
    module.add_function(wrap_pyfunction!(cards::card_grammar, module)?)?;
    module.add_function(wrap_pyfunction!(card_table::built_in_content, module)?)?;
    module.add_function(wrap_pyfunction!(card_table::count_imported, module)?)?;
    module.add_function(wrap_pyfunction!(hearthstone_history::hearthstone_history, module)?)?;
    module.add_function(wrap_pyfunction!(registry::native_games, module)?)?;
    module.add_function(wrap_pyfunction!(registry::agent_catalogue, module)?)?;
    module.add_function(wrap_pyfunction!(registry::parse_spec, module)?)?;
    module.add_function(wrap_pyfunction!(registry::nearest_of, module)?)?;
    module.add_function(wrap_pyfunction!(tournament::wilson, module)?)?;
    Ok(())
}
