"""Experiments: their statistics against known numbers, their games against games played one by one."""

import math

import numpy as np
import pytest

import ludus
from ludus.cards.table import find
from ludus.errors import BadCards, BadFile, BadSpec
from ludus.hearthstone import (
    Difference,
    Rate,
    Setup,
    card_statistics,
    compare,
    deck,
    first_player,
    matchups,
    sweep,
    table,
    try_card,
)
from ludus.hearthstone.designed import designed
from ludus.hearthstone.experiments import points_of, values
from ludus.hearthstone.swaps import MOST

QUICK = Setup("random", n=40, seed=3)

LIZARD = """\
game = "hearthstone"
[[card]]
id = "test-lizard"
name = "Test Lizard"
type = "minion"
cost = 2
attack = {attack}
health = 2
text = "Battlecry: Deal 1 damage to a random enemy."
"""


@pytest.fixture
def lizard(tmp_path):
    file = tmp_path / "lizard.toml"
    file.write_text(LIZARD.replace("{attack}", "3"))
    return file


# Statistics.


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (50, 100, 0.4038, 0.5962)],
)
def test_a_rate_has_the_interval_of_wilson(wins, games, low, high):
    rate = Rate.of("wins", np.array([1.0] * wins + [0.0] * (games - wins)))
    assert (rate.games, rate.value) == (games, wins / games)
    assert (rate.low, rate.high) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))


def test_a_draw_is_half_a_win():
    draws, halves = Rate.of("", np.full(20, 0.5)), Rate.of("", np.array([0.0, 1.0] * 10))
    assert (draws.value, draws.low, draws.high) == (halves.value, halves.low, halves.high)


def test_a_rate_of_no_games_says_nothing():
    rate = Rate.of("", np.array([]))
    assert rate.games == 0
    assert math.isnan(rate.value)
    assert (rate.low, rate.high) == (0.0, 1.0)
    assert rate.row() == {"what": "", "games": 0, "value": None, "low": 0.0, "high": 1.0}


def test_a_difference_is_that_of_pairs():
    found = Difference.of("", np.array([0.0, 0.0, 1.0, 1.0]), np.array([1.0, 0.0, 1.0, 1.0]))
    assert (found.games, found.before, found.after, found.value) == (4, 0.5, 0.75, 0.25)
    # The gaps 1, 0, 0, 0 have the standard deviation 0.5, therefore the mean of four has the error 0.25.
    assert (found.low, found.high) == (pytest.approx(0.25 - 0.48999, abs=1e-5), pytest.approx(0.25 + 0.48999, abs=1e-5))
    assert not found.is_clear
    assert Difference.of("", np.zeros(5), np.ones(5)).is_clear
    assert not Difference.of("", np.zeros(1), np.ones(1)).is_clear


def test_rows_and_tables_show_the_numbers():
    rate = Rate.of("wins", np.array([1.0, 1.0, 0.0, 0.0]))
    gap = Difference.of("change", np.array([0.0, 1.0, 0.0, 1.0]), np.array([1.0, 1.0, 0.0, 1.0]))
    assert set(rate.row()) == {"what", "games", "value", "low", "high"}
    assert set(gap.row()) == {*rate.row(), "before", "after"}
    assert "wins    4 games  50.0%" in table([rate, gap])
    assert "50.0% -> 75.0%  +25.0% (" in table([rate, gap])


# Experiments.


def test_matchups_play_every_pair_once_in_both_orders():
    told = []
    rates = matchups(["the-herd", "two-fires", "the-herd", "reef-raiders"], QUICK, lambda *so_far: told.append(so_far))
    names = ["the-herd against two-fires", "the-herd against reef-raiders", "two-fires against reef-raiders"]
    assert [rate.what for rate in rates] == names
    assert {rate.games for rate in rates} == {QUICK.n}
    assert told == [(40, 120), (80, 120), (120, 120)]
    points = []
    for first in (0, 1):
        game = ludus.game("hearthstone:places=no", deck="the-herd", deck2="two-fires", first=first)
        result = ludus.simulate(game, "random", 20, seed=3)
        points += [(value + 1) / 2 for value in result.games["return_0"]]
    assert rates[0].value == pytest.approx(np.mean(points))
    with pytest.raises(ValueError, match="at least 2 different decks"):
        matchups(["the-herd", "the-herd"], QUICK)


