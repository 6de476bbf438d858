//! Groups of things: who is meant, and who picks.

use super::node::Node;
use super::things::{Found, Place, whose};
use super::{Lower, Lowered, not_run};
use crate::machine::program::{Filter, From, Make, NO_REGISTER, Pick, Select, SelectId, ValueId, Who, Whose, kind};

impl Lower<'_, '_> {
    /// A group, as a part of the program.
    pub(super) fn group(&mut self, node: Node<'_>) -> Lowered<SelectId> {
        let select = self.select(node)?;
        Ok(self.keep_select(select))
    }

    pub(super) fn keep_select(&mut self, select: Select) -> SelectId {
        let parts = self.parts();
        if let Some(known) = parts.selects.iter().position(|known| *known == select) {
            return known as SelectId;
        }
        parts.selects.push(select);
        parts.selects.len() as SelectId - 1
    }

    /// A group of everything at a place.
    pub(super) fn plain(from: From) -> Select {
        Select { from, filter: Filter::of(kind::ANY), pick: Pick::All, save: NO_REGISTER }
    }

    /// The group that a pronoun means.
    pub(super) fn spoken_of(&self, node: Node<'_>) -> Lowered<Select> {
        let means = node.means();
        if means == 0 {
            return Ok(Self::plain(From::Me));
        }
        if let Some(&from) = self.met.get(&means) {
            return Ok(Self::plain(from));
        }
        self.again.get(&means).map_or_else(|| not_run(node), |&select| Ok(select))
    }

    /// What a group means.
    pub(super) fn select(&mut self, node: Node<'_>) -> Lowered<Select> {
        let number = self.number_of(node);
        let select = match node.kind() {
            "This" => Self::plain(From::Me),
            "It" | "Them" | "That" => return self.spoken_of(node),
            "OneAtRandom" => Select { pick: Pick::Random(1), ..self.spoken_of(node)? },
            "Neighbors" => {
                let who = match self.spoken_of(node)?.from {
                    From::Chosen => Who::NextToChosen,
                    From::Me => Who::NextToMe,
                    _ => return not_run(node),
                };
                let filter = Filter { who, ..Filter::of(kind::MINION) };
                Select { from: From::Minions, filter, pick: Pick::All, save: NO_REGISTER }
            }
            "AnyCharacter" => return self.chosen(node, Filter::of(kind::CHARACTER)),
            "A" | "Another" | "OfChoice" | "Some" | "OneOf" | "AtMost" | "OneOfAtRandom" => return self.picked(node),
            "Random" | "AnotherRandom" => {
                let count = self.fixed(node.at("n"))?;
                let mut select = self.of_things(node)?;
                if node.kind() == "AnotherRandom" {
                    select.filter.who = if self.in_secret && self.is_attack() { Who::NotFighting } else { Who::NotMe };
                }
                Select { pick: Pick::Random(count.clamp(1, 20) as u8), ..select }
            }
            "Every" | "The" | "Any" => self.of_things(node)?,
            "AllBut" => Select { pick: Pick::AllButOne, ..self.of_things(node)? },
            "AllButNamed" => {
                let mut select = self.of_things(node)?;
                let name = node.name("but").unwrap_or_default();
                let Some(card) = self.builder.named(self.card, name, None, kind::MINION) else { return not_run(node) };
                select.filter.not_card = card;
                select
            }
            "AllOwned" => {
                let mut select = self.of_things(node)?;
                select.filter.whose = whose(node.at("whose"))?;
                select
            }
            "Owned" => self.owned(node)?,
            "EachOfThose" => {
                let Some(of) = node.at("of") else { return not_run(node) };
                self.select(of)?
            }
            "Both" => return self.both(node),
            _ => return not_run(node),
        };
        self.nouns.insert(number, select.filter);
        let save = self.register(node)?;
        Ok(Select { save, ..select })
    }

    /// Whether the attack that is under way is spoken of.
    fn is_attack(&self) -> bool {
        self.met.values().any(|from| *from == From::Subject)
    }

