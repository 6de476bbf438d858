"""The command: output for people and for programs, exit codes, and what happens with bad input."""

import json
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from conftest import NIM, played

import ludus


def ludus_command(*arguments, stdin="", cwd=None):
    return subprocess.run(
        [sys.executable, "-c", "from ludus_command import main; main()", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        text=True,
        cwd=cwd,
        check=False,
    )


def rows(answer):
    assert answer.returncode == 0, answer.stderr
    return [json.loads(line) for line in answer.stdout.splitlines()]


def test_games_and_agents_are_listed():
    games = {row["game"]: row for row in rows(ludus_command("games", "--json"))}
    assert games["goofspiel"]["seats"] == [2, 8]
    assert "simultaneous" in games["goofspiel"]["kinds"]
    agents = {row["agent"]: row for row in rows(ludus_command("agents", "--json"))}
    assert "iterations" in agents["mcts"]["options"]
    assert "connect-four" in ludus_command("games").stdout
    assert games["goofspiel"]["options"] == {"cards": "13", "seats": "2"}
    assert "mulligan" in ludus_command("games", "hearthstone").stdout
    assert "has no options" in ludus_command("games", "tic-tac-toe").stdout
    assert "did you mean `connect-four`?" in ludus_command("games", "conect-four").stderr
    assert "ismcts" in ludus_command("agents").stdout


def test_simulate_prints_json_lines_and_writes_a_file(tmp_path):
    path = tmp_path / "games.parquet"
    command = ["simulate", "tic-tac-toe", "-a", "greedy", "-a", "random", "-n", 50, "--seed", 3, "-j", 2]
    answer = ludus_command(*command, "--json", "-o", path)
    first = rows(answer)[0]
    assert (first["agent"], first["games"]) == ("greedy", 50)
    assert rows(ludus_command(*command, "-q", "--json")) == rows(answer)
    assert ludus.Result.load(path).standings[0]["wins"] == first["wins"]
    quiet = ludus_command(*command, "-q")
    assert quiet.stderr == ""
    assert "50 games of tic-tac-toe" in quiet.stdout


UNTIDY = """
import shutil

class Untidy:
    def choose(self, turn):
        shutil.rmtree("results", ignore_errors=True)
        return turn.legal_actions[0]
"""


def test_standings_are_printed_even_when_the_file_cannot_be_written(tmp_path):
    (tmp_path / "results").mkdir()
    (tmp_path / "untidy.py").write_text(UNTIDY)
    command = ["simulate", "tic-tac-toe", "-a", "python:untidy.py:Untidy", "-n", 3, "-q", "-o", "results/x.parquet"]
    answer = ludus_command(*command, cwd=tmp_path)
    assert "3 games of tic-tac-toe" in answer.stdout
    assert "written to" not in answer.stdout
    assert answer.stderr == "error: results/x.parquet cannot be written: No such file or directory\n"
    assert answer.returncode == 2


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="a folder that takes no files from anybody")
def test_a_folder_that_takes_no_files_is_found_out_before_the_first_game():
    answer = ludus_command("simulate", "tic-tac-toe", "-n", 10**12, "-q", "-o", "/proc/x.parquet")
    assert answer.returncode == 2
    assert answer.stderr == "error: /proc/x.parquet cannot be written: No such file or directory\n"


def test_the_version_is_told():
    answer = ludus_command("--version")
    assert (answer.returncode, answer.stdout) == (0, f"ludus {ludus.__version__}\n")


def test_tournament_in_both_formats():
    agents = ["-a", "random", "-a", "greedy", "-a", "ismcts:iterations=5"]
    robin = rows(ludus_command("tournament", "kuhn-poker", *agents, "-n", 10, "--json"))
    assert len(robin) == 6
    gauntlet = rows(ludus_command("tournament", "kuhn-poker", *agents, "-n", 10, "-t", "gauntlet", "--json"))
    assert [row["agent"] for row in gauntlet] == ["random", "greedy", "random", "ismcts:iterations=5"]


