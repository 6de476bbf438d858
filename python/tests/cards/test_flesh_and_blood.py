"""Cards of Flesh and Blood: those that come with the platform, and the import of those that a user has."""

import json
import re
import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from ludus import _core, cards
from ludus.cards import ledger, store, table
from ludus.cli import app
from ludus.errors import BadCards, BadFile, LudusError

REFERENCE = {
    "Bravo",
    "Dawnblade",
    "Dorinthea",
    "Flic Flak",
    "Forged for War",
    "Fyendal's Spring Tunic",
    "Quicken",
    "Sigil of Solace",
    "Singing Steelblade",
    "Surging Strike",
    "Autumn's Touch",
}
"""The cards outside of the Ira Welcome deck that the reference of the game names."""

PACKAGE_CARDS = [
    {
        "cardIdentifier": "paper-cut-red",
        "name": "Paper Cut",
        "types": ["Action"],
        "subtypes": ["Attack"],
        "classes": ["Ninja"],
        "setIdentifiers": ["TST001"],
        "functionalText": "When this hits, draw a card.\n\n**Go again**",
        "keywords": ["Go again"],
        "pitch": 1,
        "cost": 0,
        "power": 3,
        "defense": 2,
        "rarity": "Common",
    },
    {
        "cardIdentifier": "edge-of-autumn",
        "name": "Edge of Autumn",
        "types": ["Weapon"],
        "subtypes": ["Sword", "2H"],
        "classes": ["Ninja"],
        "setIdentifiers": ["TST002"],
        "functionalText": "**Once per Turn Action** - {r}: **Attack**. **Go again**",
        "power": 1,
        "rarity": "Common",
    },
]
"""Cards in the shape of the npm package; the first is ours, the second bears the id of a card that is built in."""

HEADER = (
    "Unique ID\tName\tPitch\tCost\tPower\tDefense\tHealth\tIntelligence\tTypes\tCard Keywords\tFunctional Text\t\t\n"
)
CUBE = (
    HEADER
    + "u1\tPaper Cut\t1\t0\t3\t2\t\t\tNinja, Action, Attack\tGo again\t"
    + '"When this hits, draw a card.\n\n**Go again**"\t\t\n'
    + "u2\tInk, the Deep\t\t\t\t\t20\t4\tNinja, Hero, Young\t\tDo what nobody understands.\t\t\n"
)
PRINTINGS = "Unique ID\tCard Unique ID\tSet ID\np1\tu1\tTST\np2\tu1\tTST\np3\tu2\tTST\n"


@pytest.fixture
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Data and cache in folders of the test; what was opened before is forgotten."""
    monkeypatch.setenv("LUDUS_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("LUDUS_CACHE", str(tmp_path / "cache"))
    table.forget()
    yield tmp_path
    table.forget()


def package(folder: Path, program: str) -> Path:
    """Write an npm package whose program is this."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "package.json").write_text('{"name": "@flesh-and-blood/cards", "version": "0.0.0", "main": "index.js"}')
    (folder / "index.js").write_text(program)
    return folder


