"""A game as a PettingZoo environment: every seat is an agent, `seat_0` and so on.

`TurnEnv` speaks the AEC interface, in which one agent acts after the other; `RoundEnv` the parallel one, in
which all agents hand in an action each time. Both serve every game.

An agent that is not to act has a mask with action 0 alone, and `info["to_act"]` says so. A mask without any
action would make a masked policy undefined; with one action the policy is certain, and nothing is learned
from the moment.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ludus.env import spaces
from ludus.errors import IllegalAction, MissingPackage
from ludus.registry import game as open_game

try:
    from gymnasium.error import ResetNeeded
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv, ParallelEnv
except ImportError as error:
    raise MissingPackage("pettingzoo", "rl") from error

if TYPE_CHECKING:
    from ludus.game import Game
    from ludus.state import State


class _Seats:
    """What both interfaces share: one game at a time, its agents, spaces and seeds."""

    possible_agents: list[str]
    agents: list[str]

    def __init__(self, game: "str | Game", *, max_decisions: int | None = None, render_mode: str | None = None) -> None:
        super().__init__()
        spaces.check_render_mode(render_mode)
        spaces.check_limit(max_decisions)
        self.game = open_game(game)
        """The rules of the game."""
        self.max_decisions = max_decisions
        self.render_mode = render_mode
        name = self.game.name.replace("-", "_")
        self.metadata = {
            "name": f"{name}_v0",
            "render_modes": spaces.RENDER_MODES,
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        self.agents = []
        self.observation_spaces = {agent: spaces.observation_space(self.game) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.LegalActions(self.game.actions) for agent in self.possible_agents}
        self._rng: np.random.Generator | None = None
        self._state: State | None = None
        self._shown_seat = 0

    @property
    def game_state(self) -> "State":
        """The game in progress, with everything that is hidden: for tests and tools, not for learners."""
        if self._state is None:
            raise ResetNeeded("there is no game yet: call reset() first")
        return self._state

    def observation_space(self, agent: str) -> Any:
        """Return the space of what an agent knows."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions; sampled without a mask, it gives one that is legal now."""
        return self.action_spaces[agent]

    def state(self) -> npt.NDArray[np.float32]:
        """Return what all seats know together, one after the other, for critics that may see everything."""
        return np.stack([self.game_state.observe(seat) for seat in range(self.game.seats)])

    def render(self) -> Any:
        """Return what the seat to act sees as text; None in the mode `human`, which shows it anyway."""
        return spaces.draw(self.game_state, self._shown_seat) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    def _begin(self, seed: int | None, options: Mapping[str, Any] | None) -> None:
        if seed is not None or self._rng is None:
            self._rng, _ = seeding.np_random(seed)
        position = (options or {}).get("position")
        self._state = self.game.start(int(self._rng.integers(2**63)), position)
        if self._state.is_over:
            raise ValueError(f"the game is over in the position {position!r}")
        self.agents = self.possible_agents[:]

    def _arrive(self) -> None:
        """Bring up to date what follows from the state."""
        state = self.game_state
        self._shown_seat = state.to_act[0] if state.to_act else self._shown_seat
        for seat, agent in enumerate(self.possible_agents):
            self.action_spaces[agent].update(spaces.action_mask(self.game, state.legal_actions(seat)))
        if self.render_mode == "human":
            spaces.show(state, self._shown_seat)

    def _ending(self) -> tuple[dict[str, float], bool, bool]:
        """Return each agent's reward, and whether the game is over or broken off."""
        state = self.game_state
        over = state.is_over
        returns = state.returns if over else (0.0,) * self.game.seats
        rewards = {agent: float(reward) for agent, reward in zip(self.possible_agents, returns, strict=True)}
        return rewards, over, spaces.is_cut_off(state, self.max_decisions)

    def _infos(self) -> dict[str, dict[str, Any]]:
        to_act = self.game_state.to_act
        return {agent: {"to_act": seat in to_act} for seat, agent in enumerate(self.possible_agents)}


