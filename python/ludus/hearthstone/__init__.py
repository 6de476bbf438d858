"""Constructed Hearthstone: decks, games between them, scenarios of the rules."""

from ludus.hearthstone.decks import Deck, deck, decks
from ludus.hearthstone.scenarios import Scenario, run_scenarios, verified

__all__ = ["Deck", "Scenario", "deck", "decks", "run_scenarios", "verified"]
