//! What a card does or has as long as it is in play: triggers, auras, and rules that last.

use super::deeds::{only_me, until};
use super::node::Node;
use super::things::whose;
use super::values::NOTHING;
use super::{Code, Lower, Lowered, not_run};
use crate::machine::program::{
    Ability, Aura, Condition, Filter, From, Gains, NONE, Step, Trigger, Until, Value, When, Who, Whose, flag, kind,
};

/// An event: what happens, to whom, with whom, and what must be so besides.
struct Happening {
    when: When,
    subject: Filter,
    object: Option<Filter>,
    condition: u16,
    once: bool,
}

fn anyone() -> Filter {
    Filter::of(kind::ANY)
}

impl Lower<'_, '_> {
    /// The permanent text of a card: each sentence is an ability. Keywords that rules give are returned.
    pub(super) fn permanent(&mut self, node: Node<'_>) -> Lowered<(Vec<Ability>, u32)> {
        let mut abilities = Vec::new();
        let mut flags = 0;
        for sentence in node.all("sentences") {
            self.forget();
            match sentence.kind() {
                "On" => abilities.push(Ability::Trigger(self.trigger(sentence)?)),
                "Do" if sentence.kind_at("do") == Some("Nothing") => {}
                "Do" => abilities.push(self.each_time_damaged(sentence)?),
                "Rule" => match sentence.at("rule") {
                    Some(rule) => self.rule(rule, NONE, &mut abilities, &mut flags)?,
                    None => return not_run(sentence),
                },
                "IfRule" => {
                    let (Some(condition), Some(rule)) = (sentence.at("if"), sentence.at("rule")) else {
                        return not_run(sentence);
                    };
                    let condition = self.condition(condition)?;
                    self.rule(rule, condition, &mut abilities, &mut flags)?;
                }
                _ => return not_run(sentence),
            }
        }
        Ok((abilities, flags))
    }

    /// Forgets what an ability before has spoken of.
    pub(super) fn forget(&mut self) {
        self.met.clear();
        self.again.clear();
        self.registers = 0;
        self.copied = None;
        self.looked = None;
    }

    /// "Freeze any character damaged by this minion."
    fn each_time_damaged(&mut self, sentence: Node<'_>) -> Lowered<Ability> {
        let Some(deed) = sentence.at("do") else { return not_run(sentence) };
        let Some(what) = deed.at("what") else { return not_run(deed) };
        let Some(things) = what.at("what") else { return not_run(deed) };
        let found = self.things(things)?;
        if !found.damaged_by_this {
            return not_run(sentence);
        }
        let subject = self.keep_select(Self::plain(From::Subject));
        let mut code = Code::default();
        code.push(match deed.kind() {
            "Freeze" => Step::Freeze(subject),
            "Destroy" => Step::Destroy(subject),
            _ => return not_run(deed),
        });
        let run = code.finish(self.parts());
        Ok(Ability::Trigger(Trigger {
            when: When::Damage,
            subject: found.filter,
            object: Some(only_me()),
            condition: NONE,
            run,
            once: false,
            in_hand: false,
        }))
    }

    /// A sentence that says what is done each time something happens.
    pub(super) fn trigger(&mut self, sentence: Node<'_>) -> Lowered<Trigger> {
        let (Some(when), Some(deed)) = (sentence.at("when"), sentence.at("do")) else { return not_run(sentence) };
        let happening = self.happening(when)?;
        let own = self.condition_or_none(sentence.at("if"))?;
        let condition = self.both_conditions(own, happening.condition);
        let by_chance = std::mem::replace(&mut self.by_chance, true);
        let mut code = Code::default();
        let done = self.deed(&mut code, deed, None);
        self.by_chance = by_chance;
        done?;
        let run = code.finish(self.parts());
        Ok(Trigger {
            when: happening.when,
            subject: happening.subject,
            object: happening.object,
            condition,
            run,
            once: happening.once,
            in_hand: false,
        })
    }

