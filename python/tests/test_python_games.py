"""A game written in Python gets everything that a native one has, and its mistakes are named."""

import itertools
import pickle
import random

import pytest
from conftest import NIM

import ludus
from ludus import testing


class Pick(ludus.State):
    """Two hidden cards; each seat keeps or swaps its own with the next of the deck, then the higher card wins."""

    def __init__(self, cards):
        self.cards = list(cards)
        self.turn = 0

    def _to_act(self):
        return self.turn if self.turn < 2 else None

    def _legal_actions(self, seat):
        return (0, 1)

    def _apply(self, seat, action, dice):
        if action == 1:
            rest = [card for card in range(6) if card not in self.cards]
            self.cards[seat] = dice.choose(rest, f"swap {seat}")
        self.turn += 1
        return [{"seat": seat, "action": action}, {"seat": seat, "card": self.cards[seat], "to": [seat]}]

    def _returns(self):
        if self.turn < 2:
            return (0.0, 0.0)
        return (1.0, -1.0) if self.cards[0] > self.cards[1] else (-1.0, 1.0)

    def _observe(self, seat):
        return (self.cards[seat], self.turn, seat)

    def _determinize(self, seat, dice):
        rest = [card for card in range(6) if card != self.cards[seat]]
        self.cards[1 - seat] = dice.choose(rest, "redeal")

    def _table(self, seat):
        return ludus.Component("table", "table").at(
            "hand",
            ludus.Component("hand", "hand").at("0", ludus.Component("card", "own", str(self.cards[seat]))),
        )


class HighCard(ludus.Game):
    """Keep your card or draw another one; the higher card wins."""

    name = "high-card"
    actions = 2
    features = (3,)
    hidden = True
    chance = True
    max_decisions = 2

    def _start(self, dice):
        deck = list(range(6))
        dice.shuffle(deck, "deal")
        return Pick(deck[:2])

    def _describe(self, action):
        return ("keep", "swap")[action]


def test_a_game_with_luck_and_secrets_passes_the_kit():
    testing.check(HighCard(), games=50).require()


def test_it_works_with_every_part_of_the_platform(tmp_path):
    game = HighCard()
    assert game.about == "Keep your card or draw another one; the higher card wins."
    state = game.start(seed=1)
    assert sum(weight for weight, _ in game.starts()) == 1
    assert len(game.starts()) == 30
    assert len(state.outcomes(0, "swap")) == 4
    state.apply(0, "swap")
    assert state.events()[-1]["to"] == [0]
    assert len(state.events(1)) == 1
    assert state.view(1).actions[0].touches == ("action:0",)
    assert [component.label for component in state.view(1).table.walk()][-2:] == ["keep", "swap"]
    assert state.cards == state.value.cards
    with pytest.raises(AttributeError, match="no attribute 'colour'"):
        state.colour  # noqa: B018
    state.undo()
    assert len(state) == 0
    batch = ludus.Batch(game, 50, seed=1)
    batch.apply_random(7)
    assert set(batch.seats) <= {0, 1}
    result = ludus.tournament(game, ["random", "greedy", "ismcts:iterations=40", "flat:iterations=20"], n=60, seed=1)
    assert len(result.standings) == 12
    thinker = next(row for row in result.standings if row["agent"].startswith("ismcts"))
    assert thinker["mean_return"] > 0
    with pytest.raises(ludus.BadSpec, match="ismcts"):
        game.player("mcts")


def test_mcts_plays_a_python_game_perfectly():
    state = ludus.game(NIM, matches=7).start(seed=1)
    player = state.game.player("mcts:iterations=500")
    assert state.describe(player.choose(state)) == "take 3"  # leaves four, which loses for the other seat


def test_a_game_is_registered_under_its_name_and_takes_options(monkeypatch):
    from ludus import registry

    monkeypatch.setattr(registry, "_registered", {})
    game_class = type(ludus.game(NIM))
    ludus.register(game_class)
    assert "nim" in ludus.games()
    game = ludus.game("nim:matches=5")
    assert (game.start().matches, game.spec) == (5, "nim:matches=5")
    assert ludus.game("nim", matches=4).start().matches == 4
    assert game_class().spec == "nim"
    with pytest.raises(ludus.BadSpec, match="nim: .*unexpected keyword argument 'heaps'"):
        ludus.game("nim:heaps=2")


