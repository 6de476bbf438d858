//! What is done: sentences and deeds to steps.

use ludus_cardtext::Tree;

use super::node::Node;
use super::things::{Place, flag_named, whose};
use super::values::NOTHING;
use super::{Code, Lower, Lowered, not_run};
use crate::machine::program::{
    Classes, ConditionId, Filter, From, Gains, Make, NO_REGISTER, Pick, Select, SelectId, Step, To, Until, Value, Who,
    Whose, kind,
};

/// How long something lasts.
pub(super) fn until(node: Option<Node<'_>>) -> Lowered<Until> {
    let Some(node) = node else { return Ok(Until::Always) };
    Ok(match node.kind() {
        "ThisTurn" => Until::EndOfTurn,
        "UntilYourNextTurn" => Until::YourNextTurn,
        "NextTurn" => Until::TheirNextTurn,
        "ThisGame" => Until::Always,
        _ => return not_run(node),
    })
}

/// A deed before another one, for words that change only a part of it.
type Base<'t> = Option<&'t Tree>;

impl Lower<'_, '_> {
    /// All sentences of a body, in order.
    pub(super) fn body(&mut self, code: &mut Code, node: Node<'_>) -> Lowered<()> {
        let sentences = node.all("sentences");
        for (place, sentence) in sentences.iter().enumerate() {
            // What is done in place of this sentence stands in a later one.
            let number = self.sentences.get(&std::ptr::from_ref(sentence.tree)).copied().unwrap_or(0);
            let instead = sentences[place + 1..].iter().find(|later| Self::replaces(**later) == Some(number));
            if let Some(later) = instead {
                self.either(code, *sentence, *later)?;
            } else if Self::replaces(*sentence).is_none() {
                let before = place.checked_sub(1).map(|place| sentences[place]);
                self.sentence(code, *sentence, before)?;
            }
        }
        Ok(())
    }

    /// The sentence that a conditional sentence takes the place of.
    pub(super) fn replaces(sentence: Node<'_>) -> Option<u16> {
        let deed = if sentence.kind() == "IfSo" { sentence.at("then")? } else { return None };
        let step = if deed.kind() == "Instead" { deed } else { return None };
        (step.means() > 0).then(|| step.means())
    }

    /// One sentence, or another in its place if a condition holds.
    fn either(&mut self, code: &mut Code, usual: Node<'_>, other: Node<'_>) -> Lowered<()> {
        let (Some(condition), Some(deed)) = (other.at("if"), other.at("then").and_then(|deed| deed.at("do"))) else {
            return not_run(other);
        };
        // The usual deed settles what the words of the condition mean.
        let mut first = Code::default();
        self.sentence(&mut first, usual, None)?;
        let condition = self.condition(condition)?;
        let mut second = Code::default();
        self.deed(&mut second, deed, usual.at("do").map(|deed| deed.tree))?;
        Self::branch(code, condition, &second, &first);
        Ok(())
    }

    /// One program if a condition holds, else another.
    pub(super) fn branch(code: &mut Code, condition: ConditionId, then: &Code, otherwise: &Code) {
        let start = code.here();
        let long = !otherwise.steps.is_empty();
        let then_length = then.here() + u16::from(long);
        code.push(Step::Unless(condition, start + 1 + then_length));
        Self::append(code, then);
        if long {
            code.push(Step::Jump(code.here() + 1 + otherwise.here()));
            Self::append(code, otherwise);
        }
    }

    /// Puts a piece of a program behind another.
    pub(super) fn append(code: &mut Code, piece: &Code) {
        let base = code.here();
        for &step in &piece.steps {
            code.push(match step {
                Step::Jump(to) => Step::Jump(base + to),
                Step::Unless(condition, to) => Step::Unless(condition, base + to),
                Step::Chance(percent, to) => Step::Chance(percent, base + to),
                Step::Repeat(value, to) => Step::Repeat(value, base + to),
                Step::Again(to) => Step::Again(base + to),
                other => other,
            });
        }
    }

