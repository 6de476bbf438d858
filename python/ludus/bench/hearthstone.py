"""The benches of Hearthstone: mirrors of decks with the policy that other simulators were measured with."""

import statistics
from functools import cache

import ludus
from ludus.bench import Bench, Measure
from ludus.bench.work import RandomSteps, check_iterations, copy_ns, rate
from ludus.cards.store import hearthstone_data

GAMES = 20_000
STATES = 1024
ITERATIONS = 2000
POLICY = "random-by-turn"

BASIC = "basic-mage"
"""The deck that other simulators were measured with."""
RICH = ("miracle-rogue", "midrange-paladin")
"""Decks in which much is triggered."""


def hearthstone_benches() -> list[Bench]:
    """Return the benches, none where the package with the classic cards is not installed."""
    if hearthstone_data() is None:
        return []
    mirror, rich = _spec(BASIC, BASIC), _spec(*RICH)
    played = f"{GAMES} seeded games of {POLICY} on both seats, the same decisions every time"
    return [
        Bench("hearthstone/basic-mirror", "games_per_s", "1/s", played, _games(mirror, per_decision=False)),
        Bench("hearthstone/basic-mirror", "decisions_per_s", "1/s", played, _games(mirror, per_decision=True)),
        Bench("hearthstone/rich-decks", "decisions_per_s", "1/s", played, _games(rich, per_decision=True)),
        Bench(
            "hearthstone/copy",
            "copy_ns",
            "ns",
            "every copy of a state from mid-game equals it",
            lambda: copy_ns(opened(mirror)),
        ),
        Bench(
            "hearthstone/copy",
            "state_bytes",
            "bytes",
            "the size of the state",
            lambda: float(opened(mirror)._state_bytes),
        ),
        Bench(
            "hearthstone/mcts",
            "rollouts_per_s",
            "1/s",
            f"{ITERATIONS} iterations from the middle of a game with one random game each, then a legal choice",
            _search(mirror),
        ),
        Bench(
            "hearthstone/batch",
            "steps_per_s",
            "1/s",
            f"random decisions in a batch of {STATES} states, features and masks written at every step",
            lambda: steps_of(mirror).measure(),
        ),
        Bench(
            "hearthstone/threads",
            "ratio",
            "x",
            "two threads over one thread in turn, the same games",
            _two_threads(mirror),
            cores=2,
        ),
    ]


@cache
def opened(spec: str) -> ludus.Game:
    """Return a game, opened when it is first measured."""
    return ludus.game(spec)


@cache
def middle(spec: str) -> ludus.State:
    """Return a state from the middle of a game, where many things can be done."""
    state = opened(spec).start(seed=1)
    guide = opened(spec).player(POLICY, seed=1)
    for _ in range(50):
        state.apply(state.to_act[0], guide.choose(state))
    return state


def _spec(deck: str, other: str) -> str:
    return f"hearthstone:deck={deck},deck2={other},places=no"


@cache
def steps_of(spec: str) -> RandomSteps:
    """Return a batch that is stepped at random, made when it is first measured."""
    return RandomSteps(spec, STATES, steps=300)


def _games(spec: str, per_decision: bool) -> Measure:
    reference: list[int] = []

    def work() -> int:
        result = ludus.simulate(opened(spec), POLICY, GAMES, seed=1, threads=1)
        decisions = int(result.games["decisions"].sum())
        if not reference:
            reference.append(decisions)
        if decisions != reference[0]:
            raise AssertionError(f"the same games took {decisions} decisions, not {reference[0]}")
        return decisions if per_decision else GAMES

    return lambda: rate(work)


def _search(spec: str) -> Measure:
    def work() -> int:
        game, state = opened(spec), middle(spec)
        player = game.player(f"ismcts:iterations={ITERATIONS}", seed=1)
        if player.choose(state) not in state.legal_actions():
            raise AssertionError("the search chose an illegal action")
        check_iterations(player, ITERATIONS)
        return ITERATIONS

    return lambda: rate(work)


def _two_threads(spec: str) -> Measure:
    def seconds(threads: int) -> float:
        return ludus.simulate(opened(spec), POLICY, GAMES, seed=1, threads=threads).seconds

    return lambda: statistics.median(seconds(1) / seconds(2) for _ in range(5))
