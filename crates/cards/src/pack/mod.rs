//! A table of cards and what has become of their texts, in a few bytes that are read in a moment.
//!
//! A pack is made once from slow sources and kept in a cache. It knows from what it was made (its key) and notices
//! whatever happened to it: what cannot be trusted is an error, and the caller makes the pack again.

mod trees;

use std::borrow::Cow;
use std::collections::HashMap;

use ludus_cardtext::definition::Definition;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::card::Card;
use crate::compile::Compiled;
use crate::hash::Hash;
use crate::table::Table;

/// A table of cards with their texts compiled. The trees are read when they are asked for.
#[derive(Clone, Debug)]
pub struct Pack {
    /// What the cards were made from, for people.
    pub source: String,
    /// The cards.
    pub table: Table,
    /// Where the record of each card stands.
    records: Vec<(u32, u32)>,
    bytes: Vec<u8>,
}

/// A pack that cannot be used, so that it must be made again.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadPack {
    /// It is something else.
    #[error("this is no pack of cards")]
    Foreign,
    /// It was written by another version.
    #[error("the pack has format {0}, and this version reads format {FORMAT}")]
    Format(u32),
    /// It was made from other sources, another grammar or other overrides.
    #[error("the pack was made from other cards, another grammar or other overrides")]
    Outdated,
    /// Its bytes are not those that were written.
    #[error("the pack is damaged: {0}")]
    Damaged(String),
}

const MAGIC: &[u8; 8] = b"ludus-cp";

/// The format of packs; it is counted up whenever [`Card`] or the records change.
const FORMAT: u32 = 2;

/// Magic, format, key, checksum of the rest.
const HEADER: usize = 8 + 4 + 8 + 4;

/// No pack is larger.
const LARGEST: usize = 256 << 20;

#[derive(Serialize, Deserialize)]
struct Body<'a> {
    source: Cow<'a, str>,
    cards: Cow<'a, [Card]>,
    records: Vec<(u32, u32)>,
    #[serde(borrow)]
    bytes: &'a [u8],
}

/// The key of a pack: everything that it is made from, in any fixed order (the version of the data, the files of the
/// grammar, the overrides, the version of the program).
pub fn key<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Hash {
    Hash::of_parts(parts)
}

/// The hash of the grammar that is built in: a part of every key.
pub fn grammar_hash() -> Hash {
    key(ludus_cardtext::FILES.iter().flat_map(|(name, text)| [name.as_bytes(), text.as_bytes()]))
}

/// Writes a pack. `compiled` belongs to the cards of the table, place by place.
pub fn encode(source: &str, table: &Table, compiled: &[Compiled], key: Hash) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut known: HashMap<Vec<u8>, (u32, u32)> = HashMap::new();
    let records = compiled.iter().map(|one| {
        // Many cards share a text; their record is kept once.
        *known.entry(record(one)).or_insert_with_key(|record| {
            bytes.extend_from_slice(record);
            ((bytes.len() - record.len()) as u32, record.len() as u32)
        })
    });
    let records = records.collect();
    let body = Body { source: source.into(), cards: table.cards().into(), records, bytes: &bytes };
    let body = postcard::to_stdvec(&body).expect("writing to memory cannot fail");
    let mut out = Vec::with_capacity(HEADER + body.len());
    out.extend_from_slice(MAGIC);
    out.extend_from_slice(&FORMAT.to_le_bytes());
    out.extend_from_slice(&key.0.to_le_bytes());
    out.extend_from_slice(&crc32fast::hash(&body).to_le_bytes());
    out.extend_from_slice(&body);
    out
}

/// Reads a pack that was made from the sources with this key.
pub fn decode(bytes: &[u8], key: Hash) -> Result<Pack, BadPack> {
    if bytes.len() < HEADER || &bytes[..8] != MAGIC {
        return Err(BadPack::Foreign);
    }
    let number = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
    if number(8) != FORMAT {
        return Err(BadPack::Format(number(8)));
    }
    if bytes[12..20] != key.0.to_le_bytes() {
        return Err(BadPack::Outdated);
    }
    let body = &bytes[HEADER..];
    if body.len() > LARGEST || crc32fast::hash(body) != number(20) {
        return Err(BadPack::Damaged("its checksum is another one".to_owned()));
    }
    read_body(body)
}

