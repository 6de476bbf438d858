"""The native module. Its classes are documented where they are subclassed: `ludus.Game`, `State`, `Batch`."""

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, Self, TypeVar, final

import numpy as np
import numpy.typing as npt

from ludus.game import Game as _Game
from ludus.state import State as _State
from ludus.view import View

_T = TypeVar("_T")
__all__ = [
    "VERSION",
    "Agent",
    "Batch",
    "CardTable",
    "Dice",
    "Game",
    "HearthstoneCards",
    "Names",
    "NativeGame",
    "State",
    "Tournament",
    "Tree",
    "Turn",
    "agent_catalogue",
    "built_in_content",
    "card_grammar",
    "count_imported",
    "hearthstone_history",
    "native_games",
    "nearest",
    "normalise_card_text",
    "parse_card_text",
    "parse_spec",
    "wilson",
]
VERSION: str
_Source = tuple[str, str, bytes]
_AgentSource = str | tuple[str, Callable[[], Any]]
_FlatArrays = tuple[
    npt.NDArray[np.float32],
    npt.NDArray[np.uint8],
    npt.NDArray[np.float32],
    npt.NDArray[np.uint8],
    npt.NDArray[np.uint8],
    npt.NDArray[np.int8],
]

class Game:
    def __new__(cls, *args: Any, **options: Any) -> Self: ...
    @property
    def name(self) -> str:
        """The name people type."""
    @property
    def about(self) -> str:
        """One sentence on what kind of game it is."""
    @property
    def content(self) -> str:
        """Names the rules and the content; replays fit only where it is equal."""
    @property
    def seats(self) -> int:
        """The number of seats in this configuration."""
    @property
    def seat_counts(self) -> tuple[int, int] | None:
        """The fewest and the most seats that the game can be configured for."""
    @property
    def actions(self) -> int:
        """The size of the action space."""
    @property
    def features(self) -> tuple[int, ...]:
        """The shape of an observation."""
    @property
    def max_decisions(self) -> int:
        """No game takes more decisions than this."""
    @property
    def returns_range(self) -> tuple[float, float]:
        """The least and the most that a seat can get."""
    @property
    def zero_sum(self) -> bool:
        """Whether the returns of all seats always add up to 0."""
    @property
    def hidden(self) -> bool:
        """Whether some seat does not know everything."""
    @property
    def chance(self) -> bool:
        """Whether the rules roll dice."""
    @property
    def simultaneous(self) -> bool:
        """Whether several seats can be to act at once."""
    @property
    def spec(self) -> str:
        """The text that selects and configures this game."""
    def describe(self, action: int | str) -> str:
        """Return the text of an action."""
    def parse(self, text: str) -> int:
        """Return the action with this text."""
    @property
    def agents(self) -> list[tuple[str, str, list[tuple[str, str]]]]:
        """The agents that know the rules of this game: name, help, options with their help."""
    @property
    def counters(self) -> list[str]:
        """What can be counted over a game beside its returns."""
    def _open_native(self, game: NativeGame) -> None: ...
    def _open(self, spec: str, options: list[tuple[str, str]], others: list[str]) -> None: ...
    def _begin(self, seed: int, position: str | None) -> _State: ...
    def _begin_json(self, seed: int, json: str) -> _State: ...
    def _starts(self, limit: int) -> list[tuple[int, int, _State]]: ...
    def _replay(self, json: str) -> _State: ...
    def _play_again(self, agents: Sequence[_AgentSource], seed: int, agent_seed: int) -> _State: ...
    def _agent(self, agent: _AgentSource, seed: int) -> Agent: ...
    def _check(self, games: int, seed: int) -> list[tuple[str, str, tuple[int, int, str] | None]]: ...
    @property
    def _state_bytes(self) -> int: ...
    def _copy_seconds(self, copies: int) -> float | None: ...
    def _random_play(self, games: int, seed: int) -> int: ...

