//! Where the bytes of a table are kept: in memory, in the program itself, or in a file that is mapped into memory.

#![expect(unsafe_code, reason = "a mapped file is memory that others could write to")]

use memmap2::Mmap;
use std::fs::File;
use std::io;
use std::ops::{Deref, Range};
use std::sync::Arc;

/// Bytes that many threads read.
#[derive(Clone)]
pub(crate) enum Bytes {
    Owned(Arc<Vec<u8>>),
    Static(&'static [u8]),
    /// A part of a file.
    Mapped(Arc<Mmap>, Range<usize>),
}

impl Bytes {
    /// Maps a whole file.
    pub(crate) fn of_file(file: &File) -> io::Result<Self> {
        // SAFETY: nobody writes to these files. Taquin writes them under another name and gives them theirs when they are
        // whole; from then on they are only read, replaced as a whole (the map keeps the old one) or removed. A user who
        // edits a table in place during a search gets wrong bits at worst, and one who cuts it off a bus error, as with
        // any mapped file. What it gains: 196 MB are there in microseconds instead of a tenth of a second.
        let map = unsafe { Mmap::map(file)? };
        let range = 0..map.len();
        Ok(Self::Mapped(Arc::new(map), range))
    }

    /// A part of these bytes, without copying them. It must be within them.
    pub(crate) fn part(&self, part: Range<usize>) -> Self {
        match self {
            Self::Owned(bytes) => Self::Owned(Arc::new(bytes[part].to_vec())),
            Self::Static(bytes) => Self::Static(&bytes[part]),
            Self::Mapped(map, all) => {
                Self::Mapped(Arc::clone(map), all.start + part.start..all.start + part.end)
            }
        }
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Owned(bytes) => bytes,
            Self::Static(bytes) => bytes,
            Self::Mapped(map, part) => &map[part.clone()],
        }
    }
}

impl From<Vec<u64>> for Bytes {
    fn from(words: Vec<u64>) -> Self {
        let mut bytes = Vec::with_capacity(8 * words.len());
        for word in words {
            bytes.extend_from_slice(&word.to_le_bytes());
        }
        Self::Owned(Arc::new(bytes))
    }
}
