"""Why the official data and the texts say different things: a reason for each kind of difference."""

REASONS = {
    (
        "battlecry",
        "only-reference",
    ): "the reference belongs to a card that the text names; this text does not use the word",
    ("charge", "only-text"): "Vanilla cards with a choice have no tag for what the choice gives",
    (
        "choose-one",
        "only-reference",
    ): "the reference belongs to a card that makes this one; this text does not use the word",
    (
        "combo",
        "only-tag",
    ): "one deed under two heads (`Combo and Spellburst:`) is a trigger with two occasions in the tree",
    ("combo", "only-text"): "the data lacks the tag; the head stands in the text",
    (
        "deathrattle",
        "only-reference",
    ): "the text describes it without the word (`When it dies`), or names a card that has it",
    ("deathrattle", "only-text"): "the data lacks the tag; the head stands in the text",
    ("elusive", "only-tag"): "it has the keyword in some turns only, which is an aura in the tree",
    (
        "enraged",
        "only-tag",
    ): "newer texts write `while damaged`, which is an aura in the tree; the data keeps the old tag",
    ("enraged", "only-text"): "copies of old cards in the Vanilla set lack the tag; the head stands in the text",
    ("freeze", "only-text"): "in Battlegrounds the word is about the tavern, and the tag about combat",
    ("herald", "only-reference"): "the word stood in an earlier wording; this text does not use it",
    (
        "magnetic",
        "only-reference",
    ): "the reference belongs to a card that the text names; this text does not use the word",
    (
        "magnetic",
        "only-tag",
    ): "the printed text leaves out whose cost it is; the text that stands in says `All Magnetic Mechs`",
    (
        "outcast",
        "only-tag",
    ): "one deed under two heads (`Outcast and Deathrattle:`) is a trigger with two occasions in the tree",
    ("overload", "only-text"): "the data lacks the tag; the keyword stands in the text",
    ("rally", "only-tag"): "one deed under three heads is a trigger with three occasions in the tree",
    ("spellpower", "only-text"): "the data lacks the tag; the keyword stands in the text",
    (
        "start-of-combat",
        "only-tag",
    ): "the data marks cards that do something in combat; these texts do it at another moment",
    ("start-of-combat", "only-text"): "the data lacks the tag; the head stands in the text",
    ("stealth", "only-tag"): "it has the keyword for a time only, which is a deed in the tree",
    ("taunt", "only-reference"): "the reference belongs to a card that the text names; this text does not use the word",
    ("taunt", "only-text"): "the data lacks the tag; the keyword stands in the text",
}
"""By tag and difference. `only-tag` and `only-reference`: only the data says it. `only-text`: only the text does."""
