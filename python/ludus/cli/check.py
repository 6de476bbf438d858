"""`ludus check`: the conformance kit."""

from typing import Annotated

import typer

from ludus.cli.options import GAME, JSON, SEED, print_json


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("check")(check)


def check(
    game: GAME,
    games: Annotated[int, typer.Option("-n", "--games", help="How many random games.", min=1, max=10**9)] = 20,
    seed: SEED = 0,
    quiet: Annotated[bool, typer.Option("-q", "--quiet", help="Show failures only.")] = False,
    json: JSON = False,
) -> None:
    """Check that a game keeps the contract, in every number of seats.

    Example: ludus check kuhn-poker
    """
    from ludus.testing import check_all_seats

    reports = check_all_seats(game, games, seed)
    for report in reports:
        for one in report.checks:
            if json:
                print_json({"game": report.game, "check": one.name, "passed": one.passed, "failure": one.failure})
        if not json and not (quiet and report.passed):
            typer.echo(str(report))
    if not all(report.passed for report in reports):
        raise typer.Exit(1)
