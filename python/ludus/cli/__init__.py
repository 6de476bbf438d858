"""The `ludus` command."""

import sys
from pathlib import Path

import typer

from ludus.cli import bench, check, demo, doctor, listing, play, replay, simulate
from ludus.errors import BrokenGame, LudusError

app = typer.Typer(
    name="ludus",
    help="Card, board and strategy games: simulate, compare, play, check.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

for module in (listing, play, simulate, replay, check, bench, demo, doctor):
    module.add_to(app)

FAILED, WRONG_USE = 1, 2


def main() -> None:
    """Run the command: exit code 0 when all is well, 1 when something failed, 2 when it was asked for wrongly."""
    # Classes named as python:module:Class may live in the folder that the command is called in.
    sys.path.insert(0, str(Path.cwd()))
    try:
        app()
    except BrokenGame as error:
        _leave(str(error), FAILED)
    except (LudusError, ValueError) as error:
        _leave(str(error), WRONG_USE)
    except BrokenPipeError:
        # The reader of our output has gone (`ludus ... | head`): nothing is left to say.
        sys.stderr.close()
        sys.exit(FAILED)


def _leave(message: str, code: int) -> None:
    typer.echo(f"error: {message}", err=True)
    sys.exit(code)
