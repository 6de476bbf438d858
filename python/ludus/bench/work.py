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


def check_iterations(player: ludus.Player, iterations: int) -> None:
    """Assert that a search has tried the actions as often as it was told to."""
    tried = sum(visits for _, visits, _ in player.thoughts)
    if tried != iterations:
        raise AssertionError(f"the search did {tried} of {iterations} iterations")


def copy_ns(game: ludus.Game, copies: int = 1_000_000) -> float:
    """Return how many nanoseconds a copy of a state from the middle of a game takes."""
    seconds = game._copy_seconds(copies)
    if seconds is None:
        raise AssertionError(f"a copy of a state of {game.spec} is not equal to it")
    return seconds * 1e9


class RandomSteps:
    """Random decisions in a batch through Python, with observations and masks written after each."""

    def __init__(self, game: str | ludus.Game, states: int, steps: int, threads: int = 1) -> None:
        self.batch = ludus.Batch(game, states, seed=1, threads=threads)
        self.steps = steps
        # The mean length of single random games, which are played by other code.
        self.length = self.batch.game._random_play(2000, 1) / 2000

    def measure(self) -> float:
        """Do the work once and return the decisions per second."""
        ends, batch = 0, self.batch
        begin = time.perf_counter()
        for _ in range(self.steps):
            batch.apply_random()
            ends += int(batch.terminated.sum())
        seconds = time.perf_counter() - begin
        self.check_ends(ends)
        self.check_rows()
        return len(batch.seats) * self.steps / seconds

    def check_ends(self, ends: int) -> None:
        """Assert that games ended as often as single ones do; in each state one may be under way at either end."""
        found, wanted = ends / len(self.batch.seats), self.steps / self.length
        if abs(found - wanted) > 1 + 0.03 * wanted:
            raise AssertionError(f"{found:.2f} games ended in each state instead of {wanted:.2f}")

    def check_rows(self, rows: int = 16) -> None:
        """Assert that the first rows say what single states in the same positions say."""
        batch = self.batch
        for row in range(min(rows, len(batch.seats))):
            state = batch.game.start(position=batch.position(row))
            seat = state.to_act[0]
            legal = batch.masks[row].nonzero()[0].tolist()
            seen = bool((batch.observations[row] == state.observe(seat)).all())
            if (batch.seats[row], legal, seen) != (seat, state.legal_actions(seat), True):
                raise AssertionError(f"row {row} of the batch does not show the position {state.position}")

    def check_same(self, other: "RandomSteps") -> None:
        """Assert that two batches have come to the same games."""
        for name in ("observations", "masks", "seats"):
            if not (getattr(self.batch, name) == getattr(other.batch, name)).all():
                raise AssertionError(f"{name} depend on the number of threads")


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
