use std::ops::Range;

use ludus_core::{Action, Seat};

use crate::rollout::Values;

/// The index of the root node.
pub(crate) const ROOT: u32 = 0;

/// What is reached by an action, with the results of all iterations that came through.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// The sum of the results for `seat`.
    total: f64,
    pub(crate) visits: u32,
    first_child: u32,
    children: u32,
    /// The proven result for `seat`; NaN while nothing is proven.
    exact: f32,
    pub(crate) action: Action,
    /// Who takes the action; at the root, who is to act.
    pub(crate) seat: Seat,
}

impl Node {
    fn new(action: Action, seat: Seat) -> Self {
        Node { total: 0.0, visits: 0, first_child: 0, children: 0, exact: f32::NAN, action, seat }
    }

    /// The proven result for the seat, scaled to 0..1.
    #[inline]
    pub(crate) fn exact(&self) -> Option<f64> {
        (!self.exact.is_nan()).then_some(f64::from(self.exact))
    }

    /// The proven or the average result for the seat.
    pub(crate) fn value(&self) -> f64 {
        self.exact().unwrap_or_else(|| self.total / f64::from(self.visits.max(1)))
    }

    fn block(&self) -> Range<usize> {
        self.first_child as usize..(self.first_child + self.children) as usize
    }
}

/// The search tree of one decision: all nodes in one array, the children of a node side by side.
#[derive(Debug)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    /// From the root to the leaf of this iteration.
    path: Vec<u32>,
    most_nodes: usize,
}

impl Tree {
    pub(crate) fn new(most_nodes: usize) -> Self {
        Tree { nodes: Vec::new(), path: Vec::new(), most_nodes }
    }

    /// Forgets everything but the memory and begins with a root for the seat.
    pub(crate) fn plant(&mut self, seat: Seat) {
        self.nodes.clear();
        self.nodes.push(Node::new(Action(u32::MAX), seat));
    }

    #[inline]
    pub(crate) fn node(&self, at: u32) -> &Node {
        &self.nodes[at as usize]
    }

    #[inline]
    pub(crate) fn children(&self, at: u32) -> &[Node] {
        &self.nodes[self.node(at).block()]
    }

    /// Where the children stand.
    pub(crate) fn places(&self, at: u32) -> Range<u32> {
        let node = self.node(at);
        node.first_child..node.first_child + node.children
    }

    /// Gives a node without children one child per legal action; false where the tree may not grow any more.
    pub(crate) fn expand(&mut self, at: u32, seat: Seat, legal: &[Action]) -> bool {
        // The root is exempt: without its children there would be nothing to choose from.
        if at != ROOT && self.nodes.len() + legal.len() > self.most_nodes {
            return false;
        }
        let first_child = self.nodes.len() as u32;
        self.nodes.extend(legal.iter().map(|&action| Node::new(action, seat)));
        let node = &mut self.nodes[at as usize];
        (node.first_child, node.children) = (first_child, legal.len() as u32);
        true
    }

    /// Gives a node a child for every legal action that has none yet, as far as the tree may grow.
    ///
    /// After the same actions with other luck, other actions can be legal. Children must stay side by side, so all of
    /// them move to the end of the array; the few places left behind are not used again.
    pub(crate) fn extend(&mut self, at: u32, seat: Seat, legal: &[Action], marks: &Marks) {
        let block = self.node(at).block();
        let known = self.nodes[block.clone()].iter().filter(|child| child.fits(seat, marks)).count();
        let children = block.len() + legal.len() - known;
        if known == legal.len() || (at != ROOT && self.nodes.len() + children > self.most_nodes) {
            return;
        }
        let first_child = self.nodes.len() as u32;
        self.nodes.extend_from_within(block.clone());
        for &action in legal {
            if !self.nodes[block.clone()].iter().any(|child| child.seat == seat && child.action == action) {
                self.nodes.push(Node::new(action, seat));
            }
        }
        let node = &mut self.nodes[at as usize];
        (node.first_child, node.children) = (first_child, children as u32);
    }

