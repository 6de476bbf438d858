//! A whole card: its keywords, the ways to play it, its abilities.

use super::node::Node;
use super::things::flag_named;
use super::{Builder, Code, Lower, Lowered, not_run};
use crate::card::Card;
use crate::machine::content::Content;
use crate::machine::program::{
    Ability, Aura, Condition, Filter, From, Gains, NONE, Pick, Step, Until, Value, Whose, kind, mark,
};
use crate::machine::program::{Make, Mode};
use crate::tokens::meaning;

/// What playing a card does that does nothing besides coming into play.
pub(super) fn nothing() -> Mode {
    Mode { run: NONE, target: None, asks_if: NONE, needs: NONE }
}

/// Lowers the text of a card.
pub(super) fn card(builder: &mut Builder<'_>, place: usize, card: &Card, root: Node<'_>) -> Lowered<()> {
    builder.link_power(place, card);
    let text = if root.kind() == "Versions" { root.at("first").unwrap_or(root) } else { root };
    let mut parts = Parts::default();
    let mut lower = Lower::new(builder, card, text);
    match text.kind() {
        "Text" => lower.text(text, &mut parts)?,
        "NoEffect" => {}
        "Option" => lower.option(text, &mut parts)?,
        _ => return not_run(text),
    }
    parts.write(lower.builder, place);
    Ok(())
}

/// What the text of a card comes to.
#[derive(Default)]
struct Parts {
    flags: u32,
    spell_power: i8,
    overload: u8,
    marks: u16,
    abilities: Vec<Ability>,
    modes: Vec<Mode>,
    combo: Option<Mode>,
}

impl Parts {
    fn write(self, builder: &mut Builder<'_>, place: usize) {
        let first = builder.content.parts.abilities.len() as u16;
        builder.content.parts.abilities.extend(&self.abilities);
        let listens = self.abilities.iter().fold(0, |mask, ability| mask | builder.content.listens(ability));
        let facts = &mut builder.content.cards[place];
        facts.flags = self.flags;
        facts.spell_power = self.spell_power;
        facts.overload = self.overload;
        facts.marks |= self.marks;
        facts.abilities = (first, first + self.abilities.len() as u16);
        facts.listens = listens;
        facts.has_aura = self.abilities.iter().any(Content::is_aura);
        if self.abilities.iter().any(|ability| matches!(ability, Ability::Deathrattle(_))) {
            facts.marks |= mark::DEATHRATTLE;
        }
        if self.spell_power > 0 {
            facts.marks |= mark::SPELL_DAMAGE;
        }
        if self.overload > 0 {
            facts.marks |= mark::OVERLOAD;
        }
        facts.modes = if self.modes.is_empty() { vec![nothing()] } else { self.modes };
        facts.combo = self.combo;
    }
}

impl Lower<'_, '_> {
    fn text(&mut self, text: Node<'_>, parts: &mut Parts) -> Lowered<()> {
        for has in text.all("keywords").into_iter().chain(text.all("after")) {
            let all = if has.kind() == "HasAll" { has.all("all") } else { has.all("has") };
            for keyword in all {
                self.keyword(keyword, parts)?;
            }
        }
        if text.contains("Restore") || text.contains("RestoreAll") || text.contains("SplitRestore") {
            parts.marks |= mark::RESTORES;
        }
        let body = text.at("body");
        let heads = text.all("abilities");
        let played = self.is_spell;
        if let Some(body) = body {
            if played {
                let mode = self.mode(|lower, code| lower.body(code, body))?;
                parts.modes.push(mode);
            } else {
                let by_chance = std::mem::replace(&mut self.by_chance, true);
                let permanent = self.permanent(body);
                self.by_chance = by_chance;
                let (abilities, flags) = permanent?;
                parts.abilities.extend(abilities);
                parts.flags |= flags;
            }
        }
        for head in heads.iter().copied() {
            if head.kind() != "Combo" || !played {
                self.forget();
            }
            self.headed(head, text, parts)?;
        }
        Ok(())
    }

    fn keyword(&mut self, node: Node<'_>, parts: &mut Parts) -> Lowered<()> {
        if let Some(flag) = flag_named(node.kind()) {
            parts.flags |= flag;
            return Ok(());
        }
        match node.kind() {
            "Power" => parts.spell_power = self.fixed(node.at("n"))? as i8,
            "Overload" => parts.overload = self.fixed(node.at("n"))? as u8,
            _ => return not_run(node),
        }
        Ok(())
    }

