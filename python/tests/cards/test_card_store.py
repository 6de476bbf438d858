"""Where the table of cards comes from, where it is kept, and what happens when a source is missing or damaged."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import ludus
from ludus.cards import coverage, import_flesh_and_blood, load, store, table
from ludus.cards.store import open_table

FIRST_CARDS = 5000


@pytest.fixture
def small(monkeypatch, tmp_path):
    """Tables without the official data, which are built in a moment, in a cache of their own."""
    monkeypatch.setenv("LUDUS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("LUDUS_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(store, "hearthstone_data", lambda: None)
    table.forget()
    yield tmp_path
    table.forget()


def stages():
    """A progress that writes down what it is told."""
    told = []
    return told, lambda stage, done, total: told.append((stage, done, total))


def test_a_table_is_built_once_and_then_taken_from_the_cache(small):
    told, progress = stages()
    built = open_table(progress)
    assert {stage for stage, _, _ in told} == {"compiling"}
    pack = small / "cache" / "cards.pack"
    kept, told_before = pack.read_bytes(), len(told)
    opened = open_table(progress)
    assert len(told) == told_before
    assert len(opened) == len(built) > 200
    assert [opened.status(place) for place in range(len(opened))] == [
        built.status(place) for place in range(len(built))
    ]
    assert opened.fingerprints() == built.fingerprints()
    assert pack.read_bytes() == kept


@pytest.mark.parametrize(
    "damage",
    [
        lambda pack: b"",
        lambda pack: b"something else",
        lambda pack: pack[:100],
        lambda pack: pack[:-1],
        lambda pack: pack[:5000] + bytes([pack[5000] ^ 1]) + pack[5001:],
        lambda pack: pack[:8] + b"\x63\0\0\0" + pack[12:],
        lambda pack: pack[:12] + b"\0" * 8 + pack[20:],
        lambda pack: pack + b"\0",
    ],
    ids=["empty", "foreign", "cut off", "a byte short", "one bit", "another format", "other sources", "too long"],
)
def test_a_damaged_old_or_foreign_cache_is_built_again(small, damage):
    open_table()
    pack = small / "cache" / "cards.pack"
    right = pack.read_bytes()
    pack.write_bytes(damage(right))
    assert len(open_table()) > 200
    assert pack.read_bytes() == right


def test_a_cache_of_other_sources_is_built_again(small, monkeypatch):
    before = len(open_table())
    own = b"game = 'hearthstone'\n[[card]]\nname = 'Additional'\ntype = 'spell'\ncost = 1\ntext = 'Draw a card.'\n"
    sources = store.sources()
    monkeypatch.setattr(store, "sources", lambda: [*sources, ("cards", "own.toml", own)])
    assert len(open_table()) == before + 1


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="a folder that takes no files from anybody")
def test_a_folder_that_takes_no_files_does_not_matter(small, monkeypatch, capsys):
    monkeypatch.setenv("LUDUS_CACHE", "/proc/ludus")
    assert len(open_table()) > 200
    said = capsys.readouterr().err
    assert said.startswith("the table of cards cannot be kept: ")
    assert said.count("\n") == 1


def test_a_cache_that_is_a_folder_does_not_matter(small):
    (small / "cache" / "cards.pack").mkdir(parents=True)
    assert len(open_table()) > 200


def test_no_partial_pack_is_left_when_it_cannot_be_written(small, monkeypatch):
    def fail(*_):
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "replace", fail)
    monkeypatch.setattr(Path, "replace", fail)
    assert len(open_table()) > 200
    assert not (small / "cache" / "cards.pack").exists()


def test_an_interrupted_build_leaves_nothing(small):
    def interrupt(*_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        open_table(interrupt)
    assert not (small / "cache" / "cards.pack").exists()


def test_without_the_official_data_everything_works_with_the_starter_set(small):
    cards = load("hearthstone")
    assert cards["Lantern Bearer"].status == "compiled"
    names = {row["set"] for row in coverage()}
    assert {"starter", "starter-chain", "ira-welcome"} <= names
    assert "vanilla" not in names
    with pytest.raises(KeyError, match="there is no card `Fireball`"):
        cards["Fireball"]


def test_whoever_needs_the_official_data_is_told_what_to_install(small):
    with pytest.raises(ludus.errors.MissingPackage) as caught:
        store.require_hearthstone_data()
    assert "ludus[hearthstone]" in str(caught.value)


HIDDEN = """
import sys
sys.modules["hearthstone_data"] = None
from ludus_command import main
main()
"""


def test_the_command_works_when_the_package_is_not_installed(tmp_path):
    environment = {**os.environ, "LUDUS_CACHE": str(tmp_path)}
    command = [sys.executable, "-c", HIDDEN, "cards", "coverage", "-q"]
    answer = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert answer.returncode == 0, answer.stderr
    assert "starter" in answer.stdout
    assert "vanilla" not in answer.stdout


def test_the_official_data_is_that_of_one_build():
    assert table.everything().build_number == "255790"
    assert len(load("hearthstone")) > FIRST_CARDS


CUBE = (
    "Unique ID\tName\tPitch\tCost\tPower\tDefense\tHealth\tIntelligence\tTypes\tCard Keywords\tFunctional Text\n"
    "u1\tMy Strike\t1\t0\t4\t\t\t\tNinja, Action, Attack\tGo again\t**Go again**\n"
)


def test_imported_cards_are_there_until_others_are_imported(small):
    file = small / "card.csv"
    file.write_text(CUBE)
    assert import_flesh_and_blood(file) == 1
    assert load("flesh-and-blood")["my-strike-red"].tree.text == "Go again"
    file.write_text(CUBE.replace("My Strike", "My Kick"))
    assert import_flesh_and_blood(file) == 1
    assert "my-kick-red" in load("flesh-and-blood")
    assert "my-strike-red" not in load("flesh-and-blood")


def test_a_bad_import_changes_nothing(small):
    file = small / "card.csv"
    file.write_text(CUBE)
    import_flesh_and_blood(file)
    file.write_text("Name\tCost\nA\t1\n")
    with pytest.raises(ludus.errors.BadCards, match=r"card.csv:1, field `unique-id`"):
        import_flesh_and_blood(file)
    assert "my-strike-red" in load("flesh-and-blood")
    with pytest.raises(ludus.errors.BadFile, match="no file or folder"):
        import_flesh_and_blood(small / "cards.xml")