    fn sentence(&mut self, code: &mut Code, node: Node<'_>, before: Option<Node<'_>>) -> Lowered<()> {
        match node.kind() {
            "Do" => match node.at("do") {
                Some(deed) => self.deed(code, deed, before.and_then(|before| before.at("do")).map(|deed| deed.tree)),
                None => not_run(node),
            },
            "IfSo" => {
                let (Some(condition), Some(deed)) = (node.at("if"), node.at("then")) else { return not_run(node) };
                let condition = self.condition(condition)?;
                let mut then = Code::default();
                self.deed(&mut then, deed, before.and_then(|before| before.at("do")).map(|deed| deed.tree))?;
                Self::branch(code, condition, &then, &Code::default());
                Ok(())
            }
            "Otherwise" => {
                let Some(deed) = node.at("do") else { return not_run(node) };
                let mut then = Code::default();
                self.deed(&mut then, deed, None)?;
                Self::otherwise(code, &then)
            }
            // They say again what has been said.
            "Sum" | "ChanceSettles" => Ok(()),
            "On" => self.later(code, node),
            "Rule" => match node.at("rule") {
                Some(rule) => self.rule_once(code, rule),
                None => not_run(node),
            },
            _ => not_run(node),
        }
    }

    /// What is done if the condition of the sentence before does not hold: the branch before is made longer, because
    /// its deed may change whether the condition holds.
    fn otherwise(code: &mut Code, piece: &Code) -> Lowered<()> {
        let place = code.steps.iter().rposition(|step| matches!(step, Step::Unless(_, to) if *to == code.here()));
        let Some(place) = place else { return Err(super::NotRun { kind: "Otherwise".to_owned() }) };
        let Step::Unless(condition, to) = code.steps[place] else { unreachable!("it was found as one") };
        code.steps[place] = Step::Unless(condition, to + 1);
        code.push(Step::Jump(code.here() + 1 + piece.here()));
        Self::append(code, piece);
        Ok(())
    }

    /// A deed. `base` is the one that shorter words change.
    pub(super) fn deed(&mut self, code: &mut Code, node: Node<'_>, base: Base<'_>) -> Lowered<()> {
        match node.kind() {
            "All" => {
                let mut last = base;
                for step in node.all("steps") {
                    self.deed(code, step, last)?;
                    last = Some(step.tree);
                }
                Ok(())
            }
            "Then" => {
                let (Some(first), Some(rest)) = (node.at("first"), node.at("rest")) else { return not_run(node) };
                self.deed(code, first, base)?;
                self.deed(code, rest, Some(first.tree))
            }
            "Also" => {
                let (Some(first), Some(also)) = (node.at("first"), node.at("also")) else { return not_run(node) };
                self.deed(code, first, base)?;
                self.deed(code, also, Some(first.tree))
            }
            "OtherDamage" | "OtherAmount" | "OtherGains" | "OtherBonus" => self.shorter(code, node, base),
            "Instead" => match node.at("do") {
                Some(deed) => self.deed(code, deed, base),
                None => not_run(node),
            },
            "Nothing" => Ok(()),
            "ForEach" => self.for_each(code, node),
            "Times" => self.times(code, node),
            "DoIf" => {
                let (Some(deed), Some(condition)) = (node.at("do"), node.at("if")) else { return not_run(node) };
                let condition = self.condition(condition)?;
                let mut then = Code::default();
                self.deed(&mut then, deed, base)?;
                Self::branch(code, condition, &then, &Code::default());
                Ok(())
            }
            "NextTurnDeed" => self.delayed(code, node),
            "AtMoment" => self.at_moment(code, node),
            "SoThat" => {
                let (Some(price), Some(so)) = (node.at("do"), node.at("so")) else { return not_run(node) };
                self.deed(code, price, None)?;
                self.deed(code, so, None)
            }
            "Chance" => {
                let Some(deed) = node.at("do") else { return not_run(node) };
                let percent = self.fixed(node.at("n"))?.clamp(0, 100) as u8;
                let mut inner = Code::default();
                self.deed(&mut inner, deed, None)?;
                code.push(Step::Chance(percent, code.here() + 1 + inner.here()));
                Self::append(code, &inner);
                Ok(())
            }
            _ => self.core(code, node),
        }
    }

