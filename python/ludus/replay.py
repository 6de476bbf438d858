"""A game on paper."""

import json
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludus.errors import BadReplay
from ludus.files import content_of, read_text, write_file
from ludus.registry import game as open_game

if TYPE_CHECKING:
    from ludus.game import Game
    from ludus.state import State


class Replay:
    """A game on paper: the game, the seed and the choices. It shows any moment and goes on from there.

    >>> import ludus
    >>> state = ludus.game("tic-tac-toe").start(seed=1)
    >>> for seat, action in [(0, "b2"), (1, "a1"), (0, "c3")]:
    ...     state.apply(seat, action)
    >>> replay = state.replay
    >>> len(replay), replay.at(1).position
    (3, '.../.x./... o')
    >>> replay.step().position, replay.step(2).position, replay.step(-1).position
    ('.../.x./... o', 'o../.x./..x o', 'o../.x./... x')
    >>> replay.branch().legal_actions(0)
    [1, 2, 3, 5, 6, 7, 8]
    """

    def __init__(self, end: "State") -> None:
        self._end = end
        self._facts: dict[str, Any] = json.loads(end._replay_json())
        self.place = 0
        """How many decisions lie behind the moment that is shown."""

    @classmethod
    def of(cls, state: "State") -> "Replay":
        """Return the record of a game so far; the state must not be played on."""
        return cls(state)

    @classmethod
    def load(cls, path: str | Path, game: "Game | None" = None) -> "Replay":
        """Read a replay and check that it reproduces its game; `game` is needed only where no name leads to it."""
        text = read_text(path)
        with content_of(path):
            return cls.loads(text, game)

    @classmethod
    def loads(cls, text: str, game: "Game | None" = None) -> "Replay":
        """Read a replay from its JSON form."""
        if game is None:
            game = open_game(_game_of(text))
        return cls(game._replay(text))

    def save(self, path: str | Path) -> None:
        """Write the replay as JSON."""
        text = self.dumps() + "\n"
        write_file(path, lambda file: file.write(text.encode()))

    def dumps(self) -> str:
        """Return the JSON form, in one line."""
        return self._end._replay_json()

    @property
    def game(self) -> "Game":
        """The rules of the game."""
        return self._end.game

    @property
    def seed(self) -> int:
        """The seed of all luck."""
        return int(self._facts["seed"])

    @cached_property
    def choices(self) -> list[tuple[int, int]]:
        """All decisions in order: (seat, action)."""
        return [(seat, action) for seat, action in self._facts["choices"]]

    @property
    def state(self) -> "State":
        """The state at the moment that is shown."""
        return self.at(self.place)

    def at(self, decisions: int) -> "State":
        """Return the state after the first decisions."""
        state = self._end.copy()
        state.rewind(decisions)
        return state

    def step(self, count: int = 1) -> "State":
        """Go on by some decisions, or back with a negative number, and return the state there; stops at both ends."""
        self.place = min(max(self.place + count, 0), len(self))
        return self.state

    def branch(self, seed: int | None = None) -> "State":
        """Return the state at the moment that is shown, to go on from: with its own luck, or that of another seed."""
        return self.state.copy(seed)

    def __len__(self) -> int:
        return len(self._end)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Replay) and self.dumps() == other.dumps()

    def __hash__(self) -> int:
        return hash(self.dumps())

    def __repr__(self) -> str:
        return f"<replay of {self._facts['game']}: {len(self)} decisions, seed {self.seed}>"


def _game_of(text: str) -> str:
    """Return the spec of the game that a replay is of."""
    try:
        facts = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadReplay(f"not a replay: {error}") from error
    if not isinstance(facts, dict):
        raise BadReplay("not a replay: it is no JSON object")
    if "game" not in facts:
        raise BadReplay("not a replay: the field `game` is missing")
    spec = facts["game"]
    if not isinstance(spec, str):
        raise BadReplay(f"not a replay: game must be a text, not {spec!r}")
    return spec
