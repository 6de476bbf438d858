use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{Action, BadReplay, Game, Play, Seat, Start};

/// One decision of one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice(pub Seat, pub Action);

/// A game on paper: how it began and what was chosen. It reproduces the game bit for bit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replay {
    /// The version of the platform that wrote the replay.
    pub ludus: String,
    /// The game with its configuration, as a spec.
    pub game: String,
    /// The rules and content that the replay belongs to.
    pub content: String,
    /// How the game began.
    #[serde(flatten)]
    pub start: Start,
    /// All decisions in order.
    pub choices: Vec<Choice>,
    /// The position that the choices lead to.
    pub end: String,
}

impl Replay {
    /// Reads the JSON form.
    pub fn from_json(text: &str) -> Result<Self, BadReplay> {
        serde_json::from_str(text).map_err(|error| BadReplay::Malformed(error.to_string()))
    }

    /// The JSON form, in one line.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a replay is plain data")
    }

    /// Plays the game again to its end and checks that it ends as it is written.
    pub fn play<G: Game>(&self, game: Arc<G>) -> Result<Play<G>, BadReplay> {
        let facts = game.facts();
        if facts.content != self.content {
            return Err(BadReplay::OtherContent {
                game: self.game.clone(),
                replay: self.content.clone(),
                here: facts.content.clone(),
                version: self.ludus.clone(),
            });
        }
        let mut play = Play::start(game, self.start.clone())?;
        for (place, &Choice(seat, action)) in self.choices.iter().enumerate() {
            play.apply(seat, action).map_err(|illegal| BadReplay::Choice { decision: place + 1, illegal })?;
        }
        let reached = play.position().to_string();
        if reached == self.end { Ok(play) } else { Err(BadReplay::Diverged { written: self.end.clone(), reached }) }
    }
}
