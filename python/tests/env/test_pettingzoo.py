"""The PettingZoo environments: their own checkers, rewards, masks, simultaneous rounds and misuse."""

import copy
import pickle

import cloudpickle
import numpy as np
import pytest
from env_games import EVERY, Matches, Pennies, name
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

import ludus
from ludus.env.pettingzoo import RoundEnv, TurnEnv

EXPECTED = [
    # Masks make observations dictionaries; PettingZoo's own games with masks are on a list of exceptions by name.
    r"ignore:Observation space for each agent probably should be:UserWarning",
    r"ignore:Observation is not a NumPy array:UserWarning",
    # An empty board is all zeros.
    r"ignore:Observation numpy array is all zeros:UserWarning",
]


def expected(test):
    for warning in EXPECTED:
        test = pytest.mark.filterwarnings(warning)(test)
    return test


every_game = pytest.mark.parametrize("game", EVERY, ids=name)
both_interfaces = pytest.mark.parametrize("interface", [TurnEnv, RoundEnv])


def step(env):
    if isinstance(env, RoundEnv):
        return env.step({agent: env.action_space(agent).sample() for agent in env.agents})
    agent = env.agent_selection
    ended = env.terminations[agent] or env.truncations[agent]
    return env.step(None if ended else env.action_space(agent).sample())


def ask(env):
    """Play an AEC game by the environment's own sampling and give what each agent was told when it was asked."""
    for agent in env.agent_iter():
        told = env.last()
        action = None if told[2] or told[3] else env.action_space(agent).sample()
        yield agent, *told, action
        env.step(action)


@expected
@every_game
def test_pettingzoo_accepts_every_game_in_turns(game, capsys):
    api_test(TurnEnv(game), num_cycles=1000)
    seed_test(lambda: TurnEnv(game), num_cycles=500)
    assert "Passed API test" in capsys.readouterr().out


@every_game
def test_pettingzoo_accepts_every_game_in_rounds(game, capsys):
    parallel_api_test(RoundEnv(game), num_cycles=1000)
    parallel_seed_test(lambda: RoundEnv(game), num_cycles=500)
    assert "Passed Parallel API test" in capsys.readouterr().out


@every_game
def test_pettingzoo_accepts_how_every_game_is_drawn(game, capsys):
    render_test(lambda render_mode: TurnEnv(game, render_mode=render_mode))
    assert capsys.readouterr().out


@every_game
def test_every_agent_is_told_its_final_reward_exactly_once(game):
    env = TurnEnv(game)
    for seed in range(20):
        env.reset(seed=seed)
        told = dict.fromkeys(env.agents, 0.0)
        last_told = {}
        for agent, _, reward, terminated, truncated, _, _ in ask(env):
            assert not truncated
            told[agent] += reward
            if terminated:
                last_told[agent] = reward
        returns = dict(zip(env.possible_agents, env.game_state.returns, strict=True))
        assert told == last_told == returns
        assert not env.agents


@every_game
def test_rounds_give_every_agent_its_reward_in_the_last_step(game):
    env = RoundEnv(game)
    for seed in range(20):
        env.reset(seed=seed)
        agents = env.agents
        while env.agents:
            before = env.agents
            _, rewards, terminations, truncations, _ = step(env)
            assert set(rewards) == set(terminations) == set(truncations) == set(before)
            assert env.agents == [] or not any(rewards.values())
        assert rewards == dict(zip(agents, env.game_state.returns, strict=True))
        assert all(terminations.values())
        assert env.step({}) == ({}, {}, {}, {}, {})


def test_an_agent_that_acts_several_times_in_a_row_is_selected_each_time():
    env = TurnEnv(Matches())
    env.reset(seed=0)
    asked = []
    for action in (0, 0, 1, 2, 0, 0, 0):
        asked.append(env.agent_selection)
        env.step(action)
    assert asked == ["seat_0", "seat_0", "seat_0", "seat_1", "seat_0", "seat_0", "seat_0"]


def check_masks(env, observe, infos):
    for seat, agent in enumerate(env.possible_agents):
        assert infos[agent]["to_act"] == (seat in env.game_state.to_act)
        mask = observe(agent)["action_mask"]
        assert np.flatnonzero(mask).tolist() == (env.game_state.legal_actions(seat) or [0])


@every_game
def test_waiting_agents_have_action_0_alone_and_agents_to_act_a_true_mask(game):
    for seed in range(10):
        turns, rounds = TurnEnv(game), RoundEnv(game)
        turns.reset(seed=seed)
        for _ in ask(turns):
            if len(turns.infos) == len(turns.possible_agents):
                check_masks(turns, turns.observe, turns.infos)
        observations, infos = rounds.reset(seed=seed)
        while rounds.agents:
            check_masks(rounds, observations.__getitem__, infos)
            observations, *_, infos = step(rounds)
        check_masks(rounds, observations.__getitem__, infos)


