"""Benches of the cards: reading texts, building the table of all cards, and taking it from the cache."""

import time

from ludus import _core
from ludus.bench import Bench
from ludus.cards import load
from ludus.cards.store import open_table, require_hearthstone_data, sources
from ludus.cards.table import everything


def card_benches() -> list[Bench]:
    """Return the benches of the cards; they need the official data."""
    return [
        Bench(
            "cards/parse-all",
            "parse_ms",
            "ms",
            "every text of a collectible card of Hearthstone, each once: as many understood as in the table",
            _parse_all,
        ),
        Bench(
            "cards/cold-build",
            "build_ms",
            "ms",
            "the table of all cards from the installed package, with the same trees as the one in use",
            _cold_build,
        ),
        Bench(
            "cards/warm-load",
            "load_ms",
            "ms",
            "the table of all cards from its pack, and a card found in it by its name",
            _warm_load,
        ),
    ]


def _parse_all() -> float:
    require_hearthstone_data()
    table = load("hearthstone")
    texts = {card.text: card.status for card in table if card.facts["collectible"] and card.status != "overridden"}
    texts = {text: status for text, status in texts.items() if status != "no-text"}
    begin = time.perf_counter()
    understood = sum(_core.parse_card_text("hearthstone", text, None, table.names)[0] is not None for text in texts)
    seconds = time.perf_counter() - begin
    wanted = sum(status == "compiled" for status in texts.values())
    if understood != wanted or len(texts) < 5000:
        raise AssertionError(f"{understood} of {len(texts)} texts are understood, and {wanted} in the table")
    return seconds * 1000


def _cold_build() -> float:
    data, files = require_hearthstone_data(), sources()
    begin = time.perf_counter()
    table, _ = _core.CardTable.build(data, files, None)
    seconds = time.perf_counter() - begin
    if table.fingerprints() != everything().fingerprints():
        raise AssertionError("the table that was built has other trees than the one in use")
    return seconds * 1000


def _warm_load() -> float:
    require_hearthstone_data()
    count = len(everything())

    def is_built(*_: object) -> None:
        raise AssertionError("the table is not taken from the cache")

    begin = time.perf_counter()
    opened = open_table(is_built)
    found = opened.find("Lantern Bearer", "hearthstone")
    status = "" if found is None else opened.status(found)
    seconds = time.perf_counter() - begin
    if len(opened) != count or status != "compiled":
        raise AssertionError("the pack does not hold the table that it was made from")
    return seconds * 1000