    /// Words that name only what is different: the deed before with that in it.
    fn shorter(&mut self, code: &mut Code, node: Node<'_>, base: Base<'_>) -> Lowered<()> {
        let Some(base) = base else { return not_run(node) };
        let base = Node { tree: base, definition: node.definition };
        let base = if base.kind() == "All" || base.kind() == "Then" {
            base.all("steps").first().copied().or(base.at("first")).unwrap_or(base)
        } else {
            base
        };
        match (node.kind(), base.kind()) {
            ("OtherDamage" | "OtherAmount", "Damage") => {
                let to = match (node.at("to"), base.at("to")) {
                    (Some(to), _) | (None, Some(to)) => self.group(to)?,
                    _ => return not_run(node),
                };
                let amount = self.damage_value(node.at("amount"))?;
                code.push(Step::Damage(to, amount));
                Ok(())
            }
            ("OtherGains", "Give") => {
                let (Some(to), Some(what)) = (base.at("to"), node.at("what")) else { return not_run(node) };
                let to = self.group(to)?;
                let gains = self.gains(what)?;
                let lasts = until(base.at("for"))?;
                self.give(code, to, gains, lasts);
                Ok(())
            }
            _ => not_run(node),
        }
    }

    pub(super) fn give(&mut self, code: &mut Code, to: SelectId, gains: Gains, lasts: Until) {
        let gains = self.keep_gains(gains);
        code.push(Step::Give(to, gains, lasts));
    }

    /// Once for each: one amount that many times as great where one and the same gets it, else a loop.
    fn for_each(&mut self, code: &mut Code, node: Node<'_>) -> Lowered<()> {
        let (Some(deed), Some(each)) = (node.at("do"), node.at("each")) else { return not_run(node) };
        match deed.kind() {
            "Gain" | "Give" => {
                let Some(what) = deed.at("what") else { return not_run(deed) };
                let to = if deed.kind() == "Gain" { self.myself() } else { self.receiver(deed)? };
                let count = self.counted(each)?;
                let gains = self.gains(what)?;
                let gains = self.scaled(gains, count)?;
                let lasts = until(deed.at("for"))?;
                self.give(code, to, gains, lasts);
            }
            "Damage" => {
                let Some(to) = deed.at("to") else { return not_run(deed) };
                let to = self.group(to)?;
                let n = self.fixed(deed.at("amount"))?;
                let count = self.counted(each)?;
                let amount = self.keep_value(Value::Times(n, count));
                let amount = if self.is_spell { self.keep_value(Value::WithSpellDamage(amount)) } else { amount };
                code.push(Step::Damage(to, amount));
            }
            _ => {
                let count = self.counted(each)?;
                let mut inner = Code::default();
                self.deed(&mut inner, deed, None)?;
                Self::repeat(code, count, &inner);
            }
        }
        Ok(())
    }

    fn repeat(code: &mut Code, count: u16, inner: &Code) {
        let start = code.here();
        code.push(Step::Repeat(count, start + 2 + inner.here()));
        Self::append(code, inner);
        code.push(Step::Again(start + 1));
    }

    fn times(&mut self, code: &mut Code, node: Node<'_>) -> Lowered<()> {
        let (Some(deed), Some(often)) = (node.at("do"), node.at("times")) else { return not_run(node) };
        let n = match often.kind() {
            "Fold" => match often.number("n") {
                Some(n) => n as i16,
                None => self.fixed(often.at("n"))?,
            },
            "FoldData" => self.slot(often)?,
            _ => return not_run(often),
        };
        let count = self.constant(n);
        let mut inner = Code::default();
        self.deed(&mut inner, deed, None)?;
        Self::repeat(code, count, &inner);
        Ok(())
    }

