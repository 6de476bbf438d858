"""What no library checks: masks are true, nothing hidden leaks, copies and threads change nothing, seats are equal."""

import copy
from random import Random

import numpy as np
import pytest
from conftest import SPREAD
from env_games import EVERY, name, random_states
from gymnasium.utils.env_checker import data_equivalence

import ludus
from ludus.env.gymnasium import SeatEnv
from ludus.env.openspiel import register
from ludus.env.pettingzoo import RoundEnv, TurnEnv
from ludus.env.vector import BatchEnv

every_game = pytest.mark.parametrize("game", EVERY, ids=name)
HIDDEN = [game for game in EVERY if ludus.game(game).hidden]

STATES = 1000


def accepts(act, action):
    try:
        act(action)
    except ludus.IllegalAction:
        return False
    return True


@every_game
def test_every_action_of_a_mask_is_accepted_and_every_other_one_refused(game):
    env = TurnEnv(game)
    checked = 0
    while checked < STATES:
        env.reset(seed=checked)
        while not env.game_state.is_over:
            agent = env.agent_selection
            mask = env.observe(agent)["action_mask"]
            seat = env.possible_agents.index(agent)
            for action in np.flatnonzero(mask == 1):
                env.game_state.copy().apply(seat, action)
            before = env.game_state.copy()
            for action in np.flatnonzero(mask == 0):
                assert not accepts(env.step, action)
            assert env.game_state == before
            checked += 1
            env.step(env.action_space(agent).sample())


@every_game
def test_the_environments_of_one_seat_and_of_many_games_refuse_the_same(game):
    env = SeatEnv(game, seat="random")
    envs = BatchEnv(game, 1, autoreset="same")
    observations, _ = envs.reset(seed=0)
    for seed in range(50):
        observation, _ = env.reset(seed=seed)
        for action in np.flatnonzero(observation["action_mask"] == 0):
            assert not accepts(env.step, action)
        assert accepts(env.step, env.action_space.sample())
        for action in np.flatnonzero(observations["action_mask"][0] == 0):
            assert not accepts(envs.step, np.array([action]))
        observations, *_ = envs.step(envs.action_space.sample())


@pytest.mark.parametrize("game", HIDDEN, ids=name)
def test_an_observation_does_not_change_by_a_byte_when_hidden_things_change(game):
    env, rounds = TurnEnv(game), RoundEnv(game)
    changed = 0
    for number, state in enumerate(random_states(game, STATES)):
        if state.is_over:
            continue
        for seat in range(state.game.seats):
            other = state.sample(seat, seed=number)
            changed += other != state
            env.reset(options={"position": state.position})
            known = seen_by(env, seat)
            env.reset(options={"position": other.position})
            assert seen_by(env, seat) == known
            for position in (state.position, other.position):
                observations, infos = rounds.reset(options={"position": position})
                assert in_bytes(observations[f"seat_{seat}"]) == known
                assert infos[f"seat_{seat}"]["to_act"] == (seat in state.to_act)
    assert changed > STATES // 10


def seen_by(env, seat):
    return in_bytes(env.observe(f"seat_{seat}"))


def in_bytes(observation):
    return {key: value.tobytes() for key, value in observation.items()}


@pytest.mark.parametrize("game", HIDDEN, ids=name)
def test_the_seat_of_an_environment_learns_nothing_of_what_is_hidden(game):
    env = SeatEnv(game)
    for number, state in enumerate(random_states(game, 200)):
        if state.to_act != (0,):
            continue
        observation, info = env.reset(seed=0, options={"position": state.position})
        other = state.sample(0, seed=number)
        again = env.reset(seed=0, options={"position": other.position})
        assert data_equivalence((observation, info), again, exact=True)


@every_game
def test_a_copy_plays_the_same_game_to_the_end(game):
    chooser = Random(0)
    for seed in range(30):
        env = TurnEnv(game)
        env.reset(seed=seed)
        for _ in range(chooser.randrange(6)):
            if env.game_state.is_over:
                break
            env.step(chooser.choice(env.game_state.legal_actions()))
        twin = copy.deepcopy(env)
        while not env.game_state.is_over:
            action = chooser.choice(env.game_state.legal_actions())
            env.step(action)
            twin.step(action)
            assert hash(env.game_state) == hash(twin.game_state)
            assert env.game_state == twin.game_state
        assert env.rewards == twin.rewards


@pytest.mark.parametrize("game", ["tic-tac-toe", "connect-four", "kuhn-poker", "leduc-poker", "goofspiel:cards=4"])
def test_seats_are_told_apart_only_by_the_rules(game):
    """What seat 0 wins against an equal opponent, seat 1 loses: measured from both sides, with 4 standard errors."""
    episodes = 2000
    gains = []
    for seat in range(2):
        env = SeatEnv(game, "random", seat)
        env.action_space.seed(seat)
        env.reset(seed=seat)
        rewards = []
        for _ in range(episodes):
            env.reset()
            over = False
            while not over:
                _, reward, over, _, _ = env.step(env.action_space.sample())
            rewards.append(reward)
        gains.append(np.array(rewards))
    error = np.sqrt(gains[0].var() / episodes + gains[1].var() / episodes)
    assert abs(gains[0].mean() + gains[1].mean()) < 4 * error


@every_game
def test_the_same_seed_gives_the_same_run_on_1_and_on_8_threads(game):
    # A game written in Python runs on one thread, however many are offered.
    states, steps = (100, 40) if isinstance(game, ludus.Game) else (SPREAD, 8)
    runs = []
    for threads in (1, 8):
        envs = BatchEnv(game, states, threads=threads)
        envs.action_space.seed(1)
        said = [envs.reset(seed=1)]
        said += [envs.step(envs.action_space.sample()) for _ in range(steps)]
        runs.append(said)
    assert data_equivalence(*runs, exact=True)


@every_game
def test_all_adapters_show_the_same_game(game):
    """One game, played by the same actions in turns, in rounds, in OpenSpiel and in a state itself."""
    opened = ludus.game(game)
    chooser = Random(1)
    for seed in range(20):
        turns, rounds, spiel = TurnEnv(game), RoundEnv(game), register(opened).new_initial_state()
        turns.reset(seed=seed)
        rounds.reset(seed=seed)
        follow(spiel, [turns.game_state])
        while not turns.game_state.is_over:
            state = turns.game_state
            chosen = {seat: chooser.choice(state.legal_actions(seat)) for seat in state.to_act}
            passed = []
            for action in chosen.values():
                turns.step(action)
                passed.append(turns.game_state.copy())
            rounds.step({f"seat_{seat}": action for seat, action in chosen.items()})
            if spiel.is_simultaneous_node():
                spiel.apply_actions([chosen.get(seat, 0) for seat in range(opened.seats)])
            else:
                spiel.apply_action(next(iter(chosen.values())))
            follow(spiel, passed)
            assert turns.game_state == rounds.game_state == spiel.point.state
        assert spiel.returns() == list(turns.rewards.values()) == list(turns.game_state.returns)


def follow(spiel, passed):
    """Let luck in OpenSpiel be what it was on the way through some states."""
    while spiel.is_chance_node():
        spiel.apply_action(next(i for i, (_, after) in enumerate(spiel.point.outcomes) if after in passed))
