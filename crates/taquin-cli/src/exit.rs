//! Exit codes, and what is said to people.

use std::io::{self, Write};
use std::process::ExitCode;

/// How the program ends. Of several boards the worst counts, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Everything asked for was done.
    Solved,
    /// A board can't be solved.
    Unsolvable,
    /// A limit was reached, or Ctrl-C pressed.
    Stopped,
    /// Something in the input or on the command line is wrong.
    BadInput,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Solved => 0,
            Exit::Unsolvable => 1,
            Exit::BadInput => 2,
            Exit::Stopped => 3,
        })
    }
}

/// Why a command could not do its work at all.
pub(crate) enum Failure {
    /// Whatever it is, in words: something on the command line is wrong, or a file, or a card.
    Said(String),
    /// The output can't be written.
    Output(io::Error),
}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        Self::Said(message)
    }
}

/// For what is written to the output. Errors of other files are to be put into words.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// Says on standard error what is wrong.
pub(crate) fn complain(message: &str) {
    remark(&format!("taquin: {message}"));
}

/// Says something on standard error. If nobody can hear it, that is no reason to stop.
pub(crate) fn remark(message: &str) {
    writeln!(io::stderr(), "{message}").ok();
}
