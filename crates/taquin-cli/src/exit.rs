//! Exit codes, and what is said to people.

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

/// Says on standard error what is wrong.
#[expect(clippy::print_stderr, reason = "the one place where the program speaks to people")]
pub(crate) fn complain(message: &str) {
    eprintln!("taquin: {message}");
}

/// Says something on standard error that is not a complaint.
#[expect(clippy::print_stderr, reason = "the one place where the program speaks to people")]
pub(crate) fn remark(message: &str) {
    eprintln!("{message}");
}
