//! A search saved to disk, to resume after a crash.
//!
//! The file holds the state of a search between two launches: the board, the bound, the number of nodes
//! generated and the remaining work units. Nodes generated after the last checkpoint are neither counted
//! nor saved, so a resumed search ends with the same total as an uninterrupted one. The file is written under
//! another name and renamed, and ends with a checksum, so it is either complete or rejected.
//!
//! All numbers are little-endian. `TAQUINCP`, then 32-bit words: version, fingerprint of the partition, rows,
//! columns, home of the blank, bound, number of iterations, number of work units; 32 bytes of board; nodes of
//! this iteration (64 bits); for each earlier iteration, its bound and nodes (64 bits each); the work units;
//! xxh3 of all that.

use crate::GpuBoard;
use crate::driver::layout::Item;
use crate::driver::pack_board;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use taquin::gpu::GpuError;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

const MAGIC: &[u8; 8] = b"TAQUINCP";
const VERSION: u32 = 2;
const HEADER: usize = 8 + 8 * 4 + 32 + 8;

/// An error of a checkpoint file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The file is not a checkpoint, of another version, incomplete or damaged.
    #[error("cannot resume from {}: {fault}; delete the file to start over", .path.display())]
    Invalid {
        /// The file.
        path: PathBuf,
        /// The fault found in it.
        fault: &'static str,
    },
    /// The file is the checkpoint of another search.
    #[error(
        "cannot resume from {}: it is the checkpoint of another {what}; \
         choose another file, or delete this one to start over",
        .path.display()
    )]
    Mismatch {
        /// The file.
        path: PathBuf,
        /// The property that differs.
        what: &'static str,
    },
    /// The file cannot be read or written.
    #[error("cannot {action} the checkpoint {}: {error}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The operation that failed: "read", "write" or "remove".
        action: &'static str,
        /// The error of the operating system.
        #[source]
        error: io::Error,
    },
}

impl From<CheckpointError> for GpuError {
    fn from(error: CheckpointError) -> Self {
        Self(error.to_string())
    }
}

/// The state of a search between two launches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Checkpoint {
    /// Rows, columns and home of the blank.
    kind: [u32; 3],
    fingerprint: u32,
    board: [u8; 32],
    pub(crate) bound: u32,
    /// Nodes of the current iteration.
    pub(crate) nodes: u64,
    /// The bounds and nodes of earlier iterations.
    pub(crate) iterations: Vec<(u32, u64)>,
    pub(crate) items: Vec<Item>,
}

impl Checkpoint {
    pub(crate) fn new(task: &GpuBoard, fingerprint: u32, bound: u32, items: Vec<Item>) -> Self {
        let (kind, board) = (kind(task), pack_board(&task.tiles));
        Self { kind, fingerprint, board, bound, nodes: 0, iterations: Vec::new(), items }
    }

    /// Returns an error unless this is a checkpoint of a board.
    pub(crate) fn check_board(&self, path: &Path, task: &GpuBoard) -> Result<(), CheckpointError> {
        if (self.kind, self.board) == (kind(task), pack_board(&task.tiles)) {
            return Ok(());
        }
        Err(CheckpointError::Mismatch { path: path.to_owned(), what: "board or goal" })
    }

    /// Returns an error unless this is a checkpoint of a board with these pattern databases.
    pub(crate) fn check(
        &self,
        path: &Path,
        task: &GpuBoard,
        fingerprint: u32,
    ) -> Result<(), CheckpointError> {
        self.check_board(path, task)?;
        if self.fingerprint == fingerprint {
            return Ok(());
        }
        Err(CheckpointError::Mismatch { path: path.to_owned(), what: "partition of the tiles" })
    }

    pub(crate) fn start_next_iteration(&mut self, items: Vec<Item>) {
        self.iterations.push((self.bound, self.nodes));
        self.bound += 2;
        self.nodes = 0;
        self.items = items;
    }

    /// Returns the number of nodes of all iterations.
    pub(crate) fn total_nodes(&self) -> u64 {
        self.nodes + self.iterations.iter().map(|(_, nodes)| nodes).sum::<u64>()
    }

