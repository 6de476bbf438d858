"""A game as an OpenSpiel game, so that all that is written for OpenSpiel serves it.

Luck is explicit: wherever a game can go on in more than one way there is a chance node, whose outcomes are
whole states with their exact probabilities. Games whose seats decide at the same time have real simultaneous
nodes; `pyspiel.convert_to_turn_based` makes turns of them.

>>> import pyspiel
>>> _ = register("leduc-poker")
>>> game = pyspiel.load_game("ludus_leduc_poker")
>>> state = game.new_initial_state()
>>> state.apply_action(state.chance_outcomes()[0][0])
>>> [state.action_to_string(action) for action in state.legal_actions()]
['call', 'raise']
"""

import re
from ast import literal_eval
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ludus import _core
from ludus.env.tree import MOST_OUTCOMES, Point, Row, Tree
from ludus.errors import BadSpec, MissingPackage
from ludus.registry import game as open_game

try:
    import pyspiel
except ImportError as error:
    raise MissingPackage("open-spiel", "openspiel") from error

if TYPE_CHECKING:
    from ludus.game import Game

MOST_FEATURES = 1_000_000
"""An information state tensor that would be larger than this is not offered."""

_bases: "dict[str, Game]" = {}
"""The registered games by short name, in their default configuration."""

_limits: dict[str, int] = {}
"""How many outcomes a chance node of a registered game may have."""


def register(game: "str | Game", max_chance_outcomes: int = MOST_OUTCOMES) -> Any:
    """Register a game with OpenSpiel and return it as a `pyspiel.Game`.

    The short name is `ludus_` and the name of the game with underscores; options of the game are parameters.
    A process that loads the game by name must have registered it before; one that unpickles it, or a state of
    it, need not.

    Args:
        game: The game, or its name.
        max_chance_outcomes: No chance node may have more outcomes. A step that has more raises `BrokenGame`:
            such a game is too large for explicit chance.

    >>> print(register("goofspiel:cards=4"))
    ludus_goofspiel(cards=4,seats=2)
    """
    game = open_game(game)
    short = short_name(game)
    options = _options(game)
    known = _bases.get(short)
    if known is None or type(known) is not type(game) or _options(known).keys() != options.keys():
        base = _default(game)
        if _options(base).keys() != options.keys():
            base = game  # the spec of a game in Python names only what differs from the defaults
        _bases[short] = base
        pyspiel.register_game(_game_type(base), _opener(short))
    _limits[short] = max_chance_outcomes
    if options == _options(_bases[short]):
        _bases[short] = game
    return pyspiel.load_game(short, options)


def short_name(game: "Game") -> str:
    """Return the name of a game in OpenSpiel.

    >>> import ludus
    >>> short_name(ludus.game("tic-tac-toe"))
    'ludus_tic_tac_toe'
    """
    return "ludus_" + re.sub(r"\W", "_", game.name.lower())


def _options(game: "Game") -> dict[str, Any]:
    """Return the options in the spec of a game as OpenSpiel's parameters."""
    _, pairs = _core.parse_spec(game.spec)
    return {key: _parameter(text) for key, text in pairs if key != "class"}


def _parameter(text: str) -> Any:
    try:
        value = literal_eval(text)
    except (ValueError, SyntaxError):
        return text
    return value if isinstance(value, (bool, int, float, str)) else text


def _default(game: "Game") -> "Game":
    """Return the game in its default configuration, whose options are the defaults of the parameters."""
    try:
        default = open_game(game.name)
    except BadSpec:
        return game
    return default if type(default) is type(game) else game


def _opener(short: str) -> type:
    """Return what OpenSpiel makes a registered game with.

    It is a class and not a function because OpenSpiel drops it after Python has ended: a function would be
    freed then, which aborts the process; a class refers to itself and stays.
    """

    class RegisteredGame(SpielGame):
        def __init__(self, params: dict[str, Any]) -> None:
            base = _bases[short]
            game = base if params == _options(base) else open_game(base.spec, **params)
            super().__init__(game, params, _limits[short])

    return RegisteredGame


def _game_type(game: "Game") -> Any:
    kind = pyspiel.GameType
    fewest, most = game.seat_counts or (game.seats, game.seats)
    return kind(
        short_name=short_name(game),
        long_name=f"Ludus {game.name}",
        dynamics=kind.Dynamics.SIMULTANEOUS if game.simultaneous else kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if game.chance else kind.ChanceMode.DETERMINISTIC,
        information=(kind.Information.IMPERFECT_INFORMATION if game.hidden else kind.Information.PERFECT_INFORMATION),
        utility=kind.Utility.ZERO_SUM if game.zero_sum else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=0 < _record_size(game) <= MOST_FEATURES,
        provides_observation_string=True,
        provides_observation_tensor=_features(game) > 0,
        parameter_specification=_options(game),
    )


def _game_info(game: "Game", max_chance_outcomes: int) -> Any:
    least, most = game.returns_range
    return pyspiel.GameInfo(
        num_distinct_actions=game.actions,
        max_chance_outcomes=max_chance_outcomes if game.chance else 0,
        num_players=game.seats,
        min_utility=least,
        max_utility=most,
        utility_sum=0.0 if game.zero_sum else None,
        max_game_length=game.max_decisions,
    )


