//! A folder with files of tables.
//!
//! **Whole or not there.** A file is written under another name, brought to the disk, and only then given its own name. So
//! whenever a build ends, be it by `kill -9` or a full disk, a file with a table's name is a whole table; what is left of
//! the attempt is cleared away by the next one. Two builds of the same tables at a time: one holds a lock (which the
//! system releases if it dies), the other waits and then finds the tables made.
//!
//! **Never believed unseen.** Going through 196 MB takes longer than most searches, so the checksum is not computed
//! each time. When it was found right, that is noted in a small file beside it, together with the file's length, number and
//! times of change. If any of these is different at the next opening, the checksum is computed again.

use super::build::{BuildProgress, build_each};
use super::bytes::Bytes;
use super::database::Table;
use super::file::{TableFault, TableFile, Writer};
use super::frame::Frame;
use super::partition::Partition;
use crate::board::Size;
use std::convert::Infallible;
use std::fs::{self, File, Metadata, TryLockError};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

/// A folder with files of pattern databases, so that they need not be built each time. The folder need not exist before
/// something is built.
///
/// A file is written under another name and renamed when it is whole, and never believed before its checksum was found right
/// once. Several programs may use a store at the same time.
///
/// ```no_run
/// use taquin::{Goal, Partition, Solver, Store, Tables};
/// let (store, partition) = (Store::new("tables"), "15:7-8".parse::<Partition>()?);
/// store.build(&partition, &|| Ok::<(), std::convert::Infallible>(()), &mut |_| ())?;
/// let solver = Solver::new(Goal::blank_last(partition.size())).tables(Tables::of_store(store));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
    is_read_only: bool,
}

/// A file of tables that [`Store::list`] found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stored {
    /// The partition whose tables the file's name says it has.
    pub partition: Partition,
    /// The path of the file, which begins with the store's folder.
    pub path: PathBuf,
    /// The length of the file in bytes.
    pub bytes: u64,
}

/// Why [`Store::build`] has built no tables.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError<X> {
    /// The check that it was given said to stop, and why.
    #[error("stopped")]
    Stopped(X),
    /// The folder or a file in it can't be written.
    #[error("{path}: {error}")]
    Write {
        /// The folder or the file that can't be written.
        path: PathBuf,
        /// What the system says about it.
        error: io::Error,
    },
}

/// The tables of a file, if there is one and it is right.
pub(crate) type Opened = Result<Option<Vec<Table>>, TableFault>;

const EXTENSION: &str = "tables";

