"""Many games at once as a Gymnasium vector environment, for self-play."""

from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from ludus.batch import Batch
from ludus.env import spaces
from ludus.errors import MissingPackage

try:
    from gymnasium.error import ResetNeeded
    from gymnasium.spaces import MultiDiscrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise MissingPackage("gymnasium", "rl") from error

if TYPE_CHECKING:
    from ludus.game import Game

_MODES = {"next": AutoresetMode.NEXT_STEP, "same": AutoresetMode.SAME_STEP}


class LegalActionsOfAll(MultiDiscrete):
    """One action for each of many games; sampled without a mask, all of them are legal now."""

    def __init__(self, actions: int, masks: npt.NDArray[np.bool_]) -> None:
        super().__init__(np.full(len(masks), actions))
        self.masks = masks

    def sample(self, mask: Any = None, probability: Any = None) -> npt.NDArray[np.int64]:
        """Return a random action for each game."""
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        lots = self.np_random.random(self.masks.shape, np.float32) + self.masks
        chosen: npt.NDArray[np.int64] = lots.argmax(axis=1)
        return chosen


class BatchEnv(VectorEnv[spaces.Observation, npt.NDArray[Any], npt.NDArray[Any]]):
    """Many games of `ludus.Batch` that take one decision each per step, whoever is to act in them.

    This is the shape of self-play: one policy decides for all seats. In an observation, `observation` and
    `action_mask` are those of the seat that is to act in each game. The reward is that of the seat that has
    just acted; at the end of a game the others get theirs as well, so the info tells the rewards of all. Its
    arrays have one row per game:

    - `seat`: who is to act, -1 where the game has ended;
    - `acted`: whose decision this step has taken, -1 where it has only begun a new game;
    - `rewards`: what each seat has got in this step;
    - `action_mask`: the same as in the observation.

    With `autoreset="next"` the step after the end of a game ignores its action, gives no reward and begins
    the next game. With `autoreset="same"` the next game begins within the step that ends one: no step is
    wasted, but the last observation is not kept, so there is no `final_obs` and no truncation, whose value
    would have to be estimated from it.

    The same seed gives the same games on any number of threads. A pickled environment remembers its settings
    and its stream of seeds, not the games in progress: reset it before going on.

    Args:
        game: The game, or its name.
        num_envs: How many games.
        autoreset: `"next"` or `"same"`.
        max_decisions: Truncate a game after this many decisions; only with `autoreset="next"`.
        threads: How many threads; all cores by default.
        copy: Hand out fresh arrays; with False the arrays are those that the next step overwrites.

    >>> envs = BatchEnv("tic-tac-toe", 4, autoreset="same")
    >>> observations, infos = envs.reset(seed=1)
    >>> totals = np.zeros(2)
    >>> for _ in range(100):
    ...     *_, infos = envs.step(envs.action_space.sample())
    ...     totals += infos["rewards"].sum(axis=0)
    >>> bool(totals.sum() == 0)  # what one seat wins the other loses
    True
    """

    def __init__(
        self,
        game: "str | Game",
        num_envs: int,
        *,
        autoreset: Literal["next", "same"] = "next",
        max_decisions: int | None = None,
        threads: int | None = None,
        copy: bool = True,
    ) -> None:
        if autoreset not in _MODES:
            raise ValueError(f"autoreset {autoreset!r} must be 'next' or 'same'")
        if num_envs < 1:
            raise ValueError(f"num_envs must be at least 1, not {num_envs}")
        spaces.check_limit(max_decisions)
        if max_decisions is not None and autoreset == "same":
            raise ValueError(
                "max_decisions needs autoreset='next': 'same' does not keep what a truncated game shows last"
            )
        self.num_envs = num_envs
        self._settings: dict[str, Any] = {"restart": autoreset, "limit": max_decisions, "threads": threads}
        self._copy = copy
        self.metadata = {"autoreset_mode": _MODES[autoreset], "render_modes": []}
        self._open(Batch(game, num_envs, **self._settings))
        self.game = self._batch.game
        """The rules of the games."""
        self.single_observation_space = spaces.observation_space(self.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.single_action_space = spaces.LegalActions(self.game.actions)
        self._actions = self.action_space = LegalActionsOfAll(self.game.actions, self._batch.masks)

    def _open(self, batch: Batch) -> None:
        self._batch = batch
        self._is_reset = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[spaces.Observation, dict[str, Any]]:
        """Begin all games anew.

        Args:
            seed: Determines these games and all that follow them without a seed of their own.
            options: Ignored; there are none.
        """
        super().reset(seed=seed)
        self._batch.reset(int(self.np_random.integers(2**63)))
        self._is_reset = True
        nobody = np.full(self.num_envs, -1, np.int8)
        return self._observations(), self._infos(nobody)

    def step(
        self, actions: npt.NDArray[Any]
    ) -> tuple[spaces.Observation, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Take one decision in every game. If one of them is illegal, nothing changes anywhere."""
        if not self._is_reset:
            raise ResetNeeded("there are no games yet: call reset() first")
        batch = self._batch
        acted = batch.seats.copy()
        batch.apply(actions)
        # Where a new game was only begun all rewards are 0, whoever is asked about.
        rewards = np.take_along_axis(batch.rewards, np.maximum(acted, 0)[:, None], axis=1)[:, 0]
        terminated, truncated = self._out(batch.terminated), self._out(batch.truncated)
        return self._observations(), rewards, terminated, truncated, self._infos(acted)

    def _out(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return array.copy() if self._copy else array

    def _observations(self) -> spaces.Observation:
        batch = self._batch
        batch.masks[batch.seats < 0, 0] = True
        return {
            "observation": self._out(batch.observations),
            "action_mask": self._out(batch.masks).view(np.int8),
        }

    def _infos(self, acted: npt.NDArray[np.int8]) -> dict[str, Any]:
        batch = self._batch
        infos: dict[str, Any] = {
            "seat": self._out(batch.seats),
            "acted": acted,
            "rewards": self._out(batch.rewards),
            "action_mask": self._out(batch.masks).view(np.int8),
        }
        # Gymnasium's sign that every game has told something.
        told = np.ones(self.num_envs, np.bool_)
        return infos | {f"_{name}": told for name in infos}

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_batch"}

    def __setstate__(self, fields: dict[str, Any]) -> None:
        self.__dict__.update(fields)
        self._open(Batch(self.game, self.num_envs, **self._settings))
        self._actions.masks = self._batch.masks
