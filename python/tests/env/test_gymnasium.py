"""The Gymnasium environment: its own checker, seats, opponents, seeds and misuse."""

import copy
import pickle

import cloudpickle
import gymnasium
import numpy as np
import pytest
from env_games import CLASSIC, EVERY, Matches, name
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

import ludus
import ludus.env
from ludus.env.gymnasium import SeatEnv, register_envs

UNBOUNDED = pytest.mark.filterwarnings(
    # Games do not declare bounds of their features.
    r"ignore:.*A Box observation space (min|max)imum value is -?infinity.*:UserWarning"
)
ALONE = pytest.mark.filterwarnings(
    # An environment that was not made by its id has no spec to make others from.
    r"ignore:.*Not able to test alternative render modes.*:UserWarning"
)


class Highest(ludus.Agent):
    """Takes the last legal action."""

    def choose(self, turn):
        return turn.legal_actions[-1]


def play(env, **options):
    """Play an episode by the environment's own sampling and return all that it said."""
    said = [env.reset(**options)]
    over = False
    while not over:
        said.append(env.step(env.action_space.sample()))
        over = said[-1][2] or said[-1][3]
    return said


def same(one, other):
    return gymnasium.utils.env_checker.data_equivalence(one, other, exact=True)


@UNBOUNDED
@pytest.mark.parametrize("game", CLASSIC)
def test_gymnasium_accepts_every_game_made_by_its_id(game, capsys):
    spec = game.partition(":")[0]
    env = gymnasium.make(f"ludus.env.gymnasium:ludus/{spec}-v0", game=game, render_mode="ansi")
    check_env(env.unwrapped)
    assert capsys.readouterr().out


@UNBOUNDED
@ALONE
@pytest.mark.parametrize("seat", [0, 1, "random"])
@pytest.mark.parametrize("game", EVERY, ids=name)
def test_gymnasium_accepts_every_game_from_every_seat(game, seat):
    for opponent in ("random", Highest):
        check_env(SeatEnv(game, opponent, seat))


@pytest.mark.parametrize("game", EVERY, ids=name)
def test_episodes_end_with_the_return_of_the_seat(game):
    for seat in range(ludus.game(game).seats):
        env = SeatEnv(game, seat=seat)
        for episode in range(20):
            *before, last = play(env, seed=episode)
            assert all(reward == 0 and not terminated for _, reward, terminated, _, _ in before[1:])
            observation, reward, terminated, truncated, info = last
            assert terminated
            assert not truncated
            assert reward == env.state.returns[seat] == info["returns"][seat]
            assert observation in env.observation_space


@pytest.mark.parametrize("game", EVERY, ids=name)
def test_the_mask_in_the_info_is_the_mask_in_the_observation_and_true(game):
    env = SeatEnv(game, seat="random")
    for episode in range(20):
        for observation, *_, info in [(said[0], said[-1]) for said in play(env, seed=episode)]:
            assert np.array_equal(info["action_mask"], observation["action_mask"])
            assert info["action_mask"].any()
        observation, info = env.reset()
        assert np.flatnonzero(info["action_mask"]).tolist() == env.state.legal_actions(env.seat)
        assert env.action_masks().dtype == np.bool_
        assert np.array_equal(env.action_masks(), info["action_mask"])


def test_a_seat_that_acts_several_times_in_a_row_is_asked_each_time():
    env = SeatEnv(Matches(), opponent=Highest)
    env.reset(seed=0)
    for left in (11, 10, 9):
        observation, *_ = env.step(0)
        assert observation["observation"].tolist() == [left, 1]
    observation, *_ = env.step(2)
    # Nine less three of the own seat and three of the opponent.
    assert observation["observation"].tolist() == [3, 1]


def test_an_opponent_that_acts_several_times_in_a_row_finishes_its_turn():
    class Single(ludus.Agent):
        def choose(self, turn):
            return 0 if turn.observation[0] > 6 else turn.legal_actions[-1]

    env = SeatEnv(Matches(), opponent=Single, seat=1)
    observation, _ = env.reset(seed=0)
    assert observation["observation"].tolist() == [3, 1]
    assert len(env.state) == 7