fn read_body(body: &[u8]) -> Result<Pack, BadPack> {
    let damaged = |what: &str| BadPack::Damaged(what.to_owned());
    let (body, rest): (Body, &[u8]) =
        postcard::take_from_bytes(body).map_err(|error| BadPack::Damaged(error.to_string()))?;
    if !rest.is_empty() {
        return Err(damaged("there is something behind it"));
    }
    let count = body.cards.len();
    let table = Table::of_unique(body.cards.into_owned());
    if body.records.len() != count {
        return Err(damaged("its parts do not fit each other"));
    }
    let end = |&(start, length): &(u32, u32)| u64::from(start) + u64::from(length);
    if body.records.iter().any(|record| end(record) > body.bytes.len() as u64) {
        return Err(damaged("a record is not in it"));
    }
    Ok(Pack { source: body.source.into_owned(), table, records: body.records, bytes: body.bytes.to_vec() })
}

impl Pack {
    /// What has become of the text of the card at a place of the table.
    pub fn compiled(&self, definition: &Definition, place: usize) -> Result<Compiled, BadPack> {
        let Some(&(start, length)) = self.records.get(place) else {
            return Err(BadPack::Damaged(format!("there is no card at place {place}")));
        };
        let record = &self.bytes[start as usize..][..length as usize];
        read_record(definition, record).ok_or_else(|| BadPack::Damaged("a record cannot be read".to_owned()))
    }

    /// What has become of all texts, place by place.
    pub fn all_compiled(&self, definition: &Definition) -> Result<Vec<Compiled>, BadPack> {
        (0..self.records.len()).map(|place| self.compiled(definition, place)).collect()
    }
}

/// The record of a card: a byte for its class, then the tree and the refusal as far as there are any.
fn record(compiled: &Compiled) -> Vec<u8> {
    let mut out = Vec::new();
    let refusal = match compiled {
        Compiled::NoText => {
            out.push(0);
            None
        }
        Compiled::Read(tree) => {
            out.push(1);
            trees::write(tree, &mut out);
            None
        }
        Compiled::Overridden { tree, refusal } => {
            out.push(if refusal.is_some() { 3 } else { 2 });
            trees::write(tree, &mut out);
            refusal.as_ref()
        }
        Compiled::Refused(refusal) => {
            out.push(4);
            Some(refusal)
        }
    };
    if let Some(refusal) = refusal {
        out.extend(postcard::to_stdvec(refusal).expect("writing to memory cannot fail"));
    }
    out
}