def test_what_a_class_is_called_with_belongs_to_the_game(tmp_path, monkeypatch):
    monkeypatch.setattr("ludus.registry._registered", {})
    game_class = ludus.register(type(ludus.game(NIM)))
    small, large = game_class(5), game_class(matches=9)
    assert (small.spec, large.spec, game_class(21).spec) == ("nim:matches=5", "nim:matches=9", "nim")
    assert small == ludus.game("nim", matches=5) == pickle.loads(pickle.dumps(small)) != large
    assert len({small, game_class(5), large}) == 2
    state = small.start(seed=1)
    state.apply(0, "take 2")
    state.replay.save(tmp_path / "nim.json")
    assert ludus.Replay.load(tmp_path / "nim.json").game == small
    result = ludus.simulate(large, n=10, seed=1)
    assert (result.manifest["game"], result.manifest["reproducible"]) == ("nim:matches=9", True)
    result.save(tmp_path / "nim.parquet")
    assert ludus.Result.load(tmp_path / "nim.parquet").replay(3) == result.replay(3)


class Race(HighCard):
    """A game with options of every kind."""

    name = "race"

    def __init__(self, heaps=(), *, label="", **others):
        self.heaps, self.label, self.others = heaps, label, others


def test_options_that_no_text_holds_are_kept_and_a_result_says_so():
    listed = Race([1, 2], label="x")
    assert Race([1, 2], label="x") == listed != Race([1, 3], label="x")
    assert pickle.loads(pickle.dumps(listed)) == listed
    assert ludus.game("python:test_python_games:Race", heaps=[1, 2]).heaps == [1, 2]
    assert ludus.simulate(Race(label="x", speed=2), n=1).manifest["reproducible"]
    for hidden in (listed, Race(label="7"), Race(heaps=object())):
        assert not ludus.simulate(hidden, n=1).manifest["reproducible"]


def test_a_class_without_options_takes_none():
    with pytest.raises(TypeError, match="HighCard takes no options"):
        HighCard(3)
    with pytest.raises(ludus.BadSpec, match="HighCard takes no options"):
        ludus.game("python:test_python_games:HighCard,cards=3")


def test_an_installed_package_brings_a_game_by_entry_point(tmp_path, monkeypatch):
    monkeypatch.setattr("ludus.registry._registered", {})
    (tmp_path / "third_party_pile.py").write_text(
        "import ludus\n"
        "class Pile(ludus.State):\n"
        "    left = 1\n"
        "    def _to_act(self): return 0 if self.left else None\n"
        "    def _legal_actions(self, seat): return [0]\n"
        "    def _apply(self, seat, action, dice): self.left = 0\n"
        "    def _returns(self): return [0.0]\n"
        "class Piles(ludus.Game):\n"
        "    name = 'pile'\n    actions = 1\n    seats = 1\n"
        "    def _start(self, dice): return Pile()\n"
    )
    info = tmp_path / "third_party_pile-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: third-party-pile\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[ludus.games]\npile = third_party_pile:Piles\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert "pile" in ludus.games()
    assert ludus.game("pile").start().legal_actions() == [0]


def test_a_name_that_is_taken_is_refused():
    class Copycat(HighCard):
        name = "kuhn-poker"

    with pytest.raises(ludus.BadSpec, match="there is a game `kuhn-poker` already"):
        ludus.register(Copycat)


def test_what_an_author_forgot_is_named():
    class Unnamed(ludus.Game):
        actions = 1

    class Empty(ludus.Game):
        name = "empty"
        actions = 1

    class Startless(Empty):
        def _start(self, dice):
            return ludus.State()

    with pytest.raises(TypeError, match="Unnamed needs a name"):
        Unnamed().start()
    with pytest.raises(TypeError, match=r"Empty must define _start\(self, dice\)"):
        Empty().start()
    with pytest.raises(TypeError, match=r"State must define _to_act\(self\)"):
        Startless().start().to_act  # noqa: B018


