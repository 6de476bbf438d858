"""Benches keep their names, check their work, and compare with what is installed."""

import pytest

import ludus
from ludus.bench import find, run
from ludus.bench.tic_tac_toe import Board, PythonTicTacToe
from ludus.bench.work import (
    RandomSteps,
    check_iterations,
    check_length,
    copy_ns,
    playouts,
    pyspiel_game,
    pyspiel_playouts,
)
from ludus.testing import check

HEADLINES = ("copy", "decisions", "random", "search", "state", "steps")
NAMES = sorted(
    [
        *(f"connect-four/{name}" for name in ("batch", "mcts", "single", "threads")),
        *(f"{game}/{name}" for game in ludus._core.native_games() for name in HEADLINES),
        *(f"cards/{name}" for name in ("cold-build", "parse-all", "warm-load")),
        *(f"hearthstone/{name}" for name in ("basic-mirror", "batch", "copy", "mcts", "rich-decks", "threads")),
        *("log/late-over-early", "package/help", "package/import", "python-tic-tac-toe/single"),
    ]
)


def test_the_names_are_the_published_ones():
    assert sorted({bench.name for bench in find()}) == NAMES


@pytest.mark.parametrize("name", ["connect-four/single", "connect-four/mcts", "python-tic-tac-toe/single"])
def test_a_row_holds_our_number_beside_the_peers(name):
    (bench,) = find(name)
    row = run(bench, reps=1)
    assert row["value"] > 0
    assert row["peer"]["pyspiel"] > 0
    assert row["spread"][0] <= row["value"] <= row["spread"][1]


def test_both_sides_play_the_same_games():
    game = ludus.game("connect-four")
    assert playouts(game, 200) == pyspiel_playouts(pyspiel_game("connect_four"), 200)


def test_wrong_work_is_noticed():
    with pytest.raises(AssertionError, match="took 10.0 decisions"):
        check_length(1000, 100)


@pytest.mark.parametrize("name", ludus._core.native_games())
def test_copies_of_states_from_mid_game_are_timed_and_compared(name):
    assert copy_ns(ludus.game(name), copies=1000) > 0


class Forgetting(Board):
    """A board whose copies lack a stone."""

    def _copy(self):
        twin = super()._copy()
        twin.own &= twin.own - 1
        return twin


class Forgetful(PythonTicTacToe):
    def _start(self, dice):
        return Forgetting()


def test_a_copy_that_is_not_equal_is_noticed():
    with pytest.raises(AssertionError, match="a copy of a state of .* is not equal to it"):
        copy_ns(Forgetful(), copies=1000)


def test_a_search_that_stops_early_is_noticed():
    state = ludus.game("tic-tac-toe").start(position="xx./oo./... x")
    player = state.game.player("mcts:iterations=100000")
    player.choose(state)
    with pytest.raises(AssertionError, match="of 100000 iterations"):
        check_iterations(player, 100_000)


def test_a_batch_that_plays_or_shows_something_else_is_noticed():
    steps, more, fewer = (RandomSteps("leduc-poker", states=64, steps=100, threads=threads) for threads in (1, 2, 2))
    assert steps.measure() > 0
    more.batch.apply_random(100)
    steps.check_same(more)
    fewer.batch.apply_random(99)
    with pytest.raises(AssertionError, match="depend on the number of threads"):
        steps.check_same(fewer)
    with pytest.raises(AssertionError, match="0.00 games ended in each state instead of"):
        steps.check_ends(0)
    for array in (steps.batch.masks, steps.batch.observations, steps.batch.seats):
        kept = array.copy()
        array[3] = array[3] == 0
        with pytest.raises(AssertionError, match="row 3 of the batch does not show the position"):
            steps.check_rows()
        array[:] = kept
    steps.check_rows()


def test_the_game_that_is_timed_keeps_the_contract():
    check(PythonTicTacToe(), games=30).require()
