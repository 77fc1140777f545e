//! Exit codes, errors that end a command, and messages on standard error.

use std::io::{self, Write};
use taquin::Outcome;

/// Exit status of the program, from best to worst. With several boards the worst one counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    Success,
    /// A board is unsolvable.
    Unsolvable,
    /// A limit was reached, or the run was interrupted.
    Stopped,
    /// The input or the command line is wrong.
    BadInput,
}

impl Exit {
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Unsolvable => 1,
            Self::BadInput => 2,
            Self::Stopped => 3,
        }
    }
}

impl From<&Outcome> for Exit {
    fn from(outcome: &Outcome) -> Self {
        match outcome {
            Outcome::Solved(_) => Self::Success,
            Outcome::Unsolvable(_) => Self::Unsolvable,
            Outcome::Stopped(_) => Self::Stopped,
        }
    }
}

/// An error that ends a command.
pub(crate) enum Failure {
    /// An error message for the user: bad options, an unreadable file, a missing GPU.
    Message(String),
    /// Standard output cannot be written.
    Output(io::Error),
}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        Self::Message(message)
    }
}

/// Errors of standard output only. Errors of other files become a [`Failure::Message`] that names the file.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// Prints an error to standard error.
pub(crate) fn print_error(message: &str) {
    print_note(&format!("taquin: {message}"));
}

/// Prints a note to standard error. A closed standard error is ignored.
pub(crate) fn print_note(message: &str) {
    let lines: Vec<String> = message.split('\n').map(printable).collect();
    writeln!(io::stderr(), "{}", lines.join("\n")).ok();
}

/// Escapes control characters, such as those in the name of a file, which could change the terminal.
pub(crate) fn printable(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() { printable.extend(c.escape_default()) } else { printable.push(c) }
    }
    printable
}

#[cfg(test)]
mod tests {
    use super::printable;

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(printable("a\x1b[31mb\tc\u{9b}é\n"), "a\\u{1b}[31mb\\tc\\u{9b}é\\n");
    }
}
