"""Benches keep their names, check their work, and compare with what is installed."""

import pytest

import ludus
from ludus.bench import find, run
from ludus.bench.tic_tac_toe import PythonTicTacToe
from ludus.bench.work import check_length, playouts, pyspiel_game, pyspiel_playouts
from ludus.testing import check

HEADLINES = ("copy", "decisions", "random", "search", "state", "steps")
NAMES = sorted(
    [
        *(f"connect-four/{name}" for name in ("batch", "mcts", "single", "threads")),
        *(f"{game}/{name}" for game in ludus._core.native_games() for name in HEADLINES),
        *("log/late-over-early", "package/help", "package/import", "python-tic-tac-toe/single"),
    ]
)


def test_the_names_are_the_published_ones():
    assert sorted(bench.name for bench in find()) == NAMES


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


def test_the_game_that_is_timed_keeps_the_contract():
    check(PythonTicTacToe(), games=30).require()
