"""What deck builders and designers want to know, measured by many games, with 95 % intervals.

Every experiment plays each pairing in both orders of play with the same luck, so that going first favours nobody, and
what is compared is played with the same seeds.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, TypeVar

from ludus.lab import simulate
from ludus.registry import game as open_game

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ludus.lab import Result

Item = TypeVar("Item")

Progress = Callable[[int, int], None]
"""Is told how many games are played, and how many there will be."""

Options = Mapping[str, str]
"""Options of the game."""

Z = 1.959963984540054
"""So many standard errors to each side hold 95 % of a normal distribution."""

MOST_VALUES = 1000
"""A sweep runs through no more values than this."""

AGENT = "board"
"""Who plays both sides where nobody is named: good enough to use most cards, and quick."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A part of some games, with its 95 % interval."""

    what: str
    """What was measured."""
    games: int
    """In how many games."""
    value: float
    """The part: wins, where a draw counts half."""
    low: float
    """The lower end of the interval."""
    high: float
    """The upper end."""

    @classmethod
    def of(cls, what: str, points: "npt.NDArray[np.float64]") -> "Rate":
        """Return the mean of points between 0 and 1 with its interval (Wilson, draws as half wins)."""
        games = len(points)
        if not games:
            return cls(what, 0, math.nan, 0.0, 1.0)
        mean = float(points.mean())
        middle = (mean + Z**2 / (2 * games)) / (1 + Z**2 / games)
        half = Z / (1 + Z**2 / games) * math.sqrt(mean * (1 - mean) / games + Z**2 / (4 * games**2))
        return cls(what, games, mean, max(0.0, middle - half), min(1.0, middle + half))

    def row(self) -> dict[str, Any]:
        """Return the rate as plain data; the value of no games is nothing."""
        return asdict(self) | {"value": self.value if self.games else None}


@dataclass(frozen=True, slots=True)
class Difference:
    """How much better one thing is than another in the same games, with the 95 % interval of the difference."""

    what: str
    """What was changed."""
    games: int
    """How many games were played with each."""
    before: float
    """The win rate without the change."""
    after: float
    """The win rate with it."""
    value: float
    """The difference."""
    low: float
    """The lower end of its interval."""
    high: float
    """The upper end."""

    @classmethod
    def of(cls, what: str, before: "npt.NDArray[np.float64]", after: "npt.NDArray[np.float64]") -> "Difference":
        """Return the mean difference of paired games with its interval."""
        gaps = after - before
        mean = float(gaps.mean())
        error = Z * float(gaps.std(ddof=1)) / math.sqrt(len(gaps)) if len(gaps) > 1 else math.inf
        return cls(what, len(gaps), float(before.mean()), float(after.mean()), mean, mean - error, mean + error)

    @property
    def is_clear(self) -> bool:
        """Whether the interval leaves out no difference at all."""
        return self.low > 0 or self.high < 0

    def row(self) -> dict[str, Any]:
        """Return the difference as plain data."""
        return asdict(self)


