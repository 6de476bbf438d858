"""Bad input gets one clear error that says what, where and what would be right; and nothing changes."""

import pickle
import re

import pytest
from conftest import played
from hypothesis import given, settings
from hypothesis import strategies as st

import ludus


@pytest.mark.parametrize(
    ("seat", "action", "message"),
    [
        (0, 7, r"connect-four: seat 0 may not take `7`: .*; legal: 1, 2, 3, 4, 5, 6, 7"),
        (1, 3, r"connect-four: seat 1 may not take `4`: .*; to act: seat 0"),
        (0, -1, "-1 is no action; an action is a number or its text"),
        (0, 2**40, "is no action"),
        (0, 1.5, "1.5 is no action"),
        (0, None, "None is no action"),
        (0, "8", "`8` is no action; actions are `1`, `2`"),
        (9, 0, "9 is no seat"),
        (-1, 0, "-1 is no seat"),
        ("x", 0, "'x' is no seat"),
        (5, 0, "seat 5 may not take"),
    ],
)
def test_an_illegal_action_is_refused_in_words_and_changes_nothing(seat, action, message):
    state = played(ludus.game("connect-four"), 2)
    before = (state.position, len(state), hash(state))
    with pytest.raises(ludus.IllegalAction, match=message):
        state.apply(seat, action)
    assert (state.position, len(state), hash(state)) == before


def test_a_full_column_says_which_ones_are_open():
    state = ludus.game("connect-four").start()
    for decision in range(6):
        state.apply(decision % 2, "3")
    with pytest.raises(ludus.IllegalAction, match="legal: 1, 2, 4, 5, 6, 7$"):
        state.apply(0, "3")


def test_a_game_that_is_over_refuses_everything():
    state = ludus.game("tic-tac-toe").start(position="xxx/oo./... -")
    with pytest.raises(ludus.IllegalAction, match="the game is over"):
        state.apply(1, 5)
    with pytest.raises(ludus.IllegalAction, match="nobody is to act"):
        state.game.player("random").choose(state)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda s: s.observe(2), "there is no seat 2; the seats are 0 to 1"),
        (lambda s: s.view(7), "there is no seat 7"),
        (lambda s: s.legal_actions(8), "8 is no seat"),
        (lambda s: s.describe(7), "connect-four has the actions 0 to 6, no 7"),
        (lambda s: s.game.parse("nine"), "`nine` is no action; actions are"),
        (lambda s: s.game.player("random").choose(s, 1), "seat 1 is not to act; to act: 0"),
    ],
)
def test_questions_about_what_is_not_there(call, message):
    with pytest.raises(ludus.IllegalAction, match=message):
        call(ludus.game("connect-four").start())


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("conect4", "there is no game `conect4`; did you mean `connect-four`?"),
        ("TIC-TAC-TOE", "there is no game `TIC-TAC-TOE`; did you mean `tic-tac-toe`?"),
        ("zzz", "there is no game `zzz`; `ludus games` lists all"),
        ("goofspiel:card=3", "goofspiel has no option `card`; did you mean `cards`?"),
        ("goofspiel:cards=99", "goofspiel: cards=99 must be a number from 1 to 13"),
        ("goofspiel:cards=x", "cards=x must be a number from 1 to 13"),
        ("goofspiel:cards", "`cards` in `goofspiel:cards` is no key=value"),
        ("", "has no name"),
        ("python:nowhere:Nothing", "`nowhere:Nothing` cannot be loaded: No module named 'nowhere'"),
        ("python:ludus:State", "is no subclass of ludus.Game"),
        ("python:ludus", "must be module:Class or file.py:Class"),
        ("python:missing/file.py:Nim", "cannot be loaded"),
        ("python:examples/nim.py:Nim:matches=7", "`python` needs a class: write python:module:Class or"),
    ],
)
def test_a_wrong_game_spec_says_what_would_be_right(spec, message):
    with pytest.raises(ludus.BadSpec, match=message.replace("?", r"\?")):
        ludus.game(spec)


@pytest.mark.parametrize(
    ("agent", "message"),
    [
        ("mtcs", "unknown agent `mtcs`; did you mean `mcts`?"),
        ("foo", "unknown agent `foo`; the agents are random, greedy, flat, mcts, ismcts and python:module:Class"),
        ("mcts:iteration=5", "mcts has no option `iteration`; did you mean `iterations`?"),
        ("mcts:iterations=0", "iterations=0 must be a number"),
        ("python:nowhere:Agent", "cannot be loaded"),
        ("python:nowhere:Agent:x=1", "`python` needs a class: write python:module:Class or"),
        ("python:math:pi", "`math:pi` is no class"),
        ("python:os.path:join", "python:os.path:join: join() missing 1 required positional argument"),
        ("python:collections:OrderedDict", "has no method choose(turn): it is no agent"),
        ("python:test_errors:Bold,z=3", "test_errors:Bold,z=3: Bold.__init__() got an unexpected keyword argument 'z'"),
        ("python:test_errors:Bold", "Bold.__init__() missing 1 required positional argument: 'courage'"),
        ("python:test_errors:Bold,courage=much", "invalid literal for int() with base 10: 'much'"),
        (3, "3 is no agent: give a spec such as `mcts:iterations=500`"),
        (None, "None is no agent"),
    ],
)
def test_a_wrong_agent_says_what_would_be_right(agent, message):
    with pytest.raises(ludus.BadSpec, match=re.escape(message)):
        ludus.simulate("connect-four", [agent, "random"], n=1)
    with pytest.raises(ludus.BadSpec, match=re.escape(message)):
        ludus.game("connect-four").player(agent)