@final
class Agent:
    @property
    def spec(self) -> str:
        """The canonical text of the agent."""
    @property
    def reproducible(self) -> bool:
        """Whether the same seed always gives the same choices."""
    @property
    def thoughts(self) -> list[tuple[int, int, float]]:
        """What the last choice considered, best first: (action, visits, value on the scale of the returns)."""
    def choose(self, state: State, seat: int | None = None) -> int:
        """Choose an action for a seat that is to act."""

class State:
    def __new__(cls, *args: Any, **options: Any) -> Self: ...
    @property
    def game(self) -> _Game:
        """The rules of the game."""
    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that are to act; empty when the game is over."""
    @property
    def is_over(self) -> bool:
        """Whether nobody is to act any more."""
    @property
    def returns(self) -> tuple[float, ...]:
        """What each seat has got; final when the game is over."""
    @property
    def position(self) -> str:
        """Everything that the state holds, written in one line."""
    @property
    def value(self) -> Any:
        """The author's own object, for a game written in Python; None for a native game."""
    def legal_actions(self, seat: int | None = None) -> list[int]:
        """Return what the seat may do, ascending; empty for a seat that is not to act.

        Without a seat: the lowest one that is to act.
        """
    def apply(self, seat: int, action: int | str) -> None:
        """Take a decision and all that follows from it. An illegal one is refused and changes nothing."""
    def observe(self, seat: int) -> npt.NDArray[np.float32]:
        """Return what the seat knows, as an array of features."""
    def evaluate(self, seat: int) -> float:
        """Return how good the state looks for the seat, on the scale of the returns."""
    def describe(self, action: int | str) -> str:
        """Return the text of an action."""
    def copy(self, seed: int | None = None) -> _State:
        """Return a copy that goes on by itself: with the same luck, or with the luck of another seed."""
    def _sample(self, seat: int, seed: int) -> _State: ...
    def undo(self, count: int = ...) -> None:
        """Take back the last decisions."""
    def rewind(self, length: int) -> None:
        """Go back to the state after the first decisions."""
    def __len__(self) -> int: ...
    def _view_json(self, seat: int) -> str: ...
    def _position_json(self) -> str: ...
    def _replay_json(self) -> str: ...
    def _events_json(self, seat: int | None) -> str: ...
    def _outcomes(self, seat: int, action: int | str, limit: int) -> list[tuple[int, int, _State]]: ...

class Batch:
    def __new__(
        cls,
        game: Game,
        states: int,
        seed: int,
        restart: str,
        limit: int | None,
        threads: int | None,
    ) -> Self: ...
    def __len__(self) -> int: ...
    def position(self, index: int) -> str:
        """Return the position of one of the states."""
    def _reset(self, seed: int | None, arrays: _FlatArrays) -> None: ...
    def _apply(self, actions: npt.NDArray[np.uint32], arrays: _FlatArrays) -> None: ...
    def _apply_random(self, count: int, arrays: _FlatArrays) -> None: ...

@final
class Tournament:
    def __new__(
        cls,
        game: Game,
        agents: Sequence[_AgentSource],
        format: str,
        swap: bool,
        seed: int,
        threads: int | None,
        count: bool,
    ) -> Tournament: ...
    @property
    def matches(self) -> int: ...
    @property
    def played(self) -> int: ...
    @property
    def widest(self) -> float: ...
    @property
    def labels(self) -> list[str]: ...
    @property
    def reproducible(self) -> bool: ...
    @property
    def rotations(self) -> int: ...
    def run(self, count: int) -> None: ...
    def columns(self) -> dict[str, npt.NDArray[Any]]: ...
    def standings(self) -> list[dict[str, Any]]: ...

