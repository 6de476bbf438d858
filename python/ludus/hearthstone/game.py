"""Opens games of Hearthstone by their options."""

from ludus import _core
from ludus.cards.store import hearthstone_data
from ludus.errors import BadSpec
from ludus.game import Game
from ludus.hearthstone.cards import STARTER, VANILLA, cards_of
from ludus.hearthstone.decks import Deck, deck
from ludus.hearthstone.designed import Designed, designed
from ludus.hearthstone.position import read_position
from ludus.hearthstone.versions import ordered, sets_named

OPTIONS = {
    "deck": "the deck of the first seat: a name, a file, a code, or a list on one line (`Mage;2x Fireball;Wisp`)",
    "deck2": "the deck of the second seat; the same deck where nothing is said",
    "cards": "the sets whose cards are meant (`vanilla`, `vanilla+naxx`); from the decks where nothing is said",
    "coin": "yes or no: whether who goes second gets The Coin",
    "mulligan": "yes or no: whether the first hands may be changed",
    "first": "random, 0 or 1: who goes first",
    "places": "yes or no: whether the place of a minion on the board is asked for",
    "with": "a designer's file whose cards the decks may hold; `FILE;cost=3` puts a number into it",
    "position": "where every game begins: a file, or the position on one line; without coin, mulligan and first",
}
"""The options of a game and what they say."""

FIRST_DECK = "reef-raiders"
"""The deck where none is named: one of our own, so that a game needs no other package."""

POSITION_DECK = "basic-mage"
"""The deck where none is named and the game begins in a position: scenarios speak of this set."""

OF_THE_OPENING = ("coin", "mulligan", "first")
"""What a game has no use for that begins in a position."""


def open_game(settings: dict[str, str]) -> Game:
    """Open the game that the options describe."""
    for key in settings:
        if key not in OPTIONS:
            near = _core.nearest(key, list(OPTIONS))
            hint = f"; did you mean `{near}`?" if near else f"; there are {', '.join(OPTIONS)}"
            raise BadSpec(f"hearthstone has no option `{key}`{hint}")
    position = None
    if "position" in settings:
        position = read_position(settings["position"])
        settings = {**position.options, **settings}
        if odd := next((key for key in OF_THE_OPENING if key in settings), None):
            raise BadSpec(f"hearthstone: a game that begins in a position has no use for `{odd}`")
    own = designed(settings["with"]) if "with" in settings else None
    chosen = _decks(settings, own, position is not None)
    sets = tuple(ordered({name for one in chosen for name in one.sets} | set(sets_named(settings.get("cards")) or ())))
    begins = settings.get("first", "random")
    if begins not in ("random", "0", "1"):
        raise BadSpec(f"hearthstone: `first={begins}` must be random, 0 or 1")
    flags = {key: _yes(settings, key) for key in ("coin", "mulligan", "places")}
    words = {"deck": str(chosen[0]), "deck2": str(chosen[1]), "cards": "+".join(sets), "first": begins}
    words |= {key: "yes" if flag else "no" for key, flag in flags.items()}
    if own is not None:
        words["with"] = settings["with"]
    if position is not None:
        words = {key: word for key, word in words.items() if key not in OF_THE_OPENING}
        words["position"] = position.line()
    native = cards_of(*sets, designed=own).game(
        "hearthstone:" + ",".join(f"{key}={word}" for key, word in sorted(words.items())),
        # The same cards are the same deck, however they are written down.
        [(one.hero, sorted(one.cards)) for one in chosen],
        first=None if begins == "random" else int(begins),
        position=None if position is None else (position.parts, position.plays),
        **flags,
    )
    game = Game()
    game._open_native(native)
    return game


def _decks(settings: dict[str, str], own: Designed | None, in_a_position: bool) -> list[Deck]:
    """Return the decks of both seats; in a position, where cards of the classic set are the usual ones."""
    cards = settings.get("cards")
    usual = FIRST_DECK
    if in_a_position and hearthstone_data() is not None and cards != STARTER:
        usual = POSITION_DECK
    first = settings.get("deck", usual)
    if "deck" not in settings and usual == FIRST_DECK and cards not in (None, STARTER):
        raise BadSpec(f"hearthstone: `cards={cards}` needs a `deck` of these cards; `basic-mage` is one of {VANILLA}")
    return [deck(name, own, cards) for name in (first, settings.get("deck2", first))]


def _yes(settings: dict[str, str], key: str) -> bool:
    answer = settings.get(key, "yes")
    if answer not in ("yes", "no", "True", "False"):
        raise BadSpec(f"hearthstone: `{key}={answer}` must be yes or no")
    return answer in ("yes", "True")
