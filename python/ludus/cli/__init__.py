"""The `ludus` command."""

import os
import sys
import traceback
from pathlib import Path
from typing import Annotated

import typer

from ludus import __version__
from ludus.cli import bench, cards, check, demo, doctor, hearthstone, listing, play, replay, simulate
from ludus.errors import BadFile, BrokenGame, LudusError

app = typer.Typer(
    name="ludus",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def begin(
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> None:
    """Card, board and strategy games: simulate, compare, play, check."""
    if version:
        typer.echo(f"ludus {__version__}")
        raise typer.Exit


for module in (listing, play, simulate, replay, check, cards, hearthstone, bench, demo, doctor):
    module.add_to(app)

FAILED, WRONG_USE = 1, 2
INTERRUPTED = 130
"""What a shell calls a program that was interrupted; here it is one more failure."""


def main() -> None:
    """Run the command: exit code 0 when all is well, 1 when something failed, 2 when it was asked for wrongly.

    An interruption is left to `ludus_command`, which calls this.
    """
    # Classes named as python:module:Class may live in the folder that the command is called in.
    sys.path.insert(0, str(Path.cwd()))
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:  # the caller has closed it
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w"))  # noqa: SIM115
    try:
        _run()
    except BrokenGame as error:
        _leave(str(error), FAILED)
    except BadFile as error:
        _leave(str(error), WRONG_USE)
    except BrokenPipeError:
        # The reader of our output has gone (`ludus ... | head`): nothing is left to say.
        _abandon_output()
        sys.exit(FAILED)
    except OSError as error:
        _abandon_output()
        _leave(f"the output cannot be written: {error.strerror or error}", FAILED)
    except (LudusError, ValueError, OverflowError, MemoryError) as error:
        _leave(str(error) or "there is not enough memory", WRONG_USE)
    except Exception as error:
        _show_mistake(error)
        sys.exit(FAILED)


def _run() -> None:
    try:
        app()
    except SystemExit as left:
        if left.code == INTERRUPTED:
            raise KeyboardInterrupt from None
        raise
    finally:
        sys.stdout.flush()


def _abandon_output() -> None:
    """Let nothing be written any more, also not when the interpreter ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _leave(message: str, code: int) -> None:
    typer.echo(f"error: {message}", err=True)
    sys.exit(code)


def _show_mistake(error: Exception) -> None:
    """Print an exception of somebody's game or agent without the frames of the command that led to it."""
    own = (str(Path(typer.__file__).parent), str(Path(__file__).parent))
    frames = traceback.TracebackException.from_exception(error)
    inner = [frame for frame in frames.stack if not frame.filename.startswith(own)]
    frames.stack = traceback.StackSummary.from_list(inner)
    typer.echo("".join(frames.format()).rstrip(), err=True)
