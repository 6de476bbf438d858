"""Games by their options, positions, and the logs for other programs."""

import io
import json
from pathlib import Path

import pytest

import ludus
from ludus.cli.replay import replay
from ludus.errors import BadPosition, BadSpec
from ludus.hearthstone import hsreplay_xml, position, power_log
from ludus.hearthstone.game import OPTIONS

RANDOM = "random"


def play_on(state, seed=1, most=100_000):
    players = [state.game.player(RANDOM, seed * 2 + seat) for seat in (0, 1)]
    while not state.is_over and len(state) < most:
        seat = state.to_act[0]
        state.apply(seat, players[seat].choose(state))
    return state


@pytest.mark.parametrize(
    "deck", ["the-herd", "basic-mage", "Mage;2x Fireball;Wisp", "Warden;2x Fern Fawn;Burrow Bear", "FILE", "CODE"]
)
def test_a_replay_reopens_whatever_its_decks_were_written_as(deck, tmp_path):
    if deck == "FILE":
        path = tmp_path / "mine.txt"
        path.write_text("Mage\n2x Fireball\n2x Chillwind Yeti\n")
        deck = str(path)
    elif deck == "CODE":
        deck = ludus.hearthstone.deck("freeze-mage").code()
    state = play_on(ludus.game("hearthstone", deck=deck, deck2="two-fires").start(seed=5), most=60)
    state.replay.save(tmp_path / "game.json")
    (tmp_path / "mine.txt").unlink(missing_ok=True)
    again = ludus.Replay.load(tmp_path / "game.json")
    assert again.at(len(again)) == state
    assert ludus.game(state.game.spec).spec == state.game.spec


def test_the_sets_of_a_game_are_those_of_its_decks():
    assert "cards=vanilla," in ludus.game("hearthstone:deck=basic-mage").spec
    assert "cards=starter+vanilla," in ludus.game("hearthstone:deck=basic-mage,deck2=the-herd").spec


def test_every_option_is_told_and_a_wrong_one_gets_the_nearest():
    assert set(OPTIONS) >= {"deck", "deck2", "cards", "coin", "mulligan", "first", "places", "position", "with"}
    with pytest.raises(BadSpec, match="did you mean `mulligan`?"):
        ludus.game("hearthstone:muligan=no")
    with pytest.raises(BadSpec, match="a game that begins in a position has no use for `coin`"):
        ludus.game("hearthstone:coin=no,position=my health: 3")


POSITION = {
    "my": {
        "health": 20,
        "mana": 6,
        "crystals": 8,
        "fatigue": 1,
        "hand": ["Fireball", "Arcane Intellect"],
        "deck": "random",
        "board": [{"card": "Murloc Raider", "attack": 6, "health": 9, "damage": 6, "taunt": True}, "Wisp"],
        "secrets": ["Ice Barrier"],
    },
    "their": {
        "class": "Warrior",
        "armor": 5,
        "weapon": {"card": "Fiery War Axe", "attack": 3, "durability": 1},
        "board": ["Chillwind Yeti (4/5, damage 2, frozen)"],
        "deck": ["Wisp", "Boulderfist Ogre"],
    },
    "turn": 15,
    "plays": ["play Fireball on their hero"],
}


def state_of(state):
    from ludus import _core

    return json.loads(_core.hearthstone_history(state)[-1])["state"]


def test_a_position_says_everything_and_its_plays_are_carried_out():
    found = state_of(position(POSITION, seed=1))
    mine, their = found["sides"]
    things = {thing["thing"]: thing for thing in found["things"]}
    assert found["turn"] == 15
    assert (mine["mana"], mine["crystals"], mine["fatigue"], mine["deck"]) == (2, 8, 1, 30 - 3)
    raider = things[mine["board"][0]]
    assert (raider["attack"], raider["health"], raider["damage"], raider["keywords"]) == (6, 9, 6, ["taunt"])
    assert len(mine["hand"]) == len(mine["secrets"]) == 1
    hero = things[their["hero"]]
    assert (hero["health"] - hero["damage"], their["armor"], their["deck"]) == (29, 0, 2)
    assert things[their["weapon"]]["health"] == 1
    assert things[their["board"][0]]["frozen"]


