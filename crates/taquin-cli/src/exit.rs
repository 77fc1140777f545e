//! Exit codes, errors that end a command, and messages on standard error.

use std::io::{self, Write};
use std::process::ExitCode;
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

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Success => 0,
            Exit::Unsolvable => 1,
            Exit::BadInput => 2,
            Exit::Stopped => 3,
        })
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
    writeln!(io::stderr(), "{message}").ok();
}
