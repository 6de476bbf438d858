"""Texts as trees: what `ludus.cards.parse` gives and what it refuses."""

import json
import pickle

import pytest

import ludus
from ludus.cards import GAMES, Names, Tree, grammar, normalise, parse
from ludus.cards.language import FIRST_TEXTS


def test_a_tree_prints_its_text_and_survives_json_and_pickle():
    tree = parse("<b>Battlecry:</b> Deal 2 damage to a minion.")
    assert tree.text == "Battlecry: Deal 2 damage to a minion."
    assert Tree.from_json(json.loads(json.dumps(tree.to_json())), "hearthstone") == tree
    assert pickle.loads(pickle.dumps(tree)) == tree
    assert hash(pickle.loads(pickle.dumps(tree))) == hash(tree)
    assert parse("Battlecry: Deal 3 damage to a minion.") != tree
    assert repr(tree) == "Tree('Battlecry: Deal 2 damage to a minion.', game='hearthstone')"


def test_a_refusal_names_the_words_at_fault_in_the_text_as_it_was_given():
    text = "[x]<b>Battlecry:</b> Deal\n3 damge to a minion."
    with pytest.raises(ludus.CardTextError) as caught:
        parse(text)
    error = caught.value
    assert error.phrase == "damge"
    assert text[slice(*error.span)] == "damge"
    assert error.suggestions == ("damage",)
    assert error.expected
    assert "damge" in str(error)
    assert isinstance(error, ValueError)


def test_spans_count_characters_and_not_bytes():
    text = "Entrée Entrée: Draw a card."
    with pytest.raises(ludus.CardTextError) as caught:
        parse(text)
    assert text[slice(*caught.value.span)] == caught.value.phrase


def test_a_capitalised_word_that_nobody_knows_is_refused():
    with pytest.raises(ludus.CardTextError, match="Zorblax"):
        parse("Summon a Zorblax.", names=Names([]))
    assert parse("Summon a Zorblax.", names=Names(["Zorblax"])).text == "Summon a Zorblax."


def test_each_game_has_its_own_language():
    with pytest.raises(ludus.CardTextError):
        parse("Go again", "hearthstone")
    with pytest.raises(ludus.CardTextError):
        parse("Battlecry: Draw a card.", "flesh-and-blood")
    with pytest.raises(ludus.BadSpec, match="there is no card language `chess`"):
        parse("Draw a card.", "chess")


@pytest.mark.parametrize("game", GAMES)
def test_the_texts_that_a_page_begins_with_are_understood(game):
    for text in FIRST_TEXTS[game]:
        assert parse(text, game).text == text


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_the_grammar_says_what_it_means(game):
    for entry in grammar(game):
        assert entry["meaning"].endswith(".")
        assert entry["sort_meaning"]
        assert all(wording["examples"] for wording in entry["wordings"]), entry["kind"]


@pytest.mark.parametrize("bad", ["", "\0", "\ud7ff" * 10, "a" * 100_000, "(" * 5000, 'Give your minions "' * 2000])
@pytest.mark.parametrize("game", GAMES)
def test_no_text_is_too_strange_to_be_refused_in_words(game, bad):
    with pytest.raises(ludus.CardTextError) as caught:
        parse(bad, game)
    assert str(caught.value)


def test_json_that_is_no_tree_is_told():
    with pytest.raises(ValueError, match="no tree: `Tuant` is no kind of node"):
        Tree.from_json("Tuant", "hearthstone")


def test_markup_and_line_breaks_do_not_matter():
    assert normalise("[x]Deal $3 damage\nto_a minion.") == "Deal $3 damage to a minion."
    assert parse("[x]Deal $3 damage\nto_a minion.") == parse("Deal $3 damage to a minion.")