@pytest.mark.parametrize("suffix", [".json", ".toml", "line"])
def test_a_position_is_the_same_from_a_file_and_from_one_line(suffix, tmp_path):
    wanted = position(POSITION, seed=4)
    if suffix == "line":
        from ludus.hearthstone.position import read_position

        where = read_position(POSITION).line()
    else:
        where = tmp_path / f"there{suffix}"
        where.write_text(json.dumps(POSITION) if suffix == ".json" else TOML)
    assert position(where, seed=4) == wanted


TOML = """
turn = 15
plays = ["play Fireball on their hero"]
[my]
health = 20
mana = 6
crystals = 8
fatigue = 1
hand = ["Fireball", "Arcane Intellect"]
deck = "random"
board = [{card = "Murloc Raider", attack = 6, health = 9, damage = 6, taunt = true}, "Wisp"]
secrets = ["Ice Barrier"]
[their]
class = "Warrior"
armor = 5
weapon = {card = "Fiery War Axe", attack = 3, durability = 1}
board = ["Chillwind Yeti (4/5, damage 2, frozen)"]
deck = ["Wisp", "Boulderfist Ogre"]
"""


def test_a_game_from_a_position_is_played_and_replayed(tmp_path):
    state = play_on(position(POSITION, seed=2))
    state.replay.save(tmp_path / "game.json")
    assert ludus.Replay.load(tmp_path / "game.json").at(len(state)) == state


def test_the_other_seat_may_be_to_act_and_random_decks_differ_by_seed():
    one, other = (position({"to act": "their", "my": {"deck": "random"}}, seed=seed) for seed in (1, 2))
    assert one.to_act == (1,)
    assert one != other


WRONG = [
    ({"my": {"bord": []}}, "position: `my.bord` is unknown; did you mean `board`?"),
    ({"my": {"board": ["Wisp"] * 8}}, "position: `my board`: a board holds at most 7 minions"),
    ({"my": {"hand": ["Wisp"] * 11}}, "position: `my hand`: a hand holds at most 10 cards"),
    ({"my": {"deck": ["Wisp"] * 61}}, "position: `my deck`: a deck holds at most 60 cards, not 61"),
    ({"my": {"health": -3}}, "position: `my hero`: `-3` is no number from 1 to 9999"),
    ({"my": {"health": 40}}, "position: `my hero`: a hero with 30 max health cannot have 40 health"),
    ({"my": {"health": "x"}}, 'position: `my.health` must be a whole number, not "x"'),
    ({"my": {"weapon": ["Fiery War Axe", "Gorehowl"]}}, "position: `my.weapon` must be one weapon; a hero holds one"),
    ({"my": {"hand": ["Firebal"]}}, "position: `my hand`: there is no card `Firebal`; did you mean `Fireball`?"),
    ({"my": {"secrets": ["Fireball"]}}, "position: `my secrets`: Fireball is no secret"),
    ({"my": {"mana": 11}}, "position: `my mana`: `11 of 11` is no number of crystals: write 0 to 10, or `3 of 5`"),
    (
        {"my": {"board": [{"card": "Wisp", "attack": 2}]}},
        "position: `my.board` must say `attack` and `health` together",
    ),
    ({"my": {"board": ["Wisp (1/0)"]}}, "position: `my board`: `1/0` must be attack/health: from 0/1 to 9999/9999"),
    ({"plays": ["play Fireball"]}, "position: play 1, `play Fireball`: there is no card for `Fireball` in the hand"),
    ({"plays": "end turn"}, "position: `plays` must be a list of texts like `play Fireball on their hero`"),
    ({"me": {}}, "position: `me` is unknown; did you mean `my`?"),
    ({"my": 3}, "position: `my` must be an object, not 3"),
    ("my hand Fireball", "position: `my hand Fireball`: this is no part of a position"),
    ("my hand: Wisp; my hand: Wisp", "position: `my hand`: `my hand` is said twice"),
    ("our hand: Wisp", "position: `our hand`: `our hand` is no part of a position"),
    ("turn: 900", "position: `turn`: `900` is no turn from 1 to 89"),
]