def test_check_passes_good_games_and_fails_broken_ones(tmp_path):
    assert "16 of 16 checks passed" in ludus_command("check", NIM, "-n", 5).stdout
    assert all(row["passed"] for row in rows(ludus_command("check", "goofspiel:cards=3", "-n", 3, "--json")))
    (tmp_path / "bad.py").write_text(
        Path(NIM.split(":")[1])
        .read_text()
        .replace("return (self.matches, self.turn == seat)", "return (float('nan'), 0)")
    )
    answer = ludus_command("check", "python:bad.py:Nim", "-n", 3, cwd=tmp_path)
    assert answer.returncode == 1
    assert "observation-is-whole" in answer.stdout


def test_a_person_plays_with_hint_undo_and_save(tmp_path):
    stdin = "help\nnine\nhint\nb2\nundo\nundo\nb2\nsave game.json\nquit\n"
    answer = ludus_command("play", "tic-tac-toe", "-a", "random", "--seed", 4, stdin=stdin, cwd=tmp_path)
    assert answer.returncode == 0, answer.stderr
    assert "hint: " in answer.stdout
    assert "`nine` is no action; actions are" in answer.stdout
    assert "there is nothing to take back" in answer.stdout
    assert "good-bye" in answer.stdout
    replay = ludus.Replay.load(tmp_path / "game.json")
    assert replay.choices[0] == (0, 4)


def test_a_hint_is_the_advice_of_a_search_also_against_a_random_opponent():
    for seed in range(5):
        command = ["play", "tic-tac-toe", "-a", "random", "--seed", seed, "--position", "xx./oo./... x"]
        answer = ludus_command(*command, stdin="hint\n")
        assert "hint: c1\n" in answer.stdout
        assert "+1.00 expected" in answer.stdout


def test_a_person_can_play_every_game_to_its_end(any_game):
    # A number is always understood; nonsense is answered and asked again.
    stdin = "".join(f"{number}\n" for number in [0, 1, 2, 3, 4, 5, 6, 7, 8] * 12)
    answer = ludus_command("play", any_game.spec, "-a", "random", "--seed", 1, stdin=stdin)
    assert answer.returncode == 0, answer.stderr
    assert "The game is over. Returns: seat 0: " in answer.stdout


def test_a_game_with_a_person_is_told_to_programs_and_kept(tmp_path):
    command = ["play", "kuhn-poker", "-a", "greedy", "--seed", 1, "--json", "-o", "game.json"]
    answer = ludus_command(*command, stdin="bet\n", cwd=tmp_path)
    moments = rows(answer)
    assert [row["decisions"] for row in moments] == list(range(len(moments)))
    assert (moments[1]["seat"], moments[1]["text"]) == (0, "bet")
    assert moments[-1]["returns"]
    assert "The game is over" in answer.stderr
    assert ludus.Replay.load(tmp_path / "game.json").choices == [(row["seat"], row["action"]) for row in moments[1:]]
    late = ludus_command("play", "kuhn-poker", "-o", "nowhere/game.json", cwd=tmp_path)
    assert (late.returncode, late.stdout) == (2, "")
    assert "nowhere/game.json cannot be written: there is no folder" in late.stderr


IMPATIENT_PERSON = """
class Opponent:
    def choose(self, turn):
        raise KeyboardInterrupt
"""


def test_control_c_while_the_opponent_thinks_leaves_the_game_and_keeps_it(tmp_path):
    (tmp_path / "slow.py").write_text(IMPATIENT_PERSON)
    command = ["play", "tic-tac-toe", "-a", "python:slow.py:Opponent", "--seed", 1, "-o", "game.json"]
    answer = ludus_command(*command, stdin="b2\n", cwd=tmp_path)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert answer.stdout.endswith("\ngood-bye\n")
    assert ludus.Replay.load(tmp_path / "game.json").choices == [(0, 4)]


def test_leaving_at_the_end_of_input_is_no_error():
    answer = ludus_command("play", "leduc-poker", "--seat", 1, "--seed", 1)
    assert answer.returncode == 0
    assert answer.stderr == ""


