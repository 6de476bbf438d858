"""`ludus demo`: the platform working, in under a minute."""

from typing import TYPE_CHECKING

import typer

import ludus
from ludus.cli.options import QUIET, SEED, progress_bar
from ludus.cli.replay import show

if TYPE_CHECKING:
    from rich.table import Table

GAMES_RANDOM, GAMES_CLEVER = 200_000, 1000
CLEVER_OPEN, CLEVER_HIDDEN = "mcts:iterations=400", "ismcts:iterations=400"


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("demo")(demo)


def demo(seed: SEED = 1, quiet: QUIET = False) -> None:
    """Simulate every game, print who wins how often and how quick it was, and step through a replay.

    Example: ludus demo --quiet
    """
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
    for name in ludus.games():
        try:
            game = ludus.game(name)
        except ludus.BadSpec as error:
            # A broken game of somebody's package must not stop the others.
            typer.echo(f"left out: {error}", err=True)
            continue
        clever = CLEVER_HIDDEN if game.hidden or game.simultaneous else CLEVER_OPEN
        for first, n in (("random", GAMES_RANDOM), (clever, GAMES_CLEVER)):
            agents = [first, *["random"] * (game.seats - 1)]
            with progress_bar(f"{name}: {first}", quiet) as progress:
                result = ludus.simulate(game, agents, n, seed=seed, swap=True, progress=progress)
            if result.interrupted:
                typer.echo(f"interrupted during {name}", err=True)
                raise typer.Exit(1)
            _add_rows(table, name, result)
            if name == "connect-four" and first == clever:
                shown = result
        table.add_section()
    console.print(table)
    if shown is not None:
        console.print("[bold]The first of these games of connect-four again: on, on, and a step back[/]")
        _step(shown.replay(0))


def _add_rows(table: "Table", name: str, result: ludus.Result) -> None:
    rate = f"{len(result) / result.seconds:,.0f}"
    for place, row in enumerate(result.standings[:2]):
        first = place == 0
        interval = f"{row['win_low']:.3f}-{row['win_high']:.3f}"
        table.add_row(
            name if first else "",
            row["agent"],
            f"{row['games']:,}" if first else "",
            f"{row['win_rate']:.3f}",
            interval,
            rate if first else "",
        )


def _step(record: ludus.Replay) -> None:
    record.step(len(record) - 2)
    for forward in (1, 1, -1):
        record.step(forward)
        show(record, 0)
