"""Positions of Hearthstone as people and tools write them: JSON, TOML, Python data, or one line.

The words are those of scenarios (`specs/README.md`): `my` is seat 0, `their` is seat 1, and what is not said is 30
health, ten crystals, and nothing in hand, deck and play.
"""

import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludus import _core
from ludus.errors import BadPosition
from ludus.files import read_bytes

if TYPE_CHECKING:
    from ludus.state import State

SIDES = ("my", "their")
"""The words for the seats."""

WHOLE = ("turn", "to act", "opening")
"""What is said of the whole position."""

NUMBERS = ("mana", "crystals", "fatigue", "health", "max health", "armor", "attack")
"""The numbers of a side."""

OF_A_SIDE = (*NUMBERS, "class", "frozen", "hand", "deck", "board", "weapon", "secrets")
"""What is said of a side."""

OPTIONS = ("deck", "deck2", "cards", "places")
"""The options of the game that may stand in a file with a position."""

MARKS = ("taunt", "divine shield", "charge", "windfury", "stealth", "elusive", "immune", "frozen", "exhausted")
"""What a minion of a position can be."""


@dataclass(frozen=True, slots=True)
class Position:
    """Where games begin: parts like `my hand: Fireball`, and what is carried out first."""

    parts: list[str] = field(default_factory=list)
    plays: list[str] = field(default_factory=list)
    options: dict[str, str] = field(default_factory=dict)
    """Options of the game that stand with it."""

    def line(self) -> str:
        """Return it on one line, as it stands in the spec of a game: there commas part options, so it has `+`."""
        entries = [*self.parts, *(f"> {play}" for play in self.plays)]
        return "; ".join(entries).replace(", ", " + ").replace(",", " + ")


def position(where: "Mapping[str, Any] | str | Path", seed: int | None = None, **options: Any) -> "State":
    """Return the state that a position describes: the beginning of a game, of which the replay knows the position.

    Args:
        where: Data with the parts, a file (JSON or TOML), or one line.
        seed: The luck of the game: the order of random decks, and everything that comes.
        **options: Options of the game: `deck`, `deck2`, `cards`, `places`.

    >>> state = position({"my": {"health": 20, "board": ["Fern Fawn"]}}, deck="the-herd", seed=1)
    >>> state.is_over
    False
    """
    from ludus.registry import game

    read = read_position(where)
    return game("hearthstone", **{**read.options, **options, "position": read.line()}).start(seed)


def read_position(where: "Mapping[str, Any] | str | Path | Position") -> Position:
    """Read a position from data, a file or one line."""
    if isinstance(where, Mapping):
        return _from_data(where)
    text = str(where)
    if isinstance(where, Path) or text.endswith((".json", ".toml")):
        return _from_file(Path(text))
    return _from_line(text)


def _from_file(path: Path) -> Position:
    body = read_bytes(path)
    try:
        data = tomllib.loads(body.decode()) if path.suffix == ".toml" else json.loads(body)
    except UnicodeDecodeError as error:
        raise BadPosition(f"{path}: this is no text: byte {error.start} is not UTF-8") from error
    except (ValueError, RecursionError) as error:
        kind = "TOML" if path.suffix == ".toml" else "JSON"
        raise BadPosition(f"{path}: this is no {kind}: {error}") from error
    try:
        if not isinstance(data, Mapping):
            raise BadPosition("position: a file holds an object with `my` and `their`")
        return _from_data(data)
    except BadPosition as error:
        raise BadPosition(f"{path}: {error}") from error


def _from_line(text: str) -> Position:
    found = Position()
    for entry in text.split(";"):
        words = entry.strip().replace(" + ", ", ")
        if words.startswith(">"):
            found.plays.append(words[1:].strip())
        elif words:
            found.parts.append(words)
    return found


def _from_data(data: Mapping[str, Any]) -> Position:
    found = Position()
    _known("", data, (*SIDES, *WHOLE, *OPTIONS, "plays"))
    for place, name in enumerate(SIDES):
        side = data.get(name, {})
        if not isinstance(side, Mapping):
            raise BadPosition(f"position: `{name}` must be an object, not {_shown(side)}")
        _known(f"{name}.", side, OF_A_SIDE)
        found.parts.extend(_side(name, side, found.options, ("deck", "deck2")[place]))
    found.parts.extend(f"{name}: {_text(name, data[name])}" for name in WHOLE if name in data)
    for name in OPTIONS:
        if name in data:
            found.options[name] = _text(name, data[name])
    plays = data.get("plays", [])
    if not isinstance(plays, list) or not all(isinstance(play, str) for play in plays):
        raise BadPosition("position: `plays` must be a list of texts like `play Fireball on their hero`")
    found.plays.extend(plays)
    return found


