"""Self-play with PettingZoo: one table learns both seats of Kuhn poker, and then plays against random agents.

Three things decide whether self-play learns what it should. Only legal actions are chosen: the mask says which.
A seat learns from its own reward: `last` tells it once, when the seat is asked for the last time. And a seat decides
by what it knows and nothing else: its observation is the key of the table.
"""

from random import Random

import numpy as np

import ludus.env

EPISODES, CURIOSITY = 5_000, 0.3

Values = dict[bytes, dict[int, tuple[float, int]]]
"""What an action was worth on average, and how often it was tried, by what the seat knew."""


def best(values: Values, known: bytes, legal: list[int]) -> int:
    """Return the action with the best average; one that was never tried counts as 0."""
    tried = values.get(known, {})
    return max(legal, key=lambda action: tried.get(action, (0.0, 0))[0])


def learn(game: str, seed: int) -> Values:
    """Play every seat with one table, and note after each episode what every seat has got."""
    values: Values = {}
    random = Random(seed)
    env = ludus.env.aec_env(game)
    env.reset(seed=seed)
    for _ in range(EPISODES):
        chosen: dict[str, list[tuple[bytes, int]]] = {agent: [] for agent in env.possible_agents}
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            if terminated or truncated:
                for known, action in chosen[agent]:
                    mean, times = values.setdefault(known, {}).get(action, (0.0, 0))
                    values[known][action] = (mean + (reward - mean) / (times + 1), times + 1)
                env.step(None)
                continue
            known = observation["observation"].tobytes()
            legal = np.flatnonzero(observation["action_mask"]).tolist()
            action = random.choice(legal) if random.random() < CURIOSITY else best(values, known, legal)
            chosen[agent].append((known, action))
            env.step(action)
        env.reset()
    return values


class Learned(ludus.Agent):
    """Chooses by the table."""

    def __init__(self, values: Values) -> None:
        self.values = values

    def choose(self, turn: ludus.Turn) -> int:
        """Choose the action that was worth most."""
        return best(self.values, turn.observation.tobytes(), turn.legal_actions)


if __name__ == "__main__":
    values = learn("kuhn-poker", seed=1)
    result = ludus.simulate("kuhn-poker", [Learned(values), "random"], n=20_000, seed=2, swap=True)
    print(f"{len(values)} situations known, {result.standings[0]['mean_return']:+.2f} per game against random")  # noqa: T201
    assert result.standings[0]["mean_return"] > 0.2
