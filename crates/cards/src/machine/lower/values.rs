//! Numbers, and what a thing gets.

use super::node::Node;
use super::things::{flag_named, stat, whose};
use super::{Lower, Lowered, not_run};
use crate::machine::program::{Gains, NONE, Stat, Value, ValueId, Whose};

/// Nothing is got.
pub(super) const NOTHING: Gains =
    Gains { attack: NONE, health: NONE, flags: 0, spell_power: 0, ability: NONE, one_of: false };

impl Lower<'_, '_> {
    pub(super) fn keep_value(&mut self, value: Value) -> ValueId {
        let parts = self.parts();
        if let Some(known) = parts.values.iter().position(|known| *known == value) {
            return known as ValueId;
        }
        parts.values.push(value);
        parts.values.len() as ValueId - 1
    }

    /// A fixed number as a value.
    pub(super) fn constant(&mut self, n: i16) -> ValueId {
        self.keep_value(Value::Number(n))
    }

    /// A number that a text says.
    pub(super) fn value(&mut self, node: Option<Node<'_>>) -> Lowered<ValueId> {
        let Some(node) = node else { return Ok(self.constant(1)) };
        let value = match node.kind() {
            "Count" | "Data" => Value::Number(self.fixed(Some(node))?),
            "SpellDamage" => Value::SpellDamage(self.marked(node)?),
            "Healing" => Value::Healing(self.marked(node)?),
            "Between" => {
                let (Some(least), Some(most)) = (node.at("least"), node.at("most")) else { return not_run(node) };
                let powered = least.kind() == "SpellDamage";
                Value::Between(self.marked(least)?, self.marked(most)?, powered)
            }
            "AnyOfNumbers" => self.any_number(node)?,
            "StatOf" => {
                let Some(of) = node.at("of") else { return not_run(node) };
                let stat = stat(node)?;
                Value::Of(self.group(of)?, stat)
            }
            "HandSize" => Value::HandSize(whose(node.at("of"))?),
            "ArmorOf" => Value::Armor(whose(node.at("of"))?),
            "ThatMuch" => Value::ThatMuch,
            "TwiceThat" => {
                let of = self.value(node.at("of"))?;
                Value::Times(2, of)
            }
            _ => return not_run(node),
        };
        Ok(self.keep_value(value))
    }

    /// One of several numbers that follow each other.
    fn any_number(&self, node: Node<'_>) -> Lowered<Value> {
        let numbers = node.all("any").into_iter().map(|n| self.fixed(Some(n))).collect::<Lowered<Vec<i16>>>()?;
        let follow = numbers.windows(2).all(|pair| pair[1] == pair[0] + 1);
        match (numbers.first(), numbers.last()) {
            (Some(&least), Some(&most)) if follow => Ok(Value::Between(least, most, false)),
            _ => not_run(node),
        }
    }

    /// The number behind a sign, or in a node.
    fn marked(&self, node: Node<'_>) -> Lowered<i16> {
        match node.number("n") {
            Some(n) => Ok(n as i16),
            None => self.slot(node),
        }
    }

    /// A number of damage: what a spell works out is raised by spell damage as well.
    pub(super) fn damage_value(&mut self, node: Option<Node<'_>>) -> Lowered<ValueId> {
        let value = self.value(node)?;
        let computed =
            matches!(self.parts().values[usize::from(value)], Value::Of(..) | Value::Armor(_) | Value::Times(..));
        Ok(if self.is_spell && computed { self.keep_value(Value::WithSpellDamage(value)) } else { value })
    }

    /// How many there are of what is counted.
    pub(super) fn counted(&mut self, node: Node<'_>) -> Lowered<ValueId> {
        let value = match node.kind() {
            "Things" | "Recruits" => {
                let found = self.things(node)?;
                let select = Self::to_select(node, &found)?;
                Value::Count(self.keep_select(select))
            }
            "OfThose" | "EachOfThem" => {
                let select = if let Some(of) = node.at("of") { self.select(of)? } else { self.spoken_of(node)? };
                Value::Count(self.keep_select(select))
            }
            "PointOf" => match (node.at("stat"), node.at("of")) {
                (Some(_), Some(of)) => {
                    let stat = stat(node)?;
                    Value::Of(self.group(of)?, stat)
                }
                _ => Value::Armor(Whose::Mine),
            },
            "DamageTaken" => {
                let Some(who) = node.at("who") else { return not_run(node) };
                Value::DamageTaken(whose(who.at("whose"))?)
            }
            "PlayedEarlier" => Value::PlayedEarlier,
            "ShieldLost" => Value::Lost,
            _ => return not_run(node),
        };
        Ok(self.keep_value(value))
    }

