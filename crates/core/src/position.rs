use std::fmt;

use serde_json::{Map, Value};

use crate::BadPosition;

/// A position in named fields: written in one line for people, as a JSON object for tools.
///
/// The fields stand in a fixed order and hold no spaces, but for the last one.
///
/// ```
/// use ludus_core::Position;
/// let position = Position::from_text(&["board", "turn"], "x.o/.x./... o").unwrap();
/// assert_eq!(position.get("turn"), "o");
/// assert_eq!(position.to_json().to_string(), r#"{"board":"x.o/.x./...","turn":"o"}"#);
/// assert_eq!(position.to_string(), "x.o/.x./... o");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    fields: Vec<(&'static str, String)>,
}

impl Position {
    /// A position from the values of its fields.
    pub fn new(fields: impl IntoIterator<Item = (&'static str, String)>) -> Self {
        Position { fields: fields.into_iter().collect() }
    }

    /// Reads the one-line form.
    pub fn from_text(names: &[&'static str], text: &str) -> Result<Self, BadPosition> {
        let mut words = text.trim().splitn(names.len(), char::is_whitespace);
        let fields: Vec<_> =
            names.iter().map_while(|&name| words.next().map(|word| (name, word.trim().to_owned()))).collect();
        match names.get(fields.len()) {
            Some(missing) => Err(BadPosition::new(missing, format!("is missing; write: {}", names.join(" ")))),
            None => Ok(Position { fields }),
        }
    }

    /// Reads the JSON form; each field is a text.
    pub fn from_json(names: &[&'static str], json: &Value) -> Result<Self, BadPosition> {
        let Value::Object(object) = json else {
            return Err(BadPosition::new("JSON", format!("must be an object with the fields {}", names.join(", "))));
        };
        if let Some(unknown) = object.keys().find(|key| !names.contains(&key.as_str())) {
            return Err(BadPosition::new(unknown, format!("is unknown; the fields are {}", names.join(", "))));
        }
        let read = |&name: &&'static str| match object.get(name) {
            Some(Value::String(text)) => Ok((name, text.clone())),
            Some(other) => Err(BadPosition::new(name, format!("must be a text, not {other}"))),
            None => Err(BadPosition::new(name, "is missing")),
        };
        Ok(Position { fields: names.iter().map(read).collect::<Result<_, _>>()? })
    }

    /// The JSON form.
    pub fn to_json(&self) -> Value {
        Value::Object(
            self.fields.iter().map(|(name, text)| ((*name).to_owned(), text.clone().into())).collect::<Map<_, _>>(),
        )
    }

    /// The text of a field. Asking for a field that the notation does not have is a mistake of the game.
    pub fn get(&self, name: &str) -> &str {
        let field = self.fields.iter().find(|(known, _)| *known == name);
        &field.unwrap_or_else(|| panic!("the notation has no field {name}")).1
    }

    /// A field that must be a whole number up to a limit.
    pub fn number(&self, name: &str, most: u32) -> Result<u32, BadPosition> {
        let text = self.get(name);
        text.parse()
            .ok()
            .filter(|&number| number <= most)
            .ok_or_else(|| BadPosition::new(name, format!("is `{text}`, but must be a whole number from 0 to {most}")))
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (_, text)) in self.fields.iter().enumerate() {
            write!(f, "{}{text}", if place == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: &[&str] = &["board", "turn"];

    #[test]
    fn a_wrong_position_names_the_field() {
        let text = |text| Position::from_text(NAMES, text).unwrap_err().to_string();
        assert_eq!(text("xo"), "position: turn is missing; write: board turn");
        let json =
            |json: &str| Position::from_json(NAMES, &serde_json::from_str(json).unwrap()).unwrap_err().to_string();
        assert_eq!(json("[]"), "position: JSON must be an object with the fields board, turn");
        assert_eq!(json(r#"{"board": "x"}"#), "position: turn is missing");
        assert_eq!(json(r#"{"board": 1, "turn": "x"}"#), "position: board must be a text, not 1");
        assert_eq!(json(r#"{"bord": "x"}"#), "position: bord is unknown; the fields are board, turn");
    }

    #[test]
    fn the_last_field_may_hold_spaces() {
        assert_eq!(Position::from_text(NAMES, "a b c").unwrap().get("turn"), "b c");
    }
}
