//! Reads the card data of Hearthstone: the file `CardDefs.xml` of the package `hearthstone-data`.
//!
//! The file is read as a stream, in one pass, the English texts only. What is no card (enchantments, buttons of menus,
//! the cards of Mercenaries) is left out.

mod counted;
mod entity;
mod numbers;

use std::collections::{BTreeMap, BTreeSet};
use std::io::BufRead;

use quick_xml::Reader;
use quick_xml::events::{BytesRef, BytesStart, Event};
use thiserror::Error;

use crate::card::Card;
use counted::Counted;
use entity::Entity;
use numbers::tag;

/// Data that cannot be read: where, and why.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line} (byte {byte}): {message}")]
pub struct BadData {
    /// The line, counted from 1.
    pub line: u64,
    /// How many bytes stand before it.
    pub byte: u64,
    /// What is wrong.
    pub message: String,
}

/// What a file of card data holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Data {
    /// The build of the game that it comes from.
    pub build: String,
    /// Its cards, in the order of the file.
    pub cards: Vec<Card>,
}

/// The number of bytes between two reports of progress.
const REPORT_EVERY: u64 = 1 << 20;

/// The language that is read.
const LANGUAGE: &str = "enUS";

/// Whether this is the name of a set of the official data.
pub fn knows_set(name: &str) -> bool {
    numbers::knows_set(name)
}

/// Reads card data. `progress` is told now and then how many bytes have been read.
pub fn read(input: impl BufRead, progress: impl FnMut(u64)) -> Result<Data, BadData> {
    let mut reader = Reader::from_reader(Counted::new(input));
    let mut build = Builder::default();
    match build.read(&mut reader, progress) {
        Ok(()) => Ok(build.finish()),
        Err(message) => {
            let counted = reader.get_ref();
            Err(BadData { line: counted.lines + 1, byte: counted.bytes, message })
        }
    }
}

/// What has been read so far.
#[derive(Default)]
struct Builder {
    build: String,
    entities: Vec<Entity>,
    /// The ids of all entities, cards or not.
    known: BTreeSet<String>,
    current: Option<Entity>,
    /// The tag whose text is being read, and whether the text is in our language.
    tag: Option<(u32, Sort)>,
    listening: bool,
    text: String,
    depth: usize,
}

/// What the value of a tag is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    /// A text in many languages.
    Localised,
    /// A text.
    Plain,
    /// Anything else.
    Other,
}

impl Builder {
    fn read<R: BufRead>(
        &mut self,
        reader: &mut Reader<Counted<R>>,
        mut progress: impl FnMut(u64),
    ) -> Result<(), String> {
        let mut buffer = Vec::new();
        let mut reported = 0;
        let mut begun = false;
        loop {
            buffer.clear();
            let event = reader.read_event_into(&mut buffer).map_err(|error| format!("this is no XML: {error}"))?;
            match event {
                Event::Start(start) => {
                    begun = true;
                    self.open(&start)?;
                    self.depth += 1;
                }
                Event::Empty(start) => {
                    begun = true;
                    self.open(&start)?;
                    self.close(start.name().as_ref())?;
                }
                Event::End(end) => {
                    self.depth -= 1;
                    self.close(end.name().as_ref())?;
                }
                Event::Text(text) if self.listening => self.text += &text,
                Event::CData(text) if self.listening => self.text += &text,
                Event::GeneralRef(name) if self.listening => self.text.push(character(&name)?),
                Event::Text(text) if self.depth == 0 && !text.trim().is_empty() => {
                    return Err("this is no XML: there is text outside of all elements".to_owned());
                }
                Event::Eof => break,
                _ => {}
            }
            let bytes = reader.get_ref().bytes;
            if bytes - reported >= REPORT_EVERY {
                reported = bytes;
                progress(bytes);
            }
        }
        progress(reader.get_ref().bytes);
        match (&self.current, begun) {
            (_, false) => Err("there is no <CardDefs> in it".to_owned()),
            (Some(entity), _) => Err(format!("the file ends inside of the entity {}: it is cut off", entity.id)),
            (None, _) if self.depth > 0 => Err("the file ends before </CardDefs>: it is cut off".to_owned()),
            _ => Ok(()),
        }
    }