def test_a_deck_is_no_better_than_itself():
    found = compare("the-herd", "the-herd", "two-fires", QUICK)
    assert found.value == 0
    assert found.low <= 0 <= found.high
    assert found.before == found.after
    assert not found.is_clear


def test_a_change_of_a_deck_is_measured_in_the_same_games():
    changed = "the-herd;-2 Fern Fawn;+2 Reed Lurker"
    found = compare("the-herd", changed, "two-fires", QUICK)
    before, after = (QUICK.points(text, "two-fires") for text in ("the-herd", changed))
    assert found == Difference.of(found.what, before, after)
    assert found.what == f"{changed} instead of the-herd against two-fires"
    assert (before != after).any()


def test_going_first_is_measured_with_the_coin_and_without():
    with_coin, without = first_player("the-herd", QUICK)
    assert (with_coin.what, without.what) == ("with The Coin", "without The Coin")
    for rate, coin in ((with_coin, "yes"), (without, "no")):
        points = []
        for first in (0, 1):
            game = ludus.game("hearthstone:places=no", deck="the-herd", first=first, coin=coin)
            points += list((ludus.simulate(game, "random", 20, seed=3).games[f"return_{first}"] + 1) / 2)
        assert (rate.games, rate.value) == (40, pytest.approx(np.mean(points)))


def test_a_pairing_needs_two_games():
    with pytest.raises(ValueError, match="at least 2 games, not 1"):
        matchups(["the-herd", "two-fires"], Setup("random", n=1))


@pytest.mark.parametrize("agent", ["random", "board"])
def test_the_first_hand_is_counted_after_the_mulligan(agent):
    for first in (0, 1):
        game = ludus.game("hearthstone", deck="the-herd", deck2="two-fires", first=first)
        games = ludus.simulate(game, agent, 20, seed=1, count=True).games
        for seat in (0, 1):
            held = sum(column for name, column in games.items() if name.startswith(f"opening:{seat}:"))
            # Three cards for who goes first and four for the other; The Coin is no card of the deck.
            assert set(held) == {3 if seat == first else 4}
        assert (games["turns"] > 0).all()


def test_a_card_is_in_the_first_hand_as_often_as_chance_has_it():
    setup = Setup("random", n=400, seed=5, options=(("mulligan", "no"), ("places", "no")))
    rates = {rate.what: rate for rate in card_statistics("the-herd", "two-fires", setup)}
    copies = {card: deck("the-herd").cards.count(card) for card in deck("the-herd").cards}
    assert len(rates) == 3 * len(copies)
    for card, count in copies.items():
        # None of the copies among three cards of thirty, or among four, each in half of the games.
        none = [math.comb(30 - count, hand) / math.comb(30, hand) for hand in (3, 4)]
        chance = 1 - sum(none) / 2
        share = rates[f"{card} in the first hand"].games / setup.n
        # Five standard errors, with this seed.
        assert share == pytest.approx(chance, abs=5 * math.sqrt(chance * (1 - chance) / setup.n)), card


def test_a_sweep_plays_the_games_of_each_value(lizard):
    told = []
    lizard.write_text(LIZARD)
    into = "the-herd;-2 Fern Fawn;+2 test-lizard"
    rates = sweep(str(lizard), "attack=1,6", into, "two-fires", QUICK, lambda *so_far: told.append(so_far))
    assert [rate.what for rate in rates] == ["attack=1", "attack=6"]
    assert told == [(40, 80), (80, 80)]
    points = QUICK.points(into, "two-fires", {"with": f"{lizard};attack=6"})
    assert rates[1].value == pytest.approx(points.mean())


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("cost=2..4", ("cost", [2, 3, 4])),
        ("a=5", ("a", [5])),
        (" a = 1, -2", ("a", [1, -2])),
        ("a=-1..1", ("a", [-1, 0, 1])),
    ],
)
def test_values_are_read(text, found):
    assert values(text) == found