    /// The card itself; where it is no minion or weapon, the hero.
    pub(super) fn myself(&mut self) -> SelectId {
        if self.is_spell { self.hero(Whose::Mine) } else { self.keep_select(Self::plain(From::Me)) }
    }

    /// Who is given something.
    fn receiver(&mut self, node: Node<'_>) -> Lowered<SelectId> {
        match node.at("to") {
            Some(to) => self.group(to),
            None => not_run(node),
        }
    }

    fn core(&mut self, code: &mut Code, node: Node<'_>) -> Lowered<()> {
        match node.kind() {
            "Damage" | "TakeDamage" | "SplitDamage" | "Restore" | "SplitRestore" | "RestoreAll" | "Armor"
            | "Destroy" | "AttackNow" | "Force" | "Die" => self.harming(code, node),
            "Give" | "Gain" | "Lose" | "LoseStat" | "Set" | "SetStats" | "Double" | "SwapStats" | "Silence"
            | "Freeze" | "SetCost" | "ReduceCost" | "RaiseCost" => self.altering(code, node),
            "Draw" | "Draws" | "DrawEqual" | "DrawUntil" | "LookAt" | "Discard" | "DiscardHand" | "Get" | "Put"
            | "GiveCards" | "ShuffleIn" | "Discover" | "Copy" => self.dealing(code, node),
            "Summon" | "SummonTarget" | "Fill" | "Equip" | "Transform" | "Replace" | "Resurrect" | "TakeControl"
            | "Return" | "Swap" | "Remove" => self.shifting(code, node),
            "Choose" => {
                let Some(what) = node.at("what") else { return not_run(node) };
                let group = self.group(what)?;
                code.push(Step::Find(group));
                Ok(())
            }
            "Counter" => {
                code.push(Step::Counter);
                Ok(())
            }
            "PreventIt" => {
                code.push(Step::Prevent);
                Ok(())
            }
            "GainSupply" | "GiveSupply" => self.supply(code, node),
            "Trigger" => self.trigger_ability(code, node),
            _ => not_run(node),
        }
    }

    /// What the group in a field of a deed means.
    fn object(&mut self, node: Node<'_>, field: &str) -> Lowered<SelectId> {
        match node.at(field) {
            Some(group) => self.group(group),
            None => not_run(node),
        }
    }

    fn harming(&mut self, code: &mut Code, node: Node<'_>) -> Lowered<()> {
        let step = match node.kind() {
            "Damage" => {
                if node.at("excess").is_some() {
                    return not_run(node);
                }
                // The amount may speak of somebody who is found before the target.
                let to = self.object(node, "to")?;
                Step::Damage(to, self.damage_value(node.at("amount"))?)
            }
            "TakeDamage" => Step::Damage(self.hero(Whose::Mine), self.value(node.at("amount"))?),
            "SplitDamage" => {
                let to = self.object(node, "to")?;
                Step::Split(to, self.damage_value(node.at("amount"))?)
            }
            "Restore" => {
                let to = self.object(node, "to")?;
                Step::Restore(to, self.value(node.at("amount"))?)
            }
            "SplitRestore" => {
                let to = self.object(node, "to")?;
                Step::SplitRestore(to, self.value(node.at("amount"))?)
            }
            "RestoreAll" => Step::RestoreAll(self.object(node, "to")?),
            "Armor" => Step::Armor(Whose::Mine, self.value(node.at("n"))?),
            "Destroy" => return self.destroying(code, node),
            "Die" => Step::Destroy(self.object(node, "who")?),
            "AttackNow" => {
                let Some(whom) = node.at("whom") else { return not_run(node) };
                if self.in_secret && node.at("who").is_some_and(|who| who.kind() == "It") {
                    let whom = self.group(whom)?;
                    code.push(Step::Redirect(whom));
                    return Ok(());
                }
                let who = self.object(node, "who")?;
                Step::Attack(who, self.group(whom)?)
            }
            "Force" => {
                let who = self.object(node, "who")?;
                let Some(deed) = node.at("do").filter(|deed| deed.kind() == "Damage") else { return not_run(node) };
                let to = self.object(deed, "to")?;
                // It is the minion that deals this damage, not the spell.
                let amount = self.value(deed.at("amount"))?;
                Step::DamageBy(to, amount, who)
            }
            _ => return not_run(node),
        };
        code.push(step);
        Ok(())
    }

