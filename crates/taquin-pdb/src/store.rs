//! Pattern databases on disk.
//!
//! **Atomic writes.** A file is written under a temporary name, synced to disk and then renamed. So however a
//! build ends, by `kill -9` or on a full disk, a file under its final name is complete; the next build
//! removes the remains. A builder holds a lock file, which the operating system releases if the process dies.
//! A second builder of the same databases waits for the lock and then finds them complete.
//!
//! **Verified once.** Hashing a file takes longer than most searches, so its checksum is not verified every
//! time. After a successful verification a small file beside it records the length, the inode and the times
//! of the database file. If any of them differs later, the checksum is verified again.

use crate::build::{BuildProgress, build_each};
use crate::bytes::Bytes;
use crate::file_format::{PdbFile, PdbFileError, PdbFileWriter};
use crate::frame::Frame;
use crate::partition::Partition;
use crate::pdb::Pdb;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};
use taquin_core::{Budget, Limits, Size, StopReason};

/// A directory of pattern-database files, so that databases need not be built by every process.
///
/// A file appears under its final name only when it is complete, and is not used before its checksum has been
/// verified once. Several processes can use a store at the same time.
///
/// ```no_run
/// use taquin_core::Limits;
/// use taquin_pdb::{Partition, PdbStore};
/// let store = PdbStore::new("tables");
/// let partition: Partition = "15:7-8".parse()?;
/// store.build(&partition, &Limits::default(), &mut |progress| {
///     println!("{} of {} entries", progress.reached, progress.total);
/// })?;
/// assert!(store.contains(&partition));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PdbStore {
    directory: PathBuf,
    is_read_only: bool,
}

/// A file that [`PdbStore::list`] found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StoredPdb {
    /// The partition, according to the name of the file.
    pub partition: Partition,
    /// The path of the file.
    pub path: PathBuf,
    /// The length of the file in bytes.
    pub bytes: u64,
}

/// The reason why [`PdbStore::build`] failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] StopReason),
    /// The directory or a file in it can't be written.
    #[error("cannot write {path}: {source}")]
    Write {
        /// The directory or file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
}

const EXTENSION: &str = "tables";

impl PdbStore {
    /// Creates a store. The directory need not exist; [`build`](Self::build) creates it.
    pub fn new(directory: impl Into<PathBuf>) -> Self {
        Self { directory: directory.into(), is_read_only: false }
    }

    /// Makes the store read-only: it never writes, rebuilds or removes a file.
    #[must_use]
    pub fn read_only(self) -> Self {
        Self { is_read_only: true, ..self }
    }

    /// Returns the directory.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Returns the path of a partition's file, which need not exist.
    pub fn path(&self, partition: &Partition) -> PathBuf {
        let prefix = file_name_prefix(partition.size(), partition.blank());
        self.directory.join(format!("{prefix}{}.{EXTENSION}", partition.format_tiles()))
    }

    /// Returns all files, the smallest databases first; none if the directory does not exist. The files are
    /// not opened: see [`verify`](Self::verify).
    ///
    /// # Errors
    /// If the directory exists but can't be read.
    pub fn list(&self) -> io::Result<Vec<StoredPdb>> {
        self.list_with_prefix("")
    }

    fn list_with_prefix(&self, prefix: &str) -> io::Result<Vec<StoredPdb>> {
        let entries = match fs::read_dir(&self.directory) {
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
            if let (Some(partition), Ok(metadata)) = (parse_file_name(name), fs::metadata(&path)) {
                found.push(StoredPdb { partition, path, bytes: metadata.len() });
            }
        }
        found.sort_by_key(|stored| (stored.partition.size().cells(), stored.partition.placement_count()));
        Ok(found)
    }

    /// Returns the files that serve a frame, the largest databases first.
    ///
    /// PERF: validating the partition in a file name counts its slabs, which is slow for seven tiles on 5×5.
    /// So the names for other frames are skipped by their prefix.
    pub fn for_frame(&self, frame: &Frame) -> Vec<StoredPdb> {
        let prefix = file_name_prefix(frame.size(), frame.blank());
        let mut fitting = self.list_with_prefix(&prefix).unwrap_or_default();
        fitting.reverse();
        fitting
    }

    /// Returns true if a partition's file exists, even if it is damaged.
    pub fn contains(&self, partition: &Partition) -> bool {
        self.path(partition).exists()
    }