    /// The group of a noun, all of it.
    pub(super) fn of_things(&mut self, node: Node<'_>) -> Lowered<Select> {
        let Some(what) = node.at("what") else { return not_run(node) };
        let found = self.things(what)?;
        Self::to_select(what, &found)
    }

    /// Where things are that were found, as a group.
    pub(super) fn to_select(node: Node<'_>, found: &Found) -> Lowered<Select> {
        let from = match found.place {
            Place::At(from) => from,
            Place::New if found.filter.kinds & !kind::CARD == 0 => From::Hand(found.filter.whose),
            Place::Deck(_) | Place::New => return not_run(node),
        };
        Ok(Select { from, filter: found.filter, pick: found.pick.unwrap_or(Pick::All), save: NO_REGISTER })
    }

    /// One that somebody picks.
    fn picked(&mut self, node: Node<'_>) -> Lowered<Select> {
        let picker = node.kind_at("picker").unwrap_or("ByPlayer");
        let inner = node.at("what");
        let mut select = match inner {
            Some(inner) if inner.kind() == "Things" || inner.kind() == "Recruits" => self.of_things(node)?,
            Some(inner) => self.select(inner)?,
            None => return not_run(node),
        };
        if node.kind() == "Another" {
            select.filter.who = if self.is_spell { Who::NotChosen } else { Who::NotMe };
        }
        let count = self.fixed(node.at("n"))?.clamp(1, 20) as u8;
        match picker {
            "Whichever" => Ok(select),
            "ByPlayer" if !self.by_chance && count == 1 && select.pick == Pick::All => self.chosen(node, select.filter),
            _ => {
                let number = self.number_of(node);
                self.nouns.insert(number, select.filter);
                let save = self.register(node)?;
                let pick = if select.pick == Pick::All { Pick::Random(count) } else { select.pick };
                Ok(Select { pick, save, ..select })
            }
        }
    }

    /// The target that the player chooses when the card is played; there is one for the whole card.
    fn chosen(&mut self, node: Node<'_>, mut filter: Filter) -> Lowered<Select> {
        // A hero can be of a tribe as well, and the name of a tribe does not say that it means minions.
        if filter.tribe != 0 && filter.kinds == kind::MINION && !node.contains("Minion") {
            filter.kinds = kind::CHARACTER;
        }
        let number = self.number_of(node);
        self.nouns.insert(number, filter);
        if self.by_chance {
            let save = self.register(node)?;
            return Ok(Select { from: From::Characters, filter, pick: Pick::Random(1), save });
        }
        match self.target {
            Some(known) if known != filter => return not_run(node),
            _ => self.target = Some(filter),
        }
        self.met.insert(number, From::Chosen);
        Ok(Self::plain(From::Chosen))
    }

    /// What belongs to a player: hero, weapon, power.
    fn owned(&mut self, node: Node<'_>) -> Lowered<Select> {
        let Some(what) = node.at("what") else { return not_run(node) };
        let mut found = self.things(what)?;
        found.filter.whose = whose(node.at("whose"))?;
        if found.filter.kinds == kind::POWER {
            return not_run(node);
        }
        Self::to_select(what, &found)
    }

    /// Two groups as one: the chosen one and those beside it.
    fn both(&mut self, node: Node<'_>) -> Lowered<Select> {
        let groups = node.all("who");
        let mut filters = Vec::new();
        for group in &groups {
            let select = self.select(*group)?;
            if select.pick != Pick::All {
                return not_run(node);
            }
            filters.push(select);
        }
        let is_chosen = |select: &Select| select.from == From::Chosen;
        let is_beside = |select: &Select| select.filter.who == Who::NextToChosen;
        let number = self.number_of(node);
        match filters.as_slice() {
            [one, other] if is_chosen(one) && is_beside(other) => {
                let filter = Filter { who: Who::ChosenAndNext, ..Filter::of(kind::MINION) };
                self.nouns.insert(number, filter);
                let save = self.register(node)?;
                Ok(Select { from: From::Minions, filter, pick: Pick::All, save })
            }
            [one, other]
                if one.from == From::Me && other.from == From::Minions && other.filter.who == Who::NextToMe =>
            {
                let filter = Filter { who: Who::MeAndNext, ..Filter::of(kind::MINION) };
                Ok(Select { from: From::Minions, filter, pick: Pick::All, save: NO_REGISTER })
            }
            [one, other]
                if one.from != From::Chosen
                    && one.filter == Filter { kinds: one.filter.kinds, ..other.filter }
                    && matches!(
                        (one.from, other.from),
                        (From::Heroes | From::Minions, From::Heroes | From::Minions)
                    ) =>
            {
                let filter = Filter { kinds: one.filter.kinds | other.filter.kinds, ..one.filter };
                Ok(Select { from: From::Characters, filter, pick: Pick::All, save: NO_REGISTER })
            }
            _ => not_run(node),
        }
    }

