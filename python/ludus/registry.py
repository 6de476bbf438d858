"""Which games there are, and how a text selects and configures one."""

import importlib
import importlib.util
import re
import sys
from ast import literal_eval
from collections.abc import Callable, Mapping
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, TypeVar

from ludus import _core
from ludus.errors import BadSpec
from ludus.game import Game

GameClass = TypeVar("GameClass", bound=type[Game])
Made = TypeVar("Made")

ENTRY_POINTS = "ludus.games"
"""The entry-point group in which installed packages name their games."""

MADE_OF_CARDS = {"hearthstone": "ludus.hearthstone.game:open_game"}
"""Native games that are made of cards: what opens them."""

_registered: dict[str, type[Game]] = {}


def register(cls: GameClass) -> GameClass:
    """Make a game written in Python known by its `name`. Works as a decorator.

    An installed package does the same without importing anything, by an entry point in its `pyproject.toml`:

        [project.entry-points."ludus.games"]
        nim = "my_package.nim:Nim"
    """
    name: Any = cls.name
    if not isinstance(name, str) or not name:
        raise BadSpec(f'{cls.__name__} needs a name: write `name = "..."` in the class')
    if not re.fullmatch(r"[\w.-]+", name):
        raise BadSpec(f"the name `{name}` must be of letters, digits, dots and dashes, so that it can be typed")
    if name in _core.native_games() or name in MADE_OF_CARDS:
        raise BadSpec(f"there is a game `{name}` already")
    _registered[name] = cls
    return cls


def registered_name(cls: type) -> str | None:
    """Return the name under which a class is known, if it is."""
    return next((name for name, known in _registered.items() if known is cls), None)


def games() -> list[str]:
    """Return the names of all games: native ones, registered ones, and those of installed packages.

    >>> import ludus
    >>> "connect-four" in ludus.games()
    True
    """
    installed = entry_points(group=ENTRY_POINTS).names
    return sorted({*_core.native_games(), *MADE_OF_CARDS, *_registered, *installed})


def options_of(opened: Game) -> dict[str, str]:
    """Return the options of an open game, and what each says: in words where its module has them, else how it is set.

    >>> import ludus
    >>> options_of(ludus.game("goofspiel:cards=4"))
    {'cards': '4', 'seats': '2'}
    """
    name, given = _core.parse_spec(opened.spec)
    if name in MADE_OF_CARDS:
        told: dict[str, str] = load_class(f"{MADE_OF_CARDS[name].partition(':')[0]}:OPTIONS")
        return dict(told)
    return {key: value for key, value in given if key != "class"}


def game(name: str | Game, **options: Any) -> Game:
    """Open a game by its name or spec.

    Args:
        name: A name (`connect-four`), a spec (`goofspiel:cards=5`), or `python:module:Class` or `python:file.py:Class`.
        **options: Options of the game, over those of the spec.

    >>> import ludus
    >>> ludus.game("goofspiel:cards=5", seats=3)
    ludus.game('goofspiel:cards=5,seats=3')
    >>> ludus.game("conect-four")
    Traceback (most recent call last):
    ludus.errors.BadSpec: there is no game `conect-four`; did you mean `connect-four`? `ludus games` lists all
    """
    if isinstance(name, Game):
        return name
    short, given = _core.parse_spec(name)
    if short in MADE_OF_CARDS:
        settings = {**dict(given), **{key: str(value) for key, value in options.items()}}
        made: Game = load_class(MADE_OF_CARDS[short])(settings)
        return made
    if short not in _core.native_games() and (cls := _find(short, dict(given))) is not None:
        return _make(cls, short, dict(given), options)
    opened = Game()
    opened._open(name, [(key, str(value)) for key, value in options.items()], games())
    return opened


def can_be_opened_again(opened: Game) -> bool:
    """Return whether the spec of a game leads to the same game, here or in another process."""
    try:
        return game(opened.spec) == opened
    except BadSpec:
        return False


def _find(short: str, settings: dict[str, str]) -> type[Game] | None:
    if short == "python":
        found: type[Game] = load_class(named_class(settings), Game)
        return found
    if short in _registered:
        return _registered[short]
    for point in entry_points(group=ENTRY_POINTS, name=short):
        try:
            loaded: type[Game] = point.load()
        except Exception as error:
            raise BadSpec(f"the game `{short}` cannot be loaded from {point.value}: {_told(error)}") from error
        if not (isinstance(loaded, type) and issubclass(loaded, Game)):
            raise BadSpec(f"the game `{short}` cannot be loaded: {point.value} is no subclass of ludus.Game")
        _registered[short] = loaded
        return loaded
    return None


def construct(make: Callable[..., Made], spec: str, options: dict[str, Any]) -> Made:
    """Make a game or an agent from the options of its spec, or say which of them it does not take."""
    try:
        return make(**options)
    except (TypeError, ValueError) as error:
        raise BadSpec(f"{spec}: {error}") from error


def _make(cls: type[Game], short: str, texts: dict[str, str], options: dict[str, Any]) -> Game:
    head = f"python:{absolute(texts.pop('class'))}" if short == "python" else short
    made = construct(cls, head, {key: _value(text) for key, text in texts.items()} | options)
    made.__dict__["_head"] = head
    return made


def _value(text: str) -> Any:
    try:
        return literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return text


def _told(error: Exception) -> str:
    return str(error) if isinstance(error, ImportError | AttributeError) else f"{type(error).__name__}: {error}"


def named_class(settings: Mapping[str, str]) -> str:
    """Return the place of the class that a spec of a game or an agent in Python names."""
    if "class" not in settings:
        raise BadSpec("`python` needs a class: write python:module:Class or python:module:Class,key=value,...")
    return settings["class"]


def load_class(place: str, base: type | None = None) -> Any:
    """Load what `module:Name` or `file.py:Name` names."""
    module_name, _, name = place.rpartition(":")
    if not module_name or not name:
        raise BadSpec(f"`{place}` must be module:Class or file.py:Class")
    try:
        found: Any = _import(module_name)
        for part in name.split("."):
            found = getattr(found, part)
    except Exception as error:
        # Whatever the module does when it is imported, the one who named it gets to know.
        raise BadSpec(f"`{place}` cannot be loaded: {_told(error)}") from error
    if base is not None and not (isinstance(found, type) and issubclass(found, base)):
        raise BadSpec(f"`{place}` is no subclass of ludus.{base.__name__}")
    return found


def absolute(place: str) -> str:
    """Return `file.py:Class` with the whole path, so that it is found from any folder."""
    module_name, _, name = place.rpartition(":")
    return f"{Path(module_name).resolve()}:{name}" if module_name.endswith(".py") else place


def _import(name: str) -> Any:
    if not name.endswith(".py"):
        return importlib.import_module(name)
    path = Path(name).resolve()
    alias = f"ludus_file_{path.stem}"
    known = sys.modules.get(alias)
    if known is not None and known.__file__ == str(path):
        return known
    spec = importlib.util.spec_from_file_location(alias, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{name} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[alias] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[alias]
        raise
    return module