def test_opponents_do_not_see_what_the_seat_chose_in_the_same_round():
    seen = []

    class Watcher(ludus.Agent):
        def choose(self, turn):
            seen.append(turn.observation.tobytes())
            return turn.legal_actions[0]

    for bid in range(4):
        env = SeatEnv("goofspiel:cards=4", opponent=Watcher)
        env.reset(seed=5)
        env.step(bid)
    assert len(seen) == 4
    assert len(set(seen)) == 1


def test_each_other_seat_can_have_an_agent_of_its_own_in_turn():
    class Lowest(ludus.Agent):
        def choose(self, turn):
            return turn.legal_actions[0]

    for seat in range(3):
        env = SeatEnv("goofspiel:cards=4,seats=3", [Highest, Lowest], seat)
        env.reset(seed=0)
        env.step(1)
        hands = env.state.to_json()["hands"].split("/")
        assert "4" not in hands[(seat + 1) % 3]
        assert "1" not in hands[(seat + 2) % 3]


def test_the_same_seed_gives_the_same_episodes_and_goes_on_in_the_same_way():
    streams = []
    for _ in range(2):
        env = SeatEnv("leduc-poker", opponent="ismcts:iterations=20", seat="random")
        env.action_space.seed(1)
        streams.append([play(env, seed=9), *(play(env) for _ in range(5))])
    assert same(*streams)
    starts = [SeatEnv("leduc-poker").reset(seed=seed)[0]["observation"].tobytes() for seed in range(20)]
    assert len(set(starts)) == 6  # the own card


def test_a_seat_can_be_drawn_or_chosen_at_reset():
    env = SeatEnv("tic-tac-toe", seat="random")
    env.reset(seed=0)
    assert {env.reset()[1]["seat"] for _ in range(30)} == {0, 1}
    assert env.reset(options={"seat": 1})[1]["seat"] == 1
    assert len(env.state) == 1


def test_an_episode_can_begin_in_a_position():
    env = SeatEnv("tic-tac-toe", seat=0)
    _, info = env.reset(options={"position": "xx./oo./... x"})
    assert np.flatnonzero(info["action_mask"]).tolist() == [2, 5, 6, 7, 8]
    assert env.step(2)[1:4] == (1.0, True, False)
    with pytest.raises(ludus.BadPosition):
        env.reset(options={"position": "xx./... x"})


def test_games_that_end_before_the_seat_is_asked_are_passed_over():
    env = SeatEnv(Matches(matches=3), seat=1)
    env.reset(seed=0)
    for _ in range(50):
        env.reset()
        assert env.state.to_act == (1,)
    with pytest.raises(ValueError, match="seat 1 was not asked in any of"):
        SeatEnv(Matches(matches=3), opponent=Highest, seat=1).reset()


def test_an_illegal_action_is_refused_and_changes_nothing():
    env = SeatEnv("connect-four", opponent=Highest)
    env.reset(seed=0)
    before = env.state.position
    for wrong in (7, -1, 1.5, None, "9"):
        with pytest.raises(ludus.IllegalAction):
            env.step(wrong)
    assert env.state.position == before
    env.step(np.int64(3))
    assert env.state.position != before


def test_a_game_that_is_over_takes_no_more_actions():
    env = SeatEnv("kuhn-poker")
    play(env, seed=0)
    with pytest.raises(ludus.IllegalAction, match="over"):
        env.step(0)


def test_an_environment_must_be_reset_first():
    with pytest.raises(ResetNeeded):
        SeatEnv("tic-tac-toe").step(0)


