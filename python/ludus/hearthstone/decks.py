"""Decks: a hero and the cards that go with it."""

import json
from dataclasses import dataclass, replace
from pathlib import Path

from ludus import _core
from ludus.cards.table import everything, find
from ludus.errors import BadSpec
from ludus.files import read_bytes
from ludus.hearthstone.designed import Designed
from ludus.hearthstone.swaps import Find, swapped


@dataclass(frozen=True, slots=True)
class Deck:
    """A hero and cards, by their ids; copies stand one by one."""

    name: str
    hero: str
    cards: tuple[str, ...]


def decks() -> dict[str, str]:
    """Return the decks that are built in: their names and files."""
    files = {path: text for _, role, path, text in _core.built_in_content() if role == "deck"}
    named = {Path(path).stem: (path, text) for path, text in files.items() if 'game = "hearthstone"' in text}
    return {name: path for name, (path, _) in sorted(named.items())}


def deck(text: str | Path | Deck, designed: Designed | None = None) -> Deck:
    """Return the deck that a name or a file stands for; behind `;` stand cards to take out and put in.

    Args:
        text: A name, a file, or either with changes: `the-herd;-2 Fern Fawn;+2 Reed Lurker`.
        designed: A designer's file whose cards can be put in as well.

    >>> len(deck("the-herd;-2 Fern Fawn").cards)
    28
    """
    if isinstance(text, Deck):
        return text
    if isinstance(text, str) and ";" in text:
        name, *swaps = text.split(";")
        whole = deck(name)
        return replace(whole, cards=swapped(name, whole.cards, swaps, _finder(designed)))
    built_in = {Path(path).stem: (path, body) for _, role, path, body in _core.built_in_content() if role == "deck"}
    if str(text) in built_in:
        path, body = built_in[str(text)]
        return _read(f"content/{path}", body.encode())
    if Path(text).suffix == ".toml":
        return _read(str(text), read_bytes(Path(text)))
    near = _core.nearest(str(text), list(decks()))
    hint = f"; did you mean `{near}`?" if near else f"; there are {', '.join(decks())}"
    raise BadSpec(f"there is no deck `{text}`{hint}")


def _read(file: str, body: bytes) -> Deck:
    found = json.loads(everything().read_deck(file, body, "hearthstone"))
    copies = (card for card, count in found["cards"] for _ in range(count))
    return Deck(found["name"], found["hero"], tuple(copies))


def _finder(designed: Designed | None) -> Find:
    """Return what finds a card by name or id: among those of a designer's file first."""
    own: dict[str, str] = {}
    if designed is not None:
        for row in json.loads(everything().check_file(*designed, "hearthstone", None)):
            own |= {row["card"]["id"]: row["card"]["id"], row["card"]["name"]: row["card"]["id"]}
    return lambda name: own.get(name) or find(name, "hearthstone").id