    fn destroying(&mut self, code: &mut Code, node: Node<'_>) -> Lowered<()> {
        let Some(what) = node.at("what") else { return not_run(node) };
        if what.contains("ManaCrystal") {
            code.push(Step::Crystals(Whose::Mine, -1, false));
            return Ok(());
        }
        // A hero that is replaced is not destroyed: see `Replace`.
        if what.kind() == "Owned" && what.contains("Hero") && !what.contains("HeroPowers") {
            let number = self.number_of(what);
            let hero = self.hero(Whose::Mine);
            let select = self.parts().selects[usize::from(hero)];
            self.again.insert(number, select);
            return Ok(());
        }
        let what = self.group(what)?;
        code.push(Step::Destroy(what));
        Ok(())
    }

    fn altering(&mut self, code: &mut Code, node: Node<'_>) -> Lowered<()> {
        let step = match node.kind() {
            "Give" => {
                if node.at("where").is_some() {
                    return not_run(node);
                }
                let to = self.receiver(node)?;
                let Some(what) = node.at("what") else { return not_run(node) };
                let gains = self.gains(what)?;
                let lasts = until(node.at("for"))?;
                self.give(code, to, gains, lasts);
                return Ok(());
            }
            "Gain" => {
                let Some(what) = node.at("what") else { return not_run(node) };
                // In a secret it is the hero that the sentence speaks of.
                let to = if self.in_secret { self.hero(Whose::Mine) } else { self.myself() };
                let gains = self.gains(what)?;
                let lasts = until(node.at("for"))?;
                self.give(code, to, gains, lasts);
                return Ok(());
            }
            "Lose" => {
                let who = self.object(node, "who")?;
                let Some(flag) = node.kind_at("what").and_then(flag_named) else { return not_run(node) };
                Step::LoseFlags(who, flag)
            }
            "LoseStat" => {
                let who = self.object(node, "who")?;
                match node.kind_at("stat") {
                    Some("Durability") => Step::LoseDurability(who, self.value(node.at("n"))?),
                    _ => return not_run(node),
                }
            }
            "Set" | "Double" | "SwapStats" => return self.setting(code, node),
            "SetStats" => {
                let Some(of) = node.at("what").and_then(|what| what.at("of")) else { return not_run(node) };
                let of = self.group(of)?;
                let (attack, health) = (self.value(node.at("attack"))?, self.value(node.at("health"))?);
                code.push(Step::SetAttack(of, attack));
                Step::SetHealth(of, health)
            }
            "SetCost" | "ReduceCost" | "RaiseCost" => {
                let Some(of) = node.at("what").and_then(|what| what.at("of")) else { return not_run(node) };
                let of = self.group(of)?;
                let field = if node.kind() == "SetCost" { "to" } else { "n" };
                let n = self.fixed(node.at(field))? as i8;
                let by = if node.kind() == "ReduceCost" { -n } else { n };
                Step::ChangeCost(of, by, node.kind() == "SetCost")
            }
            "Silence" => Step::Silence(self.object(node, "what")?),
            "Freeze" => Step::Freeze(self.object(node, "what")?),
            _ => return not_run(node),
        };
        code.push(step);
        Ok(())
    }

