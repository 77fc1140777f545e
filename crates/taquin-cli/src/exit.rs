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

/// Escapes characters of control, such as those in the name of a file.
pub(crate) fn printable(text: &str) -> String {
    let escaped = |c: char| {
        let (control, other) = if is_control(c) { (Some(c.escape_default()), None) } else { (None, Some(c)) };
        control.into_iter().flatten().chain(other)
    };
    text.chars().flat_map(escaped).collect()
}

/// Returns true for characters that could change the terminal or the order in which text is shown, or that are invisible.
pub(crate) fn is_control(c: char) -> bool {
    let is_format = matches!(
        c,
        '\u{ad}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    );
    c.is_control() || is_format
}

#[cfg(test)]
mod tests {
    use super::printable;

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(printable("a\x1b[31mb\tc\u{9b}é\n"), "a\\u{1b}[31mb\\tc\\u{9b}é\\n");
        assert_eq!(printable("\u{202e}abc\u{2066}"), "\\u{202e}abc\\u{2066}");
        assert_eq!(printable("\u{2028}a\u{200b}\u{e0041}"), "\\u{2028}a\\u{200b}\\u{e0041}");
    }
}
