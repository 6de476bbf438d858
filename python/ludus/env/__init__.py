"""Ludus games as environments of other people's libraries.

| function | gives | for |
|---|---|---|
| `gym_env` | a `gymnasium.Env` | one learner on one seat, agents on the others |
| `aec_env` | a `pettingzoo.AECEnv` | many learners, one decision after the other |
| `parallel_env` | a `pettingzoo.ParallelEnv` | many learners that decide at the same time |
| `vector_env` | a `gymnasium.vector.VectorEnv` | self-play on thousands of games at once |
| `openspiel_game` | a `pyspiel.Game` | search, equilibria and everything else of OpenSpiel |

The libraries are optional: `pip install 'ludus[rl]'` brings Gymnasium and PettingZoo, and
`pip install 'ludus[openspiel]'` brings OpenSpiel. Nothing is imported before a function is called.

Two things hold in all of them. Only what a seat may know leaves the game: an observation is `State.observe`
of that seat. And a mask is never empty: where a seat is not asked, exactly action 0 is marked, and it is
ignored.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from ludus.agents import AgentLike
    from ludus.env.gymnasium import SeatEnv
    from ludus.env.pettingzoo import RoundEnv, TurnEnv
    from ludus.env.vector import BatchEnv
    from ludus.game import Game

__all__ = ["aec_env", "gym_env", "openspiel_game", "parallel_env", "vector_env"]


def gym_env(
    game: "str | Game",
    opponent: "AgentLike | Sequence[AgentLike]" = "random",
    seat: int | Literal["random"] = 0,
    *,
    max_decisions: int | None = None,
    render_mode: str | None = None,
) -> "SeatEnv":
    """Return a `gymnasium.Env`: one seat of the game, with agents on all others.

    Args:
        game: The game, or its name.
        opponent: The agent on every other seat; or a list of agents, one per other seat, in turn from the own
            seat on.
        seat: The seat to decide for; `"random"` draws it at every reset.
        max_decisions: Truncate a game when its seats together have taken this many decisions.
        render_mode: `"ansi"`, `"human"` or None.

    >>> import ludus.env
    >>> env = ludus.env.gym_env("connect-four", opponent="greedy", seat="random")
    >>> observation, info = env.reset(seed=1)
    >>> observation["observation"].shape, info["action_mask"].tolist()
    ((2, 6, 7), [1, 1, 1, 1, 1, 1, 1])
    """
    from ludus.env.gymnasium import SeatEnv

    return SeatEnv(game, opponent, seat, max_decisions=max_decisions, render_mode=render_mode)


def aec_env(game: "str | Game", *, max_decisions: int | None = None, render_mode: str | None = None) -> "TurnEnv":
    """Return a `pettingzoo.AECEnv`: every seat is an agent, and they decide one after the other.

    Args:
        game: The game, or its name.
        max_decisions: Truncate a game when its seats together have taken this many decisions.
        render_mode: `"ansi"`, `"human"` or None.

    >>> import ludus.env
    >>> env = ludus.env.aec_env("kuhn-poker")
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter():
    ...     observation, reward, terminated, truncated, info = env.last()
    ...     ended = terminated or truncated
    ...     env.step(None if ended else env.action_space(agent).sample(observation["action_mask"]))
    >>> env.agents
    []
    """
    from ludus.env.pettingzoo import TurnEnv

    return TurnEnv(game, max_decisions=max_decisions, render_mode=render_mode)


def parallel_env(game: "str | Game", *, max_decisions: int | None = None, render_mode: str | None = None) -> "RoundEnv":
    """Return a `pettingzoo.ParallelEnv`: every seat is an agent, and all of them hand in an action each time.

    Args:
        game: The game, or its name.
        max_decisions: Truncate a game when its seats together have taken this many decisions.
        render_mode: `"ansi"`, `"human"` or None.

    >>> import ludus.env
    >>> env = ludus.env.parallel_env("goofspiel:cards=3")
    >>> observations, infos = env.reset(seed=1)
    >>> observations, rewards, *_ = env.step({"seat_0": 2, "seat_1": 0})
    >>> rewards
    {'seat_0': 0.0, 'seat_1': 0.0}
    """
    from ludus.env.pettingzoo import RoundEnv

    return RoundEnv(game, max_decisions=max_decisions, render_mode=render_mode)


def vector_env(
    game: "str | Game",
    num_envs: int,
    *,
    autoreset: Literal["next", "same"] = "next",
    max_decisions: int | None = None,
    threads: int | None = None,
    copy: bool = True,
) -> "BatchEnv":
    """Return a `gymnasium.vector.VectorEnv` for self-play: a step takes one decision in each of many games.

    Args:
        game: The game, or its name.
        num_envs: How many games.
        autoreset: Begin a new game with the step after the end (`"next"`) or within the same step (`"same"`).
        max_decisions: Truncate a game after this many decisions; only with `autoreset="next"`.
        threads: How many threads; all cores by default.
        copy: Hand out fresh arrays; with False the arrays are those that the next step overwrites.

    >>> import ludus.env
    >>> envs = ludus.env.vector_env("connect-four", 1000)
    >>> observations, infos = envs.reset(seed=1)
    >>> observations, rewards, terminations, truncations, infos = envs.step(envs.action_space.sample())
    >>> infos["seat"][:3].tolist()
    [1, 1, 1]
    """
    from ludus.env.vector import BatchEnv

    return BatchEnv(game, num_envs, autoreset=autoreset, max_decisions=max_decisions, threads=threads, copy=copy)


def openspiel_game(game: "str | Game") -> Any:
    """Return the game as a `pyspiel.Game`, and register it under a short name such as `ludus_connect_four`.

    >>> import ludus.env
    >>> state = ludus.env.openspiel_game("kuhn-poker").new_initial_state()
    >>> state.is_chance_node(), len(state.chance_outcomes())
    (True, 6)
    """
    from ludus.env.openspiel import register

    return register(game)