def test_an_exception_of_a_game_comes_through_as_it_is():
    class Bomb(Pick):
        def _apply(self, seat, action, dice):
            raise ZeroDivisionError("boom")

    class Bombs(HighCard):
        def _start(self, dice):
            return Bomb([0, 1])

    state = Bombs().start(seed=1)
    with pytest.raises(ZeroDivisionError, match="boom"):
        state.apply(0, 0)
    with pytest.raises(ZeroDivisionError, match="boom"):
        ludus.simulate(Bombs(), n=3)
    with pytest.raises(ZeroDivisionError, match="boom"):
        testing.check(Bombs())
    with pytest.raises(ZeroDivisionError, match="boom"):
        ludus.Batch(Bombs(), 3).apply_random()


def test_dice_and_turns_work_only_during_their_call():
    kept = []

    class Keeper(HighCard):
        def _start(self, dice):
            kept.append(dice)
            return super()._start(dice)

    class Rememberer:
        def choose(self, turn):
            kept.append(turn)
            return turn.legal_actions[0]

    ludus.simulate(Keeper(), [Rememberer, "random"], n=1)
    for use in (lambda: kept[0].roll(6), lambda: kept[-1].legal_actions):
        with pytest.raises(RuntimeError, match="only be used during the call"):
            use()


COUNTER = itertools.count()


class Broken(Pick):
    """A state with one mistake, chosen by name."""

    fault = ""

    def _legal_actions(self, seat):
        return (0, 1, 1) if self.fault == "mask" else super()._legal_actions(seat)

    def _apply(self, seat, action, dice):
        if self.fault == "luck":
            self.cards[seat] = random.choice([card for card in range(6) if card not in self.cards])
        if self.fault == "replay":
            self.cards[seat] = [card for card in range(6) if card not in self.cards][next(COUNTER) % 4]
        return super()._apply(seat, action, dice)

    def _observe(self, seat):
        return (self.cards[1 - seat], self.turn, seat) if self.fault == "leak" else super()._observe(seat)

    def _copy(self):
        twin = super()._copy()
        if self.fault == "copy":
            twin.cards = self.cards
        if self.fault == "undo":
            twin.turn = 0
        return twin

    def _returns(self):
        return (2.0, -2.0) if self.fault == "returns" and self.turn == 2 else super()._returns()

    def _position(self):
        return repr({"cards": self.cards}) if self.fault == "position" else super()._position()


@pytest.mark.parametrize(
    ("fault", "check"),
    [
        ("mask", "mask-tells-the-truth"),
        ("luck", "same-seed-same-game"),
        ("replay", "replay-reproduces"),
        ("leak", "nothing-hidden-leaks"),
        ("copy", "copy-is-independent"),
        ("undo", "undo-restores"),
        ("returns", "returns-in-range"),
        ("position", "position-round-trips"),
    ],
)
def test_the_kit_catches_and_names_a_mistake(fault, check):
    class BrokenGame(HighCard):
        def _start(self, dice):
            deck = list(range(6))
            dice.shuffle(deck, "deal")
            return Broken(deck[:2])

    Broken.fault = fault
    try:
        report = testing.check(BrokenGame(), games=20)
    finally:
        Broken.fault = ""
    assert check in [failed.name for failed in report.failures], str(report)
    with pytest.raises(ludus.BrokenGame, match=check):
        report.require()


def test_every_native_game_passes_the_kit_in_every_number_of_seats(any_game):
    for report in testing.check_all_seats(any_game, games=5):
        report.require()


def test_a_failing_hook_leaves_the_state_as_it_was():
    class Late(Pick):
        def _apply(self, seat, action, dice):
            self.turn += 1
            raise ZeroDivisionError("too late")

    class LateGame(HighCard):
        def _start(self, dice):
            return Late([0, 1])

    state = LateGame().start(seed=1)
    before = state.position
    with pytest.raises(ZeroDivisionError, match="too late"):
        state.apply(0, 0)
    assert (state.position, len(state)) == (before, 0)


