//! The tree of a card's text.

use serde_json::{Map, Value as Json};

use crate::definition::{Definition, KindId};

/// A node of the tree: what kind of phrase it is and what stands in its fields.
///
/// Kinds, their fields and meanings are those of the grammar (`grammar/*.grammar`). The fields stand in the order in
/// which the grammar first names them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tree {
    /// The kind of the node.
    pub kind: KindId,
    /// Which of several wordings with the same meaning is used; 0 is the canonical one.
    pub wording: u8,
    /// The fields of the kind, in its order.
    pub fields: Vec<Value>,
}

/// What stands in a field.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// Nothing: the phrase does not speak of it.
    Absent,
    /// A whole number.
    Number(i32),
    /// The name of a card, in the singular.
    Name(Box<str>),
    /// One phrase.
    Tree(Tree),
    /// Several phrases.
    List(Vec<Tree>),
}

impl Value {
    /// The phrase that stands here, if it is one.
    pub fn tree(&self) -> Option<&Tree> {
        if let Value::Tree(tree) = self { Some(tree) } else { None }
    }
}

impl Tree {
    /// The field of this name; `Absent` where the kind has none.
    pub fn field<'a>(&'a self, definition: &Definition, name: &str) -> &'a Value {
        let place = definition.kind(self.kind).fields.iter().position(|field| field.name == name);
        place.and_then(|place| self.fields.get(place)).unwrap_or(&Value::Absent)
    }

    /// The same meaning in the canonical wording.
    #[must_use]
    pub fn canonical(&self) -> Tree {
        let mut tree = self.clone();
        tree.visit_mut(&mut |node| node.wording = 0);
        tree
    }

    /// Calls for this node and for all below it, in the order of the fields.
    pub fn visit<'a>(&'a self, call: &mut impl FnMut(&'a Tree)) {
        call(self);
        for value in &self.fields {
            match value {
                Value::Tree(tree) => tree.visit(call),
                Value::List(list) => list.iter().for_each(|tree| tree.visit(call)),
                _ => {}
            }
        }
    }

    /// Like [`Tree::visit`], with leave to change the nodes.
    pub fn visit_mut(&mut self, call: &mut impl FnMut(&mut Tree)) {
        call(self);
        for value in &mut self.fields {
            match value {
                Value::Tree(tree) => tree.visit_mut(call),
                Value::List(list) => list.iter_mut().for_each(|tree| tree.visit_mut(call)),
                _ => {}
            }
        }
    }

    /// The tree as JSON: `"Taunt"` for a node without fields, else `{"Damage": {"amount": .., "to": ..}}`. A wording that is
    /// not the canonical one stands in the field `wording`.
    pub fn to_json(&self, definition: &Definition) -> Json {
        let kind = definition.kind(self.kind);
        let mut fields = Map::new();
        for (field, value) in kind.fields.iter().zip(&self.fields) {
            let json = match value {
                Value::Absent => continue,
                Value::Number(number) => Json::from(*number),
                Value::Name(name) => Json::from(name.as_ref()),
                Value::Tree(tree) => tree.to_json(definition),
                Value::List(list) => list.iter().map(|tree| tree.to_json(definition)).collect(),
            };
            fields.insert(field.name.clone(), json);
        }
        if self.wording > 0 {
            fields.insert("wording".to_owned(), self.wording.into());
        }
        if fields.is_empty() {
            Json::from(kind.name.as_str())
        } else {
            Json::Object(Map::from_iter([(kind.name.clone(), Json::Object(fields))]))
        }
    }

    /// Reads what [`Tree::to_json`] wrote; says in words what is wrong with anything else.
    pub fn from_json(definition: &Definition, json: &Json) -> Result<Tree, String> {
        let nothing = Map::new();
        let (name, given) = match json {
            Json::String(name) => (name, &nothing),
            Json::Object(outer) if outer.len() == 1 => match outer.iter().next() {
                Some((name, Json::Object(fields))) => (name, fields),
                _ => return Err(format!("{json} is no node: the fields of a kind stand in an object")),
            },
            _ => return Err(format!("{json} is no node: write \"Kind\" or {{\"Kind\": {{fields}}}}")),
        };
        let kind = definition.kind_named(name).ok_or_else(|| format!("`{name}` is no kind of node"))?;
        let known = &definition.kind(kind).fields;
        if let Some(key) = given.keys().find(|key| *key != "wording" && !known.iter().any(|field| field.name == **key))
        {
            return Err(format!("{name} has no field `{key}`"));
        }
        let wording = match given.get("wording") {
            None => 0,
            Some(json) => json
                .as_u64()
                .and_then(|number| u8::try_from(number).ok())
                .ok_or_else(|| format!("{name}: the wording must be a small number"))?,
        };
        let read = |json: &Json| match json {
            Json::Number(number) => number
                .as_i64()
                .and_then(|number| i32::try_from(number).ok())
                .map(Value::Number)
                .ok_or_else(|| format!("{name}: {number} is no whole number of a card")),
            Json::Array(list) => {
                list.iter().map(|one| Tree::from_json(definition, one)).collect::<Result<_, _>>().map(Value::List)
            }
            other => Tree::from_json(definition, other).map(Value::Tree),
        };
        let fields = known
            .iter()
            .map(|field| match given.get(&field.name) {
                None => Ok(Value::Absent),
                Some(Json::String(text)) if field.is_name => Ok(Value::Name(text.as_str().into())),
                Some(json) => read(json),
            })
            .collect::<Result<_, String>>()?;
        Ok(Tree { kind, wording, fields })
    }
}
