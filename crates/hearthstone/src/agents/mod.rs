//! Players that know the rules of Hearthstone.
//!
//! They see the game through a [`Turn`](ludus_core::Turn) like all others: what is hidden is dealt anew before they look.

mod board;
mod by_turn;
mod face;
mod plays;

use ludus_core::{Agent, AgentEntry, BadSpec, Options};

use crate::Hearthstone;

/// The agents, weakest first.
pub(crate) static ENTRIES: [AgentEntry; 4] = [
    AgentEntry {
        name: "random-by-turn",
        help: "each card of the hand once with an even chance, then every attack, at random targets; then the turn ends",
        options: &[("power", "the chance of the hero power at each of its two checks a turn (default 0.1)")],
    },
    AgentEntry { name: "face-hunter", help: "spends its mana, and everything goes at the enemy hero", options: &[] },
    AgentEntry {
        name: "smart-face",
        help: "face-hunter that also uses the hero power and small spells on minions with 1 health",
        options: &[],
    },
    AgentEntry {
        name: "board",
        help: "tries every play of the turn and takes the one after which the board looks best",
        options: &board::WEIGHTS,
    },
];

/// The agent with this name.
pub(crate) fn agent(name: &str, options: &mut Options) -> Result<Box<dyn Agent<Hearthstone>>, BadSpec> {
    Ok(match name {
        "random-by-turn" => Box::new(by_turn::RandomByTurn::new(options)?),
        "face-hunter" => Box::new(face::Face::new(false)),
        "smart-face" => Box::new(face::Face::new(true)),
        "board" => Box::new(board::Board::new(options)?),
        other => return Err(BadSpec(format!("hearthstone has no agent `{other}`"))),
    })
}
