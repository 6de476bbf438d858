/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One match in which the entrants sit as they are listed.
    Fixed,
    /// Every choice of as many entrants as there are seats.
    RoundRobin,
    /// The first entrant against each of the others, who take all other seats.
    Gauntlet,
}

/// Entrants that play a number of games with each other, in every order of seats that is its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// For each rotation, the entrant on each seat.
    pub rotations: Vec<Vec<usize>>,
}

/// All matches of a tournament; the n-th game of each is played with the same luck in every rotation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The matches.
    pub matches: Vec<Match>,
}

impl Plan {
    /// The plan for this many entrants at this many seats. With `swap`, every match is played in all rotations of the seats.
    pub fn new(format: Format, entrants: usize, seats: usize, swap: bool) -> Self {
        let tables: Vec<Vec<usize>> = match format {
            Format::Fixed => vec![(0..seats).map(|seat| seat % entrants).collect()],
            Format::RoundRobin if entrants < seats => vec![(0..seats).map(|seat| seat % entrants).collect()],
            Format::RoundRobin => choices(entrants, seats),
            Format::Gauntlet => (1..entrants)
                .map(|other| std::iter::once(0).chain(std::iter::repeat_n(other, seats - 1)).collect())
                .collect(),
        };
        Plan { matches: tables.into_iter().map(|table| Match::new(&table, swap)).collect() }
    }
}

impl Match {
    fn new(table: &[usize], swap: bool) -> Self {
        let mut rotations = vec![table.to_vec()];
        for turn in 1..if swap { table.len() } else { 1 } {
            let mut rotated = table.to_vec();
            rotated.rotate_right(turn);
            if !rotations.contains(&rotated) {
                rotations.push(rotated);
            }
        }
        Match { rotations }
    }

    /// The entrants of the match, each once, in the order of their seats.
    pub fn entrants(&self) -> Vec<usize> {
        let mut entrants: Vec<usize> = Vec::new();
        for &entrant in &self.rotations[0] {
            if !entrants.contains(&entrant) {
                entrants.push(entrant);
            }
        }
        entrants
    }
}

/// Every ascending choice of `count` numbers below `limit`.
fn choices(limit: usize, count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let with_last = |last: usize| {
        choices(last, count - 1).into_iter().map(move |mut choice| {
            choice.push(last);
            choice
        })
    };
    let mut all: Vec<_> = (0..limit).flat_map(with_last).collect();
    all.sort();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_robin_lets_everyone_meet_everyone_in_both_orders() {
        let plan = Plan::new(Format::RoundRobin, 3, 2, true);
        let rotations: Vec<_> = plan.matches.iter().map(|m| m.rotations.clone()).collect();
        assert_eq!(rotations, [[vec![0, 1], vec![1, 0]], [vec![0, 2], vec![2, 0]], [vec![1, 2], vec![2, 1]]]);
    }

    #[test]
    fn a_gauntlet_puts_the_first_against_each_of_the_others() {
        let plan = Plan::new(Format::Gauntlet, 3, 3, true);
        assert_eq!(plan.matches.len(), 2);
        assert_eq!(plan.matches[1].rotations, [vec![0, 2, 2], vec![2, 0, 2], vec![2, 2, 0]]);
        assert_eq!(plan.matches[1].entrants(), [0, 2]);
    }

    #[test]
    fn fixed_seats_stay_and_too_few_entrants_are_repeated() {
        assert_eq!(Plan::new(Format::Fixed, 2, 2, false).matches[0].rotations, [vec![0, 1]]);
        assert_eq!(Plan::new(Format::RoundRobin, 1, 2, true).matches[0].rotations, [vec![0, 0]]);
        assert_eq!(Plan::new(Format::RoundRobin, 4, 3, false).matches.len(), 4);
    }
}
