"""Pages of the documentation that are made from the grammar and the ledger."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any

TITLES = {"hearthstone": "Hearthstone", "battlegrounds": "Battlegrounds", "flesh-and-blood": "Flesh and Blood"}


def share(row: dict[str, Any], *keys: str) -> str:
    """Return the part of a set's cards that some columns hold together, in percent.

    >>> share({"cards": 8, "compiled": 6, "overridden": 1}, "compiled", "overridden")
    '87.5'
    """
    return f"{100 * sum(row[key] for key in keys) / max(1, row['cards']):.1f}"


def ledger_page(rows: list[dict[str, Any]]) -> str:
    """Return the ledger as a page."""
    lines = [
        "# Ledger of the cards",
        "",
        "How far each set is understood. Made by `ludus cards coverage --markdown`; a test compares this page with the cards.",
        "",
        "A card is *compiled* when its text is understood as it stands (or it has none), *overridden* when a text of ours",
        "stands in for it, *refused* when it cannot be played, and *verified* when a scenario shows that it plays as it should.",
        "",
        "| set | cards | compiled | overridden | refused | verified | compiled % | with overrides % |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        counts = " | ".join(str(row[key]) for key in ("set", "cards", "compiled", "overridden", "refused", "verified"))
        lines.append(f"| {counts} | {share(row, 'compiled')} | {share(row, 'compiled', 'overridden')} |")
    return "\n".join(lines) + "\n"


def grammar_page(game: str, entries: Iterable[dict[str, Any]]) -> str:
    """Return the language of a game as a page: what can be written, what it means, and an example of each."""
    lines = [
        f"# The card language of {TITLES[game]}",
        "",
        f"Everything that the text of a card can say. Made by `ludus cards grammar {game} --markdown` from the files of the",
        "grammar. A word in angle brackets is a place for another phrase: `<to: who or what>` takes any phrase of the chapter",
        "*who or what*. Several lines under one name are wordings of the same; the first is the usual one.",
        "",
    ]
    for meaning, kinds in groupby(entries, key=lambda entry: entry["sort_meaning"]):
        lines += [f"## {meaning[0].upper()}{meaning[1:]}", ""]
        for entry in kinds:
            if not entry["wordings"]:
                continue
            lines += [f"### {entry['kind']}", "", entry["meaning"], ""]
            lines += ["| written | for example |", "|---|---|"]
            for wording in entry["wordings"]:
                example = wording["examples"][0] if wording["examples"] else ""
                lines.append(f"| {_code(_slots(wording['phrase'], entry))} | {_cell(example)} |")
            lines.append("")
    return "\n".join(lines)


def _slots(phrase: str, entry: dict[str, Any]) -> str:
    """Take the notes of the grammar's authors out of a phrase."""
    import re

    phrase = phrase.replace("^", "")
    return re.sub(r"<(\w+)(?::[^>]*?)?([?*+&|,#]?)>", lambda slot: f"<{slot[1]}>", phrase)


def _code(text: str) -> str:
    return "`" + text.replace("|", "\\|") + "`"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*")
