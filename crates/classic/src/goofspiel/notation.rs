//! The position in one line: points, hands, prizes to come, the open prize, and the bids laid down for it.

use ludus_core::{BadPosition, Game, MAX_SEATS, Position};

use super::{Goofspiel, GoofspielState, MOST_CARDS, NONE, bit, total};

pub(super) const FIELDS: &[&str] = &["scores", "hands", "prizes", "prize", "bids"];

impl Goofspiel {
    pub(super) fn write(&self, state: &GoofspielState) -> Position {
        let of_seats = |text: &dyn Fn(usize) -> String| (0..self.seats).map(text).collect::<Vec<_>>().join("/");
        Position::new([
            ("scores", of_seats(&|seat| state.scores[seat].to_string())),
            ("hands", of_seats(&|seat| self.list(state.hands[seat]))),
            ("prizes", self.list(state.prizes)),
            ("prize", self.list(bit(state.prize))),
            ("bids", of_seats(&|seat| self.list(bit(state.bids[seat])))),
        ])
    }

    fn list(&self, set: u16) -> String {
        let cards: Vec<String> =
            (1..=self.cards as u8).filter(|&card| set & bit(card) != 0).map(|c| c.to_string()).collect();
        if cards.is_empty() { "-".to_owned() } else { cards.join(",") }
    }

    /// Reads the fields, each for itself.
    pub(super) fn read(&self, position: &Position) -> Result<GoofspielState, BadPosition> {
        let mut state = GoofspielState {
            hands: [0; MAX_SEATS],
            prizes: self.read_set("prizes", position.get("prizes"))?,
            scores: [0; MAX_SEATS],
            bids: [NONE; MAX_SEATS],
            prize: self.read_card("prize", position.get("prize"))?,
        };
        for (seat, text) in self.split("scores", position)?.enumerate() {
            let score = text.parse::<u8>().ok().filter(|score| score.to_string() == text);
            state.scores[seat] =
                score.filter(|&score| u32::from(score) <= total(self.all_cards())).ok_or_else(|| {
                    let most = total(self.all_cards());
                    BadPosition::new("scores", format!("has `{text}`, but a score is a whole number from 0 to {most}"))
                })?;
        }
        for (seat, text) in self.split("hands", position)?.enumerate() {
            state.hands[seat] = self.read_set("hands", text)?;
        }
        for (seat, text) in self.split("bids", position)?.enumerate() {
            state.bids[seat] = self.read_card("bids", text)?;
        }
        Ok(state)
    }

    /// The parts of a field, one for each seat.
    fn split<'a>(
        &self,
        field: &'static str,
        position: &'a Position,
    ) -> Result<impl Iterator<Item = &'a str>, BadPosition> {
        let parts = position.get(field).split('/');
        match parts.clone().count() {
            count if count == self.seats => Ok(parts),
            count => {
                let problem =
                    format!("has {count} parts, but must have {}, one per seat, separated by `/`", self.seats);
                Err(BadPosition::new(field, problem))
            }
        }
    }

    fn read_card(&self, field: &'static str, text: &str) -> Result<u8, BadPosition> {
        (0..=self.cards as u8).find(|&card| text == self.list(bit(card))).ok_or_else(|| {
            BadPosition::new(field, format!("has `{text}`, but must have `-` or a card from 1 to {}", self.cards))
        })
    }

    fn read_set(&self, field: &'static str, text: &str) -> Result<u16, BadPosition> {
        let cards = text.split(',').map(|card| card.parse::<u8>().ok().filter(|&card| u32::from(card) <= self.cards));
        let set = cards.take(MOST_CARDS as usize).try_fold(0, |set, card| Some(set | bit(card?)));
        set.filter(|&set| text == self.list(set)).or_else(|| (text == "-").then_some(0)).ok_or_else(|| {
            let problem =
                format!("has `{text}`, but cards are `-` or ascending numbers from 1 to {}: `1,3`", self.cards);
            BadPosition::new(field, problem)
        })
    }

    /// Whether hands, prizes and bids belong to one moment of a game.
    pub(super) fn check_round(&self, state: &GoofspielState) -> Result<(), BadPosition> {
        let bad = |field: &str, problem: String| Err(BadPosition::new(field, problem));
        if state.prizes & bit(state.prize) != 0 {
            return bad("prize", format!("is {}, which is also among the prizes to come", state.prize));
        }
        if state.prize == NONE && state.prizes != 0 {
            return bad("prize", "must be open while there are prizes to come".to_owned());
        }
        let rounds = state.prizes.count_ones() + u32::from(state.prize != NONE);
        for (seat, (&hand, &bid)) in state.hands.iter().zip(&state.bids).take(self.seats).enumerate() {
            if hand.count_ones() != rounds {
                let held = hand.count_ones();
                let problem =
                    format!("of seat {seat} has {held} cards, but must have {rounds}: as many as prizes left");
                return bad("hands", problem);
            }
            if hand & bit(bid) != bit(bid) {
                return bad("bids", format!("has {bid} for seat {seat}, but a bid must be a card of the hand"));
            }
        }
        if rounds == 1 && self.cards > 1 {
            return bad("prizes", "leave one round, which plays itself: write the position after it".to_owned());
        }
        if state.prize != NONE && self.to_act(state).is_empty() {
            return bad("bids", "are complete, so the round is over: write the position after it".to_owned());
        }
        Ok(())
    }

    /// Whether the prizes that are gone can have brought the scores.
    pub(super) fn check_scores(&self, state: &GoofspielState) -> Result<(), BadPosition> {
        let gone = self.all_cards() & !state.prizes & !bit(state.prize);
        let scores = &state.scores[..self.seats];
        if !can_be_shared(gone, scores) {
            let problem = format!("cannot be made of the prizes that are gone: {}", self.list(gone));
            return Err(BadPosition::new("scores", problem));
        }
        let played = state.hands.map(|hand| self.all_cards() & !hand);
        let mut search = Search { played, owed: state.scores, seats: self.seats, steps: MOST_STEPS };
        if !search.explain(gone) {
            let problem = "cannot have been won with the cards that have been played".to_owned();
            return Err(BadPosition::new("scores", problem));
        }
        Ok(())
    }
}

