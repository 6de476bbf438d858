"""Scenarios: claims about the rules that the machine carries out (`specs/README.md` says how to write them)."""

from dataclasses import dataclass
from pathlib import Path

from ludus.hearthstone.cards import STARTER, VANILLA, cards_of


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario that was carried out."""

    file: str
    """The page that it stands on."""
    line: int
    """Where its heading stands."""
    title: str
    """What it claims."""
    verifies: tuple[str, ...]
    """The ids of the cards that it shows to work."""
    problem: str | None
    """What is wrong, with its line; nothing where the claim holds."""


def run_scenarios(pages: list[Path]) -> list[Scenario]:
    """Carry out all scenarios of some pages."""
    found = []
    for page in pages:
        text = page.read_text(encoding="utf-8")
        for sets in (VANILLA, STARTER):
            for title, line, verifies, failed in cards_of(sets).scenarios(text, sets == STARTER):
                problem = None if failed is None else f"{page}:{failed[0]}: {failed[1]}"
                found.append(Scenario(str(page), line, title, tuple(verifies), problem))
    return found


def verified(scenarios: list[Scenario]) -> set[str]:
    """Return the ids of the cards that a scenario shows to work."""
    return {card for scenario in scenarios if scenario.problem is None for card in scenario.verifies}
