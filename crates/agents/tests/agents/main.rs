//! The agents against exact players, against each other and against nonsense.

mod dice_race;
mod every_agent;
mod hidden_information;
mod perfect_information;
mod specs;
mod support;
