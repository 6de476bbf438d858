"""Every bench by its name."""

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import ludus
from ludus import _core
from ludus.bench import Bench, Measure
from ludus.bench.cards import card_benches
from ludus.bench.hearthstone import hearthstone_benches
from ludus.bench.pgx_peer import SIZES, open_pgx
from ludus.bench.tic_tac_toe import PythonTicTacToe
from ludus.bench.work import (
    RandomSteps,
    check_iterations,
    check_length,
    copy_ns,
    late_over_early,
    playouts,
    pyspiel_game,
    pyspiel_playouts,
    rate,
)

GAMES, STATES, SIMULATIONS = 3000, 1024, 10_000
_WRITTEN = f"{STATES} states, observations and masks written at every step and equal to those of single states"


def benches() -> list[Bench]:
    """Return all benches: those with peers, those of each game, and those of the package."""
    return [
        *_connect_four(),
        _python_game(),
        *(row for name in _core.native_games() for row in _headline(name)),
        *hearthstone_benches(),
        *card_benches(),
        *_package(),
    ]


def _connect_four() -> list[Bench]:
    return [
        Bench(
            "connect-four/single",
            "playouts_per_s",
            "1/s",
            f"{GAMES} random games of the right mean length, chosen by the same random numbers",
            lambda: rate(_checked_games(lambda: playouts(ludus.game("connect-four"), GAMES))),
            {"pyspiel": _pyspiel_single},
        ),
        Bench(
            "connect-four/batch",
            "steps_per_s",
            "1/s",
            f"random games of the right mean length, {_WRITTEN}",
            RandomSteps("connect-four", STATES, steps=1000).measure,
            {"pyspiel": _pyspiel_steps, **{f"pgx-{size}": partial(open_pgx, size) for size in SIZES}},
        ),
        Bench(
            "connect-four/threads",
            "ratio",
            "x",
            "two threads over one thread in turn, 16,384 states, the same observations and masks after every turn",
            _two_threads(),
            cores=2,
        ),
        Bench(
            "connect-four/mcts",
            "mcts_iterations_per_s",
            "1/s",
            f"{SIMULATIONS} simulations from the empty board with one random playout each, choosing the centre",
            _mcts(),
            {"pyspiel": _pyspiel_mcts},
        ),
    ]


def _checked_games(play: Callable[[], int]) -> Callable[[], int]:
    def work() -> int:
        check_length(play(), GAMES)
        return GAMES

    return work


def _pyspiel_single() -> Measure | None:
    game = pyspiel_game("connect_four")
    return game and (lambda: rate(_checked_games(lambda: pyspiel_playouts(game, GAMES))))


def _pyspiel_steps() -> Measure | None:
    game = pyspiel_game("connect_four")
    return game and (lambda: rate(lambda: pyspiel_playouts(game, GAMES)))


def _two_threads() -> Measure:
    one, two = (RandomSteps("connect-four", 16_384, steps=300, threads=threads) for threads in (1, 2))

    def turn() -> float:
        ratio = two.measure() / one.measure()
        one.check_same(two)
        return ratio

    return lambda: statistics.median(turn() for _ in range(5))


def _mcts() -> Measure:
    game = ludus.game("connect-four")

    def search() -> int:
        player = game.player(f"mcts:iterations={SIMULATIONS},exploration=1.4,solver=off", seed=1)
        chosen = player.choose(game.start(seed=1))
        if game.describe(chosen) != "4":
            raise AssertionError(f"the search chose column {game.describe(chosen)} on the empty board")
        check_iterations(player, SIMULATIONS)
        return SIMULATIONS

    return lambda: rate(search)


def _pyspiel_mcts() -> Measure | None:
    game = pyspiel_game("connect_four")
    if game is None:
        return None
    import pyspiel

    def search() -> int:
        judge = pyspiel.RandomRolloutEvaluator(1, 1)
        pyspiel.MCTSBot(game, judge, 1.4, SIMULATIONS, 1000, False, 1, False).step(game.new_initial_state())
        return SIMULATIONS

    return lambda: rate(search)


def _python_game() -> Bench:
    def peer() -> Measure | None:
        game = pyspiel_game("python_tic_tac_toe")
        return game and (lambda: rate(lambda: pyspiel_playouts(game, 300)))

    def work() -> int:
        decisions = playouts(PythonTicTacToe(), GAMES)
        # Random games of tic-tac-toe take 7.62 decisions in the mean.
        if not 7.5 < decisions / GAMES < 7.75:
            raise AssertionError(f"random games of tic-tac-toe took {decisions / GAMES} decisions in the mean")
        return decisions

    return Bench(
        "python-tic-tac-toe/single",
        "steps_per_s",
        "1/s",
        f"{GAMES} random games of the right mean length in a game written in Python",
        lambda: rate(work),
        {"pyspiel": peer},
    )


def _headline(name: str) -> list[Bench]:
    """The numbers that every game publishes under the same names."""
    game = ludus.game(name)
    count = 2000
    reference = game._random_play(count, 1)
    agent = "ismcts" if game.hidden or game.simultaneous else "mcts"

    def games() -> int:
        _same(game._random_play(count, 1), reference)
        return count

    def decisions() -> int:
        _same(game._random_play(count, 1), reference)
        return reference

    def search() -> int:
        player = game.player(f"{agent}:iterations=2000", seed=1)
        start = game.start(seed=1)
        if player.choose(start) not in start.legal_actions():
            raise AssertionError("the search chose an illegal action")
        check_iterations(player, 2000)
        return 2000

    same = f"{count} seeded random games with {reference} decisions in all"
    return [
        Bench(f"{name}/random", "random_games_per_s", "1/s", same, lambda: rate(games)),
        Bench(f"{name}/decisions", "decisions_per_s", "1/s", same, lambda: rate(decisions)),
        Bench(f"{name}/copy", "copy_ns", "ns", "every copy of a state from mid-game equals it", lambda: copy_ns(game)),
        Bench(f"{name}/state", "state_bytes", "bytes", "the size of the state", lambda: float(game._state_bytes)),
        Bench(
            f"{name}/search",
            "mcts_iterations_per_s",
            "1/s",
            f"{agent} chose legally after all its iterations",
            lambda: rate(search),
        ),
        Bench(
            f"{name}/steps",
            "batch_steps_per_s",
            "1/s",
            f"random games of the mean length of single ones, {_WRITTEN}",
            RandomSteps(name, STATES, steps=300).measure,
        ),
    ]


def _same(found: int, wanted: int) -> None:
    if found != wanted:
        raise AssertionError(f"the same seeds gave {found} decisions instead of {wanted}")


def _package() -> list[Bench]:
    def import_seconds() -> float:
        code = "import time; t = time.perf_counter(); import ludus; print(time.perf_counter() - t)"
        return _printed(code) * 1000

    def help_seconds() -> float:
        command = Path(sys.executable).with_name("ludus")
        begin = time.perf_counter()
        answer = subprocess.run([command, "--help"], check=True, capture_output=True, text=True)
        seconds = time.perf_counter() - begin
        if "tournament" not in answer.stdout:
            raise AssertionError("ludus --help does not list its commands")
        return seconds * 1000

    return [
        Bench("log/late-over-early", "ratio", "x", "20,000 logged decisions of one game", late_over_early),
        Bench("package/import", "import_ms", "ms", "a fresh interpreter imports ludus", import_seconds),
        Bench("package/help", "help_ms", "ms", "ludus --help lists its commands", help_seconds),
    ]


def _printed(code: str) -> float:
    answer = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return float(answer.stdout)
