"""What stands in the file of a result: how it is read, and what it says of the machine that made it."""

import itertools
import json
import os
import platform
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from ludus.errors import BadFile

if TYPE_CHECKING:
    import numpy.typing as npt
    import pyarrow

MANIFEST_KEY = "ludus"
"""The key of the manifest in the metadata of a Parquet file."""


_Kind = tuple[str, type | tuple[type, ...]]
_TEXT: _Kind = ("a text", str)
_WHOLE: _Kind = ("a whole number", int)
_NUMBER: _Kind = ("a number", (int, float))
_NUMBER_OR_NULL: _Kind = ("a number or null", (int, float, type(None)))
_TRUTH: _Kind = ("true or false", bool)
_FIELDS: dict[str, _Kind] = {
    "ludus": _TEXT,
    "game": _TEXT,
    "content": _TEXT,
    "agents": ("an object", dict),
    "format": _TEXT,
    "games_per_match": _WHOLE,
    "swap": _TRUTH,
    "seed": _WHOLE,
    "interrupted": _TRUTH,
    "seconds": _NUMBER,
    "standings": ("a list", list),
    "counters": ("a list", list),
}
_STANDING: dict[str, _Kind] = {
    "match": _WHOLE,
    "agent": _TEXT,
    "games": _WHOLE,
    "wins": _WHOLE,
    "draws": _WHOLE,
    "losses": _WHOLE,
    "win_rate": _NUMBER,
    "win_low": _NUMBER,
    "win_high": _NUMBER,
    "mean_return": _NUMBER,
    "return_se": _NUMBER_OR_NULL,
}
_NUMBERS_OF_A_GAME = ("match", "game", "rotation", "seed", "agent_seed", "decisions")


def read_manifest(path: object, text: bytes | None) -> dict[str, Any]:
    """Return the manifest of a file, or say what is wrong with it."""
    if text is None:
        raise BadFile(f"{path} holds no manifest: it was not written by ludus")
    where = f"the manifest of {path}"
    try:
        manifest = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadFile(f"{where} is no JSON: {error}") from error
    _check_fields(where, manifest, _FIELDS)
    if not manifest["agents"]:
        raise BadFile(f"{where} names no agents")
    _check_fields(f"agents in {where}", manifest["agents"], dict.fromkeys(manifest["agents"], _TEXT))
    for place, row in enumerate(manifest["standings"]):
        _check_fields(f"standings[{place}] in {where}", row, _STANDING)
        if row["games"] < 1:
            raise BadFile(f"standings[{place}] in {where} has a wrong games: {row['games']} should be at least 1")
    return cast("dict[str, Any]", manifest)


def _check_fields(where: str, found: object, fields: dict[str, _Kind]) -> None:
    if not isinstance(found, dict):
        raise BadFile(f"{where} is no JSON object")
    for name, (words, kind) in fields.items():
        if name not in found:
            raise BadFile(f"{where} has no {name}")
        value = found[name]
        # JSON tells true from 1, but to Python it is a whole number.
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise BadFile(f"{where} has a wrong {name}: {json.dumps(value)[:40]} should be {words}")


def read_games(
    path: object, table: "pyarrow.Table", agents: Collection[str], counters: Collection[str]
) -> "dict[str, npt.NDArray[Any]]":
    """Return the columns of a file, or say what is wrong with them."""
    if not len(table):
        raise BadFile(f"{path} holds no games")
    seats = itertools.takewhile(
        lambda seat: {f"agent_{seat}", f"return_{seat}"} & set(table.column_names), itertools.count()
    )
    names = [*_NUMBERS_OF_A_GAME, *(f"{name}_{seat}" for seat in seats for name in ("agent", "return"))]
    names += counters
    for name in [*names, "agent_0", "return_0"]:
        if name not in table.column_names:
            raise BadFile(f"{path} has no column {name}")
        wanted, held = _holds(name, table[name], agents, counters)
        if not held:
            raise BadFile(f"the column {name} of {path} must hold {wanted}")
    return {name: table[name].to_numpy() for name in names}


def _holds(
    name: str, column: "pyarrow.ChunkedArray", agents: Collection[str], counters: Collection[str]
) -> tuple[str, bool]:
    """Return what a column must hold, and whether it does."""
    import pyarrow as pa
    import pyarrow.compute as pc

    whole, kind = not column.null_count, column.type
    if name in _NUMBERS_OF_A_GAME or name in counters:
        return "whole numbers from 0", whole and pa.types.is_integer(kind) and pc.min(column).as_py() >= 0
    if name.startswith("return_"):
        return "finite numbers", whole and pa.types.is_floating(kind) and pc.all(pc.is_finite(column)).as_py()
    texts = pa.types.is_dictionary(kind) or pa.types.is_string(kind)
    return "agents of the manifest", whole and texts and set(column.unique().to_pylist()) <= set(agents)


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