    /// What a thing gets.
    pub(super) fn gains(&mut self, node: Node<'_>) -> Lowered<Gains> {
        let mut gains = NOTHING;
        let parts = if node.kind() == "Several" { node.all("all") } else { vec![node] };
        for part in parts {
            self.gain(part, &mut gains)?;
        }
        Ok(gains)
    }

    fn gain(&mut self, node: Node<'_>, gains: &mut Gains) -> Lowered<()> {
        if let Some(flag) = flag_named(node.kind()) {
            gains.flags |= flag;
            return Ok(());
        }
        match node.kind() {
            "Stats" => {
                gains.attack = self.value(node.at("attack"))?;
                gains.health = self.value(node.at("health"))?;
            }
            "LessStats" => {
                gains.attack = self.negative(node.at("attack"))?;
                gains.health = self.negative(node.at("health"))?;
            }
            "MoreAttack" => gains.attack = self.value(node.at("n"))?,
            "LessAttack" => gains.attack = self.negative(node.at("n"))?,
            "MoreHealth" | "MoreDurability" => gains.health = self.value(node.at("n"))?,
            "Power" => gains.spell_power = self.fixed(node.at("n"))? as i8,
            "StatEqual" => {
                let n = self.value(node.at("n"))?;
                match stat(node)? {
                    Stat::Attack => gains.attack = n,
                    Stat::Health => gains.health = n,
                    Stat::Cost => return not_run(node),
                }
            }
            "StatTaken" => {
                let Some(of) = node.at("of") else { return not_run(node) };
                return self.taken(of, gains);
            }
            "OneOfFlags" => {
                for one in node.all("any") {
                    self.gain(one, gains)?;
                }
                gains.one_of = true;
            }
            "Quoted" => {
                let Some(ability) = node.at("ability") else { return not_run(node) };
                gains.ability = self.granted(ability)?;
            }
            _ => return not_run(node),
        }
        Ok(())
    }

    /// As much as somebody has.
    fn taken(&mut self, node: Node<'_>, gains: &mut Gains) -> Lowered<()> {
        let Some(of) = node.at("of") else { return not_run(node) };
        let group = self.group(of)?;
        let both = matches!(node.kind_at("stat"), Some("BothStats" | "MaximumStats"));
        if both || matches!(node.kind_at("stat"), Some("Attack")) {
            gains.attack = self.keep_value(Value::Of(group, Stat::Attack));
        }
        if both || matches!(node.kind_at("stat"), Some("Health" | "MaximumHealth")) {
            gains.health = self.keep_value(Value::Of(group, Stat::Health));
        }
        if gains.attack == NONE && gains.health == NONE { not_run(node) } else { Ok(()) }
    }

    fn negative(&mut self, node: Option<Node<'_>>) -> Lowered<ValueId> {
        let n = self.fixed(node)?;
        Ok(self.constant(-n))
    }

    pub(super) fn keep_gains(&mut self, gains: Gains) -> u16 {
        let parts = self.parts();
        if let Some(known) = parts.gains.iter().position(|known| *known == gains) {
            return known as u16;
        }
        parts.gains.push(gains);
        parts.gains.len() as u16 - 1
    }

    /// So many times what is got.
    pub(super) fn scaled(&mut self, gains: Gains, by: ValueId) -> Lowered<Gains> {
        let mut out = gains;
        for slot in [&mut out.attack, &mut out.health] {
            if *slot != NONE {
                let Value::Number(n) = self.parts().values[usize::from(*slot)] else {
                    return Err(super::NotRun { kind: "ForEach".to_owned() });
                };
                *slot = if n == 1 { by } else { self.keep_value(Value::Times(n, by)) };
            }
        }
        Ok(out)
    }
}