    /// A number of somebody becomes another.
    fn setting(&mut self, code: &mut Code, node: Node<'_>) -> Lowered<()> {
        let Some(what) = node.at("what").filter(|what| what.kind() == "StatOf") else { return not_run(node) };
        let Some(of) = what.at("of") else { return not_run(node) };
        let of = self.group(of)?;
        let kind = what.kind_at("stat").unwrap_or_default();
        if node.kind() == "SwapStats" {
            code.push(Step::SwapStats(of));
            return Ok(());
        }
        if node.kind() == "Double" {
            if matches!(kind, "Attack" | "BothStats") {
                code.push(Step::DoubleAttack(of));
            }
            if matches!(kind, "Health" | "BothStats") {
                code.push(Step::DoubleHealth(of));
            }
            return if matches!(kind, "Attack" | "Health" | "BothStats") { Ok(()) } else { not_run(node) };
        }
        let to = self.value(node.at("to"))?;
        code.push(match kind {
            "Attack" => Step::SetAttack(of, to),
            "Health" => Step::SetHealth(of, to),
            "RemainingHealth" => Step::SetRemaining(of, to),
            _ => return not_run(node),
        });
        Ok(())
    }

    fn dealing(&mut self, code: &mut Code, node: Node<'_>) -> Lowered<()> {
        let step = match node.kind() {
            "Draw" | "Draws" => {
                let owner = if node.kind() == "Draws" { whose(node.at("who"))? } else { Whose::Mine };
                let Some(what) = node.at("what") else { return not_run(node) };
                return self.drawing(code, what, owner);
            }
            "DrawEqual" => Step::Draw(Whose::Mine, self.value(node.at("n"))?, NO_REGISTER),
            "DrawUntil" => match node.kind_at("until") {
                Some("AsManyCards") => Step::Draw(Whose::Mine, self.keep_value(Value::HandLead), NO_REGISTER),
                _ => return not_run(node),
            },
            "LookAt" => {
                let Some(top) = node.at("what").filter(|what| what.kind() == "Top") else { return not_run(node) };
                let number = self.number_of(top);
                self.looked = Some(number);
                Step::LookTop(self.fixed(top.at("n"))?.clamp(1, 10) as u8)
            }
            "Discard" => {
                let Some(what) = node.at("what") else { return not_run(node) };
                if what.kind() == "Rest" {
                    code.push(Step::DropLooked);
                    return Ok(());
                }
                let mut select = self.select(what)?;
                if let From::Hand(_) = select.from {
                    select.from = From::Hand(Whose::Mine);
                }
                Step::Discard(self.keep_select(select))
            }
            "DiscardHand" => {
                let Some(hand) = node.at("what") else { return not_run(node) };
                let from = From::Hand(whose(hand.at("of"))?);
                Step::Discard(self.keep_select(Self::plain(from)))
            }
            "Copy" => {
                // What becomes of the copies is said by the step that follows.
                let Some(what) = node.at("what") else { return not_run(node) };
                let found = match what.at("what") {
                    Some(things) => self.things(things)?,
                    None => return not_run(node),
                };
                let Place::Deck(owner) = found.place else { return not_run(node) };
                let count = self.value(what.at("n"))?;
                let select = Select { from: From::Me, filter: found.filter, pick: Pick::All, save: NO_REGISTER };
                let select = self.keep_select(select);
                self.copied = Some((self.number_of(what), Make::FromDeck(owner, select), count));
                return Ok(());
            }
            "Get" | "Put" | "GiveCards" | "ShuffleIn" => return self.getting(code, node),
            "Discover" => {
                let Some(what) = node.at("what") else { return not_run(node) };
                let Some(things) = what.at("what") else { return not_run(node) };
                let found = self.things(things)?;
                match found.place {
                    Place::Deck(Whose::Mine) => {
                        let filter = found.filter;
                        let select = Select { from: From::Me, filter, pick: Pick::All, save: NO_REGISTER };
                        Step::DiscoverFromDeck(self.keep_select(select))
                    }
                    Place::New | Place::At(From::Minions | From::Weapons | From::Secrets) => {
                        let mut filter = found.filter;
                        let classes = if filter.classes == Classes::All {
                            Classes::Own
                        } else {
                            std::mem::take(&mut filter.classes)
                        };
                        Step::Discover(self.builder.pool_of(filter), classes)
                    }
                    _ => return not_run(node),
                }
            }
            _ => return not_run(node),
        };
        code.push(step);
        Ok(())
    }

