"""`ludus games` and `ludus agents`: what there is."""

from typing import Annotated, Any

import typer

import ludus
from ludus.agents import catalogue
from ludus.cli.options import JSON, print_json
from ludus.registry import options_of


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("games")(games)
    app.command("agents")(agents)


def games(
    game: Annotated[str | None, typer.Argument(help="Only this game, with its options.", metavar="[GAME]")] = None,
    json: JSON = False,
) -> None:
    """List all games, or the options of one.

    Example: ludus games --json
    """
    rows: list[dict[str, Any]] = []
    for name in ludus.games() if game is None else [game]:
        rows.append(_row(name, must_open=game is not None))
    if json:
        for row in rows:
            print_json(row)
        return
    from rich.console import Console
    from rich.table import Table

    table = Table("game", "seats", "actions", "kind", "about")
    for row in rows:
        fewest, most = row["seats"]
        seats = str(fewest) if fewest == most else f"{fewest}-{most}"
        table.add_row(row["game"], seats, str(row["actions"]), ", ".join(row["kinds"]) or "open", row["about"])
    Console().print(table)
    if game is not None:
        options = Table("option", "says")
        for key, says in rows[0]["options"].items():
            options.add_row(key, says)
        Console().print(options if rows[0]["options"] else f"{game} has no options")


def _row(name: str, must_open: bool = False) -> dict[str, Any]:
    try:
        game = ludus.game(name)
    except ludus.BadSpec as error:
        if must_open:
            raise
        # A broken game of somebody's package must not hide the others.
        return {"game": name, "seats": [0, 0], "actions": 0, "kinds": ["broken"], "about": str(error), "options": {}}
    fewest, most = game.seat_counts or (game.seats, game.seats)
    kinds = {"hidden": game.hidden, "chance": game.chance, "simultaneous": game.simultaneous}
    held = [word for word, holds in kinds.items() if holds]
    facts = {"game": name, "seats": [fewest, most], "actions": game.actions, "kinds": held, "about": game.about}
    return {**facts, "options": options_of(game)}


def agents(
    game: Annotated[str | None, typer.Argument(help="Also the agents that this game brings.", metavar="[GAME]")] = None,
    json: JSON = False,
) -> None:
    """List all agents with their options.

    Example: ludus agents hearthstone
    """
    known = [*catalogue(), *(ludus.game(game).agents if game else [])]
    if json:
        for name, about, options in known:
            print_json({"agent": name, "about": about, "options": dict(options)})
        return
    from rich.console import Console
    from rich.table import Table

    table = Table("agent", "about", "options")
    for name, about, options in known:
        table.add_row(name, about, "\n".join(f"{key}: {text}" for key, text in options))
    table.add_row("python:module:Class", "an agent written in Python: a class with choose(turn)", "")
    Console().print(table)
