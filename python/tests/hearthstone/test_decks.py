"""Decks: what they can be written as, which cards they mean, what the formats say to them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import ludus
from ludus.errors import BadCards, BadSpec
from ludus.hearthstone import Deck, deck, decks
from ludus.hearthstone.written import read_text

BASIC = [name for name in decks() if name.startswith("basic-")]
CLASSES = ("druid", "hunter", "mage", "paladin", "priest", "rogue", "shaman", "warlock", "warrior")
STARTER = [name for name, file in decks().items() if file.startswith("starter/")]
ARCHETYPES = [name for name in decks() if name not in BASIC and name not in STARTER]

PASTED = """### Classic Mage
# Class: Mage
# Format: Classic
#
# 2x (1) Arcane Missiles
#
{code}
#
# To use this deck, copy it to your clipboard and create a new deck in Hearthstone
"""


def test_each_class_has_a_basic_deck_and_there_are_archetypes_of_every_kind():
    assert sorted(BASIC) == [f"basic-{name}" for name in CLASSES]
    assert {"face-hunter", "zoo-warlock", "handlock", "freeze-mage", "miracle-rogue"} <= set(ARCHETYPES)
    assert len(ARCHETYPES) >= 6


@pytest.mark.parametrize("name", [*BASIC, *ARCHETYPES])
def test_a_built_in_deck_of_official_cards_is_legal_in_the_classic_set(name):
    found = deck(name)
    assert (found.sets, found.problems(), found.problems("vanilla")) == (("vanilla",), [], [])
    assert len(found.cards) == 30


@pytest.mark.parametrize("name", decks())
def test_two_random_seats_can_play_every_built_in_deck(name):
    state = ludus.game("hearthstone", deck=name, places="no").start(seed=3)
    random = [state.game.player("random", seed) for seed in (1, 2)]
    while not state.is_over:
        seat = state.to_act[0]
        state.apply(seat, random[seat].choose(state))
    assert sum(state.returns) == 0


def test_a_deck_survives_its_code_and_its_list():
    for name in [*BASIC, *ARCHETYPES]:
        found = deck(name)
        for again in (deck(found.code()), deck(found.text())):
            assert (again.hero, sorted(again.cards), again.sets) == (found.hero, sorted(found.cards), found.sets)
    herd = deck("the-herd")
    assert deck(herd.text()).counts() == herd.counts()


def test_codes_are_those_that_other_programs_read():
    from hearthstone.deckstrings import parse_deckstring
    from hearthstone.enums import FormatType

    cards, heroes, kind, _ = parse_deckstring(deck("basic-mage").code())
    assert (len(cards), {copies for _, copies in cards}, len(heroes), kind) == (15, {2}, 1, FormatType.FT_CLASSIC)


def test_a_pasted_block_is_read_with_its_name():
    code = deck("basic-mage").code()
    found = deck(PASTED.format(code=code))
    assert (found.name, sorted(found.cards)) == ("Classic Mage", sorted(deck("basic-mage").cards))


def test_a_code_of_other_printings_means_the_classic_cards_unless_it_is_said():
    old = deck(deck("basic-mage", cards="legacy").code(), cards="legacy")
    assert all(not card.startswith("VAN_") for card in old.cards)
    assert sorted(deck(old.code()).cards) == sorted(deck("basic-mage").cards)
    assert deck(old.code(), cards="legacy") == old


def test_a_deck_with_later_cards_is_of_the_sets_that_it_needs():
    found = deck("Warlock\n2x Void Terror\nLoatheb\n")
    assert found.sets[0] == "vanilla"
    assert len(found.sets) == 2
    assert found.cards[0].startswith("VAN_")
    assert "Loatheb is not in vanilla" in " ".join(found.problems("vanilla"))


def test_counts_may_be_written_in_many_ways_and_any_size_goes():
    lines = "Mage\n# a comment\n\n2x Fireball\n2 Frostbolt\nPolymorph x2\nFlamestrike\nFlamestrike\n"
    assert list(deck(lines).counts().values()) == [2, 2, 2, 2]
    assert deck("Mage;2x Fireball;Frostbolt").counts() == dict(list(zip(deck(lines).counts(), (2, 1), strict=False)))


def test_a_hero_may_stand_in_place_of_the_class():
    assert deck("Jaina Proudmoore\nFireball").hero == deck("mage\nFireball").hero == deck("Class: Mage\nFireball").hero


def test_every_reason_against_a_deck_is_told():
    found = deck("Mage;3x Fireball;2x Leeroy Jenkins;Fiery War Axe")
    assert found.problems() == [
        "the deck has 6 cards; it must have 30",
        "Fireball is there 3 times; the most is 2",
        "Leeroy Jenkins is there 2 times; the most is 1",
        "Fiery War Axe is for Warrior; the hero is a Mage",
    ]
    assert "Fireball is not in starter; it is in vanilla" in found.problems("starter")


def test_an_illegal_deck_can_be_played():
    assert ludus.game("hearthstone", deck="Mage;3x Fireball").start(seed=1).legal_actions()


WRONG = {
    "Mage\n0x Fireball": "wrong.txt:2: `0x Fireball`: the number of copies must be 1 to 100, not 0",
    "Mage\nFirebal": "wrong.txt:2: there is no card `Firebal`; did you mean `Fireball`?",
    "Mgae\nFireball": "wrong.txt:1: there is no hero or class `Mgae`; did you mean `Mage`?",
    "Mage\nFireball\nWarrior": "wrong.txt:3: `Warrior` is a second hero; a deck has one, `Mage`",
    "Mage\n61 Fireball": "wrong.txt: the deck has 61 cards; the most is 60",
    "": "wrong.txt: a deck begins with its hero or class, and there is nothing in it",
    "Mage\nMirror Image Token": "wrong.txt:2: there is no card `Mirror Image Token`",
    "Mage\nThe Coin": "wrong.txt:2: The Coin is made by other cards and cannot be in a deck",
    "AAEDAf0EAA/flQThlQTjlQ": "wrong.txt: `AAEDAf0EAA/flQThlQTjlQ...` is no whole deck code; copy all of it",
}


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_list_is_one_sentence_with_file_and_line(text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("wrong.txt").write_text(text)
    with pytest.raises(BadCards) as error:
        deck("wrong.txt")
    assert str(error.value).startswith(WRONG[text])
    assert "\n" not in str(error.value)


def test_a_wrong_file_is_one_sentence_with_its_place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("no-text.txt").write_bytes(b"Mage\nFire\xffball")
    Path("no-toml.toml").write_text("name = 'A'\ncards = [")
    Path("copies.toml").write_text("name = 'A'\nclass = 'Mage'\n[cards]\nFireball = 0\n")
    Path("unknown.toml").write_text("name = 'A'\nclass = 'Mage'\n[cards]\nFirebal = 1\n")
    Path("other.toml").write_text("name = 'A'\ngame = 'flesh-and-blood'\n[cards]\n")
    wrong = {
        "no-text.txt": "no-text.txt:2: this is no text: byte 9 is not UTF-8",
        "no-toml.toml": "no-toml.toml:2: this is no TOML: ",
        "copies.toml": "copies.toml:4, field `Fireball`: the number of copies must be 1 to 100, not 0",
        "unknown.toml": "unknown.toml:4: there is no card `Firebal`; did you mean `Fireball`?",
        "other.toml": "other.toml: this is no deck of hearthstone",
        "missing.toml": "missing.toml cannot be read: No such file or directory",
    }
    for file, sentence in wrong.items():
        with pytest.raises(ludus.LudusError) as error:
            deck(file)
        assert str(error.value).startswith(sentence)


def test_a_name_that_is_no_deck_gets_the_nearest_one():
    with pytest.raises(BadSpec, match="there is no deck `basic-mgae`; did you mean `basic-mage`?"):
        deck("basic-mgae")
    with pytest.raises(BadSpec, match="there is no set `vanila` of hearthstone; did you mean `vanilla`?"):
        deck("basic-mage", cards="vanila")


def test_cards_can_be_taken_out_and_put_in():
    found = deck("basic-mage;-2 Fireball;+2 Pyroblast")
    assert len(found.cards) == 30
    assert found.sets == ("vanilla",)
    assert all(card.startswith("VAN_") for card in found.cards)


def test_nothing_that_is_pasted_breaks_the_reader():
    from hypothesis import given, settings
    from hypothesis import strategies as st

    @settings(max_examples=200, deadline=None)
    @given(st.text(alphabet=st.sampled_from("AEabx2; \n#=+/é0:"), max_size=60))
    def reads(text: str) -> None:
        try:
            assert read_text("pasted", text, "A").hero is not None
        except BadCards as error:
            assert str(error).startswith("pasted")  # noqa: PT017

    reads()


WITHOUT_DATA = """
from ludus.cards import store
store.hearthstone_data = lambda: None
import ludus
from ludus.hearthstone import deck
assert ludus.game("hearthstone").start(seed=1).legal_actions()
for text in ("basic-mage", {code!r}, "Mage;2x Fireball"):
    try:
        deck(text)
    except ludus.LudusError as error:
        print(type(error).__name__, error)
"""


def test_without_the_card_data_our_own_decks_play_and_the_others_say_what_to_install(tmp_path):
    program = WITHOUT_DATA.format(code=deck("basic-mage").code())
    environment = {**os.environ, "LUDUS_CACHE": str(tmp_path)}
    told = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    lines = told.stdout.splitlines()
    assert len(lines) == 3
    assert all("pip install 'ludus[hearthstone]'" in line for line in lines)


def test_the_text_of_a_deck_stands_for_it_in_the_spec():
    for one in (deck("the-herd"), deck("basic-mage"), deck("Mage;2x Fireball"), deck("Warden;2x Fern Fawn")):
        again = deck(str(one))
        assert (again.hero, sorted(again.cards)) == (one.hero, sorted(one.cards))
        assert "," not in str(one)
    assert (str(deck("basic-mage")), str(deck("the-herd"))) == ("basic-mage", "the-herd")
    assert str(Deck("X", "bran-underbough", ("fern-fawn",), ("starter",))) == "bran-underbough;1x fern-fawn"