    fn both_conditions(&mut self, one: u16, other: u16) -> u16 {
        match (one, other) {
            (NONE, other) => other,
            (one, NONE) => one,
            (one, other) => self.keep_condition(Condition::Both(one, other)),
        }
    }

    /// When something is done.
    fn happening(&mut self, node: Node<'_>) -> Lowered<Happening> {
        let plain = |when, subject| Happening { when, subject, object: None, condition: NONE, once: false };
        match node.kind() {
            "TurnStart" | "TurnEnd" => {
                let when = if node.kind() == "TurnStart" { When::TurnStart } else { When::TurnEnd };
                let turn = node.kind_at("turn").unwrap_or_default();
                let owner = match turn {
                    "YourTurn" | "YourNextTurn" => Whose::Mine,
                    "OpponentsTurn" => Whose::Theirs,
                    "EachTurn" | "TheTurn" => Whose::Any,
                    _ => return not_run(node),
                };
                let mut found = plain(when, Filter { whose: owner, ..Filter::of(kind::HERO) });
                found.once = turn == "YourNextTurn";
                Ok(found)
            }
            "Whenever" | "After" => {
                if node.at("within").is_some() {
                    return not_run(node);
                }
                match node.at("happens") {
                    Some(happens) => self.event(happens, node.kind() == "After"),
                    None => not_run(node),
                }
            }
            _ => not_run(node),
        }
    }

    /// What happens, and to whom.
    fn event(&mut self, node: Node<'_>, after: bool) -> Lowered<Happening> {
        let plain = |when, subject| Happening { when, subject, object: None, condition: NONE, once: false };
        let found = match node.kind() {
            "Dies" | "IsDestroyed" => plain(When::Die, self.subject(node, "who")?),
            "Casts" => return self.casts(node, after),
            "Plays" => {
                let mut subject = self.subject(node, "what")?;
                subject.whose = whose(node.at("who"))?;
                // A card that is being played is not there yet to see itself played.
                if subject.who == Who::Anyone {
                    subject.who = Who::NotMe;
                }
                plain(if after || self.in_secret { When::AfterPlay } else { When::Play }, subject)
            }
            "IsPlayed" => plain(if after { When::AfterPlay } else { When::Play }, self.subject(node, "what")?),
            "DrawsCard" => {
                let mut subject = self.subject(node, "what")?;
                subject.whose = whose(node.at("who"))?;
                plain(When::Draw, subject)
            }
            "Discards" => {
                let mut subject = self.subject(node, "what")?;
                subject.whose = whose(node.at("who"))?;
                plain(When::Discard, subject)
            }
            "GainsArmor" => plain(When::Armor, Filter { whose: whose(node.at("who"))?, ..Filter::of(kind::HERO) }),
            "UsesPower" => plain(When::Power, Filter { whose: whose(node.at("who"))?, ..Filter::of(kind::POWER) }),
            "IsRevealed" => plain(When::Reveal, self.subject(node, "what")?),
            "Summons" => {
                let mut subject = self.subject(node, "what")?;
                subject.whose = whose(node.at("who"))?;
                // A minion is not there yet for itself.
                if subject.who == Who::Anyone {
                    subject.who = Who::NotMe;
                }
                plain(if after { When::AfterSummon } else { When::Summon }, subject)
            }
            "IsSummoned" => {
                let mut subject = self.subject(node, "what")?;
                if subject.who == Who::Anyone {
                    subject.who = Who::NotMe;
                }
                plain(if after { When::AfterSummon } else { When::Summon }, subject)
            }
            "TakesDamage" if node.at("n").is_none() => plain(When::Damage, self.subject(node, "who")?),
            "TakesFatal" => plain(When::Fatal, self.subject(node, "who")?),
            "IsHealed" => plain(When::Heal, self.subject(node, "who")?),
            "IsFrozen" => plain(When::Freeze, self.subject(node, "who")?),
            "LosesKeyword" if node.kind_at("what") == Some("DivineShield") => {
                plain(When::LoseShield, self.subject(node, "who")?)
            }
            "SurvivesDamage" => {
                let mut found = plain(When::Damage, self.subject(node, "who")?);
                let subject = self.keep_select(Self::plain(From::Subject));
                found.condition = self.keep_condition(Condition::Survives(subject));
                found
            }
            "DealsHarm" if node.at("n").is_none() => {
                let by = self.object_of(node, "who")?;
                Happening { object: Some(by), ..plain(When::Damage, anyone()) }
            }
            "Attacks" => {
                let subject = self.subject(node, "who")?;
                let object = if node.at("whom").is_some() { Some(self.object_of(node, "whom")?) } else { None };
                Happening { object, ..plain(if after { When::AfterAttack } else { When::Attack }, subject) }
            }
            "AttacksAndKills" => {
                let subject = self.subject(node, "who")?;
                let object = Some(self.object_of(node, "whom")?);
                let killed = self.keep_select(Self::plain(From::Object));
                let condition = self.keep_condition(Condition::Dies(killed));
                Happening { object, condition, ..plain(When::AfterAttack, subject) }
            }
            "IsAttacked" => {
                let object = self.object_of(node, "who")?;
                Happening { object: Some(object), ..plain(When::Attack, anyone()) }
            }
            _ => return not_run(node),
        };
        Ok(found)
    }

