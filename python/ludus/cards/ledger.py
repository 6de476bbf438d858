"""The ledger: how many cards of each set are understood, overridden, refused and verified."""

import json
import tomllib
from collections.abc import Iterable
from typing import Any

from ludus import _core
from ludus.cards.table import everything


def coverage(set_name: str | None = None, *, verified: Iterable[str] | None = None) -> list[dict[str, Any]]:
    """Return a row for each set: how many cards it has, and what has become of their texts.

    Args:
        set_name: Only this set.
        verified: The ids of the cards that a scenario shows to play as they should; by default those of `verified`.

    >>> coverage("starter")
    [{'set': 'starter', 'cards': ..., 'compiled': ..., 'overridden': 0, 'refused': 0, 'verified': ...}]
    """
    ids = verified_cards() if verified is None else set(verified)
    rows: list[dict[str, Any]] = json.loads(everything().ledger(ids))
    return _of_set(rows, set_name)


def verified_cards() -> set[str]:
    """Return the ids of all cards that a scenario shows to play as they should.

    They stand in the files `content/<system>/verified.toml`, which are written from the scenarios that were executed.
    """
    files = (text for _, role, _, text in _core.built_in_content() if role == "verified")
    return {card for text in files for card in tomllib.loads(text)["cards"]}


def total(title: str, rows: Iterable[dict[str, Any]], sets: Iterable[str]) -> dict[str, Any]:
    """Return one row for several sets; a family of sets (`standard`, `older`) stands for all sets in it."""
    families = {name: family for name, _, _, family, _ in everything().groups()}
    wanted = set(sets)
    parts = [row for row in rows if row["set"] in wanted or families[row["set"]] in wanted]
    counts = ("cards", "compiled", "overridden", "refused", "verified")
    return {"set": title, **{count: sum(row[count] for row in parts) for count in counts}}


def refused(set_name: str | None = None) -> list[dict[str, Any]]:
    """Return the texts that are refused: set, id, name, text, phrase, span and why."""
    rows: list[dict[str, Any]] = json.loads(everything().refused())
    return [row for row in rows if set_name in (None, row["set"])]


def fingerprints() -> dict[str, str]:
    """Return for each card of a set its class and the hash of its tree, by id."""
    prints: dict[str, str] = json.loads(everything().fingerprints())
    return prints


def disagreements() -> list[dict[str, Any]]:
    """Return where the tags of the official data and the texts say different things: card, tag and difference."""
    found: list[dict[str, Any]] = json.loads(everything().disagreements())
    return found


def findings() -> list[tuple[str, str, str]]:
    """Return what is wrong with overrides and declared names: kind of trouble, id of the card, sentence."""
    return everything().findings()


def open_names() -> list[dict[str, Any]]:
    """Return the names in texts of which nobody has said which card is meant: card, name and what it could be."""
    found: list[dict[str, Any]] = json.loads(everything().open_names())
    return found


def phrases_in_use() -> dict[str, set[str]]:
    """Return the names of the cards that use each phrase; a phrase is told by its place in the grammar."""
    users: dict[str, set[str]] = {}
    table = everything()
    for place in sorted({place for _, _, _, _, places in table.groups() for place in places}):
        tree = table.tree(place)
        for phrase in tree.phrases() if tree else ():
            users.setdefault(phrase, set()).add(table.name(place))
    return users


def phrases_of_one_card() -> dict[str, str]:
    """Return the phrases of the grammar that only one card uses, with the name of the card."""
    return {phrase: next(iter(names)) for phrase, names in sorted(phrases_in_use().items()) if len(names) == 1}


def _of_set(rows: list[dict[str, Any]], set_name: str | None) -> list[dict[str, Any]]:
    found = [row for row in rows if set_name in (None, row["set"])]
    if not found:
        known = ", ".join(row["set"] for row in rows)
        raise ValueError(f"there is no set `{set_name}`; there are {known}")
    return found