def test_a_game_is_truncated_at_the_limit_with_a_true_mask_and_no_reward():
    env = SeatEnv("connect-four", max_decisions=7)
    said = play(env, seed=0)
    _, reward, terminated, truncated, info = said[-1]
    assert (reward, terminated, truncated) == (0.0, False, True)
    assert "returns" not in info
    assert len(env.state) == 8  # looked at when the seat is to act again
    assert np.flatnonzero(info["action_mask"]).tolist() == env.state.legal_actions(0)


def test_a_limit_does_not_truncate_a_game_that_is_over():
    env = SeatEnv("tic-tac-toe", max_decisions=5, opponent=Highest)
    env.reset(options={"position": "xx./o../..o x"})
    assert env.step(2)[2:4] == (True, False)


def test_render_gives_the_view_of_the_seat(capsys):
    env = SeatEnv("kuhn-poker", render_mode="ansi")
    env.reset(seed=0)
    card = "JQK"[int(env.state.observe(0)[:3].argmax())]
    assert f"[{card}]" in env.render()
    assert all(f"[{other}]" not in env.render() for other in set("JQK") - {card})
    env = SeatEnv("tic-tac-toe", render_mode="human")
    env.reset(seed=0)
    assert env.render() is None
    assert capsys.readouterr().out.count("---+---+---") == 2
    with pytest.raises(ValueError, match="ansi, human"):
        SeatEnv("tic-tac-toe", render_mode="rgb_array")


def test_wrong_settings_are_named():
    with pytest.raises(ludus.BadSpec, match="tic-tac-toe"):
        SeatEnv("tic-tac-to")
    with pytest.raises(ludus.BadSpec, match="greedy"):
        SeatEnv("tic-tac-toe", opponent="gredy")
    with pytest.raises(ValueError, match="0 to 1"):
        SeatEnv("tic-tac-toe", seat=2)
    with pytest.raises(ValueError, match="2 opponents were given for 1 other"):
        SeatEnv("tic-tac-toe", ["random", "random"])
    with pytest.raises(ValueError, match="at least 1"):
        SeatEnv("tic-tac-toe", max_decisions=0)
    with pytest.raises(ValueError, match="no option 'seats'"):
        SeatEnv("tic-tac-toe").reset(options={"seats": 1})


@pytest.mark.parametrize("through", [pickle, cloudpickle, copy], ids=lambda module: module.__name__)
@pytest.mark.parametrize("game", EVERY, ids=name)
def test_a_stored_environment_goes_on_as_if_nothing_had_happened(game, through):
    env = SeatEnv(game, opponent="ismcts:iterations=10", seat="random")
    env.action_space.seed(3)
    for episode in range(5):
        env.reset(seed=episode)
        env.step(env.action_space.sample())
        twin = copy.deepcopy(env) if through is copy else pickle.loads(through.dumps(env))
        if not env.state.is_over:
            assert same(finish(env), finish(twin))
        assert same(play(env), play(twin))


def finish(env):
    said = []
    while not (said and (said[-1][2] or said[-1][3])):
        said.append(env.step(env.action_space.sample()))
    return said


def test_registered_ids_follow_the_games():
    ids = register_envs()
    assert {f"ludus/{game.partition(':')[0]}-v0" for game in CLASSIC} <= set(ids)
    assert all(env_id in gymnasium.registry for env_id in ids)
    env = gymnasium.make("ludus/goofspiel-v0", game="goofspiel:cards=3,seats=4", opponent="greedy")
    assert env.unwrapped.game.spec == "goofspiel:cards=3,seats=4"


def test_gymnasium_vectors_hold_it():
    for vectorization in ("sync", "async"):
        envs = gymnasium.make_vec(
            "ludus.env.gymnasium:ludus/kuhn-poker-v0", num_envs=3, vectorization_mode=vectorization
        )
        observations, infos = envs.reset(seed=1)
        assert observations["observation"].shape == (3, 13)
        assert infos["action_mask"].shape == (3, 2)
        for _ in range(20):
            envs.step(envs.action_space.sample())  # both actions are legal whenever a seat is asked
        envs.close()