    /// What a filter of an event is: a group as a test of the one to whom it happens.
    pub(super) fn test(&mut self, node: Node<'_>) -> Lowered<Filter> {
        let filter = match node.kind() {
            "This" => Filter { who: Who::Me, ..Filter::of(kind::ANY) },
            "It" | "That" => {
                let select = self.spoken_of(node)?;
                match select.from {
                    From::Me => Filter { who: Who::Me, ..Filter::of(kind::ANY) },
                    _ => return not_run(node),
                }
            }
            "EitherOf" => {
                let tests = node.all("who").into_iter().map(|one| self.test(one)).collect::<Lowered<Vec<_>>>()?;
                match tests.as_slice() {
                    [one, other] if one.who == Who::Me && other.who == Who::NextToMe => {
                        Filter { who: Who::MeAndNext, ..*other }
                    }
                    _ => return not_run(node),
                }
            }
            "OneOf" => {
                let Some(what) = node.at("what") else { return not_run(node) };
                self.test(what)?
            }
            "Another" => {
                let Some(what) = node.at("what") else { return not_run(node) };
                Filter { who: Who::NotMe, ..self.things(what)?.filter }
            }
            "A" | "Any" | "Every" | "AllOwned" | "Owned" | "The" => {
                let Some(what) = node.at("what") else { return not_run(node) };
                let found = self.things(what)?;
                let mut filter = found.filter;
                if node.kind() == "Owned" || node.kind() == "AllOwned" {
                    filter.whose = whose(node.at("whose"))?;
                }
                filter
            }
            _ => return not_run(node),
        };
        Ok(filter)
    }

    /// The cards that something is made of, and how many of them.
    pub(super) fn make(&mut self, node: Node<'_>) -> Lowered<(Make, ValueId)> {
        Ok(match node.kind() {
            "New" => {
                let count = self.value(node.at("n"))?;
                let Some(token) = node.at("what") else { return not_run(node) };
                (Make::Card(self.token(token)?), count)
            }
            "Named" => {
                let name = node.name("card").unwrap_or_default();
                let Some(card) = self.builder.named(self.card, name, None, kind::ANY) else { return not_run(node) };
                (Make::Card(card), self.value(node.at("n"))?)
            }
            "Either" => (self.one_of_several(&node.all("any"))?, self.constant(1)),
            "Copies" => (self.copies(node)?, self.value(node.at("n"))?),
            "SizedCopies" => {
                let Some(of) = node.at("of") else { return not_run(node) };
                if node.at("has").is_some() {
                    return not_run(node);
                }
                let (attack, health) = (self.fixed(node.at("attack"))?, self.fixed(node.at("health"))?);
                (Make::SizedCopy(self.group(of)?, attack as i8, health as i8), self.value(node.at("n"))?)
            }
            "Random" | "A" | "Some" | "ThisMany" => {
                let Some(what) = node.at("what") else { return not_run(node) };
                let found = self.things(what)?;
                let count = self.value(node.at("n"))?;
                (self.make_found(node, &found)?, count)
            }
            _ => return not_run(node),
        })
    }

