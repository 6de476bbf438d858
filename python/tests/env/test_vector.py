"""The vector environment: self-play of many games, rewards, both ways of beginning anew, threads."""

import itertools
import pickle

import cloudpickle
import gymnasium
import numpy as np
import pytest
from conftest import SPREAD
from env_games import EVERY, Matches, name
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

import ludus
from ludus.env.vector import BatchEnv

every_game = pytest.mark.parametrize("game", EVERY, ids=name)
both_ways = pytest.mark.parametrize("autoreset", ["next", "same"])


def run(envs, steps, seed=0):
    """Play by the environment's own sampling and give what each step said."""
    envs.action_space.seed(seed)
    said = [envs.reset(seed=seed)]
    for _ in range(steps):
        said.append(envs.step(envs.action_space.sample()))
    return said


@both_ways
@every_game
def test_everything_has_its_declared_shape(game, autoreset):
    envs = BatchEnv(game, 5, autoreset=autoreset)
    opened = envs.game
    assert envs.single_action_space == gymnasium.spaces.Discrete(opened.actions)
    assert envs.metadata["autoreset_mode"] == (
        AutoresetMode.NEXT_STEP if autoreset == "next" else AutoresetMode.SAME_STEP
    )
    first, *steps = run(envs, 30)
    for observations, infos in [first, *((said[0], said[-1]) for said in steps)]:
        assert observations in envs.observation_space
        assert infos["seat"].shape == infos["acted"].shape == (5,)
        assert infos["rewards"].shape == (5, opened.seats)
        assert observations["action_mask"].any(axis=1).all()
        assert np.array_equal(observations["action_mask"], infos["action_mask"])
    for _, rewards, terminations, truncations, _ in steps:
        assert rewards.shape == terminations.shape == truncations.shape == (5,)
        assert terminations.dtype == truncations.dtype == np.bool_


@both_ways
@every_game
def test_the_reward_is_that_of_the_seat_that_acted_and_the_info_tells_all(game, autoreset):
    envs = BatchEnv(game, 8, autoreset=autoreset)
    (_, infos), *steps = run(envs, 60)
    seats = infos["seat"]
    games = 0
    for _, rewards, terminations, _, infos in steps:
        assert np.array_equal(infos["acted"], seats)
        for row in range(8):
            everyone = infos["rewards"][row]
            assert rewards[row] == (everyone[seats[row]] if seats[row] >= 0 else 0)
            if terminations[row]:
                games += 1
                assert everyone.sum() == pytest.approx(0)
            else:
                assert not everyone.any()
        seats = infos["seat"]
    assert games > 5


def test_a_learner_that_credits_the_info_loses_no_reward():
    envs = BatchEnv("connect-four", 50, autoreset="same")
    totals, wins = np.zeros(2), 0
    for _, _, terminations, _, infos in run(envs, 200)[1:]:
        totals += infos["rewards"].sum(axis=0)
        wins += (infos["rewards"][terminations] != 0).sum() // 2
    assert totals[0] == -totals[1]
    assert wins > 100


@every_game
def test_a_new_game_begins_with_the_step_after_the_end(game):
    envs = BatchEnv(game, 6)
    _, *steps = run(envs, 60)
    ended = np.zeros(6, np.bool_)
    for observations, rewards, terminations, _, infos in steps:
        assert (infos["acted"][ended] == -1).all()
        assert (rewards[ended] == 0).all()
        assert not terminations[ended].any()
        assert (infos["seat"][ended] >= 0).all()
        assert np.array_equal(infos["seat"] == -1, terminations)
        # The mask of a game that has ended marks action 0 alone: a masked policy stays defined.
        assert (observations["action_mask"][terminations].sum(axis=1) == 1).all()
        assert observations["action_mask"][terminations, 0].all()
        ended = terminations


@every_game
def test_a_new_game_begins_within_the_step_that_ends_one(game):
    envs = BatchEnv(game, 6, autoreset="same")
    _, *steps = run(envs, 60)
    for *_, infos in steps:
        assert (infos["seat"] >= 0).all()
        assert (infos["acted"] >= 0).all()
        assert "final_obs" not in infos
    assert any(said[2].any() for said in steps)


def test_what_a_truncated_game_shows_last_is_shown():
    envs = BatchEnv("connect-four", 3, max_decisions=4)
    _, *steps = run(envs, 6)
    observations, rewards, terminations, truncations, _ = steps[3]
    assert truncations.all()
    assert not terminations.any()
    assert not rewards.any()
    assert (observations["observation"].sum(axis=(1, 2, 3)) == 4).all()
    assert (steps[4][0]["observation"] == 0).all()
    with pytest.raises(ValueError, match="autoreset='next'"):
        BatchEnv("connect-four", 3, autoreset="same", max_decisions=4)


