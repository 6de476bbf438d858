//! Nouns with what narrows them down: where such things are and what they must be like.

use super::node::Node;
use super::{Lower, Lowered, not_run};
use crate::machine::program::{Classes, Filter, From, Pick, Stat, Who, Whose, flag, kind, mark};

/// Where things are looked for while a text is lowered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In play or in a hand.
    At(From),
    /// In a deck.
    Deck(Whose),
    /// Nowhere yet: among all cards.
    New,
}

/// Things that a text speaks of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) place: Place,
    pub(super) filter: Filter,
    /// Which of them are meant, where the text says so.
    pub(super) pick: Option<Pick>,
    /// Whether they are meant each time they are damaged by this.
    pub(super) damaged_by_this: bool,
    /// Whether the next such card that is played is meant, or the first of a turn.
    pub(super) played: bool,
    /// Whether those of a named group are meant that are not there yet.
    pub(super) is_basic: bool,
}

/// The keyword of this name.
pub(super) fn flag_named(kind: &str) -> Option<u32> {
    Some(match kind {
        "Taunt" => flag::TAUNT,
        "DivineShield" => flag::DIVINE_SHIELD,
        "Charge" => flag::CHARGE,
        "Windfury" => flag::WINDFURY,
        "Stealth" => flag::STEALTH,
        "Elusive" => flag::ELUSIVE,
        "Immune" => flag::IMMUNE,
        "Rush" => flag::RUSH,
        "Lifesteal" => flag::LIFESTEAL,
        "Reborn" => flag::REBORN,
        "Poisonous" => flag::POISONOUS,
        _ => return None,
    })
}

/// What texts ask of a card by the name of an ability.
fn mark_named(kind: &str) -> Option<u16> {
    Some(match kind {
        "WithOverload" => mark::OVERLOAD,
        "OnBattlecry" | "Battlecries" => mark::BATTLECRY,
        "OnDeathrattle" | "Deathrattles" => mark::DEATHRATTLE,
        "OnCombo" => mark::COMBO,
        "OnChooseOne" => mark::CHOOSE_ONE,
        _ => return None,
    })
}

/// Whose something is.
pub(super) fn whose(node: Option<Node<'_>>) -> Lowered<Whose> {
    let Some(node) = node else { return Ok(Whose::Any) };
    Ok(match node.kind() {
        "Yours" | "You" => Whose::Mine,
        "TheirOpponents" | "Opponent" | "OtherPlayer" | "OtherPlayers" => Whose::Theirs,
        "EachPlayers" | "BothOwners" | "EachPlayer" | "BothPlayers" | "APlayer" => Whose::Any,
        _ => return not_run(node),
    })
}

/// A number of a thing.
pub(super) fn stat(node: Node<'_>) -> Lowered<Stat> {
    Ok(match node.kind_at("stat") {
        Some("Attack") => Stat::Attack,
        Some("Health" | "RemainingHealth" | "Durability") => Stat::Health,
        Some("Cost") => Stat::Cost,
        _ => return not_run(node),
    })
}

impl Lower<'_, '_> {
    /// A fixed number.
    pub(super) fn fixed(&self, node: Option<Node<'_>>) -> Lowered<i16> {
        let Some(node) = node else { return Ok(1) };
        match node.kind() {
            "Count" => Ok(node.number("n").unwrap_or(0) as i16),
            "Data" => self.slot(node),
            _ => not_run(node),
        }
    }

    /// A number of the card's data.
    pub(super) fn slot(&self, node: Node<'_>) -> Lowered<i16> {
        let slot = node.number("slot").and_then(|slot| self.card.slots.get(slot as usize).copied().flatten());
        slot.map_or_else(|| not_run(node), |n| Ok(n as i16))
    }

