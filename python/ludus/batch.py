"""Many states of one game, stepped together."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from ludus import _core
from ludus.errors import IllegalAction
from ludus.game import Game
from ludus.registry import game as open_game

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class Buffers:
    """The arrays that a batch writes, one row per state. Make them once with `Buffers.empty`, or bring your own."""

    observations: "npt.NDArray[np.float32]"
    """What the seat to act knows: (states, *features)."""
    masks: "npt.NDArray[np.bool_]"
    """Its legal actions: (states, actions)."""
    rewards: "npt.NDArray[np.float32]"
    """What each seat got by the last decision: (states, seats)."""
    terminated: "npt.NDArray[np.bool_]"
    """Where the last decision ended the game: (states,)."""
    truncated: "npt.NDArray[np.bool_]"
    """Where the game was broken off at the limit of decisions: (states,)."""
    seats: "npt.NDArray[np.int8]"
    """The seat that is to act, -1 where nobody is: (states,)."""

    @classmethod
    def empty(cls, game: Game, states: int) -> "Buffers":
        """Make fresh arrays for this many states of a game."""
        import numpy as np

        return cls(
            np.zeros((states, *game.features), np.float32),
            np.zeros((states, game.actions), np.bool_),
            np.zeros((states, game.seats), np.float32),
            np.zeros(states, np.bool_),
            np.zeros(states, np.bool_),
            np.full(states, -1, np.int8),
        )

    def flat(self) -> "_core._FlatArrays":
        """Return the same memory as flat arrays of numbers."""
        import numpy as np

        def flatten(name: str, kind: Any, store: Any) -> Any:
            array = getattr(self, name)
            if not isinstance(array, np.ndarray) or array.dtype != kind or not array.flags.c_contiguous:
                raise ValueError(f"{name} must be a contiguous array of {np.dtype(kind)}")
            if not array.flags.writeable:
                raise ValueError(f"{name} cannot be written")
            return array.reshape(-1).view(store)

        return (
            flatten("observations", np.float32, np.float32),
            flatten("masks", np.bool_, np.uint8),
            flatten("rewards", np.float32, np.float32),
            flatten("terminated", np.bool_, np.uint8),
            flatten("truncated", np.bool_, np.uint8),
            flatten("seats", np.int8, np.int8),
        )


class Batch(_core.Batch):
    """Many states of one game that take their decisions together, on all cores, in arrays of the caller.

    Args:
        game: The game, or its name.
        states: How many states.
        seed: Each state has a random stream of its own, derived from the seed and its index: results do not depend on
            the number of threads.
        restart: What becomes of a game that has ended: `"same"` begins the next one in the same call (rewards are of
            the old game, observations of the new one), `"next"` shows the last observation and begins the next game
            with the next call, `"never"` leaves it.
        limit: Break a game off (truncate it) after this many decisions.
        threads: How many threads; all cores by default.
        buffers: The arrays to write; fresh ones by default.

    >>> import ludus
    >>> batch = ludus.Batch("connect-four", 1000, seed=1)
    >>> batch.observations.shape, batch.masks.shape
    ((1000, 2, 6, 7), (1000, 7))
    >>> batch.apply(batch.masks.argmax(axis=1))
    >>> batch.seats[:3].tolist()
    [1, 1, 1]
    >>> batch.apply_random(100)
    """

    game: Game
    buffers: Buffers

    def __new__(
        cls,
        game: str | Game,
        states: int,
        seed: int = 0,
        restart: Literal["same", "next", "never"] = "same",
        limit: int | None = None,
        threads: int | None = None,
        buffers: Buffers | None = None,
    ) -> "Batch":
        """Make a batch; the class says what the arguments mean."""
        game = open_game(game)
        batch: Batch = super().__new__(cls, game, states, seed, restart, limit, threads)
        batch.game = game
        batch.buffers = buffers or Buffers.empty(game, states)
        batch._flat = batch.buffers.flat()
        batch._reset(None, batch._flat)
        return batch

    _flat: "_core._FlatArrays"

    @property
    def observations(self) -> "npt.NDArray[np.float32]":
        """What the seat to act knows: (states, *features)."""
        return self.buffers.observations

    @property
    def masks(self) -> "npt.NDArray[np.bool_]":
        """The legal actions of the seat to act: (states, actions)."""
        return self.buffers.masks

    @property
    def rewards(self) -> "npt.NDArray[np.float32]":
        """What each seat got by the last decision: (states, seats)."""
        return self.buffers.rewards

    @property
    def terminated(self) -> "npt.NDArray[np.bool_]":
        """Where the last decision ended the game: (states,)."""
        return self.buffers.terminated

    @property
    def truncated(self) -> "npt.NDArray[np.bool_]":
        """Where the game was broken off at the limit of decisions: (states,)."""
        return self.buffers.truncated

    @property
    def seats(self) -> "npt.NDArray[np.int8]":
        """The seat that is to act, -1 where nobody is: (states,)."""
        return self.buffers.seats

    def reset(self, seed: int | None = None) -> None:
        """Begin every game anew, with the streams of another seed where one is given."""
        self._reset(seed, self._flat)

    def apply(self, actions: "Sequence[int] | npt.NDArray[Any]") -> None:
        """Take one decision in every state. If one of them is illegal, nothing changes anywhere."""
        import numpy as np

        chosen = np.ascontiguousarray(actions)
        if chosen.ndim != 1 or chosen.dtype.kind not in "iu" or (chosen.size and chosen.min() < 0):
            raise ValueError("actions must be one whole number from 0 per state")
        # What does not fit into 32 bits would come out as another action.
        if chosen.dtype.itemsize > 4 and chosen.size and chosen.max() >= 2**32:
            raise IllegalAction(
                f"{chosen.max()} is no action; {self.game.spec} has the actions 0 to {self.game.actions - 1}"
            )
        self._apply(chosen.astype(np.uint32, copy=False), self._flat)

    def apply_random(self, count: int = 1) -> None:
        """Take random legal decisions in every state, one after the other, writing the arrays after each."""
        self._apply_random(count, self._flat)