@both_ways
@pytest.mark.parametrize("game", ["connect-four", "leduc-poker", "goofspiel:cards=5,seats=3"])
def test_the_same_seed_gives_the_same_run_on_1_and_on_8_threads(game, autoreset):
    runs = [run(BatchEnv(game, SPREAD, autoreset=autoreset, threads=threads), 10, seed=7) for threads in (1, 8)]
    assert data_equivalence(*runs, exact=True)


def test_resets_without_a_seed_go_on_and_differ():
    streams = []
    for _ in range(2):
        envs = BatchEnv("leduc-poker", 50)
        envs.reset(seed=1)
        streams.append([envs.reset()[0]["observation"].copy() for _ in range(3)])
    assert data_equivalence(*streams, exact=True)
    assert not np.array_equal(streams[0][0], streams[0][1])


def test_several_decisions_in_a_row_are_those_of_the_same_seat():
    envs = BatchEnv(Matches(), 2)
    _, infos = envs.reset(seed=0)
    for actions in ([0, 1], [0, 0], [0, 0]):
        *_, infos = envs.step(np.array(actions))
    assert infos["seat"].tolist() == [0, 1]


@both_ways
@every_game
def test_results_are_fresh_unless_the_caller_wants_the_buffers(game, autoreset):
    said = run(BatchEnv(game, 3, autoreset=autoreset), 10)
    kept = pickle.loads(pickle.dumps(said))
    assert data_equivalence(said, kept, exact=True)
    for one, other in itertools.pairwise(said):
        assert not np.shares_memory(one[0]["observation"], other[0]["observation"])
    shared = BatchEnv(game, 3, autoreset=autoreset, copy=False)
    one, other = shared.reset(seed=0), shared.step(shared.action_space.sample())
    assert np.shares_memory(one[0]["observation"], other[0]["observation"])
    assert np.shares_memory(one[0]["action_mask"], other[0]["action_mask"])
    assert np.shares_memory(other[4]["rewards"], shared.step(shared.action_space.sample())[4]["rewards"])


@both_ways
@every_game
def test_buffers_of_the_environment_say_the_same_as_copies(game, autoreset):
    fresh, shared = (BatchEnv(game, 4, autoreset=autoreset, copy=copy) for copy in (True, False))
    fresh.action_space.seed(5)
    assert data_equivalence(fresh.reset(seed=5), shared.reset(seed=5), exact=True)
    for _ in range(30):
        actions = fresh.action_space.sample()
        assert data_equivalence(fresh.step(actions), shared.step(actions), exact=True)


def test_an_illegal_action_names_the_game_and_changes_nothing_anywhere():
    envs = BatchEnv("tic-tac-toe", 3)
    envs.reset(seed=0)
    envs.step(np.array([0, 1, 2]))
    before = [envs._batch.position(index) for index in range(3)]
    with pytest.raises(ludus.IllegalAction, match="state 1"):
        envs.step(np.array([5, 1, 5]))
    with pytest.raises(ValueError, match="actions"):
        envs.step(np.array([5, 5]))
    assert [envs._batch.position(index) for index in range(3)] == before


def test_wrong_settings_are_named():
    with pytest.raises(ValueError, match="'next' or 'same'"):
        BatchEnv("tic-tac-toe", 2, autoreset="never")
    with pytest.raises(ValueError, match="at least 1"):
        BatchEnv("tic-tac-toe", 0)
    with pytest.raises(ResetNeeded):
        BatchEnv("tic-tac-toe", 2).step(np.array([0, 0]))


@pytest.mark.parametrize("module", [pickle, cloudpickle], ids=lambda module: module.__name__)
@every_game
def test_a_stored_environment_keeps_settings_and_seeds_but_wants_a_reset(game, module):
    envs = BatchEnv(game, 3, threads=1)
    run(envs, 3)
    twin = pickle.loads(module.dumps(envs))
    with pytest.raises(ResetNeeded):
        twin.step(np.zeros(3, np.int64))
    assert data_equivalence(envs.reset(), twin.reset(), exact=True)
    actions = envs.action_space.sample()
    assert data_equivalence(envs.step(actions), twin.step(actions), exact=True)


def test_wrappers_of_gymnasium_count_its_episodes():
    envs = RecordEpisodeStatistics(BatchEnv("tic-tac-toe", 4))
    envs.reset(seed=0)
    lengths = []
    for _ in range(40):
        *_, infos = envs.step(envs.action_space.sample())
        lengths += infos["episode"]["l"][infos["_episode"]].tolist() if "episode" in infos else []
    assert lengths
    assert all(5 <= length <= 9 for length in lengths)


def test_wrappers_of_gymnasium_take_its_infos_apart():
    _, infos = DictInfoToList(BatchEnv("tic-tac-toe", 4)).reset(seed=0)
    assert [info["seat"] for info in infos] == [0, 0, 0, 0]
    assert infos[0]["action_mask"].tolist() == [1] * 9