class Bold:
    """An agent with an option."""

    def __init__(self, courage):
        self.courage = int(courage)

    def choose(self, turn):
        return turn.legal_actions[-1]


def test_an_agent_that_cannot_play_the_kind_of_game_says_which_one_can():
    with pytest.raises(ludus.BadSpec, match="ismcts"):
        ludus.game("kuhn-poker").player("mcts")


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("x", "turn is missing"),
        ("xxxxxxxxx x", "board"),
        ("xx./.../... x", "position"),
        ({"board": ".../.../..."}, "turn is missing"),
        ({"bord": ""}, "bord is unknown; the fields are board, turn"),
        (5, "5 is no position: give its text, or its fields"),
    ],
)
def test_a_malformed_position_names_the_field(position, message):
    with pytest.raises(ludus.BadPosition, match=message):
        ludus.game("tic-tac-toe").start(position=position)


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four", "kuhn-poker", "leduc-poker", "goofspiel:cards=4"])
@given(text=st.text(max_size=60))
@settings(max_examples=200, deadline=None)
def test_no_text_breaks_the_position_readers(name, text):
    try:
        state = ludus.game(name).start(seed=0, position=text)
    except ludus.BadPosition:
        return
    assert ludus.game(name).start(seed=0, position=state.position) == state


@given(text=st.text(max_size=80) | st.from_regex(r"[a-z\-]{0,12}:([a-z]{0,10}=[0-9a-z.\-]{0,6},?){0,3}"))
@settings(max_examples=300, deadline=None)
def test_no_text_breaks_the_spec_readers(text):
    for read in (ludus.game, ludus.game("tic-tac-toe").player):
        try:
            read(text)
        except ludus.BadSpec:
            continue


@given(text=st.text(max_size=80) | st.recursive(st.none() | st.integers(), st.lists, max_leaves=5).map(str))
@settings(max_examples=200, deadline=None)
def test_no_text_breaks_the_replay_reader(text):
    with pytest.raises(ludus.LudusError):
        ludus.Replay.loads(text)


def test_an_unstarted_state_says_so():
    with pytest.raises(TypeError, match="was not started by its game"):
        ludus.State().position  # noqa: B018
    with pytest.raises(TypeError):
        pickle.dumps(ludus.Game().start())


@pytest.mark.parametrize(
    "call",
    [
        lambda g: g.start(seed=-1),
        lambda g: g.start(seed=2**64),
        lambda g: g.start(seed="x"),
        lambda g: g.player("random", seed=-1),
        lambda g: g.start().copy(seed=-1),
        lambda g: g.start().sample(0, seed=-1),
        lambda g: ludus.simulate(g, n=1, seed=-1),
        lambda g: ludus.Batch(g, 1, seed=-1),
    ],
)
def test_a_wrong_seed_is_named(call):
    with pytest.raises(ValueError, match=r"a seed must be a whole number from 0 to 2\*\*64 - 1, not"):
        call(ludus.game("tic-tac-toe"))


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda g: g.start().undo(-1), ValueError),
        (lambda g: g.start().rewind(-1), ValueError),
        (lambda g: ludus.Batch(g, -1), ValueError),
        (lambda g: ludus.Batch(g, 2**62), (MemoryError, ValueError)),
        (lambda g: ludus.Batch(g, 1, threads=0), ValueError),
        (lambda g: ludus.Batch(g, 1, threads=10**9), ValueError),
    ],
)
def test_numbers_out_of_range_are_refused(call, error):
    with pytest.raises(error):
        call(ludus.game("tic-tac-toe"))


def test_a_player_is_for_its_own_options():
    player = ludus.game("goofspiel", cards=3).player("ismcts:iterations=10")
    with pytest.raises(TypeError, match="for other options of it"):
        player.choose(ludus.game("goofspiel", cards=13, seats=4).start())


def test_the_rooms_of_the_package_open_by_their_names():
    assert ludus.testing.check("tic-tac-toe", games=2).passed
    assert ludus.env.__name__ == "ludus.env"
    with pytest.raises(AttributeError, match="no attribute 'kitchen'"):
        ludus.kitchen  # noqa: B018
