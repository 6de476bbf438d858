"""What a seat sees: a tree of components that anything can draw."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Component:
    """A thing on the table that can be drawn.

    Kinds that every drawer knows: `table`, `grid` (attributes `rows` and `columns`, children at `"row,column"`),
    `cell`, `area`, `hand`, `pile`, `card`, `piece`, `counter`, `button`, `text`. An unknown kind is drawn as an area.

    >>> row = Component("grid", "row", attributes={"rows": 1, "columns": 2})
    >>> row = row.at("0,1", Component("cell", "cell:1", "x"))
    >>> [component.id for component in row.walk()]
    ['row', 'cell:1']
    """

    kind: str
    id: str
    label: str = ""
    attributes: Mapping[str, Any] = field(default_factory=dict)
    children: tuple[tuple[str, "Component"], ...] = ()

    def at(self, place: str, child: "Component") -> "Component":
        """Return the component with one more thing on it, at a named place."""
        return Component(self.kind, self.id, self.label, self.attributes, (*self.children, (place, child)))

    def walk(self) -> "Iterator[Component]":
        """Yield every component of the tree, parents before children."""
        yield self
        for _, child in self.children:
            yield from child.walk()

    def to_dict(self) -> dict[str, Any]:
        """Return the tree as plain data."""
        return {
            "kind": self.kind,
            "id": self.id,
            "label": self.label,
            "attributes": dict(self.attributes),
            "children": [(place, child.to_dict()) for place, child in self.children],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Component":
        """Make a component from plain data."""
        children = tuple((place, cls.from_dict(child)) for place, child in data.get("children", ()))
        return cls(data["kind"], data["id"], data["label"], data.get("attributes", {}), children)


@dataclass(frozen=True, slots=True)
class Offer:
    """An action that a seat may take now."""

    action: int
    """The action."""
    text: str
    """Its text."""
    touches: tuple[str, ...]
    """The ids of the components that one touches to take it, in order."""


@dataclass(frozen=True, slots=True)
class View:
    """The table as one seat sees it, with what the seat may do there.

    >>> import ludus
    >>> view = ludus.game("tic-tac-toe").start().view(0)
    >>> view.actions[0].text
    'a1'
    """

    table: Component
    """The root of the tree."""
    actions: tuple[Offer, ...]
    """What the seat may do."""

    @classmethod
    def from_json(cls, text: str) -> "View":
        """Make a view from the native form."""
        data = json.loads(text)
        offers = (Offer(action, words, tuple(touches)) for action, words, touches in data["actions"])
        return cls(Component.from_dict(data["table"]), tuple(offers))

    def to_dict(self) -> dict[str, Any]:
        """Return the view as plain data."""
        actions = [{"action": o.action, "text": o.text, "touches": list(o.touches)} for o in self.actions]
        return {"table": self.table.to_dict(), "actions": actions}
