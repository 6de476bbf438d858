"""Constructed Hearthstone: decks, games between them, positions, experiments, scenarios, logs for other programs."""

from ludus.hearthstone.decks import Deck, deck, decks
from ludus.hearthstone.experiments import (
    Difference,
    Progress,
    Rate,
    Setup,
    card_statistics,
    compare,
    first_player,
    matchups,
    sweep,
    table,
)
from ludus.hearthstone.logs import hsreplay_xml, power_log
from ludus.hearthstone.position import position
from ludus.hearthstone.scenarios import Scenario, run_scenarios, verified
from ludus.hearthstone.trial import Trial, try_card

__all__ = [
    "Deck",
    "Difference",
    "Progress",
    "Rate",
    "Scenario",
    "Setup",
    "Trial",
    "card_statistics",
    "compare",
    "deck",
    "decks",
    "first_player",
    "hsreplay_xml",
    "matchups",
    "position",
    "power_log",
    "run_scenarios",
    "sweep",
    "table",
    "try_card",
    "verified",
]
