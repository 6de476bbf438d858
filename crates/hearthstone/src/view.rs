//! The table as a seat sees it.
//!
//! The attribute `thing` is the number by which events speak of it; a thing keeps it wherever it goes.

use ludus_cards::machine::flag_words;
use ludus_cards::machine::program::{kind, mark};
use ludus_cards::machine::state::{Ask, NOBODY, Outcome, Thing, status};
use ludus_core::{Action, Actions, Component, Seat};
use serde_json::{Map, Value};

use crate::Hearthstone;
use crate::actions::Touch;
use crate::hidden::{is_open, unseen};
use crate::notation::change_text;
use crate::rules::AttackWays;
use crate::state::{Asks, HearthstoneState};

/// The table: the other side above, the own one below, then what can be answered.
pub(crate) fn table(game: &Hearthstone, state: &HearthstoneState, seat: Seat) -> Component {
    let seen = Seen { game, state, seat };
    let own = seat.0 & 1;
    let status = Component::new("text", "status", seen.status());
    Component::new("table", "table", "Hearthstone")
        .at("status", status)
        .at("theirs", seen.side(1 - own))
        .at("mine", seen.side(own))
        .at("offer", seen.offer())
        .at("actions", seen.buttons())
}

/// The ids of what one touches to take an action.
pub(crate) fn touches(state: &HearthstoneState, action: Action) -> Vec<String> {
    let Some(touch) = Touch::of(action) else { return Vec::new() };
    let actor = state.actor().lowest().map_or(0, |seat| seat.0);
    let character = |own: bool, spot: usize| {
        let side = if own { actor } else { 1 - actor };
        if spot == 0 { format!("{side}:hero") } else { format!("{side}:board:{}", spot - 1) }
    };
    vec![match touch {
        Touch::Card(place) | Touch::Replace(place) => format!("{actor}:hand:{place}"),
        Touch::Power => format!("{actor}:power"),
        Touch::Attack(spot) => character(true, spot),
        Touch::Target(own, spot) => character(own, spot),
        Touch::Take(card) => format!("offer:{card}"),
        Touch::End | Touch::Keep | Touch::Place(_) | Touch::Option(_) => button_id(&touch.text()),
    }]
}

fn button_id(text: &str) -> String {
    format!("action:{text}")
}

/// A state as a seat sees it.
struct Seen<'a> {
    game: &'a Hearthstone,
    state: &'a HearthstoneState,
    seat: Seat,
}

