"""Cards that a user has and that do not come with the platform."""

import shutil
import subprocess
from pathlib import Path

from ludus import _core
from ludus.cards.store import IMPORTS, Source, import_folder
from ludus.cards.table import forget
from ludus.errors import BadFile
from ludus.files import read_bytes, write_file

DUMP = "process.stdout.write(JSON.stringify(require(process.argv[1]).cards))"
"""Lets Node.js print the cards of the npm package `@flesh-and-blood/cards`."""


def import_flesh_and_blood(path: str | Path) -> int:
    """Take over Flesh and Blood cards and return how many there are.

    What was imported before is replaced.

    Args:
        path: The folder of the npm package `@flesh-and-blood/cards`, or `card.json` or `card.csv` of the-fab-cube
            (with `card-printing.csv` beside it, or the cards are in no set).
    """
    found = _sources(Path(path))
    table, _ = _core.CardTable.build(None, found, None)
    folder = import_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for role, _, content in found:
            write_file(folder / IMPORTS[role], lambda file, content=content: file.write(content))
        for role, name in IMPORTS.items():
            if role not in [one for one, _, _ in found]:
                (folder / name).unlink(missing_ok=True)
    except OSError as error:
        raise BadFile(f"{folder} cannot be written: {error.strerror or error}") from error
    forget()
    return len(table)


def _sources(path: Path) -> list[Source]:
    if path.is_dir():
        return [("fab-json", str(path), _package(path))]
    if path.suffix == ".json":
        return [("fab-json", str(path), read_bytes(path))]
    if path.suffix in (".csv", ".tsv"):
        printings = path.with_name(path.name.replace("card", "card-printing", 1))
        beside = [("fab-printings", str(printings), read_bytes(printings))] if printings.is_file() else []
        return [("fab-csv", str(path), read_bytes(path)), *beside]
    raise BadFile(f"{path} is neither the folder of the npm package nor a card.json or card.csv")


def _package(folder: Path) -> bytes:
    """Return the cards of the npm package as JSON: they are a program, which Node.js has to run."""
    if not (folder / "package.json").is_file():
        raise BadFile(f"{folder} is not the folder of an npm package: it holds no package.json")
    node = shutil.which("node")
    if node is None:
        raise BadFile(f"{folder} holds a program for Node.js, and `node` is not installed")
    answer = subprocess.run([node, "-e", DUMP, str(folder.resolve())], capture_output=True, check=False)
    if answer.returncode != 0 or not answer.stdout:
        lines = answer.stderr.decode(errors="replace").strip().splitlines()
        why = next((line for line in lines if "Error" in line), "it holds no cards")
        raise BadFile(f"{folder} cannot be read as a package of cards: {why}")
    return answer.stdout