impl Store {
    /// The store in a folder. Nothing is read or written yet, and the folder need not exist.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), is_read_only: false }
    }

    /// A store of which nothing is ever changed: tables are used, but not built, nor built again if they are damaged.
    #[must_use]
    pub fn read_only(self) -> Self {
        Self { is_read_only: true, ..self }
    }

    /// The folder that it was [made](Self::new) with, whether it exists or not.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file that a partition's tables have, or would have.
    pub fn path(&self, partition: &Partition) -> PathBuf {
        let prefix = prefix(partition.size(), partition.blank());
        self.folder.join(format!("{prefix}{}.{EXTENSION}", partition.spelled_out()))
    }

    /// All tables in the store, the smallest first; none if there is no such folder. That a file has the right name does not
    /// mean that it is whole: [`verify`](Self::verify) tells.
    ///
    /// # Errors
    /// If the folder is there and can't be read.
    pub fn list(&self) -> io::Result<Vec<Stored>> {
        self.list_named("")
    }

    /// Those whose file names begin like this.
    fn list_named(&self, prefix: &str) -> io::Result<Vec<Stored>> {
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut found = Vec::new();
        for entry in entries {
            let path = entry?.path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if !name.starts_with(prefix) {
                continue;
            }
            if let (Some(partition), Ok(metadata)) = (named(name), fs::metadata(&path)) {
                found.push(Stored { partition, path, bytes: metadata.len() });
            }
        }
        found.sort_by_key(|stored| (stored.partition.size().cells(), stored.partition.patterns_in_all()));
        Ok(found)
    }

    /// The tables that serve a frame, the best ones first.
    ///
    /// PERF: what a name says takes up to 150 ms to make sure of, for tables of seven tiles on 5×5. The others' names are not
    /// looked into.
    pub(crate) fn for_frame(&self, frame: &Frame) -> Vec<Stored> {
        let mut fitting = self.list_named(&prefix(frame.size, frame.blank)).unwrap_or_default();
        fitting.reverse();
        fitting
    }

    /// Whether there is a file with the name that a partition's tables have. It may be damaged.
    pub fn has(&self, partition: &Partition) -> bool {
        self.path(partition).exists()
    }

    /// Opens tables, if they are there. They stay on the disk and are read as they are needed. If all of a file has to be gone
    /// through, `check` is asked now and then whether to go on.
    pub(crate) fn open<X>(
        &self,
        partition: &Partition,
        check: &dyn Fn() -> Result<(), X>,
    ) -> Result<Opened, X> {
        self.open_unless_noted(partition, true, check)
    }

    /// The same, gone through in any case if notes are not believed.
    fn open_unless_noted<X>(
        &self,
        partition: &Partition,
        believes_notes: bool,
        check: &dyn Fn() -> Result<(), X>,
    ) -> Result<Opened, X> {
        let path = self.path(partition);
        let opened = || -> Result<Option<(TableFile, String)>, TableFault> {
            let file = match File::open(&path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
                file => file?,
            };
            let seen = fingerprint(&file.metadata()?);
            Ok(Some((TableFile::open(Bytes::of_file(&file)?, partition)?, seen)))
        };
        let (contents, seen) = match opened() {
            Ok(Some(opened)) => opened,
            Ok(None) => return Ok(Ok(None)),
            Err(fault) => return Ok(Err(fault)),
        };
        let note = note_of(&path);
        let is_noted = || fs::read_to_string(&note).ok().as_deref() == Some(&*seen);
        if !(believes_notes && is_noted()) {
            if !contents.is_whole(check)? {
                return Ok(Err(TableFault::Checksum));
            }
            // If this can't be noted, it will be found out again next time.
            if !self.is_read_only {
                write_whole(&note, seen.as_bytes()).ok();
            }
        }
        Ok(Table::all(partition, contents.tables()).map(Some).ok_or(TableFault::OtherPartition))
    }

    /// Goes through all of a partition's file and computes its checksum, whatever was noted about it before.
    ///
    /// # Errors
    /// What is wrong with the file; also if there is none.
    pub fn verify(&self, partition: &Partition) -> Result<(), TableFault> {
        let path = self.path(partition);
        if !self.is_read_only {
            fs::remove_file(note_of(&path)).ok();
        }
        let Ok(opened) = self.open_unless_noted::<Infallible>(partition, false, &|| Ok(()));
        match opened? {
            Some(_) => Ok(()),
            None => Err(TableFault::Unreadable("there is no such file".to_owned())),
        }
    }

    /// Builds a partition's tables into the store, unless they are there and right. Returns whether it did.
    ///
    /// `check` is asked all the time, from several threads, whether to go on; `watch` is told now and then. It takes
    /// [`Partition::bytes_to_build`] of memory and [`Partition::bytes`] on the disk.
    ///
    /// # Errors
    /// If `check` says to stop, or the folder can't be written; always if the store is [read-only](Self::read_only).
    pub fn build<X: Send>(
        &self,
        partition: &Partition,
        check: &(dyn Fn() -> Result<(), X> + Sync),
        watch: &mut dyn FnMut(BuildProgress),
    ) -> Result<bool, StoreError<X>> {
        let path = self.path(partition);
        if self.is_read_only {
            return Err(failed(&path, io::ErrorKind::ReadOnlyFilesystem.into()));
        }
        fs::create_dir_all(&self.folder).map_err(|error| failed(&self.folder, error))?;
        let lock_path = path.with_extension("lock");
        let lock = File::create(&lock_path).map_err(|error| failed(&lock_path, error))?;
        while !is_locked(&lock).map_err(|error| failed(&lock_path, error))? {
            check().map_err(StoreError::Stopped)?;
            std::thread::sleep(Duration::from_millis(20));
        }
        if matches!(self.open(partition, check).map_err(StoreError::Stopped)?, Ok(Some(_))) {
            return Ok(false);
        }
        let unfinished = path.with_extension("unfinished");
        let written = write(partition, &unfinished, check, watch)
            .and_then(|()| fs::rename(&unfinished, &path).map_err(|error| failed(&path, error)));
        if written.is_err() {
            fs::remove_file(&unfinished).ok();
        }
        written?;
        match self.open(partition, check).map_err(StoreError::Stopped)? {
            Ok(Some(_)) => Ok(true),
            _ => Err(failed(&path, io::Error::other("what was written is not what is read"))),
        }
    }

    /// Removes a partition's tables from the disk; returns whether there were any. The lock stays, because others may wait for
    /// it.
    ///
    /// # Errors
    /// If the file can't be removed, if the tables are being built, or if the store is [read-only](Self::read_only).
    pub fn remove(&self, partition: &Partition) -> io::Result<bool> {
        let path = self.path(partition);
        if self.is_read_only {
            return Err(io::ErrorKind::ReadOnlyFilesystem.into());
        }
        if !self.folder.exists() {
            return Ok(false);
        }
        let lock = File::create(path.with_extension("lock"))?;
        if !is_locked(&lock)? {
            return Err(io::Error::other("these tables are being built"));
        }
        for other in [note_of(&path), path.with_extension("unfinished")] {
            fs::remove_file(other).ok();
        }
        match fs::remove_file(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            removed => removed.map(|()| true),
        }
    }
}