    fn casts(&mut self, node: Node<'_>, after: bool) -> Lowered<Happening> {
        let Some(who) = node.at("who") else { return not_run(node) };
        let owner = match who.kind() {
            "A" if who.contains("Enemy") => Whose::Theirs,
            _ => whose(Some(who))?,
        };
        if node.at("on").is_some() {
            let Some(what) = node.at("what") else { return not_run(node) };
            let number = self.number_of(what);
            let mut spell = self.test(what)?;
            spell.whose = owner;
            self.met.insert(number, From::Object);
            let subject = self.subject(node, "on")?;
            return Ok(Happening { when: When::Aim, subject, object: Some(spell), condition: NONE, once: false });
        }
        let mut subject = self.subject(node, "what")?;
        subject.whose = owner;
        let when = if after { When::AfterCast } else { When::Cast };
        Ok(Happening { when, subject, object: None, condition: NONE, once: false })
    }

    /// The one to whom it happens, as a filter; pronouns can mean it.
    fn subject(&mut self, node: Node<'_>, field: &str) -> Lowered<Filter> {
        self.part_of_event(node, field, From::Subject)
    }

    fn object_of(&mut self, node: Node<'_>, field: &str) -> Lowered<Filter> {
        self.part_of_event(node, field, From::Object)
    }

    fn part_of_event(&mut self, node: Node<'_>, field: &str, from: From) -> Lowered<Filter> {
        let Some(group) = node.at(field) else { return not_run(node) };
        let filter = self.test(group)?;
        for inner in [Some(group), group.at("what")].into_iter().flatten() {
            let number = self.number_of(inner);
            if number > 0 {
                self.met.insert(number, from);
                self.nouns.insert(number, filter);
            }
        }
        Ok(filter)
    }

    /// An ability in quotation marks, given to something: it is read for itself.
    pub(super) fn granted(&mut self, node: Node<'_>) -> Lowered<u16> {
        match node.kind() {
            "Deathrattle" => {
                let Some(body) = node.at("do") else { return not_run(node) };
                let run = self.apart(|lower, code| lower.body(code, body))?;
                Ok(self.ability(Ability::Deathrattle(run)))
            }
            _ => not_run(node),
        }
    }

    /// Lowers something by itself: nobody chooses, nothing before is spoken of.
    pub(super) fn apart(&mut self, make: impl FnOnce(&mut Self, &mut Code) -> Lowered<()>) -> Lowered<u16> {
        let by_chance = std::mem::replace(&mut self.by_chance, true);
        let is_spell = std::mem::replace(&mut self.is_spell, false);
        let mut code = Code::default();
        let done = make(self, &mut code);
        (self.by_chance, self.is_spell) = (by_chance, is_spell);
        done?;
        Ok(code.finish(self.parts()))
    }