    /// Opens the databases of a partition; `None` if there is no file. Entries are paged in from disk on
    /// demand.
    ///
    /// The whole file is read only if its checksum has not been verified before.
    ///
    /// # Errors
    /// If the file is invalid or damaged, or if a limit was reached while verifying it
    /// ([`PdbFileError::Stopped`]).
    pub fn open(&self, partition: &Partition, budget: &Budget<'_>) -> Result<Option<Vec<Pdb>>, PdbFileError> {
        self.open_with(partition, Verification::Once, budget)
    }

    fn open_with(
        &self,
        partition: &Partition,
        verification: Verification,
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<Pdb>>, PdbFileError> {
        let path = self.path(partition);
        let file = match open_regular(&path, File::options().read(true)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file?,
        };
        let fingerprint = fingerprint(&file.metadata()?);
        let contents = PdbFile::open(Bytes::from_file(&file)?, partition)?;
        let record = verification_record(&path);
        let is_verified = || read_small(&record).ok().as_deref() == Some(&*fingerprint);
        if verification == Verification::Always || !is_verified() {
            if !contents.matches_checksum(budget)? {
                return Err(PdbFileError::Checksum);
            }
            if !self.is_read_only {
                // Without the record, the file is just verified again next time.
                write_atomically(&record, fingerprint.as_bytes()).ok();
            }
        }
        Pdb::from_bits(partition, contents.databases()).map(Some).ok_or(PdbFileError::WrongPartition)
    }

    /// Reads a partition's whole file and verifies its checksum, even if it was verified before.
    ///
    /// # Errors
    /// If the file does not exist, is invalid or damaged, or if a limit was reached.
    pub fn verify(&self, partition: &Partition, limits: &Limits) -> Result<(), PdbFileError> {
        if !self.is_read_only {
            fs::remove_file(verification_record(&self.path(partition))).ok();
        }
        match self.open_with(partition, Verification::Always, &Budget::new(limits))? {
            Some(_) => Ok(()),
            None => Err(PdbFileError::Unreadable("no such file".to_owned())),
        }
    }

    /// Builds a partition's databases unless the store has them. Returns true if they were built. Calls
    /// `progress` after each level.
    ///
    /// Needs [`Partition::bytes_to_build`] of memory and [`Partition::bytes`] on disk.
    ///
    /// # Errors
    /// If a limit was reached, if the directory can't be written, or if the store is
    /// [read-only](Self::read_only).
    pub fn build(
        &self,
        partition: &Partition,
        limits: &Limits,
        progress: &mut dyn FnMut(BuildProgress),
    ) -> Result<bool, StoreError> {
        let budget = &Budget::new(limits);
        let path = self.path(partition);
        if self.is_read_only {
            return Err(write_error(&path, io::ErrorKind::ReadOnlyFilesystem.into()));
        }
        fs::create_dir_all(&self.directory).map_err(|error| write_error(&self.directory, error))?;
        let lock_path = path.with_extension("lock");
        let lock = open_lock(&lock_path).map_err(|error| write_error(&lock_path, error))?;
        while !try_lock(&lock).map_err(|error| write_error(&lock_path, error))? {
            budget.check()?;
            std::thread::sleep(Duration::from_millis(20));
        }
        match self.open(partition, budget) {
            Ok(Some(_)) => return Ok(false),
            Err(PdbFileError::Stopped(reason)) => return Err(reason.into()),
            Ok(None) | Err(_) => (),
        }
        budget.afford(partition.bytes_to_build())?;
        let temporary = path.with_extension("unfinished");
        // The remains of a build that was killed, or whatever has this name.
        fs::remove_file(&temporary).ok();
        let written = write_file(partition, &temporary, budget, progress)
            .and_then(|()| fs::rename(&temporary, &path).map_err(|error| write_error(&path, error)));
        if written.is_err() {
            fs::remove_file(&temporary).ok();
        }
        written?;
        match self.open(partition, budget) {
            Ok(Some(_)) => Ok(true),
            Err(PdbFileError::Stopped(reason)) => Err(reason.into()),
            Ok(None) => Err(write_error(&path, io::ErrorKind::NotFound.into())),
            Err(error) => Err(write_error(&path, io::Error::other(error))),
        }
    }

    /// Removes a partition's databases. Returns true if there were any. The lock file stays, because other
    /// processes may be waiting for it.
    ///
    /// # Errors
    /// If the file can't be removed, if it is being built, or if the store is [read-only](Self::read_only).
    pub fn remove(&self, partition: &Partition) -> io::Result<bool> {
        let path = self.path(partition);
        if self.is_read_only {
            return Err(io::ErrorKind::ReadOnlyFilesystem.into());
        }
        if !self.directory.exists() {
            return Ok(false);
        }
        let lock = open_lock(&path.with_extension("lock"))?;
        if !try_lock(&lock)? {
            return Err(io::Error::other("the databases are being built"));
        }
        for other in [verification_record(&path), path.with_extension("unfinished")] {
            fs::remove_file(other).ok();
        }
        match fs::remove_file(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            removed => removed.map(|()| true),
        }
    }
}

/// The condition for verifying a checksum.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verification {
    /// Unless it is recorded that the same file was verified.
    Once,
    Always,
}

