"""Reading and writing files so that nothing is ever half done."""

import io
import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from ludus.errors import BadFile, BadReplay, BadSpec


def write_file(path: str | Path, fill: Callable[[BinaryIO], object]) -> None:
    """Let `fill` write a new file beside the wanted one, then put it in its place in one step.

    A link is followed, a file keeps its permissions, and what is no regular file (a pipe, a device) is written as is.
    """
    try:
        target = Path(os.path.realpath(path))
        if target.exists() and not target.is_file():
            content = io.BytesIO()
            fill(content)
            target.write_bytes(content.getvalue())
            return
        beside = _beside(target)
        try:
            with beside.open("xb") as file:
                fill(file)
            if target.exists():
                beside.chmod(target.stat().st_mode & 0o7777)
            beside.replace(target)
        finally:
            beside.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        raise BadFile(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}") from error


def check_writable(path: Path) -> None:
    """Raise `BadFile` when a file cannot be written, before any work is done for it."""
    problem = _why_not(Path(os.path.realpath(path)))
    if problem is not None:
        raise BadFile(f"{path} cannot be written: {problem}")


def _why_not(target: Path) -> str | None:
    if target.is_dir():
        return "it is a folder"
    if not target.parent.is_dir():
        return f"there is no folder {target.parent}"
    if target.exists() and not os.access(target, os.W_OK):
        return "permission denied"
    if target.is_file() or not target.exists():
        # Rights do not tell all: there are folders that take no files from anybody.
        beside = _beside(target)
        try:
            beside.touch(exist_ok=False)
            beside.unlink()
        except OSError as error:
            return error.strerror or str(error)
    return None


def _beside(target: Path) -> Path:
    return target.with_name(f".{target.name}.{secrets.token_hex(4)}")


def read_text(path: str | Path) -> str:
    """Read a text file, or say why not."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadFile(f"{path} is no text: {error.reason} at byte {error.start}") from error
    except (OSError, ValueError) as error:
        raise BadFile(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from error


def read_bytes(path: str | Path) -> bytes:
    """Read a file, or say why not."""
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise BadFile(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from error


@contextmanager
def content_of(path: str | Path) -> Iterator[None]:
    """Put the name of a file before what is wrong with its content."""
    try:
        yield
    except (BadReplay, BadSpec) as error:
        raise type(error)(f"{path}: {error}") from error
