"""Decks: a hero and the cards that go with it, from names, files, codes and lists, and what the formats say to them."""

import json
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ludus import _core
from ludus.cards.table import everything
from ludus.errors import BadCards, BadSpec
from ludus.hearthstone.designed import Designed
from ludus.hearthstone.swaps import swapped
from ludus.hearthstone.versions import (
    Facts,
    choose,
    facts_of,
    finder,
    hero_of,
    number_of,
    ordered,
    printings,
    sets_named,
)
from ludus.hearthstone.written import CODE, Written, read_file, read_text, read_toml

MOST_CARDS = 60
"""No deck of a game holds more cards (`MAX_DECK` of the machine)."""

SIZE = 30
"""The cards of a legal deck."""


@dataclass(frozen=True, slots=True)
class Deck:
    """A hero and cards, by their ids; copies stand one by one.

    >>> one = deck("the-herd")
    >>> one.name, len(one.cards), one.problems()
    ('The Herd', 30, [])
    """

    name: str
    hero: str
    cards: tuple[str, ...]
    sets: tuple[str, ...] = ()
    """The sets that its cards are of; random effects choose among the cards of these."""

    def counts(self) -> dict[str, int]:
        """Return how many copies there are of each card, by id, in the order of the deck."""
        return dict(Counter(self.cards))

    def problems(self, format: str | None = None) -> list[str]:
        """Return why the deck is not legal, a sentence for each reason; nothing where it is.

        Args:
            format: The sets that are allowed, like `vanilla` or `vanilla+naxx`; those of the deck where it is not said.
        """
        allowed = sets_named(format) or self.sets
        hero = facts_of(self.hero)
        found = []
        if len(self.cards) != SIZE:
            found.append(f"the deck has {len(self.cards)} cards; it must have {SIZE}")
        copies = Counter(facts_of(card)["name"] for card in self.cards)
        for card in self.counts():
            facts = facts_of(card)
            name, classes = facts["name"], [one for one in facts["classes"] if one != "Neutral"]
            if not facts["collectible"]:
                found.append(f"{name} is made by other cards and cannot be in a deck")
            elif not any(set(one["sets"]) & set(allowed) for one in (facts, *printings(name))):
                found.append(f"{name} is not in {' or '.join(allowed)}; it is in {', '.join(facts['sets'])}")
            if classes and not set(classes) & set(hero["classes"]):
                found.append(f"{name} is for {' and '.join(classes)}; the hero is a {' and '.join(hero['classes'])}")
            most = 1 if facts["rarity"] == "legendary" else 2
            if copies[name] > most:
                found.append(f"{name} is there {copies[name]} times; the most is {most}")
                copies[name] = 0  # Another version of the card is the same finding.
        return found

    def code(self) -> str:
        """Return the deck code, as the game and its sites read it."""
        numbers = {card: number_of(card) for card in (self.hero, *self.cards)}
        if odd := next((card for card, number in numbers.items() if number is None), None):
            raise BadCards(f"{self.name}: `{odd}` is no official card, and deck codes know only those")
        from hearthstone import deckstrings
        from hearthstone.enums import FormatType

        counts = [(numbers[card], copies) for card, copies in self.counts().items()]
        kind = FormatType.FT_CLASSIC if self.sets == ("vanilla",) else FormatType.FT_WILD
        return str(deckstrings.write_deckstring(counts, [numbers[self.hero]], kind))

    def text(self) -> str:
        """Return the deck as a list: the class, then a line for each card."""
        lines = [f"### {self.name}", f"Class: {facts_of(self.hero)['classes'][0]}"]
        lines += [f"{copies}x {facts_of(card)['name']}" for card, copies in self.counts().items()]
        return "\n".join(lines) + "\n"

    def __str__(self) -> str:
        """Return the one line that stands for the deck in the spec of a game: a name, a code, or a list."""
        for stem in decks():
            if stem == _stem(self.name) and _same(self, deck(stem)):
                return stem
        if all(number_of(card) is not None for card in (self.hero, *self.cards)):
            return self.code()
        entries = [f"{copies}x {card}" for card, copies in sorted(self.counts().items())]
        return ";".join([self.hero, *entries])


