"""A designer's new card, tried out: what it does to the win rate of a deck."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludus.cards import check
from ludus.cards.designer import Checked
from ludus.cards.table import find
from ludus.cards.text import Tree
from ludus.errors import BadCards
from ludus.hearthstone.decks import deck as open_deck
from ludus.hearthstone.experiments import Difference, Setup, points_of

SELDOM = 0.2
"""A card that is played in a smaller part of the games says little about itself."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of trying a card."""

    card: str
    """The name of the card."""
    words: str
    """What its text means, as an outline."""
    instead_of: str
    """Whose place it took."""
    copies: int
    """How many copies were put in."""
    difference: Difference
    """What it does to the win rate."""
    played: float
    """In which part of the games it was played."""
    warnings: tuple[str, ...]
    """What speaks against trusting the number."""

    def row(self) -> dict[str, Any]:
        """Return the trial as plain data."""
        facts = {"card": self.card, "instead_of": self.instead_of, "copies": self.copies, "played": self.played}
        return {**facts, "difference": self.difference.row(), "warnings": list(self.warnings)}


def try_card(
    file: str | Path, into: str, instead_of: str | None = None, against: str | None = None, setup: Setup | None = None
) -> Trial:
    """Put a designer's card into a deck and measure what it does.

    Args:
        file: The file of the card; of several, the first one that can be put into a deck is tried.
        into: The deck.
        instead_of: The card of the deck whose place it takes: by default the one whose cost is nearest.
        against: The other deck; the deck itself where none is named.
        setup: Who plays, and how often.

    Raises:
        BadCards: The file or the text of the card is not understood, or the card cannot be played.
    """
    import numpy as np

    setup, against = setup or Setup(n=2000), against or into
    card = _card_of(file)
    cards = open_deck(into).cards
    slot = find(instead_of, "hearthstone").id if instead_of else _nearest(cards, card.facts["numbers"]["cost"] or 0)
    copies = Counter(cards)[slot]
    if not copies:
        raise BadCards(f"{into} does not have `{instead_of}`, whose place the card should take")
    changed = f"{into};-{copies} {slot};+{copies} {card.facts['id']}"
    options = {"with": str(file)}
    before = setup.points(into, against, options)
    results = setup.play(changed, against, options, count=True)
    after = points_of(results)
    counts = np.concatenate([result.games[f"played:0:{card.facts['id']}"] for result in results])
    played = float((counts > 0).mean())
    difference = Difference.of(f"{card.facts['name']} in {into}", before, after)
    warnings = []
    if not difference.is_clear:
        warnings.append("the interval holds no difference at all: play more games to know")
    if played < SELDOM:
        warnings.append(f"it was played in {played:.0%} of the games only: the agent does not use it, or cannot")
    words = "" if card.tree is None else Tree.from_json(card.tree, "hearthstone").outline()
    return Trial(card.facts["name"], words, find(slot).name, copies, difference, played, tuple(warnings))


def _card_of(file: str | Path) -> Checked:
    checked = check(file, "hearthstone")
    for card in checked:
        if card.status == "refused":
            raise BadCards(f"{file}: {card.facts['name']}: {card.refusal}")
    in_decks = [card for card in checked if card.facts["collectible"]]
    if not in_decks:
        raise BadCards(f"{file} has no card that can be put into a deck")
    return in_decks[0]


def _nearest(cards: tuple[str, ...], cost: int) -> str:
    """Return the card of a deck that costs most nearly so much; of several, the one with the first name."""

    def gap(card: str) -> tuple[int, str]:
        found = find(card)
        return abs(found.numbers.get("cost", 0) - cost), found.name

    return min(set(cards), key=gap)