class TurnEnv(_Seats, AECEnv):  # type: ignore[misc]
    """A game in PettingZoo's AEC interface: `last` tells an agent what it needs, `step` takes its decision.

    Observations are dictionaries of `observation` and `action_mask`. An agent may act several times in a row.
    Where seats decide at the same time, they are asked one after the other, lowest seat first, and none sees
    what the others have chosen. The rewards are what the seats get at the end; `last` tells each agent its
    own exactly once. An illegal action raises `IllegalAction` and changes nothing.

    Args:
        game: The game, or its name.
        max_decisions: Truncate a game when its seats together have taken this many decisions.
        render_mode: `"ansi"`, `"human"` or None.

    >>> env = TurnEnv("tic-tac-toe")
    >>> env.reset(seed=1)
    >>> env.step(4)
    >>> observation, reward, terminated, truncated, info = env.last()
    >>> env.agent_selection, observation["action_mask"].tolist()
    ('seat_1', [1, 1, 1, 1, 0, 1, 1, 1, 1])
    """

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a game.

        Args:
            seed: Determines this game and all that follow it without a seed of their own.
            options: `position` begins there instead of at the start; other options are ignored.
        """
        self._begin(seed, options)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._turn_to_next()

    def observe(self, agent: str) -> spaces.Observation:
        """Return what an agent knows and may do, at any time."""
        return spaces.observe(self.game_state, self.possible_agents.index(agent))

    def step(self, action: Any) -> None:
        """Take a decision of the agent that is to act; None takes an agent out whose game has ended."""
        state = self.game_state
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        state.apply(self.possible_agents.index(agent), action)
        self.rewards, terminated, truncated = self._ending()
        self.terminations = dict.fromkeys(self.agents, terminated)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self._accumulate_rewards()
        self._turn_to_next()

    def _turn_to_next(self) -> None:
        self._arrive()
        self.infos = self._infos()
        # After the end every agent is asked once more, to be told its reward.
        self.agent_selection = self.possible_agents[self._next_seat()]

    def _next_seat(self) -> int:
        ended = any(self.terminations.values()) or any(self.truncations.values())
        return 0 if ended else self.game_state.to_act[0]


class RoundEnv(_Seats, ParallelEnv):  # type: ignore[misc]
    """A game in PettingZoo's parallel interface: all agents hand in an action each time.

    The actions of the seats that are to act are taken, lowest seat first; those of the others are ignored,
    and may be left out. So a step is a whole round where seats decide at the same time, and one decision
    where they do not. An illegal or missing action raises `IllegalAction`, and nothing is taken.

    Args:
        game: The game, or its name.
        max_decisions: Truncate a game when its seats together have taken this many decisions.
        render_mode: `"ansi"`, `"human"` or None.

    >>> env = RoundEnv("goofspiel:cards=3")
    >>> observations, infos = env.reset(seed=1)
    >>> observations, rewards, terminations, truncations, infos = env.step({"seat_0": 0, "seat_1": 2})
    >>> [observations[agent]["action_mask"].tolist() for agent in env.agents]
    [[0, 1, 1], [1, 1, 0]]
    """

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, spaces.Observation], dict[str, dict[str, Any]]]:
        """Begin a game.

        Args:
            seed: Determines this game and all that follow it without a seed of their own.
            options: `position` begins there instead of at the start; other options are ignored.
        """
        self._begin(seed, options)
        self._arrive()
        return self._observations(), self._infos()

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[
        dict[str, spaces.Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Take the actions of the seats that are to act."""
        if not self.agents:
            return {}, {}, {}, {}, {}
        self._state = self._after(actions)
        self._arrive()
        rewards, terminated, truncated = self._ending()
        ended = (dict.fromkeys(self.agents, terminated), dict.fromkeys(self.agents, truncated))
        if terminated or truncated:
            self.agents = []
        return self._observations(), rewards, *ended, self._infos()

    def _after(self, actions: Mapping[str, Any]) -> "State":
        """Return the state after the actions; made apart, so that a refused action leaves all as it was."""
        state = self.game_state.copy()
        for seat in self.game_state.to_act:
            agent = self.possible_agents[seat]
            if agent not in actions:
                raise IllegalAction(f"{agent} is to act, but there is no action of it")
            # What an earlier seat has done may have taken the decision away.
            if seat in state.to_act:
                state.apply(seat, actions[agent])
        return state

    def _observations(self) -> dict[str, spaces.Observation]:
        state = self.game_state
        return {agent: spaces.observe(state, seat) for seat, agent in enumerate(self.possible_agents)}
