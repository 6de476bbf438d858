"""The official data: how much of it is understood, and that it is understood in one way only."""

import random

import golden_files
import pytest

from ludus import _core
from ludus.cards import GAMES, language, ledger, load, normalise, pages
from ludus.cards.goals import GOALS
from ludus.cards.tags import REASONS

ACCEPTED_AT_MOST = 0.02
DAMAGED_PER_WAY = 1500


def counted(game):
    """The cards of all sets of a game, each once."""
    found = {card.id: card for cards in load(game).sets().values() for card in cards}
    return list(found.values())


def own_name(card):
    return card.name if card.game == "flesh-and-blood" else None


@pytest.mark.parametrize("game", GAMES)
def test_every_understood_text_is_printed_to_the_last_letter(game):
    understood = [card for card in counted(game) if card.status == "compiled"]
    assert len(understood) > 100
    for card in understood:
        plain = normalise(card.text, game, name=own_name(card))
        assert card.tree.text == plain, card
        assert type(card.tree).from_json(card.tree.to_json(), game) == card.tree, card


TWO_READINGS = {"TIME_616": "`the highest Cost friendly Undead` is one or are several: the word is the same for both"}
"""Texts that can truly be read in two ways. They are refused."""


@pytest.mark.parametrize("game", GAMES)
def test_no_text_has_two_readings(game):
    for card in counted(game):
        if card.id in TWO_READINGS:
            continue
        assert card.refusal is None or "can be read in two ways" not in card.refusal[0], (card, card.refusal)


@pytest.mark.parametrize("game", GAMES)
def test_a_refusal_lies_on_words_of_its_text(game):
    for card in counted(game):
        if card.refusal:
            why, phrase, (start, end) = card.refusal
            assert card.text[start:end] == phrase, card
            assert why


def damaged(game, texts, way, count):
    """Texts with two words swapped, one replaced by a word of another text, or one inserted."""
    luck = random.Random(way)
    words_of_all = [word for text in texts for word in text.split(" ")]
    while count:
        text = luck.choice(texts)
        words = text.split(" ")
        if way == "swap":
            one, two = luck.randrange(len(words)), luck.randrange(len(words))
            words[one], words[two] = words[two], words[one]
        elif way == "replace":
            words[luck.randrange(len(words))] = luck.choice(words_of_all)
        else:
            words.insert(luck.randrange(len(words) + 1), luck.choice(words_of_all))
        if normalise(" ".join(words), game) != text:
            count -= 1
            yield text, " ".join(words)


@pytest.mark.parametrize("game", GAMES)
def test_damaged_texts_are_refused(game):
    table = load(game)
    understood = [card for card in counted(game) if card.status == "compiled"]
    texts = sorted({normalise(card.text, game, name=own_name(card)) for card in understood})
    made = accepted = 0
    for way in ("swap", "replace", "insert"):
        for text, wrong in damaged(game, texts, way, DAMAGED_PER_WAY):
            made += 1
            tree, _ = _core.parse_card_text(game, wrong, None, table.names)
            if tree is not None:
                accepted += 1
                # What is accepted says what stands there and not what stood there before.
                assert tree.text == normalise(wrong, game)
                assert tree != _core.parse_card_text(game, text, None, table.names)[0] or is_another_wording(tree), (
                    wrong
                )
    assert accepted <= ACCEPTED_AT_MOST * made, f"{accepted} of {made} damaged texts are accepted"


def is_another_wording(tree):
    return tree.json != tree.canonical_json


@pytest.mark.parametrize("goal", [goal for goal in GOALS if goal.compiled], ids=lambda goal: goal.title)
def test_as_much_is_understood_as_is_meant_to_be(goal):
    row = ledger.total(goal.title, ledger.coverage(), goal.sets)
    if goal.sets == ("wtr",) and not row["cards"]:
        pytest.skip("these cards come with an import")
    assert row["cards"]
    assert 100 * row["compiled"] >= goal.compiled * row["cards"], row
    if goal.overridden:
        assert 100 * (row["compiled"] + row["overridden"]) >= goal.overridden * row["cards"], row


def test_every_card_is_counted_in_one_class():
    for row in ledger.coverage():
        assert row["cards"] == row["compiled"] + row["overridden"] + row["refused"], row
        assert 0 <= row["verified"] <= row["cards"]
    names = [row["set"] for row in ledger.coverage()]
    assert len(set(names)) == len(names)


def test_overrides_and_declared_names_are_needed_and_up_to_date():
    assert ledger.findings() == []


def test_what_is_verified_can_be_played():
    classes = {name: entry.split()[0] for name, entry in ledger.fingerprints().items()}
    for card in ledger.verified_cards():
        assert classes.get(card, "compiled") != "refused", card


def test_verified_cards_are_counted():
    some = {card.id for card in load("hearthstone").sets()["starter"][:7]}
    (row,) = ledger.coverage("starter", verified=some)
    assert row["verified"] == 7


# What is recorded.


def test_no_card_changes_its_class_or_tree_silently():
    prints = ledger.fingerprints()
    assert len(prints) > 9000
    lines = "".join(f"{card} {print_}\n" for card, print_ in sorted(prints.items()))
    golden_files.compare("golden/cards/trees.txt", lines)


def test_tags_agree_with_the_trees_or_there_is_a_reason():
    found = ledger.disagreements()
    classes = {(one["tag"], one["what"]) for one in found}
    assert classes <= set(REASONS), "a new kind of difference needs a reason, or a better phrase"
    lines = []
    for tag, what in sorted(classes):
        cards = sorted(one["card"] for one in found if (one["tag"], one["what"]) == (tag, what))
        lines += [f"# {tag} {what}: {REASONS[tag, what]}", *cards, ""]
    golden_files.compare("golden/cards/tags.txt", "\n".join(lines))


def test_the_ledger_page_is_that_of_the_cards():
    golden_files.compare("docs/cards/ledger.md", pages.ledger_page())


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_language_is_that_of_the_grammar(game):
    golden_files.compare(f"docs/cards/{game}.md", language.language_page(game))
