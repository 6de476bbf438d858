"""`ludus simulate` and `ludus tournament`: many games between agents."""

import time
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO, Literal

import typer

import ludus
from ludus.cli.options import (
    AGENTS,
    GAME,
    GAMES,
    JOBS,
    JSON,
    OUTPUT,
    PRECISION,
    QUIET,
    SEED,
    print_json,
    progress_bar,
)
from ludus.files import check_writable, write_file

if TYPE_CHECKING:
    from ludus.lab import Result


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("simulate")(simulate)
    app.command("tournament")(tournament)


DECKS = Annotated[
    list[str] | None, typer.Option("--deck", help="In games with decks: the deck of the next seat. Repeat it.")
]
COUNT = Annotated[
    bool, typer.Option("--count", help="Count what the game can count, such as turns; it goes into the Parquet file.")
]


ASKED_GAME = Annotated[
    str | None, typer.Argument(help="A game; where none is named, everything is asked for.", metavar="[GAME]")
]
LOG = Annotated[
    Path | None,
    typer.Option("--log", help="Write what happens in every game to this file, a JSON line for each event."),
]


def simulate(
    game: ASKED_GAME = None,
    agent: AGENTS = None,
    deck: DECKS = None,
    games: GAMES = 1000,
    seed: SEED = 0,
    swap: Annotated[bool, typer.Option(help="Let the agents change seats from game to game.")] = False,
    precision: PRECISION = None,
    count: COUNT = False,
    jobs: JOBS = None,
    quiet: QUIET = False,
    log: LOG = None,
    json: JSON = False,
    output: OUTPUT = None,
) -> None:
    """Play many games between agents on fixed seats.

    Example: ludus simulate connect-four -a greedy -a random -n 500 --seed 1
    """
    _check_output(output)
    if log is not None:
        check_writable(log)
    if game is None:
        game, deck, agent, games = _ask()
    begin = time.perf_counter()
    opened = ludus.game(game, **_deck_options(deck))
    prepared = time.perf_counter() - begin
    with progress_bar(game, quiet) as progress:
        result = ludus.simulate(
            opened,
            agent or ["random"],
            games,
            seed=seed,
            swap=swap,
            precision=precision,
            count=count,
            threads=jobs,
            progress=progress,
        )
    if log is not None:
        write_file(log, lambda file: _write_log(result, file))
    _report(result, prepared, json, output)


def _ask() -> tuple[str, list[str], list[str], int]:
    """Ask for what the command line has not said: game, decks, agents, number of games."""

    def answer(question: str, default: str) -> str:
        try:
            return str(typer.prompt(question, default=default, err=True))
        except typer.Abort:
            raise ValueError(
                f"there is no answer to `{question}`; or name everything: see ludus simulate --help"
            ) from None

    game = answer("game", "connect-four")
    opened = ludus.game(game)
    seats = range(opened.seats)
    takes_decks = opened.spec.startswith("hearthstone")
    decks = [answer(f"deck of seat {seat}", "the-herd") for seat in seats] if takes_decks else []
    agents = [answer(f"agent of seat {seat}", "random") for seat in seats]
    games = answer("number of games", "1000")
    if not games.isdecimal() or games == "0":
        raise ValueError(f"the number of games must be a whole number from 1, not `{games}`")
    return game, decks, agents, int(games)


def _write_log(result: "Result", file: BinaryIO) -> None:
    """Write what happened in every game of a result, one JSON line for each event."""
    for row in range(len(result)):
        last = result.replay(row)
        state = last.at(len(last))
        for place, event in enumerate(state.events()):
            file.write(dumps({"game": row, "event": place, "what": event}).encode() + b"\n")
        file.write(dumps({"game": row, "returns": list(state.returns)}).encode() + b"\n")


def tournament(
    game: GAME,
    agent: AGENTS = None,
    deck: DECKS = None,
    games: GAMES = 1000,
    format: Annotated[str, typer.Option("-t", "--format", help="round-robin or gauntlet.")] = "round-robin",
    seed: SEED = 0,
    swap: Annotated[bool, typer.Option(help="Play every match in all orders of seats.")] = True,
    precision: PRECISION = None,
    count: COUNT = False,
    jobs: JOBS = None,
    quiet: QUIET = False,
    json: JSON = False,
    output: OUTPUT = None,
) -> None:
    """Play agents against each other: everyone against everyone, or the first against each of the others.

    Example: ludus tournament leduc-poker -a random -a greedy -a ismcts:iterations=50 -n 100
    """
    _check_output(output)
    kind: Literal["round-robin", "gauntlet"] = "gauntlet" if format == "gauntlet" else "round-robin"
    if kind != format:
        raise ValueError(f"format {format!r} must be 'round-robin' or 'gauntlet'")
    begin = time.perf_counter()
    opened = ludus.game(game, **_deck_options(deck))
    prepared = time.perf_counter() - begin
    with progress_bar(game, quiet) as progress:
        result = ludus.tournament(
            opened,
            agent or ["random"],
            games,
            format=kind,
            seed=seed,
            swap=swap,
            precision=precision,
            count=count,
            threads=jobs,
            progress=progress,
        )
    _report(result, prepared, json, output)


def _deck_options(decks: list[str] | None) -> dict[str, str]:
    """Return the options that name the decks of the seats."""
    return {f"deck{seat or ''}": text for seat, text in zip((0, *range(2, 9)), decks or [], strict=False)}


def _check_output(output: Path | None) -> None:
    """Find out before the first game, and not after the last, that a file cannot be written."""
    if output is None:
        return
    if output.suffix != ".parquet":
        raise ValueError(f"{output}: the games are written as Parquet; name the file something.parquet")
    check_writable(output)
    try:
        import pyarrow  # noqa: F401
    except ImportError as error:
        raise ludus.MissingPackage("pyarrow", "data") from error


def _report(result: "Result", prepared: float, json: bool, output: Path | None) -> None:
    try:
        _print(result, prepared, json)
    finally:
        # Neither a file that cannot be written nor an output that is closed takes the other with it.
        if output is not None:
            result.save(output)
    if output is not None and not json:
        typer.echo(f"written to {output}")
    if result.interrupted:
        asked = result.manifest["games_asked"]
        played = result.manifest["games_per_match"]
        typer.echo(f"interrupted after {played} of {asked} games per match; these are reported", err=True)
        raise typer.Exit(1)


def _print(result: "Result", prepared: float, json: bool) -> None:
    if json:
        for row in result.standings:
            print_json({"game": result.manifest["game"], **row})
        return
    typer.echo(result.table())
    rate = len(result) / result.seconds if result.seconds else float("nan")
    typer.echo(f"{len(result)} games of {result.manifest['game']} in {result.seconds:.2f} s ({rate:,.0f} per second)")
    told = [f"{int(result.games['decisions'].sum()):,} decisions"]
    if "turns" in result.games:
        told.append(f"{int(result.games['turns'].sum()):,} turns")
    typer.echo(f"{', '.join(told)}; prepared in {prepared:.2f} s")
