"""Experiments: many games between agents, and what they tell."""

from ludus.lab.result import Result
from ludus.lab.run import simulate, tournament

__all__ = ["Result", "simulate", "tournament"]
