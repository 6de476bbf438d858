"""Games of Hearthstone keep the contract, and no legal play of any cards leaves what the rules allow."""

import json
import random

import pytest

import ludus
from ludus import testing
from ludus.cards.table import everything
from ludus.hearthstone.cards import VANILLA, cards_of

SETTINGS = [
    "deck=the-herd",
    "deck=the-herd,deck2=two-fires,first=1,places=no",
    "deck=reef-raiders,deck2=two-fires,coin=no,mulligan=no,places=no",
]
CLASSIC = [{}, {"coin": False}, {"mulligan": False, "places": False}, {"first": 1}, {"first": 0, "coin": False}]
DECISIONS = 3000
MOST = {"hand": 10, "board": 7, "secrets": 5, "deck": 60}


@pytest.mark.parametrize("settings", SETTINGS)
def test_the_contract_is_kept(settings):
    report = testing.check(f"hearthstone:{settings}", games=2)
    assert report.passed, str(report)


HEROES = [f"HERO_0{number}" for number in range(1, 10)]


def classic_cards():
    """The ids of all classic cards that can be in a deck."""
    table = everything()
    (places,) = (places for name, _, _, _, places in table.groups() if name == VANILLA)
    return sorted(json.loads(table.facts(place))["id"] for place in places)


def random_game(luck, **changes):
    """A game between two decks of 30 cards of all classes."""
    pool = classic_cards()
    chosen = [(luck.choice(HEROES), luck.sample(pool, 30)) for _ in range(2)]
    options = {"coin": True, "mulligan": True, "first": None, "places": True} | changes
    game = ludus.Game()
    game._open_native(cards_of(VANILLA).game("hearthstone", chosen, **options))
    return game


@pytest.mark.parametrize("options", CLASSIC, ids=str)
def test_the_contract_is_kept_with_classic_cards(options):
    report = testing.check(random_game(random.Random(len(str(options))), **options), games=2)
    assert report.passed, str(report)


def items(row):
    """The items of a field; commas in brackets do not separate."""
    depth, found = 0, [""]
    for letter in "" if row == "-" else row:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and not depth:
            found.append("")
        else:
            found[-1] += letter
    return [item for item in found if item]


def parts(component):
    yield component
    for _, child in component.children:
        yield from parts(child)


def check(state):
    """Hold a state to the rules, by its position and by what each seat sees."""
    fields = state.to_json()
    for seat in (0, 1):
        for zone, most in MOST.items():
            assert len(items(fields[f"{zone}{seat}"])) <= most, (zone, fields)
        assert len(items(fields[f"hero{seat}"])) == 1
        assert len(items(fields[f"weapon{seat}"])) <= 1
        side = dict(word.split("=") for word in fields[f"side{seat}"].split(";") if "=" in word)
        mana, crystals = int(side.get("mana", 0)), int(side.get("crystals", 0))
        assert 0 <= mana <= 10
        assert 0 <= crystals <= 10
        assert int(side.get("armor", 0)) >= 0
        assert int(side.get("fatigue", 0)) >= 0
    for seat in (0, 1):
        seen = {part.id: part for part in parts(state.view(seat).table)}
        for name, part in seen.items():
            if ":board:" in name and part.kind == "card":
                assert part.attributes["attack"] >= 0
                # What has no health left has died before anybody is asked.
                if not state.is_over:
                    assert 0 < part.attributes["health"] <= part.attributes["max_health"], part
            if name.endswith(":hero") and not state.is_over:
                assert 0 < part.attributes["health"] <= part.attributes["max_health"]
            if name.startswith(f"{1 - seat}:hand:"):
                assert part.label == "?" or part.attributes["shown"], part
        for zone in ("hand", "board"):
            shown = [name for name in seen if name.startswith(f"{seat}:{zone}:")]
            assert len(shown) == len(items(fields[f"{zone}{seat}"]))
        assert seen[f"{seat}:deck"].attributes["count"] == len(items(fields[f"deck{seat}"]))


def hidden_is_consistent(state, seat, seed):
    """What is dealt anew looks the same from the seat, and holds as many cards everywhere."""
    other = state.sample(seat, seed)
    check(other)
    assert other.view(seat).table == state.view(seat).table
    assert other.legal_actions(seat) == state.legal_actions(seat)
    assert (other.observe(seat) == state.observe(seat)).all()


def test_random_games_with_all_cards_stay_within_the_rules():
    luck = random.Random(2014)
    decisions = games = 0
    while decisions < DECISIONS:
        state = random_game(luck).start(seed=luck.randrange(2**32))
        games += 1
        while not state.is_over:
            (seat,) = state.to_act
            legal = state.legal_actions(seat)
            assert legal == sorted(set(legal))
            # Turns end seldom, so that most cards are played.
            state.apply(
                seat, luck.choice(legal if luck.random() < 0.3 else legal[-1:] if len(legal) == 1 else legal[1:])
            )
            decisions += 1
            if decisions % 3 == 0:
                check(state)
            if decisions % 50 == 0 and not state.is_over:
                hidden_is_consistent(state, state.to_act[0], decisions)
        check(state)
        assert sum(state.returns) == 0
        assert set(state.returns) in ({1.0, -1.0}, {0.0})
    assert games > 5


def test_a_refused_action_changes_nothing():
    luck = random.Random(7)
    state = random_game(luck).start(seed=1)
    for _ in range(60):
        (seat,) = state.to_act
        legal = state.legal_actions(seat)
        illegal = luck.choice(sorted(set(range(state.game.actions)) - set(legal)))
        before = state.position
        with pytest.raises(ludus.IllegalAction):
            state.apply(seat, illegal)
        with pytest.raises(ludus.IllegalAction):
            state.apply(1 - seat, legal[0])
        assert state.position == before
        state.apply(seat, luck.choice(legal))
