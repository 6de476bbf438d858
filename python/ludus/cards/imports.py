"""Cards that a user has and that do not come with the platform."""

import shutil
import subprocess
from pathlib import Path

from ludus import _core
from ludus.cards.store import Source, import_file, packed
from ludus.cards.table import forget
from ludus.errors import BadFile
from ludus.files import read_bytes, write_file

DUMP = """
const { cards } = require(process.argv[1]);
if (!Array.isArray(cards)) throw new Error("it holds no list `cards`");
process.stdout.write(JSON.stringify(cards, null, 1));
"""
"""Lets Node.js print the cards of the npm package `@flesh-and-blood/cards`."""

PATIENCE = 120
"""For how many seconds Node.js may think about a package."""


def import_flesh_and_blood(path: str | Path) -> int:
    """Take over Flesh and Blood cards and return how many there are.

    What was imported before is replaced, in one step and only when the new cards could be read.

    Args:
        path: The folder of the npm package `@flesh-and-blood/cards` (or one in which it is installed), or `card.json`
            or `card.csv` of the-fab-cube (with `card-printing.csv` beside it, or the cards are in no set), or the
            folder of these files.
    """
    found = _sources(Path(path))
    count = _core.count_imported(found)
    file = import_file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(f"{file.parent} cannot be written: {error.strerror or error}") from error
    write_file(file, lambda out: out.write(packed(found)))
    forget()
    return count


def _sources(path: Path) -> list[Source]:
    if path.is_dir():
        return _of_folder(path)
    if path.suffix == ".json":
        return [("fab-json", str(path), read_bytes(path))]
    if path.suffix in (".csv", ".tsv"):
        printings = path.with_name(path.name.replace("card", "card-printing", 1))
        beside = [("fab-printings", str(printings), read_bytes(printings))] if printings.is_file() else []
        return [("fab-csv", str(path), read_bytes(path)), *beside]
    if not path.exists():
        raise BadFile(f"there is no file or folder {path}")
    raise BadFile(f"{path} is neither the folder of the npm package nor a card.json or card.csv")


def _of_folder(folder: Path) -> list[Source]:
    for name in ("card.json", "card.csv"):
        if (folder / name).is_file():
            return _sources(folder / name)
    installed = folder / "node_modules" / "@flesh-and-blood" / "cards"
    package = installed if installed.is_dir() else folder
    if not (package / "package.json").is_file():
        raise BadFile(
            f"{folder} holds no cards: it is neither the folder of an npm package (there is no package.json) nor does "
            "it hold a card.json or card.csv"
        )
    return [("fab-json", str(package), _package(package))]


def _package(folder: Path) -> bytes:
    """Return the cards of the npm package as JSON: they are a program, which Node.js has to run."""
    node = shutil.which("node")
    if node is None:
        raise BadFile(f"{folder} holds a program for Node.js, and `node` is not installed")
    command = [node, "-e", DUMP, str(folder.resolve())]
    try:
        answer = subprocess.run(command, capture_output=True, check=False, stdin=subprocess.DEVNULL, timeout=PATIENCE)
    except subprocess.TimeoutExpired as error:
        raise BadFile(
            f"{folder} cannot be read as a package of cards: it takes more than {PATIENCE} seconds"
        ) from error
    if answer.returncode != 0 or not answer.stdout:
        lines = answer.stderr.decode(errors="replace").strip().splitlines()
        why = next((line.strip() for line in lines if "Error" in line), "it prints nothing")
        raise BadFile(f"{folder} cannot be read as a package of cards: {why.removeprefix('Error: ')}")
    return answer.stdout
