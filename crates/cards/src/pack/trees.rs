//! Trees in a few bytes.
//!
//! A node is its kind, its wording, the number of its fields, and the fields; a field is a byte for what it is and its
//! value. Numbers take one byte for each seven bits.

use ludus_cardtext::definition::{Definition, KindId};
use ludus_cardtext::{Tree, Value};

/// No text is nested more deeply.
const DEEPEST: usize = 100;

const ABSENT: u8 = 0;
const NUMBER: u8 = 1;
const NAME: u8 = 2;
const TREE: u8 = 3;
const LIST: u8 = 4;

/// Writes a tree.
pub(super) fn write(tree: &Tree, out: &mut Vec<u8>) {
    write_number(u32::from(tree.kind.0), out);
    out.push(tree.wording);
    write_number(tree.fields.len() as u32, out);
    for value in &tree.fields {
        match value {
            Value::Absent => out.push(ABSENT),
            Value::Number(number) => {
                out.push(NUMBER);
                // Small numbers of either sign become small ones without.
                write_number(((number << 1) ^ (number >> 31)).cast_unsigned(), out);
            }
            Value::Name(name) => {
                out.push(NAME);
                write_number(name.len() as u32, out);
                out.extend_from_slice(name.as_bytes());
            }
            Value::Tree(tree) => {
                out.push(TREE);
                write(tree, out);
            }
            Value::List(list) => {
                out.push(LIST);
                write_number(list.len() as u32, out);
                for tree in list {
                    write(tree, out);
                }
            }
        }
    }
}

fn write_number(mut number: u32, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Reads a tree from the beginning of some bytes; `None` where they are no tree of this grammar.
pub(super) fn read(definition: &Definition, from: &mut &[u8]) -> Option<Tree> {
    read_node(definition, from, 0)
}

fn read_node(definition: &Definition, from: &mut &[u8], depth: usize) -> Option<Tree> {
    if depth > DEEPEST {
        return None;
    }
    let kind = KindId(u16::try_from(read_number(from)?).ok()?);
    let known = definition.kinds.get(usize::from(kind.0))?;
    let wording = take(from, 1)?[0];
    let count = read_number(from)? as usize;
    if count != known.fields.len() {
        return None;
    }
    let fields = (0..count).map(|_| read_value(definition, from, depth)).collect::<Option<_>>()?;
    Some(Tree { kind, wording, fields })
}

fn read_value(definition: &Definition, from: &mut &[u8], depth: usize) -> Option<Value> {
    Some(match take(from, 1)?[0] {
        ABSENT => Value::Absent,
        NUMBER => {
            let number = read_number(from)?;
            Value::Number((number >> 1).cast_signed() ^ -(number & 1).cast_signed())
        }
        NAME => {
            let length = read_number(from)? as usize;
            Value::Name(std::str::from_utf8(take(from, length)?).ok()?.into())
        }
        TREE => Value::Tree(read_node(definition, from, depth + 1)?),
        LIST => {
            let count = read_number(from)?;
            Value::List((0..count).map(|_| read_node(definition, from, depth + 1)).collect::<Option<_>>()?)
        }
        _ => return None,
    })
}

fn read_number(from: &mut &[u8]) -> Option<u32> {
    let mut number = 0_u32;
    for shift in [0, 7, 14, 21, 28] {
        let byte = take(from, 1)?[0];
        number |= u32::from(byte & 0x7f).checked_shl(shift)?;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

fn take<'a>(from: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (taken, rest) = from.split_at_checked(count)?;
    *from = rest;
    Some(taken)
}