    /// The child to try next (UCB1) among those that `allowed` lets pass; `roll` picks among untried ones.
    #[inline]
    pub(crate) fn select(
        &self,
        at: u32,
        exploration: f64,
        allowed: impl Fn(&Node) -> bool,
        roll: impl FnOnce(u32) -> u32,
    ) -> Option<u32> {
        let children = self.children(at);
        let (mut untried, mut visits) = (0, 0);
        for child in children.iter().filter(|child| allowed(child)) {
            untried += u32::from(child.visits == 0);
            visits += child.visits;
        }
        let first_child = self.node(at).first_child;
        if untried > 0 {
            let skip = roll(untried) as usize;
            let mut open = (first_child..).zip(children).filter(|(_, child)| child.visits == 0 && allowed(child));
            return open.nth(skip).map(|(index, _)| index);
        }
        let weight = exploration * exploration * f64::from(visits).ln();
        let mut best = (f64::NEG_INFINITY, None);
        for (index, child) in (first_child..).zip(children).filter(|(_, child)| allowed(child)) {
            let score = child.score(weight);
            if score > best.0 {
                best = (score, Some(index));
            }
        }
        best.1
    }

    /// Begins an iteration at the root.
    #[inline]
    pub(crate) fn enter(&mut self) {
        self.path.clear();
        self.path.push(ROOT);
    }

    /// Goes on to a child.
    #[inline]
    pub(crate) fn step(&mut self, child: u32) {
        self.path.push(child);
    }

    /// Credits every node on the path with what its seat got.
    #[inline]
    pub(crate) fn back_up(&mut self, values: &Values) {
        for &at in &self.path {
            let node = &mut self.nodes[at as usize];
            node.visits += 1;
            node.total += values[node.seat.index()];
        }
    }

    /// Marks the leaf of the path as proven and proves what follows from it further up.
    ///
    /// Meant for two seats of which one gets what the other loses.
    pub(crate) fn prove(&mut self, value: f64) {
        let mut above = self.path.iter().rev();
        let Some(&leaf) = above.next() else { return };
        self.nodes[leaf as usize].exact = value as f32;
        for &at in above {
            let Some((seat, best)) = self.best_proof(at) else { return };
            let node = &mut self.nodes[at as usize];
            node.exact = if node.seat == seat { best } else { 1.0 - best };
        }
    }

    /// What the seat that acts below this node gets at best, once one child is proven won or all are proven.
    fn best_proof(&self, at: u32) -> Option<(Seat, f32)> {
        let children = self.children(at);
        let seat = children.first()?.seat;
        if children.iter().any(|child| child.exact == 1.0) {
            return Some((seat, 1.0));
        }
        let all_proven = children.iter().all(|child| !child.exact.is_nan());
        all_proven.then(|| (seat, children.iter().map(|child| child.exact).fold(0.0, f32::max)))
    }
}

impl Node {
    /// Whether the seat may take this node's action now.
    #[inline]
    pub(crate) fn fits(&self, seat: Seat, marks: &Marks) -> bool {
        self.seat == seat && marks.has(self.action)
    }

    /// The upper confidence bound; a proven result needs no bonus, and a proven loss is never tried again.
    #[inline]
    fn score(&self, weight: f64) -> f64 {
        match self.exact() {
            Some(0.0) => f64::NEG_INFINITY,
            Some(exact) => exact,
            None => upper_bound(self.total, self.visits, weight),
        }
    }
}

/// The average plus a bonus for few visits; `weight` is the squared exploration times the logarithm of all visits.
#[inline]
pub(crate) fn upper_bound(total: f64, visits: u32, weight: f64) -> f64 {
    let share = 1.0 / f64::from(visits);
    total * share + (weight * share).sqrt()
}

/// Which actions are legal right now, for constant-time lookup; setting anew needs no clearing.
#[derive(Debug, Default)]
pub(crate) struct Marks {
    stamps: Vec<u32>,
    now: u32,
}

