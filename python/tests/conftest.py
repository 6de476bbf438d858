"""What several test files share."""

import os
import sys
from pathlib import Path

import pytest

import ludus

REPOSITORY = Path(__file__).parents[2]
NIM = f"python:{REPOSITORY / 'examples' / 'nim.py'}:Nim"
SPREAD = 20_000
"""How many states a batch certainly spreads over its threads: for so many even the quickest game takes several times as
long as is worth waking other threads for."""
ALL_GAMES = [
    "tic-tac-toe",
    "connect-four",
    "kuhn-poker",
    "leduc-poker",
    "goofspiel:cards=4",
    "goofspiel:cards=4,seats=3",
    NIM,
]


@pytest.fixture(params=ALL_GAMES, ids=lambda spec: spec.rpartition(":")[2] if "python" in spec else spec)
def any_game(request: pytest.FixtureRequest) -> ludus.Game:
    """Every native game in several configurations, and one written in Python."""
    return ludus.game(request.param)


def played(game: ludus.Game, decisions: int, seed: int = 0) -> ludus.State:
    """Play the middle one of the legal actions for some decisions."""
    state = game.start(seed)
    for _ in range(decisions):
        if state.is_over:
            break
        seat = state.to_act[0]
        legal = state.legal_actions(seat)
        state.apply(seat, legal[(len(legal) + seed) // 2 % len(legal)])
    return state


sys.path.insert(0, str(Path(__file__).parent))

# The table of cards of the tests is kept beside them, and nothing that a user has imported is in it.
os.environ["LUDUS_CACHE"] = str(REPOSITORY / ".pytest_cache" / "ludus")
os.environ["LUDUS_DATA"] = str(REPOSITORY / ".pytest_cache" / "ludus" / "no-imports")
