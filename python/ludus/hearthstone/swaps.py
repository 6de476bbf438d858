"""Decks with some cards changed: `basic-mage;-2 Fireball;+2 Frostbolt`."""

import re
from collections.abc import Callable, Sequence

from ludus.errors import BadSpec

Find = Callable[[str], str]
"""Returns the id of the card that a name or id stands for, or says that there is none."""

MOST = 60
"""No deck holds more cards than this."""

_SWAP = re.compile(r"([+-])\s*(\d+)?\s*(.+)")


def swapped(deck: str, cards: Sequence[str], swaps: Sequence[str], find: Find) -> tuple[str, ...]:
    """Return the cards of a deck after some were taken out (`-2 NAME`) and others put in (`+2 NAME`).

    >>> swapped("a deck", ["a", "a", "b"], ["-1 a", "+ c"], str)
    ('a', 'b', 'c')
    """
    found = list(cards)
    for swap in swaps:
        read = _SWAP.fullmatch(swap.strip())
        if read is None:
            raise BadSpec(f"`{swap}` behind {deck} must be +2 NAME or -2 NAME")
        sign, count, name = read[1], int(read[2] or 1), find(read[3])
        if not 1 <= count <= MOST:
            raise BadSpec(f"`{swap}` behind {deck} must have a number from 1 to {MOST}")
        if sign == "+":
            found += [name] * count
            continue
        for _ in range(count):
            if name not in found:
                raise BadSpec(f"{deck} does not have {count} of `{read[3]}` to take out")
            found.remove(name)
    return tuple(found)