def test_a_person_does_not_see_what_is_hidden():
    state = ludus.game("kuhn-poker").start(seed=1)
    other = state.to_json()["cards"][1]
    answer = ludus_command("play", "kuhn-poker", "--seed", 1, "-a", "random", stdin="quit\n")
    table = answer.stdout.split("Type")[1]
    assert "?" in table
    assert f"[{other}]" not in table


@pytest.fixture
def saved(tmp_path):
    played(ludus.game("connect-four"), 6, seed=1).replay.save(tmp_path / "game.json")
    return tmp_path


def test_a_replay_is_stepped_both_ways_jumped_and_branched(saved):
    stdin = "n\nn\nb\n5\nsave copy.json\nplay random\n0\nquit\nnonsense\n99\nq\n"
    answer = ludus_command("replay", "game.json", stdin=stdin, cwd=saved)
    assert answer.returncode == 0, answer.stderr
    shown = [line.split(" ")[0] for line in answer.stdout.splitlines() if " of 6" in line]
    assert shown[:5] == ["0", "1", "2", "1", "5"]
    assert "good-bye" in answer.stdout
    assert (saved / "copy.json").read_text() == (saved / "game.json").read_text()


def test_a_replay_is_printed_for_programs(saved):
    moments = rows(ludus_command("replay", "game.json", "--json", cwd=saved))
    assert len(moments) == 7
    assert moments[3]["decisions"] == 3
    assert ludus_command("replay", "game.json", "--at", 2, cwd=saved).stdout.startswith("\n2 of 6")


def test_a_quiet_replay_is_only_checked(saved):
    answer = ludus_command("replay", "game.json", "-q", cwd=saved)
    assert (answer.returncode, answer.stdout, answer.stderr) == (0, "", "")
    (saved / "game.json").write_text("{}")
    answer = ludus_command("replay", "game.json", "-q", cwd=saved)
    assert (answer.returncode, answer.stderr) == (
        2,
        "error: game.json: not a replay: the field `game` is missing\n",
    )


def test_playing_on_from_a_replay_has_the_luck_asked_for(tmp_path):
    played(ludus.game("leduc-poker"), 1, seed=1).replay.save(tmp_path / "game.json")
    stdin = "1\nplay random\n" + "call\n" * 4 + "save new.json\nq\n"

    def went_on(*seed):
        answer = ludus_command("replay", "game.json", *seed, "--seat", 0, stdin=stdin, cwd=tmp_path)
        assert answer.returncode == 0, answer.stderr
        return answer.stdout

    assert went_on() == went_on("--seed", 1)
    assert len({went_on("--seed", seed) for seed in range(5)}) > 1


def test_a_game_of_a_result_is_replayed(tmp_path):
    ludus.simulate("tic-tac-toe", n=5, seed=1).save(tmp_path / "games.parquet")
    answer = ludus_command("replay", "games.parquet", "--game", 3, "-o", "third.json", cwd=tmp_path)
    assert answer.returncode == 0, answer.stderr
    end = ludus.Replay.load(tmp_path / "third.json")
    assert end.at(len(end)).is_over
    missing = ludus_command("replay", "games.parquet", "--game", 9, cwd=tmp_path)
    assert missing.returncode == 2
    assert "holds 5 games: choose one with --game, from 0 to 4" in missing.stderr


