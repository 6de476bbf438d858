"""Players of Hearthstone: they play by the rules, by what their seat may know, and some better than others."""

import random

import pytest

import ludus
from ludus.errors import BadSpec, BrokenGame
from ludus.hearthstone import decks
from ludus.hearthstone.cards import VANILLA, cards_of

BASIC_MAGE = [
    "VAN_EX1_277",
    "VAN_CS2_168",
    "VAN_CS2_025",
    "VAN_CS2_172",
    "VAN_EX1_015",
    "VAN_CS2_120",
    "VAN_CS2_023",
    "VAN_CS2_122",
    "VAN_CS2_124",
    "VAN_CS2_029",
    "VAN_CS2_119",
    "VAN_CS2_022",
    "VAN_CS2_179",
    "VAN_EX1_593",
    "VAN_CS2_200",
]
"""The cards of a Mage with Basic cards only, two copies each."""

OWN = ("random-by-turn", "face-hunter", "smart-face", "board")


def basic_mage():
    """The mirror of the Basic Mage."""
    deck = ("HERO_08", [card for card in BASIC_MAGE for _ in range(2)])
    native = cards_of(VANILLA).game("hearthstone", [deck, deck], coin=True, mulligan=True, first=None, places=False)
    game = ludus.Game()
    game._open_native(native)
    return game


def wins(first, second, deck, n, seed=1):
    """The standing of the first agent in the mirror of a deck."""
    game = basic_mage() if deck == "basic" else ludus.game("hearthstone", deck=deck, places="no")
    result = ludus.simulate(game, [first, second], n, seed=seed, swap=True)
    return next(row for row in result.standings if row["agent"] == first)


@pytest.mark.parametrize("agent", ["random", "greedy", *OWN])
def test_every_agent_plays_whole_games_with_all_decks(agent):
    names = list(decks())
    for place, name in enumerate(names):
        game = ludus.game("hearthstone", deck=name, deck2=names[(place + 1) % len(names)])
        result = ludus.simulate(game, agent, 1, seed=place)
        assert {result.games["return_0"][0], result.games["return_1"][0]} in ({-1.0, 1.0}, {0.0})


def test_the_agents_of_the_game_are_listed_with_their_options():
    listed = {name: options for name, _, options in ludus.game("hearthstone").agents}
    assert set(OWN) <= set(listed)
    assert "power" in dict(listed["random-by-turn"])
    assert len(listed["board"]) > 3


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("face-huntr", "did you mean `face-hunter`"),
        ("random-by-turn:power=2", "power"),
        ("random-by-turn:powr=0.5", "powr"),
        ("board:life=x", "life"),
    ],
)
def test_a_wrong_agent_is_refused(spec, message):
    with pytest.raises(BadSpec, match=message):
        ludus.game("hearthstone").player(spec)


# Strength: with these seeds the whole interval lies above one half.


def test_smart_face_beats_face_hunter():
    row = wins("smart-face", "face-hunter", "basic", 6000)
    assert row["win_low"] > 0.5, row


@pytest.mark.parametrize(
    ("better", "worse", "deck", "n"),
    [
        ("board", "face-hunter", "basic", 100),
        ("face-hunter", "random", "basic", 60),
        ("random-by-turn", "random", "basic", 200),
        ("board", "random", "the-herd", 40),
        ("ismcts:iterations=20", "random", "two-fires", 16),
    ],
)
def test_one_agent_beats_another(better, worse, deck, n):
    row = wins(better, worse, deck, n)
    assert row["win_low"] > 0.5, row


# What an agent may know.


def midway(seed, decisions):
    game = ludus.game("hearthstone", deck="the-herd", deck2="two-fires")
    state = game.start(seed=seed)
    luck = random.Random(seed)
    for _ in range(decisions):
        if state.is_over:
            break
        state.apply(state.to_act[0], luck.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("spec", [*OWN, "random", "greedy", "ismcts:iterations=10"])
def test_swapping_hidden_cards_does_not_change_a_decision(spec):
    swapped = 0
    for seed in range(12):
        state = midway(seed, 6 + 5 * seed)
        if state.is_over:
            continue
        seat = state.to_act[0]
        others = [state.sample(seat, other) for other in range(3)]
        swapped += sum(other.position != state.position for other in others)
        choices = {state.game.player(spec, seed=seed).choose(one, seat) for one in [state, *others]}
        assert len(choices) == 1, (seed, choices)
    assert swapped > 10


class Aims:
    """Attacks when it can, else plays what it can, as the texts of the actions tell."""

    def choose(self, turn):
        attacks = [action for action in turn.legal_actions if "attacks" in turn.describe(action)]
        return (attacks or turn.legal_actions)[-1]


def test_an_agent_in_python_plays_by_one_method():
    game = ludus.game("hearthstone", deck="the-herd", places="no")
    result = ludus.simulate(game, [Aims, "random"], 20, seed=1, swap=True)
    again = ludus.simulate(game, [Aims, "random"], 20, seed=1, swap=True)
    assert result.standings == again.standings
    assert result.replay(7).game == game


class Says:
    """Gives the same answer to everything."""

    answer: object = None

    def choose(self, turn):
        return self.answer(turn) if callable(self.answer) else self.answer


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (10**6, "chose an illegal action: seat . may not take action 1000000: there is no such action"),
        (lambda turn: min(set(range(2000)) - set(turn.legal_actions)), "chose an illegal action: seat . may not take"),
        ("end turn", "chose end turn, which is no action: an action is a whole number"),
        (None, "chose None, which is no action"),
        (-1, "-1"),
        (2**80, "which is no action|no such action"),
    ],
)
def test_an_illegal_answer_is_refused_in_one_sentence(answer, message):
    class Wrong(Says):
        pass

    Wrong.answer = staticmethod(answer) if callable(answer) else answer
    game = ludus.game("hearthstone", deck="the-herd")
    with pytest.raises(BrokenGame, match=message) as refused:
        ludus.simulate(game, [Wrong, "random"], 1, seed=1)
    assert "\n" not in str(refused.value)


def test_an_agent_cannot_touch_the_game():
    kept = []

    class Keeper:
        def choose(self, turn):
            sample = turn.sample()
            before = sample.position
            sample.apply(turn.seat, turn.legal_actions[0])
            assert sample.position != before
            kept.append(turn)
            return turn.legal_actions[-1]

    class Plain:
        def choose(self, turn):
            turn.sample()
            return turn.legal_actions[-1]

    game = ludus.game("hearthstone", deck="the-herd")
    touched, plain = (ludus.simulate(game, agent, 2, seed=5) for agent in (Keeper, Plain))
    assert touched.games["decisions"].tolist() == plain.games["decisions"].tolist()
    with pytest.raises(RuntimeError):
        _ = kept[0].legal_actions
