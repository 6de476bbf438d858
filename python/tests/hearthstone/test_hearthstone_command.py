"""`ludus hearthstone`, `ludus cards try` and `ludus simulate hearthstone`: what they print, and how they fail."""

import json
import subprocess
import sys

import pytest

import ludus
from ludus.hearthstone import Setup, compare, decks, matchups

QUICK = ("-a", "random", "-n", 20, "-s", 3, "-q")

LIZARD = """\
game = "hearthstone"
[[card]]
id = "test-lizard"
name = "Test Lizard"
type = "minion"
cost = 2
attack = 3
health = 2
text = "Battlecry: Deal 1 damage to a random enemy."
"""


def ludus_command(*arguments, stdin="", cwd=None, before=""):
    return subprocess.run(
        [sys.executable, "-c", f"{before}\nfrom ludus_command import main; main()", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        text=True,
        cwd=cwd,
        check=False,
    )


def rows(answer):
    assert answer.returncode == 0, answer.stderr
    return [json.loads(line) for line in answer.stdout.splitlines()]


def refusal(answer):
    """The one sentence with which a command refuses."""
    assert answer.returncode == 2, (answer.stdout, answer.stderr)
    assert answer.stdout == ""
    assert answer.stderr.startswith("error: ")
    assert answer.stderr.count("\n") == 1
    return answer.stderr.removeprefix("error: ").strip()


@pytest.fixture
def lizard(tmp_path):
    file = tmp_path / "lizard.toml"
    file.write_text(LIZARD)
    return file


def test_the_decks_are_listed():
    listed = {row["deck"] for row in rows(ludus_command("hearthstone", "decks", "--json"))}
    assert listed == set(decks())
    shown = ludus_command("hearthstone", "decks")
    assert {line.split()[0] for line in shown.stdout.splitlines()} >= listed


def test_matchups_and_comparisons_print_what_python_measures():
    setup = Setup("random", 20, 3)
    answer = ludus_command("hearthstone", "matchups", "the-herd", "two-fires", *QUICK, "--json")
    assert rows(answer) == [rate.row() for rate in matchups(["the-herd", "two-fires"], setup)]
    changed = "the-herd;-2 Fern Fawn;+2 Reed Lurker"
    answer = ludus_command("hearthstone", "compare", "the-herd", changed, "--against", "two-fires", *QUICK, "--json")
    assert rows(answer) == [compare("the-herd", changed, "two-fires", setup).row()]
    shown = ludus_command("hearthstone", "compare", "the-herd", changed, *QUICK)
    assert "20 games" in shown.stdout
    assert " -> " in shown.stdout
    assert shown.stderr == ""


def test_cards_and_the_first_player_are_measured():
    found = rows(ludus_command("hearthstone", "cards", "the-herd", "--against", "two-fires", *QUICK, "--json"))
    assert {row["what"].split(" ", 1)[1] for row in found} == {"in the first hand", "drawn later", "played"}
    with_coin, without = rows(ludus_command("hearthstone", "first-player", "the-herd", *QUICK, "--json"))
    assert (with_coin["what"], without["what"]) == ("with The Coin", "without The Coin")
    assert with_coin["games"] == without["games"] == 20


def test_a_number_is_swept_and_a_card_is_tried(lizard):
    command = ("sweep", lizard, "attack=1..2", "--in", "the-herd;+2 test-lizard", *QUICK, "--json")
    assert [row["what"] for row in rows(ludus_command("hearthstone", *command))] == ["attack=1", "attack=2"]
    tried = ("cards", "try", lizard, "--in", "the-herd", "--for", "Fern Fawn", "-a", "random", "--games", 20)
    shown = ludus_command(*tried)
    assert "2 x Test Lizard instead of Fern Fawn, 20 games each:" in shown.stdout
    assert "95 % interval" in shown.stdout
    (row,) = rows(ludus_command(*tried, "--json"))
    assert (row["card"], row["instead_of"], row["difference"]["games"]) == ("Test Lizard", "Fern Fawn", 20)


def test_games_are_simulated_logged_and_written(tmp_path):
    log, table = tmp_path / "log.jsonl", tmp_path / "games.parquet"
    decks = ("--deck", "the-herd", "--deck", "two-fires")
    command = ("simulate", "hearthstone", *decks, "-a", "random", "-n", 6, "-s", 2, "--count", "-q")
    answer = ludus_command(*command, "--log", log, "-o", table)
    assert answer.returncode == 0, answer.stderr
    assert "6 games of hearthstone" in answer.stdout
    assert "turns" in answer.stdout
    result = ludus.Result.load(table)
    assert result.games["turns"].sum() > 0
    events = [json.loads(line) for line in log.read_text().splitlines()]
    ends = [line["returns"] for line in events if "returns" in line]
    columns = zip(result.games["return_0"].tolist(), result.games["return_1"].tolist(), strict=True)
    assert ends == [list(returns) for returns in columns]
    assert len(events) > 60


def test_what_is_not_said_is_asked_for():
    answers = "hearthstone\nthe-herd\ntwo-fires\nrandom\nrandom-by-turn\n10\n"
    answer = ludus_command("simulate", "-q", stdin=answers)
    assert answer.returncode == 0, answer.stderr
    assert "10 games of hearthstone:" in answer.stdout
    for question in ("game", "deck of seat 0", "deck of seat 1", "agent of seat 1", "number of games"):
        assert question in answer.stderr
    short = ludus_command("simulate", "-q", stdin="hearthstone\nthe-herd\n")
    assert short.returncode == 2
    assert "there is no answer to `deck of seat 1`" in short.stderr
    assert "Traceback" not in short.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("hearthstone", "matchups", "the-herd", "two-fire", *QUICK),
            "there is no deck `two-fire`; did you mean `two-fires`?",
        ),
        (("hearthstone", "matchups", "the-herd", *QUICK), "match-ups need at least 2 different decks"),
        (
            ("hearthstone", "compare", "the-herd", "the-herd;x", *QUICK),
            "`x` behind the-herd must be +2 NAME or -2 NAME",
        ),
        (("hearthstone", "cards", "nowhere.toml", *QUICK), "nowhere.toml"),
        (("hearthstone", "first-player", "the-herd", "-a", "bord", "-n", 4), "did you mean `board`?"),
        (("hearthstone", "sweep", "no.toml", "cost=1..2", "--in", "the-herd", *QUICK), "no.toml"),
        (("cards", "try", "no.toml", "--in", "the-herd"), "no.toml"),
        (("simulate", "hearthstone", "--deck", "the-hord"), "there is no deck `the-hord`; did you mean `the-herd`?"),
        (("simulate", "hearthstone:coins=no"), "hearthstone has no option `coins`; did you mean `coin`?"),
        (("simulate", "hearthstone:coin=maybe"), "`coin=maybe` must be yes or no"),
        (("simulate", "hearthstone:first=2"), "`first=2` must be random, 0 or 1"),
        (("simulate", "hearthstone", "-o", "games.csv"), "name the file something.parquet"),
        (("simulate", "hearthstone", "--log", "nowhere/log.jsonl"), "nowhere/log.jsonl"),
    ],
    ids=lambda value: " ".join(map(str, value[:3])) if isinstance(value, tuple) else "",
)
def test_wrong_input_is_refused_in_one_sentence(arguments, message, tmp_path):
    assert message in refusal(ludus_command(*arguments, cwd=tmp_path))