@final
class Dice:
    """The luck of a game written in Python; valid during the call that it is handed to."""

    def roll(self, sides: int, luck: str = "") -> int:
        """Return a whole number from 0 to sides - 1, each equally likely."""
    def pick(self, weights: Sequence[int], luck: str = "") -> int:
        """Return an index into weights, drawn in proportion to them."""
    def choose(self, items: Sequence[_T], luck: str = "") -> _T:
        """Return one of the items, each equally likely."""
    def shuffle(self, items: list[Any], luck: str = "") -> None:
        """Put a list into a random order, every order equally likely."""

@final
class Turn:
    """All that an agent written in Python gets to know; valid during the call that it is handed to."""

    @property
    def seat(self) -> int:
        """The seat to decide for."""
    @property
    def legal_actions(self) -> list[int]:
        """What the seat may do."""
    @property
    def observation(self) -> npt.NDArray[np.float32]:
        """What the seat knows, as an array of features."""
    def describe(self, action: int) -> str:
        """Return the text of an action."""
    def sample(self) -> _State:
        """Return a state that could be the true one as far as the seat knows."""
    def seed(self) -> int:
        """Return a seed for the agent's own random choices: another one at every call, the same in the same game."""
    def view(self) -> View:
        """Return what the seat knows, as a picture."""
    def random(self) -> Random:
        """Return a source of random numbers that is the same in the same game."""

class Tree:
    def __new__(cls, game: str, json: str) -> Self: ...
    @property
    def game(self) -> str:
        """The game whose language the text is written in."""
    @property
    def text(self) -> str:
        """The text, printed from the tree."""
    @property
    def json(self) -> str:
        """The tree as JSON text."""
    @property
    def canonical_json(self) -> str:
        """The same meaning in the canonical wording, as JSON text."""
    def phrases(self) -> list[str]:
        """Return the phrases of which the tree is made, by the place in the grammar where they stand."""

@final
class Names:
    """The names of cards that a text may speak of, in the singular; their plurals are known with them."""

    def __new__(cls, names: Sequence[str]) -> Self: ...
    def __contains__(self, key: str, /) -> bool: ...
    def __len__(self) -> int: ...

@final
class CardTable:
    @staticmethod
    def build(
        data: Path | None, files: Sequence[_Source], progress: Callable[[str, int, int], object] | None
    ) -> tuple[CardTable, bytes]:
        """Read all sources and compile every text; return the table and its pack."""
    @staticmethod
    def open(data: Path | None, files: Sequence[_Source], bytes: bytes) -> CardTable | None:
        """Open a pack; None where it belongs to other sources or is damaged."""
    def __len__(self) -> int: ...
    @property
    def build_number(self) -> str:
        """The build of the official data; empty where there is none."""
    def facts(self, place: int) -> str:
        """Return the facts of a card as JSON."""
    def name(self, place: int) -> str:
        """Return the name of a card."""
    def status(self, place: int) -> str:
        """Return what has become of the text of a card."""
    def tree(self, place: int) -> Tree | None:
        """Return the tree of a card."""
    def refusal(self, place: int) -> tuple[str, str, tuple[int, int]] | None:
        """Return why the text of a card is refused: the sentence, the words at fault, where they stand."""
    def mentions(self, place: int) -> str:
        """Return the cards that a text speaks of by name, as JSON."""
    def find(self, name: str, game: str | None) -> int | None:
        """Return the place of the card that is meant: by id, else by name."""
    def nearest(self, name: str) -> str | None:
        """Return the nearest name or id to one that is not there."""
    def places(self, game: str) -> list[int]:
        """Return the places of the cards of a game."""
    def names(self, game: str) -> Names:
        """Return the names that a text of a game may speak of, collected once."""
    def groups(self) -> list[tuple[str, str, str, str, list[int]]]:
        """Return the groups of cards that are counted together: id, title, game, family, places."""
    def ledger(self, verified: set[str]) -> str:
        """Return how far each set has come, as JSON."""
    def refused(self) -> str:
        """Return the refused texts of all sets, as JSON."""
    def fingerprints(self) -> str:
        """Return for each card of a group its class and the hash of its tree, as JSON."""
    def disagreements(self) -> str:
        """Return where the tags of the data and the texts say different things, as JSON."""
    def open_names(self) -> str:
        """Return the names in texts of which nobody has said which card is meant, as JSON."""
    def findings(self) -> list[tuple[str, str, str]]:
        """Return what authors of overrides and declared names should know."""
    def source_hash(self, place: int) -> str:
        """Return the hash by which an override recognises the text of a card."""
    def check_file(self, file: str, bytes: bytes, game: str | None, set: str | None) -> str:
        """Return the cards of a designer's file, compiled among the cards of this table, as JSON."""
    @staticmethod
    def outline_of_deck(file: str, bytes: bytes) -> tuple[str, str | None, str | None, list[tuple[int, str, int]]]:
        """Return a deck as it is written: name, hero, class, and (line, name, copies) of its cards."""
    def printings(self, name: str) -> str:
        """Return the card of this id and those of this name that can be in a deck, as JSON."""
    def numbered(self, number: int) -> str | None:
        """Return the card that deck codes name by this number, as JSON."""
    def deck_sets(self) -> set[str]:
        """Return the sets of constructed Hearthstone that have cards for decks."""
    def heroes(self) -> list[tuple[str, str, str, list[str]]]:
        """Return the heroes of constructed Hearthstone that games begin with: class, id, name, sets."""
    def read_deck(self, file: str, bytes: bytes, game: str | None) -> str:
        """Return a deck whose cards are all in this table, as JSON."""

    def hearthstone(self, sets: list[str], designed: tuple[str, bytes] | None) -> HearthstoneCards:
        """Return the cards of some sets, and of a designer's file, as the machine runs them."""

