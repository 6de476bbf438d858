//! Reads the grammar files into a [`Definition`].

use crate::definition::{
    BadGrammar, Definition, Field, Fixed, Game, Kind, KindId, NUMERALS, Part, Phrase, Repeat, SlotSort, Sort, What,
};
use crate::lexer::tokens;
use crate::resolve::{MEANS, PICKED, PICKER, REFERS, REFERS_BACK};

/// A phrase as it stands in a file.
struct Draft {
    kind: KindId,
    /// Whether the meaning of the kind stands elsewhere.
    further: bool,
    source: String,
    games: u8,
    place: String,
    examples: Vec<String>,
}

/// Stands for a slot while the words around it are split into tokens.
const SLOT_MARK: char = '\u{E000}';

impl Definition {
    /// Reads the files of a grammar, given by name and text.
    pub fn read(files: &[(&str, &str)]) -> Result<Definition, BadGrammar> {
        let mut definition = Definition::default();
        for word in [",", "and", "or", "a", "an"].into_iter().chain(NUMERALS) {
            definition.word(word);
        }
        for (name, text) in files {
            definition.read_heads(name, text)?;
        }
        let mut drafts = Vec::new();
        for (name, text) in files {
            definition.read_drafts(name, text, &mut drafts)?;
        }
        // The phrases beside the meaning of a kind come first: the first of them is canonical.
        drafts.sort_by_key(|draft| draft.further);
        for draft in &drafts {
            definition.add_phrases(draft)?;
        }
        definition.add_resolved_fields()?;
        definition.check()?;
        Ok(definition)
    }

    /// Reads the sorts and kinds of a file.
    fn read_heads(&mut self, file: &str, text: &str) -> Result<(), BadGrammar> {
        for (place, line) in lines(file, text).filter(|(_, line)| !line.starts_with("    ")) {
            if let Some(rest) = line.strip_prefix("sort ") {
                self.add_sort(rest, &place)?;
            } else if line.contains(": ") {
                self.add_kind(line, &place)?;
            } else if !line.starts_with("games ") && line.split(' ').count() != 2 {
                return Err(wrong(&place, &format!("`{line}` is no `SORT Kind: meaning`")));
            }
        }
        Ok(())
    }

    /// Reads the phrases and examples of a file, whose kinds are known.
    fn read_drafts(&self, file: &str, text: &str, drafts: &mut Vec<Draft>) -> Result<(), BadGrammar> {
        let mut games = 0b111;
        let mut current: Option<(KindId, bool)> = None;
        for (place, line) in lines(file, text) {
            let trimmed = line.trim();
            if line.starts_with("        ") {
                let example = trimmed.strip_prefix("> ").ok_or_else(|| wrong(&place, "an example begins with `> `"))?;
                let draft = drafts.last_mut().ok_or_else(|| wrong(&place, "an example without a phrase"))?;
                draft.examples.push(example.to_owned());
            } else if line.starts_with("    ") {
                let (kind, further) = current.ok_or_else(|| wrong(&place, "a phrase without a kind"))?;
                let source = trimmed.to_owned();
                drafts.push(Draft { kind, further, source, games, place, examples: Vec::new() });
            } else if let Some(names) = trimmed.strip_prefix("games ") {
                games = read_games(names, &place)?;
            } else if trimmed.starts_with("sort ") {
                current = None;
            } else {
                current = Some((self.kind_of_head(trimmed, &place)?, !trimmed.contains(": ")));
            }
        }
        Ok(())
    }

    /// The kind of a line `SORT Kind ...`.
    fn kind_of_head(&self, line: &str, place: &str) -> Result<KindId, BadGrammar> {
        let mut words = line.split([' ', ':']);
        let (sort, name) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        match self.kind_ids.get(name) {
            Some(&id) if self.sorts[self.kind(id).sort].name == sort => Ok(id),
            Some(_) => Err(wrong(place, &format!("the kind `{name}` is of another sort"))),
            None => Err(wrong(place, &format!("the kind `{name}` has no meaning"))),
        }
    }