@pytest.mark.parametrize(
    "text", ["", "cost", "cost=", "=3", "cost=a", "cost=4..2", "cost=1..2..3", "cost=1.5", "cost=,"]
)
def test_values_that_are_none_are_refused(text):
    with pytest.raises(ValueError, match="must be name=low..high or name=number,number"):
        values(text)


def test_a_sweep_of_too_many_values_is_refused():
    with pytest.raises(ValueError, match="at most 1000 values"):
        values("cost=1..1000000000")


# Decks with changes.


def test_cards_are_taken_out_and_put_in():
    plain, changed = deck("the-herd"), deck("the-herd; -2 Fern Fawn ;+2Reed Lurker;+ brass-beetle")
    assert len(changed.cards) == len(plain.cards) + 1
    assert "fern-fawn" in plain.cards
    assert "fern-fawn" not in changed.cards
    assert changed.cards[-1] == "brass-beetle"
    assert changed.cards.count("reed-lurker") == plain.cards.count("reed-lurker") + 2


@pytest.mark.parametrize(
    ("swap", "message"),
    [
        ("2 Fern Fawn", r"`2 Fern Fawn` behind the-herd must be \+2 NAME or -2 NAME"),
        ("", r"`` behind the-herd must be \+2 NAME or -2 NAME"),
        ("-", "must be"),
        ("-3 Fern Fawn", "the-herd does not have 3 of `Fern Fawn` to take out"),
        ("-1 Fireball", "does not have 1 of `Fireball`"),
        ("+1 Fern Faun", "there is no card `Fern Faun`; did you mean `Fern Fawn`"),
        ("+0 Fern Fawn", f"`\\+0 Fern Fawn` behind the-herd must have a number from 1 to {MOST}"),
        ("+99999999999 Fern Fawn", f"must have a number from 1 to {MOST}"),
    ],
)
def test_a_wrong_change_is_refused(swap, message):
    with pytest.raises(ValueError, match=message):
        deck(f"the-herd;{swap}")


# Designed cards.


def test_numbers_are_put_into_a_file(tmp_path):
    file = tmp_path / "card.toml"
    file.write_text(LIZARD)
    name, body = designed(f"{file};attack=5;cost = 4;health=-1")
    assert name == str(file)
    written = body.decode()
    assert "attack = 5\n" in written
    assert "cost = 4 \n" in written
    assert "health = -1 \n" in written


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (";cost", "`cost` behind .*card.toml must be name=number"),
        (";cost=", "must be name=number"),
        (";cost=two", "must be name=number"),
        (";cost=1.5", "must be name=number"),
        (";", "must be name=number"),
        (";damage=3", r"has no place for `damage`: write \{damage\} where the number belongs"),
        (";id=3", "has 2 places for `id`"),
    ],
)
def test_a_wrong_number_for_a_file_is_refused(tmp_path, settings, message):
    file = tmp_path / "card.toml"
    file.write_text(LIZARD + LIZARD[LIZARD.index("[[card]]") :])
    with pytest.raises(BadSpec, match=message):
        designed(f"{file}{settings}")


def test_a_slot_without_a_number_is_told(tmp_path):
    file = tmp_path / "card.toml"
    file.write_text(LIZARD)
    with pytest.raises(BadCards, match=r"card.toml:7: this is no TOML"):
        ludus.game("hearthstone", deck="the-herd;+1 test-lizard", **{"with": str(file)})