@dataclass(frozen=True)
class Setup:
    """Who plays, how often, and with which luck: what all experiments share."""

    agent: str = AGENT
    """The agent of both seats."""
    n: int = 1000
    """How many games each pairing plays; half of them in each order of play."""
    seed: int = 0
    """Determines everything."""
    threads: int | None = None
    """How many threads; all cores by default."""
    options: tuple[tuple[str, str], ...] = (("places", "no"),)
    """Options of the game."""

    def play(self, deck: str, against: str, options: Options | None = None, count: bool = False) -> "list[Result]":
        """Play two decks in both orders of play with the same luck; the options go over those of the setup."""
        if self.n < 2:
            raise ValueError(f"a pairing is played in both orders: there must be at least 2 games, not {self.n}")
        results = []
        for first in ("0", "1"):
            settings = {**dict(self.options), **(options or {}), "deck": deck, "deck2": against, "first": first}
            game = open_game("hearthstone", **settings)
            results.append(simulate(game, self.agent, self.n // 2, seed=self.seed, count=count, threads=self.threads))
        return results

    def points(self, deck: str, against: str, options: Options | None = None) -> "npt.NDArray[np.float64]":
        """Return for each game what the first deck has won: 1, 0.5 or 0."""
        return points_of(self.play(deck, against, options))


def points_of(results: "Sequence[Result]") -> "npt.NDArray[np.float64]":
    """Return for each game what its first deck has won: 1, 0.5 or 0."""
    import numpy as np

    return np.concatenate([(np.asarray(result.games["return_0"], dtype=np.float64) + 1) / 2 for result in results])


def matchups(decks: Sequence[str], setup: Setup | None = None, progress: Progress | None = None) -> list[Rate]:
    """Play every deck against every other one.

    >>> from ludus.hearthstone import Setup, matchups
    >>> [rate] = matchups(["reef-raiders", "two-fires"], Setup("random", n=20))
    >>> rate.what, rate.games
    ('reef-raiders against two-fires', 20)
    """
    setup = setup or Setup()
    if len(set(decks)) < 2:
        raise ValueError("match-ups need at least 2 different decks")
    pairs = list(combinations(dict.fromkeys(decks), 2))
    return [
        Rate.of(f"{deck} against {other}", setup.points(deck, other))
        for deck, other in _told(pairs, len(pairs) * setup.n, setup.n, progress)
    ]


def compare(deck: str, changed: str, against: str, setup: Setup | None = None) -> Difference:
    """Measure how much better a changed deck does than the deck itself against a third one, in the same games."""
    setup = setup or Setup()
    before, after = setup.points(deck, against), setup.points(changed, against)
    return Difference.of(f"{changed} instead of {deck} against {against}", before, after)


def first_player(deck: str, setup: Setup | None = None) -> list[Rate]:
    """Measure how often the player who goes first wins the mirror of a deck, with The Coin and without."""
    import numpy as np

    setup = setup or Setup()
    rates = []
    for coin in ("yes", "no"):
        goes_first, goes_second = setup.play(deck, deck, {"coin": coin})
        points = points_of([goes_first]), 1 - points_of([goes_second])
        rates.append(Rate.of("with The Coin" if coin == "yes" else "without The Coin", np.concatenate(points)))
    return rates


FATES = {"opening": "in the first hand", "drawn": "drawn later", "played": "played"}
"""What is counted of a card, and how it is told."""


def card_statistics(deck: str, against: str, setup: Setup | None = None) -> list[Rate]:
    """Measure for each card how often its player wins the games in which it was held at first, drawn later, played."""
    import numpy as np

    results = (setup or Setup()).play(deck, against, count=True)
    points = points_of(results)
    rates = []
    for column in results[0].games:
        fate, _, rest = column.partition(":")
        seat, _, card = rest.partition(":")
        if fate in FATES and seat == "0":
            happened = np.concatenate([result.games[column] for result in results]) > 0
            rates.append(Rate.of(f"{card} {FATES[fate]}", points[happened]))
    return rates


def values(text: str) -> tuple[str, list[int]]:
    """Return the name and the numbers that `cost=2..6` or `cost=2,4` stand for.

    >>> values("cost=2..4")
    ('cost', [2, 3, 4])
    """
    name, equals, numbers = text.partition("=")
    try:
        if ".." in numbers:
            low, high = (int(number) for number in numbers.split(".."))
            found = list(range(low, min(high, low + MOST_VALUES) + 1))
        else:
            found = [int(number) for number in numbers.split(",")]
    except ValueError:
        found = []
    if not equals or not name.strip() or not found:
        raise ValueError(f"`{text}` must be name=low..high or name=number,number")
    if len(found) > MOST_VALUES:
        raise ValueError(f"`{text}` must stand for at most {MOST_VALUES} values")
    return name.strip(), found


def sweep(
    file: str, what: str, deck: str, against: str, setup: Setup | None = None, progress: Progress | None = None
) -> list[Rate]:
    """Measure the win rate of a deck while a number of a designer's card runs through some values.

    Args:
        file: The file of cards; `{name}` or the field `name` in it takes the values.
        what: `cost=2..6` or `damage=3,5`.
        deck: The deck with the card in it; it may name cards of the file: `basic-mage;-2 Fireball;+2 My Card`.
        against: The other deck.
        setup: Who plays, and how often.
        progress: Is told how far it is.
    """
    setup = setup or Setup()
    name, numbers = values(what)
    return [
        Rate.of(f"{name}={number}", setup.points(deck, against, {"with": f"{file};{name}={number}"}))
        for number in _told(numbers, len(numbers) * setup.n, setup.n, progress)
    ]


def _told(items: Iterable[Item], total: int, each: int, progress: Progress | None) -> Iterable[Item]:
    for place, item in enumerate(items):
        yield item
        if progress is not None:
            progress((place + 1) * each, total)


def table(rows: Sequence[Rate | Difference]) -> str:
    """Return rates or differences as a table for people."""
    lines = []
    for row in rows:
        if isinstance(row, Rate):
            lines.append((row.what, f"{row.games} games", f"{row.value:.1%}", f"{row.low:.1%} .. {row.high:.1%}"))
        else:
            change = f"{row.before:.1%} -> {row.after:.1%}"
            lines.append(
                (row.what, f"{row.games} games", change, f"{row.value:+.1%} ({row.low:+.1%} .. {row.high:+.1%})")
            )
    widths = [max(len(line[column]) for line in lines) for column in range(4)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines
    )
