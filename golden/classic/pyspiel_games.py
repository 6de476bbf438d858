"""Writes random games of OpenSpiel to pyspiel_games.txt: `pip install open_spiel==2.0.2`, then run this file.

A line is one game: name, rolls, choices and returns. A roll is the place of the outcome among those possible. A
choice is `seat:action/legal`, where bit i of `legal` says whether action i was legal. Lists are separated by commas.
"""

import random
from pathlib import Path

import pyspiel

GOOFSPIEL = [(1, 2), (2, 3), (3, 8), (4, 2), (5, 3), (6, 4), (13, 2)]
GAMES = [
    ("tic-tac-toe", "tic_tac_toe", 40),
    ("connect-four", "connect_four", 60),
    ("kuhn-poker", "kuhn_poker", 60),
    ("leduc-poker", "leduc_poker", 200),
    *(
        (f"goofspiel:cards={c},seats={s}", f"goofspiel(num_cards={c},players={s},points_order=random)", 30)
        for c, s in GOOFSPIEL
    ),
]


def choice(state: pyspiel.State, seat: int, action: int) -> str:
    """One choice with the legal actions it was made from."""
    return f"{seat}:{action}/{sum(1 << legal for legal in state.legal_actions(seat))}"


def line(name: str, game: pyspiel.Game) -> str:
    """Plays one game at random."""
    state = game.new_initial_state()
    rolls: list[str] = []
    choices: list[str] = []
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = [outcome for outcome, _ in state.chance_outcomes()]
            place = random.randrange(len(outcomes))
            rolls.append(str(place))
            state.apply_action(outcomes[place])
        elif state.is_simultaneous_node():
            actions = [random.choice(state.legal_actions(seat)) for seat in range(game.num_players())]
            choices += [choice(state, seat, action) for seat, action in enumerate(actions)]
            state.apply_actions(actions)
        else:
            seat = state.current_player()
            action = random.choice(state.legal_actions(seat))
            choices.append(choice(state, seat, action))
            state.apply_action(action)
    returns = ",".join(str(share) for share in state.returns())
    return f"{name} {','.join(rolls) or '-'} {','.join(choices)} {returns}"


if __name__ == "__main__":
    random.seed(1)
    lines = [line(name, pyspiel.load_game(theirs)) for name, theirs, count in GAMES for _ in range(count)]
    Path(__file__).with_suffix(".txt").write_text("\n".join(lines) + "\n")
