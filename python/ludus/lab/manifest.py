"""What a result must say of the machine that made it."""

import json
import os
import platform
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Any

from ludus.errors import BadFile

MANIFEST_KEY = "ludus"
"""The key of the manifest in the metadata of a Parquet file."""


_FIELDS: dict[str, type | tuple[type, ...]] = {
    "ludus": str,
    "game": str,
    "content": str,
    "agents": dict,
    "format": str,
    "games_per_match": int,
    "swap": bool,
    "seed": int,
    "interrupted": bool,
    "seconds": (int, float),
    "standings": list,
}
_STANDING = ("match", "agent", "games", "wins", "draws", "losses", "win_rate", "win_low", "win_high", "mean_return")
_COLUMNS = ("match", "game", "rotation", "seed", "agent_seed", "decisions", "agent_0", "return_0")


def read_manifest(path: object, text: bytes | None, columns: Collection[str]) -> dict[str, Any]:
    """Return the manifest of a file, or say what is wrong with it."""
    if text is None:
        raise BadFile(f"{path} holds no manifest: it was not written by ludus")
    try:
        manifest = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadFile(f"the manifest of {path} is no JSON: {error}") from error
    if not isinstance(manifest, dict):
        raise BadFile(f"the manifest of {path} is no JSON object")
    for name, kind in _FIELDS.items():
        if not isinstance(manifest.get(name), kind):
            raise BadFile(f"the manifest of {path} has no {name}, or one of the wrong type")
    for row in manifest["standings"]:
        if not isinstance(row, dict) or not all(name in row for name in _STANDING):
            raise BadFile(f"the manifest of {path} has standings without all of {', '.join(_STANDING)}")
    missing = [name for name in _COLUMNS if name not in columns]
    if missing:
        raise BadFile(f"{path} has no column {missing[0]}")
    return manifest


def describe_machine() -> dict[str, Any]:
    """Return the machine's facts for a manifest."""
    return {
        "machine": {
            "cpu": cpu_name(),
            "cores": os.cpu_count(),
            "system": platform.platform(),
            "python": platform.python_version(),
        }
    }


@cache
def cpu_name() -> str:
    """Return the name of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.processor() or platform.machine())