def test_files_that_cannot_be_read_are_refused(tmp_path):
    file = tmp_path / "card.toml"
    with pytest.raises(BadFile, match="card.toml"):
        designed(str(file))
    file.write_bytes(b"name = '\xff'\n")
    with pytest.raises(BadSpec, match="card.toml: it is no text in UTF-8, at byte 8"):
        designed(f"{file};cost=2")
    with pytest.raises(BadCards, match=r"card.toml.*UTF-8"):
        try_card(file, "the-herd", setup=QUICK)


# Trying a card.


def test_a_card_is_tried_in_the_place_of_another(lizard):
    trial = try_card(lizard, "the-herd", "Fern Fawn", "two-fires", QUICK)
    assert (trial.card, trial.instead_of, trial.copies) == ("Test Lizard", "Fern Fawn", 2)
    assert "Damage" in trial.words
    assert 0 <= trial.played <= 1
    into = "the-herd;-2 fern-fawn;+2 test-lizard"
    own = {"with": str(lizard)}
    assert trial.difference.after == pytest.approx(QUICK.points(into, "two-fires", own).mean())
    assert trial.difference.before == pytest.approx(QUICK.points("the-herd", "two-fires", own).mean())
    assert trial.row()["difference"] == trial.difference.row()


def test_the_slot_of_a_trial_is_the_card_of_the_nearest_cost(lizard):
    trial = try_card(lizard, "the-herd", setup=Setup("random", n=2))
    assert trial.difference.games == 2
    assert find(trial.instead_of).numbers["cost"] == 2
    assert any("play more games" in warning for warning in trial.warnings)


@pytest.mark.parametrize(
    ("change", "slot", "message"),
    [
        (("Deal 1 damage", "Deal 1 damge"), None, "Test Lizard: `damge` is not understood"),
        (("[[card]]", "[[card]"), None, "lizard.toml:2: this is no TOML"),
        ((LIZARD[LIZARD.index("[[card]]") :].replace("{attack}", "3"), ""), None, "lizard.toml"),
        (('name = "Test Lizard"', 'name = "Test Lizard"\ntoken = true'), None, "no card that can be put into a deck"),
        (("", ""), "Fireball", "the-herd does not have `Fireball`"),
        (("", ""), "Firebal", "there is no card `Firebal`"),
    ],
)
def test_a_card_that_cannot_be_tried_is_refused(lizard, change, slot, message):
    lizard.write_text(lizard.read_text().replace(*change))
    with pytest.raises(ValueError, match=message):
        try_card(lizard, "the-herd", slot, setup=QUICK)


# Results.


def test_threads_change_nothing():
    one, two = (Setup("board", n=12, seed=2, threads=threads) for threads in (1, 2))
    assert matchups(["the-herd", "two-fires"], one) == matchups(["the-herd", "two-fires"], two)
    assert card_statistics("the-herd", "two-fires", one) == card_statistics("the-herd", "two-fires", two)
    assert matchups(["the-herd", "two-fires"], one) != matchups(["the-herd", "two-fires"], Setup("board", n=12, seed=3))


def test_a_result_with_counters_is_saved_and_its_games_are_played_again(tmp_path):
    game = ludus.game("hearthstone", deck="reef-raiders", deck2="two-fires")
    result = ludus.simulate(game, ["board", "random-by-turn"], 6, seed=4, count=True)
    result.save(tmp_path / "games.parquet")
    loaded = ludus.Result.load(tmp_path / "games.parquet")
    assert loaded == result
    assert loaded.games["turns"].tolist() == result.games["turns"].tolist()
    assert points_of([loaded]).tolist() == points_of([result]).tolist()
    for row in range(len(loaded)):
        replay = loaded.replay(row)
        end = replay.at(len(replay))
        assert end.is_over
        assert end.returns == (loaded.games["return_0"][row], loaded.games["return_1"][row])
        assert len(end) == loaded.games["decisions"][row]
        assert replay == result.replay(row)
