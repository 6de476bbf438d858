"""Playing many games."""

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from ludus import _core
from ludus.agents import AgentLike, source
from ludus.game import Game
from ludus.lab.result import Result, Setting
from ludus.registry import game as open_game

CHECK_EVERY = 128
"""About so many games per match lie between two looks at the wanted precision, whatever the machine."""

SECONDS_PER_CHUNK = 0.2
"""How long a chunk of games takes, about: so often progress is shown and an interruption is noticed."""

Progress = Callable[[int, int], None]
"""Is told how many games are played, and how many there will be at most."""


def simulate(
    game: str | Game,
    agents: AgentLike | Sequence[AgentLike] = "random",
    n: int = 1000,
    *,
    seed: int = 0,
    swap: bool = False,
    precision: float | None = None,
    count: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Result:
    """Play games between fixed seats: the first agent on seat 0, and so on; a single agent takes every seat.

    Args:
        game: The game, or its name.
        agents: One agent per seat, or one for all.
        n: How many games.
        seed: Determines everything: the same seed gives the same games on any number of threads.
        swap: Let the agents change seats from game to game, with the same luck in every order.
        precision: Stop when every 95 % interval of a win rate is at most this wide to each side.
        count: Whether to count what the game can count beside its returns: `game.counters` names the columns.
        threads: How many threads; all cores by default.
        progress: Is told how far the simulation is.

    >>> import ludus
    >>> result = ludus.simulate("tic-tac-toe", ["mcts:iterations=100", "random"], n=200, seed=1)
    >>> result.standings[0]["win_rate"] > 0.8
    True
    """
    opened = open_game(game)
    seated = _listed(agents)
    if len(seated) == 1:
        seated *= opened.seats
    if len(seated) != opened.seats:
        raise ValueError(
            f"{opened.spec} has {opened.seats} seats, but {len(seated)} agents were given; give one per seat"
        )
    return _run(Setting(opened, seated, "fixed", n, seed, swap, precision, count), threads, progress)


def tournament(
    game: str | Game,
    agents: AgentLike | Sequence[AgentLike],
    n: int = 1000,
    *,
    format: Literal["round-robin", "gauntlet"] = "round-robin",
    seed: int = 0,
    swap: bool = True,
    precision: float | None = None,
    count: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Result:
    """Play agents against each other: everyone against everyone, or the first one against each of the others.

    Args:
        game: The game, or its name.
        agents: The participants.
        n: How many games per match.
        format: `"round-robin"` or `"gauntlet"`.
        seed: Determines everything. The n-th deal is the same in every match and order of seats.
        swap: Play every match in all rotations of the seats.
        precision: Stop when every 95 % interval of a win rate is at most this wide to each side.
        count: Whether to count what the game can count beside its returns: `game.counters` names the columns.
        threads: How many threads; all cores by default.
        progress: Is told how far the tournament is.

    >>> import ludus
    >>> result = ludus.tournament("kuhn-poker", ["random", "greedy", "ismcts:iterations=50"], n=100, seed=1)
    >>> len(result.standings)
    6
    """
    opened = open_game(game)
    if format not in ("round-robin", "gauntlet"):
        raise ValueError(f"format {format!r} must be 'round-robin' or 'gauntlet'")
    entrants = _listed(agents)
    if len(entrants) < 2:
        raise ValueError("a tournament needs at least 2 agents")
    return _run(Setting(opened, entrants, format, n, seed, swap, precision, count), threads, progress)


def _listed(agents: AgentLike | Sequence[AgentLike]) -> list[AgentLike]:
    """Return several agents as a list; a text is one agent, although Python takes it for a sequence of letters."""
    if isinstance(agents, str) or not isinstance(agents, Iterable):
        return [agents]
    return list(agents)


def _run(setting: Setting, threads: int | None, progress: Progress | None) -> Result:
    if setting.n < 1:
        raise ValueError(f"the number of games must be at least 1, not {setting.n}")
    if setting.precision is not None and not 0 < setting.precision < 1:
        raise ValueError(f"the precision must be between 0 and 1, not {setting.precision}")
    import numpy as np  # noqa: F401  (loaded by the first chunk otherwise, and counted as its time)

    agents = [source(agent) for agent in setting.agents]
    native = _core.Tournament(setting.game, agents, setting.format, setting.swap, setting.seed, threads, setting.count)
    begin = time.perf_counter()
    interrupted = False
    try:
        _play(native, setting, progress)
    except KeyboardInterrupt:
        if not native.played:
            raise
        interrupted = True
    seconds = time.perf_counter() - begin
    return Result._of(setting, native, seconds, interrupted)


def _play(native: _core.Tournament, setting: Setting, progress: Progress | None) -> None:
    # Looks happen after full turns of the seats only, so that nobody has had a seat more often than the others.
    check_every = -(-CHECK_EVERY // native.rotations) * native.rotations
    size = 1
    while native.played < setting.n:
        until_look = check_every - native.played % check_every if setting.precision else setting.n
        count = min(size, until_look, setting.n - native.played)
        begin = time.perf_counter()
        native.run(count)
        seconds = max(time.perf_counter() - begin, 1e-6)
        size = max(1, min(4 * size, int(count * SECONDS_PER_CHUNK / seconds)))
        if progress is not None:
            progress(native.played * native.matches, setting.n * native.matches)
        looked = setting.precision is not None and native.played % check_every == 0
        if looked and setting.precision is not None and native.widest <= setting.precision:
            return
