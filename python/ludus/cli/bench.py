"""`ludus bench`: how fast everything is, beside its peers."""

from pathlib import Path
from typing import Annotated

import typer

import ludus
from ludus import _core
from ludus.cli.options import JSON, QUIET, print_json, progress_bar


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("bench")(bench)


def bench(
    pattern: Annotated[str, typer.Argument(help="Only benches whose name contains this.")] = "",
    reps: Annotated[int, typer.Option(help="Repetitions of each bench.", min=1)] = 5,
    quiet: QUIET = False,
    json: JSON = False,
    history: Annotated[Path | None, typer.Option(help="Append the rows to this CSV file.")] = None,
) -> None:
    """Measure the named benches; each asserts what it computed, and runs its peers on the same work.

    Example: ludus bench tic-tac-toe/copy --reps 1 --json
    """
    from ludus.bench import find, run
    from ludus.bench.history import append

    benches = find(pattern)
    if not benches:
        near = _core.nearest(pattern, [one.name for one in find()])
        hint = (
            f"did you mean `{near}`?"
            if near
            else "`ludus bench` without a text runs all, docs/benchmarks.md lists them"
        )
        raise ValueError(f"no bench contains {pattern!r} in its name; {hint}")
    for one in benches:
        try:
            with progress_bar(one.name, quiet, still=True) as progress:
                row = run(one, reps, progress)
        except AssertionError as error:
            raise ludus.BrokenGame(f"{one.name}: {error}") from error
        if history is not None:
            append(history, row)
        if json:
            print_json(row)
        else:
            low, high = row["spread"]
            peers = "".join(f", {row['value'] / rate:.2f}x {name}" for name, rate in row["peer"].items())
            value = f"{row['value']:>14,.1f} {row['unit']:6} [{low:,.1f} .. {high:,.1f}]"
            typer.echo(f"{row['bench']:28} {row['metric']:24} {value}{peers}")
