"""The ledger: how many cards of each set are understood, overridden, refused and verified."""

import json
from typing import Any

from ludus.cards.table import everything


def coverage(set_name: str | None = None) -> list[dict[str, Any]]:
    """Return a row for each set: how many cards it has, and what has become of their texts.

    >>> coverage("starter")
    [{'set': 'starter', 'cards': ..., 'compiled': ..., 'overridden': 0, 'refused': 0, 'verified': 0}]
    """
    rows: list[dict[str, Any]] = json.loads(everything().ledger(set()))
    return _of_set(rows, set_name)


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


def phrases_of_one_card() -> dict[str, str]:
    """Return the phrases of the grammar that only one card uses, with the id of the card."""
    users: dict[str, set[str]] = {}
    table = everything()
    for _, _, _, _, places in table.groups():
        for place in places:
            tree = table.tree(place)
            if tree is None:
                continue
            facts = json.loads(table.facts(place))
            for phrase in tree.phrases():
                users.setdefault(phrase, set()).add(facts["name"])
    return {phrase: next(iter(names)) for phrase, names in sorted(users.items()) if len(names) == 1}


def _of_set(rows: list[dict[str, Any]], set_name: str | None) -> list[dict[str, Any]]:
    found = [row for row in rows if set_name in (None, row["set"])]
    if not found:
        known = ", ".join(row["set"] for row in rows)
        raise ValueError(f"there is no set `{set_name}`; there are {known}")
    return found
