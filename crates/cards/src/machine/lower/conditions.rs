//! What can be so or not.

use super::node::Node;
use super::things::{Place, whose};
use super::{Lower, Lowered, not_run};
use crate::machine::program::{
    Condition, ConditionId, Filter, From, NO_REGISTER, NONE, Pick, Select, Stat, Value, Whose, kind,
};

impl Lower<'_, '_> {
    pub(super) fn keep_condition(&mut self, condition: Condition) -> ConditionId {
        let parts = self.parts();
        if let Some(known) = parts.conditions.iter().position(|known| *known == condition) {
            return known as ConditionId;
        }
        parts.conditions.push(condition);
        parts.conditions.len() as ConditionId - 1
    }

    /// A condition that may be absent.
    pub(super) fn condition_or_none(&mut self, node: Option<Node<'_>>) -> Lowered<ConditionId> {
        node.map_or(Ok(NONE), |node| self.condition(node))
    }

    pub(super) fn condition(&mut self, node: Node<'_>) -> Lowered<ConditionId> {
        let condition = match node.kind() {
            "Controls" | "Owns" => {
                let Some(what) = node.at("what") else { return not_run(node) };
                let owner = if node.kind() == "Owns" { whose(node.at("who"))? } else { Whose::Mine };
                let select = self.there_is(what, owner)?;
                Condition::AtLeast(select, 1)
            }
            "AtLeast" => {
                let owner = whose(node.at("who"))?;
                let n = self.fixed(node.at("n"))?;
                let mut select = self.of_things(node)?;
                select.filter.whose = owner;
                if let From::Hand(_) = select.from {
                    select.from = From::Hand(owner);
                }
                let number = self.number_of(node);
                self.again.insert(number, select);
                Condition::AtLeast(self.keep_select(select), n.clamp(0, 255) as u8)
            }
            "ControlsNone" => {
                let mut select = self.of_things(node)?;
                select.filter.whose = Whose::Mine;
                Condition::None(self.keep_select(select))
            }
            "Holding" => {
                let Some(what) = node.at("what") else { return not_run(node) };
                let mut select = self.there_is_select(what, Whose::Mine)?;
                select.from = From::Hand(Whose::Mine);
                Condition::AtLeast(self.keep_select(select), 1)
            }
            "Is" => {
                let (Some(who), Some(what)) = (node.at("who"), node.at("what")) else { return not_run(node) };
                let select = self.select(who)?;
                let filter = self.things(what)?.filter;
                Condition::AtLeast(self.keep_select(Select { filter, ..select }), 1)
            }
            "IsInState" | "WasAlready" => {
                let (Some(who), Some(state)) = (node.at("who"), node.kind_at("state")) else { return not_run(node) };
                let select = self.select(who)?;
                let filter = match state {
                    "Frozen" => Filter { frozen: Some(true), ..select.filter },
                    "Damaged" => Filter { damaged: Some(true), ..select.filter },
                    "Undamaged" => Filter { damaged: Some(false), ..select.filter },
                    _ => return not_run(node),
                };
                Condition::AtLeast(self.keep_select(Select { filter, ..select }), 1)
            }
            "InState" => match node.kind_at("state") {
                Some("Damaged") => Condition::MeDamaged,
                _ => return not_run(node),
            },
            "ItDies" | "Dies" => Condition::Dies(self.who(node)?),
            "ItSurvives" => Condition::Survives(self.who(node)?),
            "StatBelow" | "HasNumber" | "CostAtMost" | "CostAtLeast" | "ArmorAtLeast" | "AsManyCards" => {
                self.within(node)?
            }
            "IsEmpty" | "IsFull" => {
                let Some(place) = node.at("where") else { return not_run(node) };
                if place.kind() != "Hand" {
                    return not_run(place);
                }
                let owner = whose(place.at("of"))?;
                if node.kind() == "IsEmpty" { Condition::HandEmpty(owner) } else { Condition::HandFull(owner) }
            }
            "PlaceHasOne" | "HasNone" => return self.in_deck(node),
            "NoDuplicates" => Condition::NoDuplicates,
            "UnspentMana" => Condition::UnspentMana,
            "IsTurnOf" => match node.kind_at("turn") {
                Some("YourTurn") => Condition::TurnOf(Whose::Mine),
                Some("OpponentsTurn") => Condition::TurnOf(Whose::Theirs),
                _ => return not_run(node),
            },
            "IsNamed" => return self.is_named(node),
            _ => return not_run(node),
        };
        Ok(self.keep_condition(condition))
    }

