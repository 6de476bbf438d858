"""Card, board and strategy games: written down, simulated at native speed, learned by machines, played by people.

>>> import ludus
>>> state = ludus.game("connect-four").start(seed=1)
>>> state.apply(0, "4")
>>> state.to_act
(1,)
"""

from importlib import import_module
from types import ModuleType

from ludus import _core
from ludus._core import Dice
from ludus.agents import Agent, Player, Turn
from ludus.batch import Batch
from ludus.errors import (
    BadCards,
    BadFile,
    BadPosition,
    BadReplay,
    BadSpec,
    BrokenGame,
    CardTextError,
    IllegalAction,
    LudusError,
    MissingPackage,
)
from ludus.game import Game
from ludus.lab import Result, simulate, tournament
from ludus.registry import game, games, register
from ludus.replay import Replay
from ludus.state import State
from ludus.view import Component, View

__version__ = _core.VERSION


def __getattr__(name: str) -> ModuleType:
    """Load the rooms that `import ludus` leaves closed when they are entered, such as `ludus.testing`."""
    if name in ("bench", "cards", "draw", "env", "testing"):
        return import_module(f"ludus.{name}")
    raise AttributeError(f"module 'ludus' has no attribute {name!r}")


__all__ = [
    "Agent",
    "BadCards",
    "BadFile",
    "BadPosition",
    "BadReplay",
    "BadSpec",
    "Batch",
    "BrokenGame",
    "CardTextError",
    "Component",
    "Dice",
    "Game",
    "IllegalAction",
    "LudusError",
    "MissingPackage",
    "Player",
    "Replay",
    "Result",
    "State",
    "Turn",
    "View",
    "__version__",
    "game",
    "games",
    "register",
    "simulate",
    "tournament",
]
