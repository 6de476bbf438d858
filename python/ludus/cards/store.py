"""Where cards come from on this machine, and where their compiled table is kept."""

import json
import os
import sys
import zlib
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from ludus import _core
from ludus.errors import BadFile, MissingPackage
from ludus.files import read_bytes, write_file

Progress = Callable[[str, int, int], None]
"""Is told the stage, how much of it is done, and how much there is."""

Source = tuple[str, str, bytes]
"""What a file of cards is, its name, and what is in it."""

MAGIC = b"ludus import 1\n"
"""How a file of imported cards begins."""


def hearthstone_data() -> Path | None:
    """Return the file of card data of the installed package `hearthstone-data`, if there is one."""
    spec = find_spec("hearthstone_data")
    path = Path(spec.origin).with_name("CardDefs.xml") if spec and spec.origin else None
    return path if path and path.is_file() else None


def require_hearthstone_data() -> Path:
    """Return the file of card data, or say what to install."""
    path = hearthstone_data()
    if path is None:
        raise MissingPackage("hearthstone-data", "hearthstone")
    return path


def cache_folder() -> Path:
    """Return the folder for what can be made again: `LUDUS_CACHE`, or the one that the system provides."""
    return _folder("LUDUS_CACHE", "XDG_CACHE_HOME", ".cache", "Library/Caches")


def data_folder() -> Path:
    """Return the folder for what was imported: `LUDUS_DATA`, or the one that the system provides."""
    return _folder("LUDUS_DATA", "XDG_DATA_HOME", ".local/share", "Library/Application Support")


def import_file() -> Path:
    """Return the file that holds the imported Flesh and Blood cards."""
    return data_folder() / "flesh-and-blood.import"


def _folder(own: str, shared: str, linux: str, mac: str) -> Path:
    if named := os.environ.get(own):
        return Path(named)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / mac
    else:
        base = Path(os.environ.get(shared) or Path.home() / linux)
    return base / "ludus"


def packed(sources: list[Source]) -> bytes:
    """Return several files as one, with a checksum."""
    names = [[role, name, len(content)] for role, name, content in sources]
    body = json.dumps(names).encode() + b"\n" + b"".join(content for _, _, content in sources)
    return MAGIC + f"{zlib.crc32(body)}\n".encode() + body


def imported() -> list[Source]:
    """Return the files that were imported; none where nothing was."""
    path = import_file()
    if not path.is_file():
        return []
    content = read_bytes(path)
    checksum, _, body = content.removeprefix(MAGIC).partition(b"\n")
    if not content.startswith(MAGIC) or checksum != str(zlib.crc32(body)).encode():
        raise BadFile(f"{path} is damaged: import the cards of Flesh and Blood again, or delete the file")
    names, _, rest = body.partition(b"\n")
    out: list[Source] = []
    for role, name, length in json.loads(names):
        out.append((role, name, rest[:length]))
        rest = rest[length:]
    return out


def sources() -> list[Source]:
    """Return the text files of cards: those that are built in, and what was imported."""
    out: list[Source] = [("program", "ludus", _program())]
    for system, role, path, text in _core.built_in_content():
        if role not in ("deck", "verified"):
            out.append((f"names:{system}" if role == "names" else role, f"content/{path}", text.encode()))
    return out + imported()


def _program() -> bytes:
    """The program that compiles texts, by size and time: another one may understand them in another way."""
    facts = Path(_core.__file__).stat()
    return f"{facts.st_size} {facts.st_mtime_ns}".encode()


def open_table(progress: Progress | None = None) -> _core.CardTable:
    """Return the table of all cards: from the cache where it is current, else built and put there."""
    files, data = sources(), hearthstone_data()
    path = cache_folder() / "cards.pack"
    kept = _kept(path)
    table = _core.CardTable.open(data, files, kept) if kept else None
    if table is None:
        table, pack = _core.CardTable.build(data, files, progress)
        _keep(path, pack)
    return table


def _kept(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""  # there is none yet, or it cannot be read: it is built again


def _keep(path: Path, pack: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, lambda file: file.write(pack))
    except OSError as error:
        # A machine without a folder to write to builds the table each time.
        sys.stderr.write(f"the table of cards cannot be kept: {error}\n")
