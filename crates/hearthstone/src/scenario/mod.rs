//! Scenarios: readable claims about the rules that are executed (`specs/README.md`).

mod names;
pub(crate) mod position;
pub(crate) mod say;
mod see;

use std::sync::Arc;

use ludus_cards::machine::Content;
use ludus_cards::machine::program::kind;
use ludus_core::dice::Exhaustive;
use ludus_core::{Ratio, Silent};
use thiserror::Error;

use crate::Hearthstone;
use crate::state::HearthstoneState;

/// No scenario has more outcomes than this.
const MOST_OUTCOMES: usize = 40_000;

/// A claim with the position, the actions and what is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// The heading.
    pub title: String,
    /// The line of the heading in its file, counted from 1.
    pub line: usize,
    /// The cards that it shows to work, by name or id.
    pub verifies: Vec<String>,
    /// Whether the cards are those of our own starter set.
    pub starter: bool,
    /// The lines of the block with their numbers.
    lines: Vec<(usize, String)>,
}

/// What is wrong with a scenario, or what it has found to be wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct Failed {
    /// The line in the file.
    pub line: usize,
    /// What is wrong.
    pub problem: String,
}

/// The scenarios of a page: each block of the kind `scenario` with the heading before it.
pub fn read(page: &str) -> Vec<Scenario> {
    let mut out: Vec<Scenario> = Vec::new();
    let mut heading = (1, String::new());
    let mut open = false;
    for (number, line) in (1..).zip(page.lines()) {
        if let Some(title) = line.strip_prefix("## ") {
            heading = (number, title.to_owned());
        } else if line.trim() == "```scenario" {
            open = true;
            let (line, title) = heading.clone();
            out.push(Scenario { title, line, verifies: Vec::new(), starter: false, lines: Vec::new() });
        } else if line.trim() == "```" {
            open = false;
        } else if open && !line.trim().is_empty() {
            let scenario = out.last_mut().expect("a block was opened");
            match line.split_once(':') {
                Some(("verifies", cards)) => {
                    scenario.verifies.extend(cards.split(',').map(|name| name.trim().to_owned()));
                }
                Some(("starter", answer)) => scenario.starter = answer.trim() == "yes",
                _ => scenario.lines.push((number, line.trim().to_owned())),
            }
        }
    }
    out
}