/// Opens a regular file. A pipe under its name would block, and a device could do anything.
fn open_regular(path: &Path, options: &OpenOptions) -> io::Result<File> {
    match fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() => Err(io::Error::other("not a regular file")),
        _ => options.open(path),
    }
}

fn open_lock(path: &Path) -> io::Result<File> {
    open_regular(path, File::options().write(true).create(true).truncate(false))
}

/// Reads a file of at most a few lines.
fn read_small(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    open_regular(path, File::options().read(true))?.take(1000).read_to_string(&mut text)?;
    Ok(text)
}

/// Takes a lock; returns false if another process holds it.
fn try_lock(lock: &File) -> io::Result<bool> {
    match lock.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Returns the common prefix of the file names for a grid and a home of the blank.
fn file_name_prefix(size: Size, blank: usize) -> String {
    format!("{size}@{blank}-")
}

fn parse_file_name(name: &str) -> Option<Partition> {
    let (puzzle, parts) = name.strip_suffix(EXTENSION)?.strip_suffix('.')?.split_once('-')?;
    let (size, blank) = puzzle.split_once('@')?;
    let goal = Partition::goal_with_blank(size.parse().ok()?, blank.parse().ok()?)?;
    Partition::parse_tiles(&goal, parts)?.ok()
}

/// Builds the databases of a partition into a file. The file is not valid until the function returns.
pub fn write_file(
    partition: &Partition,
    path: &Path,
    budget: &Budget<'_>,
    progress: &mut dyn FnMut(BuildProgress),
) -> Result<(), StoreError> {
    let write_error = |error| write_error(path, error);
    let file = File::create(path).map_err(write_error)?;
    let mut writer = PdbFileWriter::new(BufWriter::new(file)).map_err(write_error)?;
    build_each(partition, budget, progress, |words| writer.write_database(&words).map_err(write_error))?;
    let buffered = writer.finish(partition).map_err(write_error)?;
    let file = buffered.into_inner().map_err(io::IntoInnerError::into_error).map_err(write_error)?;
    file.sync_all().map_err(write_error)
}

fn write_error(path: &Path, source: io::Error) -> StoreError {
    StoreError::Write { path: path.to_owned(), source }
}

/// Returns the path of the file that records a successful verification.
fn verification_record(path: &Path) -> PathBuf {
    path.with_extension("verified")
}

/// Returns a text that differs after the file has been modified or replaced.
fn fingerprint(metadata: &Metadata) -> String {
    let nanoseconds = |time: io::Result<std::time::SystemTime>| {
        time.ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok()).unwrap_or_default().as_nanos()
    };
    let length = metadata.len();
    let modified = nanoseconds(metadata.modified());
    #[cfg(unix)]
    let identity = {
        use std::os::unix::fs::MetadataExt;
        format!("{} {} {}.{}", metadata.dev(), metadata.ino(), metadata.ctime(), metadata.ctime_nsec())
    };
    #[cfg(not(unix))]
    let identity = nanoseconds(metadata.created());
    format!("{length} {modified} {identity}\n")
}

/// Writes a small file so that readers never see a part of it.
fn write_atomically(path: &Path, content: &[u8]) -> io::Result<()> {
    let temporary = path.with_extension(format!("{}.new", std::process::id()));
    fs::write(&temporary, content).and_then(|()| fs::rename(&temporary, path)).inspect_err(|_| {
        fs::remove_file(&temporary).ok();
    })
}