    /// `NAME [< INCLUDED ...] [(marks)]: MEANING`
    fn add_sort(&mut self, rest: &str, place: &str) -> Result<(), BadGrammar> {
        let (head, meaning) = rest.split_once(": ").ok_or_else(|| wrong(place, "a sort needs `: ` and its meaning"))?;
        let (head, marks) = marks_of(head);
        let (name, included) = head.split_once('<').unwrap_or((head, ""));
        let id = self.sort_id(name.trim());
        if !self.sorts[id].meaning.is_empty() {
            return Err(wrong(place, &format!("the sort `{}` is there twice", name.trim())));
        }
        let inner = included.split_whitespace().map(|name| self.sort_id(name)).collect();
        let sort = &mut self.sorts[id];
        meaning.clone_into(&mut sort.meaning);
        sort.marks = marks;
        sort.includes = inner;
        Ok(())
    }

    fn sort_id(&mut self, name: &str) -> usize {
        if let Some(&id) = self.sort_ids.get(name) {
            return id;
        }
        let empty = Sort { name: name.to_owned(), meaning: String::new(), marks: Vec::new(), includes: Vec::new() };
        self.sorts.push(empty);
        self.sort_ids.insert(name.to_owned(), self.sorts.len() - 1);
        self.sorts.len() - 1
    }

    /// `SORT Kind [(marks)]: MEANING`
    fn add_kind(&mut self, line: &str, place: &str) -> Result<(), BadGrammar> {
        let (head, meaning) = line.split_once(": ").unwrap_or((line, ""));
        let (head, marks) = marks_of(head);
        let Some((sort, name)) = head.split_once(' ') else {
            return Err(wrong(place, &format!("`{line}` is no `SORT Kind: meaning`")));
        };
        if self.kind_ids.contains_key(name) {
            return Err(wrong(place, &format!("the kind `{name}` is there twice")));
        }
        let sort = self.sort_id(sort);
        let (name, meaning) = (name.to_owned(), meaning.to_owned());
        self.kind_ids.insert(name.clone(), KindId(self.kinds.len() as u16));
        self.kinds.push(Kind { name, sort, meaning, marks, fields: Vec::new(), phrases: Vec::new() });
        Ok(())
    }

    /// Makes the phrases of one line: several where it offers a choice of words (`gain|get`, `has~have`).
    fn add_phrases(&mut self, draft: &Draft) -> Result<(), BadGrammar> {
        let (text, notes) = match draft.source.rsplit_once("  [") {
            Some((text, notes)) if notes.ends_with(']') => (text.trim(), &notes[..notes.len() - 1]),
            _ => (draft.source.as_str(), ""),
        };
        for text in choices(text).map_err(|problem| wrong(&draft.place, &problem))? {
            let parts = self.read_parts(draft, &text)?;
            let mut phrase = Phrase {
                kind: draft.kind,
                parts,
                fixed: Vec::new(),
                traits: 0,
                inherits: None,
                games: draft.games,
                examples: draft.examples.clone(),
                source: text,
                place: draft.place.clone(),
            };
            self.read_notes(notes, &mut phrase)?;
            self.kinds[draft.kind.0 as usize].phrases.push(self.phrases.len());
            self.phrases.push(phrase);
        }
        Ok(())
    }

    fn read_parts(&mut self, draft: &Draft, text: &str) -> Result<Vec<Part>, BadGrammar> {
        let mut slots = Vec::new();
        let mut words = String::new();
        let mut rest = text;
        while let Some(open) = rest.find('<') {
            let close = rest[open..].find('>').ok_or_else(|| wrong(&draft.place, "a slot is not closed"))? + open;
            words += &rest[..open];
            words.push(SLOT_MARK);
            slots.push(self.read_slot(draft, &rest[open + 1..close])?);
            rest = &rest[close + 1..];
        }
        words += rest;
        let mut slots = slots.into_iter();
        let mut parts: Vec<Part> = Vec::new();
        let mut capital = None;
        for token in tokens(&words) {
            let word = &words[token.span.clone()];
            if word == "^" {
                capital = Some(token.glued);
                continue;
            }
            let glued = capital.unwrap_or(token.glued);
            let what = match word.chars().next() {
                Some(SLOT_MARK) => slots.next().ok_or_else(|| wrong(&draft.place, "a slot is lost"))?,
                _ => What::Word(self.word(if word == "an" { "a" } else { word })),
            };
            parts.push(Part { glued: glued && !parts.is_empty(), capital: capital.take().is_some(), what });
        }
        if parts.is_empty() { Err(wrong(&draft.place, "the phrase is empty")) } else { Ok(parts) }
    }

