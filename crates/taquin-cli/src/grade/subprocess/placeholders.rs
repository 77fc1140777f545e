//! The words of a command line that stand for the board and for files.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// The placeholders for the path of the board's file, for the board itself, and for the paths of files that the program
/// writes: its solution, which is graded instead of its output, and its statistics, which are not read.
pub(super) const BOARD_FILE: &str = "{}";
pub(super) const BOARD: &str = "{board}";
pub(super) const SOLUTION_FILE: &str = "{solution}";
const STATISTICS_FILE: &str = "{stats}";

/// The texts that replace placeholders.
pub(super) struct PlaceholderValues<'a> {
    board_file: &'a Path,
    board: String,
    pub(super) solution_file: PathBuf,
    statistics_file: PathBuf,
}

impl<'a> PlaceholderValues<'a> {
    pub(super) fn new(board: &[u8], board_file: &'a Path) -> Self {
        Self {
            board_file,
            board: String::from_utf8_lossy(board).trim_end().to_owned(),
            solution_file: board_file.with_extension("solution"),
            statistics_file: board_file.with_extension("stats"),
        }
    }

    /// Replaces the placeholders in an argument.
    pub(super) fn expand(&self, argument: &OsStr) -> OsString {
        let paths = [
            (BOARD_FILE, self.board_file),
            (SOLUTION_FILE, &self.solution_file),
            (STATISTICS_FILE, &self.statistics_file),
        ];
        if let Some((_, path)) = paths.iter().find(|(placeholder, _)| argument == *placeholder) {
            return path.as_os_str().to_owned();
        }
        if !contains(argument, "{") {
            return argument.to_owned();
        }
        let mut text = argument.to_string_lossy().replace(BOARD, &self.board);
        for (placeholder, path) in paths {
            text = text.replace(placeholder, &path.to_string_lossy());
        }
        text.into()
    }
}

pub(super) fn contains(argument: &OsStr, text: &str) -> bool {
    argument.to_string_lossy().contains(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_expanded() {
        let file = Path::new("/tmp/board.txt");
        let values = PlaceholderValues::new(b"1,2,3,0\n", file);
        for (argument, expected) in [
            ("{}", "/tmp/board.txt"),
            ("--in={}", "--in=/tmp/board.txt"),
            ("{board}", "1,2,3,0"),
            ("--out={solution}", "--out=/tmp/board.solution"),
            ("{stats}", "/tmp/board.stats"),
            ("-v", "-v"),
            ("{ }", "{ }"),
        ] {
            assert_eq!(values.expand(OsStr::new(argument)), OsString::from(expected));
        }
    }
}