    /// What a noun with its surroundings stands for.
    pub(super) fn things(&mut self, node: Node<'_>) -> Lowered<Found> {
        if node.kind() == "Recruits" {
            return self.recruits(node);
        }
        if node.kind() != "Things" {
            return not_run(node);
        }
        let Some(noun) = node.at("noun") else { return not_run(node) };
        let mut found = self.noun(noun)?;
        match node.kind_at("side") {
            Some("Friendly") => found.filter.whose = Whose::Mine,
            Some("Hostile") => found.filter.whose = Whose::Theirs,
            Some(_) => return not_run(node),
            None => {}
        }
        for one in node.all("before") {
            self.adjective(one, noun, &mut found)?;
        }
        for one in node.all("which") {
            self.feature(one, &mut found)?;
        }
        for one in node.all("behind") {
            self.post(one, &mut found)?;
        }
        Ok(found)
    }

    fn found(from: From, kinds: u8) -> Found {
        Found {
            place: Place::At(from),
            filter: Filter::of(kinds),
            pick: None,
            damaged_by_this: false,
            played: false,
            is_basic: false,
        }
    }

    fn recruits(&mut self, node: Node<'_>) -> Lowered<Found> {
        let mut found = Self::found(From::Minions, kind::MINION);
        let Some(card) = self.builder.named(self.card, "Silver Hand Recruit", None, kind::MINION) else {
            return not_run(node);
        };
        found.filter.card = card;
        for one in node.all("before") {
            self.adjective(one, node, &mut found)?;
        }
        Ok(found)
    }

    fn noun(&mut self, noun: Node<'_>) -> Lowered<Found> {
        Ok(match noun.kind() {
            "Minion" => Self::found(From::Minions, kind::MINION),
            "Character" => Self::found(From::Characters, kind::CHARACTER),
            "Enemy" => {
                let mut found = Self::found(From::Characters, kind::CHARACTER);
                found.filter.whose = Whose::Theirs;
                found
            }
            "Hero" => Self::found(From::Heroes, kind::HERO),
            "Card" => Found { place: Place::New, ..Self::found(From::Me, kind::CARD) },
            "Spell" => Found { place: Place::New, ..Self::found(From::Me, kind::SPELL) },
            "CardsAndPowers" => Found { place: Place::New, ..Self::found(From::Me, kind::CARD | kind::POWER) },
            "HeroPowers" => Found { place: Place::New, ..Self::found(From::Me, kind::POWER) },
            "Secrets" => {
                let mut found = Self::found(From::Secrets, kind::SPELL);
                found.filter.marks = mark::SECRET;
                found
            }
            "Weapon" => Self::found(From::Weapons, kind::WEAPON),
            "Tribe" => {
                let Some(tribe) = noun.kind_at("tribe") else { return not_run(noun) };
                let mut found = Self::found(From::Minions, kind::MINION);
                found.filter.tribe = self.builder.tribe(tribe);
                found
            }
            "One" => {
                // A further one of what the card itself is, where nothing else was spoken of.
                let spoken = (noun.means() > 0).then(|| self.nouns.get(&noun.means()).copied()).flatten();
                let filter = spoken.unwrap_or(Filter::of(kind::MINION));
                Self::found(From::Minions, filter.kinds & kind::CARD)
            }
            named if noun.has_mark("pool") => {
                let Some(pool) = self.builder.named_pool(self.card, named) else { return not_run(noun) };
                let mut found = Found { place: Place::New, ..Self::found(From::Me, kind::ANY) };
                found.filter.pool = pool;
                found
            }
            _ => return not_run(noun),
        })
    }

    fn adjective(&mut self, node: Node<'_>, noun: Node<'_>, found: &mut Found) -> Lowered<()> {
        let filter = &mut found.filter;
        match node.kind() {
            "Other" | "Different" => filter.who = if self.is_spell { Who::NotChosen } else { Who::NotMe },
            "Adjacent" => {
                let spoken = noun.kind() == "One" && self.met.get(&noun.means()) == Some(&From::Chosen);
                filter.who = if self.is_spell || spoken { Who::NextToChosen } else { Who::NextToMe };
            }
            "Damaged" => filter.damaged = Some(true),
            "Undamaged" => filter.damaged = Some(false),
            "Frozen" => filter.frozen = Some(true),
            "Stealthed" => filter.has |= flag::STEALTH,
            "Highest" => found.pick = Some(Pick::Highest(stat(node)?)),
            "Lowest" => found.pick = Some(Pick::Lowest(stat(node)?)),
            "Leftmost" => found.pick = Some(Pick::Leftmost),
            "Rightmost" => found.pick = Some(Pick::Rightmost),
            "Extra" | "Empty" => {}
            _ => return not_run(node),
        }
        Ok(())
    }

