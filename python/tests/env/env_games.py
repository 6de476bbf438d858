"""The games that the environments are tested with."""

import ludus

CLASSIC = ["tic-tac-toe", "connect-four", "kuhn-poker", "leduc-poker", "goofspiel:cards=4"]


ROUNDS = 2


class Heap(ludus.State):
    """A heap of matches; who takes a single one takes again."""

    def __init__(self, matches):
        self.matches = matches
        self.turn = 0

    def _to_act(self):
        return self.turn if self.matches else None

    def _legal_actions(self, seat):
        return range(min(self.matches, 3))

    def _apply(self, seat, action, dice):
        self.matches -= action + 1
        if action > 0 or not self.matches:
            self.turn = 1 - seat

    def _returns(self):
        if self.matches:
            return (0.0, 0.0)
        return (-1.0, 1.0) if self.turn == 0 else (1.0, -1.0)

    def _observe(self, seat):
        return (self.matches, self.turn == seat)


class Matches(ludus.Game):
    """Take one to three matches; after a single one take again; who takes the last one wins."""

    name = "matches"
    actions = 3
    features = (2,)
    max_decisions = 12

    def __init__(self, matches=12):
        self.matches = matches

    def _start(self, dice):
        return Heap(self.matches)

    def _describe(self, action):
        return f"take {action + 1}"


class Hands(ludus.State):
    """Both seats hide a coin at the same time; that of seat 0 may turn over; a die says what the round is worth."""

    def __init__(self):
        self.left = ROUNDS
        self.score = 0
        self.coins = [-1, -1]

    def _to_act(self):
        return [seat for seat in range(2) if self.left and self.coins[seat] < 0]

    def _legal_actions(self, seat):
        return (0, 1)

    def _apply(self, seat, action, dice):
        self.coins[seat] = action ^ (dice.pick([3, 1], "turn over") if seat == 0 else 0)
        if -1 in self.coins:
            return
        worth = dice.pick([1, 2, 1], "worth")
        self.score += worth if self.coins[0] == self.coins[1] else -worth
        self.coins = [-1, -1]
        self.left -= 1

    def _returns(self):
        return (float(self.score), -float(self.score))

    def _observe(self, seat):
        own = self.coins[seat]
        return (self.left, self.score if seat == 0 else -self.score, own == 0, own == 1, self.coins[1 - seat] >= 0)

    def _determinize(self, seat, dice):
        if self.coins[1 - seat] >= 0:
            self.coins[1 - seat] = dice.roll(2, "hidden coin")


class Pennies(ludus.Game):
    """Seat 0 wants equal coins, seat 1 different ones; there is luck within a round and after it."""

    name = "pennies"
    actions = 2
    features = (5,)
    hidden = True
    chance = True
    simultaneous = True
    max_decisions = 2 * ROUNDS
    returns_range = (-2.0 * ROUNDS, 2.0 * ROUNDS)

    def _start(self, dice):
        return Hands()


class Secret(ludus.State):
    """How often seat 0 has nodded, and what seat 1 has guessed."""

    def __init__(self):
        self.nods = 0
        self.turn = 0
        self.guess = -1

    def _to_act(self):
        return self.turn if self.guess < 0 else None

    def _legal_actions(self, seat):
        return (0, 1) if seat == 0 else (0, 1, 2)

    def _apply(self, seat, action, dice):
        if seat == 1:
            self.guess = action
            return
        self.nods += action
        if action == 0 or self.nods == 2:
            self.turn = 1

    def _returns(self):
        right = 1.0 if self.guess == self.nods else -1.0
        return (0.0, 0.0) if self.guess < 0 else (-right, right)

    def _observe(self, seat):
        return (1, self.nods if seat == 0 else self.guess)

    def _determinize(self, seat, dice):
        if seat == 1 and self.guess < 0:
            self.nods = dice.roll(3 if self.turn == 1 else 2, "nods")


class Nods(ludus.Game):
    """Seat 0 nods up to two times; seat 1 sees nothing of it, not even how long it takes, and guesses how often."""

    name = "nods"
    actions = 3
    features = (2,)
    hidden = True
    max_decisions = 3

    def _start(self, dice):
        return Secret()


EVERY = [*CLASSIC, "goofspiel:cards=4,seats=3", Matches(), Pennies(), Nods()]


def name(game):
    return ludus.game(game).spec.rpartition(":")[2] if isinstance(game, ludus.Game) else game


def random_states(game, count, seed=0):
    """Give states of random games, the last ones of each included."""
    from random import Random

    chooser = Random(seed)
    while True:
        state = ludus.game(game).start(seed=chooser.getrandbits(63))
        while True:
            yield state
            count -= 1
            if count == 0:
                return
            if state.is_over:
                break
            seat = chooser.choice(state.to_act)
            state.apply(seat, chooser.choice(state.legal_actions(seat)))
