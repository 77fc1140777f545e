//! A search on the disk, to go on with after a crash.
//!
//! The file has the board, the bound, the nodes made so far and the items that are left: all that there is between two
//! launches. What was made since is made again and was not counted, so the total is that of an undisturbed search. The file is
//! written elsewhere and renamed, and ends with a checksum: it is whole, or it is not believed.
//!
//! All numbers are little-endian. `TAQUINCP`, then 32-bit words: version, partition's fingerprint, rows, columns, home of the
//! blank, bound, number of iterations, number of items; 32 bytes of board; nodes of this iteration (64 bits); for each
//! iteration before, its bound and nodes (64 bits each); the items; xxh3 of all that.

use crate::layout::Item;
use crate::search::Engine;
use crate::solve::pack;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use taquin::accelerator::Task;
use xxhash_rust::xxh3::Xxh3;

const MAGIC: &[u8; 8] = b"TAQUINCP";
const VERSION: u32 = 2;
const HEADER: usize = 8 + 8 * 4 + 32 + 8;

/// What is wrong with a checkpoint.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// It is not whole.
    #[error("the checkpoint {} is damaged: remove it to begin anew", .0.display())]
    Damaged(PathBuf),
    /// It is of another board, goal or partition.
    #[error(
        "the checkpoint is of another board or of other tables: name another file, or remove it to begin anew"
    )]
    Foreign,
    /// It can't be read or written.
    #[error("the checkpoint {} can't be used: {error}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
}

/// A search between two launches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Saved {
    /// Rows, columns and home of the blank.
    kind: [u32; 3],
    fingerprint: u32,
    board: [u8; 32],
    pub(crate) bound: u32,
    /// Nodes of this iteration.
    pub(crate) nodes: u64,
    /// The bounds and nodes of those before.
    pub(crate) iterations: Vec<(u32, u64)>,
    pub(crate) items: Vec<Item>,
}

impl Saved {
    pub(crate) fn new(task: &Task, engine: &Engine, bound: u32, items: Vec<Item>) -> Self {
        Self {
            kind: kind(task),
            fingerprint: engine.fingerprint,
            board: pack(&task.tiles),
            bound,
            nodes: 0,
            iterations: Vec::new(),
            items,
        }
    }

    /// Whether it is of this search.
    pub(crate) fn is_of(&self, task: &Task, engine: &Engine) -> bool {
        self.is_of_board(task) && self.fingerprint == engine.fingerprint
    }

    /// Whether it is of this board, whatever the tables.
    pub(crate) fn is_of_board(&self, task: &Task) -> bool {
        (self.kind, self.board) == (kind(task), pack(&task.tiles))
    }

    pub(crate) fn next_iteration(&mut self, items: Vec<Item>) {
        self.iterations.push((self.bound, self.nodes));
        self.bound += 2;
        self.nodes = 0;
        self.items = items;
    }

    pub(crate) fn nodes_in_all(&self) -> u64 {
        self.nodes + self.iterations.iter().map(|(_, nodes)| nodes).sum::<u64>()
    }

    fn header(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let [rows, cols, blank] = self.kind;
        let counts = [self.iterations.len() as u32, self.items.len() as u32];
        let words = [VERSION, self.fingerprint, rows, cols, blank, self.bound, counts[0], counts[1]];
        bytes.extend(words.into_iter().flat_map(u32::to_le_bytes));
        bytes.extend(self.board);
        bytes.extend(self.nodes.to_le_bytes());
        for &(bound, nodes) in &self.iterations {
            bytes.extend(u64::from(bound).to_le_bytes());
            bytes.extend(nodes.to_le_bytes());
        }
        bytes
    }

    /// None if they are not those of a checkpoint.
    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (content, sum) = bytes.split_last_chunk::<8>()?;
        let mut hash = Xxh3::new();
        hash.update(content);
        let rest = content.strip_prefix(MAGIC)?;
        if hash.digest() != u64::from_le_bytes(*sum) || content.len() < HEADER {
            return None;
        }
        let word = |i: usize| rest[4 * i..].first_chunk().map(|bytes| u32::from_le_bytes(*bytes));
        let number = |at: usize| content.get(at..)?.first_chunk().map(|bytes| u64::from_le_bytes(*bytes));
        if word(0)? != VERSION {
            return None;
        }
        let (count, items) = (word(6)? as usize, word(7)? as usize);
        let iteration = |i: usize| Some((number(HEADER + 16 * i)? as u32, number(HEADER + 16 * i + 8)?));
        let packed = content.get(HEADER + 16 * count..)?;
        if packed.len() != items * size_of::<Item>() {
            return None;
        }
        Some(Self {
            kind: [word(2)?, word(3)?, word(4)?],
            fingerprint: word(1)?,
            board: *rest[32..].first_chunk()?,
            bound: word(5)?,
            nodes: number(HEADER - 8)?,
            iterations: (0..count).map(iteration).collect::<Option<_>>()?,
            items: packed.chunks_exact(size_of::<Item>()).map(bytemuck::pod_read_unaligned).collect(),
        })
    }
}

fn kind(task: &Task) -> [u32; 3] {
    [task.size.rows() as u32, task.size.cols() as u32, task.blank as u32]
}

fn io(path: &Path, error: io::Error) -> CheckpointError {
    CheckpointError::Io { path: path.to_owned(), error }
}

/// Reads a checkpoint, if there is one.
pub(crate) fn read(path: &Path) -> Result<Option<Saved>, CheckpointError> {
    match std::fs::read(path) {
        Ok(bytes) => match Saved::from_bytes(&bytes) {
            Some(saved) => Ok(Some(saved)),
            None => Err(CheckpointError::Damaged(path.to_owned())),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(io(path, error)),
    }
}

/// Puts a checkpoint in place of the one before.
pub(crate) fn write(path: &Path, saved: &Saved) -> Result<(), CheckpointError> {
    let aside = path.with_added_extension("new");
    let put = || -> io::Result<()> {
        let mut file = BufWriter::with_capacity(1 << 20, File::create(&aside)?);
        let mut hash = Xxh3::new();
        for piece in [&saved.header()[..], bytemuck::cast_slice(&saved.items)] {
            hash.update(piece);
            file.write_all(piece)?;
        }
        file.write_all(&hash.digest().to_le_bytes())?;
        file.into_inner()?.sync_data()?;
        std::fs::rename(&aside, path)
    };
    put().map_err(|error| io(path, error))
}

/// Removes a checkpoint, if there is one.
pub(crate) fn remove(path: &Path) -> Result<(), CheckpointError> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(io(path, error)),
        _ => Ok(()),
    }
}
