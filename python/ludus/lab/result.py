"""What many games told."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludus import _core
from ludus.agents import AgentLike, can_be_found_again, label, source
from ludus.errors import BadFile, BadReplay, MissingPackage
from ludus.files import write_file
from ludus.game import Game
from ludus.lab.manifest import MANIFEST_KEY, describe_machine, read_games, read_manifest
from ludus.registry import can_be_opened_again
from ludus.registry import game as open_game

if TYPE_CHECKING:
    import numpy.typing as npt
    import pandas
    import pyarrow
    from matplotlib.axes import Axes

    from ludus.replay import Replay


@dataclass(frozen=True, slots=True)
class Setting:
    """What was asked for."""

    game: Game
    agents: Sequence[AgentLike]
    format: str
    n: int
    seed: int
    swap: bool
    precision: float | None
    count: bool


@dataclass(frozen=True, eq=False)
class Result:
    """What many games told: a tidy table with one row per game, and the standings that follow from it.

    Results are equal when table and manifest are: what was saved and loaded, or pickled, is equal to what it was.

    >>> import ludus
    >>> result = ludus.simulate("connect-four", ["greedy", "random"], n=500, seed=1)
    >>> sorted(result.games)[:4]
    ['agent_0', 'agent_1', 'agent_seed', 'decisions']
    >>> [row["agent"] for row in result.standings]
    ['greedy', 'random']
    >>> result.manifest["agents"]["greedy"]
    'greedy:samples=1'
    >>> result.replay(0).game.name
    'connect-four'
    """

    games: "dict[str, npt.NDArray[Any]]"
    """The table by column: match, game, rotation, seed, agent_seed, decisions, agent_i and return_i for each seat, and
    what the game has counted, where that was asked for."""
    standings: list[dict[str, Any]]
    """For each agent of each match: games, wins, draws, losses, win_rate, win_low, win_high, mean_return, return_se."""
    manifest: dict[str, Any]
    """Everything that is needed to make any number of the table again."""
    seconds: float
    """How long the games took."""
    interrupted: bool = False
    """Whether the run was broken off; the table then holds the games that were finished."""

    @classmethod
    def _of(
        cls,
        setting: Setting,
        native: _core.Tournament,
        seconds: float,
        interrupted: bool,
    ) -> "Result":
        import numpy as np

        labels = _different([label(agent) for agent in setting.agents])
        columns = native.columns()
        # Stable: within a match the games stay in the order in which they were played.
        order = np.argsort(columns["match"], kind="stable")
        columns = {name: column[order] for name, column in columns.items()}
        counts = np.bincount(columns["match"])
        number = np.concatenate([np.arange(count, dtype=np.uint32) for count in counts])
        games = {"match": columns.pop("match"), "game": number}
        for name, column in columns.items():
            if name.startswith("entrant_"):
                games[f"agent_{name[8:]}"] = np.array(labels, dtype=object)[column]
            else:
                games[name] = column
        standings = [{"agent": labels[row["entrant"]], **row} for row in native.standings()]
        manifest = {
            "ludus": _core.VERSION,
            "game": setting.game.spec,
            "content": setting.game.content,
            "agents": dict(zip(labels, native.labels, strict=True)),
            "reproducible": native.reproducible
            and can_be_opened_again(setting.game)
            and all(map(can_be_found_again, setting.agents)),
            "format": setting.format,
            "games_per_match": int(native.played),
            "games_asked": setting.n,
            "precision": setting.precision,
            "swap": setting.swap,
            "seed": setting.seed,
            "interrupted": interrupted,
            "seconds": round(seconds, 3),
            "standings": standings,
            "counters": setting.game.counters if setting.count else [],
            **describe_machine(),
        }
        result = cls(games, standings, manifest, seconds, interrupted)
        object.__setattr__(result, "_setting", setting)
        return result

    @property
    def game(self) -> Game:
        """The game that was played."""
        setting = getattr(self, "_setting", None)
        return setting.game if setting else open_game(self.manifest["game"])

    def __len__(self) -> int:
        return len(self.games["game"])

    def replay(self, row: int) -> "Replay":
        """Play one game of the table again, from its seeds, and return its record.

        It is refused where the game has other rules now, or where the agents do not play as they did.
        """
        from ludus.replay import Replay

        if not 0 <= row < len(self):
            raise ValueError(f"the table holds {len(self)} games, from 0 to {len(self) - 1}: there is no game {row}")
        game = self.game
        if game.content != self.manifest["content"]:
            raise BadReplay(
                f"the result was made with content {self.manifest['content']} of {game.spec}, but the content here is "
                f"{game.content}; replay it with the version that wrote it (ludus {self.manifest['ludus']})"
            )
        seats = range(game.seats)
        recorded = sum(name.startswith("return_") for name in self.games)
        if recorded != game.seats:
            raise BadReplay(f"the table is of a game with {recorded} seats, but {game.spec} has {game.seats}")
        sources = [self._source(self.games[f"agent_{seat}"][row]) for seat in seats]
        state = game._play_again(sources, int(self.games["seed"][row]), int(self.games["agent_seed"][row]))
        then = (int(self.games["decisions"][row]), *(float(self.games[f"return_{seat}"][row]) for seat in seats))
        if then != (len(state), *state.returns):
            raise BadReplay(f"game {row} does not go as it went: its agents or their luck are not the ones recorded")
        return Replay.of(state)

    def _source(self, text: str) -> "_core._AgentSource":
        setting = getattr(self, "_setting", None)
        if setting is None:
            return source(self.manifest["agents"][text])
        return source(setting.agents[list(self.manifest["agents"]).index(text)])

    def to_arrow(self) -> "pyarrow.Table":
        """Return the games as an Arrow table, with the manifest in its metadata; pandas, polars and duckdb read it."""
        try:
            import pyarrow as pa
        except ImportError as error:
            raise MissingPackage("pyarrow", "data") from error
        columns = {
            name: pa.array(column.astype(str)).dictionary_encode() if column.dtype == object else pa.array(column)
            for name, column in self.games.items()
        }
        return pa.table(columns).replace_schema_metadata({MANIFEST_KEY: json.dumps(self.manifest, allow_nan=False)})

    def to_pandas(self) -> "pandas.DataFrame":
        """Return the games as a pandas table."""
        try:
            import pandas as pd
        except ImportError as error:
            raise MissingPackage("pandas", "data") from error
        return pd.DataFrame(self.games)

    def save(self, path: str | Path) -> None:
        """Write the games with their manifest as one Parquet file."""
        table = self.to_arrow()
        import pyarrow.parquet as pq

        write_file(path, lambda file: pq.write_table(table, file, compression="zstd"))

    @classmethod
    def load(cls, path: str | Path) -> "Result":
        """Read what `save` wrote."""
        try:
            import pyarrow as pa
            import pyarrow.parquet as pq
        except ImportError as error:
            raise MissingPackage("pyarrow", "data") from error
        try:
            with Path(path).open("rb") as file:
                table = pq.read_table(file)
        except (OSError, ValueError, pa.ArrowException) as error:
            raise BadFile(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from error
        manifest = read_manifest(path, (table.schema.metadata or {}).get(MANIFEST_KEY.encode()))
        games = read_games(path, table, manifest["agents"], manifest["counters"])
        return cls(games, manifest["standings"], manifest, manifest["seconds"], manifest["interrupted"])

    def table(self) -> str:
        """Return the standings as text.

        >>> import ludus
        >>> print(ludus.simulate("tic-tac-toe", n=400, seed=1).table())  # doctest: +ELLIPSIS
        match  agent   games  win   95 % interval   draw   lose   mean return
        ...
        """
        rows = [_HEAD, *(_cells(row) for row in self.standings)]
        widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD))]
        return "\n".join(
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
        )

    def plot(self, axes: "Axes | None" = None) -> "Axes":
        """Draw the win rates with their 95 % intervals."""
        try:
            import matplotlib.pyplot as plt
        except ImportError as error:
            raise MissingPackage("matplotlib", "plot") from error
        if axes is None:
            axes = plt.figure(layout="constrained").add_subplot()
        names = [f"{row['agent']} ({row['match']})" for row in self.standings]
        rates = [row["win_rate"] for row in self.standings]
        below = [row["win_rate"] - row["win_low"] for row in self.standings]
        above = [row["win_high"] - row["win_rate"] for row in self.standings]
        axes.errorbar(rates, range(len(names)), xerr=[below, above], fmt="o", capsize=3)
        axes.set_yticks(range(len(names)), names)
        axes.invert_yaxis()
        axes.set_xlim(0, 1)
        axes.set_xlabel("win rate, 95 % interval (Wilson)")
        axes.set_title(f"{self.manifest['game']}, {self.manifest['games_per_match']} games per match")
        return axes

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Result):
            return NotImplemented
        import numpy as np

        same = self.manifest == other.manifest and self.games.keys() == other.games.keys()
        return same and all(np.array_equal(column, other.games[name]) for name, column in self.games.items())

    def __hash__(self) -> int:
        return hash((self.manifest["game"], self.manifest["seed"], len(self)))

    def __reduce__(self) -> Any:
        # As in a file, agents are named by their texts: those that were handed over need not be such as can be pickled.
        return Result, (self.games, self.standings, self.manifest, self.seconds, self.interrupted)

    def __repr__(self) -> str:
        return f"<result of {len(self)} games of {self.manifest['game']}>\n{self.table()}"

    def _repr_html_(self) -> str:
        from html import escape

        rows = [f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in _cells(row))}</tr>" for row in self.standings]
        head = "".join(f"<th>{name}</th>" for name in _HEAD)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _different(labels: Sequence[str]) -> list[str]:
    """Return the labels with numbers behind those that stand there already."""
    seen: Counter[str] = Counter()
    different = []
    for text in labels:
        seen[text] += 1
        different.append(text if seen[text] == 1 else f"{text} #{seen[text]}")
    return different


_HEAD = ("match", "agent", "games", "win", "95 % interval", "draw", "lose", "mean return")


def _cells(row: dict[str, Any]) -> tuple[str, ...]:
    games = row["games"]
    return (
        str(row["match"]),
        row["agent"],
        str(games),
        f"{row['win_rate']:.3f}",
        f"{row['win_low']:.3f} .. {row['win_high']:.3f}",
        f"{row['draws'] / games:.3f}",
        f"{row['losses'] / games:.3f}",
        f"{row['mean_return']:+z.3f}" + ("" if row["return_se"] is None else f" ± {1.96 * row['return_se']:.3f}"),
    )
