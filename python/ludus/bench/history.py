"""The history of measurements: a CSV file that only grows."""

import csv
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ludus.errors import BadFile
from ludus.lab.manifest import cpu_name

COLUMNS = (
    "date",
    "commit",
    "machine",
    "command",
    "bench",
    "metric",
    "value",
    "unit",
    "reps",
    "low",
    "high",
    "peer",
    "checked",
)


def append(path: Path, row: dict[str, Any]) -> None:
    """Append one row of a bench."""
    low, high = row["spread"]
    peers = " ".join(f"{name}={value}" for name, value in row["peer"].items())
    values = (
        datetime.now(UTC).strftime("%Y-%m-%d %H:%M"),
        _commit(),
        cpu_name(),
        " ".join([Path(sys.argv[0]).name, *sys.argv[1:]]),
        *(row[name] for name in ("bench", "metric", "value", "unit", "reps")),
        low,
        high,
        peers,
        row["checked"],
    )
    try:
        new = not path.exists()
        with path.open("a", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, lineterminator="\n")
            if new:
                writer.writerow(COLUMNS)
            writer.writerow(values)
    except OSError as error:
        raise BadFile(f"{path} cannot be written: {error.strerror}") from error


def _commit() -> str:
    answer = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    return answer.stdout.strip() or "unknown"
