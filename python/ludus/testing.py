"""The conformance kit: what every game must keep, native or written in Python."""

from dataclasses import dataclass

from ludus.errors import BrokenGame
from ludus.game import Game
from ludus.registry import game as open_game


@dataclass(frozen=True, slots=True)
class Check:
    """One claim of the contract and how the game kept it."""

    name: str
    """The name of the check."""
    claim: str
    """What it checks, in a sentence."""
    failure: str | None
    """What was wrong, with the seed and the decision to find it again; None where the claim held."""

    @property
    def passed(self) -> bool:
        """Whether the claim held."""
        return self.failure is None


@dataclass(frozen=True, slots=True)
class Report:
    """What the kit found out about a game."""

    game: str
    """The game that was checked."""
    checks: tuple[Check, ...]
    """Every check that was made."""

    @property
    def passed(self) -> bool:
        """Whether every claim held."""
        return not self.failures

    @property
    def failures(self) -> tuple[Check, ...]:
        """The checks that failed."""
        return tuple(check for check in self.checks if not check.passed)

    def require(self) -> "Report":
        """Raise `BrokenGame` with everything that failed, or return the report."""
        if self.passed:
            return self
        raise BrokenGame(str(self))

    def __str__(self) -> str:
        lines = [f"{self.game}: {len(self.checks) - len(self.failures)} of {len(self.checks)} checks passed"]
        lines += [f"  {check.name}: {check.failure} ({check.claim})" for check in self.failures]
        return "\n".join(lines)


def check(game: str | Game, games: int = 20, seed: int = 0) -> Report:
    """Check that a game keeps the contract, over a number of seeded random games.

    >>> check("kuhn-poker").require().passed
    True
    """
    game = open_game(game)
    rows = game._check(games, seed)
    return Report(game.spec, tuple(Check(name, claim, _failure(found)) for name, claim, found in rows))


def check_all_seats(game: str | Game, games: int = 20, seed: int = 0) -> list[Report]:
    """Check a game in every number of seats that it can be configured for."""
    game = open_game(game)
    fewest, most = game.seat_counts or (game.seats, game.seats)
    if fewest == most:
        return [check(game, games, seed)]
    return [check(open_game(game.spec, seats=seats), games, seed) for seats in range(fewest, most + 1)]


def _failure(found: tuple[int, int, str] | None) -> str | None:
    return None if found is None else f"seed {found[0]}, decision {found[1]}: {found[2]}"