    fn drawing(&mut self, code: &mut Code, what: Node<'_>, owner: Whose) -> Lowered<()> {
        if what.kind() == "AnyOne" {
            if self.looked.is_none() {
                return not_run(what);
            }
            code.push(Step::TakeLooked);
            return Ok(());
        }
        let Some(things) = what.at("what") else { return not_run(what) };
        let found = self.things(things)?;
        let count = self.fixed(what.at("n"))?;
        let count = self.constant(count);
        let save = self.register(what)?;
        match found.place {
            Place::Deck(Whose::Mine) | Place::New | Place::At(From::Minions | From::Weapons | From::Secrets) => {
                if found.filter == Filter::of(kind::CARD) {
                    code.push(Step::Draw(owner, count, save));
                } else if owner == Whose::Mine {
                    let filter = found.filter;
                    let select = Select { from: From::Me, filter, pick: Pick::All, save: NO_REGISTER };
                    let select = self.keep_select(select);
                    code.push(Step::DrawSuch(select, count, save));
                } else {
                    return not_run(what);
                }
                Ok(())
            }
            _ => not_run(what),
        }
    }

    /// Cards come into a hand, into a deck or onto the board.
    fn getting(&mut self, code: &mut Code, node: Node<'_>) -> Lowered<()> {
        let Some(what) = node.at("what") else { return not_run(node) };
        if node.at("cost").is_some() {
            return not_run(node);
        }
        let (make, count) = match (&self.copied, what.kind()) {
            (Some((number, make, count)), "Them" | "It") if *number == what.means() => (*make, *count),
            _ => self.make(what)?,
        };
        let step = match node.kind() {
            "Get" => Step::Get(Whose::Mine, make, count),
            "GiveCards" => Step::Get(whose(node.at("who"))?, make, count),
            _ => {
                let Some(place) = node.at("where") else { return not_run(node) };
                match (node.kind(), place.kind()) {
                    ("Put", "Battlefield") => Step::Summon(Whose::Mine, make, count, NO_REGISTER),
                    ("Put", "Hand") if place.kind_at("of") == Some("OtherPlayers") => Step::GetOther(make, count),
                    ("Put", "Hand") => Step::Get(whose(place.at("of"))?, make, count),
                    ("ShuffleIn" | "Put", "Deck") => Step::ShuffleIn(whose(place.at("of"))?, make, count),
                    _ => return not_run(place),
                }
            }
        };
        code.push(step);
        Ok(())
    }

    fn shifting(&mut self, code: &mut Code, node: Node<'_>) -> Lowered<()> {
        let step = match node.kind() {
            "Summon" => {
                let Some(what) = node.at("what") else { return not_run(node) };
                let owner = if node.at("for").is_some() { whose(node.at("for"))? } else { Whose::Mine };
                let (make, count) = self.make(what)?;
                if node.at("until").is_some() && !self.dies_by_itself(make) {
                    return not_run(node);
                }
                let save = self.register(what)?;
                Step::Summon(owner, make, count, save)
            }
            "SummonTarget" => {
                let Some(what) = node.at("what") else { return not_run(node) };
                Step::SummonTarget(self.make(what)?.0)
            }
            "Fill" => {
                let (Some(what), Some(place)) = (node.at("what"), node.at("where")) else { return not_run(node) };
                if place.kind() != "Side" {
                    return not_run(place);
                }
                Step::Fill(whose(place.at("of"))?, Make::Card(self.token(what)?))
            }
            "Equip" => {
                let Some(what) = node.at("what") else { return not_run(node) };
                Step::Equip(Whose::Mine, self.make(what)?.0)
            }
            "Transform" => {
                let what = self.object(node, "what")?;
                let either = node.all("either");
                let make = match either.as_slice() {
                    [] => match node.at("into") {
                        Some(into) => self.make(into)?.0,
                        None => return not_run(node),
                    },
                    several => self.one_of_several(several)?,
                };
                Step::Transform(what, make)
            }
            "Replace" => {
                let (Some(what), Some(with)) = (node.at("what"), node.at("with")) else { return not_run(node) };
                let (Make::Card(card), _) = self.make(with)? else { return not_run(with) };
                let is_power = self.builder.content.card(card).is(kind::POWER) || what.contains("HeroPowers");
                let card = self.builder.of_kind(card, if is_power { kind::POWER } else { kind::HERO });
                match card {
                    Some((card, kind::POWER)) => Step::ReplacePower(Whose::Mine, card),
                    Some((card, _)) => Step::ReplaceHero(Whose::Mine, card),
                    None => return not_run(node),
                }
            }
            "Resurrect" => {
                let what = self.object(node, "what")?;
                let n = if node.at("n").is_some() { self.fixed(node.at("n"))? } else { 0 };
                Step::Revive(what, n as i8)
            }
            "TakeControl" => {
                let what = self.object(node, "what")?;
                Step::TakeControl(what, until(node.at("for"))?)
            }
            "Return" => return self.returning(code, node),
            "Swap" => {
                let (what, with) = (self.object(node, "what")?, self.object(node, "with")?);
                Step::Swap(what, with)
            }
            "Remove" => Step::Remove(self.object(node, "what")?),
            _ => return not_run(node),
        };
        code.push(step);
        Ok(())
    }

