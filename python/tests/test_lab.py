"""Experiments can be reproduced from their file, whatever machine ran them, and say how sure they are."""

import copy
import dataclasses
import json
import os
import pickle
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from conftest import NIM

import ludus
from ludus.lab import run as running

AGENTS = ["random", "greedy", "ismcts:iterations=20"]


def columns(result):
    return {name: column.tolist() for name, column in result.games.items()}


def test_threads_change_nothing():
    results = [ludus.tournament("leduc-poker", AGENTS, 60, seed=3, threads=threads) for threads in (1, 8)]
    assert columns(results[0]) == columns(results[1])
    assert results[0].standings == results[1].standings


def test_another_seed_is_another_experiment():
    one, other = (ludus.simulate("leduc-poker", n=50, seed=seed) for seed in (1, 2))
    assert columns(one) != columns(other)


def test_the_table_is_tidy_and_adds_up():
    result = ludus.tournament("goofspiel:cards=4,seats=3", AGENTS, 30, seed=1)
    games = result.games
    assert len(result) == 30
    assert set(games) == {
        *("match", "game", "rotation", "seed", "agent_seed", "decisions"),
        *(f"{name}_{seat}" for name in ("agent", "return") for seat in range(3)),
    }
    assert games["game"].tolist() == list(range(30))
    for row in result.standings:
        mine = [games[f"return_{seat}"][games[f"agent_{seat}"] == row["agent"]] for seat in range(3)]
        assert row["mean_return"] == pytest.approx(np.concatenate(mine).mean())
        assert row["wins"] + row["draws"] + row["losses"] == row["games"] == 30


def test_paired_deals_are_shared_by_both_orders_and_all_matches():
    result = ludus.tournament("kuhn-poker", ["random", "greedy", "flat:iterations=10"], 20, seed=5)
    seeds = result.games["seed"].reshape(3, 10, 2)
    assert (seeds == seeds[0, :, :1]).all()
    assert len(np.unique(seeds)) == 10


def test_a_wanted_precision_ends_the_run_early_and_the_same_on_every_machine():
    results = [ludus.simulate("tic-tac-toe", n=100_000, seed=1, precision=0.03, threads=threads) for threads in (1, 2)]
    assert len(results[0]) == len(results[1]) < 100_000
    assert len(results[0]) % running.CHECK_EVERY == 0
    assert all((row["win_high"] - row["win_low"]) / 2 <= 0.03 for row in results[0].standings)


def test_a_saved_result_reproduces_every_number(tmp_path):
    path = tmp_path / "games.parquet"
    result = ludus.tournament("leduc-poker", AGENTS, 20, seed=9)
    result.save(path)
    loaded = ludus.Result.load(path)
    assert columns(loaded) == columns(result)
    assert loaded.standings == result.standings
    manifest = loaded.manifest
    again = ludus.tournament(
        manifest["game"],
        list(manifest["agents"].values()),
        manifest["games_per_match"],
        format=manifest["format"],
        seed=manifest["seed"],
        swap=manifest["swap"],
    )
    for name in ("return_0", "return_1", "decisions", "seed"):
        assert again.games[name].tolist() == loaded.games[name].tolist()
    assert manifest["content"] == "leduc-poker/1"
    assert manifest["ludus"] == ludus.__version__
    assert manifest["machine"]["cores"] == os.cpu_count()


def test_results_are_equal_when_table_and_manifest_are(tmp_path):
    result = ludus.simulate("tic-tac-toe", ["greedy", "random"], 20, seed=1)
    result.save(tmp_path / "games.parquet")
    for same in (ludus.Result.load(tmp_path / "games.parquet"), pickle.loads(pickle.dumps(result))):
        assert same == result
        assert hash(same) == hash(result)
        assert same.replay(3) == result.replay(3)
    columns = {**result.games, "decisions": result.games["decisions"] + 1}
    assert dataclasses.replace(result, games=columns) != result
    assert dataclasses.replace(result, manifest={**result.manifest, "seed": 2}) != result
    assert result != "a result"
    assert len({result, pickle.loads(pickle.dumps(result))}) == 1


def test_a_result_can_be_pickled_whatever_its_agents_are():
    result = ludus.simulate("tic-tac-toe", [lambda: Takes(0), Takes(-1)], 2)
    assert pickle.loads(pickle.dumps(result)) == result
    assert copy.copy(result) == result


