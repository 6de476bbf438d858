"""A game in progress."""

import copy
import json
import secrets
from fractions import Fraction
from typing import TYPE_CHECKING, Any, cast

from ludus import _core
from ludus.view import Component, View

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ludus.game import Game
    from ludus.replay import Replay

_ATOMS = (int, str, float, bool, bytes, type(None), frozenset)


class State(_core.State):
    """A game in progress: what is so now, the luck to come, and the record of how it came about.

    `Game.start` gives states out. Equal states hold the same, whatever led to them; a state can be copied, pickled,
    undone and asked for everything that a seat may know.

    >>> import ludus
    >>> state = ludus.game("tic-tac-toe").start(seed=1)
    >>> state.apply(0, "b2")
    >>> state.apply(1, "a1")
    >>> state.to_act, state.is_over, state.position
    ((0,), False, 'o../.x./... x')
    >>> state.undo()
    >>> state.legal_actions(1)
    [0, 1, 2, 3, 5, 6, 7, 8]

    The author of a game subclasses it for the bare value and defines the hooks that begin with an underscore.
    """

    def view(self, seat: int) -> View:
        """Return the table as the seat sees it, with what it may do there."""
        return View.from_json(self._view_json(seat))

    def events(self, seat: int | None = None) -> list[Any]:
        """Return everything that has happened, or what a seat could see of it.

        >>> import ludus
        >>> state = ludus.game("kuhn-poker").start(seed=1)
        >>> len(state.events()), len(state.events(seat=0))
        (2, 1)
        """
        return cast("list[Any]", json.loads(self._events_json(seat)))

    def outcomes(self, seat: int, action: int | str, limit: int = 10_000) -> "list[tuple[Fraction, State]]":
        """Return every state that a decision can lead to, with its exact probability."""
        results = self._outcomes(seat, action, limit)
        return [(Fraction(above, below), state) for above, below, state in results]

    def sample(self, seat: int, seed: int | None = None) -> "State":
        """Return a state that could be the true one as far as the seat knows: another one each time without a seed."""
        return self._sample(seat, secrets.randbits(63) if seed is None else seed)

    @property
    def replay(self) -> "Replay":
        """The game so far, on paper."""
        from ludus.replay import Replay

        return Replay.of(self.copy())

    def to_json(self) -> dict[str, str]:
        """Return the position in named fields; `Game.start` reads it back."""
        return cast("dict[str, str]", json.loads(self._position_json()))

    def __repr__(self) -> str:
        try:
            return f"<{self.game.spec} after {len(self)} decisions: {self.position}>"
        except TypeError:
            return super().__repr__()

    def _repr_html_(self) -> str:
        from ludus.draw import to_html

        return to_html(self.view(self.to_act[0] if self.to_act else 0))

    def __reduce__(self) -> Any:
        try:
            game = self.game
        except TypeError:
            return _revive, (type(self), self.__dict__)
        return _resume, (game, self._replay_json())

    def __getattr__(self, name: str) -> Any:
        # What the author's own object holds can be read through the state that a game gave out.
        if not name.startswith("_"):
            try:
                value = self.value
            except TypeError:
                value = None
            if value is not None and hasattr(value, name):
                return getattr(value, name)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    # What the author of a game defines: the first four always, the others where their defaults do not fit.

    def _to_act(self) -> "int | Iterable[int] | None":
        """Return the seat that is to act, several where they decide at the same time, or None when the game is over."""
        raise _missing(self, "_to_act(self)")

    def _legal_actions(self, seat: int) -> "Iterable[int]":
        """Return what a seat that is to act may do, ascending and never empty."""
        raise _missing(self, "_legal_actions(self, seat)")

    def _apply(self, seat: int, action: int, dice: _core.Dice) -> "Iterable[Any] | None":
        """Take a legal decision and all that follows from it; return the events to log, if any."""
        raise _missing(self, "_apply(self, seat, action, dice)")

    def _returns(self) -> "Sequence[float]":
        """Return what each seat has got."""
        raise _missing(self, "_returns(self)")

    def _observe(self, seat: int) -> "Sequence[float]":
        """Return what the seat knows: as many numbers as the game's `features` declare."""
        raise _missing(self, "_observe(self, seat)")

    def _determinize(self, seat: int, dice: _core.Dice) -> None:
        """Deal anew what the seat cannot know. By default nothing is hidden."""

    def _evaluate(self, seat: int) -> float:
        """Return how good the state looks for the seat, on the scale of the returns. By default 0."""
        return 0.0

    def _position(self) -> str:
        """Return everything that the state holds, in one line. By default its fields as a Python dictionary."""
        return _write(self.__dict__)

    def _copy(self) -> "State":
        """Return an independent copy. By default every field is copied."""
        fields = {name: _copy_field(value) for name, value in self.__dict__.items()}
        return _revive(type(self), fields)

    def _table(self, seat: int) -> Component:
        """Return the table as the seat sees it.

        By default it shows every field of the state, and nothing at all where the game hides something.
        """
        table = Component("table", "table")
        for name, value in self.__dict__.items():
            table = table.at(name, Component("counter", name, f"{name}: {value}"))
        return table

    def _touches(self, seat: int, action: int) -> "Sequence[str]":
        """Return the ids of the components that one touches for an action; with none it gets a button of its own."""
        return []


def _copy_field(value: Any) -> Any:
    if isinstance(value, _ATOMS):
        return value
    if type(value) is list and all(isinstance(item, _ATOMS) for item in value):
        return value[:]
    return copy.deepcopy(value)


def _write(value: Any) -> str:
    """Return a value as Python writes it, with sets in order: their own order differs from process to process."""
    if type(value) is set and value:
        return f"{{{', '.join(sorted(map(_write, value)))}}}"
    if type(value) is list:
        return f"[{', '.join(map(_write, value))}]"
    if type(value) is tuple:
        return f"({', '.join(map(_write, value))}{',' if len(value) == 1 else ''})"
    if type(value) is dict:
        return f"{{{', '.join(f'{_write(key)}: {_write(held)}' for key, held in value.items())}}}"
    return repr(value)


def _missing(state: State, hook: str) -> TypeError:
    return TypeError(f"{type(state).__name__} must define {hook}")


def _revive(cls: type[State], attributes: dict[str, Any]) -> State:
    made = cls.__new__(cls)
    made.__dict__.update(attributes)
    return made


def _resume(game: "Game", replay: str) -> State:
    return game._replay(replay)
