"""A batch writes into arrays of the caller and does not depend on threads."""

import os
import subprocess
import sys
from hashlib import sha256

import numpy as np
import pytest
from conftest import SPREAD

import ludus
from ludus.batch import Buffers


def run(threads, decisions=12):
    batch = ludus.Batch("leduc-poker", SPREAD, seed=4, threads=threads)
    seen = []
    for _ in range(decisions):
        batch.apply_random()
        seen += [sha256(getattr(batch, name)).digest() for name in Buffers.__dataclass_fields__]
    return seen


def test_one_thread_and_eight_give_the_same():
    assert run(1) == run(8)


def test_it_writes_into_the_arrays_of_the_caller():
    game = ludus.game("connect-four")
    buffers = Buffers.empty(game, 16)
    batch = ludus.Batch(game, 16, buffers=buffers)
    assert batch.observations is buffers.observations
    assert buffers.masks.all()
    batch.apply(np.zeros(16, np.int64))
    assert (buffers.seats == 1).all()
    assert (buffers.observations[:, 1].sum(axis=(1, 2)) == 1).all()


def test_choosing_oneself_agrees_with_single_games():
    game = ludus.game("tic-tac-toe")
    batch = ludus.Batch(game, 5, restart="never")
    states = [game.start() for _ in range(5)]
    generator = np.random.default_rng(1)
    while (batch.seats >= 0).any():
        actions = [int(generator.choice(np.flatnonzero(mask))) if mask.any() else 0 for mask in batch.masks]
        running = [not state.is_over for state in states]
        batch.apply(actions)
        for index, state in enumerate(states):
            if running[index]:
                state.apply(state.to_act[0], actions[index])
                assert batch.position(index) == state.position
                assert batch.rewards[index].tolist() == list(state.returns)
                assert batch.terminated[index] == state.is_over


@pytest.mark.parametrize(
    ("actions", "error", "message"),
    [
        ([0, 0], ludus.IllegalAction, "3 actions are needed, one per state, not 2"),
        ([0, 1, 9], ludus.IllegalAction, "state 2: seat 0 may not take action 9"),
        ([[0], [0], [0]], ValueError, "one whole number"),
        ([0.5, 0, 0], ValueError, "one whole number"),
        ([-1, 0, 0], ValueError, "one whole number"),
        ([0, 2**32, 0], ludus.IllegalAction, "4294967296 is no action; tic-tac-toe has the actions 0 to 8"),
    ],
)
def test_a_wrong_call_changes_nothing(actions, error, message):
    batch = ludus.Batch("tic-tac-toe", 3)
    before = [batch.position(index) for index in range(3)]
    with pytest.raises(error, match=message):
        batch.apply(actions)
    assert [batch.position(index) for index in range(3)] == before


FORKS = """
import os, sys, ludus
batch, alone = (ludus.Batch("connect-four", 20_000, seed=1, threads=threads) for threads in (2, 1))
batch.apply_random(20)
alone.apply_random(20)
child = os.fork()
batch.apply_random(5)
alone.apply_random(5)
same = bool((batch.observations == alone.observations).all())
if child == 0:
    os._exit(0 if same else 3)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) or int(not same))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system forks no processes")
def test_a_batch_goes_on_in_a_process_that_was_forked_off():
    answer = subprocess.run([sys.executable, "-c", FORKS], timeout=120, check=False)
    assert answer.returncode == 0


def test_wrong_arrays_are_refused_by_name():
    game = ludus.game("tic-tac-toe")
    good = Buffers.empty(game, 4)
    wrong = {
        "observations": good.observations.astype(np.float64),
        "masks": np.asfortranarray(good.masks),
        "rewards": good.rewards[::2],
        "seats": np.zeros(3, np.int8),
    }
    for name, array in wrong.items():
        fields = {field: getattr(good, field) for field in Buffers.__dataclass_fields__}
        with pytest.raises(ValueError, match=name):
            ludus.Batch(game, 4, buffers=Buffers(**{**fields, name: array}))
    with pytest.raises(ValueError, match="restart `later` must be never, same or next"):
        ludus.Batch(game, 4, restart="later")


def test_random_play_in_a_batch_has_the_right_win_rate():
    batch = ludus.Batch("tic-tac-toe", 4000, seed=3, restart="never")
    wins = np.zeros(2)
    while (batch.seats >= 0).any():
        batch.apply_random()
        wins += (batch.rewards > 0).sum(axis=0)
    # 58.5 % and 28.8 %, each to four standard errors.
    assert abs(wins[0] / 4000 - 0.585) < 0.032
    assert abs(wins[1] / 4000 - 0.288) < 0.029
