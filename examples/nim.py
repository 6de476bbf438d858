"""Nim in Python: take one to three matches from the heap; who takes the last one wins.

Play it with `ludus play python:examples/nim.py:Nim`, check it with `ludus check python:examples/nim.py:Nim`.
"""

from collections.abc import Sequence

import ludus

MOST_TAKEN = 3


class Heap(ludus.State):
    """A heap of matches and the seat that is to take from it."""

    def __init__(self, matches: int) -> None:
        self.matches = matches
        self.turn = 0

    def _to_act(self) -> int | None:
        return self.turn if self.matches else None

    def _legal_actions(self, seat: int) -> range:
        return range(min(self.matches, MOST_TAKEN))

    def _apply(self, seat: int, action: int, dice: ludus.Dice) -> None:
        self.matches -= action + 1
        self.turn = 1 - seat

    def _returns(self) -> Sequence[float]:
        if self.matches:
            return (0.0, 0.0)
        return (-1.0, 1.0) if self.turn == 0 else (1.0, -1.0)

    def _observe(self, seat: int) -> Sequence[float]:
        return (self.matches, self.turn == seat)


@ludus.register
class Nim(ludus.Game):
    """Take one to three matches; who takes the last one wins."""

    name = "nim"
    actions = MOST_TAKEN
    features = (2,)

    def __init__(self, matches: int = 21) -> None:
        self.matches = matches

    def _start(self, dice: ludus.Dice) -> Heap:
        return Heap(self.matches)

    def _describe(self, action: int) -> str:
        return f"take {action + 1}"
