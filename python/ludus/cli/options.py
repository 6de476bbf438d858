"""Options that mean the same in every command."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from ludus.lab.run import Progress

MOST_SEED = 2**64 - 1
GAME = Annotated[
    str, typer.Argument(help="A game: a name, NAME:key=value,..., or python:module:Class.", metavar="GAME")
]
AGENTS = Annotated[
    list[str] | None,
    typer.Option("-a", "--agent", help="An agent, e.g. random, mcts:iterations=500, python:module:Class. Repeat it."),
]
GAMES = Annotated[int, typer.Option("-n", "--games", help="How many games (per match).", min=1, max=10**12)]
SEED = Annotated[int, typer.Option("-s", "--seed", help="Determines everything.", min=0, max=MOST_SEED)]
JOBS = Annotated[
    int | None, typer.Option("-j", "--jobs", help="How many threads; all cores by default.", min=1, max=1024)
]
QUIET = Annotated[bool, typer.Option("-q", "--quiet", help="No progress.")]
JSON = Annotated[bool, typer.Option("--json", help="JSON lines on stdout.")]
OUTPUT = Annotated[Path | None, typer.Option("-o", "--output", help="Write the games to this Parquet file.")]
PRECISION = Annotated[
    float | None,
    typer.Option(help="Stop early when every win rate is known to this much to each side, e.g. 0.01."),
]


def print_json(row: dict[str, Any]) -> None:
    """Print one JSON line."""
    sys.stdout.write(json.dumps(row, allow_nan=False) + "\n")


@contextmanager
def progress_bar(title: str, quiet: bool, still: bool = False) -> Iterator[Progress | None]:
    """Show a progress bar on stderr, where that is a terminal.

    A still one is drawn when it is told something, and takes no time in between.
    """
    if quiet:
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    unseen = not console.is_terminal
    with Progress(*columns, console=console, transient=True, auto_refresh=not still, disable=unseen) as bar:
        task = bar.add_task(title, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total, refresh=still)
