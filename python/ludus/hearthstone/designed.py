"""Cards that a designer writes, in games: a file, and numbers that are put into it."""

import re
from pathlib import Path

from ludus.errors import BadSpec
from ludus.files import read_bytes

Designed = tuple[str, bytes]
"""The name of a designer's file and what is in it, numbers put in."""


def designed(text: str) -> Designed:
    """Return the file that a text such as `mycard.toml;cost=3;damage=4` stands for, with the numbers put in.

    A number takes the place of `{name}` wherever the file has it, else of what stands behind `name =` in a TOML file.
    """
    path, *settings = text.split(";")
    body = read_bytes(Path(path))
    if not settings:
        return path, body
    try:
        written = body.decode()
    except UnicodeDecodeError as error:
        raise BadSpec(f"{path}: it is no text in UTF-8, at byte {error.start}") from error
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals or not re.fullmatch(r"-?\d+", value.strip()):
            raise BadSpec(f"`{setting}` behind {path} must be name=number")
        written = _put(path, written, name.strip(), value.strip())
    return path, written.encode()


def _put(path: str, text: str, name: str, value: str) -> str:
    if (slot := f"{{{name}}}") in text:
        return text.replace(slot, value)
    put, count = re.subn(rf"(?m)^({re.escape(name)}\s*=\s*)[^#\n]*", rf"\g<1>{value} ", text)
    if count != 1:
        found = "no place" if count == 0 else f"{count} places"
        raise BadSpec(f"{path} has {found} for `{name}`: write {{{name}}} where the number belongs")
    return put