def test_a_game_that_cannot_be_replayed_names_its_file(tmp_path):
    import pyarrow.parquet as pq

    path = tmp_path / "games.parquet"
    ludus.simulate("tic-tac-toe", n=5, seed=1).save(path)
    table = pq.read_table(path)
    text = table.schema.metadata[b"ludus"].replace(b'"tic-tac-toe/1"', b'"tic-tac-toe/0"')
    pq.write_table(table.replace_schema_metadata({"ludus": text}), path)
    answer = ludus_command("replay", "games.parquet", "--game", 0, cwd=tmp_path)
    assert answer.returncode == 2
    assert answer.stderr.startswith("error: games.parquet: the result was made with content tic-tac-toe/0")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["simulate", "conect-four"], "did you mean `connect-four`"),
        (["simulate", "tic-tac-toe", "-a", "mtcs"], "did you mean `mcts`"),
        (["simulate", "tic-tac-toe", "-a", "python:math:pi"], "`math:pi` is no class"),
        (["play", "tic-tac-toe", "-a", "python:os.path:join"], "python:os.path:join: join() missing"),
        (["simulate", "tic-tac-toe", "-n", "0"], "Invalid value for '-n'"),
        (["simulate", "tic-tac-toe", "-o", "games.csv"], "something.parquet"),
        (["simulate", "tic-tac-toe", "-o", "nowhere/games.parquet"], "cannot be written: there is no folder"),
        (["tournament", "tic-tac-toe", "-t", "swiss"], "'swiss' must be 'round-robin' or 'gauntlet'"),
        (["replay", "missing.json"], "error: missing.json cannot be read: No such file or directory\n"),
        (["replay", "a.parquet", "--game", "0"], "error: a.parquet cannot be read: No such file or directory\n"),
        (["play", "tic-tac-toe", "--seat", "5"], "no seat 5"),
        (["play", "tic-tac-toe", "--position", "x"], "position: turn is missing"),
        (["check", "nothing"], "there is no game `nothing`"),
        (["bench", "zzz"], "no bench contains 'zzz' in its name; `ludus bench` without a text runs all"),
        (["bench", "connect-for/bach"], "'connect-for/bach' in its name; did you mean `connect-four/batch`?"),
        (["unknown"], "unknown"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(arguments, message, tmp_path):
    answer = ludus_command(*arguments, cwd=tmp_path)
    assert answer.returncode == 2
    assert message in answer.stderr
    assert answer.stderr.strip() + "\n" == answer.stderr
    assert "Traceback" not in answer.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_demo_shows_every_game_and_a_replay():
    answer = ludus_command("demo", "--quiet")
    assert answer.returncode == 0, answer.stderr
    for name in ("connect-four", "goofspiel", "kuhn-poker", "leduc-poker", "tic-tac-toe", "has won"):
        assert name in answer.stdout


def test_the_demo_tells_programs_of_as_many_games_as_wanted():
    found = rows(ludus_command("demo", "--json", "-n", 2, "-j", 1, "-q"))
    assert {row["game"] for row in found} >= set(ludus._core.native_games())
    assert {row["games"] for row in found if row["game"] in ludus._core.native_games()} == {2, 400}
    assert all(row["games"] <= 400 for row in found)
    assert all(row["games_per_s"] > 0 for row in found)


def test_the_demo_plays_large_games_less_often(monkeypatch):
    from ludus.cli import demo

    monkeypatch.setattr(demo, "SECONDS", 0.01)
    monkeypatch.setattr(demo, "SECONDS_TO_JUDGE_BY", 0.0)
    agents = ["ismcts:iterations=400", "random"]
    assert len(demo._as_many_as_fit(ludus.game("goofspiel"), agents, 10_000, seed=1)) < 100
    monkeypatch.setattr(demo, "SECONDS", 60.0)
    assert len(demo._as_many_as_fit(ludus.game("tic-tac-toe"), ["random"], 50, seed=1)) == 50


@pytest.fixture
def with_broken_games(tmp_path):
    """A folder with an installed package of which no game can be loaded."""
    info = tmp_path / "broken-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[ludus.games]\nchess = broken:Chess\ngo = broken:Go\n")
    (tmp_path / "broken.py").write_text("Go = 5\n")
    return tmp_path


def test_a_broken_installed_game_is_left_out(with_broken_games):
    games = {row["game"]: row for row in rows(ludus_command("games", "--json", cwd=with_broken_games))}
    assert games["chess"]["kinds"] == games["go"]["kinds"] == ["broken"]
    answer = ludus_command("demo", "--quiet", cwd=with_broken_games)
    assert answer.returncode == 0, answer.stderr
    assert "left out: the game `chess` cannot be loaded from broken:Chess" in answer.stderr
    assert "left out: the game `go` cannot be loaded: broken:Go is no subclass of ludus.Game" in answer.stderr
    assert "tic-tac-toe" in answer.stdout


