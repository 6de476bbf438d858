"""Helps mkdocstrings to read docstrings and signatures (a griffe extension, named in mkdocs.yml)."""

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"^>>> .*(?:\n(?!\s*$).+)*", re.MULTILINE)


class Doctests(griffe.Extension):
    """Puts a fence around every example, so that Markdown does not read it as text."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the docstring of one object."""
        if obj.docstring is not None:
            obj.docstring.value = EXAMPLE.sub(r"```python\n\g<0>\n```", obj.docstring.value)


class Constructors(griffe.Extension):
    """Shows what `__new__` takes where a class has no `__init__`, like subclasses of native classes."""

    def on_class(self, *, cls: griffe.Class, **_: Any) -> None:
        """Let one class be called like its `__new__`."""
        if "__new__" in cls.members and "__init__" not in cls.members:
            cls.members["__init__"] = cls.members["__new__"]