    fn headed(&mut self, head: Node<'_>, text: Node<'_>, parts: &mut Parts) -> Lowered<()> {
        match head.kind() {
            "Battlecry" | "HeroPower" => {
                let Some(body) = head.at("do") else { return not_run(head) };
                let mode = self.mode(|lower, code| lower.body(code, body))?;
                parts.modes.push(mode);
                if head.kind() == "Battlecry" {
                    parts.marks |= mark::BATTLECRY;
                }
            }
            "Deathrattle" => {
                let Some(body) = head.at("do") else { return not_run(head) };
                let run = self.apart(|lower, code| lower.body(code, body))?;
                parts.abilities.push(Ability::Deathrattle(run));
            }
            "Combo" => {
                parts.marks |= mark::COMBO;
                parts.combo = Some(self.combo(head, text)?);
            }
            "Secret" => {
                parts.marks |= mark::SECRET;
                let trigger = self.secret(head)?;
                parts.abilities.push(Ability::Trigger(trigger));
            }
            "Enrage" => {
                let Some(gets) = head.at("gets") else { return not_run(head) };
                let gains = self.gains(gets)?;
                let gains = self.keep_gains(gains);
                let damaged = self.keep_condition(Condition::MeDamaged);
                parts.abilities.push(Ability::Aura(Aura::Have(super::deeds::only_me(), gains), damaged));
            }
            "EnrageRule" => {
                let Some(rule) = head.at("is").filter(|rule| rule.kind() == "Have") else { return not_run(head) };
                let (Some(who), Some(what)) = (rule.at("who"), rule.at("what")) else { return not_run(rule) };
                let filter = self.test(who)?;
                let gains = self.gains(what)?;
                let gains = self.keep_gains(gains);
                let damaged = self.keep_condition(Condition::MeDamaged);
                parts.abilities.push(Ability::Aura(Aura::Have(filter, gains), damaged));
            }
            "ChooseOne" => self.choose_one(head, parts)?,
            "HeroPowerGives" => {
                let mode = self.power_gives(head)?;
                parts.modes.push(mode);
            }
            _ => return not_run(head),
        }
        Ok(())
    }

    /// One way to play the card.
    fn mode(&mut self, make: impl FnOnce(&mut Self, &mut Code) -> Lowered<()>) -> Lowered<Mode> {
        self.target = None;
        let mut code = Code::default();
        make(self, &mut code)?;
        let target = self.target.take();
        let asks_if = if target.is_some() && !self.is_spell { Self::asked_if(&code) } else { NONE };
        let needs = if self.is_spell { self.needs(&code) } else { NONE };
        let run = code.finish(self.parts());
        Ok(Mode { run, target, asks_if, needs })
    }

    /// A battlecry all of which hangs on a condition asks for a target only if the condition holds.
    fn asked_if(code: &Code) -> u16 {
        match code.steps.first() {
            Some(Step::Unless(condition, to)) if *to == code.here() => *condition,
            _ => NONE,
        }
    }

    /// What must be so for a spell to be worth playing: room for what it summons, a weapon for what it changes, somebody
    /// for what it does to a random one.
    fn needs(&mut self, code: &Code) -> u16 {
        let mut needs = NONE;
        let effects: Vec<Step> =
            code.steps.iter().copied().filter(|step| !matches!(step, Step::Find(_) | Step::End)).collect();
        let only_summons = !effects.is_empty()
            && effects
                .iter()
                .all(|step| matches!(step, Step::Summon(Whose::Mine, ..) | Step::Repeat(..) | Step::Again(_)));
        if only_summons {
            needs = self.keep_condition(Condition::Room(Whose::Mine));
            if let Some(Step::Summon(_, Make::RandomNew(pool), ..)) = effects.first() {
                let left = self.keep_condition(Condition::PoolLeft(*pool));
                needs = self.keep_condition(Condition::Both(needs, left));
            }
        }
        if let Some(Step::Repeat(value, _)) = effects.first() {
            let some = self.keep_condition(Condition::Within(*value, 1, i16::MAX));
            needs = if needs == NONE { some } else { self.keep_condition(Condition::Both(needs, some)) };
        }
        if let Some(first) = effects.first()
            && let Some(condition) = self.needs_of(*first)
        {
            needs = if needs == NONE { condition } else { self.keep_condition(Condition::Both(needs, condition)) };
        }
        needs
    }

    fn needs_of(&mut self, first: Step) -> Option<u16> {
        let (Step::Give(select, ..) | Step::Destroy(select) | Step::Damage(select, _) | Step::TakeControl(select, _)) =
            first
        else {
            return None;
        };
        let group = self.parts().selects[usize::from(select)];
        let random = matches!(group.pick, Pick::Random(_)) && group.from != From::Chosen;
        if group.from == From::Weapons || random {
            let all =
                crate::machine::program::Select { pick: Pick::All, save: super::super::program::NO_REGISTER, ..group };
            let all = self.keep_select(all);
            return Some(self.keep_condition(Condition::AtLeast(all, 1)));
        }
        matches!(first, Step::TakeControl(..)).then(|| self.keep_condition(Condition::Room(Whose::Mine)))
    }