def test_seats_that_decide_at_the_same_time_are_asked_in_turn_and_see_no_pending_choice():
    seen = set()
    for bid in range(4):
        env = TurnEnv("goofspiel:cards=4,seats=3")
        env.reset(seed=8)
        assert env.agent_selection == "seat_0"
        env.step(bid)
        assert env.agent_selection == "seat_1"
        seen.add(env.last()[0]["observation"].tobytes())
        assert env.observe("seat_0")["observation"][-4 + bid] == 1
    assert len(seen) == 1


def test_a_round_takes_the_decisions_of_all_seats_that_are_to_act():
    env = RoundEnv("goofspiel:cards=4,seats=3")
    env.reset(seed=0)
    env.step({"seat_0": 0, "seat_1": 3, "seat_2": 0})
    assert len(env.game_state) == 3
    assert env.game_state.to_json()["hands"] == "2,3,4/1,2,3/2,3,4"


def test_actions_of_agents_that_are_not_to_act_are_ignored():
    env = RoundEnv("tic-tac-toe")
    env.reset(seed=0)
    env.step({"seat_0": 4, "seat_1": 4})
    env.step({"seat_1": 0})
    assert env.game_state.replay.choices == [(0, 4), (1, 0)]


def test_an_illegal_action_is_refused_and_changes_nothing():
    env = TurnEnv("kuhn-poker")
    env.reset(seed=0)
    before = env.last()
    for wrong in (2, -1, 0.5, None):
        with pytest.raises(ludus.IllegalAction):
            env.step(wrong)
    assert env.agent_selection == "seat_0"
    assert data_equivalence(env.last(), before)


def test_an_illegal_or_missing_action_refuses_the_whole_round():
    env = RoundEnv("goofspiel:cards=4")
    env.reset(seed=0)
    before = env.game_state.position
    for wrong in ({"seat_0": 1, "seat_1": 4}, {"seat_0": 1, "seat_1": None}):
        with pytest.raises(ludus.IllegalAction, match=r"seat 1|no action"):
            env.step(wrong)
    with pytest.raises(ludus.IllegalAction, match="seat_1 is to act, but there is no action of it"):
        env.step({"seat_0": 1})
    assert env.game_state.position == before
    assert len(env.game_state) == 0


@both_interfaces
def test_an_environment_must_be_reset_first(interface):
    with pytest.raises(ResetNeeded):
        interface("tic-tac-toe").state()


def test_a_game_is_truncated_at_the_limit():
    env = TurnEnv("connect-four", max_decisions=5)
    env.reset(seed=0)
    told = list(ask(env))
    assert len(env.game_state) == 5
    ended = [(agent, reward, terminated, truncated) for agent, _, reward, terminated, truncated, *_ in told[5:]]
    assert ended == [("seat_0", 0.0, False, True), ("seat_1", 0.0, False, True)]
    env = RoundEnv("goofspiel:cards=13", max_decisions=4)
    env.reset(seed=0)
    step(env)
    *_, terminations, truncations, _ = step(env)
    assert (list(terminations.values()), list(truncations.values())) == ([False, False], [True, True])
    assert env.agents == []


@both_interfaces
def test_a_game_can_begin_in_a_position(interface):
    env = interface("tic-tac-toe")
    env.reset(options={"position": "xx./oo./... x"})
    assert env.game_state.legal_actions() == [2, 5, 6, 7, 8]
    with pytest.raises(ludus.BadPosition):
        env.reset(options={"position": "xx"})


@both_interfaces
def test_seeds_go_on_without_a_seed(interface):
    streams = []
    for _ in range(2):
        env = interface("leduc-poker")
        env.reset(seed=4)
        cards = [env.game_state.to_json()["cards"]]
        for _ in range(10):
            env.reset()
            cards.append(env.game_state.to_json()["cards"])
        streams.append(cards)
    assert streams[0] == streams[1]
    assert len(set(streams[0])) > 3


def test_the_global_state_stacks_what_all_seats_know():
    env = TurnEnv("kuhn-poker")
    env.reset(seed=0)
    assert env.state().shape == (2, 13)
    assert np.array_equal(env.state()[1], env.game_state.observe(1))


@pytest.mark.parametrize("through", [pickle, cloudpickle, copy], ids=lambda module: module.__name__)
@both_interfaces
@every_game
def test_a_stored_environment_goes_on_as_if_nothing_had_happened(game, interface, through):
    env = interface(game)
    for seed in range(5):
        env.reset(seed=seed)
        for space in env.action_spaces.values():
            space.seed(seed)
        step(env)
        twin = copy.deepcopy(env) if through is copy else pickle.loads(through.dumps(env))
        while env.agents:
            step(env)
            step(twin)
            assert data_equivalence(env.state(), twin.state(), exact=True)
        assert twin.agents == []
        env.reset()
        twin.reset()
        assert env.game_state == twin.game_state


def test_a_simultaneous_game_written_in_python_plays_whole_rounds():
    env = RoundEnv(Pennies())
    env.reset(seed=1)
    observations, rewards, *_ = env.step({"seat_0": 1, "seat_1": 1})
    assert observations["seat_0"]["observation"][1] == -observations["seat_1"]["observation"][1] > 0
    _, rewards, terminations, *_ = env.step({"seat_0": 1, "seat_1": 0})
    assert all(terminations.values())
    assert rewards["seat_0"] == -rewards["seat_1"]