    /// `NAME:SORT.TRAIT.TRAIT?` or `SORT`, with `?`, `*`, `+`, `&`, `|`, `,` or `#` at the end for how many.
    fn read_slot(&mut self, draft: &Draft, text: &str) -> Result<What, BadGrammar> {
        let (text, repeat) = match text.chars().last() {
            Some('?') => (&text[..text.len() - 1], Repeat::Optional),
            Some('*') => (&text[..text.len() - 1], Repeat::Any),
            Some('+') => (&text[..text.len() - 1], Repeat::Some),
            Some('&') => (&text[..text.len() - 1], Repeat::And),
            Some('|') => (&text[..text.len() - 1], Repeat::Or),
            Some(',') => (&text[..text.len() - 1], Repeat::Comma),
            Some('#') => (&text[..text.len() - 1], Repeat::Run),
            _ => (text, Repeat::One),
        };
        let (name, wanted) = text.split_once(':').unwrap_or_else(|| (text.split('.').next().unwrap_or(text), text));
        let mut wanted = wanted.split('.');
        let sort_name = wanted.next().unwrap_or_default();
        let sort = match sort_name {
            "int" => SlotSort::Int,
            "numeral" => SlotSort::Numeral,
            "data" => SlotSort::Data,
            "name" => SlotSort::Name,
            "names" => SlotSort::Names,
            other => SlotSort::Sort(self.sort_id(other)),
        };
        let mut traits = 0;
        for name in wanted {
            traits |= self.trait_bit(name, &draft.place)?;
        }
        let is_list = !matches!(repeat, Repeat::One | Repeat::Optional);
        let is_name = matches!(sort, SlotSort::Name | SlotSort::Names);
        let sort_name = match sort {
            SlotSort::Numeral | SlotSort::Data => "int",
            SlotSort::Names => "name",
            _ => sort_name,
        };
        let field = self.field(draft.kind, &draft.place, name, sort_name, is_list, is_name)?;
        Ok(What::Slot { field, sort, traits, repeat })
    }

    fn field(
        &mut self,
        kind: KindId,
        place: &str,
        name: &str,
        sort: &str,
        is_list: bool,
        is_name: bool,
    ) -> Result<usize, BadGrammar> {
        let kind = &mut self.kinds[kind.0 as usize];
        if let Some(at) = kind.fields.iter().position(|field| field.name == name) {
            let known = &kind.fields[at];
            if known.is_list != is_list || known.is_name != is_name {
                return Err(wrong(place, &format!("`{name}` is a list or a name in one phrase only")));
            }
            return Ok(at);
        }
        let (name, sort) = (name.to_owned(), sort.to_owned());
        kind.fields.push(Field { name, sort, is_list, is_name, is_resolved: false });
        Ok(kind.fields.len() - 1)
    }

    /// `[one character =noun -many to=AnyCharacter]`: traits, the slot whose traits are taken over and what of them is
    /// left out, and fields with a fixed value.
    fn read_notes(&mut self, notes: &str, phrase: &mut Phrase) -> Result<(), BadGrammar> {
        let place = phrase.place.clone();
        let mut without = 0;
        let mut inherits = None;
        for note in notes.split_whitespace() {
            if let Some(name) = note.strip_prefix('=') {
                inherits =
                    Some(
                        self.kind(phrase.kind).fields.iter().position(|field| field.name == name).ok_or_else(|| {
                            wrong(&place, &format!("there is no slot `{name}` to take the traits from"))
                        })?,
                    );
            } else if let Some(name) = note.strip_prefix('-') {
                without |= self.trait_bit(name, &place)?;
            } else if let Some((name, value)) = note.split_once('=') {
                let value = match value.parse() {
                    Ok(number) => Fixed::Number(number),
                    Err(_) => Fixed::Kind(
                        self.kind_named(value).ok_or_else(|| wrong(&place, &format!("there is no kind `{value}`")))?,
                    ),
                };
                let sort = match value {
                    Fixed::Number(_) => "int".to_owned(),
                    Fixed::Kind(kind) => self.sorts[self.kind(kind).sort].name.clone(),
                };
                let field = self.field(phrase.kind, &place, name, &sort, false, false)?;
                phrase.fixed.push((field, value));
            } else {
                phrase.traits |= self.trait_bit(note, &place)?;
            }
        }
        phrase.inherits = inherits.map(|field| (field, without));
        Ok(())
    }