def _side(name: str, side: Mapping[str, Any], options: dict[str, str], deck_option: str) -> Iterable[str]:
    for word in NUMBERS:
        if word in side and (isinstance(side[word], bool) or not isinstance(side[word], int)):
            raise BadPosition(f"position: `{name}.{word}` must be a whole number, not {_shown(side[word])}")
    if "class" in side:
        yield f"{name} class: {_text(f'{name}.class', side['class'])}"
    hero = [f"{side[word]} {word}" for word in ("max health", "health", "armor", "attack") if word in side]
    hero += ["frozen"] if side.get("frozen") else []
    if hero:
        yield f"{name} hero: {', '.join(hero)}"
    mana, crystals = side.get("mana"), side.get("crystals")
    if mana is not None or crystals is not None:
        full = crystals if mana is None else mana
        yield f"{name} mana: {full} of {full if crystals is None else crystals}"
    if "fatigue" in side:
        yield f"{name} fatigue: {side['fatigue']}"
    for word in ("hand", "secrets"):
        if word in side:
            cards = [_name(f"{name}.{word}", card) for card in _list(f"{name}.{word}", side[word])]
            yield f"{name} {word}: {', '.join(cards) or 'nothing'}"
    if "board" in side:
        minions = [_minion(f"{name}.board", minion) for minion in _list(f"{name}.board", side["board"])]
        yield f"{name} board: {', '.join(minions) or 'nothing'}"
    if side.get("weapon") is not None:
        yield f"{name} weapon: {_weapon(f'{name}.weapon', side['weapon'])}"
    if "deck" in side:
        yield f"{name} deck: {_deck(f'{name}.deck', side['deck'], options, deck_option)}"


def _deck(where: str, deck: Any, options: dict[str, str], option: str) -> str:
    if deck == "random":
        return "random"
    if isinstance(deck, Mapping):
        _known(f"{where}.", deck, ("random", "without"))
        if deck.get("random") not in (None, True):
            options[option] = _text(f"{where}.random", deck["random"])
        gone = [_name(f"{where}.without", card) for card in _list(f"{where}.without", deck.get("without", []))]
        return f"random without {', '.join(gone)}" if gone else "random"
    return ", ".join(_name(where, card) for card in _list(where, deck)) or "nothing"


def _minion(where: str, minion: Any) -> str:
    if not isinstance(minion, Mapping):
        return _name(where, minion, with_brackets=True)
    _known(f"{where}.", minion, ("card", "attack", "health", "damage", "keywords", *MARKS))
    details = _stats(where, minion, "health")
    if "damage" in minion:
        details.append(f"damage {minion['damage']}")
    details += [_text(f"{where}.keywords", word) for word in _list(f"{where}.keywords", minion.get("keywords", []))]
    details += [mark for mark in MARKS if minion.get(mark)]
    name = _name(f"{where}.card", minion.get("card"))
    return f"{name} ({', '.join(details)})" if details else name


def _weapon(where: str, weapon: Any) -> str:
    if isinstance(weapon, list):
        raise BadPosition(f"position: `{where}` must be one weapon; a hero holds one")
    if not isinstance(weapon, Mapping):
        return _name(where, weapon, with_brackets=True)
    _known(f"{where}.", weapon, ("card", "attack", "durability"))
    details = _stats(where, weapon, "durability")
    name = _name(f"{where}.card", weapon.get("card"))
    return f"{name} ({details[0]})" if details else name


def _stats(where: str, thing: Mapping[str, Any], second: str) -> list[str]:
    if ("attack" in thing) != (second in thing):
        raise BadPosition(f"position: `{where}` must say `attack` and `{second}` together")
    return [f"{thing['attack']}/{thing[second]}"] if "attack" in thing else []


def _name(where: str, card: Any, with_brackets: bool = False) -> str:
    """Return the words for a card; one whose name would be read as several is written by its id."""
    if not isinstance(card, str) or not card.strip():
        raise BadPosition(f"position: `{where}` must name a card, not {_shown(card)}")
    bare = card.split(" (")[0] if with_brackets else card
    if "," in bare or ";" in bare or " + " in bare:
        from ludus.hearthstone.versions import printings

        found = printings(bare)
        if not found:
            raise BadPosition(f"position: `{where}`: there is no card `{bare}`")
        return card.replace(bare, found[0]["id"])
    return card


def _list(where: str, value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise BadPosition(f"position: `{where}` must be a list, not {_shown(value)}")
    return value


def _text(where: str, value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, str | int) or (";" in str(value) and where in WHOLE):
        raise BadPosition(f"position: `{where}` must be a text, not {_shown(value)}")
    return str(value)


def _shown(value: Any) -> str:
    return json.dumps(value, default=repr)[:60]


def _known(where: str, data: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for key in data:
        if key not in known:
            near = _core.nearest(str(key), list(known))
            hint = f"; did you mean `{near}`?" if near else f"; there are {', '.join(known)}"
            raise BadPosition(f"position: `{where}{key}` is unknown{hint}")
