"""Opens games of Hearthstone by their options."""

import json

from ludus import _core
from ludus.cards.table import everything
from ludus.errors import BadSpec
from ludus.game import Game
from ludus.hearthstone.cards import STARTER, cards_of
from ludus.hearthstone.decks import Deck, deck
from ludus.hearthstone.designed import designed

OPTIONS = {
    "deck": "the deck of the first seat",
    "deck2": "the deck of the second seat; the same deck where nothing is said",
    "coin": "yes or no: whether who goes second gets The Coin",
    "mulligan": "yes or no: whether the first hands may be changed",
    "first": "random, 0 or 1: who goes first",
    "places": "yes or no: whether the place of a minion on the board is asked for",
    "with": "a designer's file whose cards the decks may hold; `FILE;cost=3` puts a number into it",
}
"""The options of a game and what they say."""

FIRST_DECK = "reef-raiders"
"""The deck where none is named: one of our own, so that a game needs no other package."""


def open_game(settings: dict[str, str]) -> Game:
    """Open the game that the options describe."""
    for key in settings:
        if key not in OPTIONS:
            near = _core.nearest(key, list(OPTIONS))
            hint = f"; did you mean `{near}`?" if near else f"; there are {', '.join(OPTIONS)}"
            raise BadSpec(f"hearthstone has no option `{key}`{hint}")
    first = settings.get("deck", FIRST_DECK)
    names = (first, settings.get("deck2", first))
    own = designed(settings["with"]) if "with" in settings else None
    chosen = [deck(name, own) for name in names]
    cards = cards_of(*sorted({STARTER, *(_set_of(one) for one in chosen)}), designed=own)
    begins = settings.get("first", "random")
    if begins not in ("random", "0", "1"):
        raise BadSpec(f"hearthstone: `first={begins}` must be random, 0 or 1")
    flags = {
        key: _yes(settings, key, default) for key, default in (("coin", True), ("mulligan", True), ("places", True))
    }
    words = [f"deck={names[0]}", f"deck2={names[1]}", f"first={begins}"]
    words += [f"with={settings['with']}"] if own else []
    words += [f"{key}={'yes' if flag else 'no'}" for key, flag in flags.items()]
    native = cards.game(
        f"hearthstone:{','.join(sorted(words))}",
        [(one.hero, list(one.cards)) for one in chosen],
        first=None if begins == "random" else int(begins),
        **flags,
    )
    game = Game()
    game._open_native(native)
    return game


def _yes(settings: dict[str, str], key: str, default: bool) -> bool:
    answer = settings.get(key, "yes" if default else "no")
    if answer not in ("yes", "no", "True", "False"):
        raise BadSpec(f"hearthstone: `{key}={answer}` must be yes or no")
    return answer in ("yes", "True")


def _set_of(one: Deck) -> str:
    table = everything()
    sets = [
        json.loads(table.facts(place))["sets"] for card in one.cards if (place := table.find(card, None)) is not None
    ]
    return sets[0][0] if sets else STARTER
