use std::fmt;

use serde::Serialize;

/// What came out of all checks of a game; its text is a list for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The name of the game.
    pub game: String,
    /// The number of seats in the configuration that was checked.
    pub seats: usize,
    /// Every check, passed or not, always in the same order.
    pub checks: Vec<Check>,
}

/// One check and what it found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    /// The stable name of the check, in kebab-case.
    pub name: &'static str,
    /// What the check makes sure of, in one sentence.
    pub claim: &'static str,
    /// The first thing that was wrong; nothing when the claim held.
    pub failure: Option<Failure>,
}

/// What was wrong and where; [`play_to`](crate::play_to) leads to the place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// The seed of the random game.
    pub seed: u64,
    /// How many decisions of that game had been taken.
    pub decision: usize,
    /// What was wrong, in words.
    pub detail: String,
}

impl Report {
    /// Whether every check passed.
    pub fn passed(&self) -> bool {
        self.failed().next().is_none()
    }

    /// The checks that did not pass.
    pub fn failed(&self) -> impl Iterator<Item = &Check> {
        self.checks.iter().filter(|check| check.failure.is_some())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seats, all, failed) = (self.seats, self.checks.len(), self.failed().count());
        let plural = if seats == 1 { "" } else { "s" };
        writeln!(f, "{} with {seats} seat{plural}: {} of {all} checks passed", self.game, all - failed)?;
        let width = self.checks.iter().map(|check| check.name.len()).max().unwrap_or_default();
        for check in &self.checks {
            let verdict = if check.failure.is_none() { "ok   " } else { "WRONG" };
            writeln!(f, "  {verdict}  {:width$}  {}", check.name, check.claim)?;
            if let Some(Failure { seed, decision, detail }) = &check.failure {
                writeln!(f, "         seed {seed}, after {decision} decisions: {detail}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_lists_every_check_and_what_was_wrong() {
        let failure = Failure { seed: 7, decision: 3, detail: "seat 0 sees the card".into() };
        let report = Report {
            game: "poker".into(),
            seats: 2,
            checks: vec![
                Check { name: "facts", claim: "All is sound.", failure: None },
                Check { name: "hidden", claim: "Nothing leaks.", failure: Some(failure) },
            ],
        };
        assert!(!report.passed());
        assert_eq!(
            report.to_string(),
            "poker with 2 seats: 1 of 2 checks passed\n\
             \x20 ok     facts   All is sound.\n\
             \x20 WRONG  hidden  Nothing leaks.\n\
             \x20        seed 7, after 3 decisions: seat 0 sees the card\n"
        );
    }
}
