"""Decks as people write them: TOML files, lists of names, deck codes. Which cards are meant is not decided here."""

import re
from dataclasses import dataclass, field
from pathlib import Path

from ludus import _core
from ludus.errors import BadCards, MissingPackage
from ludus.files import read_bytes

MOST_COPIES = 100
"""No deck holds more copies of a card."""

CODE = re.compile(r"AAE[A-Za-z0-9+/]{8,}={0,2}")
"""A deck code: it begins with the bytes 0 and 1."""

COUNTED = re.compile(r"(?:(?P<before>\d+)(?:\s*[x*]\s*|\s+))?(?P<name>.+?)(?:\s+[x*]\s*(?P<after>\d+))?", re.IGNORECASE)
"""A line of a list: `2x Fireball`, `2 Fireball`, `Fireball x2` or `Fireball`."""


@dataclass(frozen=True, slots=True)
class Line:
    """A card of a written deck."""

    line: int | None
    """Where it stands, if it stands on a line."""
    card: str | int
    """Its id or name, or the number by which deck codes name it."""
    copies: int


@dataclass(slots=True)
class Written:
    """A deck as it is written."""

    file: str
    """The file, or `deck` for what was typed."""
    name: str
    """Its name."""
    hero: str | int | None
    """The hero or class."""
    hero_line: int | None = None
    """Where the hero stands."""
    cards: list[Line] = field(default_factory=list)
    """Its cards."""

    def wrong(self, line: int | None, message: str) -> BadCards:
        """Return the error that something is wrong on a line."""
        return BadCards(f"{self.file}{'' if line is None else f':{line}'}: {message}")


def read_file(path: Path) -> Written:
    """Read a file with a deck: TOML, or a text with a deck code or a list of names."""
    body = read_bytes(path)
    if path.suffix == ".toml":
        return read_toml(str(path), body)
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = body[: error.start].count(b"\n") + 1
        raise BadCards(f"{path}:{line}: this is no text: byte {error.start} is not UTF-8") from error
    return read_text(str(path), text, path.stem)


def read_toml(file: str, body: bytes) -> Written:
    """Read a deck in TOML."""
    name, hero, of_class, lines = _core.CardTable.outline_of_deck(file, body)
    cards = [Line(line, card, copies) for line, card, copies in lines]
    return Written(file, name, hero or of_class, 1, cards)


def read_text(file: str, text: str, name: str) -> Written:
    """Read what people paste: a deck code, with or without the comments around it, or a list of names.

    In a list the hero or class stands first, then a card on each line; lines that begin with `#` are comments. Where
    all of it stands on one line, `;` parts the entries.
    """
    title = next((line[3:].strip() for line in text.splitlines() if line.startswith("###")), "") or name
    codes = [line.strip() for line in text.splitlines() if CODE.fullmatch(line.strip())]
    if len(codes) > 1:
        raise BadCards(f"{file}: there are {len(codes)} deck codes in it; one deck has one")
    if codes:
        return _read_code(file, codes[0], title)
    entries = text.split(";") if ";" in text and "\n" not in text.strip() else text.splitlines()
    written = Written(file, title, None)
    for number, entry in enumerate(entries, 1):
        line = None if len(entries) == 1 else number
        words = entry.strip()
        if not words or words.startswith("#"):
            continue
        if written.hero is None:
            written.hero, written.hero_line = re.sub(r"^(hero|class):\s*", "", words, flags=re.IGNORECASE), line
            continue
        found = COUNTED.fullmatch(words)
        copies = int((found and (found["before"] or found["after"])) or 1)
        if found is None or not 1 <= copies <= MOST_COPIES:
            raise written.wrong(line, f"`{words}`: the number of copies must be 1 to {MOST_COPIES}, not {copies}")
        written.cards.append(Line(line, found["name"], copies))
    if written.hero is None:
        raise BadCards(f"{file}: a deck begins with its hero or class, and there is nothing in it")
    return written


def _read_code(file: str, code: str, name: str) -> Written:
    try:
        from hearthstone import deckstrings
    except ImportError as error:
        raise MissingPackage("hearthstone", "hearthstone") from error
    try:
        cards, heroes, _, _ = deckstrings.parse_deckstring(code)
    except (ValueError, TypeError, EOFError) as error:
        raise BadCards(f"{file}: `{code[:24]}...` is no whole deck code; copy all of it") from error
    if len(heroes) != 1:
        raise BadCards(f"{file}: the deck code names {len(heroes)} heroes; a deck has one")
    if odd := next((number for number, copies in cards if not 1 <= copies <= MOST_COPIES), None):
        raise BadCards(f"{file}: the deck code has an impossible number of copies of the card {odd}")
    return Written(file, name, heroes[0], None, [Line(None, number, copies) for number, copies in cards])
