"""`ludus replay`: step through a game, both ways, and go on from any moment."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

import ludus
from ludus.cli.options import JSON, MOST_SEED, print_json
from ludus.draw import to_text
from ludus.files import content_of, write_file

HELP = "Enter or n: on, b: back, a number: jump there, play [AGENT]: go on against an agent, save FILE, q: quit"


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("replay")(replay)


def replay(
    file: Annotated[Path, typer.Argument(help="A replay (JSON), or a result (Parquet) with --game.")],
    game: Annotated[int | None, typer.Option("-g", "--game", help="The game of a result, by its row.", min=0)] = None,
    at: Annotated[int | None, typer.Option(help="Show this moment only.", min=0)] = None,
    seat: Annotated[int | None, typer.Option(help="Whose view; the seat to act by default.", min=0)] = None,
    seed: Annotated[
        int | None,
        typer.Option("-s", "--seed", help="The luck when you play on; as recorded by default.", min=0, max=MOST_SEED),
    ] = None,
    quiet: Annotated[bool, typer.Option("-q", "--quiet", help="Show nothing: only check the replay.")] = False,
    json: JSON = False,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Write the replay to this file.")] = None,
    hsreplay: Annotated[Path | None, typer.Option(help="Write a Hearthstone game as HSReplay document (XML).")] = None,
    power_log: Annotated[Path | None, typer.Option(help="Write a Hearthstone game as Power.log of the client.")] = None,
) -> None:
    """Step through a game, jump, go on from any moment against an agent.

    Example: ludus replay game.json --at 5
    """
    if output is not None and output.suffix == ".parquet":
        raise ValueError(f"{output}: a replay is written as JSON; name the file something.json")
    record = _open(file, game)
    if seat is not None and seat >= record.game.seats:
        raise ValueError(f"{record.game.spec} has the seats 0 to {record.game.seats - 1}, no seat {seat}")
    if at is not None and at > len(record):
        raise ValueError(f"{file} has {len(record)} decisions, no moment {at}")
    if output is not None:
        record.save(output)
    if hsreplay is not None or power_log is not None:
        _export(record, hsreplay, power_log)
    if json:
        for place in range(len(record) + 1) if at is None else [at]:
            print_json(moment(record, place))
    elif at is not None and not quiet:
        record.place = at
        show(record, seat)
    elif not quiet and (output, hsreplay, power_log) == (None, None, None):
        _step_through(record, seat, seed)


def show(record: ludus.Replay, seat: int | None = None, echo: Callable[[str], None] = typer.echo) -> None:
    """Print the moment that a replay shows."""
    state = record.state
    viewer = seat if seat is not None else (state.to_act[0] if state.to_act else 0)
    last = ""
    if record.place:
        actor, action = record.choices[record.place - 1]
        last = f", after seat {actor}: {state.describe(action)}"
    echo(f"\n{record.place} of {len(record)}{last}\n{to_text(state.view(viewer))}")


def _export(record: ludus.Replay, hsreplay: Path | None, power_log: Path | None) -> None:
    if record.game.name != "hearthstone":
        raise ValueError(f"only games of hearthstone are written for its viewers, not {record.game.spec}")
    from ludus.hearthstone import logs

    for path, told in ((hsreplay, logs.hsreplay_xml), (power_log, logs.power_log)):
        if path is not None:
            write_file(path, partial(_write, told(record).encode()))


def _write(content: bytes, out: BinaryIO) -> None:
    out.write(content)


def _open(file: Path, row: int | None) -> ludus.Replay:
    if file.suffix != ".parquet":
        return ludus.Replay.load(file)
    result = ludus.Result.load(file)
    if row is None or row >= len(result):
        raise ValueError(f"{file} holds {len(result)} games: choose one with --game, from 0 to {len(result) - 1}")
    with content_of(file):
        return result.replay(row)


def moment(record: ludus.Replay, place: int) -> dict[str, object]:
    """Return what programs are told of a moment."""
    state = record.at(place)
    row: dict[str, object] = {"decisions": place, "position": state.position, "to_act": list(state.to_act)}
    if place:
        seat, action = record.choices[place - 1]
        row |= {"seat": seat, "action": action, "text": state.describe(action)}
    if state.is_over:
        row["returns"] = list(state.returns)
    return row


def _step_through(record: ludus.Replay, seat: int | None, seed: int | None) -> None:
    typer.echo(f"{record!r}\n{HELP}")
    while True:
        show(record, seat)
        try:
            line = input("replay> ").strip()
        except (EOFError, KeyboardInterrupt):
            typer.echo()
            return
        if line in ("q", "quit", "exit"):
            return
        try:
            _do(record, line, seat, seed)
        except (ludus.LudusError, ValueError) as error:
            typer.echo(str(error))


def _do(record: ludus.Replay, line: str, seat: int | None, seed: int | None) -> None:
    word, _, rest = line.partition(" ")
    if word in ("", "n", "b"):
        record.step(-1 if word == "b" else 1)
    elif word.isdecimal():
        record.step(int(word) - record.place)
    elif word == "save" and rest:
        record.save(rest)
        typer.echo(f"written to {rest}")
    elif word == "play":
        from ludus.cli.play import go_on

        state = record.branch(seed)
        seat = seat if seat is not None else (state.to_act[0] if state.to_act else 0)
        go_on(state, rest, seat, record.seed if seed is None else seed)
    else:
        typer.echo(HELP)
