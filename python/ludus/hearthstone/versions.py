"""Which version of a card a deck means: the same card is printed in several sets, with other texts and numbers.

The sets of a deck decide. Where they are not said, they follow from its cards: our own set if all cards are in it, else
the classic set if all cards have a version there, else the sets in which the cards stand as they are written.
"""

import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from ludus import _core
from ludus.cards.store import hearthstone_data
from ludus.cards.table import everything
from ludus.errors import BadSpec, MissingPackage
from ludus.hearthstone.cards import STARTER, VANILLA
from ludus.hearthstone.written import Line, Written

Facts = dict[str, Any]
"""The facts of a card."""

PLAYED = ("minion", "spell", "weapon", "location", "hero")
"""The kinds of cards that a deck can hold."""

OWN_ORDER = (STARTER, VANILLA)
"""These sets come first where a name stands for cards of several."""


def sets_named(text: str | None) -> tuple[str, ...] | None:
    """Return the sets that a text like `vanilla+naxx` names; nothing where it says nothing."""
    if text is None:
        return None
    sets = tuple(name.strip() for name in text.split("+"))
    known = known_sets()
    for name in sets:
        if name not in known:
            near = _core.nearest(name, list(known))
            hint = f"; did you mean `{near}`?" if near else f"; there are {', '.join(known)}"
            if name == VANILLA and hearthstone_data() is None:
                raise MissingPackage("hearthstone-data", "hearthstone")
            raise BadSpec(f"there is no set `{name}` of hearthstone{hint}")
    return sets


@cache
def known_sets() -> tuple[str, ...]:
    """Return the names of all sets that have cards for decks."""
    return tuple(ordered(everything().deck_sets()))


def ordered(sets: set[str]) -> list[str]:
    """Return sets in the order in which names are looked for in them."""
    return sorted(sets, key=lambda name: (OWN_ORDER.index(name) if name in OWN_ORDER else len(OWN_ORDER), name))


@cache
def printings(name: str) -> tuple[Facts, ...]:
    """Return the card of this id, and all cards of this name that can be in a deck."""
    return tuple(json.loads(everything().printings(name)))


@cache
def facts_of(card: str) -> Facts:
    """Return the facts of the card with this id."""
    return printings(card)[0]


def number_of(card: str) -> int | None:
    """Return the number by which deck codes name a card; nothing for cards that are not official."""
    found = printings(card)
    number: int | None = found[0]["number"] if found else None
    return number


@cache
def heroes() -> tuple[tuple[str, str, str, tuple[str, ...]], ...]:
    """Return the heroes that games begin with, the plainest first: class, id, name, sets."""
    return tuple((of_class, hero, name, tuple(sets)) for of_class, hero, name, sets in everything().heroes())


def hero_of(written: Written) -> str:
    """Return the id of the hero of a written deck: the plainest one of its class, whatever he looks like."""
    meant = written.hero
    if isinstance(meant, int):
        numbered = everything().numbered(meant)
        if numbered is None:
            raise _unknown(written, None, f"the deck code names a hero {meant} that the card data does not know")
        meant = str(json.loads(numbered)["classes"][0])
    if meant is None:
        raise written.wrong(None, "a deck needs `class` or `hero`")
    for of_class, hero, name, own in heroes():
        if meant == hero or meant.lower() == name.lower():
            # A portrait changes nothing; our own heroes differ from each other.
            return hero if STARTER in own else _plainest(of_class) or hero
    if plain := _plainest(meant):
        return plain
    known = [word for of_class, _, name, _ in heroes() for word in (of_class, name)]
    near = _core.nearest(meant, known)
    hint = f"; did you mean `{near}`?" if near else ""
    raise _unknown(written, written.hero_line, f"there is no hero or class `{meant}`{hint}")


def _plainest(of_class: str) -> str | None:
    return next((hero for known, hero, *_ in heroes() if known.lower() == of_class.lower()), None)


def is_hero(text: str) -> bool:
    """Whether a text names a hero or a class."""
    words = {word.lower() for of_class, hero, name, _ in heroes() for word in (of_class, hero, name)}
    return text.lower() in words