    /// The fields that are found out later: what a pronoun means, and who picks.
    fn add_resolved_fields(&mut self) -> Result<(), BadGrammar> {
        for kind in &mut self.kinds {
            for (mark, name, sort) in [(REFERS, MEANS, "int"), (REFERS_BACK, MEANS, "int"), (PICKED, PICKER, "picker")]
            {
                if !kind.marks.iter().any(|known| known == mark) {
                    continue;
                }
                if kind.fields.iter().any(|field| field.name == name) {
                    return Err(BadGrammar(format!("`{}` must not have a field `{name}` of its own", kind.name)));
                }
                let (name, sort) = (name.to_owned(), sort.to_owned());
                kind.fields.push(Field { name, sort, is_list: false, is_name: false, is_resolved: true });
            }
        }
        Ok(())
    }

    fn trait_bit(&mut self, name: &str, place: &str) -> Result<u64, BadGrammar> {
        let bit = self.traits.iter().position(|known| known == name).unwrap_or_else(|| {
            self.traits.push(name.to_owned());
            self.traits.len() - 1
        });
        if bit < 63 { Ok(1 << bit) } else { Err(wrong(place, "there are more than 63 traits")) }
    }

    fn word(&mut self, word: &str) -> u32 {
        if let Some(&id) = self.word_ids.get(word) {
            return id;
        }
        self.words.push(word.to_owned());
        let id = self.words.len() as u32;
        self.word_ids.insert(word.to_owned(), id);
        id
    }

    /// What the files cannot say wrongly line by line: sorts that are used but not described, and phrases that begin
    /// with their own sort.
    fn check(&self) -> Result<(), BadGrammar> {
        if let Some(sort) = self.sorts.iter().find(|sort| sort.meaning.is_empty()) {
            return Err(BadGrammar(format!("the sort `{}` is used but not described", sort.name)));
        }
        for sort in 0..self.sorts.len() {
            let mut path = vec![sort];
            self.check_left(sort, &mut path)?;
        }
        Ok(())
    }

    fn check_left(&self, sort: usize, path: &mut Vec<usize>) -> Result<(), BadGrammar> {
        for (next, place) in self.left_corners(sort) {
            if next == path[0] {
                let names: Vec<&str> = path.iter().map(|&sort| self.sorts[sort].name.as_str()).collect();
                return Err(BadGrammar(format!("{place}: `{}` begins with itself", names.join("` < `"))));
            }
            if !path.contains(&next) {
                path.push(next);
                self.check_left(next, path)?;
                path.pop();
            }
        }
        Ok(())
    }

    /// The sorts with which phrases of a sort can begin.
    fn left_corners(&self, sort: usize) -> Vec<(usize, &str)> {
        let mut out: Vec<(usize, &str)> = self.sorts[sort].includes.iter().map(|&inner| (inner, "a sort")).collect();
        let phrases = self.phrases.iter().filter(|phrase| self.kind(phrase.kind).sort == sort);
        for phrase in phrases {
            for part in &phrase.parts {
                let What::Slot { sort, repeat, .. } = &part.what else { break };
                if let SlotSort::Sort(inner) = sort {
                    out.push((*inner, &phrase.place));
                }
                if !matches!(repeat, Repeat::Optional | Repeat::Any) {
                    break;
                }
            }
        }
        out.sort_unstable();
        out.dedup_by_key(|(sort, _)| *sort);
        out
    }
}

/// The lines of a file that say something, with their places.
fn lines<'a>(file: &'a str, text: &'a str) -> impl Iterator<Item = (String, &'a str)> {
    let numbered = (1..).zip(text.lines().map(str::trim_end));
    let says = |line: &str| !matches!(line.trim_start(), "" | "#") && !line.trim_start().starts_with("# ");
    numbered.filter(move |(_, line)| says(line)).map(move |(number, line)| (format!("{file}:{number}"), line))
}

