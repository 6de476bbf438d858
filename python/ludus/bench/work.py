"""The work that is timed: the same loops for our games and for the peers' games."""

import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import ludus

CONNECT_FOUR_LENGTH = (20.5, 22.5)
"""Between these lies the mean length of random games of connect four (21.3, its standard error here below 0.2)."""


def rate(work: Callable[[], int]) -> float:
    """Return how many units per second a piece of work does."""
    begin = time.perf_counter()
    done = work()
    return done / (time.perf_counter() - begin)


def playouts(game: ludus.Game, count: int, seed: int = 1) -> int:
    """Play random games through Python, a state at a time, and return the number of decisions."""
    random = Random(seed).random
    decisions = 0
    for _ in range(count):
        state = game.start(seed)
        legal_actions, apply = state.legal_actions, state.apply
        seat = 0
        while legal := legal_actions():
            apply(seat, legal[int(random() * len(legal))])
            seat ^= 1
            decisions += 1
    return decisions


def pyspiel_playouts(game: Any, count: int, seed: int = 1) -> int:
    """Play the same random games with OpenSpiel and return the number of decisions."""
    random = Random(seed).random
    decisions = 0
    for _ in range(count):
        state = game.new_initial_state()
        legal_actions, apply_action = state.legal_actions, state.apply_action
        while legal := legal_actions():
            apply_action(legal[int(random() * len(legal))])
            decisions += 1
    return decisions


def check_length(decisions: int, games: int) -> None:
    """Assert that random games of connect four have the right mean length."""
    low, high = CONNECT_FOUR_LENGTH
    mean = decisions / games
    if not low < mean < high:
        raise AssertionError(f"random games of connect four took {mean} decisions in the mean")


def pyspiel_game(name: str) -> Any:
    """Load a game of OpenSpiel, or None where OpenSpiel is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    if name.startswith("python_"):
        from open_spiel.python.games import tic_tac_toe  # noqa: F401  (registers python_tic_tac_toe)
    return pyspiel.load_game(name)


def batch_steps(game: str, states: int, threads: int, steps: int) -> Callable[[], float]:
    """Return a measurement of random steps through Python with observations and masks written after each."""
    batch = ludus.Batch(game, states, seed=1, threads=threads)

    def measure() -> float:
        ends = 0
        begin = time.perf_counter()
        for _ in range(steps):
            batch.apply_random()
            ends += int(batch.terminated.sum())
        seconds = time.perf_counter() - begin
        if game == "connect-four" and states * steps > 100_000:
            check_length(states * steps, ends)
        return states * steps / seconds

    return measure


def late_over_early(decisions: int = 20_000) -> float:
    """Return how much longer the last thousand decisions of a long game take than the first thousand."""
    state = _Counting(decisions).start(seed=1)
    seconds = list(_thousands(state, decisions))
    if not state.is_over:
        raise AssertionError("the counting game did not end")
    return min(seconds[-3:]) / min(seconds[:3])


def _thousands(state: ludus.State, decisions: int) -> Iterator[float]:
    for _ in range(decisions // 1000):
        begin = time.perf_counter()
        for _ in range(1000):
            state.apply(0, 0)
        yield time.perf_counter() - begin


class _Count(ludus.State):
    def __init__(self, left: int) -> None:
        self.left = left

    def _to_act(self) -> int | None:
        return 0 if self.left else None

    def _legal_actions(self, seat: int) -> tuple[int]:
        return (0,)

    def _apply(self, seat: int, action: int, dice: ludus.Dice) -> list[dict[str, int]]:
        self.left -= 1
        return [{"left": self.left}]

    def _returns(self) -> tuple[float]:
        return (0.0,)


class _Counting(ludus.Game):
    """Counts down, one decision at a time."""

    name = "counting"
    actions = 1
    seats = 1
    max_decisions = 1_000_000

    def __init__(self, decisions: int) -> None:
        self.decisions = decisions

    def _start(self, dice: ludus.Dice) -> _Count:
        return _Count(self.decisions)