@pytest.mark.parametrize(("where", "sentence"), WRONG)
def test_a_wrong_position_is_one_sentence(where, sentence):
    with pytest.raises(BadPosition) as error:
        position(where, seed=1)
    assert str(error.value).startswith(sentence)
    assert "\n" not in str(error.value)


def test_a_wrong_file_with_a_position_is_named(tmp_path):
    for name, body in (("a.json", b"{"), ("a.toml", b"my ="), ("b.json", b"\xff"), ("c.json", b"[]")):
        (tmp_path / name).write_bytes(body)
        with pytest.raises(BadPosition, match=name):
            position(tmp_path / name)


@pytest.mark.parametrize(
    ("deck", "deck2"),
    [
        ("basic-mage", "basic-warrior"),
        ("freeze-mage", "face-hunter"),
        ("zoo-warlock", "miracle-rogue"),
        ("the-herd", "two-fires"),
    ],
)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_hslog_reads_our_log_and_comes_to_the_same_end(deck, deck2, seed):
    from hearthstone.enums import GameTag, PlayState, State, Zone
    from hslog import LogParser

    state = play_on(ludus.game("hearthstone", deck=deck, deck2=deck2).start(seed=seed), seed)
    parser = LogParser()
    parser.read(io.StringIO(power_log(state.replay)))
    parser.flush()
    [tree] = parser.games
    game = tree.export().game
    end = state_of(state)
    assert game.tags[GameTag.STATE] == State.COMPLETE
    assert game.tags[GameTag.TURN] == end["turn"]
    names = {1.0: PlayState.WON, -1.0: PlayState.LOST, 0.0: PlayState.TIED}
    things = {thing["thing"]: thing for thing in end["things"]}
    for seat, (player, side) in enumerate(zip(game.players, end["sides"], strict=True)):
        assert player.tags[GameTag.PLAYSTATE] == names[state.returns[seat]]
        zone = {
            where: [
                one
                for one in game.entities
                if one.tags.get(GameTag.ZONE) == where and one.tags.get(GameTag.CONTROLLER) == seat + 1
            ]
            for where in (Zone.DECK, Zone.HAND, Zone.SECRET, Zone.PLAY)
        }
        assert len(zone[Zone.DECK]) == side["deck"]
        assert len(zone[Zone.HAND]) == len(side["hand"])
        assert len(zone[Zone.SECRET]) == len(side["secrets"])
        minions = [one for one in zone[Zone.PLAY] if one.tags.get(GameTag.ZONE_POSITION)]
        minions.sort(key=lambda one: one.tags[GameTag.ZONE_POSITION])
        wanted = [things[thing] for thing in side["board"]]
        assert [one.card_id for one in minions] == [thing["card"].replace("-", "_") for thing in wanted]
        assert [one.tags.get(GameTag.DAMAGE, 0) for one in minions] == [thing["damage"] for thing in wanted]
        assert [one.tags.get(GameTag.ATK, 0) for one in minions] == [thing["attack"] for thing in wanted]


def test_the_document_goes_round_and_tells_who_won():
    from hearthstone.enums import GameTag, PlayState
    from hsreplay.document import HSReplayDocument

    state = play_on(ludus.game("hearthstone:deck=basic-mage").start(seed=8))
    text = hsreplay_xml(state.replay)
    document = HSReplayDocument.from_xml_file(io.BytesIO(text.encode()))
    [tree] = document.to_packet_tree()
    game = tree.export().game
    assert [PlayState(player.tags[GameTag.PLAYSTATE]).name for player in game.players] == [
        {1.0: "WON", -1.0: "LOST", 0.0: "TIED"}[score] for score in state.returns
    ]
    assert document.to_xml(pretty=True) == text


def test_the_command_writes_both_forms(tmp_path):
    state = play_on(ludus.game("hearthstone:deck=two-fires").start(seed=9), most=40)
    state.replay.save(tmp_path / "game.json")
    xml, log = tmp_path / "game.xml", tmp_path / "Power.log"
    replay(tmp_path / "game.json", hsreplay=xml, power_log=log)
    assert Path(xml).read_text().startswith("<?xml")
    assert "CREATE_GAME" in Path(log).read_text()