    fn open(&mut self, start: &BytesStart) -> Result<(), String> {
        let name = start.name();
        match (self.depth, name.as_ref()) {
            (0, "CardDefs") => {
                self.build = attribute(start, "build")?.unwrap_or_default();
            }
            (0, other) => {
                return Err(format!("the file begins with <{other}>, not with <CardDefs>: it is no card data"));
            }
            (1, "Entity") => {
                let id = attribute(start, "CardID")?.ok_or("an <Entity> has no CardID")?;
                let number = number(start, "ID")?.ok_or_else(|| format!("the entity {id} has no ID"))?;
                if !self.known.insert(id.clone()) {
                    return Err(format!("the entity {id} is there twice"));
                }
                self.current = Some(Entity { id, number, ..Entity::default() });
            }
            (2, "Tag") => self.open_tag(start)?,
            (2, "ReferencedTag") => {
                let tag = tag_number(start)?;
                let value = number(start, "value")?.unwrap_or(1);
                self.entity()?.referenced.push((tag, value));
            }
            (3, language) if language == LANGUAGE => {
                if let Some((tag::NAME | tag::TEXT, Sort::Localised)) = self.tag {
                    self.listening = true;
                    self.text.clear();
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn open_tag(&mut self, start: &BytesStart) -> Result<(), String> {
        let (mut tag, mut sort, mut value, mut card) = (None, Sort::Other, None, None);
        for attribute in start.attributes().with_checks(false) {
            let attribute = attribute.map_err(|error| format!("this is no XML: {error}"))?;
            match attribute.key.as_ref() {
                "enumID" => tag = Some(attribute.value.parse().map_err(|_| bad_number("enumID", &attribute.value))?),
                "type" if attribute.value == "LocString" => sort = Sort::Localised,
                "type" if attribute.value == "String" => sort = Sort::Plain,
                "value" => value = Some(attribute.value),
                "cardID" => card = Some(attribute.value.into_owned()),
                _ => {}
            }
        }
        let tag: u32 = tag.ok_or("a <Tag> has no enumID")?;
        self.tag = Some((tag, sort));
        let entity = self.entity()?;
        if sort == Sort::Plain && tag == tag::ASKS_FOR_TARGET {
            entity.tags.push((tag, 1));
        }
        if let Some(card) = card.filter(|_| tag == tag::HERO_POWER) {
            entity.hero_power = Some(card);
        } else if let Some(value) = value.filter(|_| sort == Sort::Other) {
            // A few values are larger than any number of a card; they are marks of the client.
            let value: i64 = value.parse().map_err(|_| bad_number("value", &value))?;
            if let Ok(value) = i32::try_from(value) {
                entity.tags.push((tag, value));
            }
        }
        Ok(())
    }

    fn close(&mut self, name: &str) -> Result<(), String> {
        match (self.depth, name) {
            (1, "Entity") => {
                if let Some(entity) = self.current.take().filter(Entity::is_card) {
                    self.entities.push(entity);
                }
            }
            (2, "Tag") => self.tag = None,
            (3, language) if language == LANGUAGE && self.listening => {
                self.listening = false;
                let text = std::mem::take(&mut self.text);
                match self.tag {
                    Some((tag::NAME, _)) => self.entity()?.name = text,
                    _ => self.entity()?.text = text,
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn entity(&mut self) -> Result<&mut Entity, String> {
        self.current.as_mut().ok_or_else(|| "a tag stands outside of all entities".to_owned())
    }

    fn finish(self) -> Data {
        let by_number: BTreeMap<i32, String> =
            self.entities.iter().map(|entity| (entity.number, entity.id.clone())).collect();
        let cards = self.entities.into_iter().map(|entity| entity.card(&by_number)).collect();
        Data { build: self.build, cards }
    }
}

fn attribute(start: &BytesStart, name: &str) -> Result<Option<String>, String> {
    let found = start.try_get_attribute(name).map_err(|error| format!("this is no XML: {error}"))?;
    Ok(found.map(|attribute| attribute.value.into_owned()))
}

fn number(start: &BytesStart, name: &str) -> Result<Option<i32>, String> {
    attribute(start, name)?.map(|text| text.parse().map_err(|_| bad_number(name, &text))).transpose()
}

fn tag_number(start: &BytesStart) -> Result<u32, String> {
    let text = attribute(start, "enumID")?.ok_or("a tag has no enumID")?;
    text.parse().map_err(|_| bad_number("enumID", &text))
}

fn bad_number(name: &str, text: &str) -> String {
    format!("{name}=\"{}\" is no number", text.chars().take(40).collect::<String>())
}

fn character(name: &BytesRef) -> Result<char, String> {
    if let Some(letter) = name.resolve_char_ref().map_err(|error| format!("this is no XML: {error}"))? {
        return Ok(letter);
    }
    Ok(match &**name {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        other => return Err(format!("this is no XML: &{};", other.chars().take(40).collect::<String>())),
    })
}

#[cfg(test)]
mod tests {
    use ludus_cardtext::Game;

    use super::*;
    use crate::card::{Kind, Relation};

    const FILE: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<CardDefs build="7">
<Entity CardID="MY_1" ID="1" version="2">
	<Tag enumID="185" name="CARDNAME" type="LocString">
		<deDE>Ritter &amp; Knappe</deDE>
		<enUS>Knight &amp; Squire</enUS>
	</Tag>
	<Tag enumID="184" name="CARDTEXT" type="LocString"><enUS>&lt;b&gt;Taunt&lt;/b&gt;
Gain {0} Attack.</enUS></Tag>
	<Tag enumID="342" name="ARTISTNAME" type="String">Somebody</Tag>
	<Tag enumID="2" type="Int" value="4"/>
	<Tag enumID="45" type="Int" value="5"/>
	<Tag enumID="183" type="Int" value="1646"/>
	<Tag enumID="190" type="Int" value="1"/>
	<Tag enumID="200" type="Int" value="20"/>
	<Tag enumID="2539" type="Int" value="1"/>
	<Tag enumID="202" type="Int" value="4"/>
	<Tag enumID="321" type="Int" value="1"/>
	<Tag enumID="476" type="Int" value="72"/>
	<Tag enumID="1452" type="Int" value="2"/>
	<ReferencedTag enumID="791" type="Int" value="1"/>
</Entity>
<Entity CardID="MY_2" ID="2"><Tag enumID="202" type="Int" value="42"/></Entity>
<Entity CardID="MY_3" ID="3"><Tag enumID="202" type="Int" value="6"/></Entity>
</CardDefs>
"#;

    fn error(text: &str) -> String {
        read(text.as_bytes(), |_| ()).unwrap_err().to_string()
    }

    #[test]
    fn an_entity_becomes_a_card() {
        let data = read(FILE.as_bytes(), |_| ()).unwrap();
        assert_eq!((data.build.as_str(), data.cards.len()), ("7", 2));
        let card = &data.cards[0];
        assert_eq!((card.name.as_str(), card.text.as_str()), ("Knight & Squire", "<b>Taunt</b>\nGain {0} Attack."));
        assert_eq!(card.number, Some(1));
        assert_eq!((card.kind, card.game, card.collectible), (Kind::Minion, Game::Hearthstone, true));
        assert_eq!((card.numbers.attack, card.numbers.health, card.numbers.cost), (Some(0), Some(5), Some(0)));
        assert_eq!((card.sets[0].as_str(), card.slots[0]), ("vanilla", Some(4)));
        assert_eq!((card.tribes.join(" "), card.classes.join(" ")), ("Beast Mech".to_owned(), "Mage Rogue".to_owned()));
        assert_eq!((card.keyword("taunt"), card.referenced[0].name.as_str()), (Some(1), "rush"));
        assert_eq!(card.linked(Relation::Related).collect::<Vec<_>>(), ["MY_2"]);
        assert_eq!(data.cards[1].game, Game::Battlegrounds);
    }

    #[test]
    fn a_file_that_is_cut_off_is_told_wherever_it_ends() {
        for end in (0..FILE.trim_end().len()).filter(|end| FILE.is_char_boundary(*end)) {
            assert!(read(&FILE.as_bytes()[..end], |_| ()).is_err(), "{}", &FILE[..end]);
        }
        let cut = FILE.find("\t<Tag enumID=\"45\"").unwrap();
        assert_eq!(
            error(&FILE[..cut]),
            format!("line 12 (byte {cut}): the file ends inside of the entity MY_1: it is cut off")
        );
    }

    #[test]
    fn what_is_no_card_data_is_refused_with_its_place() {
        assert_eq!(error(""), "line 1 (byte 0): there is no <CardDefs> in it");
        assert!(error("hello").ends_with("there is text outside of all elements"));
        assert!(error("<html/>").ends_with("the file begins with <html>, not with <CardDefs>: it is no card data"));
        assert!(error("<CardDefs>\n<Entity ID='1'/></CardDefs>").starts_with("line 2"));
        assert!(error("<CardDefs><Entity CardID='a' ID='x'/></CardDefs>").ends_with("ID=\"x\" is no number"));
        let twice = "<CardDefs><Entity CardID='a' ID='1'/><Entity CardID='a' ID='2'/></CardDefs>";
        assert!(error(twice).ends_with("the entity a is there twice"));
        assert!(error("<CardDefs><Entity CardID='a' ID='1'></CardDefs>").contains("this is no XML"));
    }

    #[test]
    fn a_huge_text_is_not_collected() {
        let text = format!("<CardDefs>{}</CardDefs>", " ".repeat(3 << 20));
        let input = std::io::BufReader::new(text.as_bytes());
        assert!(read(input, |_| ()).unwrap_err().message.contains("no tag begins within a million bytes"));
    }

    #[test]
    fn progress_ends_with_all_bytes() {
        let mut last = 0;
        read(FILE.as_bytes(), |bytes| last = bytes).unwrap();
        assert_eq!(last, FILE.len() as u64);
    }

    proptest::proptest! {
        #[test]
        fn no_bytes_panic(bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..400)) {
            let _ = read(bytes.as_slice(), |_| ());
        }

        #[test]
        fn no_damaged_byte_panics(place in 0..FILE.len(), byte: u8) {
            let mut bytes = FILE.as_bytes().to_vec();
            bytes[place] = byte;
            let _ = read(bytes.as_slice(), |_| ());
        }
    }
}
