use ludus_core::{Action, Actions, Agent, BadSpec, Facts, Game, MAX_SEATS, Options, Rng, Seat, Silent, Turn};

use crate::budget::Budget;
use crate::rollout::{Judge, LEGAL, Scale, Values};
use crate::tree::{Marks, Node, ROOT, Tree};
use crate::{Thinker, Thought};

/// Monte Carlo tree search (UCT) for games in which nothing is hidden and one seat acts at a time.
///
/// Every seat maximises its own result. Where the rules roll dice, the tree is open loop: a node stands for the
/// actions that lead to it, averaged over the luck on the way. In two-seat zero-sum games without luck, proven results
/// are backed up (MCTS-Solver), and the search ends early once the root is proven.
#[derive(Debug)]
pub(crate) struct Mcts {
    budget: Budget,
    exploration: f64,
    judge: Judge,
    scale: Scale,
    solver: bool,
    open_loop: bool,
    tree: Tree,
    legal: Actions,
    marks: Marks,
    thoughts: Vec<Thought>,
}

impl Mcts {
    pub(crate) fn new(facts: &Facts, options: &mut Options) -> Result<(Self, bool), BadSpec> {
        if facts.hidden {
            return Err(refusal(facts, "something is hidden from the seats"));
        }
        if facts.simultaneous {
            return Err(refusal(facts, "several seats act at once"));
        }
        let budget = Budget::read("mcts", options)?;
        let exploration = read_exploration(options)?;
        let judge = Judge::read("mcts", options)?;
        let tree = Tree::new(read_nodes(options)?);
        let (low, high) = facts.returns;
        let provable = facts.seats == 2 && facts.zero_sum && low == -high && !facts.chance;
        let solver = options.word("solver", &["on", "off"])? == "on" && provable;
        let mcts = Mcts {
            budget,
            exploration,
            judge,
            scale: Scale::new(facts),
            solver,
            open_loop: facts.chance,
            tree,
            legal: Actions::new(),
            marks: Marks::default(),
            thoughts: Vec::new(),
        };
        Ok((mcts, budget.reproducible()))
    }

    fn search<G: Game>(&mut self, turn: &Turn<'_, G>, rng: &mut Rng) {
        let root = turn.sample(rng);
        self.tree.plant(turn.seat());
        for _ in self.budget.start(1) {
            let mut state = root.clone();
            self.iterate(turn.game(), &mut state, rng);
            if self.tree.node(ROOT).exact().is_some() {
                break;
            }
        }
    }

    /// One iteration: down the tree, one judgement at the leaf, and back up.
    fn iterate<G: Game>(&mut self, game: &G, state: &mut G::State, rng: &mut Rng) {
        self.tree.enter();
        let mut at = ROOT;
        loop {
            if let Some(exact) = self.tree.node(at).exact() {
                let mut values: Values = [1.0 - exact; MAX_SEATS];
                values[self.tree.node(at).seat.index()] = exact;
                return self.tree.back_up(&values);
            }
            let Some(seat) = game.to_act(state).lowest() else {
                let values = self.scale.returns(game, state);
                self.tree.back_up(&values);
                return self.prove(at, &values);
            };
            let Some(child) = self.branch(game, state, at, rng) else {
                let values = self.judge.values(game, self.scale, state, &mut self.legal, rng);
                return self.tree.back_up(&values);
            };
            game.apply(state, seat, self.tree.node(child).action, rng, &mut Silent).expect(LEGAL);
            self.tree.step(child);
            at = child;
        }
    }