def test_a_game_that_hides_something_shows_nothing_by_default():
    class Plain(Pick):
        _table = ludus.State._table

    class PlainGame(HighCard):
        def _start(self, dice):
            return Plain([3, 5])

    view = PlainGame().start(seed=1).view(0)
    assert [component.kind for component in view.table.walk()] == ["table", "button", "button"]


def test_options_of_a_game_may_change_its_facts():
    class Short(HighCard):
        def __init__(self, rounds=1):
            self.max_decisions = 2 * rounds
            self.returns_range = (-rounds, rounds)

    assert Short(3).max_decisions == 6
    assert Short(3).returns_range == (-3, 3)
    testing.check(Short(1)).require()
    with pytest.raises(AttributeError, match="seats of connect-four is fixed by its rules"):
        ludus.game("connect-four").seats = 3


def variant(**hooks):
    """Return HighCard with some hooks of its state replaced."""
    state = type("Variant", (Pick,), hooks)
    return type("VariantGame", (HighCard,), {"_start": lambda self, dice: state([3, 5])})()


@pytest.mark.parametrize(
    ("hooks", "message"),
    [
        ({"_legal_actions": lambda self, seat: []}, "_legal_actions gave nothing for seat 0, which is to act"),
        ({"_legal_actions": lambda self, seat: [7]}, "_legal_actions gave 7, but the actions are 0 to 1"),
        ({"_legal_actions": lambda self, seat: [-1]}, "_legal_actions gave -1"),
        ({"_to_act": lambda self: 5}, "_to_act names seat 5, but the seats are 0 to 1"),
        ({"_to_act": lambda self: [0, -1]}, "_to_act names seat -1"),
        ({"_observe": lambda self, seat: (1,)}, "_observe gave 1 features, but the game declares 3"),
        ({"_returns": lambda self: (1,)}, "_returns gave 1 numbers for 2 seats"),
    ],
)
def test_a_broken_contract_is_one_sentence_everywhere_and_a_finding_of_the_kit(hooks, message):
    game = variant(**hooks)

    def use_everything():
        state = game.start(seed=1)
        state.apply(state.to_act[0], state.legal_actions()[0])
        state.observe(0)
        return state.returns

    uses = [use_everything, lambda: ludus.simulate(game, ["flat:iterations=5", "random"], 3)]
    uses += [lambda: ludus.Batch(game, 3).apply_random(3)]
    caught = 0
    for use in uses:
        try:
            use()
        except ludus.BrokenGame as error:
            assert message in str(error)  # noqa: PT017
            caught += 1
    assert caught
    assert any(message in (failed.failure or "") for failed in testing.check(game, games=3).failures)


def test_a_batch_that_failed_half_way_wants_a_reset():
    calls = itertools.count()

    def fail_once(self, seat, action, dice):
        if next(calls) == 2:
            raise ZeroDivisionError("third")
        self.turn += 1

    batch = ludus.Batch(variant(_apply=fail_once), 4)
    with pytest.raises(ZeroDivisionError):
        batch.apply([0, 0, 0, 0])
    with pytest.raises(ludus.BrokenGame, match=r"call reset\(\)"):
        batch.apply([0, 0, 0, 0])
    batch.reset()
    batch.apply([0, 0, 0, 0])


def test_a_player_that_is_asked_while_it_chooses_says_so():
    class Selfish:
        def choose(self, turn):
            return player.choose(state)

    state = HighCard().start(seed=1)
    player = state.game.player(Selfish)
    with pytest.raises(RuntimeError, match="one choice at a time"):
        player.choose(state)


def test_a_position_with_sets_is_written_in_order():
    state = HighCard().start(seed=1)
    state.value.seen = {"b", "a", ("c", 1)}
    assert state.value._position().endswith("'seen': {'a', 'b', ('c', 1)}}")


def test_events_must_be_a_list_and_a_start_a_state():
    with pytest.raises(TypeError, match="_apply gave one event"):
        variant(_apply=lambda self, seat, action, dice: {"one": 1}).start(seed=1).apply(0, 0)
    nothing = type("Nothing", (HighCard,), {"_start": lambda self, dice: None})
    with pytest.raises(TypeError, match=r"_start gave None, but it must give a ludus\.State"):
        nothing().start()