    /// In the text of a spell: what is done later. It is given to what the sentence speaks of.
    pub(super) fn later(&mut self, code: &mut Code, node: Node<'_>) -> Lowered<()> {
        let (Some(when), Some(deed)) = (node.at("when"), node.at("do")) else { return not_run(node) };
        // The chosen one speaks then: pronouns that mean it mean the thing itself.
        let outer = std::mem::take(&mut self.met);
        let inner: std::collections::HashMap<u16, From> =
            outer.iter().map(|(&number, &from)| (number, if from == From::Chosen { From::Me } else { from })).collect();
        let has_chosen = outer.values().any(|from| *from == From::Chosen);
        self.met = inner;
        let lowered = self.later_ability(when, deed);
        self.met = outer;
        let (ability, lasts) = lowered?;
        let to = if has_chosen { self.keep_select(Self::plain(From::Chosen)) } else { self.hero(Whose::Mine) };
        self.give(code, to, Gains { ability, ..NOTHING }, lasts);
        Ok(())
    }

    /// What is done when the moment comes: the one that it is done to keeps it in mind, else the hero.
    pub(super) fn at_moment(&mut self, code: &mut Code, node: Node<'_>) -> Lowered<()> {
        let (Some(when), Some(deed)) = (node.at("when"), node.at("do")) else { return not_run(node) };
        let mut spoken = 0;
        deed.visit(&mut |node| {
            if spoken == 0 && node.has_mark("refers") {
                spoken = node.means();
            }
        });
        let to = match self.met.get(&spoken) {
            Some(&from) => self.keep_select(Self::plain(from)),
            None => self.hero(Whose::Mine),
        };
        let outer = std::mem::replace(&mut self.met, [(spoken, From::Me)].into());
        let happening = self.happening(when);
        let run = self.apart(|lower, code| lower.deed(code, deed, None));
        self.met = outer;
        let (happening, run) = (happening?, run?);
        let trigger = Trigger {
            when: happening.when,
            subject: happening.subject,
            object: happening.object,
            condition: happening.condition,
            run,
            once: true,
            in_hand: false,
        };
        let ability = self.ability(Ability::Trigger(trigger));
        self.give(code, to, Gains { ability, ..NOTHING }, Until::Always);
        Ok(())
    }

    fn later_ability(&mut self, when: Node<'_>, deed: Node<'_>) -> Lowered<(u16, Until)> {
        let is_death = when.at("happens").is_some_and(|happens| matches!(happens.kind(), "IsDestroyed" | "Dies"));
        if is_death {
            let run = self.apart(|lower, code| lower.deed(code, deed, None))?;
            return Ok((self.ability(Ability::Deathrattle(run)), Until::Always));
        }
        let happening = self.happening(when)?;
        let run = self.apart(|lower, code| lower.deed(code, deed, None))?;
        let trigger = Trigger {
            when: happening.when,
            subject: happening.subject,
            object: happening.object,
            condition: happening.condition,
            run,
            once: happening.once,
            in_hand: false,
        };
        let lasts = if when.kind_at("turn") == Some("TheTurn") { Until::EndOfTurn } else { Until::Always };
        Ok((self.ability(Ability::Trigger(trigger)), lasts))
    }

    /// An ability that does something when the player's next turn begins.
    pub(super) fn at_turn_start(&mut self, code: Code, once: bool) -> u16 {
        let run = code.finish(self.parts());
        let subject = Filter { whose: Whose::Mine, ..Filter::of(kind::HERO) };
        let trigger =
            Trigger { when: When::TurnStart, subject, object: None, condition: NONE, run, once, in_hand: false };
        self.ability(Ability::Trigger(trigger))
    }