    fn returning(&mut self, code: &mut Code, node: Node<'_>) -> Lowered<()> {
        let Some(place) = node.at("where") else { return not_run(node) };
        let what = self.object(node, "what")?;
        code.push(match place.kind() {
            "Hand" => Step::Return(what, To::Hand),
            "Deck" => Step::Return(what, To::Deck),
            // What has died comes back as it is printed.
            "Battlefield" => Step::Revive(what, 0),
            _ => return not_run(place),
        });
        Ok(())
    }

    /// Whether a card says itself that it goes at the end of the turn.
    fn dies_by_itself(&self, make: Make) -> bool {
        let Make::Card(card) = make else { return false };
        let id = &self.builder.content.cards[usize::from(card)].id;
        self.builder.table.get(id).is_some_and(|card| card.text.contains("end of the turn"))
    }

    fn supply(&mut self, code: &mut Code, node: Node<'_>) -> Lowered<()> {
        let Some(what) = node.at("what") else { return not_run(node) };
        if !what.contains("ManaCrystal") {
            return not_run(node);
        }
        let n = self.fixed(what.at("n"))? as i8;
        let owner = if node.kind() == "GiveSupply" { whose(node.at("who"))? } else { Whose::Mine };
        code.push(match node.kind_at("for") {
            Some("ThisTurn") => Step::Mana(owner, n),
            None => Step::Crystals(owner, n, !what.contains("Empty") && node.kind() == "GainSupply"),
            Some(_) => return not_run(node),
        });
        Ok(())
    }

    fn trigger_ability(&mut self, code: &mut Code, node: Node<'_>) -> Lowered<()> {
        let Some(of) = node.at("what").filter(|what| what.contains("Deathrattles")).and_then(|what| what.at("of"))
        else {
            return not_run(node);
        };
        let of = self.group(of)?;
        code.push(Step::Deathrattles(of));
        Ok(())
    }

    /// Something that is done at a later moment: the player's hero keeps it in mind.
    fn delayed(&mut self, code: &mut Code, node: Node<'_>) -> Lowered<()> {
        let Some(deed) = node.at("do") else { return not_run(node) };
        if deed.kind() != "Return" || deed.kind_at("what") != Some("This") {
            return not_run(node);
        }
        let Some(own) = self.builder.place_of(self.card) else { return not_run(node) };
        let mut inner = Code::default();
        let one = self.constant(1);
        inner.push(Step::Get(Whose::Mine, Make::Card(own), one));
        let ability = self.at_turn_start(inner, true);
        let hero = self.hero(Whose::Mine);
        self.give(code, hero, Gains { ability, ..NOTHING }, Until::Always);
        Ok(())
    }
}

/// A filter that nothing fits but the thing that speaks.
pub(super) fn only_me() -> Filter {
    Filter { who: Who::Me, ..Filter::of(kind::ANY) }
}
