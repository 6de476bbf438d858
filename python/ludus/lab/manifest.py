"""What a result must say of the machine that made it."""

import os
import platform
from functools import cache
from pathlib import Path
from typing import Any

MANIFEST_KEY = "ludus"
"""The key of the manifest in the metadata of a Parquet file."""


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