    /// Reads a checkpoint, if the file exists.
    pub(crate) fn read(path: &Path) -> Result<Option<Self>, CheckpointError> {
        match std::fs::read(path) {
            Ok(bytes) => match Self::from_bytes(&bytes) {
                Ok(saved) => Ok(Some(saved)),
                Err(fault) => Err(CheckpointError::Invalid { path: path.to_owned(), fault }),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(CheckpointError::Io { path: path.to_owned(), action: "read", error }),
        }
    }

    /// Writes the checkpoint, replacing an earlier one atomically.
    pub(crate) fn write(&self, path: &Path) -> Result<(), CheckpointError> {
        let temporary = path.with_added_extension("new");
        let write = || -> io::Result<()> {
            let mut file = BufWriter::with_capacity(1 << 20, File::create(&temporary)?);
            let mut hash = Xxh3::new();
            for piece in [&self.header()[..], bytemuck::cast_slice(&self.items)] {
                hash.update(piece);
                file.write_all(piece)?;
            }
            file.write_all(&hash.digest().to_le_bytes())?;
            file.into_inner()?.sync_data()?;
            std::fs::rename(&temporary, path)
        };
        write().map_err(|error| CheckpointError::Io { path: path.to_owned(), action: "write", error })
    }

    /// Removes a checkpoint, if the file exists.
    pub(crate) fn remove(path: &Path) -> Result<(), CheckpointError> {
        match std::fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(CheckpointError::Io { path: path.to_owned(), action: "remove", error })
            }
            _ => Ok(()),
        }
    }

    fn header(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let [rows, cols, blank] = self.kind;
        let iterations = self.iterations.len() as u32;
        let items = self.items.len() as u32;
        let words = [VERSION, self.fingerprint, rows, cols, blank, self.bound, iterations, items];
        bytes.extend(words.into_iter().flat_map(u32::to_le_bytes));
        bytes.extend(self.board);
        bytes.extend(self.nodes.to_le_bytes());
        for &(bound, nodes) in &self.iterations {
            bytes.extend(u64::from(bound).to_le_bytes());
            bytes.extend(nodes.to_le_bytes());
        }
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self, &'static str> {
        if !bytes.starts_with(MAGIC) {
            return Err("it is not a checkpoint of Taquin");
        }
        let content = match bytes.split_last_chunk::<8>() {
            Some((content, sum)) if xxh3_64(content) == u64::from_le_bytes(*sum) => content,
            _ => return Err("it is incomplete or damaged (the checksum is wrong)"),
        };
        if content.get(8..12) != Some(&VERSION.to_le_bytes()) {
            return Err("another version of Taquin wrote it");
        }
        Self::from_content(content).ok_or("its lengths are inconsistent")
    }

    fn from_content(content: &[u8]) -> Option<Self> {
        let word = |i: usize| content.get(8 + 4 * i..)?.first_chunk().map(|bytes| u32::from_le_bytes(*bytes));
        let number = |at: usize| content.get(at..)?.first_chunk().map(|bytes| u64::from_le_bytes(*bytes));
        let iterations = word(6)? as usize;
        let items = word(7)? as usize;
        let iteration = |i: usize| {
            let bound = u32::try_from(number(HEADER + 16 * i)?).ok()?;
            Some((bound, number(HEADER + 16 * i + 8)?))
        };
        let packed = content.get(HEADER + 16 * iterations..)?;
        if packed.len() != items * size_of::<Item>() {
            return None;
        }
        Some(Self {
            kind: [word(2)?, word(3)?, word(4)?],
            fingerprint: word(1)?,
            board: *content.get(40..)?.first_chunk()?,
            bound: word(5)?,
            nodes: number(HEADER - 8)?,
            iterations: (0..iterations).map(iteration).collect::<Option<_>>()?,
            items: packed.chunks_exact(size_of::<Item>()).map(bytemuck::pod_read_unaligned).collect(),
        })
    }
}

fn kind(task: &GpuBoard) -> [u32; 3] {
    [task.size.rows() as u32, task.size.cols() as u32, task.blank as u32]
}

/// Reads bytes as a checkpoint, with their own checksum and with the right one; a checkpoint survives writing.
///
/// # Panics
/// If it does not.
#[cfg(feature = "fuzzing")]
pub fn fuzz_checkpoint(bytes: &[u8]) {
    let _ = Checkpoint::from_bytes(bytes);
    let sealed = [&MAGIC[..], &VERSION.to_le_bytes(), bytes].concat();
    let sealed = [&sealed[..], &xxh3_64(&sealed).to_le_bytes()].concat();
    if let Ok(saved) = Checkpoint::from_bytes(&sealed) {
        assert_eq!(saved.header(), sealed[..saved.header().len()]);
        let _ = saved.nodes.checked_add(saved.iterations.len() as u64);
    }
}
