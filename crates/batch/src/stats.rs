use ludus_core::Returns;

/// An estimate with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The estimate.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The quantile of the normal distribution that leaves 2.5 % on each side.
const Z: f64 = 1.959_963_984_540_054;

/// The share of `hits` among `n` with its Wilson interval; from 0 to 1 while there is nothing to judge by.
pub fn wilson(hits: u64, n: u64) -> Interval {
    if n == 0 {
        return Interval { value: f64::NAN, low: 0.0, high: 1.0 };
    }
    let (p, n) = (hits as f64 / n as f64, n as f64);
    let middle = p + Z * Z / (2.0 * n);
    let spread = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    Interval { value: p, low: ((middle - spread) / scale).max(0.0), high: ((middle + spread) / scale).min(1.0) }
}

/// How one entrant has done in one match so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Standing {
    /// Games played.
    pub games: u64,
    /// Games in which one of its seats got more than every seat of the others.
    pub wins: u64,
    /// Games in which it shared the most with others, and all games against itself alone.
    pub draws: u64,
    /// The mean of its returns; of a game in which it took several seats, their average counts.
    pub mean: f64,
    /// The sum of its returns: exact for whole ones, so that what adds up to nothing has the mean 0.
    sum: f64,
    /// The sum of squared distances from the mean (Welford).
    squares: f64,
}

impl Standing {
    /// Counts one game of an entrant; `table` tells who sat on each seat. The seats of one entrant do not play independent
    /// games, therefore they count as one.
    pub fn add(&mut self, returns: &Returns, table: &[usize], entrant: usize) {
        let best = |mine: bool| {
            let seats = (0..table.len()).filter(|&seat| (table[seat] == entrant) == mine);
            seats.map(|seat| returns[seat]).fold(f64::NEG_INFINITY, f64::max)
        };
        let others = if table.iter().all(|&other| other == entrant) { best(true) } else { best(false) };
        if best(true) > others {
            self.wins += 1;
        } else if best(true) == others {
            self.draws += 1;
        }
        self.games += 1;
        let own: Vec<f64> = (0..table.len()).filter(|&seat| table[seat] == entrant).map(|seat| returns[seat]).collect();
        let own = own.iter().sum::<f64>() / own.len() as f64;
        let distance = own - self.mean;
        self.sum += own;
        self.mean = self.sum / self.games as f64;
        self.squares += distance * (own - self.mean);
    }

    /// Games in which another seat got more.
    pub fn losses(&self) -> u64 {
        self.games - self.wins - self.draws
    }

    /// The share of games won.
    pub fn win_rate(&self) -> Interval {
        wilson(self.wins, self.games)
    }

    /// The standard error of the mean return.
    pub fn standard_error(&self) -> f64 {
        if self.games < 2 {
            return f64::NAN;
        }
        (self.squares / (self.games - 1) as f64 / self.games as f64).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wilson_interval_has_its_textbook_values() {
        // Newcombe 1998, table I: 81 of 263 and 0 of 20.
        let interval = wilson(81, 263);
        assert!((interval.low - 0.2553).abs() < 5e-5 && (interval.high - 0.3662).abs() < 5e-5, "{interval:?}");
        let none = wilson(0, 20);
        assert!(none.low == 0.0 && (none.high - 0.1611).abs() < 5e-5, "{none:?}");
        assert_eq!((wilson(0, 0).low, wilson(0, 0).high), (0.0, 1.0));
    }

    #[test]
    fn the_seats_of_one_entrant_count_as_one_game() {
        let (mut one, mut two) = (Standing::default(), Standing::default());
        let mut returns = Returns::default();
        returns[..3].copy_from_slice(&[0.0, 3.0, 1.0]);
        one.add(&returns, &[0, 1, 1], 0);
        two.add(&returns, &[0, 1, 1], 1);
        assert_eq!((one.games, one.wins, two.games, two.wins, two.mean), (1, 0, 1, 1, 2.0));
        let mut alone = Standing::default();
        alone.add(&returns, &[0, 0, 0], 0);
        assert_eq!((alone.wins, alone.draws, alone.losses()), (0, 1, 0));
    }

    #[test]
    fn whole_returns_that_add_up_to_nothing_have_the_mean_0() {
        let mut standing = Standing::default();
        for won in [1.0, -1.0, -1.0, 1.0, -1.0, -1.0, 1.0, -1.0, 1.0, 1.0] {
            standing.add(&[won, -won, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], &[0, 1], 0);
        }
        assert_eq!(standing.mean, 0.0);
        assert!((standing.standard_error() - 1.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn a_standing_counts_shared_firsts_as_draws() {
        let mut standing = Standing::default();
        for returns in [[2.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 5.0]] {
            let mut all = Returns::default();
            all[..3].copy_from_slice(&returns);
            standing.add(&all, &[0, 1, 2], 0);
        }
        assert_eq!((standing.wins, standing.draws, standing.losses()), (1, 1, 1));
        assert_eq!(standing.mean, 1.0);
        // Returns 2, 1, 0: variance 1, standard error 1 / sqrt(3).
        assert!((standing.standard_error() - 3f64.sqrt().recip()).abs() < 1e-12);
    }
}