def test_every_game_of_a_loaded_table_can_be_replayed(tmp_path):
    path = tmp_path / "games.parquet"
    ludus.tournament("leduc-poker", AGENTS, 10, seed=9).save(path)
    loaded = ludus.Result.load(path)
    for row in range(len(loaded)):
        end = loaded.replay(row).at(int(loaded.games["decisions"][row]))
        assert end.is_over
        assert list(end.returns) == [loaded.games["return_0"][row], loaded.games["return_1"][row]]


def test_other_programs_read_the_file(tmp_path):
    import duckdb
    import pandas as pd
    import pyarrow.parquet as pq

    path = tmp_path / "games.parquet"
    result = ludus.simulate("tic-tac-toe", ["greedy", "random"], 100, seed=1)
    result.save(path)
    wins = int((result.games["return_0"] > 0).sum())
    assert int((pd.read_parquet(path)["return_0"] > 0).sum()) == wins
    query = duckdb.sql(f"select count(*) from '{path}' where return_0 > 0 and agent_0 = 'greedy'").fetchall()
    assert query == [(wins,)]
    assert json.loads(pq.read_metadata(path).metadata[b"ludus"])["game"] == "tic-tac-toe"
    assert len(result.to_pandas()) == 100


def test_a_result_can_be_shown():
    import matplotlib as mpl

    mpl.use("agg")
    result = ludus.tournament("tic-tac-toe", ["random", "greedy"], 40, seed=1)
    assert "95 % interval" in result.table()
    assert "<table>" in result._repr_html_()
    axes = result.plot()
    assert [label.get_text() for label in axes.get_yticklabels()] == ["random (0)", "greedy (0)"]
    low, high = axes.get_xlim()
    assert (low, high) == (0, 1)


def test_a_file_that_is_no_result_is_refused(tmp_path):
    import pyarrow as pa
    import pyarrow.parquet as pq

    (tmp_path / "text.parquet").write_text("no parquet")
    with pytest.raises(ludus.BadFile, match=r"text\.parquet cannot be read"):
        ludus.Result.load(tmp_path / "text.parquet")
    pq.write_table(pa.table({"a": [1]}), tmp_path / "other.parquet")
    with pytest.raises(ludus.BadFile, match="holds no manifest"):
        ludus.Result.load(tmp_path / "other.parquet")
    with pytest.raises(ludus.BadFile, match="cannot be written"):
        ludus.simulate("tic-tac-toe", n=1).save(tmp_path / "nowhere" / "games.parquet")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ludus.simulate("tic-tac-toe", ["random"] * 3), "has 2 seats, but 3 agents were given"),
        (lambda: ludus.simulate("tic-tac-toe", n=0), "at least 1, not 0"),
        (lambda: ludus.simulate("tic-tac-toe", precision=2), "between 0 and 1, not 2"),
        (lambda: ludus.simulate("tic-tac-toe", threads=0), "from 1 to 1024, not 0"),
        (lambda: ludus.tournament("tic-tac-toe", ["random"], format="gauntlet"), "at least 2 agents"),
        (lambda: ludus.tournament("tic-tac-toe", ["random"], format="swiss"), "'swiss' must be"),
        (lambda: ludus.tournament("tic-tac-toe", []), "at least 2 agents"),
        (lambda: ludus.tournament("tic-tac-toe", "random"), "at least 2 agents"),
        (lambda: ludus.simulate("tic-tac-toe", "randon"), "unknown agent `randon`; did you mean `random`?"),
        (lambda: ludus.simulate("tic-tac-toe", 3), "3 is no agent"),
    ],
)
def test_a_wrong_experiment_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("agent", ["greedy", lambda: Takes(0)])
def test_one_agent_alone_takes_every_seat(agent):
    alone, listed = (ludus.simulate("tic-tac-toe", agents, 5, seed=1) for agents in (agent, [agent]))
    assert columns(alone) == columns(listed)


