"""Tic-tac-toe written in Python, to measure what a game written in Python costs."""

from collections.abc import Sequence

import ludus

LINES = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124]
"""The eight lines as sets of cells, a bit for each cell."""


class Board(ludus.State):
    """The cells of both seats as sets of bits."""

    def __init__(self) -> None:
        self.free = list(range(9))
        self.own = 0
        self.other = 0
        self.turn = 0
        self.won = False

    def _to_act(self) -> int | None:
        return None if self.won or not self.free else self.turn

    def _legal_actions(self, seat: int) -> list[int]:
        return self.free

    def _apply(self, seat: int, action: int, dice: ludus.Dice) -> None:
        self.free.remove(action)
        mine = self.own | 1 << action
        for line in LINES:
            if mine & line == line:
                self.won = True
        self.own, self.other = self.other, mine
        self.turn = 1 - seat

    def _returns(self) -> Sequence[float]:
        if not self.won:
            return (0.0, 0.0)
        return (1.0, -1.0) if self.turn else (-1.0, 1.0)


class PythonTicTacToe(ludus.Game):
    """Tic-tac-toe written in Python."""

    name = "python-tic-tac-toe"
    actions = 9
    max_decisions = 9

    def _start(self, dice: ludus.Dice) -> Board:
        return Board()