def choose(
    written: Written, sets: tuple[str, ...] | None, designed: Mapping[str, Facts]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the ids of the cards of a written deck, copies one by one, and the sets that they are of.

    `designed` holds cards of a designer's file by id and name; they are of no set and fit all.
    """
    own = [line for line in written.cards if line.card in designed]
    entries = [(line, _versions(written, line)) for line in written.cards if line not in own]
    if sets is None:
        sets = next((only for name in OWN_ORDER if _all_in(entries, only := (name,))), None)
    chosen = [card for line in own for card in [designed[str(line.card)]["id"]] * line.copies]
    found: set[str] = set()
    for line, versions in entries:
        card = _fitting(written, line, versions, sets)
        found.add(next(name for name in (*(sets or ()), *card["sets"]) if name in card["sets"]))
        chosen += [card["id"]] * line.copies
    return tuple(chosen), tuple(ordered(found))


def finder(written: Written, sets: tuple[str, ...], designed: Mapping[str, Facts]) -> Callable[[str], str]:
    """Return what finds the card that a name means which is put into a deck: in its sets first."""

    def find(name: str) -> str:
        if name in designed:
            return str(designed[name]["id"])
        line = Line(None, name, 1)
        versions = _versions(written, line)
        card = _best(line, versions, sets) or _fitting(written, line, versions, None)
        return str(card["id"])

    return find


def _fitting(written: Written, line: Line, versions: list[Facts], sets: tuple[str, ...] | None) -> Facts:
    card = _best(line, versions, sets)
    if card is None:
        there = ", ".join(sorted({name for one in versions for name in one["sets"]}))
        wanted = " or ".join(sets or ())
        raise written.wrong(line.line, f"{versions[0]['name']} is not in {wanted}; it is in {there}")
    return card


def _versions(written: Written, line: Line) -> list[Facts]:
    """Return all cards that a line may mean; the first one is the one that it names."""
    if isinstance(line.card, int):
        found = everything().numbered(line.card)
        if found is None:
            raise _unknown(
                written, line.line, f"the deck code names a card {line.card} that the card data does not know"
            )
        exact = json.loads(found)
        others = [one for one in printings(exact["name"]) if one["kind"] == exact["kind"] and one["id"] != exact["id"]]
        return [exact, *others]
    skins = {hero for _, hero, *_ in heroes()}
    named = [one for one in printings(line.card) if one["kind"] in PLAYED and one["id"] not in skins]
    if not named:
        raise _no_card(written, line, line.card)
    if named[0]["id"] == line.card:
        versions = printings(named[0]["name"])
        named += [one for one in versions if one["kind"] == named[0]["kind"] and one["id"] != line.card]
    return named


def _no_card(written: Written, line: Line, text: str) -> Exception:
    if is_hero(text):
        return written.wrong(line.line, f"`{text}` is a second hero; a deck has one, `{written.hero}`")
    place = everything().find(text, "hearthstone")
    if place is not None:
        name = json.loads(everything().facts(place))["name"]
        return written.wrong(line.line, f"{name} is made by other cards and cannot be in a deck")
    near = everything().nearest(text)
    return _unknown(written, line.line, f"there is no card `{text}`{f'; did you mean `{near}`?' if near else ''}")


def _unknown(written: Written, line: int | None, message: str) -> Exception:
    if hearthstone_data() is None:
        if written.file.startswith("content/") or line is None:
            return MissingPackage("hearthstone-data", "hearthstone")
        message += "; the official cards come with: pip install 'ludus[hearthstone]'"
    return written.wrong(line, message)


def _all_in(entries: list[tuple[Line, list[Facts]]], sets: tuple[str, ...]) -> bool:
    return bool(entries) and all(_best(line, versions, sets) is not None for line, versions in entries)


def _best(line: Line, versions: list[Facts], sets: tuple[str, ...] | None) -> Facts | None:
    exact = versions[0] if isinstance(line.card, int) or versions[0]["id"] == line.card else None
    if sets is None:
        if exact is not None:
            return exact
        return min(versions, key=lambda one: ordered({*OWN_ORDER, *one["sets"]}).index(one["sets"][0]), default=None)
    if exact is not None and set(exact["sets"]) & set(sets):
        return exact
    return next((one for name in sets for one in versions if name in one["sets"]), None)
