"""Players: the native agents by name, and agents written in Python."""

from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

from ludus import _core
from ludus._core import Agent as Player
from ludus._core import Turn
from ludus.errors import BadSpec
from ludus.registry import absolute, construct, load_class, named_class

__all__ = ["Agent", "AgentLike", "Player", "Turn", "catalogue", "label", "source"]


@runtime_checkable
class Agent(Protocol):
    """Somebody who decides for a seat.

    Give the class, or anything that makes one when it is called, and every game gets a fresh agent; an agent given
    as an object serves all games. With an attribute `reproducible = False` it says that the same seed need not give
    the same choices.

    >>> import ludus
    >>> class Highest(ludus.Agent):
    ...     def choose(self, turn):
    ...         return turn.legal_actions[-1]
    >>> result = ludus.simulate("tic-tac-toe", [Highest, "random"], n=100, seed=1)
    >>> result.standings[0]["games"]
    100
    """

    def choose(self, turn: Turn) -> int:
        """Return one of the legal actions."""
        ...


AgentLike = str | Agent | Callable[[], Agent]
"""A spec such as `mcts:iterations=500` or `python:module:Class`, an agent, or anything that makes one when called."""


def source(agent: AgentLike) -> "_core._AgentSource":
    """Return what the native code makes agents from."""
    if isinstance(agent, str):
        name, options = _core.parse_spec(agent)
        return _in_python(dict(options)) if name == "python" else agent
    if not callable(agent) and not isinstance(agent, Agent):
        raise BadSpec(
            f"{agent!r} is no agent: give a spec such as `mcts:iterations=500`, an object with choose(turn), or a "
            "class of such objects"
        )
    return label(agent), (lambda: agent) if isinstance(agent, Agent) and not isinstance(agent, type) else agent


def can_be_found_again(agent: AgentLike) -> bool:
    """Return whether the label of an agent leads to the same agent, here or in another process."""
    if isinstance(agent, str):
        return True
    try:
        return load_class(label(agent).removeprefix("python:")) is agent
    except BadSpec:
        return False


def label(agent: AgentLike) -> str:
    """Return the text that an agent is called by in results."""
    if isinstance(agent, str):
        return agent
    named = agent if hasattr(agent, "__qualname__") else type(agent)
    return f"python:{named.__module__}:{named.__qualname__}"


def _in_python(options: dict[str, str]) -> tuple[str, Callable[[], Any]]:
    place = absolute(named_class(options))
    del options["class"]
    cls = load_class(place)
    if not callable(cls):
        raise BadSpec(f"`{place}` is no class: an agent is made from a class with a method choose(turn)")
    text = ",".join([f"python:{place}", *(f"{key}={value}" for key, value in options.items())])
    return text, lambda: construct(cls, text, options)


def catalogue() -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Return the native agents: name, one-line help, options with their help."""
    return _core.agent_catalogue()
