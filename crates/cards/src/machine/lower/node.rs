//! Reading trees by the names of their kinds and fields.

use ludus_cardtext::definition::Definition;
use ludus_cardtext::{Tree, Value};

/// A node of a tree with the grammar that it is from.
#[derive(Clone, Copy)]
pub(super) struct Node<'a> {
    pub(super) tree: &'a Tree,
    pub(super) definition: &'a Definition,
}

impl<'a> Node<'a> {
    /// The name of its kind.
    pub(super) fn kind(self) -> &'a str {
        &self.definition.kind(self.tree.kind).name
    }

    /// Whether its kind has a mark.
    pub(super) fn has_mark(self, mark: &str) -> bool {
        self.definition.has_mark(self.tree.kind, mark)
    }

    fn value(self, field: &str) -> &'a Value {
        self.tree.field(self.definition, field)
    }

    /// The node in a field.
    pub(super) fn at(self, field: &str) -> Option<Node<'a>> {
        self.value(field).tree().map(|tree| Node { tree, definition: self.definition })
    }

    /// The nodes in a field, be it one or several.
    pub(super) fn all(self, field: &str) -> Vec<Node<'a>> {
        let node = |tree: &'a Tree| Node { tree, definition: self.definition };
        match self.value(field) {
            Value::Tree(tree) => vec![node(tree)],
            Value::List(list) => list.iter().map(node).collect(),
            _ => Vec::new(),
        }
    }

    /// The number in a field.
    pub(super) fn number(self, field: &str) -> Option<i32> {
        if let Value::Number(number) = self.value(field) { Some(*number) } else { None }
    }

    /// The name in a field.
    pub(super) fn name(self, field: &str) -> Option<&'a str> {
        if let Value::Name(name) = self.value(field) { Some(name) } else { None }
    }

    /// The kind of the node in a field.
    pub(super) fn kind_at(self, field: &str) -> Option<&'a str> {
        self.at(field).map(Node::kind)
    }

    /// Which group or sentence a word refers to.
    pub(super) fn means(self) -> u16 {
        self.number("means").unwrap_or(0) as u16
    }

    /// Calls for this node and all below it, in the order of the text.
    pub(super) fn visit(self, call: &mut impl FnMut(Node<'a>)) {
        call(self);
        for value in &self.tree.fields {
            let node = |tree: &'a Tree| Node { tree, definition: self.definition };
            match value {
                Value::Tree(tree) => node(tree).visit(call),
                Value::List(list) => list.iter().for_each(|tree| node(tree).visit(call)),
                _ => {}
            }
        }
    }

    /// Whether some node below it, or itself, is of this kind.
    pub(super) fn contains(self, kind: &str) -> bool {
        let mut found = false;
        self.visit(&mut |node| found |= node.kind() == kind);
        found
    }
}