@final
class HearthstoneCards:
    def not_run(self) -> list[tuple[str, str]]:
        """Return the ids of the cards that cannot be played, with the reasons."""
    def collectible(self) -> list[str]:
        """Return the ids of the cards that can be put into a deck."""
    def scenarios(self, page: str, starter: bool) -> list[tuple[str, int, list[str], tuple[int, str] | None]]:
        """Carry out the scenarios of a page: heading, line, verified cards, and what is wrong."""
    def game(
        self,
        spec: str,
        decks: list[tuple[str, list[str]]],
        coin: bool,
        mulligan: bool,
        first: int | None,
        places: bool,
        position: tuple[list[str], list[str]] | None = None,
    ) -> NativeGame:
        """Return the game between two decks."""

@final
class NativeGame: ...

def hearthstone_history(state: State) -> list[str]:
    """Return the moments of a game of Hearthstone as lines of JSON, the cards first."""

def parse_card_text(
    game: str, text: str, own_name: str | None, names: Names
) -> tuple[Tree | None, tuple[str, str, tuple[int, int], list[str], list[str]] | None]:
    """Parse a card text; the second part is the refusal."""

def normalise_card_text(game: str, text: str, own_name: str | None) -> str:
    """Return a stored text as the grammar reads it: without markup, line breaks and typing habits."""

def card_grammar(game: str) -> str:
    """Return the grammar of a game as JSON."""

def count_imported(files: Sequence[_Source]) -> int:
    """Return how many cards there are in files that are to be imported; bad files are refused."""

def built_in_content() -> list[tuple[str, str, str, str]]:
    """Return the content that is built in: system, role, path and text of each file."""

def native_games() -> list[str]: ...
def agent_catalogue() -> list[tuple[str, str, list[tuple[str, str]]]]: ...
def parse_spec(text: str) -> tuple[str, list[tuple[str, str]]]: ...
def nearest(word: str, known: list[str]) -> str | None:
    """Return the word that was meant by a wrong one, if it is near enough."""

def wilson(hits: int, n: int) -> tuple[float, float, float]:
    """Return the share of hits among n with its 95 % Wilson interval: (share, low, high)."""
