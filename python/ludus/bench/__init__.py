"""Benches: named measurements that assert what they computed and run their peers on the same work.

A row's `value` is the median of its repetitions and `spread` their lowest and highest; `peer` holds the medians of
other programs, measured in turn with ours in the same run. Names never change once published.
"""

import os
import statistics
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

Measure = Callable[[], float]
"""Does the work once and returns the metric."""


@dataclass(frozen=True, slots=True)
class Bench:
    """One named measurement."""

    name: str
    """What is measured: `connect-four/batch`."""
    metric: str
    """The name of the number: `steps_per_s`."""
    unit: str
    """Its unit."""
    checked: str
    """What the measurement asserts about the work that it timed."""
    measure: Measure
    """Our side."""
    peers: dict[str, Callable[[], Measure | None]] = field(default_factory=dict)
    """Other programs: each gives its measurement, or None where it is not installed."""
    cores: int = 1
    """How many cores the work is pinned to."""


def find(pattern: str = "") -> list[Bench]:
    """Return the benches whose name contains a text."""
    from ludus.bench.rows import benches

    return [bench for bench in benches() if pattern in bench.name]


def run(bench: Bench, reps: int = 5, progress: Callable[[int, int], None] | None = None) -> dict[str, Any]:
    """Measure a bench and its peers in turn and return the row; `progress` is told how many repetitions are done."""
    peers = {name: measure for name, open_peer in bench.peers.items() if (measure := open_peer()) is not None}
    ours: list[float] = []
    theirs: dict[str, list[float]] = {name: [] for name in peers}
    with pinned(bench.cores):
        bench.measure()  # the first run warms caches and is not counted
        for done in range(reps):
            if progress is not None:
                progress(done, reps)
            ours.append(bench.measure())
            for name, measure in peers.items():
                theirs[name].append(measure())
    return {
        "bench": bench.name,
        "metric": bench.metric,
        "value": round(statistics.median(ours), 3),
        "unit": bench.unit,
        "reps": reps,
        "spread": [round(min(ours), 3), round(max(ours), 3)],
        "peer": {name: round(statistics.median(values), 3) for name, values in theirs.items()},
        "checked": bench.checked,
    }


@contextmanager
def pinned(cores: int) -> Iterator[None]:
    """Keep this process and its children on some cores, where the system can."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(before)[:cores])
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