    /// A rule that holds as long as the card is in play.
    fn rule(&mut self, node: Node<'_>, condition: u16, abilities: &mut Vec<Ability>, flags: &mut u32) -> Lowered<()> {
        match node.kind() {
            "Have" | "HaveWhile" => {
                if node.kind_at("while") == Some("Attacking") {
                    *flags |= flag::GUARDS;
                    return Ok(());
                }
                let (Some(who), Some(what)) = (node.at("who"), node.at("what")) else { return not_run(node) };
                let while_so = self.condition_or_none(node.at("while"))?;
                let condition = self.both_conditions(condition, while_so);
                let filter = self.test(who)?;
                abilities.push(self.aura(filter, what, condition)?);
            }
            "HasItself" | "HasWhile" => {
                let Some(what) = node.at("what") else { return not_run(node) };
                let while_so = self.condition_or_none(node.at("while"))?;
                let condition = self.both_conditions(condition, while_so);
                abilities.push(self.aura(only_me(), what, condition)?);
            }
            "HasForEach" => {
                let (Some(what), Some(each)) = (node.at("what"), node.at("each")) else { return not_run(node) };
                let count = self.counted(each)?;
                let gains = self.gains(what)?;
                let gains = self.scaled(gains, count)?;
                let gains = self.keep_gains(gains);
                abilities.push(Ability::Aura(Aura::Have(only_me(), gains), condition));
            }
            "CannotAttack" if node.at("who").is_none() && node.at("for").is_none() => match node.at("whom") {
                None => *flags |= flag::CANNOT_ATTACK,
                Some(whom) if whom.contains("Hero") => *flags |= flag::CANNOT_ATTACK_HEROES,
                Some(_) => return not_run(node),
            },
            "CostLess" | "CostMore" | "CostIs" => abilities.push(self.cost_rule(node, condition)?),
            "CostsLessForEach" => {
                let Some(each) = node.at("each") else { return not_run(node) };
                let n = self.fixed(node.at("n"))?;
                let count = self.counted(each)?;
                let by = if n == 1 { count } else { self.keep_value(Value::Times(n, count)) };
                abilities.push(Ability::CostsLess(by));
            }
            "CostsIf" | "CostsLessIf" => {
                let n = self.fixed(node.at("n"))?;
                let condition = self.condition_or_none(node.at("if"))?;
                abilities.push(Ability::CostsIf(condition, n as i8, node.kind() == "CostsIf"));
            }
            "AlsoDamages" => *flags |= flag::CLEAVE,
            "AlwaysEqual" => *flags |= flag::ATTACK_IS_HEALTH,
            "DamageInstead" => *flags |= flag::HEALING_HURTS,
            "DoublePower" => *flags |= flag::DOUBLES_POWER,
            "AttackCost" => *flags |= flag::PAYS_ATTACK,
            // A clock is for the table to hold; nothing in the rules depends on it.
            "TurnTime" => {}
            _ => return not_run(node),
        }
        Ok(())
    }

    fn aura(&mut self, filter: Filter, what: Node<'_>, condition: u16) -> Lowered<Ability> {
        let gains = self.gains(what)?;
        if gains.ability != NONE || gains.one_of {
            return not_run(what);
        }
        let gains = self.keep_gains(gains);
        Ok(Ability::Aura(Aura::Have(filter, gains), condition))
    }

    /// Cards cost more or less.
    fn cost_rule(&mut self, node: Node<'_>, mut condition: u16) -> Lowered<Ability> {
        let Some(who) = node.at("who") else { return not_run(node) };
        let Some(what) = who.at("what") else { return not_run(who) };
        let found = self.things(what)?;
        let mut cards = found.filter;
        match who.kind() {
            "AllOwned" => cards.whose = whose(who.at("whose"))?,
            "Every" | "Next" => {}
            "FirstOf" => {
                let kinds = if cards.kinds == kind::CARD { 0 } else { cards.kinds };
                let first = self.keep_condition(Condition::FirstThisTurn(kinds));
                condition = self.both_conditions(condition, first);
            }
            _ => return not_run(who),
        }
        if cards.cost != crate::machine::program::UNBOUND {
            return not_run(what);
        }
        let n = self.fixed(node.at("n"))? as i8;
        let least = if node.at("least").is_some() { self.fixed(node.at("least"))? as i8 } else { 0 };
        let (by, set) = match node.kind() {
            "CostLess" => (-n, false),
            "CostMore" => (n, false),
            _ => (n, true),
        };
        let once = who.kind() == "Next";
        Ok(Ability::Aura(Aura::Cost { cards, by, set, least, once }, condition))
    }

