//! Files that commands write besides standard output: images, charts and reports.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file to write at the end of a command. A bad path is reported at its start, and an error leaves the previous file.
pub(crate) struct OutputFile {
    path: PathBuf,
}

impl OutputFile {
    /// Checks that the file can be written.
    pub(crate) fn new(path: &Path) -> Result<Self, String> {
        let file = Self { path: path.to_owned() };
        file.check().map_err(|error| file.describe(&error))?;
        Ok(file)
    }

    /// Writes the file: under a temporary name first, so that a full disk or a crash leaves no part of it.
    pub(crate) fn write(&self, content: &[u8]) -> Result<(), String> {
        self.write_content(content).map_err(|error| self.describe(&error))
    }

    fn write_content(&self, content: &[u8]) -> io::Result<()> {
        if self.is_special() {
            return File::options().write(true).open(&self.path)?.write_all(content);
        }
        let temporary = self.temporary()?;
        let written = File::create(&temporary).and_then(|mut file| {
            file.write_all(content)?;
            file.sync_all()?;
            fs::rename(&temporary, self.target())
        });
        written.inspect_err(|_| {
            fs::remove_file(&temporary).ok();
        })
    }

    fn check(&self) -> io::Result<()> {
        if self.path.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if self.is_special() {
            return Ok(());
        }
        if self.path.exists() {
            File::options().append(true).open(&self.path)?;
        }
        let temporary = self.temporary()?;
        File::create(&temporary)?;
        fs::remove_file(&temporary)
    }

    /// Returns true for a device or a pipe, such as /dev/stdout, which must not be replaced by a file.
    fn is_special(&self) -> bool {
        fs::metadata(&self.path).is_ok_and(|metadata| !metadata.is_file())
    }

    /// Returns the file itself if the path is a link to one.
    fn target(&self) -> PathBuf {
        fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone())
    }

    /// Returns a name in the same directory.
    fn temporary(&self) -> io::Result<PathBuf> {
        let target = self.target();
        let name = target.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        let mut temporary = std::ffi::OsString::from(".");
        temporary.push(name);
        temporary.push(format!(".{}.tmp", std::process::id()));
        Ok(target.with_file_name(temporary))
    }

    fn describe(&self, error: &io::Error) -> String {
        let reason = match error.kind() {
            io::ErrorKind::NotFound => "the directory does not exist".to_owned(),
            io::ErrorKind::IsADirectory => "it is a directory: name a file".to_owned(),
            _ => error.to_string(),
        };
        format!("cannot write {}: {reason}", self.path.display())
    }
}