def test_progress_is_told():
    seen = []
    ludus.simulate("tic-tac-toe", n=500, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (500, 500)
    assert seen == sorted(seen)


def test_an_interrupted_run_keeps_what_was_played():
    calls = []

    def interrupt(done, total):
        calls.append(done)
        if len(calls) == 3:
            raise KeyboardInterrupt

    result = ludus.simulate("tic-tac-toe", n=10_000_000, seed=1, progress=interrupt)
    assert result.interrupted
    assert result.manifest["interrupted"]
    assert len(result) == calls[-1]
    whole = ludus.simulate("tic-tac-toe", n=len(result), seed=1)
    assert columns(whole) == columns(result)


# `map` calls both without a line of Python between them: the signal is there when the games begin. It is seen when they
# end, because in a fresh process the first look comes with the end of a short run.
INTERRUPTED_AT_THE_END = """
import _thread, functools, operator, signal
import ludus
signal.signal(signal.SIGINT, signal.default_int_handler)
native = ludus._core.Tournament(ludus.game("tic-tac-toe"), ["random"] * 2, "fixed", False, 1, 1, False)
try:
    list(map(operator.call, [_thread.interrupt_main, functools.partial(native.run, 5000)]))
except KeyboardInterrupt:
    print(native.played, len(native.columns()["match"]), *(row["games"] for row in native.standings()))
"""


def test_control_c_at_the_end_of_a_chunk_leaves_as_many_rows_as_games_in_the_standings():
    answer = subprocess.run([sys.executable, "-c", INTERRUPTED_AT_THE_END], capture_output=True, text=True, check=True)
    played, rows, *standings = map(int, answer.stdout.split())
    assert [rows, *standings] == [played] * 3


# A process that was started in the background ignores the signal; the child listens to it in any case, and says when
# some games have been played.
CHILD = """
import signal
from contextlib import contextmanager
from ludus.cli import simulate
from ludus_command import main

@contextmanager
def tell(title, quiet):
    yield lambda done, total: print("playing", flush=True)

signal.signal(signal.SIGINT, signal.default_int_handler)
simulate.progress_bar = tell
main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent another way there")
def test_control_c_ends_the_command_with_a_sentence_and_a_whole_file(tmp_path):
    path = tmp_path / "games.parquet"
    command = ["simulate", "connect-four", "-a", "mcts:iterations=200", "-n", "10000000", "-o", str(path)]
    process = subprocess.Popen(
        [sys.executable, "-c", CHILD, *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout.readline() == "playing\n"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    finally:
        process.kill()
    assert process.returncode == 1
    assert "interrupted after" in err
    assert "Traceback" not in err
    played = ludus.Result.load(path)
    assert played.interrupted
    assert f"{len(played)} games of connect-four" in out
    assert [row["games"] for row in played.standings] == [len(played)] * 2


def test_a_python_game_and_a_python_agent_run_in_experiments():
    class LeavesFour:
        """Leaves a multiple of four matches."""

        def choose(self, turn):
            matches = int(turn.observation[0])
            return (matches % 4 - 1) if matches % 4 else turn.legal_actions[0]

    result = ludus.tournament(NIM, [LeavesFour, "random"], 40, seed=1)
    assert result.standings[0]["win_rate"] > 0.9
    assert result.replay(0).at(0).matches == 21


class Takes:
    """Takes the legal action at a place."""

    def __init__(self, place):
        self.place = place

    def choose(self, turn):
        return turn.legal_actions[self.place]


def test_agents_of_one_name_are_told_apart():
    result = ludus.simulate("tic-tac-toe", [Takes(0), Takes(-1)], 2)
    first, second = list(result.manifest["agents"])
    assert second == f"{first} #2"
    assert [len(result.replay(row)) for row in range(2)] == result.games["decisions"].tolist()
    assert not result.manifest["reproducible"], "an object cannot be made again from a file"
    assert [row["agent"] for row in ludus.simulate("tic-tac-toe", n=2).standings] == ["random", "random #2"]


def test_a_result_of_one_game_has_no_standard_error_and_is_valid_json(tmp_path):
    result = ludus.simulate("tic-tac-toe", n=1)
    assert result.standings[0]["return_se"] is None
    assert "nan" not in result.table()
    json.dumps(result.manifest, allow_nan=False)


def test_links_are_followed_and_permissions_kept(tmp_path):
    target, link = tmp_path / "target.json", tmp_path / "link.json"
    target.write_text("old")
    target.chmod(0o600)
    link.symlink_to(target)
    ludus.game("tic-tac-toe").start(seed=1).replay.save(link)
    assert link.is_symlink()
    assert "tic-tac-toe" in target.read_text()
    assert target.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "code",
    [
        "ludus.game('connect-four').player('mcts:iterations=1000000000,nodes=1000').choose(ludus.game('connect-four').start())",
        "ludus.simulate('connect-four', ['mcts:ms=600000', 'random'], 1)",
        "ludus.testing.check('goofspiel', games=10**9)",
    ],
)
def test_long_work_can_be_interrupted(code):
    listen = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    child = f"{listen}; import ludus; print(1, flush=True); {code}"
    process = subprocess.Popen([sys.executable, "-c", child], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline() == "1\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=10)
    finally:
        process.kill()
    assert "KeyboardInterrupt" in err
