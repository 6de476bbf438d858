"""Drawing a view as text and as HTML, the same way for every game."""

from collections.abc import Iterable
from html import escape

from ludus.view import Component, View

_INLINE = ("card", "piece", "button", "cell")


def to_text(view: View) -> str:
    """Draw a view for the terminal.

    >>> import ludus
    >>> state = ludus.game("tic-tac-toe").start(position="x.o/.x./... o")
    >>> print(to_text(state.view(1)))
    Tic-tac-toe
    O is to act
     X | . | O
    ---+---+---
     . | X | .
    ---+---+---
     . | . | .
    """
    return "\n".join(_lines(view.table))


def _lines(component: Component) -> Iterable[str]:
    if component.kind == "grid":
        yield from _grid_lines(component)
        return
    title = component.label
    inline = [child for _, child in component.children if child.kind in _INLINE]
    blocks = [child for _, child in component.children if child.kind not in _INLINE]
    if inline:
        row = " ".join(_inline(child) for child in inline)
        yield f"{title}: {row}" if title else row
    elif title:
        yield title
    for child in blocks:
        yield from _lines(child)


def _inline(component: Component) -> str:
    if component.kind == "button":
        return f"({component.label})"
    return f"[{component.label or '.'}]"


def _grid(component: Component) -> list[list[Component | None]]:
    rows, columns = int(component.attributes["rows"]), int(component.attributes["columns"])
    grid: list[list[Component | None]] = [[None] * columns for _ in range(rows)]
    for place, child in component.children:
        row, _, column = place.partition(",")
        grid[int(row)][int(column)] = child
    return grid


def _grid_lines(component: Component) -> Iterable[str]:
    if component.label:
        yield component.label
    grid = _grid(component)
    texts = [[(cell.label if cell else "") or "." for cell in row] for row in grid]
    width = max((len(text) for row in texts for text in row), default=1)
    rule = "+".join("-" * (width + 2) for _ in texts[0]) if texts else ""
    for place, row in enumerate(texts):
        if place:
            yield rule
        yield "|".join(f" {text:^{width}} " for text in row).rstrip()


def to_html(view: View) -> str:
    """Draw a view for a notebook."""
    return f'<div style="font-family:sans-serif;line-height:1.5">{_html(view.table)}</div>'


def _html(component: Component) -> str:
    title = f"<div>{escape(component.label)}</div>" if component.label else ""
    if component.kind == "grid":
        return title + _grid_html(component)
    if component.kind in _INLINE:
        style = "display:inline-block;border:1px solid #888;border-radius:4px;padding:2px 8px;margin:2px"
        return f'<span style="{style}">{escape(component.label or " ")}</span>'
    return f"<div>{title}{''.join(_html(child) for _, child in component.children)}</div>"


def _grid_html(component: Component) -> str:
    style = "border:1px solid #888;width:2em;height:2em;text-align:center"

    def row_html(row: list[Component | None]) -> str:
        cells = (f'<td style="{style}">{escape(cell.label) if cell else ""}</td>' for cell in row)
        return f"<tr>{''.join(cells)}</tr>"

    rows = "".join(row_html(row) for row in _grid(component))
    return f'<table style="border-collapse:collapse">{rows}</table>'
