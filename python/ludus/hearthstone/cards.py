"""The cards that games of Hearthstone are made of, by the sets that they come from."""

from functools import cache

from ludus import _core
from ludus.cards.table import everything

VANILLA = "vanilla"
"""The classic set with the wording of 2014, of the package `hearthstone-data`."""

STARTER = "starter"
"""Our own set, which is always there."""


@cache
def cards_of(*sets: str, designed: tuple[str, bytes] | None = None) -> _core.HearthstoneCards:
    """Return the cards of some sets, with everything that can come of them.

    Args:
        *sets: The sets.
        designed: Name and bytes of a designer's file; its cards take the places of cards with the same ids.
    """
    return everything().hearthstone(list(sets), designed)