def _same(one: Deck, other: Deck) -> bool:
    return (one.hero, sorted(one.cards), one.sets) == (other.hero, sorted(other.cards), other.sets)


def _stem(name: str) -> str:
    return name.lower().replace(" ", "-")


@cache
def _built_in() -> dict[str, tuple[str, bytes]]:
    files = ((path, text) for _, role, path, text in _core.built_in_content() if role == "deck")
    return {Path(path).stem: (path, text.encode()) for path, text in files if 'game = "hearthstone"' in text}


def decks() -> dict[str, str]:
    """Return the decks that are built in: their names and files.

    >>> "basic-mage" in decks(), "the-herd" in decks()
    (True, True)
    """
    return {name: path for name, (path, _) in sorted(_built_in().items())}


def deck(text: "str | Path | Deck", designed: Designed | None = None, cards: str | None = None) -> Deck:
    """Return the deck that something stands for.

    Args:
        text: The name of a built-in deck, a file (TOML, or a text with a deck code or a list), a deck code with or
            without the comments around it, a list (hero or class, then names with or without counts; `;` parts them on
            one line), or a deck. Behind a name, file or code may stand cards to take out and put in:
            `the-herd;-2 Fern Fawn;+2 Reed Lurker`.
        designed: A designer's file whose cards can be in it as well.
        cards: The sets whose versions of the cards are meant, like `vanilla` or `vanilla+naxx`. Where it is not said,
            they follow from the cards: `starter` or `vanilla` if all are there, else each card as it is written.

    >>> deck("Warden;2x Fern Fawn;Burrow Bear").counts()
    {'fern-fawn': 2, 'burrow-bear': 1}
    >>> len(deck("the-herd;-2 Fern Fawn").cards)
    28
    """
    if isinstance(text, Deck):
        return text
    sets, own = sets_named(cards), _own_cards(designed)
    text, swaps = _parted(text)
    written = _written(text)
    hero = hero_of(written)
    found, of = choose(written, sets, own)
    if swaps:
        found = swapped(str(text), found, swaps, finder(written, sets or of, own))
        of = tuple(ordered({*of, *(facts_of(card)["sets"][0] for card in found if card not in own)} - {""}))
    if len(found) > MOST_CARDS:
        raise written.wrong(None, f"the deck has {len(found)} cards; the most is {MOST_CARDS}")
    return Deck(written.name, hero, found, of)


def _parted(text: str | Path) -> tuple[str | Path, list[str]]:
    """Return a deck, and the cards that are to be taken out and put in, which stand behind it."""
    if isinstance(text, str) and ";" in text:
        first, *rest = text.split(";")
        # Behind a hero stands a list of cards, behind anything else that is a deck changes of it.
        if first in _built_in() or CODE.fullmatch(first) or Path(first).suffix:
            return first, rest
    return text, []


def _own_cards(designed: Designed | None) -> dict[str, Facts]:
    """Return the cards of a designer's file by id and name."""
    if designed is None:
        return {}
    rows = json.loads(everything().check_file(*designed, "hearthstone", None))
    return {key: row["card"] for row in rows for key in (row["card"]["id"], row["card"]["name"])}


def _written(text: str | Path) -> Written:
    built_in = _built_in().get(str(text))
    if built_in is not None:
        path, body = built_in
        return read_toml(f"content/{path}", body)
    if isinstance(text, Path):
        return read_file(text)
    if "\n" in text or ";" in text or CODE.fullmatch(text.strip()):
        return read_text("deck", text, "Deck")
    if Path(text).suffix or Path(text).is_file():
        return read_file(Path(text))
    near = _core.nearest(text, list(decks()))
    hint = f"; did you mean `{near}`?" if near else f"; there are {', '.join(decks())}, files, codes and lists"
    raise BadSpec(f"there is no deck `{text}`{hint}")