def _features(game: "Game") -> int:
    return int(np.prod(game.features))


def _record_size(game: "Game") -> int:
    """Return the size of a tensor of all that a player sees and does in the longest game."""
    return (game.max_decisions + 1) * (_features(game) + game.actions) if _features(game) else 0


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """The rules of a Ludus game as OpenSpiel asks for them. `register` makes it."""

    def __init__(self, game: "Game", params: dict[str, Any], max_chance_outcomes: int) -> None:
        super().__init__(_game_type(game), _game_info(game, max_chance_outcomes), params)
        self.tree = Tree(game, max_chance_outcomes)
        self._root = self.tree.root()

    def new_initial_state(self) -> "SpielState":
        """Return the state in which every game begins."""
        return SpielState(self, self._root)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver | None":
        """Return what turns states into what a player knows.

        It is None for the public and the private part alone: the features of a game do not tell them apart.
        """
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return SpielObserver(self.tree.game, kind.perfect_recall, params)

    def max_chance_nodes_in_history(self) -> int:
        """Return a bound: one chance node before the first decision, and one after each."""
        return self.tree.game.max_decisions + 1 if self.tree.game.chance else 0

    def __reduce__(self) -> Any:
        return register, (self.tree.game, self.tree.most_outcomes)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of a Ludus game as OpenSpiel asks for it."""

    def __init__(self, game: SpielGame, point: Point) -> None:
        super().__init__(game)
        self.point = point
        """Where in the game the state is; never changed, only replaced."""

    def current_player(self) -> int:
        """Return who is to act: a player, luck, all players at the same time, or nobody."""
        if self.point.outcomes:
            return int(pyspiel.PlayerId.CHANCE)
        to_act = self.point.to_act
        if not to_act:
            return int(pyspiel.PlayerId.TERMINAL)
        return to_act[0] if len(to_act) == 1 else int(pyspiel.PlayerId.SIMULTANEOUS)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return not self.point.outcomes and not self.point.to_act

    def returns(self) -> list[float]:
        """Return what each player has got; 0 for all while the game goes on."""
        state = self.point.state
        if state is None or not self.is_terminal():
            return [0.0] * self.num_players()
        return list(state.returns)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of a chance node with their probabilities."""
        return [(index, float(weight)) for index, (weight, _) in enumerate(self.point.outcomes)]

    def _legal_actions(self, player: int) -> list[int]:
        return self.point.state.legal_actions(player) if self.point.state is not None else []

    def _apply_action(self, action: int) -> None:
        point = self.point
        self.point = point.pick(action) if point.outcomes else point.decide([(point.to_act[0], action)])

    def _apply_actions(self, actions: list[int]) -> None:
        self.point = self.point.decide([(seat, actions[seat]) for seat in self.point.to_act])

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"luck: {self.point.outcomes[action][1].position}"
        return self.point.tree.game.describe(action)

    def __str__(self) -> str:
        return str(self.point)

    def __reduce__(self) -> Any:
        return _restore, (self.get_game(), self.serialize())


def _restore(game: SpielGame, text: str) -> SpielState:
    return cast("SpielState", game.deserialize_state(text))


class SpielObserver:
    """Writes what a player knows: what it sees now or, with perfect recall, all it has seen and done."""

    def __init__(self, game: "Game", perfect_recall: bool, params: Any = None) -> None:
        if params:
            raise ValueError(f"there are no parameters of observations; given were {params}")
        self._game = game
        self._perfect_recall = perfect_recall
        size = _record_size(game) if perfect_recall else _features(game)
        self.tensor: Any = np.zeros(size, np.float32) if 0 < size <= MOST_FEATURES else None
        self.dict: dict[str, Any] = {}
        if self.tensor is not None:
            shape = (game.max_decisions + 1, -1) if perfect_recall else game.features
            self.dict["record" if perfect_recall else "observation"] = self.tensor.reshape(shape)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the tensor: with perfect recall a row for each thing seen, with the action that followed."""
        if self.tensor is None:
            return
        rows = state.point.records[player]
        self.tensor.fill(0)
        if not self._perfect_recall:
            self.tensor[:] = rows[-1].features if rows else 0
            return
        record, features = self.dict["record"], _features(self._game)
        for place, row in enumerate(rows):
            record[place, :features] = row.features
            if row.action is not None:
                record[place, features + row.action] = 1

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the same as text: features that differ from the row before, and own actions by name."""
        rows = state.point.records[player]
        asked = " ?" if not state.point.outcomes and player in state.point.to_act else ""
        return f"seat {player}: {self._text(rows if self._perfect_recall else rows[-1:])}{asked}"

    def _text(self, rows: tuple[Row, ...]) -> str:
        before = np.zeros(_features(self._game), np.float32)
        parts = []
        for row in rows:
            changed = np.flatnonzero(row.features != before)
            parts.append(" ".join(f"{place}={row.features[place]!s}".removesuffix(".0") for place in changed))
            if row.action is not None and self._perfect_recall:
                parts.append(self._game.describe(row.action))
            before = row.features
        return "; ".join(part for part in parts if part)
