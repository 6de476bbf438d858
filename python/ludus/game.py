"""The rules of a game."""

import ast
import hashlib
import inspect
import json
import marshal
import secrets
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from ludus import _core
from ludus.errors import BadPosition

if TYPE_CHECKING:
    from typing import Self

    from ludus.agents import AgentLike, Player
    from ludus.state import State


class _Fact:
    """A fact of a game: the native one, or what the author of a game has set in the class or in the object."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.native = getattr(_core.Game, name)

    def __get__(self, game: Any, cls: type | None = None) -> Any:
        if game is None:
            return self
        return game.__dict__[self.name] if self.name in game.__dict__ else self.native.__get__(game)

    def __set__(self, game: Any, value: Any) -> None:
        if type(game) is Game:
            raise AttributeError(f"{self.name} of {game.spec} is fixed by its rules")
        game.__dict__[self.name] = value


class Game(_core.Game):
    """The rules of a game: everything that is fixed. What changes is its `State`.

    Open a game by name with `ludus.game`, or write one: subclass `Game`, set at least `name` and `actions`, and define
    `_start`, which returns an object of your subclass of `ludus.State`.

    >>> import ludus
    >>> game = ludus.game("goofspiel", cards=4)
    >>> game.seats, game.actions, game.simultaneous
    (2, 4, True)
    >>> game
    ludus.game('goofspiel:cards=4,seats=2')
    """

    if TYPE_CHECKING:
        name: str
        seats: int
        seat_counts: tuple[int, int] | None
        actions: int
        features: tuple[int, ...]
        max_decisions: int
        returns_range: tuple[float, float]
        zero_sum: bool
        hidden: bool
        chance: bool
        simultaneous: bool
    else:
        name, seats, seat_counts = _Fact("name"), _Fact("seats"), _Fact("seat_counts")
        actions, features, max_decisions = _Fact("actions"), _Fact("features"), _Fact("max_decisions")
        returns_range, zero_sum = _Fact("returns_range"), _Fact("zero_sum")
        hidden, chance, simultaneous = _Fact("hidden"), _Fact("chance"), _Fact("simultaneous")

    def __new__(cls, *args: Any, **options: Any) -> "Self":
        """Make a game; what the class of an author is called with is kept, because it belongs to the spec."""
        made = super().__new__(cls)
        if args or options:
            if cls.__init__ is object.__init__:
                raise TypeError(f"{cls.__name__} takes no options")
            made.__dict__["_given"] = (args, options)
        return made

    @property
    def spec(self) -> str:
        """The text that selects and configures this game."""
        if type(self) is Game:
            return super().spec
        head = cast("str", self.__dict__.get("_head")) or _class_spec(type(self))
        pairs = [f"{name}={value}" for name, value in _options(self).items()]
        separator = "," if head.startswith("python:") else ":"
        return head + separator + ",".join(pairs) if pairs else head

    @property
    def about(self) -> str:
        """One sentence on what kind of game it is; for a game written in Python the first line of its docstring."""
        return super().about if type(self) is Game else (inspect.getdoc(type(self)) or self.name).splitlines()[0]

    @property
    def content(self) -> str:
        """Names the rules and the content; replays fit only where it is equal.

        For a game written in Python it follows from the source of its module, unless the class sets its own `content`.
        """
        if type(self) is Game:
            return super().content
        cls: Any = type(self)
        return f"{self.name}/{_source_hash(cls)}"

    def start(self, seed: int | None = None, position: str | Mapping[str, str] | None = None) -> "State":
        """Begin a game.

        Args:
            seed: Determines all luck of the game; chosen at random, and kept in the replay, where there is none.
            position: Where to begin, as `State.position` or `State.to_json` wrote it.

        >>> import ludus
        >>> ludus.game("tic-tac-toe").start(position="x.o/.x./... o").legal_actions(1)
        [1, 3, 5, 6, 7, 8]
        """
        seed = secrets.randbits(63) if seed is None else seed
        if position is None or isinstance(position, str):
            return self._begin(seed, position)
        if not isinstance(position, Mapping):
            raise BadPosition(
                f"{position!r} is no position: give its text, or its fields as `State.to_json` returns them"
            )
        return self._begin_json(seed, json.dumps(dict(position)))

    def starts(self, limit: int = 10_000) -> "list[tuple[Fraction, State]]":
        """Return every state in which the game can begin, with its exact probability.

        >>> import ludus
        >>> len(ludus.game("kuhn-poker").starts())
        6
        """
        return [(Fraction(above, below), state) for above, below, state in self._starts(limit)]

    def player(self, agent: "AgentLike", seed: int = 0) -> "Player":
        """Return an agent that chooses for any seat of this game.

        >>> import ludus
        >>> game = ludus.game("tic-tac-toe")
        >>> state = game.start(position="xx./oo./... x")
        >>> state.describe(game.player("mcts:iterations=200").choose(state))
        'c1'
        """
        from ludus.agents import source

        return self._agent(source(agent), seed)

    def __repr__(self) -> str:
        return f"ludus.game({self.spec!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game) or (self.spec, self.content) != (other.spec, other.content):
            return False
        return type(self) is Game or _options(self) == _options(other)

    def __hash__(self) -> int:
        return hash((self.spec, self.content))

    def __reduce__(self) -> Any:
        from ludus.registry import game

        # A game that was opened by a text is found again by it, also where its class cannot be imported by name.
        if type(self) is Game:
            return game, (self.spec,)
        if "_head" in self.__dict__:
            return _reopen, (self.__dict__["_head"], _options(self))
        return _revive, (type(self), self.__dict__)

    def __copy__(self) -> "Game":
        return self if type(self) is Game else cast("Game", _revive(type(self), self.__dict__))

    # What the author of a game defines.

    def _start(self, dice: _core.Dice) -> "State":
        """Return the state in which the game begins. Every author defines this one."""
        raise TypeError(f"{type(self).__name__} must define _start(self, dice)")

    def _describe(self, action: int) -> str:
        """Return the text of an action, different for every action. By default its number."""
        return str(action)

    def _from_position(self, text: str) -> "State":
        """Return the state that a position tells; raise ValueError with what is wrong.

        By default it reads what the default `State._position` wrote: the fields of the state as a Python dictionary.
        """
        try:
            fields = ast.literal_eval(text)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            raise ValueError("is no dictionary of fields") from None
        start = self.start(seed=0).value
        if not isinstance(fields, dict) or set(fields) != set(start.__dict__):
            raise ValueError(f"must have the fields {', '.join(start.__dict__)}")
        for name, value in start.__dict__.items():
            if None not in (fields[name], value) and type(fields[name]) is not type(value):
                raise ValueError(f"has a wrong {name}: {fields[name]!r} should be of type {type(value).__name__}")
        return cast("State", _revive(type(start), fields))


def _revive(cls: Any, attributes: dict[str, Any]) -> Any:
    made = cls.__new__(cls)
    made.__dict__.update(attributes)
    return made


def _reopen(head: str, options: dict[str, Any]) -> Game:
    from ludus.registry import game

    return game(head, **options)


def _options(game: Game) -> dict[str, Any]:
    """Return what the class of an author was called with, where it differs from the defaults, by name."""
    if "_given" not in game.__dict__:
        return {}
    args, options = game.__dict__["_given"]
    signature = inspect.signature(type(game).__init__)
    given: dict[str, Any] = {}
    for name, value in list(signature.bind(game, *args, **options).arguments.items())[1:]:
        parameter = signature.parameters[name]
        if parameter.kind is parameter.VAR_KEYWORD:
            given |= value
        elif value != parameter.default:
            given[name] = value
    return given


def _class_spec(cls: type) -> str:
    from ludus.registry import registered_name

    return registered_name(cls) or f"python:{cls.__module__}:{cls.__qualname__}"


@cache
def _source_hash(cls: Any) -> str:
    """The hash of the module that a game is written in; of the hooks of the class where there is no file.

    What the module imports is not part of it.
    """
    try:
        source = Path(inspect.getfile(cls)).read_bytes()
    except (TypeError, OSError):
        code = {name: getattr(value, "__code__", None) for name, value in sorted(cls.__dict__.items())}
        source = b"".join(marshal.dumps(body) if body else name.encode() for name, body in code.items())
    return hashlib.sha256(source).hexdigest()[:12]
