//! All luck comes through the dice: it is seeded, and it is declared.

use ludus_core::{Dice, Game, Luck, Rng, Silent};

use crate::fingerprint::Fingerprint;
use crate::probe::{Finding, Probe, Walk};

pub(super) fn same_seed_same_game<G: Game>(probe: &Probe<'_, G>) -> Finding {
    let game = &**probe.game;
    let mut again: Option<Walk<'_, G>> = None;
    let mut first_start: Option<G::State> = None;
    probe.moments(|walk, _| {
        if walk.decisions == 0 {
            let start = first_start.get_or_insert_with(|| walk.state.clone());
            if !probe.facts().chance && *start != walk.state {
                return Err("the game has no chance, but another seed gives another start".to_owned());
            }
            again = Some(Walk::begin(game, walk.seed, Rng::new(walk.seed), &mut Silent));
        }
        let again = again.as_mut().expect("every game is visited at its start");
        again.go_to(walk.decisions);
        Fingerprint::of(game, &walk.state)
            .same(&Fingerprint::of(game, &again.state))
            .map_err(|difference| format!("the same game played again is another one: {difference}"))?;
        if again.state != walk.state || again.decisions != walk.decisions {
            return Err("the same game played again is another one".to_owned());
        }
        if again.dice != walk.dice {
            return Err("the same game played again rolls another number of dice".to_owned());
        }
        Ok(())
    })
}

pub(super) fn luck_is_declared<G: Game>(probe: &Probe<'_, G>) -> Finding {
    let (game, chance) = (&**probe.game, probe.facts().chance);
    for seed in probe.seeds() {
        probe.stand(seed, 0);
        let mut walk = Walk::begin(game, seed, Watched::new(seed), &mut Silent);
        walk.dice.verdict(chance)?;
        while walk.step(&mut Silent) {
            walk.dice.verdict(chance)?;
            probe.stand(seed, walk.decisions);
        }
        for seat in probe.seats() {
            let mut dice = Watched::new(seed);
            game.determinize(&mut walk.state.clone(), seat, &mut dice);
            // Dealing anew what is hidden takes luck also where the rules take none.
            dice.verdict(true)?;
        }
    }
    Ok(())
}

/// Dice that see how they are used.
struct Watched {
    dice: Rng,
    rolls: u32,
    problem: Option<String>,
}

impl Watched {
    fn new(seed: u64) -> Self {
        Watched { dice: Rng::new(seed), rolls: 0, problem: None }
    }

    fn verdict(&self, chance: bool) -> Finding {
        match &self.problem {
            Some(problem) => Err(problem.clone()),
            None if self.rolls > 0 && !chance => Err("the game rolls, but says that it has no chance".to_owned()),
            None => Ok(()),
        }
    }
}

impl Dice for Watched {
    fn roll(&mut self, luck: Luck, sides: u32) -> u32 {
        self.rolls += 1;
        if sides == 0 {
            self.problem = Some("a roll has no sides".to_owned());
            return 0;
        }
        self.dice.roll(luck, sides)
    }

    fn pick(&mut self, luck: Luck, weights: &[u32]) -> usize {
        self.rolls += 1;
        let sum: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
        if sum == 0 || u32::try_from(sum).is_err() {
            self.problem = Some(format!("the weights of a pick add up to {sum}: {weights:?}"));
            return 0;
        }
        self.dice.pick(luck, weights)
    }
}
