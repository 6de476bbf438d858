"""Games as the logs of the official client, so that programs that read those can show them.

A log names entities by numbers of their own that never come back, while the machine uses its places again; and it tells
every change of a number, which the events of the machine do not. Therefore both are used: the events say what comes and
goes, and the state after each decision says how the numbers stand.
"""

import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ludus import _core
from ludus.errors import MissingPackage

if TYPE_CHECKING:
    from ludus.replay import Replay

GAME = 1
"""The entity of the game itself; those of the players follow."""

KEYWORDS = {
    "taunt": "TAUNT",
    "divine shield": "DIVINE_SHIELD",
    "charge": "CHARGE",
    "windfury": "WINDFURY",
    "stealth": "STEALTH",
    "immune": "IMMUNE",
    "poisonous": "POISONOUS",
    "lifesteal": "LIFESTEAL",
    "rush": "RUSH",
}
"""Keywords that a tag of the log tells."""

ZONES = {
    "hand": "HAND",
    "board": "PLAY",
    "hero": "PLAY",
    "power": "PLAY",
    "weapon": "PLAY",
    "secret": "SECRET",
    "cast": "PLAY",
}
"""Where a thing is, in the words of the log."""

ENDED = ("GRAVEYARD", "REMOVEDFROMGAME")
"""The zones from which no entity of a log comes back."""


def power_log(replay: "Replay", names: tuple[str, str] = ("Seat 0", "Seat 1")) -> str:
    """Return a game of Hearthstone as a `Power.log` of the client, in which nothing is hidden.

    Cards that are not official keep their ids, with `_` in place of what a log cannot hold.
    """
    cards, *moments = [json.loads(line) for line in _core.hearthstone_history(replay.at(len(replay)))]
    log = _Log(cards, moments[0]["state"], names, moments[0]["events"])
    for place, moment in enumerate(moments):
        log.tell(place, moment["events"], moment["state"])
    return "\n".join(log.lines) + "\n"


def hsreplay_xml(replay: "Replay", names: tuple[str, str] = ("Seat 0", "Seat 1")) -> str:
    """Return a game of Hearthstone as an HSReplay document (`.hsreplay`, XML)."""
    import io
    from datetime import datetime

    try:
        from hsreplay.document import HSReplayDocument
    except ImportError as error:
        raise MissingPackage("hsreplay", "hearthstone") from error
    # A log tells times of day, and the document wants a day as well; a replay has none.
    text = power_log(replay, names)
    return str(HSReplayDocument.from_log_file(io.StringIO(text), date=datetime(2000, 1, 1)).to_xml(pretty=True))