/// `HEAD (mark mark)`
fn marks_of(text: &str) -> (&str, Vec<String>) {
    match text.split_once(" (") {
        Some((head, marks)) => {
            let marks = marks.trim_end().trim_end_matches(')').split_whitespace();
            (head.trim_end(), marks.map(str::to_owned).collect())
        }
        None => (text.trim_end(), Vec::new()),
    }
}

fn wrong(place: &str, problem: &str) -> BadGrammar {
    BadGrammar(format!("{place}: {problem}"))
}

fn read_games(names: &str, place: &str) -> Result<u8, BadGrammar> {
    names.split_whitespace().try_fold(0, |bits, name| {
        let game = Game::named(name).ok_or_else(|| wrong(place, &format!("there is no game `{name}`")))?;
        Ok(bits | 1 << game as u8)
    })
}

/// All texts that a phrase with choices stands for. `gain|get` is one word or the other; `has~have` is the first where
/// the slot before it speaks of one, the second where it speaks of many.
fn choices(text: &str) -> Result<Vec<String>, String> {
    let Some((at, choice)) = find_choice(text) else { return Ok(vec![text.to_owned()]) };
    let (before, after) = (&text[..at], &text[at + choice.len()..]);
    let chosen: Vec<String> = match choice.split_once('~') {
        None => choice.split('|').map(|word| format!("{before}{word}{after}")).collect(),
        Some((one, many)) => {
            let close = before.rfind('>').ok_or_else(|| format!("`{choice}` has no slot before it"))?;
            let open = before[..close].rfind('<').unwrap_or(0);
            let slot = &before[open..close];
            let end = if slot.ends_with(['?', '*', '+', '&', '|', ',', '#']) { close - 1 } else { close };
            // Another choice of this phrase may have settled the number of the slot already.
            match (slot.contains(".one"), slot.contains(".many")) {
                (true, _) => vec![format!("{before}{one}{after}")],
                (_, true) => vec![format!("{before}{many}{after}")],
                _ => [(one, ".one"), (many, ".many")]
                    .map(|(word, number)| format!("{}{number}{}{word}{after}", &before[..end], &before[end..]))
                    .to_vec(),
            }
        }
    };
    chosen.iter().map(|text| choices(text)).collect::<Result<Vec<_>, _>>().map(|texts| texts.concat())
}

/// The first choice of words in a text, with its place.
fn find_choice(text: &str) -> Option<(usize, &str)> {
    let mut at = 0;
    for piece in text.split(' ') {
        let word = piece.trim_end_matches(['.', ',', ':', ';']);
        let word = word.split_once('>').map_or(word, |(_, after)| after);
        if !word.contains('<') && (word.contains('|') || word.contains('~')) {
            return Some((at + piece.find(word).unwrap_or(0), word));
        }
        at += piece.len() + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_of_words_makes_several_phrases() {
        assert_eq!(choices("gain|get <n:int> Armor.").unwrap(), ["gain <n:int> Armor.", "get <n:int> Armor."]);
        assert_eq!(
            choices("<who:group> has~have <what:keyword|>").unwrap(),
            ["<who:group.one> has <what:keyword|>", "<who:group.many> have <what:keyword|>"]
        );
    }

    fn read(text: &str) -> Result<Definition, String> {
        Definition::read(&[("test.grammar", text)]).map_err(|error| error.to_string())
    }

    #[test]
    fn mistakes_name_file_and_line() {
        assert_eq!(read("sort a: an a\na A\n").unwrap_err(), "grammar: test.grammar:2: the kind `A` has no meaning");
        assert_eq!(
            read("sort a: an a\na A: x\n    <x:b>\n").unwrap_err(),
            "grammar: the sort `b` is used but not described"
        );
        assert_eq!(
            read("sort a: an a\na A: x\n    <x:a> y\n").unwrap_err(),
            "grammar: test.grammar:3: `a` begins with itself"
        );
        assert!(read("sort a: an a\na A: x\n    word\n        no mark\n").unwrap_err().contains("test.grammar:4"));
    }
}