def test_the_doctor_tells_what_is_here():
    found = {row["name"]: row for row in rows(ludus_command("doctor", "--json"))}
    assert found["ludus"]["version"] == ludus.__version__
    assert found["numpy"]["version"]
    assert "cores" in found["cpu"]["version"]
    assert found["pgx"]["version"] or found["pgx"]["hint"] == "pip install 'ludus[bench]'"
    assert "python" in ludus_command("doctor").stdout


def test_a_bench_prints_its_row_and_keeps_history(tmp_path):
    history = tmp_path / "history.csv"
    (row,) = rows(ludus_command("bench", "tic-tac-toe/state", "--reps", 2, "--json", "--history", history))
    assert row["bench"] == "tic-tac-toe/state"
    assert set(row) == {"bench", "metric", "value", "unit", "reps", "spread", "peer", "checked"}
    ludus_command("bench", "tic-tac-toe/state", "--reps", 1, "--history", history)
    lines = history.read_text().splitlines()
    assert len(lines) == 3
    assert lines[0].startswith("date,commit,machine,command,bench,metric,value")


LOADED = """
import sys
before = set(sys.modules)
try:
    {code}
finally:
    print(*{{name.partition(".")[0] for name in set(sys.modules) - before}} - sys.stdlib_module_names)
"""


def test_other_packages_are_loaded_where_they_are_used():
    def loaded(code):
        command = [sys.executable, "-c", LOADED.format(code=code)]
        answer = subprocess.run(command, capture_output=True, text=True, check=True)
        return set(answer.stdout.splitlines()[-1].split())

    assert loaded("import ludus") == {"ludus"}
    helped = loaded("sys.argv[1:] = ['--help']; from ludus_command import main; main()")
    assert {"ludus", "typer"} <= helped
    assert not helped & {"numpy", "pyarrow", "pandas", "matplotlib", "gymnasium", "pettingzoo", "pyspiel"}


def test_closed_and_full_outputs_are_no_tracebacks():
    base = f"{sys.executable} -c 'from ludus_command import main; main()'"
    for command in ("play tic-tac-toe <&-", "games --json >&-", "games --json >/dev/full", "games | true"):
        answer = subprocess.run(["bash", "-c", f"{base} {command}"], capture_output=True, text=True, check=False)
        assert "Traceback" not in answer.stderr, command
        assert "Exception ignored" not in answer.stderr, command


IMPATIENT = """
import sys

class Impatient:
    def find_spec(self, name, *_):
        if name == {name!r}:
            raise {interruption}

sys.meta_path.insert(0, Impatient())
from ludus_command import main
main()
"""


@pytest.mark.parametrize(
    ("name", "interruption"),
    [
        *((name, "KeyboardInterrupt") for name in ("ludus", "ludus._core", "typer", "ludus.cli", "numpy")),
        ("ludus", "RuntimeError('while a class is made') from KeyboardInterrupt()"),
    ],
)
def test_control_c_while_the_command_is_loaded_is_answered_with_a_sentence(name, interruption):
    code = IMPATIENT.format(name=name, interruption=interruption)
    command = [sys.executable, "-c", code, "simulate", "tic-tac-toe", "-q"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (answer.returncode, answer.stdout) == (1, "")
    assert answer.stderr == "error: interrupted before there was a result\n"


def test_the_command_begins_where_nothing_is_loaded_yet():
    (command,) = entry_points(group="console_scripts", name="ludus")
    assert command.value == "ludus_command:main"


def test_a_mistake_in_a_game_shows_its_own_lines_only(tmp_path):
    (tmp_path / "bad.py").write_text(
        "import ludus\n"
        "class State(ludus.State):\n"
        "    def _to_act(self): return 1 // 0\n"
        "class Bad(ludus.Game):\n"
        "    name = 'bad'\n    actions = 1\n"
        "    def _start(self, dice): return State()\n"
    )
    answer = ludus_command("simulate", "python:bad.py:Bad", "-q", cwd=tmp_path)
    assert answer.returncode == 1
    assert "ZeroDivisionError" in answer.stderr
    assert "bad.py" in answer.stderr
    assert "typer" not in answer.stderr
    missing = ludus_command("simulate", "python:bad.py:State", cwd=tmp_path)
    assert (missing.returncode, "no subclass of ludus.Game" in missing.stderr) == (2, True)