def cube(folder: Path, card: str = CUBE, printings: str | None = PRINTINGS) -> Path:
    """Write the files of the-fab-cube."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "card.csv").write_text(card, encoding="utf-8")
    if printings is not None:
        (folder / "card-printing.csv").write_text(printings, encoding="utf-8")
    return folder / "card.csv"


def kept(folder: Path) -> list[Path]:
    """Return the files that an import has left."""
    return sorted(path for path in (folder / "data").rglob("*") if path.is_file())


def test_all_cards_of_the_reference_are_there_and_understood(own_folders):
    known = cards.load("flesh-and-blood")
    sets = known.sets()
    assert len(sets["ira-welcome"]) == 12
    assert {card.name for card in sets["named"]} >= REFERENCE
    for row in cards.coverage("ira-welcome") + cards.coverage("named"):
        assert row["compiled"] == row["cards"], cards.refused(row["set"])


def test_the_starter_set_has_forty_chain_combat_cards_that_are_all_understood(own_folders):
    own = [card for card in cards.load("flesh-and-blood") if card.facts["sets"] == ["starter-chain"]]
    assert len({card.name for card in own}) >= 40
    assert [card.id for card in own if card.refusal] == []
    kinds = {kind for card in own if card.tree for kind in re.findall(r"[A-Z]\w+", json.dumps(card.tree.to_json()))}
    assert len(kinds) > 80  # varied mechanics: many kinds of nodes


@pytest.mark.parametrize("deck", ["quick-water", "granite-hand"])
def test_the_starter_decks_are_ready(own_folders, deck):
    text = next(text for _, _, path, text in _core.built_in_content() if path == f"starter/decks/{deck}.toml")
    read = json.loads(table.everything().read_deck(deck, text.encode(), "flesh-and-blood"))
    assert sum(count for _, count in read["cards"]) >= 40


def test_overrides_of_cards_that_were_not_imported_are_no_findings(own_folders):
    assert [finding for finding in ledger.findings() if "flesh-and-blood" in finding[2]] == []


def test_cards_of_json_are_imported_and_replaced(own_folders):
    file = own_folders / "cards.json"
    file.write_text(json.dumps(PACKAGE_CARDS))
    assert cards.import_flesh_and_blood(file) == 2
    (row,) = cards.coverage("tst")
    assert (row["cards"], row["compiled"]) == (2, 2)
    known = cards.load("flesh-and-blood")
    assert known["paper-cut-red"].tree.text == "When this hits, draw a card. / Go again"
    # The built-in card keeps its id, the imported one stands beside it.
    assert known["edge-of-autumn"].facts["sets"] == ["ira-welcome"]
    assert known["edge-of-autumn-printed"].facts["sets"] == ["tst"]

    file.write_text(json.dumps(PACKAGE_CARDS[:1]))
    assert cards.import_flesh_and_blood(file) == 1
    assert len(kept(own_folders)) == 1
    assert cards.coverage("tst")[0]["cards"] == 1


def test_cards_of_the_cube_are_imported_with_their_sets(own_folders):
    path = cube(own_folders / "csvs")
    assert cards.import_flesh_and_blood(path.parent) == 2
    (row,) = cards.coverage("tst")
    assert (row["cards"], row["compiled"], row["refused"]) == (2, 1, 1)
    (refused,) = cards.refused("tst")
    assert refused["id"] == "ink-the-deep"
    assert refused["phrase"]
    (path.parent / "card-printing.csv").unlink()
    assert cards.import_flesh_and_blood(path) == 2
    with pytest.raises(ValueError, match="there is no set `tst`"):
        cards.coverage("tst")


@pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")
def test_the_npm_package_is_run_by_node(own_folders):
    program = f"exports.cards = {json.dumps(PACKAGE_CARDS)};"
    installed = own_folders / "project" / "node_modules" / "@flesh-and-blood" / "cards"
    package(installed, program)
    assert cards.import_flesh_and_blood(installed) == 2
    assert cards.import_flesh_and_blood(own_folders / "project") == 2
    for wrong, why in [
        ("", "it holds no list `cards`"),
        ("exports.cards = 3;", "it holds no list `cards`"),
        ("exports.cards = [];", "there are no cards in it"),
        ("exports.cards = [{name: 4}];", "field `name`: entry 1: this must be a text, not 4"),
        ("exports.cards = [", "SyntaxError"),
    ]:
        before = [path.read_bytes() for path in kept(own_folders)]
        with pytest.raises(LudusError, match=re.escape(why)):
            cards.import_flesh_and_blood(package(own_folders / "bad", wrong))
        assert [path.read_bytes() for path in kept(own_folders)] == before


BAD_FILES = {
    "card.json": [
        (b"", ":1: this is no list of cards in JSON: EOF"),
        (b"{}", ":1: this is no list of cards in JSON"),
        (b"[]", ": there are no cards in it"),
        (b"PK\x03\x04\xff\xfe\x00", ":1: this is not UTF-8"),
        (json.dumps(PACKAGE_CARDS, indent=1).encode()[:400], ": this is no list of cards in JSON: EOF"),
        (b'[{"name": "A",\n"types": 3}]', ":2, field `types`: entry 1 (A): this must be a list of texts, not 3"),
        (
            b'[{"name": "A", "types": ["Action"],\n\n"cost": [1]}]',
            ":3, field `cost`: entry 1 (A): this must be a whole",
        ),
        (b"[" * 100_000, ":1: this is no list of cards in JSON"),
    ],
    "card.csv": [
        (b"", ": the file is empty"),
        (HEADER.encode(), ": there are no cards in it"),
        (b"\x89PNG\r\n\x1a\n", ":1: this is not UTF-8"),
        (CUBE.replace("Functional Text", "Text").encode(), ":1, field `functional-text`: there is no such column"),
        (CUBE[:-40].encode(), ":5: this row has 9 cells and the header 13"),
        (CUBE.replace("\t", ",").encode(), ":1, field `unique-id`: there is no such column"),
        (
            CUBE.replace("\t20\t", "\ttwenty\t").encode(),
            ":5, field `health`: this must be a whole number from 0 to 999",
        ),
    ],
}


@pytest.mark.parametrize(
    ("name", "content", "why"), [(name, *case) for name, cases in BAD_FILES.items() for case in cases]
)
def test_a_bad_file_is_one_error_with_its_place_and_leaves_no_trace(own_folders, name, content, why):
    file = own_folders / name
    file.write_bytes(content)
    with pytest.raises(BadCards) as caught:
        cards.import_flesh_and_blood(file)
    assert str(caught.value).startswith(str(file))
    assert why in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1
    assert kept(own_folders) == []


def test_a_bad_file_leaves_what_was_imported_before(own_folders):
    cards.import_flesh_and_blood(cube(own_folders / "good"))
    before = kept(own_folders)[0].read_bytes()
    for bad in [
        cube(own_folders / "bad", printings="Card\tSet\n"),
        own_folders,
        own_folders / "missing",
        own_folders / "data" / "flesh-and-blood.import",
    ]:
        with pytest.raises(LudusError):
            cards.import_flesh_and_blood(bad)
        assert [path.read_bytes() for path in kept(own_folders)] == [before]
    assert cards.coverage("tst")[0]["cards"] == 2


def test_folders_without_cards_are_told(own_folders):
    with pytest.raises(BadFile, match=r"holds no cards: it is neither the folder of an npm package"):
        cards.import_flesh_and_blood(own_folders)
    with pytest.raises(BadFile, match=r"there is no file or folder .*nowhere"):
        cards.import_flesh_and_blood(own_folders / "nowhere")


def test_a_damaged_import_is_told(own_folders):
    cards.import_flesh_and_blood(cube(own_folders / "csvs"))
    (file,) = kept(own_folders)
    whole = file.read_bytes()
    for damaged in (whole[:-1], whole.replace(b"Paper", b"Taper"), b"", b"ludus import 1\n", b"\xff" * 40):
        file.write_bytes(damaged)
        table.forget()
        with pytest.raises(BadFile, match=r"is damaged: import the cards of Flesh and Blood again"):
            cards.load("flesh-and-blood")
    file.write_bytes(whole)
    assert cards.coverage("tst")[0]["cards"] == 2


def test_a_folder_that_cannot_be_written_is_told(own_folders):
    (own_folders / "data").write_text("a file where a folder is to be")
    with pytest.raises(BadFile, match=r"cannot be written"):
        cards.import_flesh_and_blood(cube(own_folders / "csvs"))


def test_the_command_answers_a_bad_file_with_one_line(own_folders):
    file = own_folders / "card.json"
    file.write_text("[3]")
    answer = CliRunner().invoke(app, ["cards", "import", "flesh-and-blood", str(file)])
    assert answer.exit_code != 0
    assert isinstance(answer.exception, LudusError | SystemExit)
    file.write_text(json.dumps(PACKAGE_CARDS))
    answer = CliRunner().invoke(app, ["cards", "import", "flesh-and-blood", str(file)])
    assert (answer.exit_code, answer.stdout) == (0, "2 cards imported\n")


@given(
    role=st.sampled_from(["fab-json", "fab-csv"]),
    cut=st.integers(0, 400),
    place=st.integers(0, 399),
    byte=st.binary(min_size=1, max_size=3),
)
@settings(max_examples=300, deadline=None)
def test_damaged_files_are_read_or_refused_in_one_line(role, cut, place, byte):
    whole = (json.dumps(PACKAGE_CARDS) if role == "fab-json" else CUBE).encode()
    damaged = (whole[:place] + byte + whole[place + 1 :])[: len(whole) - cut]
    try:
        count, message = _core.count_imported([(role, "card", damaged)]), ""
    except BadCards as error:
        count, message = 0, str(error)
    assert count > 0 or message.startswith("card")
    assert "\n" not in message


@given(st.lists(st.tuples(st.text(max_size=20), st.text(max_size=20), st.binary(max_size=60)), max_size=4))
@settings(max_examples=100, deadline=None)
def test_what_is_packed_into_one_file_comes_out_again(tmp_path_factory, sources):
    folder = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LUDUS_DATA", str(folder))
        store.import_file().write_bytes(store.packed(sources))
        assert store.imported() == sources