    /// The child to go to, grown where needed; none where this node is to be judged.
    #[inline]
    fn branch<G: Game>(&mut self, game: &G, state: &G::State, at: u32, rng: &mut Rng) -> Option<u32> {
        let node = self.tree.node(at);
        if node.visits == 0 && at != ROOT {
            return None;
        }
        if !self.open_loop && !self.tree.children(at).is_empty() {
            return self.tree.select(at, self.exploration, |_| true, |untried| rng.below(untried));
        }
        let seat = game.to_act(state).lowest()?;
        self.legal.clear();
        game.legal_actions(state, seat, &mut self.legal);
        if self.open_loop {
            self.marks.set(&self.legal);
            self.tree.extend(at, seat, &self.legal, &self.marks);
        } else if !self.tree.expand(at, seat, &self.legal) {
            return None;
        }
        if let Some(won) = self.winning_child(game, state, at, seat, rng) {
            return Some(won);
        }
        let allowed = |child: &Node| !self.open_loop || child.fits(seat, &self.marks);
        self.tree.select(at, self.exploration, allowed, |untried| rng.below(untried))
    }

    /// The child that wins at once, looked for when a node gets its children and results can be proven.
    ///
    /// Going there proves the node after one visit; without the look it takes one visit per child.
    fn winning_child<G: Game>(&self, game: &G, state: &G::State, at: u32, seat: Seat, rng: &mut Rng) -> Option<u32> {
        if !self.solver {
            return None;
        }
        self.tree.places(at).find(|&child| {
            let mut next = state.clone();
            game.apply(&mut next, seat, self.tree.node(child).action, rng, &mut Silent).expect(LEGAL);
            game.to_act(&next).is_empty() && self.scale.returns(game, &next)[seat.index()] == 1.0
        })
    }

    fn prove(&mut self, leaf: u32, values: &Values) {
        if self.solver {
            self.tree.prove(values[self.tree.node(leaf).seat.index()]);
        }
    }

    /// The root's actions, best first: by visits, but a proven result counts for what it is.
    ///
    /// A proven action is hardly tried again, so that its few visits say nothing: it stands before the unproven ones if
    /// it is better than the average of the most visited of them, and behind them otherwise.
    fn reflect(&mut self) {
        let unproven = self.tree.children(ROOT).iter().filter(|node| node.exact().is_none());
        let rival = unproven.max_by_key(|node| node.visits).map_or(f64::NEG_INFINITY, Node::value);
        let solved = self.tree.node(ROOT).exact().is_some();
        let rank = |node: &Node| match node.exact() {
            Some(exact) if solved || exact > rival => exact,
            Some(exact) => exact - 2.0,
            None => -1.0,
        };
        let mut nodes: Vec<&Node> = self.tree.children(ROOT).iter().collect();
        nodes.sort_by(|a, b| {
            rank(b).total_cmp(&rank(a)).then(b.visits.cmp(&a.visits)).then(b.value().total_cmp(&a.value()))
        });
        self.thoughts.extend(nodes.iter().map(|node| Thought {
            action: node.action,
            visits: node.visits,
            value: if node.visits > 0 { self.scale.restore(node.value()) } else { 0.0 },
        }));
    }
}

impl<G: Game> Agent<G> for Mcts {
    fn choose(&mut self, turn: &Turn<'_, G>, rng: &mut Rng) -> Action {
        self.thoughts.clear();
        self.legal.clear();
        turn.legal_actions(&mut self.legal);
        if self.legal.len() == 1 {
            return self.legal[0];
        }
        self.search(turn, rng);
        self.reflect();
        self.thoughts[0].action
    }
}

impl<G: Game> Thinker<G> for Mcts {
    fn thoughts(&self) -> &[Thought] {
        &self.thoughts
    }
}

/// Reads the weight of exploration, shared by all tree searches.
pub(crate) fn read_exploration(options: &mut Options) -> Result<f64, BadSpec> {
    options.number("exploration", 1.0, 0.0..=100.0)
}

/// Reads the limit of a tree, shared by all tree searches.
pub(crate) fn read_nodes(options: &mut Options) -> Result<usize, BadSpec> {
    options.number("nodes", 2_000_000, 1..=1_000_000_000)
}

fn refusal(facts: &Facts, reason: &str) -> BadSpec {
    BadSpec(format!("mcts cannot play {}, where {reason}; use `ismcts`", facts.name))
}