def test_a_sweep_says_what_is_wrong_with_its_values(lizard):
    command = ("hearthstone", "sweep", lizard, "cost=a", "--in", "the-herd;+1 test-lizard", *QUICK)
    assert refusal(ludus_command(*command)) == "`cost=a` must be name=low..high or name=number,number"


@pytest.mark.parametrize("option", ["--gmes", "--decks"])
def test_an_unknown_option_is_refused(option):
    answer = ludus_command("hearthstone", "matchups", "the-herd", "two-fires", option, 3)
    assert answer.returncode == 2
    assert "No such option" in answer.stderr
    assert "Traceback" not in answer.stderr


WITHOUT_DATA = """
import sys
sys.modules["hearthstone_data"] = None
"""


CLASSIC = """\
name = "Classic"
game = "hearthstone"
hero = "HERO_08"
[cards]
VAN_CS2_029 = 2
"""


def test_without_the_card_data_our_own_decks_play_and_classic_cards_are_refused(tmp_path):
    before = f"import os\nos.environ['LUDUS_CACHE'] = {str(tmp_path / 'cache')!r}\n{WITHOUT_DATA}"
    own = ludus_command("simulate", "hearthstone", "--deck", "the-herd", "-n", 4, "-q", before=before)
    assert own.returncode == 0, own.stderr
    (tmp_path / "classic.toml").write_text(CLASSIC)
    classic = ("simulate", "hearthstone", "--deck", "classic.toml", "-n", 4, "-q")
    assert ludus_command(*classic, cwd=tmp_path).returncode == 0
    refused = ludus_command(*classic, cwd=tmp_path, before=before)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.splitlines() == [
        "error: classic.toml:1: there is no hero or class `HERO_08`; "
        "the official cards come with: pip install 'ludus[hearthstone]'",
    ]
