"""`ludus cards`: what it prints for people and for programs, and how it fails."""

import json
import subprocess
import sys

import pytest


def ludus_cards(*arguments, cwd=None):
    return subprocess.run(
        [sys.executable, "-c", "from ludus_command import main; main()", "cards", *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=cwd,
        check=False,
    )


def rows(answer):
    assert answer.returncode == 0, answer.stderr
    return [json.loads(line) for line in answer.stdout.splitlines()]


def test_a_card_is_shown_with_what_its_text_means():
    (card,) = rows(ludus_cards("show", "Lantern Bearer", "--json", "-q"))
    assert (card["id"], card["status"], card["refusal"]) == ("lantern-bearer", "compiled", None)
    assert "Text" in card["tree"]
    shown = ludus_cards("show", "lantern-bearer", "-q")
    assert shown.stdout.startswith("Lantern Bearer (lantern-bearer)\n")
    assert "status: compiled" in shown.stdout


def test_a_card_that_is_not_there_is_told_with_the_nearest_name():
    answer = ludus_cards("show", "Lantern Baerer", "-q")
    assert answer.returncode == 2
    assert answer.stderr == "error: there is no card `Lantern Baerer`; did you mean `Lantern Bearer`?\n"


def test_a_text_is_parsed_or_refused_with_a_mark_below_the_words_at_fault():
    (parsed,) = rows(ludus_cards("parse", "Draw a card.", "--json", "-q"))
    assert parsed["text"] == "Draw a card."
    answer = ludus_cards("parse", "Deal 3 damge to a minion.", "-q")
    assert answer.returncode == 1
    assert answer.stdout == ""
    assert answer.stderr.splitlines()[:2] == ["Deal 3 damge to a minion.", "       ^^^^^"]
    refused = ludus_cards("parse", "Deal 3 damge to a minion.", "--json", "-q")
    assert refused.returncode == 1
    assert json.loads(refused.stdout)["span"] == [7, 12]


@pytest.mark.parametrize("game", ["hearthstone", "battlegrounds", "flesh-and-blood"])
def test_the_grammar_is_listed(game):
    entries = rows(ludus_cards("grammar", game, "--json"))
    assert len(entries) > 300
    assert {"kind", "meaning", "wordings"} <= set(entries[0])


def test_the_ledger_has_a_row_for_each_set():
    (row,) = rows(ludus_cards("coverage", "--set", "starter", "--json", "-q"))
    assert list(row) == ["set", "cards", "compiled", "overridden", "refused", "verified"]
    assert row["cards"] == row["compiled"]
    answer = ludus_cards("coverage", "--set", "startr", "-q")
    assert answer.returncode == 2
    assert "there is no set `startr`" in answer.stderr
    refused = rows(ludus_cards("coverage", "--set", "event", "--refused", "--json", "-q"))
    assert all(one["phrase"] and one["why"] for one in refused)


def test_a_file_of_cards_is_checked(tmp_path):
    file = tmp_path / "cards.toml"
    file.write_text("game = 'hearthstone'\n[[card]]\nname = 'A'\ntype = 'spell'\ncost = 1\ntext = 'Draw a card.'\n")
    assert ludus_cards("check", "cards.toml", "-q", cwd=tmp_path).stdout == "cards.toml: 1 of 1 cards are understood\n"
    file.write_text(file.read_text().replace("Draw", "Darw"))
    answer = ludus_cards("check", "cards.toml", "-q", cwd=tmp_path)
    assert answer.returncode == 1
    assert "A: `Darw` is not understood" in answer.stdout
    file.write_text("[[card]\n")
    answer = ludus_cards("check", "cards.toml", "-q", cwd=tmp_path)
    assert answer.returncode == 2
    assert answer.stderr.startswith("error: cards.toml:1: this is no TOML")
    assert "Traceback" not in answer.stderr
