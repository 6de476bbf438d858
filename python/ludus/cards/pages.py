"""Pages of the documentation that are made from the ledger."""

from collections import Counter
from typing import Any

from ludus.cards import ledger
from ludus.cards.goals import GOALS
from ludus.cards.tags import REASONS

Row = dict[str, Any]
HEAD = [
    "| set | cards | compiled | overridden | refused | verified | compiled % | with overrides % |",
    "|---|" + "---|" * 7,
]


def share(row: Row, *keys: str) -> str:
    """Return the part of a set's cards that some columns hold together, in percent.

    >>> share({"cards": 8, "compiled": 6, "overridden": 1}, "compiled", "overridden")
    '87.5'
    """
    return f"{100 * sum(row[key] for key in keys) / max(1, row['cards']):.1f}"


def ledger_page() -> str:
    """Return the ledger of all sets as a page."""
    rows = ledger.coverage()
    return "\n".join(
        [
            "# Ledger of the cards",
            "",
            "How far each set is understood. `ludus cards coverage --markdown` prints this page,",
            "and a test compares it with",
            "the cards. [Read the ledger](../how-to/read-the-ledger.md) explains it.",
            "",
            "A card is *compiled* when its text is understood as it stands (or it has none),",
            "*overridden* when a text of ours",
            "stands in for it, *refused* when it cannot be played, and *verified* when a scenario",
            "shows that it plays as it",
            "should.",
            "",
            *_goals(rows),
            *_sets(rows),
            *_refused(rows),
            *_open(),
            *_tags(),
            *_phrases(),
        ]
    )


def _row(name: str, row: Row) -> str:
    counts = " | ".join(str(row[key]) for key in ("cards", "compiled", "overridden", "refused", "verified"))
    return f"| {name} | {counts} | {share(row, 'compiled')} | {share(row, 'compiled', 'overridden')} |"


def _goals(rows: list[Row]) -> list[str]:
    lines = [
        "## Groups with a goal",
        "",
        "The goals are percentages of the cards. The expansions have none: no phrase is",
        "written for a single card of theirs,",
        "and the older ones tell honestly how much of a text that nobody has looked at is understood.",
        "",
        "| group | cards | compiled % | goal | with overrides % | goal |",
        "|---|---|---|---|---|---|",
    ]
    for goal in GOALS:
        row = ledger.total(goal.title, rows, goal.sets)
        if row["cards"]:
            shares = (share(row, "compiled"), share(row, "compiled", "overridden"))
            wanted = [f"{number}" if number else "" for number in (goal.compiled, goal.overridden)]
            lines.append(f"| {goal.title} | {row['cards']} | {shares[0]} | {wanted[0]} | {shares[1]} | {wanted[1]} |")
    return [*lines, ""]


def _sets(rows: list[Row]) -> list[str]:
    lines = ["## All sets", "", *HEAD]
    return [*lines, *(_row(f"`{row['set']}`", row) for row in rows), ""]


def _refused(rows: list[Row]) -> list[str]:
    with_goal = {name for goal in GOALS if goal.compiled for name in goal.sets}
    texts = ledger.refused()
    lines = [
        "## What is refused",
        "",
        "`ludus cards coverage --refused --set NAME` shows for each refused text why. These",
        "are the words at fault in the",
        "groups with a goal:",
        "",
        "| set | card | not understood |",
        "|---|---|---|",
    ]
    lines += [
        f"| `{row['set']}` | {row['name']} | {_cell(row['phrase'])} |" for row in texts if row["set"] in with_goal
    ]
    others = Counter(_cell(row["phrase"]).lower() for row in texts if row["set"] not in with_goal)
    frequent = [f"{phrase} ({count})" for phrase, count in others.most_common(40) if phrase and count > 1]
    return [
        *lines,
        "",
        f"In all other sets {others.total()} texts are refused, at {len(others)} different",
        f"places. Most often: {', '.join(frequent)}.",
        "",
    ]


def _open() -> list[str]:
    names: dict[str, list[str]] = {}
    for found in ledger.open_names():
        names.setdefault(found["name"], []).append(found["card"])
    lines = [
        "## Names that stay open",
        "",
        "Texts speak of other cards by name. Which card is meant follows from the links of",
        "the data, from ids that begin",
        "alike, from equal numbers and from equal names, in this order. For these names it does not follow:",
        "",
        "| name | in the texts of |",
        "|---|---|",
    ]
    return [*lines, *(f"| {name} | {', '.join(cards)} |" for name, cards in sorted(names.items())), ""]


def _tags() -> list[str]:
    found = Counter((one["tag"], one["what"]) for one in ledger.disagreements())
    lines = [
        "## Where data and text disagree",
        "",
        "The official data says which keywords and abilities a card has, and of which its",
        "text speaks. Both are held against",
        "the trees. Where they differ, the text counts.",
        "",
        "| tag | difference | cards | reason |",
        "|---|---|---|---|",
    ]
    return [
        *lines,
        *(f"| {tag} | {what} | {n} | {REASONS[tag, what]} |" for (tag, what), n in sorted(found.items())),
        "",
    ]


def _phrases() -> list[str]:
    single, all_used = ledger.phrases_of_one_card(), ledger.phrases_in_use()
    return [
        "## Phrases that only one card uses",
        "",
        f"Of the {len(all_used)} phrases that the understood texts are made of, {len(single)}",
        "are used by one card only.",
        "",
    ]


def _cell(text: str) -> str:
    plain = " ".join(text.replace("<b>", "").replace("</b>", "").replace("<i>", "").replace("</i>", "").split())
    return escaped(plain)


def escaped(text: str) -> str:
    r"""Return a text as it must be written inside of a table.

    >>> escaped("a | <b>")
    'a \\| &lt;b>'
    """
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*").replace("_", "\\_")
