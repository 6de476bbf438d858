"""The OpenSpiel adapter: its own checks, exact solvers, information states, storing."""

import copy
import multiprocessing
import os
import pickle
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from conftest import REPOSITORY
from env_games import EVERY, Matches, Pennies, name
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import (
    cfr,
    expected_game_score,
    exploitability,
    generate_playthrough,
    get_all_states,
)
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

import ludus
from ludus.env.openspiel import register, short_name
from ludus.env.tree import Tree

PLAYTHROUGHS = REPOSITORY / "golden" / "classic" / "playthroughs"

every_game = pytest.mark.parametrize("game", EVERY, ids=name)


def states_of(game, seed=0, games=5):
    """Give every state of some random games of OpenSpiel."""
    rng = np.random.RandomState(seed)
    for _ in range(games):
        state = game.new_initial_state()
        while True:
            yield state
            if state.is_terminal():
                break
            apply_random(state, rng)


def apply_random(state, rng):
    if state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choice(outcomes, p=weights))
    elif state.is_simultaneous_node():
        joint = [rng.choice(state.legal_actions(player) or [0]) for player in range(state.num_players())]
        state.apply_actions(joint)
    else:
        state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("serialize", [True, False])
@every_game
def test_openspiel_accepts_every_game(game, serialize):
    pyspiel.random_sim_test(register(game), num_sims=100, serialize=serialize, verbose=False)


@pytest.mark.parametrize("game", ["goofspiel:cards=3", "goofspiel:cards=3,seats=3", Pennies()], ids=name)
def test_openspiel_makes_turns_of_simultaneous_games(game):
    turns = pyspiel.convert_to_turn_based(register(game))
    pyspiel.random_sim_test(turns, num_sims=10, serialize=False, verbose=False)


@pytest.mark.parametrize("game", ["kuhn-poker", "leduc-poker"])
def test_a_uniform_policy_is_as_exploitable_as_in_openspiels_own_game(game):
    values = [
        exploitability.exploitability(spiel, policies.UniformRandomPolicy(spiel))
        for spiel in (register(game), pyspiel.load_game(game.replace("-", "_")))
    ]
    assert values[0] == pytest.approx(values[1], abs=1e-9)


def kuhn_equilibrium(game, alpha=0.2):
    """Kuhn's equilibrium as a policy: how often each seat bets (or calls), by its card and by what it was bid."""
    bets = {
        0: {"": (alpha, 0, 3 * alpha), "answered": (0, alpha + 1 / 3, 1)},
        1: {"passed": (1 / 3, 0, 1), "bet": (0, 1 / 3, 1)},
    }
    table = policies.TabularPolicy(game)
    for state in get_all_states.get_all_states(game, include_terminals=False, include_chance_states=False).values():
        player = state.current_player()
        position = str(state)
        card, betting = "JQK".index(position[player]), position.split(" ")[1]
        moment = {"-": "", "pb": "answered", "p": "passed", "b": "bet"}[betting]
        bet = bets[player][moment][card]
        table.policy_for_key(state.information_state_string())[:] = (1 - bet, bet)
    return table


def test_kuhns_equilibrium_cannot_be_exploited_and_is_worth_minus_one_in_eighteen():
    game = register("kuhn-poker")
    equilibrium = kuhn_equilibrium(game)
    assert exploitability.nash_conv(game, equilibrium) == pytest.approx(0, abs=1e-9)
    values = expected_game_score.policy_value(game.new_initial_state(), [equilibrium] * 2)
    assert values == pytest.approx([-1 / 18, 1 / 18], abs=1e-9)


def test_openspiels_own_solver_finds_the_value_of_kuhn_poker():
    game = register("kuhn-poker")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(200):
        solver.evaluate_and_update_policy()
    found = solver.average_policy()
    values = expected_game_score.policy_value(game.new_initial_state(), [found] * 2)
    assert values[0] == pytest.approx(-1 / 18, abs=exploitability.nash_conv(game, found))
    assert exploitability.nash_conv(game, found) < 0.005


@pytest.mark.parametrize(("game", "known"), [("kuhn-poker", 12), ("leduc-poker", 936)])
def test_information_states_are_as_many_as_in_openspiels_own_game(game, known):
    for spiel in (register(game), pyspiel.load_game(game.replace("-", "_"))):
        assert len(policies.TabularPolicy(spiel).state_lookup) == known