    fn feature(&mut self, node: Node<'_>, found: &mut Found) -> Lowered<()> {
        match node.kind() {
            "WithCost" => {
                let n = self.fixed(node.at("n"))?;
                found.filter.cost = (n, n);
            }
            "WithAttack" => {
                let n = self.fixed(node.at("n"))?;
                found.filter.attack = (n, n);
            }
            "WithHealth" => {
                let n = self.fixed(node.at("n"))?;
                found.filter.health = (n, n);
            }
            "WithAbility" => return Self::having(node, found),
            "OfHeroClass" => {
                let Some(class) = node.at("class") else { return not_run(node) };
                let name = class.kind().trim_end_matches('s');
                found.filter.class = super::Builder::bit(&mut self.builder.content.classes, name);
            }
            "OfSchool" => {
                let Some(school) = node.kind_at("school") else { return not_run(node) };
                let bit = super::Builder::bit(&mut self.builder.content.schools, school);
                found.filter.school = 1 + bit.trailing_zeros() as u8;
            }
            "LegendaryCard" => found.filter.marks |= mark::LEGENDARY,
            named if node.has_mark("pool") => {
                let Some(pool) = self.builder.named_pool(self.card, named) else { return not_run(node) };
                found.filter.pool = pool;
                found.is_basic = true;
            }
            _ => return not_run(node),
        }
        Ok(())
    }

    fn having(node: Node<'_>, found: &mut Found) -> Lowered<()> {
        let Some(has) = node.at("has") else { return not_run(node) };
        if let Some(flag) = flag_named(has.kind()) {
            found.filter.has |= flag;
        } else if let Some(mark) = mark_named(has.kind()) {
            found.filter.marks |= mark;
        } else {
            return not_run(has);
        }
        Ok(())
    }

    fn post(&mut self, node: Node<'_>, found: &mut Found) -> Lowered<()> {
        match node.kind() {
            "With" => return Self::having(node, found),
            "StatAtMost" | "StatAtLeast" | "StatIs" => {
                let n = self.fixed(node.at("n"))?;
                let bounds = match node.kind() {
                    "StatAtMost" => (i16::MIN, n),
                    "StatAtLeast" => (n, i16::MAX),
                    _ => (n, n),
                };
                match stat(node)? {
                    Stat::Attack => found.filter.attack = bounds,
                    Stat::Health => found.filter.health = bounds,
                    Stat::Cost => found.filter.cost = bounds,
                }
            }
            "In" => {
                let Some(place) = node.at("where") else { return not_run(node) };
                Self::place(place, found)?;
            }
            "YouControl" => found.filter.whose = Whose::Mine,
            "InHandOfThem" => found.place = Place::At(From::Hand(Whose::Any)),
            "DamagedByThis" => found.damaged_by_this = true,
            "NextToIt" => {
                found.filter.who = match self.met.get(&node.means()) {
                    Some(From::Chosen) => Who::NextToChosen,
                    Some(From::Me) => Who::NextToMe,
                    _ => return not_run(node),
                }
            }
            "Played" => {
                found.played = true;
                found.filter.whose = whose(node.at("who"))?;
            }
            "OfOtherClass" => found.filter.classes = Classes::Other,
            "OfYourClass" => found.filter.classes = Classes::OnlyOwn,
            "OfAnyClass" => found.filter.classes = Classes::All,
            "ThatRestore" => found.filter.marks |= mark::RESTORES,
            _ => return not_run(node),
        }
        Ok(())
    }

    /// Where cards are.
    fn place(place: Node<'_>, found: &mut Found) -> Lowered<()> {
        match place.kind() {
            "Hand" => found.place = Place::At(From::Hand(whose(place.at("of"))?)),
            "Deck" => found.place = Place::Deck(whose(place.at("of"))?),
            "Battlefield" => found.place = Place::At(From::Minions),
            _ => return not_run(place),
        }
        Ok(())
    }
}