    /// The way to play a card after another one.
    fn combo(&mut self, head: Node<'_>, text: Node<'_>) -> Lowered<Mode> {
        let Some(body) = head.at("do") else { return not_run(head) };
        let sentences = body.all("sentences");
        let instead = match sentences.as_slice() {
            [only] => only.at("do").filter(|deed| deed.kind() == "Instead"),
            _ => None,
        };
        let usual = text.at("body").filter(|_| self.is_spell).or_else(|| {
            text.all("abilities").into_iter().find(|head| head.kind() == "Battlecry").and_then(|head| head.at("do"))
        });
        self.forget();
        match (instead, usual) {
            (Some(instead), Some(usual)) => {
                let first = usual.all("sentences").first().and_then(|sentence| sentence.at("do"));
                let Some(deed) = instead.at("do") else { return not_run(instead) };
                self.mode(|lower, code| {
                    // The usual deed settles the target; only the other one is done.
                    if let Some(first) = first {
                        lower.deed(&mut Code::default(), first, None)?;
                    }
                    lower.deed(code, deed, first.map(|deed| deed.tree))
                })
            }
            (None, usual) => self.mode(|lower, code| {
                if let Some(usual) = usual {
                    lower.body(code, usual)?;
                }
                lower.body(code, body)
            }),
            _ => not_run(head),
        }
    }

    fn choose_one(&mut self, head: Node<'_>, parts: &mut Parts) -> Lowered<()> {
        parts.marks |= mark::CHOOSE_ONE;
        let (Some(first), Some(second)) = (head.at("first"), head.at("second")) else { return not_run(head) };
        for option in [first, second] {
            self.forget();
            let mode = self.mode(|lower, code| lower.one_option(code, option, first))?;
            parts.modes.push(mode);
        }
        Ok(())
    }

    fn one_option(&mut self, code: &mut Code, option: Node<'_>, first: Node<'_>) -> Lowered<()> {
        match option.kind() {
            "Choice" => match option.at("do") {
                Some(deed) => self.deed(code, deed, None),
                None => not_run(option),
            },
            "OtherChoice" => {
                let base = first.at("do");
                if let Some(base) = base {
                    self.deed(&mut Code::default(), base, None)?;
                }
                let Some(short) = option.at("do") else { return not_run(option) };
                // A target that the other option asks for is not asked for here, where nothing is done to it.
                if short.at("to").is_some() {
                    self.target = None;
                }
                self.deed(code, short, base.map(|base| base.tree))?;
                option.at("then").map_or(Ok(()), |then| self.deed(code, then, None))
            }
            "Become" => {
                let Some(gets) = option.at("gets") else { return not_run(option) };
                let gains = self.gains(gets)?;
                let me = self.keep_select(Self::plain(From::Me));
                match self.form(gains) {
                    Some(form) => code.push(Step::Transform(me, Make::Card(form))),
                    None => self.give(code, me, gains, Until::Always),
                }
                Ok(())
            }
            _ => not_run(option),
        }
    }

    /// The card of the same name that has by itself what is got: then the card becomes that one.
    fn form(&mut self, gains: Gains) -> Option<u16> {
        let own = self.builder.place_of(self.card)?;
        let more = |lower: &mut Self, id: u16| match id {
            NONE => Some(0),
            id => match lower.parts().values[usize::from(id)] {
                Value::Number(n) => Some(n),
                _ => None,
            },
        };
        let (attack, health) = (more(self, gains.attack)?, more(self, gains.health)?);
        let facts = self.builder.content.card(own);
        let stats = (i32::from(facts.attack + attack), i32::from(facts.health + health));
        let form = meaning(self.builder.table, self.card, &self.card.name, Some(stats)).id()?.to_owned();
        let is_form = self.builder.table.get(&form).is_some_and(|form| form.name == self.card.name);
        self.builder.places.get(&form).copied().filter(|_| is_form)
    }

    /// A card that is one option of a choice and gives something: it is given to a minion.
    fn option(&mut self, text: Node<'_>, parts: &mut Parts) -> Lowered<()> {
        let Some(gets) = text.at("gets") else { return not_run(text) };
        let mode = self.mode(|lower, code| {
            let gains = lower.gains(gets)?;
            lower.target = Some(Filter::of(kind::MINION));
            let chosen = lower.keep_select(Self::plain(From::Chosen));
            lower.give(code, chosen, gains, Until::Always);
            Ok(())
        })?;
        parts.modes.push(mode);
        Ok(())
    }

    /// A hero power that gives the hero something.
    fn power_gives(&mut self, head: Node<'_>) -> Lowered<Mode> {
        let Some(gets) = head.at("gets") else { return not_run(head) };
        self.mode(|lower, code| {
            let gains: Gains = lower.gains(gets)?;
            let lasts = super::deeds::until(head.at("for"))?;
            let hero = lower.hero(Whose::Mine);
            lower.give(code, hero, gains, lasts);
            if head.at("armor").is_some() {
                let armor = lower.value(head.at("armor"))?;
                code.push(Step::Armor(Whose::Mine, armor));
            }
            Ok(())
        })
    }
}
