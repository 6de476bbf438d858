"""Pages of the documentation that show a card language: everything that the text of a card can say."""

import re
from typing import Any

from ludus.cards.pages import escaped
from ludus.cards.text import grammar

TITLES = {"hearthstone": "Hearthstone", "battlegrounds": "Battlegrounds", "flesh-and-blood": "Flesh and Blood"}

FIRST_TEXTS = {
    "hearthstone": [
        "Taunt",
        "Battlecry: Deal 2 damage.",
        "At the end of your turn, give a random friendly minion +1/+1.",
    ],
    "battlegrounds": [
        "Divine Shield",
        "Avenge (3): Give your Mechs +2/+2.",
        "At the end of your turn, gain +1 Attack.",
    ],
    "flesh-and-blood": ["Go again", "When this hits, draw a card.", "Draw a card, then discard a card."],
}
"""For each game a few texts to begin with; a test reads them."""

Entry = dict[str, Any]
Chapter = tuple[str, str, tuple[str, ...]]

CHAPTERS: tuple[Chapter, ...] = (
    (
        "How a text is built",
        "A text is a row of keywords and abilities. An ability is a sentence, or a head such as `Battlecry:` with "
        "sentences behind it. A sentence says what is done, when, and on which condition.",
        (
            *("text", "card", "keywords", "headed", "head", "labelled", "label", "label_name", "body", "sentences"),
            *("stated", "sentence", "clause", "guarded", "before_then", "option", "mode", "short", "note", "activated"),
            *("usage", "timing", "frequency", "price", "cost", "goal", "mastery"),
        ),
    ),
    ("Keywords", "Words that say a whole ability at once.", ("keyword", "flag", "tag", "habit")),
    (
        "What is done",
        "The deeds: damage, draws, summons, changes. Where a deed stands, all of these can stand.",
        (
            *(
                "deed",
                "step",
                "core",
                "gains",
                "gain",
                "copied",
                "copying",
                "made",
                "exchange",
                "fates",
                "fate",
                "use",
                "act",
            ),
            *("infinitive", "often", "extra", "single-time", "tavern-uses", "tavern-use"),
        ),
    ),
    (
        "When it is done",
        "What an ability waits for, and how long what it does lasts.",
        (
            *("event", "trigger", "happening", "would", "did", "done", "past", "phase", "moment", "turn", "turn_part"),
            *("duration", "scope", "limit", "next_one"),
        ),
    ),
    (
        "On which condition",
        "What can be so or not, and what is so all the time.",
        ("condition", "rule", "tally", "charge", "less_than"),
    ),
    (
        "Who and what",
        "Minions, heroes, players and cards: one or many, chosen, random or all, narrowed "
        "down before and behind the noun.",
        (
            *(
                "group",
                "single",
                "things",
                "those",
                "lot",
                "noun",
                "adjective",
                "qualities",
                "quality",
                "feature",
                "post",
            ),
            *(
                "player",
                "side",
                "control",
                "owner",
                "zone_owner",
                "picker",
                "own",
                "aim",
                "token",
                "tokens",
                "shape",
                "bearers",
            ),
            *("source", "name_word"),
        ),
    ),
    (
        "Numbers",
        "A number stands in the text, in the data of the card, or is counted when it is needed.",
        (
            *("number", "hurt", "healing", "span", "quantity", "counted", "amount", "bound", "range", "ordinal", "nth"),
            *("stat", "taken", "icon", "pip", "resource", "counters", "counter", "counter_kind"),
        ),
    ),
    (
        "Places and kinds of cards",
        "Where cards are, and the words for what they are.",
        (
            *(
                "zone",
                "chain_zone",
                "chain_zone_name",
                "deck_end",
                "facing",
                "tribe",
                "class",
                "school",
                "rune",
                "race",
            ),
            *("card_type", "subtype", "hero_class", "color", "damage_type"),
        ),
    ),
)
"""The chapters: title, what is in them, and their sorts in the order in which they are shown."""

REST = ("Further phrases", "What belongs into no other chapter.", ())

BUILT_IN = {
    "int": "3",
    "numeral": "three",
    "data": "{0}",
    "name": "the name of a card",
    "names": "the plural of a name",
}
REPEATED = {
    "?": "{} or nothing",
    "*": "any number of: {}",
    "+": "one or more: {}",
    "#": "one or more: {}",
    "&": "several with *and*: {}",
    "|": "several with *or*: {}",
    ",": "several with commas: {}",
}
SLOT = re.compile(r"<([\w-]+)(?::([\w-]+)[\w.-]*)?([?*+&|,#]?)>")


