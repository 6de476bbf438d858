"""Files of cards that designers write."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludus.cards.table import everything
from ludus.files import read_bytes


@dataclass(frozen=True, slots=True)
class Checked:
    """A card of a designer's file, read and compiled."""

    facts: dict[str, Any]
    """Its facts as plain data."""
    status: str
    """`no-text`, `compiled` or `refused`."""
    tree: Any
    """What the text means, as plain data."""
    refusal: str | None
    """Why the text is refused."""
    phrase: str | None
    """The words at fault."""


def check(path: str | Path, game: str | None = None, set_name: str | None = None) -> list[Checked]:
    """Read a file of cards (`.toml`, `.csv`, `.tsv` or `.xlsx`) and compile every text.

    Args:
        path: The file.
        game: The game of cards that do not say it themselves.
        set_name: The set of cards that do not say it themselves.

    Raises:
        BadCards: Something is wrong with the file; every mistake is named with its line and field.
        BadFile: The file cannot be read.
    """
    rows = json.loads(everything().check_file(str(path), read_bytes(path), game, set_name))
    return [Checked(row["card"], row["status"], row["tree"], row["refusal"], row["phrase"]) for row in rows]
