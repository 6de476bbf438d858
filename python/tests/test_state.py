"""A state is a value: it can be asked, copied, undone, compared, pickled."""

import copy
import pickle
from fractions import Fraction

import numpy as np
import pytest
from conftest import played

import ludus


def test_a_game_runs_from_start_to_returns(any_game):
    state = any_game.start(seed=3)
    while not state.is_over:
        for seat in range(any_game.seats):
            legal = state.legal_actions(seat)
            assert bool(legal) == (seat in state.to_act)
            assert legal == sorted(set(legal))
        seat = state.to_act[-1]
        state.apply(seat, state.legal_actions(seat)[0])
    low, high = any_game.returns_range
    assert len(state.returns) == any_game.seats
    assert all(low <= value <= high for value in state.returns)
    assert state.legal_actions() == []


def test_a_copy_goes_its_own_way(any_game):
    state = played(any_game, 2)
    twin = state.copy()
    before = state.position
    while not twin.is_over:
        twin.apply(twin.to_act[0], twin.legal_actions()[0])
    assert state.position == before
    assert len(state) == min(2, len(twin))


def test_a_copy_has_the_same_luck_and_another_seed_has_other_luck():
    state = ludus.game("goofspiel", cards=13).start(seed=1)

    def prizes(state):
        while not state.is_over:
            state.apply(state.to_act[0], state.legal_actions()[0])
        return [event for event in state.events() if "Prize" in str(event) or "prize" in str(event)]

    assert prizes(state.copy()) == prizes(state.copy())
    assert prizes(state.copy(seed=1)) != prizes(state.copy(seed=2))


def test_undo_restores_every_earlier_state(any_game):
    state = any_game.start(seed=5)
    seen = [state.copy()]
    while not state.is_over:
        state.apply(state.to_act[0], state.legal_actions()[-1])
        seen.append(state.copy())
    for earlier in reversed(seen[:-1]):
        state.undo()
        assert state == earlier
        assert (state.to_act, state.legal_actions()) == (earlier.to_act, earlier.legal_actions())
    with pytest.raises(ValueError, match="1 decisions cannot be taken back: there were only 0"):
        state.undo()


def test_undo_takes_back_several_decisions_at_once():
    state = played(ludus.game("connect-four"), 10)
    position = played(ludus.game("connect-four"), 3).position
    state.undo(7)
    assert state.position == position
    state.rewind(0)
    assert len(state) == 0


def test_positions_round_trip_as_text_and_as_json(any_game):
    for decisions in range(4):
        state = played(any_game, decisions)
        assert any_game.start(position=state.position) == state
        assert any_game.start(position=state.to_json()) == state
        assert "\n" not in state.position


def test_equal_states_have_equal_hashes_whatever_led_to_them():
    game = ludus.game("tic-tac-toe")
    one, other = game.start(seed=1), game.start(seed=2)
    for seat, action in [(0, "a1"), (1, "b1"), (0, "c1")]:
        one.apply(seat, action)
    for seat, action in [(0, "c1"), (1, "b1"), (0, "a1")]:
        other.apply(seat, action)
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other}) == 1
    other.undo()
    assert one != other
    assert one != "a state"


def test_states_of_different_games_differ():
    assert ludus.game("kuhn-poker").start(seed=1) != ludus.game("leduc-poker").start(seed=1)


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda s: pickle.loads(pickle.dumps(s))])
def test_a_pickled_state_is_the_same_game_with_its_past_and_its_luck(any_game, duplicate):
    state = played(any_game, 2, seed=9)
    twin = duplicate(state)
    assert twin == state
    assert twin.replay == state.replay
    twin.undo(len(twin))
    assert len(state) == min(2, len(state))


def test_observations_have_the_declared_shape_and_are_fresh_arrays(any_game):
    state = any_game.start(seed=1)
    observation = state.observe(0)
    assert observation.shape == any_game.features
    assert observation.dtype == np.float32
    observation[...] = 99
    assert not np.any(state.observe(0) == 99)


def test_an_observation_does_not_change_when_hidden_cards_are_swapped():
    game = ludus.game("kuhn-poker")
    for own in (0, 1, 2):
        seen = set()
        for other in {0, 1, 2} - {own}:
            cards = f"{'JQK'[own]}{'JQK'[other]}"
            seen.add(game.start(position={**game.start(seed=1).to_json(), "cards": cards}).observe(0).tobytes())
        assert len(seen) == 1


def test_a_sample_keeps_what_the_seat_knows():
    state = played(ludus.game("leduc-poker"), 1, seed=4)
    samples = [state.sample(0, seed) for seed in range(30)]
    assert all((sample.observe(0) == state.observe(0)).all() for sample in samples)
    assert len({sample.position for sample in samples}) > 1


def test_outcomes_are_exact():
    game = ludus.game("kuhn-poker")
    starts = game.starts()
    assert [weight for weight, _ in starts] == [Fraction(1, 6)] * 6
    _, state = starts[0]
    ((weight, after),) = state.outcomes(0, "bet")
    assert weight == 1
    assert after.to_act == (1,)
    leduc = ludus.game("leduc-poker").start(seed=1)
    leduc.apply(0, "call")
    outcomes = leduc.outcomes(1, "call")
    assert sum(weight for weight, _ in outcomes) == 1
    assert len(outcomes) == 4
    with pytest.raises(ludus.BrokenGame, match="more than 3 outcomes"):
        leduc.outcomes(1, "call", limit=3)


def test_events_show_each_seat_its_own_cards_only():
    state = ludus.game("kuhn-poker").start(seed=1)
    assert len(state.events()) == 2
    assert len(state.events(0)) == len(state.events(1)) == 1
    assert state.events(0) != state.events(1)


def test_a_state_shows_itself(any_game):
    state = played(any_game, 1)
    assert state.position in repr(state)
    assert "<div" in state._repr_html_()


def test_a_fresh_state_is_true_and_counts_its_decisions():
    state = ludus.game("tic-tac-toe").start()
    assert state
    assert len(state) == 0


def test_the_same_seed_gives_the_same_game_and_no_seed_a_random_one():
    game = ludus.game("leduc-poker")
    assert game.start(seed=5) == game.start(seed=5)
    assert len({game.start().replay.seed for _ in range(20)}) == 20
