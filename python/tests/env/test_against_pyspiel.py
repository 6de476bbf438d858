"""The native games against OpenSpiel's own: the same choices and the same luck, side by side to the end.

Our side decides; what its luck brought is read from the position and forced upon the other side. At every decision the
players to act and their legal actions must agree, and at the end the returns.
"""

from random import Random

import pyspiel
import pytest

import ludus

GAMES = 1000


LEDUC_CARDS = ["Js", "Jh", "Qs", "Qh", "Ks", "Kh"]


def kuhn_luck(fields):
    return ["JQK".index(card) for card in fields["cards"]]


def leduc_luck(fields):
    dealt = [fields["cards"][:2], fields["cards"][2:], fields["public"]]
    return [LEDUC_CARDS.index(card) for card in dealt if card != "-"]


PAIRS = [
    ("tic-tac-toe", "tic_tac_toe", None),
    ("connect-four", "connect_four", None),
    ("kuhn-poker", "kuhn_poker", kuhn_luck),
    ("leduc-poker", "leduc_poker", leduc_luck),
]


@pytest.mark.parametrize(("own", "other", "luck"), PAIRS, ids=[pair[1] for pair in PAIRS])
def test_random_games_in_turns_agree(own, other, luck):
    game, spiel = ludus.game(own), pyspiel.load_game(other)
    chooser = Random(own)
    for _ in range(GAMES):
        state, twin = game.start(chooser.getrandbits(63)), spiel.new_initial_state()
        told = 0
        while True:
            while twin.is_chance_node():
                twin.apply_action(luck(state.to_json())[told])
                told += 1
            if twin.is_terminal():
                break
            assert state.to_act == (twin.current_player(),)
            assert state.legal_actions() == twin.legal_actions()
            action = chooser.choice(state.legal_actions())
            state.apply(state.to_act[0], action)
            twin.apply_action(action)
        assert state.is_over
        assert list(state.returns) == twin.returns()


@pytest.mark.parametrize(("cards", "seats"), [(1, 2), (2, 2), (3, 2), (4, 2), (13, 2), (4, 3), (7, 3), (5, 4)])
def test_random_games_of_goofspiel_agree(cards, seats):
    game = ludus.game("goofspiel", cards=cards, seats=seats)
    spiel = pyspiel.load_game(f"goofspiel(num_cards={cards},players={seats},points_order=random,returns_type=win_loss)")
    chooser = Random(100 * cards + seats)
    for _ in range(GAMES):
        state, twin = game.start(chooser.getrandbits(63)), spiel.new_initial_state()
        while True:
            while twin.is_chance_node():
                twin.apply_action(prize(state, twin))
            if twin.is_terminal():
                break
            assert state.to_act == tuple(range(seats))
            joint = []
            for seat in range(seats):
                assert state.legal_actions(seat) == twin.legal_actions(seat)
                joint.append(chooser.choice(state.legal_actions(seat)))
            for seat, action in enumerate(joint):
                state.apply(seat, action)
            twin.apply_actions(joint)
        assert state.is_over
        assert list(state.returns) == pytest.approx(twin.returns(), abs=1e-12)
        assert state.to_json()["scores"] == scores(twin)


def prize(state, twin):
    """Return the prize that has just been revealed; where our side has played the last round already, the last one."""
    revealed = state.to_json()["prize"]
    if revealed != "-":
        return int(revealed) - 1
    (last,) = twin.legal_actions()
    return last


def scores(twin):
    line = next(line for line in str(twin).splitlines() if line.startswith("Points: "))
    return "/".join(line.removeprefix("Points: ").split())


def test_connect_four_has_the_same_number_of_positions_in_each_depth():
    game, spiel = ludus.game("connect-four"), pyspiel.load_game("connect_four")
    layer = {"start": game.start(0)}
    twins = {"start": spiel.new_initial_state()}
    counts = []
    for _ in range(6):
        assert len(layer) == len(twins)
        counts.append(len(layer))
        layer = dict(successors(layer.values()))
        children = (twin.child(action) for twin in twins.values() for action in twin.legal_actions())
        twins = {str(child): child for child in children}
    assert counts == [1, 7, 49, 238, 1120, 4263]


def successors(states):
    for state in states:
        for action in state.legal_actions():
            child = state.copy()
            child.apply(state.to_act[0], action)
            yield child.position, child