impl Seen<'_> {
    fn name(&self, card: u16) -> &str {
        &self.game.content().card(card).name
    }

    /// Whose turn it is and what is asked, or how the game ended.
    fn status(&self) -> String {
        let state = self.state;
        let machine = &state.machine;
        match machine.outcome {
            Outcome::Open => {}
            Outcome::Draw => return "the game is a draw".to_owned(),
            Outcome::First => return "seat 0 has won".to_owned(),
            Outcome::Second => return "seat 1 has won".to_owned(),
        }
        if let Some(side) = state.opening.asked {
            return format!("seat {side} looks at its first hand");
        }
        let turn = format!("turn {}: seat {}", machine.turn, machine.active);
        if machine.offer.ask != Ask::Nothing {
            return format!("{turn}, seat {} takes one of {} cards", machine.offer.side, machine.offer.cards().len());
        }
        let pending = state.pending;
        let what = |thing: Thing| self.name(machine.body(thing).card);
        match pending.asks {
            Asks::Nothing => format!("{turn} is to act"),
            Asks::Option => format!("{turn} chooses how to use {}", what(pending.thing)),
            Asks::Target => format!("{turn} chooses a target for {}", what(pending.thing)),
            Asks::Place => format!("{turn} chooses a place for {}", what(pending.thing)),
            Asks::Defender => format!("{turn} chooses whom {} attacks", what(pending.thing)),
        }
    }

    /// Everything of one side.
    fn side(&self, of: u8) -> Component {
        let machine = &self.state.machine;
        let side = machine.side(of);
        let whose = if of == self.seat.0 { "me" } else { "them" };
        let mut area = Component::new("area", format!("{of}:side"), format!("seat {of}, {whose}"));
        let mut characters = Component::new("area", format!("{of}:characters"), "").at("hero", self.hero(of));
        for (place, thing) in [("power", side.power), ("weapon", side.weapon)] {
            if thing != NOBODY {
                characters = characters.at(place, self.tool(of, place, thing));
            }
        }
        area = area.at("characters", characters).at("mana", self.mana(of));
        let mut hand = Component::new("hand", format!("{of}:hand"), format!("hand of {}", side.hand.len()));
        for (place, &thing) in side.hand.as_slice().iter().enumerate() {
            hand = hand.at(place.to_string(), self.card(of, place, thing));
        }
        let mut board = Component::new("area", format!("{of}:board"), "board");
        for (place, &thing) in side.board.as_slice().iter().enumerate() {
            board = board.at(place.to_string(), self.minion(of, place, thing));
        }
        area = area.at("hand", hand).at("board", board);
        if !side.secrets.is_empty() {
            let mut secrets = Component::new("area", format!("{of}:secrets"), "secrets");
            for (place, &thing) in side.secrets.as_slice().iter().enumerate() {
                secrets = secrets.at(place.to_string(), self.secret(of, place, thing));
            }
            area = area.at("secrets", secrets);
        }
        area.at("deck", self.deck(of))
    }

    fn hero(&self, of: u8) -> Component {
        let machine = &self.state.machine;
        let side = machine.side(of);
        let body = machine.body(side.hero);
        let attack = self.game.look(self.state).attack_of(side.hero);
        let mut label = vec![format!("{} {} health", self.name(body.card), body.left())];
        label.extend((side.armor > 0).then(|| format!("{} armor", side.armor)));
        label.extend((attack > 0).then(|| format!("{attack} attack")));
        label.extend(body.is(status::FROZEN).then(|| "frozen".to_owned()));
        let hero = Component::new("card", format!("{of}:hero"), label.join(", ")).with("armor", side.armor);
        let card = &self.game.content().card(body.card).id;
        self.character(hero, side.hero).with("fatigue", side.fatigue).with("card", card.as_str())
    }

    /// What all characters show.
    fn character(&self, component: Component, thing: Thing) -> Component {
        let machine = &self.state.machine;
        let look = self.game.look(self.state);
        let body = machine.body(thing);
        let can = body.side == machine.active && AttackWays::of(look, body.side).open_for(look, thing);
        let changes: Vec<Value> = machine.changes_of(thing).map(|link| change_text(*link).into()).collect();
        component
            .with("attack", look.attack_of(thing))
            .with("health", body.left())
            .with("max_health", body.health)
            .with("keywords", self.words(thing))
            .with("attacks", body.attacks)
            .with("can_attack", can)
            .with("thing", thing)
            .with("changes", changes)
    }

    /// The keywords of a thing, and what is true of it for a while.
    fn words(&self, thing: Thing) -> Vec<&'static str> {
        let body = self.state.machine.body(thing);
        let mut words: Vec<&str> = flag_words(body.flags).collect();
        for (word, bit) in [("frozen", status::FROZEN), ("silenced", status::SILENCED)] {
            if body.is(bit) {
                words.push(word);
            }
        }
        words
    }

    /// A hero power or weapon.
    fn tool(&self, of: u8, place: &str, thing: Thing) -> Component {
        let machine = &self.state.machine;
        let body = machine.body(thing);
        let card = self.game.content().card(body.card);
        let id = format!("{of}:{place}");
        let tool = if card.is(kind::WEAPON) {
            Component::new("card", id, format!("{} {}/{}", card.name, body.attack, body.left()))
                .with("attack", body.attack)
                .with("durability", body.left())
        } else {
            let used = machine.side(of).power_used;
            let cost = self.game.look(self.state).cost_of(thing);
            let label = if used > 0 { format!("{}, used", card.name) } else { format!("({cost}) {}", card.name) };
            Component::new("card", id, label).with("cost", cost).with("used", used)
        };
        tool.with("card", card.id.as_str()).with("thing", thing)
    }

    fn mana(&self, of: u8) -> Component {
        let side = self.state.machine.side(of);
        let mut label = vec![format!("mana {} of {}", side.mana, side.crystals)];
        label.extend((side.locked > 0).then(|| format!("{} locked", side.locked)));
        label.extend((side.overload > 0).then(|| format!("{} to be locked", side.overload)));
        Component::new("counter", format!("{of}:mana"), label.join(", "))
            .with("value", side.mana)
            .with("crystals", side.crystals)
            .with("locked", side.locked)
            .with("overload", side.overload)
            .with("played", side.played)
    }

    /// A card of a hand, as far as the seat knows it.
    fn card(&self, of: u8, place: usize, thing: Thing) -> Component {
        let id = format!("{of}:hand:{place}");
        let shown = is_open(self.state, thing);
        if of != self.seat.0 && !shown {
            return Component::new("card", id, "?").with("thing", thing);
        }
        let body = self.state.machine.body(thing);
        let card = self.game.content().card(body.card);
        let cost = self.game.look(self.state).cost_of(thing);
        let stats = card.is(kind::MINION | kind::WEAPON).then(|| format!(" {}/{}", body.attack, body.left()));
        let mut label = format!("({cost}) {}{}", card.name, stats.unwrap_or_default());
        let replaced = self.state.opening.asked == Some(of) && self.state.opening.replace >> place & 1 == 1;
        if of == self.seat.0 && replaced {
            label += ", to be replaced";
        }
        Component::new("card", id, label)
            .with("card", card.id.as_str())
            .with("cost", cost)
            .with("shown", shown)
            .with("thing", thing)
            .with("made", body.is(status::MADE))
    }

    fn minion(&self, of: u8, place: usize, thing: Thing) -> Component {
        let body = self.state.machine.body(thing);
        let card = self.game.content().card(body.card);
        let attack = self.game.look(self.state).attack_of(thing);
        let stats = format!("{} {attack}/{}", card.name, body.left());
        let label: Vec<&str> = [stats.as_str()].into_iter().chain(self.words(thing)).collect();
        let minion = Component::new("card", format!("{of}:board:{place}"), label.join(", "));
        self.character(minion, thing).with("card", card.id.as_str()).with("new", body.is(status::NEW))
    }

    /// A secret: only its owner knows which, but everybody sees of which class.
    fn secret(&self, of: u8, place: usize, thing: Thing) -> Component {
        let id = format!("{of}:secret:{place}");
        let content = self.game.content();
        let card = content.card(self.state.machine.body(thing).card);
        debug_assert!(card.marks & mark::SECRET != 0);
        let classes = (0_u16..).zip(&content.classes).filter(|(bit, _)| card.class >> bit & 1 == 1);
        let class = classes.map(|(_, class)| class.as_str()).collect::<Vec<_>>().join(" and ");
        if of == self.seat.0 {
            Component::new("card", id, card.name.clone()).with("card", card.id.as_str()).with("class", class)
        } else {
            Component::new("card", id, "?").with("class", class)
        }
        .with("thing", thing)
    }

    /// The deck, with the cards that the seat has not seen of this side: in its deck alone where it is the own one, else in
    /// deck, hand and secrets together.
    fn deck(&self, of: u8) -> Component {
        let machine = &self.state.machine;
        let deck = machine.side(of).deck.as_slice();
        let mut cards = if of == self.seat.0 { deck.to_vec() } else { unseen(self.state, of).collect() };
        cards.sort_unstable();
        let mut counts = Map::new();
        for card in cards {
            let count = counts.entry(self.game.content().card(card).id.clone()).or_insert(Value::from(0));
            *count = Value::from(count.as_u64().unwrap_or(0) + 1);
        }
        Component::new("pile", format!("{of}:deck"), format!("deck of {}", deck.len()))
            .with("count", deck.len())
            .with("unseen", counts)
    }

    /// Cards that the seat may take; the other seat sees only that there are some.
    fn offer(&self) -> Component {
        let offer = &self.state.machine.offer;
        let mine = offer.side == self.seat.0 && offer.ask != Ask::Nothing;
        let cards = offer.cards().iter().enumerate().filter(|_| mine);
        let label = if mine { "take one" } else { "" };
        cards.fold(Component::new("area", "offer", label), |area, (place, &card)| {
            let facts = self.game.content().card(card);
            let component =
                Component::new("card", format!("offer:{place}"), format!("({}) {}", facts.cost, facts.name));
            area.at(place.to_string(), component.with("card", facts.id.as_str()))
        })
    }

    /// Buttons for the actions that touch nothing on the table.
    fn buttons(&self) -> Component {
        let mut legal = Actions::new();
        if self.state.actor().has(self.seat) {
            self.game.list_actions(self.state, &mut legal);
        }
        let touches = legal.iter().filter_map(|&action| Touch::of(action));
        let plain =
            touches.filter(|touch| matches!(touch, Touch::End | Touch::Keep | Touch::Place(_) | Touch::Option(_)));
        plain.fold(Component::new("area", "actions", ""), |area, touch| {
            let text = touch.text();
            area.at(text.clone(), Component::new("button", button_id(&text), text))
        })
    }
}