@every_game
def test_a_playthrough_shows_every_game(game):
    spiel = register(game)
    text = generate_playthrough.playthrough(str(spiel), None, seed=1)
    assert f"game: {spiel}" in text
    assert text == generate_playthrough.playthrough(str(spiel), None, seed=1)


@pytest.mark.skipif(pyspiel.__version__ != "2.0.2", reason="another OpenSpiel may print other words")
@pytest.mark.parametrize("game", ["tic-tac-toe", "kuhn-poker", "leduc-poker", "goofspiel:cards=4"])
def test_a_stored_playthrough_is_reproduced_byte_for_byte(game):
    """It holds all that OpenSpiel can ask of a game on its way; `LUDUS_BLESS=1` writes the files anew."""
    text = generate_playthrough.playthrough(str(register(game)), None, seed=1)
    path = PLAYTHROUGHS / f"{game.partition(':')[0]}.txt"
    if os.environ.get("LUDUS_BLESS") == "1":
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


@every_game
def test_a_chance_node_is_shown_wherever_a_step_has_more_than_one_outcome(game):
    spiel = register(game)
    rng = np.random.RandomState(1)
    for state in states_of(spiel):
        if state.is_chance_node():
            weights = [weight for weight, _ in state.point.outcomes]
            assert sum(weights) == Fraction(1)
            assert 1 < len(weights) <= spiel.max_chance_outcomes()
            assert len({after.position for _, after in state.point.outcomes}) == len(weights)
        elif not state.is_terminal():
            after, outcomes = state.point.state, []
            joint = {seat: int(rng.choice(state.legal_actions(seat))) for seat in state.point.to_act}
            for seat, action in joint.items():
                outcomes = after.outcomes(seat, action)
                if len(outcomes) > 1:
                    break
                after = outcomes[0][1]
            child = state.clone()
            if child.is_simultaneous_node():
                child.apply_actions([joint.get(player, 0) for player in range(spiel.num_players())])
            else:
                child.apply_action(next(iter(joint.values())))
            assert child.is_chance_node() == (len(outcomes) > 1)
            if child.is_chance_node():
                assert child.chance_outcomes() == [(i, float(weight)) for i, (weight, _) in enumerate(outcomes)]
    assert (spiel.max_chance_outcomes() > 0) == ludus.game(game).chance


@every_game
def test_terminal_states_and_returns_are_those_of_the_game(game):
    for state in states_of(register(game), games=20):
        if state.is_terminal():
            assert state.returns() == list(state.point.state.returns)
            assert state.current_player() == pyspiel.PlayerId.TERMINAL
        else:
            assert state.returns() == [0.0] * state.num_players()


@every_game
def test_observations_are_those_of_the_game(game):
    for state in states_of(register(game)):
        ludus_state = state.point.state
        for player in range(state.num_players()):
            seen = np.array(state.observation_tensor(player), np.float32)
            if not state.is_chance_node():
                assert np.array_equal(seen, ludus_state.observe(player).reshape(-1))
            assert state.observation_string(player).startswith(f"seat {player}: ")


@every_game
def test_an_information_state_is_the_same_for_all_that_the_player_cannot_tell_apart_and_no_more(game):
    """Games are grouped by what a player saw and did, kept by the test itself; strings and tensors must group alike."""
    spiel = register(game)
    rng = np.random.RandomState(0)
    groups = {}
    for _ in range(60):
        state = spiel.new_initial_state()
        memory = [[] for _ in range(spiel.num_players())]
        while not state.is_terminal():
            if state.is_chance_node():
                apply_random(state, rng)
                continue
            to_act = state.point.to_act
            for player, seen in enumerate(memory):
                features = state.point.state.observe(player).tobytes()
                if not seen or seen[-1] != features:
                    seen.append(features)
                key = (player, player in to_act, *seen)
                tensor = np.array(state.information_state_tensor(player)).tobytes()
                groups.setdefault(key, set()).add((state.information_state_string(player), tensor))
            joint = [int(rng.choice(state.legal_actions(player) or [0])) for player in range(spiel.num_players())]
            for player in to_act:
                memory[player].append(joint[player])
            if state.is_simultaneous_node():
                state.apply_actions(joint)
            else:
                state.apply_action(joint[to_act[0]])
    assert all(len(known) == 1 for known in groups.values())
    strings = [next(iter(known))[0] for known in groups.values()]
    assert len(set(strings)) == len(strings)