    /// One of several cards that are named, by chance.
    pub(super) fn one_of_several(&mut self, nodes: &[Node<'_>]) -> Lowered<Make> {
        let mut cards = Vec::new();
        for &one in nodes {
            match self.make(one)?.0 {
                Make::Card(card) => cards.push(card),
                _ => return not_run(one),
            }
        }
        Ok(Make::Random(self.builder.pool_of_cards(cards)))
    }

    fn make_found(&mut self, node: Node<'_>, found: &Found) -> Lowered<Make> {
        match found.place {
            Place::Deck(owner) => {
                let filter = found.filter;
                let select = Select { from: From::Me, filter, pick: Pick::All, save: NO_REGISTER };
                let select = self.keep_select(select);
                Ok(if owner == Whose::Mine { Make::Recruit(select) } else { Make::FromDeck(owner, select) })
            }
            Place::New | Place::At(From::Minions | From::Weapons) => {
                let plain = Filter { pool: found.filter.pool, ..Filter::of(found.filter.kinds) };
                if found.filter.pool != crate::machine::program::NONE {
                    return Ok(if found.is_basic { Make::RandomNew(plain.pool) } else { Make::Random(plain.pool) });
                }
                if found.filter.who != Who::Anyone || found.filter.damaged.is_some() || found.filter.whose != Whose::Any
                {
                    return not_run(node);
                }
                Ok(Make::Random(self.builder.pool_of(found.filter)))
            }
            Place::At(_) => not_run(node),
        }
    }

    /// Copies of what there is.
    fn copies(&mut self, node: Node<'_>) -> Lowered<Make> {
        let Some(of) = node.at("of") else { return not_run(node) };
        if let "Random" | "A" | "Some" = of.kind()
            && let Some(what) = of.at("what")
        {
            let found = self.things(what)?;
            if let Place::Deck(owner) = found.place {
                let select = Select { from: From::Me, filter: found.filter, pick: Pick::All, save: NO_REGISTER };
                return Ok(Make::FromDeck(owner, self.keep_select(select)));
            }
        }
        let select = self.group(of)?;
        Ok(if node.kind_at("how") == Some("Plain") { Make::Printed(select) } else { Make::Copy(select) })
    }

    /// A card that a text describes by numbers and name.
    pub(super) fn token(&mut self, node: Node<'_>) -> Lowered<u16> {
        let kinds = if matches!(node.kind(), "NamelessWeapon" | "RogueDagger") { kind::WEAPON } else { kind::MINION };
        let stats = match (node.at("attack"), node.at("health")) {
            (Some(attack), Some(health)) => {
                Some((i32::from(self.fixed(Some(attack))?), i32::from(self.fixed(Some(health))?)))
            }
            _ => None,
        };
        let gains = match node.at("has") {
            Some(has) => self.gains(has)?.flags,
            None => 0,
        };
        match node.kind() {
            "Token" => {
                let name = node.name("name").unwrap_or_default();
                let kinds = if matches!(self.builder.weapon_named(name), Some(true)) { kind::WEAPON } else { kinds };
                match self.builder.named(self.card, name, stats, kinds) {
                    Some(card) => Ok(self.builder.with_flags(card, gains)),
                    None => not_run(node),
                }
            }
            "RogueDagger" => {
                let found = self.builder.named_pool(self.card, "RogueDagger");
                let pool = found.and_then(|pool| self.parts().pools[usize::from(pool)].first().copied());
                match (pool, stats) {
                    (Some(card), _) => Ok(card),
                    (None, Some((attack, health))) => {
                        Ok(self.builder.build("Dagger", attack as i16, health as i16, 0, kinds))
                    }
                    _ => not_run(node),
                }
            }
            "NamelessMinion" | "NamelessWeapon" => {
                let Some((attack, health)) = stats else { return not_run(node) };
                Ok(self.builder.nameless(self.card, attack as i16, health as i16, gains, kinds))
            }
            "TribeToken" => {
                let (Some((attack, health)), Some(tribe)) = (stats, node.kind_at("tribe")) else {
                    return not_run(node);
                };
                let card = self.builder.build(tribe, attack as i16, health as i16, gains, kinds);
                let bit = self.builder.tribe(tribe);
                self.builder.content.cards[usize::from(card)].tribe = bit;
                Ok(card)
            }
            _ => not_run(node),
        }
    }
}
