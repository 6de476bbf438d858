"""What the environments share: spaces, masks, and the words for misuse."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ludus.draw import to_text
from ludus.errors import MissingPackage

try:
    from gymnasium import spaces
except ImportError as error:
    raise MissingPackage("gymnasium", "rl") from error

if TYPE_CHECKING:
    from ludus.game import Game
    from ludus.state import State

Observation = dict[str, npt.NDArray[Any]]
"""What a seat knows: `observation`, the features of the game, and `action_mask`."""

RENDER_MODES = ["ansi", "human"]


class LegalActions(spaces.Discrete):
    """All actions of a game; sampled without a mask, it gives one that is legal now.

    Checkers and random baselines sample from an action space as if every action could be taken at any time. The
    environment keeps `mask` up to date, so that this is right here as well.

    >>> space = LegalActions(3)
    >>> space.update(np.array([0, 0, 1], np.int8))
    >>> int(space.sample())
    2
    """

    def __init__(self, actions: int) -> None:
        super().__init__(actions)
        self.mask: npt.NDArray[np.int8] = np.ones(actions, np.int8)
        """The actions that are legal now."""
        self._at_first = self.mask
        self._just_seeded = False

    def update(self, mask: npt.NDArray[np.int8], begins: bool = False) -> None:
        """Tell what is legal now, and whether a game has just begun."""
        self.mask = mask
        self._just_seeded = False
        if begins:
            self._at_first = self._at_first & mask

    def seed(self, seed: int | None = None) -> int | list[int]:
        """Seed the samples."""
        self._just_seeded = True
        return super().seed(seed)

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """Return a random action: one of the mask, or distributed like `probability`, or legal now."""
        if mask is None and probability is None:
            mask = self.mask
            # Who seeds and samples may be about to reset: an action that every game so far could begin with serves
            # both now and then. Gymnasium's check of determinism does this.
            if self._just_seeded and (mask & self._at_first).any():
                mask = mask & self._at_first
        return super().sample(mask, probability)


def observation_space(game: "Game") -> spaces.Dict:
    """Return the space of what a seat knows. Features have no bounds, because games declare none."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-np.inf, np.inf, game.features, np.float32),
            "action_mask": spaces.Box(0, 1, (game.actions,), np.int8),
        }
    )


def action_mask(game: "Game", legal: Sequence[int]) -> npt.NDArray[np.int8]:
    """Return 1 for each legal action; where there is none, for action 0: a policy can always be sampled.

    With a single action to choose, the probability of a masked policy is 1 whatever its parameters are, so
    that moments in which nothing is decided teach it nothing.
    """
    mask = np.zeros(game.actions, np.int8)
    mask[legal or [0]] = 1
    return mask


def observe(state: "State", seat: int) -> Observation:
    """Return what a seat knows and may do."""
    return {
        "observation": state.observe(seat),
        "action_mask": action_mask(state.game, state.legal_actions(seat)),
    }


def check_render_mode(render_mode: str | None) -> None:
    """Refuse a render mode that does not exist."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise ValueError(f"render_mode {render_mode!r} must be one of {', '.join(RENDER_MODES)} or None")


def check_limit(max_decisions: int | None) -> None:
    """Refuse a limit of decisions that no game can keep."""
    if max_decisions is not None and max_decisions < 1:
        raise ValueError(f"max_decisions must be at least 1, not {max_decisions}")


def is_cut_off(state: "State", max_decisions: int | None) -> bool:
    """Tell whether a game that goes on has taken as many decisions as it may."""
    return max_decisions is not None and len(state) >= max_decisions and not state.is_over


def draw(state: "State", seat: int) -> str:
    """Return the table as the seat sees it, as text."""
    return to_text(state.view(seat))


def show(state: "State", seat: int) -> None:
    """Write the table as the seat sees it to the terminal."""
    sys.stdout.write(draw(state, seat) + "\n\n")
