"""Agents choose by what their seat may know, and the same seed gives the same choices."""

import pytest
from conftest import ALL_GAMES, played

import ludus
from ludus.agents import catalogue


def playable(game, name):
    return not (name == "mcts" and (game.hidden or game.simultaneous))


def spec_of(name):
    return f"{name}:iterations=30" if name in ("flat", "mcts", "ismcts") else name


@pytest.mark.parametrize("name", [name for name, _, _ in catalogue()])
def test_every_agent_finishes_every_game_it_accepts(any_game, name):
    if not playable(any_game, name):
        with pytest.raises(ludus.BadSpec, match="ismcts"):
            any_game.player(spec_of(name))
        return
    runs = []
    for _ in range(2):
        state = any_game.start(seed=2)
        player = any_game.player(spec_of(name), seed=5)
        while not state.is_over:
            state.apply(state.to_act[0], player.choose(state))
        runs.append(state.replay.choices)
    assert runs[0] == runs[1]
    assert player.reproducible


def test_a_time_budget_is_not_reproducible_and_says_so():
    result = ludus.simulate("tic-tac-toe", ["mcts:ms=1", "random"], 2)
    assert not result.manifest["reproducible"]


def test_a_player_tells_what_it_considered():
    state = ludus.game("connect-four").start()
    player = state.game.player("mcts:iterations=500", seed=1)
    assert player.thoughts == []
    chosen = player.choose(state)
    assert player.thoughts[0][0] == chosen
    assert sorted(action for action, _, _ in player.thoughts) == list(range(7))


@pytest.mark.parametrize("spec", ["random", "greedy", "flat:iterations=60", "ismcts:iterations=60"])
def test_swapping_hidden_cards_does_not_change_a_decision(spec):
    game = ludus.game("leduc-poker")
    for seed in range(20):
        state = played(game, seed % 3, seed=seed)
        if state.is_over:
            continue
        seat = state.to_act[0]
        others = [state.sample(seat, other) for other in range(5)]
        choices = {game.player(spec, seed=seed).choose(one, seat) for one in [state, *others]}
        assert len(choices) == 1


class Curious:
    """Uses everything that a turn offers."""

    seen: list[tuple] = []

    def choose(self, turn):
        sample = turn.sample()
        assert sample.observe(turn.seat).tolist() == turn.observation.tolist()
        view = turn.view()
        assert [offer.action for offer in view.actions] == turn.legal_actions
        assert turn.describe(turn.legal_actions[0]) == view.actions[0].text
        action = turn.random().choice(turn.legal_actions)
        self.seen.append((turn.seat, turn.observation.tolist(), action))
        return action


@pytest.mark.parametrize("spec", ALL_GAMES)
def test_an_agent_in_python_gets_its_turn_and_no_more(spec):
    Curious.seen.clear()
    seats = ludus.game(spec).seats
    one = ludus.simulate(spec, [Curious, *["random"] * (seats - 1)], 5, seed=1)
    first = list(Curious.seen)
    Curious.seen.clear()
    other = ludus.simulate(spec, [Curious, *["random"] * (seats - 1)], 5, seed=1)
    assert first == Curious.seen
    assert one.standings == other.standings


def test_the_hidden_card_does_not_reach_an_agent_in_python():
    game = ludus.game("kuhn-poker")
    state = game.start(seed=1)
    Curious.seen.clear()
    for other in range(4):
        game.player(Curious, seed=3).choose(state.sample(0, other), 0)
    assert len({str(turn) for turn in Curious.seen}) == 1


def test_an_agent_is_found_by_its_text(tmp_path):
    (tmp_path / "mine.py").write_text(
        "class Last:\n"
        "    def __init__(self, offset='1'): self.offset = int(offset)\n"
        "    def choose(self, turn): return turn.legal_actions[-self.offset]\n"
    )
    spec = f"python:{tmp_path / 'mine.py'}:Last"
    state = ludus.game("tic-tac-toe").start()
    assert state.game.player(spec).choose(state) == 8
    assert state.game.player(f"{spec},offset=3").choose(state) == 6


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (99, "chose an illegal action: seat 0 may not take action 99"),
        ("a1", "which is no action"),
        (-1, "no action"),
    ],
)
def test_an_agent_that_answers_nonsense_is_named(answer, message):
    class Nonsense:
        def choose(self, turn):
            return answer

    with pytest.raises(ludus.BrokenGame, match=message) as caught:
        ludus.simulate("tic-tac-toe", [Nonsense, "random"], 3)
    assert "Nonsense" in str(caught.value)


def test_an_exception_of_an_agent_comes_through_as_it_is():
    class Clumsy:
        def choose(self, turn):
            return {}["missing"]

    with pytest.raises(KeyError, match="missing"):
        ludus.simulate("tic-tac-toe", [Clumsy, "random"], 3)


def test_an_agent_for_another_game_is_refused():
    player = ludus.game("tic-tac-toe").player("random")
    with pytest.raises(TypeError, match="made for another game"):
        player.choose(ludus.game("connect-four").start())


def test_the_seed_of_the_deal_tells_an_agent_nothing():
    game = ludus.game("kuhn-poker")
    equal = sum(game.start(seed=seed) == game.start(seed=seed).sample(1, seed=seed) for seed in range(2000))
    # Two other cards are equally likely: half of the samples, four standard errors are 4.5 %.
    assert abs(equal / 2000 - 0.5) < 0.045


def test_an_agent_in_python_can_say_that_it_is_not_reproducible():
    class Moody(Curious):
        reproducible = False

    assert not ludus.simulate("tic-tac-toe", [Moody, "random"], 1).manifest["reproducible"]
    assert ludus.simulate("tic-tac-toe", [Curious, "random"], 1).manifest["reproducible"]