def test_a_hidden_bid_is_in_no_information_state_of_the_others():
    spiel = pyspiel.convert_to_turn_based(register("goofspiel:cards=3"))
    known = []
    for bid in range(3):
        state = spiel.new_initial_state()
        state.apply_action(0)
        state.apply_action(bid)
        known.append([state.information_state_string(1), state.observation_string(1)])
    assert known[0] == known[1] == known[2]


def test_the_public_and_the_private_part_alone_are_not_offered():
    spiel = register("kuhn-poker")
    public = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
    )
    assert make_observation(spiel, public) is None
    assert make_observation(spiel, INFO_STATE_OBS_TYPE).tensor.shape == (4 * 15,)
    with pytest.raises(ValueError, match="no parameters"):
        make_observation(spiel, INFO_STATE_OBS_TYPE, {"colour": 1})


@every_game
def test_a_copy_goes_on_by_itself(game):
    spiel = register(game)
    rng = np.random.RandomState(3)
    for state in states_of(spiel, games=2):
        if state.is_terminal():
            continue
        for twin in (state.clone(), copy.deepcopy(state), copy.copy(state)):
            before = (str(state), state.history())
            apply_random(twin, rng)
            assert (str(state), state.history()) == before
            assert len(twin.history()) > len(state.history())


@every_game
def test_serialized_and_pickled_states_are_the_same(game):
    spiel = register(game)
    for state in states_of(spiel, games=2):
        for twin in (
            spiel.deserialize_state(state.serialize()),
            pickle.loads(pickle.dumps(state)),
            pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(spiel, state))[1],
        ):
            assert str(twin) == str(state)
            assert twin.history() == state.history()
            for player in range(spiel.num_players()):
                assert twin.information_state_string(player) == state.information_state_string(player)
                assert twin.information_state_tensor(player) == state.information_state_tensor(player)
            if state.is_chance_node():
                assert twin.chance_outcomes() == state.chance_outcomes()


def score(state):
    """What a worker does with a state: finish the game."""
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
    return state.returns()


def test_states_travel_to_a_fresh_process_that_has_registered_nothing():
    states = []
    for deal in range(3):
        state = register("leduc-poker").new_initial_state()
        state.apply_action(deal)
        states.append(state)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(score, states) == [score(state) for state in states]


def test_options_are_parameters():
    register("goofspiel:cards=5")
    assert pyspiel.load_game("ludus_goofspiel").num_distinct_actions() == 13
    assert pyspiel.load_game("ludus_goofspiel(cards=3,seats=4)").num_players() == 4
    assert str(pyspiel.load_game("ludus_goofspiel(cards=3)")) == "ludus_goofspiel(cards=3,seats=2)"
    assert register("goofspiel:cards=6").num_distinct_actions() == 6


def test_games_written_in_python_are_registered_as_they_are():
    assert register(Matches(matches=5)).new_initial_state().point.state.value.matches == 5
    assert register(Matches(matches=7)).new_initial_state().point.state.value.matches == 7
    path = Path(__file__).with_name("env_games.py")
    configured = ludus.game(f"python:{path}:Matches", matches=9)
    assert short_name(configured) == "ludus_matches"
    assert str(register(configured)) == "ludus_matches(matches=9)"
    again = pyspiel.load_game("ludus_matches(matches=4)")
    assert again.new_initial_state().point.state.value.matches == 4


def test_a_player_that_acts_several_times_in_a_row_stays_the_current_player():
    state = register(Matches()).new_initial_state()
    players = []
    for action in (0, 0, 1, 2, 0):
        players.append(state.current_player())
        state.apply_action(action)
    assert players == [0, 0, 0, 1, 0]


def test_a_step_with_too_many_outcomes_is_named():
    with pytest.raises(ludus.BrokenGame, match="outcomes"):
        Tree(ludus.game("leduc-poker"), most_outcomes=29).root()
    assert len(Tree(ludus.game("leduc-poker"), most_outcomes=30).root().outcomes) == 30


def test_a_process_that_used_openspiel_ends_cleanly():
    code = "from ludus.env.openspiel import register; register('kuhn-poker').new_initial_state()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
