"""Card texts as trees."""

import json
from typing import Any, Self

from ludus import _core
from ludus._core import Names
from ludus.errors import CardTextError

GAMES = ("hearthstone", "battlegrounds", "flesh-and-blood")
"""The games whose card language is known."""


class Tree(_core.Tree):
    """What a card text means.

    Trees compare, hash and pickle by their content. The kinds of nodes are those of the grammar:
    `ludus cards grammar` lists them.

    >>> tree = parse("Battlecry: Give adjacent minions +1/+1 and Taunt.")
    >>> tree.text
    'Battlecry: Give adjacent minions +1/+1 and Taunt.'
    >>> tree == Tree.from_json(tree.to_json(), "hearthstone")
    True
    """

    def to_json(self) -> Any:
        """Return the tree as plain data: `"Taunt"` for a node without fields, else `{"Damage": {"amount": ...}}`."""
        return json.loads(self.json)

    @classmethod
    def from_json(cls, data: Any, game: str) -> Self:
        """Make a tree from what `to_json` returned."""
        return cls(game, json.dumps(data))

    def canonical(self) -> Self:
        """Return the same meaning in the canonical wording.

        >>> parse("Deal 1 damage to ALL minions.").canonical().text
        'Deal 1 damage to all minions.'
        """
        return type(self)(self.game, self.canonical_json)

    def outline(self) -> str:
        """Return the tree as indented lines, for reading.

        >>> print(parse("Draw a card.").outline())
        Text
          body: Body
            sentences: Do
              do: Draw
                what: A
                  picker: FromTheTop
                  what: Things
                    noun: Card
        """
        return "\n".join(_lines(self.to_json(), 0, ""))

    def __repr__(self) -> str:
        return f"Tree({self.text!r}, game={self.game!r})"

    def __reduce__(self) -> tuple[Any, tuple[str, str]]:
        return type(self), (self.game, self.json)


def parse(text: str, game: str = "hearthstone", *, name: str | None = None, names: Names | None = None) -> Tree:
    """Read a card text.

    Args:
        text: The text, with or without markup.
        game: Whose language it is: one of `GAMES`.
        name: The name of the card, where the text speaks of the card by name.
        names: Other cards that the text may speak of; by default those of the built-in and the installed cards.

    Raises:
        CardTextError: The text is not understood; the error holds the words at fault.

    >>> parse("Deal 3 damge to a minion.")
    Traceback (most recent call last):
    ludus.errors.CardTextError: `damge` is not understood; ...did you mean `damage`?
    """
    tree, refusal = _core.parse_card_text(game, text, name, names if names is not None else known_names(game))
    if tree is None:
        assert refusal is not None  # there is one or the other
        message, phrase, span, expected, suggestions = refusal
        raise CardTextError(message, phrase, span, tuple(expected), tuple(suggestions))
    return Tree(tree.game, tree.json)


def normalise(text: str, game: str = "hearthstone", *, name: str | None = None) -> str:
    r"""Return a stored text as the grammar reads it: without markup, line breaks and typing habits.

    A text that is understood is printed from its tree to the last letter like this.

    >>> normalise("[x]<b>Taunt</b>\n<b>Deathrattle:</b> Draw\na card.")
    'Taunt Deathrattle: Draw a card.'
    """
    return _core.normalise_card_text(game, text, name)


def grammar(game: str) -> list[dict[str, Any]]:
    """Return the grammar of a game: each kind of node with its meaning, fields, wordings and examples.

    >>> [entry["meaning"] for entry in grammar("hearthstone") if entry["kind"] == "Silence"]
    ['Takes away all abilities and changes.']
    """
    entries: list[dict[str, Any]] = json.loads(_core.card_grammar(game))
    return entries


def _lines(node: Any, depth: int, label: str) -> list[str]:
    indent = "  " * depth + label
    if not isinstance(node, dict):
        return [f"{indent}{node}"]
    ((kind, fields),) = node.items()
    inline = {key: value for key, value in fields.items() if isinstance(value, int)}
    head = " ".join([kind, *(f"{key}={value}" for key, value in inline.items())])
    lines = [f"{indent}{head}"]
    for key, value in fields.items():
        for one in value if isinstance(value, list) else [value]:
            if key not in inline:
                lines += _lines(one, depth + 1, f"{key}: ")
    return lines


def known_names(game: str) -> Names:
    """Return the names of all cards of a game that are built in, installed or imported."""
    from ludus.cards.table import everything

    return everything().names(game)
