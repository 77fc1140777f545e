//! The bytes of pattern databases: owned, embedded in the program, or mapped from a file.

use std::fs::File;
use std::io;
use std::ops::{Deref, Range};
use std::sync::Arc;

/// Immutable bytes, shared by clones.
#[derive(Clone)]
pub(crate) struct Bytes {
    backing: Backing,
    range: Range<usize>,
}

#[derive(Clone)]
enum Backing {
    Owned(Arc<Vec<u8>>),
    Static(&'static [u8]),
    #[cfg(feature = "mmap")]
    Mapped(Arc<memmap2::Mmap>),
}

impl Bytes {
    fn new(backing: Backing) -> Self {
        let range = 0..backing.bytes().len();
        Self { backing, range }
    }

    /// Wraps bytes that are embedded in the program.
    pub(crate) fn from_static(bytes: &'static [u8]) -> Self {
        Self::new(Backing::Static(bytes))
    }

    /// Maps a whole file into memory.
    #[cfg(feature = "mmap")]
    #[expect(unsafe_code, reason = "another process could modify a mapped file")]
    pub(crate) fn from_file(file: &File) -> io::Result<Self> {
        // SAFETY: the caller of `map` must ensure that nothing modifies or truncates the file while it is
        // mapped; anything else is undefined behavior. Taquin never does: it writes a file under a temporary
        // name, renames it once it is complete, and afterwards only reads, replaces (the mapping keeps the
        // old file) or removes it. Users must not edit a file in place while Taquin runs. Gain: opening takes
        // the same time for any length.
        let map = unsafe { memmap2::Mmap::map(file)? };
        Ok(Self::new(Backing::Mapped(Arc::new(map))))
    }

    /// Reads a whole file.
    #[cfg(not(feature = "mmap"))]
    pub(crate) fn from_file(mut file: &File) -> io::Result<Self> {
        let mut bytes = Vec::new();
        io::Read::read_to_end(&mut file, &mut bytes)?;
        Ok(Self::from(bytes))
    }

    /// Returns a subrange of these bytes without copying them.
    ///
    /// # Panics
    /// If the range is out of bounds.
    pub(crate) fn slice(&self, part: Range<usize>) -> Self {
        assert!(part.start <= part.end && part.end <= self.range.len(), "out of bounds");
        let range = self.range.start + part.start..self.range.start + part.end;
        Self { backing: self.backing.clone(), range }
    }
}

impl Backing {
    fn bytes(&self) -> &[u8] {
        match self {
            Self::Owned(bytes) => bytes,
            Self::Static(bytes) => bytes,
            #[cfg(feature = "mmap")]
            Self::Mapped(map) => map,
        }
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.backing.bytes()[self.range.clone()]
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self::new(Backing::Owned(Arc::new(bytes)))
    }
}

impl From<Vec<u64>> for Bytes {
    fn from(words: Vec<u64>) -> Self {
        let mut bytes = Vec::with_capacity(8 * words.len());
        for word in words {
            bytes.extend_from_slice(&word.to_le_bytes());
        }
        Self::from(bytes)
    }
}