/// The search gives up after this many bids and then believes the scores: what can occur is never refused.
const MOST_STEPS: u32 = 20_000;

/// A search for bids of earlier rounds that explain the scores. The order of the rounds does not matter to it.
struct Search {
    /// The cards that each seat has played and that are not in a round yet.
    played: [u16; MAX_SEATS],
    /// The points that each seat has won in rounds not found yet.
    owed: [u8; MAX_SEATS],
    seats: usize,
    steps: u32,
}

/// The highest bid of a round so far, and the seat that made it while no other has made the same.
type Highest = (u8, Option<usize>);

impl Search {
    fn explain(&mut self, prizes: u16) -> bool {
        if prizes == 0 {
            return self.owed == [0; MAX_SEATS];
        }
        let prize = prizes.ilog2() as u8 + 1;
        self.explain_round(prizes & !bit(prize), prize, 0, (NONE, None))
    }

    /// Tries all bids of the seats from `seat` on for one prize, and then the other prizes.
    fn explain_round(&mut self, others: u16, prize: u8, seat: usize, highest: Highest) -> bool {
        if self.steps == 0 {
            return true;
        }
        if seat == self.seats {
            return self.explain_end(others, prize, highest);
        }
        (1..=MOST_CARDS as u8).rev().any(|card| {
            if self.played[seat] & bit(card) == 0 {
                return false;
            }
            self.steps = self.steps.saturating_sub(1);
            let next = match highest {
                (most, _) if card > most => (card, Some(seat)),
                (most, _) if card == most => (most, None),
                _ => highest,
            };
            self.played[seat] &= !bit(card);
            let found = self.explain_round(others, prize, seat + 1, next);
            self.played[seat] |= bit(card);
            found
        })
    }

    fn explain_end(&mut self, others: u16, prize: u8, (_, winner): Highest) -> bool {
        let Some(winner) = winner else { return self.explain(others) };
        if self.owed[winner] < prize {
            return false;
        }
        self.owed[winner] -= prize;
        let found = self.explain(others);
        self.owed[winner] += prize;
        found
    }
}

/// Whether some of the prizes can be shared out so that each seat gets exactly its score.
fn can_be_shared(prizes: u16, scores: &[u8]) -> bool {
    // Seats are filled one after the other: how far a set of prizes has filled them depends on its sum alone.
    let ends: Vec<u32> = scores
        .iter()
        .scan(0, |sum, &score| {
            *sum += u32::from(score);
            Some(*sum)
        })
        .collect();
    let goal = ends.last().copied().unwrap_or(0);
    let mut reached = vec![false; usize::from(prizes) + 1];
    reached[0] = true;
    for set in 0..=prizes {
        if !reached[usize::from(set)] {
            continue;
        }
        let sum = total(set);
        let Some(&end) = ends.iter().find(|&&end| end > sum) else { return sum == goal };
        for card in (1..=MOST_CARDS as u8).filter(|&card| prizes & !set & bit(card) != 0) {
            if sum + u32::from(card) <= end {
                reached[usize::from(set | bit(card))] = true;
            }
        }
    }
    false
}
