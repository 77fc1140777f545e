//! The folder of a run: new, with an unpredictable name, and only for this user, so that no earlier run can have prepared it.

use std::fs::{DirBuilder, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// A folder with the file of a board, removed on drop.
pub(super) struct RunFolder(PathBuf);

impl RunFolder {
    /// Creates a folder with the board's file.
    pub(super) fn new(board: &[u8]) -> io::Result<Self> {
        let folder = Self::create()?;
        let mut options = File::options();
        // Fails for everything that is there already, links included.
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(folder.board_file())?.write_all(board)?;
        Ok(folder)
    }

    fn create() -> io::Result<Self> {
        const ATTEMPTS: u32 = 100;
        let mut builder = DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        for attempt in 0..ATTEMPTS {
            // The standard library takes the keys of its hash functions from the system's random numbers.
            let random = RandomState::new().hash_one((std::process::id(), attempt));
            let path = std::env::temp_dir().join(format!("taquin-grade-{random:016x}"));
            match builder.create(&path) {
                Ok(()) => return Ok(Self(path)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    pub(super) fn board_file(&self) -> PathBuf {
        self.0.join("board.txt")
    }
}

impl Drop for RunFolder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

/// Reads the beginning of a file that the program has written; `None` if it is not there or not a regular file, which could
/// block.
pub(super) fn read_regular(path: &Path, max_bytes: usize) -> Option<String> {
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK | libc::O_NOFOLLOW);
    let file = options.open(path).ok()?;
    if !file.metadata().ok()?.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    file.take(max_bytes as u64).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_unique_and_removed() {
        let one = RunFolder::new(b"0 1 3").expect("created");
        let other = RunFolder::new(b"").expect("created");
        assert_ne!(one.path(), other.path());
        assert_eq!(std::fs::read_to_string(one.board_file()).expect("there"), "0 1 3");
        let removed = one.path().to_owned();
        drop(one);
        assert!(!removed.exists() && other.path().exists());
    }

    #[cfg(unix)]
    #[test]
    fn links_and_folders_are_not_read() {
        let folder = RunFolder::new(b"text").expect("created");
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(folder.board_file(), &link).expect("created");
        assert_eq!(read_regular(&folder.board_file(), 3).as_deref(), Some("tex"));
        assert_eq!(read_regular(&link, 3), None);
        assert_eq!(read_regular(folder.path(), 3), None);
    }
}
