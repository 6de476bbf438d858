"""Cards and tables of cards."""

import json
from collections.abc import Iterator
from functools import cache, cached_property
from typing import Any

from ludus import _core
from ludus._core import Names
from ludus.cards.store import Progress, open_table
from ludus.cards.text import GAMES, Tree
from ludus.errors import BadSpec


class Card:
    """A card: its facts, its text, and what has become of the text.

    >>> card = load("hearthstone")["Lantern Bearer"]
    >>> card.status
    'compiled'
    """

    def __init__(self, table: "_core.CardTable", place: int) -> None:
        self._table, self._place = table, place

    @cached_property
    def facts(self) -> dict[str, Any]:
        """All facts as plain data: numbers, sets, tribes, keywords, links."""
        facts: dict[str, Any] = json.loads(self._table.facts(self._place))
        return facts

    @property
    def id(self) -> str:
        """The key of the card."""
        return str(self.facts["id"])

    @property
    def name(self) -> str:
        """The name printed on it."""
        return str(self.facts["name"])

    @property
    def game(self) -> str:
        """The game that it belongs to."""
        return str(self.facts["game"])

    @property
    def kind(self) -> str:
        """What kind of card it is: `minion`, `spell`, `attack-action` and so on."""
        return str(self.facts["kind"])

    @property
    def numbers(self) -> dict[str, int]:
        """The numbers printed on it: `cost`, `attack`, `health` and so on, those that it has."""
        return {name: number for name, number in self.facts["numbers"].items() if number is not None}

    @property
    def text(self) -> str:
        """Its text as it is stored, markup included."""
        return str(self.facts["text"])

    @property
    def status(self) -> str:
        """What has become of the text: `no-text`, `compiled`, `overridden` or `refused`."""
        return self._table.status(self._place)

    @property
    def tree(self) -> Tree | None:
        """What the text means; `None` where there is none or it is refused."""
        tree = self._table.tree(self._place)
        return None if tree is None else Tree(tree.game, tree.json)

    @property
    def refusal(self) -> tuple[str, str, tuple[int, int]] | None:
        """Why the text is refused: the sentence, the words at fault, and where they stand in the text."""
        return self._table.refusal(self._place)

    @property
    def mentions(self) -> list[dict[str, Any]]:
        """The cards that the text speaks of by name, and which cards these are."""
        found: list[dict[str, Any]] | None = json.loads(self._table.mentions(self._place))
        return found or []

    @property
    def source_hash(self) -> str:
        """The hash by which an override recognises the text."""
        return self._table.source_hash(self._place)

    def __repr__(self) -> str:
        return f"<Card {self.id}: {self.name}>"


class CardTable:
    """All cards of a game: those that are built in, those of installed packages, and those that were imported."""

    def __init__(self, table: "_core.CardTable", game: str) -> None:
        self._table, self.game = table, game

    @cached_property
    def _places(self) -> list[int]:
        return self._table.places(self.game)

    @cached_property
    def names(self) -> Names:
        """The names that a text may speak of."""
        return self._table.names(self.game)

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[Card]:
        return (Card(self._table, place) for place in self._places)

    def __getitem__(self, name: str) -> Card:
        """Return the card of this id or name."""
        place = self._table.find(name, self.game)
        if place is None:
            near = self._table.nearest(name)
            raise KeyError(f"there is no card `{name}`" + (f"; did you mean `{near}`?" if near else ""))
        return Card(self._table, place)

    def __contains__(self, name: str) -> bool:
        return self._table.find(name, self.game) is not None

    def sets(self) -> dict[str, list[Card]]:
        """Return the cards by the set or group that they are counted in."""
        groups = (group for group in self._table.groups() if group[2] == self.game)
        return {name: [Card(self._table, place) for place in places] for name, _, _, _, places in groups}


def load(game: str, progress: Progress | None = None) -> CardTable:
    """Return the table of all cards of a game.

    The first call reads the sources and compiles every text; what comes out is kept in the cache folder of the user.

    >>> table = load("hearthstone")
    >>> table["lantern-bearer"].name
    'Lantern Bearer'
    """
    if game not in GAMES:
        raise BadSpec(f"there is no card game `{game}`; there are {', '.join(GAMES)}")
    return CardTable(everything(progress), game)


def find(name: str, game: str | None = None) -> Card:
    """Return the card of this id or name, of any game where none is given."""
    table = everything()
    place = table.find(name, game)
    if place is None:
        near = table.nearest(name)
        raise ValueError(f"there is no card `{name}`" + (f"; did you mean `{near}`?" if near else ""))
    return Card(table, place)


@cache
def _opened() -> dict[str, "_core.CardTable"]:
    return {}


def everything(progress: Progress | None = None) -> "_core.CardTable":
    """Return the native table of the cards of all games; opened once in a process."""
    opened = _opened()
    if "table" not in opened:
        opened["table"] = open_table(progress)
    return opened["table"]


def forget() -> None:
    """Let the next call of `load` look at the sources again."""
    _opened().clear()