fn read_record(definition: &Definition, record: &[u8]) -> Option<Compiled> {
    let (&class, mut rest) = record.split_first()?;
    let tree = if (1..=3).contains(&class) { Some(trees::read(definition, &mut rest)?) } else { None };
    let refusal = if class >= 3 {
        let (refusal, left) = postcard::take_from_bytes(rest).ok()?;
        rest = left;
        Some(refusal)
    } else {
        None
    };
    if !rest.is_empty() {
        return None;
    }
    Some(match (class, tree, refusal) {
        (0, None, None) => Compiled::NoText,
        (1, Some(tree), None) => Compiled::Read(tree),
        (2 | 3, Some(tree), refusal) => Compiled::Overridden { tree, refusal },
        (4, None, Some(refusal)) => Compiled::Refused(refusal),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use ludus_cardtext::{Game, Grammar, Names};
    use proptest::prelude::*;

    use super::*;
    use crate::card::Kind;

    const GRAMMAR: &str = "\
sort text (structure): a text
text Card: All.
    <steps:step+>
sort step (structure): a step
step Draw: Draws.
    ^draw <n:int>.
step Get: Gets.
    ^get a <name:name>.
step Both: Both.
    ^both <first:inner> now.
sort inner: an inner step
inner Take: Takes.
    take <n:int>
";

    fn grammar() -> Grammar {
        Grammar::read(&[("test.grammar", GRAMMAR)]).unwrap()
    }

    fn pack() -> (Vec<u8>, Vec<Compiled>) {
        let grammar = grammar();
        let parse = |text: &str| grammar.parse(Game::Hearthstone, text, None, &Names::new(["Coin"]));
        let tree = parse("Draw 3. Get a Coin. Both take 70000 now.").unwrap();
        let refusal = parse("Draw some.").unwrap_err();
        let compiled = vec![
            Compiled::NoText,
            Compiled::Read(tree.clone()),
            Compiled::Overridden { tree: tree.clone(), refusal: None },
            Compiled::Overridden { tree, refusal: Some(refusal.clone()) },
            Compiled::Refused(refusal),
        ];
        let cards = (0..5).map(|id| Card::new(&format!("c{id}"), "Name", Game::Hearthstone, Kind::Spell));
        (encode("a test", &Table::new(cards), &compiled, Hash(7)), compiled)
    }

    #[test]
    fn a_pack_gives_back_what_was_put_in() {
        let (bytes, compiled) = pack();
        let pack = decode(&bytes, Hash(7)).unwrap();
        assert_eq!(pack.source, "a test");
        assert_eq!(pack.table.get("c3").unwrap().name, "Name");
        assert_eq!(pack.all_compiled(grammar().definition()).unwrap(), compiled);
        assert!(pack.compiled(grammar().definition(), 5).is_err());
    }

    #[test]
    fn a_pack_from_elsewhere_an_old_or_an_outdated_one_is_told() {
        let (mut bytes, _) = pack();
        assert_eq!(decode(b"something else", Hash(7)).unwrap_err(), BadPack::Foreign);
        assert_eq!(decode(&bytes[..10], Hash(7)).unwrap_err(), BadPack::Foreign);
        assert_eq!(decode(&bytes, Hash(8)).unwrap_err(), BadPack::Outdated);
        bytes[8] = 200;
        assert_eq!(decode(&bytes, Hash(7)).unwrap_err(), BadPack::Format(200));
    }

    #[test]
    fn no_damaged_bit_goes_unnoticed() {
        let (bytes, _) = pack();
        for place in 0..bytes.len() {
            for bit in 0..8 {
                let mut bytes = bytes.clone();
                bytes[place] ^= 1 << bit;
                assert!(decode(&bytes, Hash(7)).is_err(), "byte {place}");
            }
            assert!(decode(&bytes[..place], Hash(7)).is_err());
        }
    }

    /// A pack whose checksum is right whatever its body is.
    fn with_right_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
        let checksum = crc32fast::hash(&bytes[HEADER..]).to_le_bytes();
        bytes[20..24].copy_from_slice(&checksum);
        bytes
    }

    #[test]
    fn trees_that_are_nested_too_deeply_are_refused() {
        let definition = grammar();
        let definition = definition.definition();
        let card = definition.kind_named("Card").unwrap().0 as u8;
        // A card whose list of steps holds a card, and so on.
        let record: Vec<u8> = std::iter::once(1).chain([card, 0, 1, 4, 1].repeat(100_000)).collect();
        assert_eq!(read_record(definition, &record), None);
    }

    proptest! {
        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            prop_assert!(decode(&bytes, Hash(7)).is_err());
        }

        #[test]
        fn no_forged_body_panics(place in HEADER..400_usize, byte: u8, other in 0..400_usize, cut in 0..40_usize) {
            let (mut bytes, _) = pack();
            let (place, other) = (place % bytes.len(), HEADER + other % (bytes.len() - HEADER));
            bytes[place.max(HEADER)] = byte;
            bytes[other] = bytes[other].wrapping_add(byte);
            bytes.truncate(bytes.len() - cut);
            if let Ok(pack) = decode(&with_right_checksum(bytes), Hash(7)) {
                let _ = pack.all_compiled(grammar().definition());
            }
        }

        #[test]
        fn no_record_panics(bytes in prop::collection::vec(0..12_u8, 0..60)) {
            let _ = read_record(grammar().definition(), &bytes);
        }
    }
}