impl Marks {
    pub(crate) fn set(&mut self, legal: &[Action]) {
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            // After four billion settings old stamps would come alive again.
            self.stamps.fill(0);
            self.now = 1;
        }
        for action in legal {
            if action.index() >= self.stamps.len() {
                self.stamps.resize(action.index() + 1, 0);
            }
            self.stamps[action.index()] = self.now;
        }
    }

    #[inline]
    pub(crate) fn has(&self, action: Action) -> bool {
        self.stamps.get(action.index()) == Some(&self.now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Seat = Seat(0);
    const B: Seat = Seat(1);

    fn actions(indices: &[u32]) -> Vec<Action> {
        indices.iter().copied().map(Action).collect()
    }

    /// A root for A with two actions; the first leads to a node where B has two.
    fn small() -> Tree {
        let mut tree = Tree::new(100);
        tree.plant(A);
        assert!(tree.expand(ROOT, A, &actions(&[3, 7])));
        assert!(tree.expand(1, B, &actions(&[0, 1])));
        tree
    }

    fn prove(tree: &mut Tree, path: &[u32], value: f64) {
        tree.enter();
        for &child in path {
            tree.step(child);
        }
        tree.prove(value);
    }

    #[test]
    fn one_won_child_proves_a_node_and_all_lost_children_do() {
        let mut tree = small();
        prove(&mut tree, &[1, 3], 0.0);
        assert_eq!(tree.node(1).exact(), None);
        prove(&mut tree, &[1, 4], 0.0);
        assert_eq!(tree.node(1).exact(), Some(1.0), "both answers lose for B");
        assert_eq!(tree.node(ROOT).exact(), Some(1.0));
    }

    #[test]
    fn the_best_of_proven_children_counts_when_none_wins() {
        let mut tree = small();
        prove(&mut tree, &[1, 3], 0.5);
        prove(&mut tree, &[1, 4], 0.0);
        assert_eq!(tree.node(1).exact(), Some(0.5));
        prove(&mut tree, &[2], 0.0);
        assert_eq!(tree.node(ROOT).exact(), Some(0.5));
    }

    #[test]
    fn a_proven_loss_is_not_tried_again_and_untried_children_come_first() {
        let mut tree = small();
        assert_eq!(tree.select(ROOT, 1.4, |_| true, |untried| untried - 1), Some(2));
        for child in [1, 2] {
            tree.enter();
            tree.step(child);
            tree.back_up(&Values::default());
        }
        tree.prove(0.0);
        assert_eq!(tree.select(ROOT, 0.0, |_| true, |_| unreachable!()), Some(1));
    }

    #[test]
    fn new_legal_actions_join_the_children_and_keep_the_old_results() {
        let mut tree = small();
        tree.enter();
        tree.step(1);
        tree.back_up(&[1.0; 8]);
        let mut marks = Marks::default();
        let legal = actions(&[5, 7]);
        marks.set(&legal);
        tree.extend(ROOT, A, &legal, &marks);
        let children = tree.children(ROOT);
        assert_eq!(children.iter().map(|child| child.action.0).collect::<Vec<_>>(), [3, 7, 5]);
        assert_eq!((children[0].visits, children[0].value()), (1, 1.0));
        let picked = tree.select(ROOT, 1.4, |child| child.fits(A, &marks), |_| 0).unwrap();
        assert_eq!(tree.node(picked).action, Action(7), "action 3 is not legal now");
    }

    #[test]
    fn the_tree_stops_growing_at_its_limit_but_the_root_may_always_grow() {
        let mut tree = Tree::new(1);
        tree.plant(A);
        assert!(tree.expand(ROOT, A, &actions(&[0, 1])));
        assert!(!tree.expand(1, B, &actions(&[0])));
    }

    #[test]
    fn marks_forget_what_was_set_before() {
        let mut marks = Marks::default();
        marks.set(&actions(&[2, 9]));
        marks.set(&actions(&[4]));
        assert!(marks.has(Action(4)));
        assert!(!marks.has(Action(2)) && !marks.has(Action(1000)));
        assert!(!Marks::default().has(Action(0)));
    }
}
