//! The checks, grouped by the promise they try out.

mod choices;
mod hidden;
mod limits;
mod luck;
mod record;
mod surface;
mod told;
mod value;

use ludus_core::Game;

use crate::probe::{Finding, Probe};

/// A check: its name, its claim and how it is made.
pub(crate) type Entry<G> = (&'static str, &'static str, fn(&Probe<'_, G>) -> Finding);

/// Every check, in the order of the report.
pub(crate) fn all<G: Game>() -> [Entry<G>; 16] {
    [
        ("facts", "What the game says of itself makes sense.", limits::facts),
        (
            "mask-tells-the-truth",
            "Every listed action is accepted, every other one is refused, and a refusal changes nothing.",
            choices::mask_tells_the_truth,
        ),
        (
            "somebody-can-act",
            "A seat that is to act has a legal action; nobody else has one, and nobody at all when the game is over.",
            choices::somebody_can_act,
        ),
        (
            "copy-is-independent",
            "A copy and its original do not touch each other and have the same future.",
            value::copy_is_independent,
        ),
        ("same-seed-same-game", "The same seed and the same choices give the same game.", luck::same_seed_same_game),
        (
            "undo-restores",
            "Going back gives the earlier state, and going forth again the later one.",
            record::undo_restores,
        ),
        (
            "replay-reproduces",
            "A replay that was written and read again gives the same game.",
            record::replay_reproduces,
        ),
        (
            "position-round-trips",
            "A position, as text or as JSON, gives back the state it was written from.",
            record::position_round_trips,
        ),
        (
            "equal-means-equal",
            "Equal states have equal hashes, positions and answers; different states have different positions.",
            value::equal_means_equal,
        ),
        (
            "nothing-hidden-leaks",
            "What a seat gets to know stays the same when all that it cannot know is dealt anew.",
            hidden::nothing_hidden_leaks,
        ),
        (
            "observation-is-whole",
            "An observation writes every feature with a finite number.",
            surface::observation_is_whole,
        ),
        ("returns-in-range", "Returns and estimates stay within what the game declares.", limits::returns_in_range),
        ("ends-in-time", "Every game ends within the declared number of decisions.", limits::ends_in_time),
        (
            "actions-have-names",
            "Every action has a text of its own that is understood again.",
            surface::actions_have_names,
        ),
        (
            "view-can-be-played",
            "A view offers the legal actions, each by touching components that are there.",
            surface::view_can_be_played,
        ),
        ("luck-is-declared", "A game without chance never rolls, and every roll has a side.", luck::luck_is_declared),
    ]
}
