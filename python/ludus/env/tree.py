"""A game as a tree whose points never change: seats decide at some, luck at others."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from ludus.game import Game
    from ludus.state import State

MOST_OUTCOMES = 10_000
"""How many outcomes of luck a point may have, where nothing else is said."""

Decision = tuple[int, int]
"""A seat and its action."""


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """One thing that a seat has seen, and what it did then, if it was asked."""

    features: npt.NDArray[np.float32]
    action: int | None = None


Records = tuple[tuple[Row, ...], ...]
"""All that each seat has seen and done."""


@dataclass(frozen=True)
class Tree:
    """All games that can come about.

    >>> import ludus
    >>> root = Tree(ludus.game("kuhn-poker")).root()
    >>> deal = root.pick(0)
    >>> len(root.outcomes), deal.to_act, deal.decide([(0, 1)]).to_act
    (6, (0,), (1,))
    """

    game: "Game"
    most_outcomes: int = MOST_OUTCOMES

    def root(self) -> "Point":
        """Return the point at which every game begins."""
        outcomes = tuple(self.game.starts(self.most_outcomes))
        records: Records = ((),) * self.game.seats
        if len(outcomes) > 1:
            return Point(self, None, (), records, outcomes)
        return self.arrive(outcomes[0][1], (), records)

    def arrive(self, state: "State", decisions: tuple[Decision, ...], records: Records) -> "Point":
        """Return the next point at which anything is open after the decisions, taken one after the other."""
        for place, (seat, action) in enumerate(decisions):
            # What an earlier seat has done may have taken the decision away.
            if seat not in state.to_act:
                continue
            outcomes = tuple(state.outcomes(seat, action, self.most_outcomes))
            if len(outcomes) > 1:
                return Point(self, state, decisions[place:], records, outcomes)
            state = outcomes[0][1]
        return Point(self, state, (), tuple(_seen(rows, state.observe(seat)) for seat, rows in enumerate(records)))

    def __deepcopy__(self, memo: dict[int, Any]) -> "Tree":
        return self


@dataclass(frozen=True, eq=False)
class Point:
    """A point of the tree: seats decide, luck decides, or the game is over.

    A seat sees what has come of luck only when all of it has fallen: until then its record stays as it was.
    """

    tree: Tree
    state: "State | None"
    """The state; where luck decides, the one before its decision; None before the start."""
    decisions: tuple[Decision, ...]
    """Where luck decides: the decision that it belongs to, and those that are still to be taken after it."""
    records: Records
    outcomes: "tuple[tuple[Fraction, State], ...]" = ()
    """Where luck decides: every state that can follow, with its probability."""

    @cached_property
    def to_act(self) -> tuple[int, ...]:
        """The seats that are to act; empty where luck decides or the game is over."""
        return () if self.outcomes or self.state is None else self.state.to_act

    def decide(self, decisions: Iterable[Decision]) -> "Point":
        """Return the point that decisions of all seats that are to act lead to."""
        if self.state is None:
            raise ValueError("nobody is to act before the game has begun")
        chosen = tuple(decisions)
        actions = dict(chosen)
        records = tuple(
            (*rows[:-1], Row(rows[-1].features, actions[seat])) if seat in actions else rows
            for seat, rows in enumerate(self.records)
        )
        return self.tree.arrive(self.state, chosen, records)

    def pick(self, outcome: int) -> "Point":
        """Return the point that an outcome of luck leads to."""
        return self.tree.arrive(self.outcomes[outcome][1], self.decisions[1:], self.records)

    def __str__(self) -> str:
        if self.state is None:
            return "before the start"
        pending = [f"seat {seat} {self.tree.game.describe(action)}" for seat, action in self.decisions]
        return ", then ".join([self.state.position, *pending])

    def __deepcopy__(self, memo: dict[int, Any]) -> "Point":
        return self

    def __reduce__(self) -> Any:
        # Outcomes can be found again; storing every state that might have followed would cost more. Seats
        # that see the same again add nothing to their records, so arriving a second time changes nothing.
        if self.state is None:
            return Tree.root, (self.tree,)
        return Tree.arrive, (self.tree, self.state, self.decisions, self.records)


def _seen(rows: tuple[Row, ...], features: npt.NDArray[np.float32]) -> tuple[Row, ...]:
    """Add what a seat sees now to its record, unless it sees nothing new."""
    features = features.reshape(-1)
    if rows and rows[-1].action is None and np.array_equal(rows[-1].features, features):
        return rows
    return (*rows, Row(features))
