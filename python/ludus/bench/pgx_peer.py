"""Pgx on one core, in a process of its own: JAX takes its threads and flags at its first import."""

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Callable

SIZES = (256, 1024, 4096, 16384)
"""The batch sizes that are tried; the best one is the peer."""

STEPS = 64
"""Steps inside one compiled call."""


def open_pgx() -> Callable[[], float] | None:
    """Return a measurement of Pgx's connect four at its best batch size, or None where it is not installed."""
    if any(importlib.util.find_spec(name) is None for name in ("jax", "pgx")):
        return None
    flags = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    environment = {**os.environ, "XLA_FLAGS": flags, "JAX_PLATFORMS": "cpu"}

    def measure() -> float:
        command = [sys.executable, "-m", "ludus.bench.pgx_peer"]
        answer = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
        rates: dict[str, float] = json.loads(answer.stdout.splitlines()[-1])
        return max(rates.values())

    return measure


def main() -> None:
    """Print the steps per second for each batch size as JSON."""
    import time

    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("connect_four")
    begin_all = jax.jit(jax.vmap(env.init))
    step_all = jax.vmap(auto_reset(env.step, env.init))

    def step(carry, _):  # type: ignore[no-untyped-def] # noqa: ANN001, ANN202
        states, key = carry
        key, choosing, stepping = jax.random.split(key, 3)
        logits = jax.numpy.where(states.legal_action_mask, 0.0, -1e9)
        actions = jax.random.categorical(choosing, logits, axis=-1)
        return (step_all(states, actions, jax.random.split(stepping, actions.shape[0])), key), None

    run = jax.jit(lambda carry: jax.lax.scan(step, carry, None, length=STEPS)[0])
    rates = {}
    for size in SIZES:
        key = jax.random.PRNGKey(0)
        carry = jax.block_until_ready(run((begin_all(jax.random.split(key, size)), key)))
        seconds = []
        for _ in range(3):
            begin = time.perf_counter()
            carry = jax.block_until_ready(run(carry))
            seconds.append(time.perf_counter() - begin)
        rates[size] = size * STEPS / min(seconds)
    sys.stdout.write(json.dumps(rates) + "\n")


if __name__ == "__main__":
    main()
