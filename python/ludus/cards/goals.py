"""How much of each group of cards is meant to be understood."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Goal:
    """A group of cards and the parts of it, in percent, that are meant to be understood."""

    title: str
    """What the group is, for people."""
    sets: tuple[str, ...]
    """The sets in it, or the family of sets."""
    compiled: int | None = None
    """The least part that is understood as it stands; `None` where it is only published."""
    overridden: int | None = None
    """The least part that is understood or has a text that stands in."""


GOALS = (
    Goal("Vanilla, with tokens and hero powers", ("vanilla", "vanilla-tokens"), 95, 100),
    Goal("Core", ("core",), 90),
    Goal("Battlegrounds minions", ("battlegrounds-minions",), 93, 98),
    Goal("Battlegrounds golden minions", ("battlegrounds-goldens",), 91, 98),
    Goal("Battlegrounds tavern spells", ("battlegrounds-spells",), 95, 98),
    Goal("Battlegrounds hero powers", ("battlegrounds-hero-powers",), 65),
    Goal("Battlegrounds trinkets", ("battlegrounds-trinkets",), 75),
    Goal("Ira Welcome deck", ("ira-welcome",), 100, 100),
    Goal("Welcome to Rathe", ("wtr",), 95, 98),
    Goal("Starter set", ("starter", "starter-chain"), 100, 100),
    Goal("Standard expansions", ("standard",)),
    Goal("Older expansions", ("older",)),
)
"""All groups with a goal, and the two families of expansions. A group without cards on this machine is left out."""