/// How a line of a scenario is meant.
enum Line<'a> {
    /// Something of the position.
    Position(&'a str, &'a str),
    /// Something that is done.
    Does(&'a str),
    /// Something that is refused.
    Refused(&'a str),
    /// Something that is expected with this share of the outcomes.
    Expects(Share, &'a str),
}

/// In how much of the outcomes something is so.
enum Share {
    All,
    Some,
    None,
    Exactly(Ratio),
}

impl Scenario {
    /// The ids of the cards that it shows to work.
    pub fn verified(&self, content: &Content) -> Result<Vec<String>, Failed> {
        let id = |name: &String| {
            let card = names::card(content, name, kind::ANY);
            card.map(|card| content.card(card).id.clone()).map_err(|problem| Failed { line: self.line, problem })
        };
        self.verifies.iter().map(id).collect()
    }

    /// Carries the scenario out with the cards of a game.
    pub fn run(&self, content: &Arc<Content>) -> Result<(), Failed> {
        let cut = self.lines.iter().position(|(_, line)| !is_position(line)).unwrap_or(self.lines.len());
        let (position, rest) = self.lines.split_at(cut);
        let (game, state) = position::build(content, position)?;
        let mut outcomes = vec![(state, Ratio::ONE)];
        for (line, text) in rest {
            let fail = |problem: String| Failed { line: *line, problem };
            match meaning(text).map_err(fail)? {
                Line::Does(deed) => outcomes = every_outcome(&game, outcomes, deed).map_err(fail)?,
                Line::Refused(deed) => {
                    for (state, _) in &outcomes {
                        let mut copy = state.clone();
                        let mut dice = Exhaustive::default();
                        if say::say(&game, &mut copy, deed, &mut dice, &mut Silent).is_ok() {
                            return Err(fail(format!("`{deed}` is possible")));
                        }
                    }
                }
                Line::Expects(share, claim) => expect(&game, &outcomes, &share, claim).map_err(fail)?,
                Line::Position(what, _) => {
                    return Err(fail(format!("`{what}` belongs to the position, before anything is done")));
                }
            }
        }
        Ok(())
    }
}

/// Whether a line belongs to the position.
pub(crate) fn is_position(line: &str) -> bool {
    matches!(meaning(line), Ok(Line::Position(..)))
}

fn meaning(text: &str) -> Result<Line<'_>, String> {
    if let Some(deed) = text.strip_prefix("> ") {
        return Ok(Line::Does(deed.trim()));
    }
    if let Some(deed) = text.strip_prefix("! ") {
        return Ok(Line::Refused(deed.trim()));
    }
    if let Some(claim) = text.strip_prefix("= ") {
        return Ok(Line::Expects(Share::All, claim.trim()));
    }
    let (word, rest) = text.split_once(':').ok_or_else(|| format!("`{text}` is no line of a scenario"))?;
    let share = match word {
        "sometimes" => Share::Some,
        "never" => Share::None,
        _ => match word.split_once('/').map(|(a, b)| (a.parse::<u128>(), b.parse::<u128>())) {
            Some((Ok(a), Ok(b))) if b > 0 && a <= b => Share::Exactly(Ratio::new(a, b)),
            _ => return Ok(Line::Position(word.trim(), rest.trim())),
        },
    };
    Ok(Line::Expects(share, rest.trim()))
}

type Outcomes = Vec<(HearthstoneState, Ratio)>;

/// Does something in every outcome so far, with every outcome that it can have.
fn every_outcome(game: &Hearthstone, outcomes: Outcomes, deed: &str) -> Result<Outcomes, String> {
    let mut next = Vec::new();
    for (state, weight) in outcomes {
        let walked = Exhaustive::walk(MOST_OUTCOMES, |dice| {
            let mut copy = state.clone();
            say::say(game, &mut copy, deed, dice, &mut Silent).map(|()| copy)
        });
        for (after, share) in walked.map_err(|error| error.to_string())? {
            let weight = weight.checked_mul(share).ok_or("the weights of the outcomes are too fine")?;
            next.push((after?, weight));
        }
        if next.len() > MOST_OUTCOMES {
            return Err(format!("there are more than {MOST_OUTCOMES} outcomes"));
        }
    }
    Ok(next)
}

fn expect(game: &Hearthstone, outcomes: &Outcomes, share: &Share, claim: &str) -> Result<(), String> {
    let mut holds = Ratio::ZERO;
    let mut example = None;
    let mut counter = None;
    for (state, weight) in outcomes {
        match see::see(game, state, claim)? {
            None => {
                holds += *weight;
                example = example.or(Some(claim));
            }
            Some(found) => counter = counter.or(Some(found)),
        }
    }
    let found = || counter.clone().unwrap_or_else(|| "it is always so".to_owned());
    match share {
        Share::All if counter.is_some() => Err(format!("`{claim}` is not so: {}", found())),
        Share::Some if example.is_none() => Err(format!("`{claim}` is never so: {}", found())),
        Share::None if example.is_some() => Err(format!("`{claim}` can be so")),
        Share::Exactly(wanted) if *wanted != holds => {
            Err(format!("`{claim}` is so with {holds}, not with {wanted}: {}", found()))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_read_block_by_block() {
        let page = "# Mage\n\n## One\n\nWhy.\n\n```scenario\nverifies: A, B\nmy hand: A\n> play A\n```\n\n## Two\n```scenario\nstarter: yes\n= I win\n```\n";
        let found = read(page);
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].title.as_str(), found[0].line), ("One", 3));
        assert_eq!(found[0].verifies, ["A", "B"]);
        assert_eq!(found[0].lines, [(9, "my hand: A".to_owned()), (10, "> play A".to_owned())]);
        assert!(found[1].starter && !found[0].starter);
    }
}
