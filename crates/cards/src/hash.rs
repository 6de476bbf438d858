//! A hash that is the same on every machine and in every version.

use std::fmt;

/// A hash of 64 bits (FNV-1a), for recognising what is the same; it is no protection against forgery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hash(pub u64);

impl Hash {
    /// The hash of nothing.
    pub const EMPTY: Hash = Hash(0xcbf2_9ce4_8422_2325);

    /// The hash of some bytes.
    pub fn of(bytes: &[u8]) -> Hash {
        Hash::EMPTY.with(bytes)
    }

    /// The hash of several parts; where one ends and the next begins counts.
    pub fn of_parts<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Hash {
        parts.into_iter().fold(Hash::EMPTY, |hash, part| hash.with(&(part.len() as u64).to_le_bytes()).with(part))
    }

    fn with(self, bytes: &[u8]) -> Hash {
        Hash(bytes.iter().fold(self.0, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)))
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(Hash::of(b"").to_string(), "cbf29ce484222325");
        assert_eq!(Hash::of(b"foobar").to_string(), "85944171f73967e8");
        assert_ne!(Hash::of_parts([&b"ab"[..], b"c"]), Hash::of_parts([&b"a"[..], b"bc"]));
    }
}
