"""`ludus demo`: the platform working, in under a minute."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

import ludus
from ludus.cli.options import JOBS, JSON, QUIET, SEED, print_json, progress_bar
from ludus.cli.replay import show

if TYPE_CHECKING:
    from rich.table import Table

RANDOM_PER_CLEVER = 200
"""As many games of random agents take about the time of one game with a search."""
SECONDS = 3.0
"""About so long the games between two agents may take: large games are played less often than small ones."""
SECONDS_TO_JUDGE_BY = 0.2
"""A trial shorter than this says little about how long more games take."""
CLEVER_OPEN, CLEVER_HIDDEN = "mcts:iterations=400", "ismcts:iterations=400"
GAMES = Annotated[
    int,
    typer.Option(
        "-n",
        "--games",
        help=f"The most games that a search plays of each game; random agents play {RANDOM_PER_CLEVER} times as many.",
        min=1,
        max=10**9,
    ),
]


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("demo")(demo)


def demo(games: GAMES = 1000, seed: SEED = 1, jobs: JOBS = None, quiet: QUIET = False, json: JSON = False) -> None:
    """Simulate every game, print who wins how often and how quick it was, and step through a replay.

    Example: ludus demo --quiet
    """
    results = []
    for name in ludus.games():
        try:
            game = ludus.game(name)
        except ludus.BadSpec as error:
            # A broken game of somebody's package must not stop the others.
            typer.echo(f"left out: {error}", err=True)
            continue
        for result in _both_ways(game, games, seed, jobs, quiet):
            results.append(result)
            for row in result.standings if json else ():
                print_json({"game": name, **row, "games_per_s": len(result) / result.seconds})
    if not json:
        _print(results)


def _both_ways(game: ludus.Game, games: int, seed: int, jobs: int | None, quiet: bool) -> Iterator[ludus.Result]:
    """Play between random agents, then let one that thinks take the first seat."""
    clever = CLEVER_HIDDEN if game.hidden or game.simultaneous else CLEVER_OPEN
    for first, n in (("random", games * RANDOM_PER_CLEVER), (clever, games)):
        agents = [first, *["random"] * (game.seats - 1)]
        with progress_bar(f"{game.name}: {first}", quiet) as progress:
            yield _as_many_as_fit(game, agents, n, seed=seed, threads=jobs, progress=progress)


def _as_many_as_fit(game: ludus.Game, agents: list[str], n: int, **settings: Any) -> ludus.Result:
    """Play the wanted number of games, or as many as fit into the time."""
    count = min(n, 2 * game.seats)
    while True:
        result = ludus.simulate(game, agents, count, swap=True, **settings)
        if result.interrupted:
            typer.echo(f"interrupted during {game.name}", err=True)
            raise typer.Exit(1)
        fit = int(count * SECONDS / result.seconds)
        if count == n or (result.seconds > SECONDS_TO_JUDGE_BY and fit < 2 * count):
            return result
        count = min(n, fit if result.seconds > SECONDS_TO_JUDGE_BY else 8 * count)


def _print(results: list[ludus.Result]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    console = Console()
    table = Table(
        box=SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        pad_edge=False,
        title="Every game, twice: random agents, then one that thinks",
    )
    for column in ("game", "agent", "games", "wins", "95 % interval", "games/s"):
        table.add_column(column, no_wrap=True)
    shown = None
    for place, result in enumerate(results):
        _add_rows(table, result)
        if place % 2:
            table.add_section()
            shown = result if result.game.name == "connect-four" else shown
    console.print(table)
    if shown is not None:
        console.print("[bold]The first of these games of connect-four again: on, on, and a step back[/]")
        _step(shown.replay(0))


def _add_rows(table: "Table", result: ludus.Result) -> None:
    rate = len(result) / result.seconds
    shown = f"{rate:,.0f}" if rate >= 10 else f"{rate:.1f}"
    for place, row in enumerate(result.standings[:2]):
        first = place == 0
        interval = f"{row['win_low']:.3f}-{row['win_high']:.3f}"
        table.add_row(
            result.game.name if first else "",
            row["agent"],
            f"{row['games']:,}" if first else "",
            f"{row['win_rate']:.3f}",
            interval,
            shown if first else "",
        )


def _step(record: ludus.Replay) -> None:
    record.step(len(record) - 2)
    for forward in (1, 1, -1):
        record.step(forward)
        show(record, 0)
