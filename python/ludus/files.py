"""Reading and writing files so that nothing is ever half done."""

import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ludus.errors import BadFile, BadReplay, BadSpec


def write_file(path: str | Path, fill: Callable[[Path], object]) -> None:
    """Let `fill` write a new file beside the wanted one, then put it in its place in one step.

    A link is followed, a file keeps its permissions, and what is no regular file (a pipe, a device) is written as is.
    """
    try:
        target = Path(os.path.realpath(path))
        if target.exists() and not target.is_file():
            fill(target)
            return
        beside = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
        try:
            fill(beside)
            if target.exists():
                beside.chmod(target.stat().st_mode & 0o7777)
            beside.replace(target)
        finally:
            beside.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        raise BadFile(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}") from error


def check_writable(path: Path) -> None:
    """Raise `BadFile` when a file cannot be written, before any work is done for it."""
    folder = path.resolve().parent
    if path.is_dir():
        problem = "it is a folder"
    elif not folder.is_dir():
        problem = f"there is no folder {folder}"
    elif not os.access(path if path.exists() else folder, os.W_OK):
        problem = "permission denied"
    else:
        return
    raise BadFile(f"{path} cannot be written: {problem}")


def read_text(path: str | Path) -> str:
    """Read a text file, or say why not."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadFile(f"{path} is no text: {error.reason} at byte {error.start}") from error
    except (OSError, ValueError) as error:
        raise BadFile(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from error


@contextmanager
def content_of(path: str | Path) -> Iterator[None]:
    """Put the name of a file before what is wrong with its content."""
    try:
        yield
    except (BadReplay, BadSpec) as error:
        raise type(error)(f"{path}: {error}") from error
