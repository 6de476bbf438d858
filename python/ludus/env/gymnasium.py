"""One seat of a game as a Gymnasium environment.

Importing this module registers every known game, so that an id can name the module and the game in one:

>>> import gymnasium
>>> env = gymnasium.make("ludus.env.gymnasium:ludus/connect-four-v0", opponent="greedy")
>>> env.unwrapped.game
ludus.game('connect-four')

A game with options is made from the same id: `make("ludus/goofspiel-v0", game="goofspiel:cards=5")`.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt

from ludus.env import spaces
from ludus.registry import game as open_game
from ludus.registry import games

try:
    import gymnasium
    from gymnasium.error import ResetNeeded
except ImportError as error:
    from ludus.errors import MissingPackage

    raise MissingPackage("gymnasium", "rl") from error

if TYPE_CHECKING:
    from ludus.agents import AgentLike, Player
    from ludus.game import Game
    from ludus.state import State

MOST_STARTS = 1000
"""How many games a reset begins until one of them asks the seat."""


class SeatEnv(gymnasium.Env[spaces.Observation, Any]):
    """One seat of a game against agents on all other seats, which act inside the environment.

    An observation holds `observation`, the features of the game, and `action_mask`; the mask is also in the
    info, with the own `seat`, and at the end with the `returns` of all seats. The reward is 0 until the game
    is over, and then what the seat gets. An illegal action raises `IllegalAction` and changes nothing.

    Where seats decide at the same time, the others decide after the own seat, without seeing what it chose. A
    game that ends before the seat is asked at all is not shown: `reset` begins the next one.

    Args:
        game: The game, or its name.
        opponent: The agent on every other seat; or a list of agents, one per other seat, in turn from the own
            seat on.
        seat: The seat to decide for; `"random"` draws it at every reset.
        max_decisions: Truncate a game when its seats together have taken this many decisions; looked at
            whenever the own seat is to act.
        render_mode: `"ansi"`, `"human"` or None.

    >>> env = SeatEnv("tic-tac-toe", opponent="mcts:iterations=50", seat=1)
    >>> observation, info = env.reset(seed=7)
    >>> over = False
    >>> while not over:
    ...     observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
    ...     over = terminated or truncated
    >>> bool(info["returns"][1] == reward)
    True
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": spaces.RENDER_MODES, "render_fps": 1}  # type: ignore[misc]
    action_space: spaces.LegalActions
    observation_space: gymnasium.spaces.Dict  # type: ignore[assignment]

    def __init__(
        self,
        game: "str | Game",
        opponent: "AgentLike | Sequence[AgentLike]" = "random",
        seat: int | Literal["random"] = 0,
        *,
        max_decisions: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        spaces.check_render_mode(render_mode)
        spaces.check_limit(max_decisions)
        self.game = open_game(game)
        """The rules of the game."""
        self.max_decisions = max_decisions
        self.render_mode = render_mode
        self._opponents = _seated(opponent, self.game.seats)
        self._seat_option = self._checked_seat(seat)
        self._seat = 0
        self._state: State | None = None
        self._players: dict[int, Player] = {}
        self._player_seeds: dict[int, int] = {}
        self.observation_space = spaces.observation_space(self.game)
        self.action_space = spaces.LegalActions(self.game.actions)
        # An agent that cannot play this game is refused here and not in the middle of an episode.
        for agent in self._opponents:
            self.game.player(agent)

    @property
    def state(self) -> "State":
        """The game in progress with all that is hidden: for tests and tools, not for learners."""
        if self._state is None:
            raise ResetNeeded("there is no game yet: call reset() first")
        return self._state

    @property
    def seat(self) -> int:
        """The seat that the environment is for in this episode."""
        return self._seat

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[spaces.Observation, dict[str, Any]]:
        """Begin an episode.

        Args:
            seed: Determines this episode and all that follow it without a seed of their own.
            options: `seat` overrides the seat for this episode; `position` begins there and not at the start.
        """
        super().reset(seed=seed)
        options = options or {}
        unknown = sorted(options.keys() - {"seat", "position"})
        if unknown:
            raise ValueError(f"there is no option {unknown[0]!r} of reset; there are seat and position")
        seat = self._checked_seat(options.get("seat", self._seat_option))
        for _ in range(MOST_STARTS):
            self._begin(seat, options.get("position"))
            if self._seat in self.state.to_act:
                return self._arrive(begins=True)
        raise ValueError(f"seat {self._seat} was not asked in any of {MOST_STARTS} games")

    def step(self, action: Any) -> tuple[spaces.Observation, float, bool, bool, dict[str, Any]]:
        """Take a decision of the seat, and those of the others until it is to act again."""
        state = self.state
        state.apply(self._seat, action)
        self._let_others_act()
        observation, info = self._arrive()
        if state.is_over:
            info["returns"] = np.array(state.returns)
            return observation, float(state.returns[self._seat]), True, False, info
        return observation, 0.0, False, spaces.is_cut_off(state, self.max_decisions), info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the legal actions as the maskable algorithms of Stable Baselines ask for them."""
        return spaces.action_mask(self.game, self.state.legal_actions(self._seat)).astype(np.bool_)

    def render(self) -> Any:
        """Return what the seat sees as text; None in the mode `human`, which shows it at every step."""
        return spaces.draw(self.state, self._seat) if self.render_mode == "ansi" else None

    def _begin(self, seat: int | Literal["random"], position: Any) -> None:
        seats = self.game.seats
        self._seat = int(self.np_random.integers(seats)) if seat == "random" else seat
        self._state = self.game.start(self._draw_seed(), position)
        self._player_seeds = {other: self._draw_seed() for other in range(seats) if other != self._seat}
        self._players = self._fresh_players()
        self._let_others_act()

    def _fresh_players(self) -> "dict[int, Player]":
        agents = {(self._seat + place) % self.game.seats: agent for place, agent in enumerate(self._opponents, 1)}
        return {seat: self.game.player(agents[seat], seed) for seat, seed in self._player_seeds.items()}

    def _let_others_act(self) -> None:
        state = self.state
        while (to_act := state.to_act) and self._seat not in to_act:
            state.apply(to_act[0], self._players[to_act[0]].choose(state, to_act[0]))

    def _arrive(self, begins: bool = False) -> tuple[spaces.Observation, dict[str, Any]]:
        observation = spaces.observe(self.state, self._seat)
        # After the end no action is better than another.
        mask = np.ones_like(observation["action_mask"]) if self.state.is_over else observation["action_mask"].copy()
        self.action_space.update(mask, begins)
        if self.render_mode == "human":
            spaces.show(self.state, self._seat)
        return observation, {"action_mask": observation["action_mask"].copy(), "seat": self._seat}

    def _draw_seed(self) -> int:
        return int(self.np_random.integers(2**63))

    def _checked_seat(self, seat: Any) -> int | Literal["random"]:
        if seat == "random":
            return "random"
        if isinstance(seat, (int, np.integer)) and 0 <= seat < self.game.seats:
            return int(seat)
        raise ValueError(f"seat {seat!r} must be 'random' or a seat of {self.game.spec}: 0 to {self.game.seats - 1}")

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_players": {}}

    def __setstate__(self, fields: dict[str, Any]) -> None:
        self.__dict__.update(fields)
        if self._state is None:
            return
        # Agents cannot be stored, but they can be made again and asked again what they were asked before:
        # after that their luck and their memory are where they were.
        self._players = self._fresh_players()
        replay = self._state.replay
        for place, (seat, _) in enumerate(replay.choices):
            if seat != self._seat:
                self._players[seat].choose(replay.at(place), seat)


def _seated(opponent: "AgentLike | Sequence[AgentLike]", seats: int) -> "list[AgentLike]":
    """Return the agents on the other seats, in turn from the own seat on."""
    if isinstance(opponent, str) or not isinstance(opponent, Sequence):
        return [opponent] * (seats - 1)
    if len(opponent) != seats - 1:
        raise ValueError(f"{len(opponent)} opponents were given for {seats - 1} other seats; give one or one per seat")
    return list(opponent)


def register_envs() -> list[str]:
    """Register every game that is not registered yet with Gymnasium, and return the ids of all.

    It is called when the module is imported; call it again after `ludus.register`.

    >>> "ludus/kuhn-poker-v0" in register_envs()
    True
    """
    ids = []
    for name in games():
        env_id = f"ludus/{re.sub(r'[^A-Za-z0-9_.-]', '-', name)}-v0"
        if env_id not in gymnasium.registry:
            gymnasium.register(id=env_id, entry_point="ludus.env.gymnasium:SeatEnv", kwargs={"game": name})
        ids.append(env_id)
    return ids


register_envs()
