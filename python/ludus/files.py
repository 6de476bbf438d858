"""Reading and writing files so that nothing is ever half done."""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from ludus.errors import BadFile


def write_file(path: str | Path, fill: Callable[[Path], object]) -> None:
    """Let `fill` write a new file beside the wanted one, then put it in its place in one step."""
    path = Path(path)
    try:
        handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        os.close(handle)
    except OSError as error:
        raise BadFile(f"{path} cannot be written: {error.strerror}") from error
    try:
        fill(Path(beside))
        os.chmod(beside, 0o644)
        os.replace(beside, path)
    except OSError as error:
        raise BadFile(f"{path} cannot be written: {error.strerror or error}") from error
    finally:
        Path(beside).unlink(missing_ok=True)


def read_text(path: str | Path) -> str:
    """Read a text file, or say why not."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadFile(f"{path} is no text: {error.reason} at byte {error.start}") from error
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror}") from error
