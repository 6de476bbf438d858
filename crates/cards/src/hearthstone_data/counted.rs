//! A reader that counts lines and refuses what cannot be card data.

use std::io::{BufRead, Error, ErrorKind, Read, Result};

/// In card data a tag begins at least every so many bytes.
const LONGEST_GAP: u64 = 1 << 20;

/// Counts what is read through it.
pub(super) struct Counted<R> {
    inner: R,
    /// Bytes read so far.
    pub(super) bytes: u64,
    /// Line breaks read so far.
    pub(super) lines: u64,
    last_tag: u64,
}

impl<R> Counted<R> {
    pub(super) fn new(inner: R) -> Counted<R> {
        Counted { inner, bytes: 0, lines: 0, last_tag: 0 }
    }
}

impl<R: BufRead> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> Result<&[u8]> {
        if self.bytes - self.last_tag > LONGEST_GAP {
            return Err(Error::new(ErrorKind::InvalidData, "no tag begins within a million bytes"));
        }
        self.inner.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        // What is consumed is still in the buffer: asking for it again reads nothing.
        if let Ok(buffer) = self.inner.fill_buf() {
            let taken = &buffer[..amount.min(buffer.len())];
            self.lines += taken.iter().map(|&letter| u64::from(letter == b'\n')).sum::<u64>();
            if let Some(place) = taken.iter().rposition(|&letter| letter == b'<') {
                self.last_tag = self.bytes + place as u64;
            }
        }
        self.bytes += amount as u64;
        self.inner.consume(amount);
    }
}

impl<R: BufRead> Read for Counted<R> {
    fn read(&mut self, out: &mut [u8]) -> Result<usize> {
        let amount = self.fill_buf()?.read(out)?;
        self.consume(amount);
        Ok(amount)
    }
}