    /// A number that has to be within bounds.
    fn within(&mut self, node: Node<'_>) -> Lowered<Condition> {
        Ok(match node.kind() {
            "StatBelow" => {
                let n = self.fixed(node.at("n"))?;
                let stat = super::things::stat(node)?;
                let hero = self.hero(Whose::Mine);
                let value = self.keep_value(Value::Of(hero, stat));
                Condition::Within(value, i16::MIN, n)
            }
            "HasNumber" => {
                let n = self.fixed(node.at("n"))?;
                let stat = super::things::stat(node)?;
                let who = self.who(node)?;
                let value = self.keep_value(Value::Of(who, stat));
                Condition::Within(value, n, i16::MAX)
            }
            "CostAtMost" | "CostAtLeast" => {
                let n = self.fixed(node.at("n"))?;
                let who = self.who(node)?;
                let value = self.keep_value(Value::Of(who, Stat::Cost));
                if node.kind() == "CostAtMost" {
                    Condition::Within(value, i16::MIN, n)
                } else {
                    Condition::Within(value, n, i16::MAX)
                }
            }
            "ArmorAtLeast" => {
                let n = self.fixed(node.at("n"))?;
                let value = self.keep_value(Value::Armor(Whose::Mine));
                Condition::Within(value, n, i16::MAX)
            }
            "AsManyCards" => {
                let value = self.keep_value(Value::HandLead);
                Condition::Within(value, i16::MIN, 0)
            }
            _ => return not_run(node),
        })
    }

    fn who(&mut self, node: Node<'_>) -> Lowered<u16> {
        match node.at("who") {
            Some(who) => self.group(who),
            None => not_run(node),
        }
    }

    /// The hero of a player.
    pub(super) fn hero(&mut self, owner: Whose) -> u16 {
        let filter = Filter { whose: owner, ..Filter::of(kind::HERO) };
        self.keep_select(Select { from: From::Heroes, filter, pick: Pick::All, save: NO_REGISTER })
    }

    fn there_is(&mut self, node: Node<'_>, owner: Whose) -> Lowered<u16> {
        let select = self.there_is_select(node, owner)?;
        Ok(self.keep_select(select))
    }

    fn there_is_select(&mut self, node: Node<'_>, owner: Whose) -> Lowered<Select> {
        let Some(what) = node.at("what") else { return not_run(node) };
        let found = self.things(what)?;
        let mut select = match found.place {
            Place::New => Select { from: From::Hand(owner), filter: found.filter, pick: Pick::All, save: NO_REGISTER },
            _ => Self::to_select(what, &found)?,
        };
        if node.kind() == "Another" {
            select.filter.who = crate::machine::program::Who::NotMe;
        }
        if select.filter.whose == Whose::Any {
            select.filter.whose = owner;
        }
        // A condition keeps nothing: what it speaks of is found again by the same words.
        let number = self.number_of(node);
        self.again.insert(number, select);
        Ok(select)
    }

    fn in_deck(&mut self, node: Node<'_>) -> Lowered<ConditionId> {
        let (Some(place), Some(what)) = (node.at("where"), node.at("what")) else { return not_run(node) };
        if place.kind() != "Deck" {
            return not_run(place);
        }
        let filter = self.things(what)?.filter;
        let owner = whose(place.at("of"))?;
        let select = Select { from: From::Hand(owner), filter, pick: Pick::All, save: NO_REGISTER };
        let select = self.keep_select(select);
        let lacks = self.keep_condition(Condition::DeckLacks(owner, select));
        Ok(if node.kind() == "HasNone" { lacks } else { self.keep_condition(Condition::Not(lacks)) })
    }

    fn is_named(&mut self, node: Node<'_>) -> Lowered<ConditionId> {
        let mut cards = [NONE; 2];
        for (slot, field) in cards.iter_mut().zip(["card", "other"]) {
            if let Some(name) = node.name(field) {
                match self.builder.named(self.card, name, None, kind::ANY) {
                    Some(card) => *slot = card,
                    None => return not_run(node),
                }
            }
        }
        let is_power = node.at("who").is_some_and(|who| who.contains("HeroPowers"));
        if !is_power {
            return not_run(node);
        }
        Ok(self.keep_condition(Condition::PowerIs(cards[0], cards[1])))
    }
}