class _Log:
    """A log that is being written."""

    def __init__(
        self, cards: list[dict[str, Any]], state: dict[str, Any], names: tuple[str, str], events: list[dict[str, Any]]
    ) -> None:
        self.lines: list[str] = []
        self.cards = [re.sub(r"\W", "_", card["id"]) for card in cards]
        self.place = 0
        self.depth = 0
        self.next = GAME + 3
        self.tags: dict[int, dict[str, str]] = {}
        self.of_thing: dict[int, int] = {}
        """The entity that stands in a place of the machine."""
        self.card_of: dict[int, str] = {}
        self.decks: list[list[int]] = [[], []]
        """The entities of the decks, of which nobody knows the cards."""
        self._begin(state, names, events)

    def say(self, text: str, printer: str = "DebugPrintPower") -> None:
        """Write a line."""
        hours, minutes, seconds = self.place // 3600 % 24, self.place // 60 % 60, self.place % 60
        stamp = f"{hours:02}:{minutes:02}:{seconds:02}.0000000"
        self.lines.append(f"D {stamp} GameState.{printer}() - {'    ' * self.depth}{text}")

    def _begin(self, state: dict[str, Any], names: tuple[str, str], events: list[dict[str, Any]]) -> None:
        self.say("CREATE_GAME")
        self.say(f"    GameEntity EntityID={GAME}")
        self._initial(GAME, {"ENTITY_ID": GAME, "CARDTYPE": "GAME", "ZONE": "PLAY", "STATE": "RUNNING"}, 2)
        for seat in range(2):
            self.say(f"    Player EntityID={player(seat)} PlayerID={seat + 1} GameAccountId=[hi=1 lo={seat + 1}]")
            own = {"ENTITY_ID": player(seat), "CARDTYPE": "PLAYER", "ZONE": "PLAY", "CONTROLLER": seat + 1}
            first = {"FIRST_PLAYER": 1} if state["first"] == seat else {}
            sizes = {"MAXHANDSIZE": 10, "STARTHANDSIZE": 4, "MAXRESOURCES": 10}
            self._initial(player(seat), {**own, **sizes, **first, "PLAYSTATE": "PLAYING"}, 2)
        for seat, name in enumerate(names):
            self.say(f"PlayerID={seat + 1}, PlayerName={name}", "DebugPrintGame")
        for seat in range(2):
            hero = next(thing for thing in state["things"] if thing["thing"] == state["sides"][seat]["hero"])
            self._create(hero["thing"], hero["card"], seat, "PLAY", "HERO")
            self.change(player(seat), "HERO_ENTITY", self.of_thing[hero["thing"]])
            drawn = sum(event["event"] in ("drew", "burned") and event["side"] == seat for event in events)
            for _ in range(state["sides"][seat]["deck"] + drawn):
                self._into_deck(seat)

    def _initial(self, entity: int, tags: dict[str, Any], depth: int) -> None:
        self.tags[entity] = {tag: str(value) for tag, value in tags.items()}
        for tag, value in tags.items():
            self.say(f"{'    ' * depth}tag={tag} value={value}")

    def _into_deck(self, seat: int) -> None:
        entity, self.next = self.next, self.next + 1
        self.say(f"FULL_ENTITY - Creating ID={entity} CardID=")
        self._initial(entity, {"ZONE": "DECK", "CONTROLLER": seat + 1, "ENTITY_ID": entity}, 1)
        self.decks[seat].append(entity)

    def _create(self, thing: int, card: str, seat: int, zone: str, kind: str | None = None) -> int:
        entity, self.next = self.next, self.next + 1
        card = re.sub(r"\W", "_", card)
        self.say(f"FULL_ENTITY - Creating ID={entity} CardID={card}")
        tags: dict[str, Any] = {"ZONE": zone, "CONTROLLER": seat + 1, "ENTITY_ID": entity}
        self._initial(entity, {**tags, "CARDTYPE": kind} if kind else tags, 1)
        self.of_thing[thing], self.card_of[entity] = entity, card
        return entity

    def change(self, entity: int, tag: str, value: object) -> None:
        """Write a change of a tag, if it is one."""
        text = str(value)
        known = self.tags[entity].get(tag)
        if known == text or (known is None and text == "0"):
            return
        self.tags[entity][tag] = text
        self.say(f"TAG_CHANGE Entity={'GameEntity' if entity == GAME else entity} tag={tag} value={text}")

    def tell(self, place: int, events: list[dict[str, Any]], state: dict[str, Any]) -> None:
        """Write what happened at a moment, and how things stand after it."""
        self.place = place
        for event in events:
            teller: Callable[[dict[str, Any]], None] | None = getattr(self, f"_{event['event']}", None)
            if teller is not None:
                teller(event)
        self._settle(state)
        while self.depth:
            self.depth -= 1
            self.say("BLOCK_END")

    def _block(self, kind: str, entity: int, target: int) -> None:
        self.say(
            f"BLOCK_START BlockType={kind} Entity={entity} EffectCardId= EffectIndex=0 Target={target} SubOption=-1"
        )
        self.depth += 1

    def _target(self, thing: int) -> int:
        return self.of_thing.get(thing, 0)

    def _in_zone(self, thing: int, *zones: str) -> int | None:
        """Return the entity in a place of the machine, if it is in one of these zones."""
        entity = self.of_thing.get(thing)
        return entity if entity is not None and self.tags[entity].get("ZONE") in zones else None

    # What events tell. Places of the machine come back, so that whatever comes into one begins there anew.

    def _turn_began(self, event: dict[str, Any]) -> None:
        self.change(GAME, "TURN", event["turn"])
        for seat in (1 - event["side"], event["side"]):
            self.change(player(seat), "CURRENT_PLAYER", int(seat == event["side"]))
        self.change(GAME, "STEP", "MAIN_ACTION")

    def _from_deck(self, event: dict[str, Any], zone: str) -> int:
        side: int = event["side"]
        if not self.decks[side]:
            self._into_deck(side)
        entity = self.decks[side].pop()
        card = self.cards[event["card"]]
        self.say(f"SHOW_ENTITY - Updating Entity={entity} CardID={card}")
        self.say(f"    tag=ZONE value={zone}")
        self.tags[entity]["ZONE"], self.card_of[entity] = zone, card
        return entity

    def _drew(self, event: dict[str, Any]) -> None:
        replaced = self._in_zone(event["thing"], "HAND")
        if replaced is not None:
            self._back_into_deck(replaced)
        self.of_thing[event["thing"]] = self._from_deck(event, "HAND")

    def _back_into_deck(self, entity: int) -> None:
        seat = int(self.tags[entity]["CONTROLLER"]) - 1
        self.change(entity, "ZONE", "DECK")
        self.change(entity, "ZONE_POSITION", 0)
        self.decks[seat].insert(0, entity)
        self.of_thing = {thing: known for thing, known in self.of_thing.items() if known != entity}

    def _burned(self, event: dict[str, Any]) -> None:
        self._from_deck(event, "GRAVEYARD")

    def _got(self, event: dict[str, Any]) -> None:
        self._create(event["thing"], self.cards[event["card"]], event["side"], "HAND")

    def _returned(self, event: dict[str, Any]) -> None:
        if entity := self._in_zone(event["thing"], "PLAY"):
            self.change(entity, "ZONE", "HAND")

    def _played(self, event: dict[str, Any]) -> None:
        if entity := self._in_zone(event["thing"], "HAND"):
            self._block("PLAY", entity, self._target(event["target"]))
            self.change(entity, "ZONE", "PLAY")

    def _entered(self, event: dict[str, Any]) -> None:
        played = self._in_zone(event["thing"], "HAND", "PLAY")
        if played is not None and self.card_of[played] == self.cards[event["card"]]:
            self.change(played, "ZONE", "PLAY")
        else:
            self._create(event["thing"], self.cards[event["card"]], event["side"], "PLAY", "MINION")

    def _equipped(self, event: dict[str, Any]) -> None:
        played = self._in_zone(event["thing"], "HAND", "PLAY")
        if played is None or self.card_of[played] != self.cards[event["card"]]:
            self._create(event["thing"], self.cards[event["card"]], event["side"], "PLAY", "WEAPON")

    def _used_power(self, event: dict[str, Any]) -> None:
        card, controller = self.cards[event["card"]], str(event["side"] + 1)
        for entity in self.of_thing.values():
            if self.card_of[entity] == card and self.tags[entity]["CONTROLLER"] == controller:
                self._block("PLAY", entity, self._target(event["target"]))
                return

    def _attacks(self, event: dict[str, Any]) -> None:
        attacker, defender = self._target(event["attacker"]), self._target(event["defender"])
        self._block("ATTACK", attacker, defender)
        self.change(GAME, "PROPOSED_ATTACKER", attacker)
        self.change(GAME, "PROPOSED_DEFENDER", defender)

    def _meta(self, kind: str, event: dict[str, Any]) -> None:
        if entity := self._target(event["thing"]):
            self.say(f"META_DATA - Meta={kind} Data={event['amount']} InfoCount=1")
            self.say(f"    Info[0] = {entity}")

    def _damaged(self, event: dict[str, Any]) -> None:
        self._meta("DAMAGE", event)

    def _healed(self, event: dict[str, Any]) -> None:
        self._meta("HEALING", event)

    def _died(self, event: dict[str, Any]) -> None:
        if entity := self._in_zone(event["thing"], "PLAY"):
            self.change(entity, "ZONE", "GRAVEYARD")

    def _transformed(self, event: dict[str, Any]) -> None:
        if entity := self._in_zone(event["thing"], "PLAY", "HAND"):
            self._becomes(entity, self.cards[event["card"]])

    def _becomes(self, entity: int, card: str) -> None:
        self.card_of[entity] = card
        self.say(f"CHANGE_ENTITY - Updating Entity={entity} CardID={card}")

    def _taken(self, event: dict[str, Any]) -> None:
        if entity := self._in_zone(event["thing"], "PLAY"):
            self.change(entity, "CONTROLLER", event["side"] + 1)

    def _over(self, event: dict[str, Any]) -> None:
        for seat in range(2):
            won = "TIED" if event["winner"] is None else "WON" if event["winner"] == seat else "LOST"
            self.change(player(seat), "PLAYSTATE", won)
        self.change(GAME, "STEP", "FINAL_GAMEOVER")
        self.change(GAME, "STATE", "COMPLETE")

    # How things stand after a decision.

    def _settle(self, state: dict[str, Any]) -> None:
        there = {thing["thing"] for thing in state["things"]}
        for thing, entity in list(self.of_thing.items()):
            if thing not in there:
                self._gone(thing, entity, state)
        for thing in state["things"]:
            known = self._in_zone(thing["thing"], "HAND", "PLAY", "SECRET")
            card = re.sub(r"\W", "_", thing["card"])
            if known is None:
                entity = self._create(thing["thing"], card, thing["side"], ZONES[thing["zone"]])
            else:
                entity = known
                if self.card_of[entity] != card:
                    self._becomes(entity, card)
            self._numbers(entity, thing, state["sides"][thing["side"]])
        for seat, side in enumerate(state["sides"]):
            for _ in range(side["deck"] - len(self.decks[seat])):
                self._into_deck(seat)
            for _ in range(len(self.decks[seat]) - side["deck"]):
                self.change(self.decks[seat].pop(), "ZONE", "REMOVEDFROMGAME")
            free = side["crystals"] - side["locked"]
            self.change(player(seat), "RESOURCES", side["crystals"])
            self.change(player(seat), "RESOURCES_USED", max(0, free - side["mana"]))
            self.change(player(seat), "TEMP_RESOURCES", max(0, side["mana"] - free))
            self.change(player(seat), "OVERLOAD_LOCKED", side["locked"])
            self.change(player(seat), "OVERLOAD_OWED", side["overload"])
            self.change(player(seat), "FATIGUE", side["fatigue"])

    def _gone(self, thing: int, entity: int, state: dict[str, Any]) -> None:
        zone, seat = self.tags[entity].get("ZONE"), int(self.tags[entity]["CONTROLLER"]) - 1
        if zone == "HAND" and state["sides"][seat]["deck"] > len(self.decks[seat]):
            self._back_into_deck(entity)
        elif zone not in (*ENDED, "DECK"):
            self.change(entity, "ZONE", "GRAVEYARD")
        self.of_thing.pop(thing, None)

    def _numbers(self, entity: int, thing: dict[str, Any], side: dict[str, Any]) -> None:
        zone = thing["zone"]
        self.change(entity, "ZONE", ZONES[zone])
        self.change(entity, "CONTROLLER", thing["side"] + 1)
        row = {"hand": side["hand"], "board": side["board"]}.get(zone, [])
        self.change(entity, "ZONE_POSITION", row.index(thing["thing"]) + 1 if thing["thing"] in row else 0)
        kind = {"board": "MINION", "hero": "HERO", "power": "HERO_POWER", "weapon": "WEAPON"}.get(zone)
        if kind is None:
            return
        self.change(entity, "CARDTYPE", kind)
        if kind == "HERO_POWER":
            self.change(entity, "EXHAUSTED", int(side["power_used"] > 0))
            return
        self.change(entity, "ATK", thing["attack"])
        self.change(entity, "DURABILITY" if kind == "WEAPON" else "HEALTH", thing["health"])
        self.change(entity, "DAMAGE", thing["damage"])
        self.change(entity, "NUM_ATTACKS_THIS_TURN", thing["attacks"])
        self.change(entity, "EXHAUSTED", int(thing["new"] or thing["attacks"] > 0))
        self.change(entity, "FROZEN", int(thing["frozen"]))
        self.change(entity, "SILENCED", int(thing["silenced"]))
        for word, tag in KEYWORDS.items():
            self.change(entity, tag, int(word in thing["keywords"]))
        if kind == "HERO":
            self.change(entity, "ARMOR", side["armor"])


def player(seat: int) -> int:
    """Return the entity of a player."""
    return GAME + 1 + seat
