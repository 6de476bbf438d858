"""The starter set: cards and decks of our own, so that every engine runs with no publisher's data installed."""

from collections import Counter

import pytest

from ludus import _core
from ludus.cards import ledger, load
from ludus.cards.table import everything

CLASSES = 3
DECKS = {
    path: (path, text) for _, role, path, text in _core.built_in_content() if role == "deck" and "starter/" in path
}


def cards_of(game, name):
    return load(game).sets()[name]


def test_there_are_eighty_minion_game_cards_of_three_classes_and_neutral_ones():
    cards = [card for card in cards_of("hearthstone", "starter") if card.facts["collectible"]]
    playable = [card for card in cards if card.kind not in ("hero", "hero-power")]
    assert len(playable) >= 80
    by_class = Counter(name for card in playable for name in card.facts["classes"] or ["neutral"])
    assert by_class.pop("neutral") >= 20
    assert len(by_class) == CLASSES
    assert min(by_class.values()) >= 10
    assert any(not card.facts["collectible"] for card in cards_of("hearthstone", "starter")), "there are tokens"


def test_there_are_forty_chain_combat_cards():
    cards = cards_of("flesh-and-blood", "starter-chain")
    assert len({card.name for card in cards}) >= 40 or len(cards) >= 40
    assert {card.kind for card in cards} >= {"hero", "weapon", "equipment", "attack-action", "defense-reaction"}


@pytest.mark.parametrize("name", ["starter", "starter-chain"])
def test_every_card_is_understood(name):
    (row,) = ledger.coverage(name)
    assert row["compiled"] == row["cards"], ledger.refused(name)


@pytest.mark.parametrize("game", ["hearthstone", "flesh-and-blood"])
def test_every_card_that_a_text_names_is_there(game):
    own = {card.id for card in cards_of(game, "starter" if game == "hearthstone" else "starter-chain")}
    assert [found for found in ledger.open_names() if found["card"] in own] == []


def test_the_set_is_varied():
    trees = [card.tree for card in cards_of("hearthstone", "starter") if card.tree]
    kinds = Counter(phrase.partition(":")[0] for tree in trees for phrase in tree.phrases())
    assert len(kinds) >= 8, "its texts use phrases of many files of the grammar"
    heads = {text.split(":")[0] for tree in trees for text in [tree.text] if ":" in text[:20]}
    assert {"Battlecry", "Deathrattle", "Combo", "Secret"} <= heads


def read(path):
    import json

    name, text = DECKS[path]
    return json.loads(everything().read_deck(name, text.encode(), None))


def test_three_decks_of_minion_games_and_two_of_chain_combat_are_ready():
    games = Counter(read(path)["game"] for path in DECKS)
    assert games["hearthstone"] >= 3
    assert games["flesh-and-blood"] >= 2


@pytest.mark.parametrize("path", DECKS)
def test_a_deck_is_whole_and_legal(path):
    deck = read(path)
    count = sum(copies for _, copies in deck["cards"])
    own = {card.id: card for game in ("hearthstone", "flesh-and-blood") for card in load(game)}
    assert all(own[card].status in ("compiled", "no-text") for card, _ in deck["cards"])
    if deck["game"] == "hearthstone":
        assert count == 30
        assert all(copies <= 2 for _, copies in deck["cards"])
        of_deck = {name for card, _ in deck["cards"] for name in own[card].facts["classes"]}
        assert len(of_deck) <= 1
    else:
        assert own[deck["hero"]].kind == "hero"
        assert count >= 40
