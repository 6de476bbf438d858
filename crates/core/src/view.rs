use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Map, Value};

/// What a seat sees: the root of a tree of components and, for each legal action, what one touches to take it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    /// The table with everything on it that the seat may know.
    pub table: Component,
    /// For each action that the seat may take now: the action, its text, the ids of the components to touch in order.
    pub actions: Vec<(u32, String, Vec<String>)>,
}

/// A thing on the table that can be drawn.
///
/// Kinds that every drawer knows: `table`, `grid` (attributes `rows`, `columns`; places `row,column`), `cell`, `area` (a named
/// group), `hand`, `pile`, `card`, `piece`, `counter`, `button`, `text`. An unknown kind is
/// drawn as an area.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Component {
    /// Unique in its view, and the same from view to view while the thing stays in its place.
    pub id: String,
    /// What kind of thing it is.
    pub kind: Cow<'static, str>,
    /// The text on it.
    pub label: String,
    /// Further facts, by name.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub attributes: Map<String, Value>,
    /// What stands on it, each at a named place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<(String, Component)>,
}

impl Component {
    /// A component with nothing on it.
    pub fn new(kind: impl Into<Cow<'static, str>>, id: impl Into<String>, label: impl Into<String>) -> Self {
        Component {
            id: id.into(),
            kind: kind.into(),
            label: label.into(),
            attributes: Map::new(),
            children: Vec::new(),
        }
    }

    /// The component with one more fact.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.attributes.insert(name.to_owned(), value.into());
        self
    }

    /// The component with one more thing on it.
    #[must_use]
    pub fn at(mut self, place: impl Into<String>, child: Component) -> Self {
        self.children.push((place.into(), child));
        self
    }

    /// Every component of the tree, parents before children.
    pub fn walk(&self) -> Vec<&Component> {
        let mut all = vec![self];
        let mut next = 0;
        while let Some(&component) = all.get(next) {
            all.extend(component.children.iter().map(|(_, child)| child));
            next += 1;
        }
        all
    }
}
