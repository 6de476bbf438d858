"""A replay reproduces its game bit for bit, shows any moment and goes on from there."""

import json
from collections import Counter

import pytest
from conftest import NIM, played

import ludus


def test_a_saved_replay_gives_the_same_game(any_game, tmp_path):
    state = played(any_game, 5, seed=7)
    state.replay.save(tmp_path / "game.json")
    loaded = ludus.Replay.load(tmp_path / "game.json")
    assert loaded.at(len(loaded)) == state
    assert loaded == state.replay
    assert loaded.game == any_game


def test_stepping_goes_both_ways_and_stops_at_the_ends():
    replay = played(ludus.game("connect-four"), 8).replay
    positions = [replay.at(place).position for place in range(9)]
    assert [replay.step().position for _ in range(8)] == positions[1:]
    assert replay.step().position == positions[8]
    assert [replay.step(-1).position for _ in range(8)] == positions[7::-1]
    assert replay.step(-5).position == positions[0]
    with pytest.raises(ValueError, match="no state after 9 decisions: there were only 8"):
        replay.at(9)


def test_a_branch_leaves_the_replay_alone_and_has_the_luck_asked_for():
    game = ludus.game("goofspiel", cards=6)
    replay = played(game, 6, seed=2).replay
    before = replay.dumps()
    replay.step(2)
    for branch in (replay.branch(), replay.branch(seed=5)):
        while not branch.is_over:
            branch.apply(branch.to_act[0], branch.legal_actions()[0])
        assert ludus.Replay.loads(branch.replay.dumps()).at(len(branch)) == branch
    assert replay.dumps() == before


def test_a_game_from_a_position_can_be_replayed():
    state = ludus.game("tic-tac-toe").start(seed=1, position="x.o/.x./... o")
    state.apply(1, "a2")
    facts = json.loads(state.replay.dumps())
    assert facts["position"] == "x.o/.x./... o"
    assert ludus.Replay.loads(state.replay.dumps()).at(1) == state


def damaged(**changes):
    facts = json.loads(played(ludus.game("leduc-poker"), 3, seed=1).replay.dumps())
    return json.dumps({**facts, **changes})


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("{", ludus.BadReplay, "not a replay"),
        ("[]", ludus.BadReplay, "not a replay: it is no JSON object"),
        ("{}", ludus.BadReplay, "not a replay: the field `game` is missing"),
        (damaged(game=5), ludus.BadReplay, "game must be a text, not 5"),
        (damaged(game="leduc"), ludus.BadSpec, "did you mean `leduc-poker`"),
        (damaged(content="leduc-poker/0"), ludus.BadReplay, "made with content leduc-poker/0"),
        (
            damaged(choices=[[0, 1], [0, 1]]),
            ludus.BadReplay,
            "decision 2 of the replay: seat 0 may not take action 1",
        ),
        (
            damaged(choices=[[0, 1], [1, 99]]),
            ludus.BadReplay,
            "decision 2 of the replay: seat 1 may not take action 99",
        ),
        (damaged(choices=[[-1, 0]]), ludus.BadReplay, "not a replay"),
        (damaged(choices=[]), ludus.BadReplay, "the replay ends in `"),
        (damaged(position="nonsense"), ludus.BadReplay, "start of the replay: position"),
        (damaged(surplus=1), ludus.BadReplay, "not a replay"),
    ],
)
def test_a_damaged_replay_says_what_is_wrong_and_in_which_file(text, error, message, tmp_path):
    with pytest.raises(error, match=message):
        ludus.Replay.loads(text)
    (tmp_path / "bad.json").write_text(text)
    with pytest.raises(error, match=rf"bad\.json: .*{message}"):
        ludus.Replay.load(tmp_path / "bad.json")


def test_another_seed_is_another_game():
    texts = [damaged(seed=seed) for seed in range(2, 12)]
    failures = 0
    for text in texts:
        try:
            ludus.Replay.loads(text)
        except ludus.BadReplay:
            failures += 1
    assert failures >= 8, "another deal leads to another end, but for the rare equal ones"


def test_a_file_that_cannot_be_read_or_written_is_named(tmp_path):
    with pytest.raises(ludus.BadFile, match=r"missing\.json cannot be read: No such file"):
        ludus.Replay.load(tmp_path / "missing.json")
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe")
    with pytest.raises(ludus.BadFile, match="is no text"):
        ludus.Replay.load(tmp_path / "bytes.json")
    replay = played(ludus.game("kuhn-poker"), 1).replay
    with pytest.raises(ludus.BadFile, match="cannot be written"):
        replay.save(tmp_path / "nowhere" / "game.json")


def test_a_failed_write_leaves_the_old_file_alone(tmp_path):
    from ludus.files import write_file

    path = tmp_path / "kept.json"
    path.write_text("old")

    def fail(file):
        file.write(b"half")
        raise OSError(28, "No space left on device")

    with pytest.raises(ludus.BadFile, match="No space left on device"):
        write_file(path, fail)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


class Steps(ludus.State):
    """Counts down, and counts how often its hooks are called."""

    calls = Counter()

    def __init__(self, left):
        self.left = left

    def _to_act(self):
        self.calls["to_act"] += 1
        return 0 if self.left else None

    def _legal_actions(self, seat):
        self.calls["legal_actions"] += 1
        return (0,)

    def _apply(self, seat, action, dice):
        self.calls["apply"] += 1
        self.left -= 1

    def _returns(self):
        return (0.0,)

    def _copy(self):
        self.calls["copy"] += 1
        return Steps(self.left)


class Stairs(ludus.Game):
    name = "stairs"
    actions = 1
    seats = 1
    max_decisions = 20_000

    def _start(self, dice):
        return Steps(20_000)


def test_a_decision_of_a_long_game_costs_as_many_calls_at_its_end_as_at_its_start():
    state = Stairs().start(seed=1)
    costs = []
    # Whole intervals between two snapshots, which lie 64 decisions apart.
    for _ in range(20_000 // 640):
        Steps.calls.clear()
        for _ in range(640):
            state.apply(0, 0)
        costs.append(dict(Steps.calls))
    assert costs[-1] == costs[0]
    assert costs[0]["apply"] == 640
    assert costs[0]["copy"] <= 640 + 640 // 64


def test_going_back_in_a_long_game_costs_less_than_an_interval_between_snapshots():
    state = Stairs().start(seed=1)
    for _ in range(10_000):
        state.apply(0, 0)
    for decisions in (9_999, 5_000, 63, 0):
        Steps.calls.clear()
        state.rewind(decisions)
        assert state.left == 20_000 - decisions
        assert Steps.calls["apply"] < 64


def test_a_python_game_is_found_again_by_its_file():
    state = ludus.game(NIM).start(seed=1)
    state.apply(0, "take 3")
    assert ludus.Replay.loads(state.replay.dumps()).at(1).matches == 18
