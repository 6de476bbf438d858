"""Files that record behaviour: compared, or written with `LUDUS_BLESS=1`."""

import os
from pathlib import Path

ROOT = Path(__file__).parents[3]
COMMAND = "LUDUS_BLESS=1 .venv/bin/python -m pytest python/tests/cards"


def compare(path: str, found: str) -> None:
    """Compare a text with the file that records it, or write the file."""
    file = ROOT / path
    if os.environ.get("LUDUS_BLESS") == "1":
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(found, encoding="utf-8")
        return
    known = file.read_text(encoding="utf-8") if file.exists() else ""
    if known != found:
        before, after = known.splitlines(), found.splitlines()
        gone, new = sorted(set(before) - set(after)), sorted(set(after) - set(before))
        shown = [*(f"- {line}" for line in gone[:15]), *(f"+ {line}" for line in new[:15])]
        count = f"{len(gone)} lines are gone and {len(new)} are new"
        listed = "\n".join(shown)
        raise AssertionError(f"{path} is not what it was: {count}\n{listed}\nif that is meant: {COMMAND}")
