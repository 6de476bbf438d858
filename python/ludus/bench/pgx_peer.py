"""Pgx on one core, in a process of its own: JAX takes its threads and flags at its first import."""

import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable

SIZES = (1024, 4096, 16384)
"""The batch sizes that are measured, each as a peer of its own."""

STEPS = 64
"""Steps inside one compiled call."""


def open_pgx(size: int) -> Callable[[], float] | None:
    """Return a measurement of Pgx's connect four at one batch size, or None where it is not installed."""
    if any(importlib.util.find_spec(name) is None for name in ("jax", "pgx")):
        return None
    flags = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    environment = {**os.environ, "XLA_FLAGS": flags, "JAX_PLATFORMS": "cpu"}

    def measure() -> float:
        command = [sys.executable, "-m", "ludus.bench.pgx_peer", str(size)]
        answer = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
        return float(answer.stdout.splitlines()[-1])

    return measure


def main() -> None:
    """Print the steps per second for the batch size that is the argument."""
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
    size = int(sys.argv[1])
    key = jax.random.PRNGKey(0)
    carry = jax.block_until_ready(run((begin_all(jax.random.split(key, size)), key)))
    seconds = []
    for _ in range(3):
        begin = time.perf_counter()
        carry = jax.block_until_ready(run(carry))
        seconds.append(time.perf_counter() - begin)
    sys.stdout.write(f"{size * STEPS / min(seconds)}\n")


if __name__ == "__main__":
    main()