/// Takes a lock, unless another has it.
fn is_locked(lock: &File) -> io::Result<bool> {
    match lock.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// What the names of the files for a grid and a home of the blank begin with.
fn prefix(size: Size, blank: usize) -> String {
    format!("{size}@{blank}-")
}

/// The partition whose file has that name.
fn named(name: &str) -> Option<Partition> {
    let (puzzle, parts) = name.strip_suffix(EXTENSION)?.strip_suffix('.')?.split_once('-')?;
    let (size, blank) = puzzle.split_once('@')?;
    let goal = Partition::goal_of(size.parse().ok()?, blank.parse().ok()?)?;
    Partition::spelled(&goal, parts)?.ok()
}

/// Builds tables into a file, which is worth nothing before it is whole.
pub(crate) fn write<X: Send>(
    partition: &Partition,
    path: &Path,
    check: &(dyn Fn() -> Result<(), X> + Sync),
    watch: &mut dyn FnMut(BuildProgress),
) -> Result<(), StoreError<X>> {
    let failed = |error| failed(path, error);
    let file = File::create(path).map_err(failed)?;
    let mut writer = Writer::new(BufWriter::new(file)).map_err(failed)?;
    build_each(partition, &|| check().map_err(StoreError::Stopped), watch, |words| {
        writer.table(&words).map_err(failed)
    })?;
    let file = writer.finish(partition).map_err(failed)?;
    file.into_inner().map_err(io::IntoInnerError::into_error).and_then(|file| file.sync_all()).map_err(failed)
}

fn failed<X>(path: &Path, error: io::Error) -> StoreError<X> {
    StoreError::Write { path: path.to_owned(), error }
}

/// Where it is noted that a file was found right.
fn note_of(path: &Path) -> PathBuf {
    path.with_extension("verified")
}

/// What changes when a file is written to or replaced.
fn fingerprint(metadata: &Metadata) -> String {
    let since = |time: io::Result<std::time::SystemTime>| {
        time.ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok()).unwrap_or_default().as_nanos()
    };
    let (length, modified) = (metadata.len(), since(metadata.modified()));
    #[cfg(unix)]
    let own = {
        use std::os::unix::fs::MetadataExt;
        format!("{} {} {}.{}", metadata.dev(), metadata.ino(), metadata.ctime(), metadata.ctime_nsec())
    };
    #[cfg(not(unix))]
    let own = since(metadata.created());
    format!("{length} {modified} {own}\n")
}

/// Writes a small file so that it is never seen in part.
fn write_whole(path: &Path, content: &[u8]) -> io::Result<()> {
    let temporary = path.with_extension(format!("{}.new", std::process::id()));
    fs::write(&temporary, content).and_then(|()| fs::rename(&temporary, path)).inspect_err(|_| {
        fs::remove_file(&temporary).ok();
    })
}
