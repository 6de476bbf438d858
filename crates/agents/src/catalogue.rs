use ludus_core::AgentEntry;

/// The names of all agents that [`build`](crate::build) knows.
pub const NAMES: [&str; 5] = ["random", "greedy", "flat", "mcts", "ismcts"];

/// All agents with their options, weakest first.
pub fn catalogue() -> &'static [AgentEntry] {
    &CATALOGUE
}

const ITERATIONS: (&str, &str) = ("iterations", "playouts per decision (default 1000); reproducible");
const MS: (&str, &str) = ("ms", "milliseconds per decision instead of iterations; not reproducible");
const EXPLORATION: (&str, &str) =
    ("exploration", "weight of little-tried actions, for results scaled to 0..1 (default 1)");
const ROLLOUT: (&str, &str) =
    ("rollout", "how a leaf is judged: `random` plays to the end (default), `evaluate` asks the game");
const ROLLOUTS: (&str, &str) = ("rollouts", "random games per leaf (default 1)");
const NODES: (&str, &str) =
    ("nodes", "how many actions the tree holds at most; it stops growing there (default 2000000)");

static CATALOGUE: [AgentEntry; 5] = [
    AgentEntry { name: "random", help: "takes any legal action, each equally likely", options: &[] },
    AgentEntry {
        name: "greedy",
        help: "looks one action ahead and takes what the game evaluates best",
        options: &[("samples", "deals of the unknown per action (default 8 where luck or secrets matter, else 1)")],
    },
    AgentEntry {
        name: "flat",
        help: "plays random games after each action, equally many, and takes the best average",
        options: &[ITERATIONS, MS],
    },
    AgentEntry {
        name: "mcts",
        help: "Monte Carlo tree search (UCT) for games in which nothing is hidden",
        options: &[
            ITERATIONS,
            MS,
            EXPLORATION,
            ROLLOUT,
            ROLLOUTS,
            NODES,
            (
                "solver",
                "`on` backs up proven results in two-seat zero-sum games without luck (default), `off` does not",
            ),
        ],
    },
    AgentEntry {
        name: "ismcts",
        help: "information-set Monte Carlo tree search for games with secrets or simultaneous decisions",
        options: &[ITERATIONS, MS, EXPLORATION, ROLLOUT, ROLLOUTS, NODES],
    },
];
