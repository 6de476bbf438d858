"""Cards: their texts as trees, the tables that they come from, and how far each set is understood."""

from ludus._core import Names
from ludus.cards.designer import Checked, check
from ludus.cards.imports import import_flesh_and_blood
from ludus.cards.ledger import coverage, refused
from ludus.cards.table import Card, CardTable, load
from ludus.cards.text import GAMES, Tree, grammar, normalise, parse
from ludus.errors import BadCards, CardTextError

__all__ = [
    "GAMES",
    "BadCards",
    "Card",
    "CardTable",
    "CardTextError",
    "Checked",
    "Names",
    "Tree",
    "check",
    "coverage",
    "grammar",
    "import_flesh_and_blood",
    "load",
    "normalise",
    "parse",
    "refused",
]