    /// A rule in the text of something that is done once: it changes what the sentence speaks of, or lasts for a while.
    pub(super) fn rule_once(&mut self, code: &mut Code, node: Node<'_>) -> Lowered<()> {
        let who = node.at("who");
        if matches!(node.kind(), "CostLess" | "CostMore" | "CostIs")
            && let Some(who) = who.filter(|who| who.has_mark("refers"))
        {
            let group = self.group(who)?;
            let n = self.fixed(node.at("n"))? as i8;
            let by = if node.kind() == "CostLess" { -n } else { n };
            code.push(Step::ChangeCost(group, by, node.kind() == "CostIs"));
            return Ok(());
        }
        if node.kind() == "CannotAttack" {
            return self.cannot_attack_once(code, node);
        }
        let ability = match node.kind() {
            "CannotFall" => {
                let Some(who) = who else { return not_run(node) };
                let cards = self.test(who)?;
                let gains = self.keep_gains(Gains { flags: flag::CANNOT_FALL, ..NOTHING });
                Ability::Aura(Aura::Have(cards, gains), NONE)
            }
            "CostLess" | "CostMore" | "CostIs" => self.cost_rule(node, NONE)?,
            _ => return not_run(node),
        };
        // "The next spell you cast this turn" says how long in the words for the spell.
        let for_turn = node.contains("ThisTurn");
        let lasts = match node.at("for") {
            Some(lasts) => until(Some(lasts))?,
            None if for_turn => Until::EndOfTurn,
            None => Until::Always,
        };
        let ability = self.ability(ability);
        let hero = self.hero(Whose::Mine);
        self.give(code, hero, Gains { ability, ..NOTHING }, lasts);
        Ok(())
    }

    fn cannot_attack_once(&mut self, code: &mut Code, node: Node<'_>) -> Lowered<()> {
        let Some(who) = node.at("who") else { return not_run(node) };
        let who = self.group(who)?;
        let flags = match node.at("whom") {
            None => flag::CANNOT_ATTACK,
            Some(whom) if whom.contains("Hero") => flag::CANNOT_ATTACK_HEROES,
            Some(_) => return not_run(node),
        };
        let lasts = until(node.at("for"))?;
        self.give(code, who, Gains { flags, ..NOTHING }, lasts);
        Ok(())
    }

    /// A secret: a trigger that is turned up.
    pub(super) fn secret(&mut self, node: Node<'_>) -> Lowered<Trigger> {
        let Some(body) = node.at("do") else { return not_run(node) };
        let sentences = body.all("sentences");
        let Some((first, rest)) = sentences.split_first() else { return not_run(node) };
        if first.kind() != "On" {
            return not_run(*first);
        }
        self.in_secret = true;
        let (Some(when), Some(deed)) = (first.at("when"), first.at("do")) else { return not_run(*first) };
        let happening = self.happening(when)?;
        self.by_chance = true;
        let mut code = Code::default();
        self.deed(&mut code, deed, None)?;
        for sentence in rest {
            match (sentence.kind(), sentence.at("rule"), sentence.at("do")) {
                ("Rule", Some(rule), _) => self.rule_once(&mut code, rule)?,
                ("Do", _, Some(deed)) => self.deed(&mut code, deed, None)?,
                _ => return not_run(*sentence),
            }
        }
        let condition = self.secret_needs(&code, happening.condition);
        let run = code.finish(self.parts());
        self.in_secret = false;
        Ok(Trigger {
            when: happening.when,
            subject: happening.subject,
            object: happening.object,
            condition,
            run,
            once: false,
            in_hand: false,
        })
    }

    /// A secret that summons is not turned up where there is no room.
    fn secret_needs(&mut self, code: &Code, condition: u16) -> u16 {
        let summons = |step: &Step| matches!(step, Step::Summon(..) | Step::SummonTarget(_) | Step::Revive(..));
        if code.steps.iter().any(summons) {
            let room = self.keep_condition(Condition::Room(Whose::Mine));
            return self.both_conditions(condition, room);
        }
        condition
    }
}