def language_page(game: str) -> str:
    """Return the language of a game as a page: what can be written, what it means, and an example of each."""
    entries = grammar(game)
    sorts: dict[str, list[Entry]] = {}
    for entry in entries:
        if entry["wordings"]:
            sorts.setdefault(entry["sort"], []).append(entry)
    headings = _headings(sorts)
    lines = _introduction(game, sum(len(entry["wordings"]) for entry in entries))
    placed = {sort for _, _, known in CHAPTERS for sort in known}
    rest = (*REST[:2], tuple(sort for sort in sorts if sort not in placed))
    for title, about, known in (*CHAPTERS, rest):
        here = [sort for sort in known if sort in sorts]
        if here:
            lines += [f"## {title}", "", about, ""]
        for sort in here:
            lines += [f"### {headings[sort]}", "", "| you write | it means | for example |", "|---|---|---|"]
            lines += [line for entry in sorts[sort] for line in _rows(entry, headings)]
            lines.append("")
    return "\n".join(lines)


def _introduction(game: str, count: int) -> list[str]:
    first = ", ".join(f"`{text}`" for text in FIRST_TEXTS[game])
    return [
        f"# The card language of {TITLES[game]}",
        "",
        f"Everything that the text of a card can say, in {count} phrases. What you write in",
        "these words is what the card does:",
        "nothing else has to be programmed. Use the search field above to find a word.",
        "",
        f"Short texts to begin with: {first}.",
        "",
        "A phrase is made of words and of places for other phrases. The words are written as",
        "they stand. A place is a link:",
        "*deal [a number](#a-number) damage* becomes a sentence when you follow the link and",
        "choose a number. Where a word is",
        "followed by another one behind a slash (*is/are*), take the one that fits. Small",
        "letters become capitals at the",
        "beginning of a sentence. `it means` names the meaning once; the lines below it",
        "without a meaning are other wordings of",
        "the same.",
        "",
        "A text must be understood to the last word, or it is refused with the words at",
        f"fault. `ludus cards parse --game {game}`",
        "tries a text, and [Write a card](../how-to/write-a-card.md) shows how to make a card",
        "of it. This page is printed by",
        f"`ludus cards grammar {game} --markdown`, and a test compares it with the grammar.",
        "",
    ]


def _headings(sorts: dict[str, list[Entry]]) -> dict[str, str]:
    """The heading of each sort: what its phrases are; the name of the sort is added where two would be equal."""
    headings: dict[str, str] = {}
    for sort, entries in sorts.items():
        meaning = entries[0]["sort_meaning"].partition(" such as")[0]
        heading = meaning[0].upper() + meaning[1:]
        headings[sort] = f"{heading} ({sort})" if heading in headings.values() else heading
    return headings


def anchor(heading: str) -> str:
    """Return the part of the address behind `#` that leads to a heading.

    >>> anchor("Who or what, without `and`")
    'who-or-what-without-and'
    """
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", heading).strip().lower())


def _rows(entry: Entry, headings: dict[str, str]) -> list[str]:
    rows = []
    for place, wording in enumerate(entry["wordings"]):
        meaning = escaped(entry["meaning"]) if place == 0 else ""
        example = escaped(wording["examples"][0]) if wording["examples"] else ""
        rows.append(f"| {_shown(wording['phrase'], headings)} | {meaning} | {example} |")
    return rows


def _shown(phrase: str, headings: dict[str, str]) -> str:
    """A phrase as it is shown: words as they are written, slots as links to what can stand there."""
    out, at = [], 0
    for slot in SLOT.finditer(phrase):
        out += [_words(phrase[at : slot.start()]), _slot(slot[2] or slot[1], slot[3], headings)]
        at = slot.end()
    out.append(_words(phrase[at:]))
    return "".join(out).strip()


def _words(text: str) -> str:
    return escaped(re.sub(r"(?<=\S)[~|](?=\S)", "/", text.replace("^", "")))


def _slot(sort: str, repeated: str, headings: dict[str, str]) -> str:
    if sort in BUILT_IN:
        link = f"*{BUILT_IN[sort]}*"
    elif sort in headings:
        label = headings[sort].replace("`", "")
        link = f"[{label[0].lower()}{label[1:]}](#{anchor(headings[sort])})"
    else:
        link = f"*{sort}*"
    return REPEATED[repeated].format(link) if repeated else link
