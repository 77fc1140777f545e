//! The list of output styles. Each is a file of this folder with a constant `STYLE`, and a line below.

#[cfg(feature = "serde")]
use super::json;
use super::{
    Attempt, Dialect, MoveStyle, Report, StyleDefinition, Writer, aoj, classic, codewars, columbia,
    forty_two, hackerrank, iowa, leetcode, length, moves, n_i, poj, poj_3240, princeton, sise, tiles, uva,
};
use crate::algorithm::Algorithm;
use crate::outcome::{Outcome, Unsolvable};
use crate::solution::Solution;
use crate::stats::{QueueStats, Stats};
use std::io::{self, Write};
use taquin_core::{Board, Goal, Metric, Move, Parity, VerifyError};

/// Defines [`Style`] from a list of modules, each with a constant `STYLE`.
macro_rules! styles {
    ($($(#[$meta:meta])* $variant:ident = $module:ident,)*) => {
        /// An output style for solutions.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Style {
            $($(#[$meta])* $variant,)*
        }

        #[allow(unused_doc_comments, reason = "the attributes include the docs of the variants")]
        impl Style {
            const COUNT: usize = [$($(#[$meta])* Self::$variant),*].len();

            /// All styles.
            pub const ALL: [Self; Self::COUNT] = [$($(#[$meta])* Self::$variant),*];

            fn definition(self) -> &'static StyleDefinition {
                match self {
                    $($(#[$meta])* Self::$variant => &$module::STYLE,)*
                }
            }
        }
    };
}

styles! {
    /// The output of the test client of Princeton's course: the number of moves, then each board.
    Princeton = princeton,
    /// The output of Princeton's course in 2010: boards with a gap for the blank, and the number of states enqueued.
    Classic = classic,
    /// The output of Iowa State's course: boards and moves in turn, for each heuristic.
    Iowa = iowa,
    /// `ColumbiaX` CSMM.101x: the path of the blank and the figures of the search.
    Columbia = columbia,
    /// The project npuzzle of the school 42: figures, and all states.
    FortyTwo = forty_two,
    /// Łódź University of Technology, SISE: the length and the moves of the blank; statistics in another file.
    Sise = sise,
    /// A homework given in many places: the length and the moves of the tiles as words.
    NI = n_i,
    /// `UVa` 10181: the moves of the blank.
    Uva = uva,
    /// POJ 1077 and HDU 1043: the moves of the blank in lower case.
    Poj = poj,
    /// POJ 3240: the moves of the blank.
    Poj3240 = poj_3240,
    /// `HackerRank`: the length and the moves of the blank as words.
    Hackerrank = hackerrank,
    /// AOJ `ALDS1_13_C`: the length.
    Aoj = aoj,
    /// `LeetCode` 773: the length.
    Leetcode = leetcode,
    /// Codewars: the list of tiles that slide.
    Codewars = codewars,
    /// The moves as letters on one line, in a [`MoveStyle`]: `ULDR`.
    Moves = moves,
    /// The tiles that slide, on one line: `1 2 5 6`.
    Tiles = tiles,
    /// The name of the board and the length of its solution: `puzzle04.txt: 4`.
    Length = length,
    /// One JSON object per attempt, on one line. Absent values are omitted.
    #[cfg(feature = "serde")]
    Json = json,
}

impl Style {
    /// Returns the name, such as `princeton`.
    pub fn name(self) -> &'static str {
        self.definition().name
    }

    /// Returns true if it writes one line per board, so that boards need no heading.
    pub fn is_one_line(self) -> bool {
        self.definition().is_one_line
    }

    /// Returns true if it states the lower bound of a solution that is not proven shortest.
    pub fn states_bound(self) -> bool {
        self.definition().states_bound
    }

    /// Returns the dialect of a course or judge; `None` for a style of our own.
    pub fn dialect(self) -> Option<&'static Dialect> {
        self.definition().dialect
    }

    /// Returns true if the dialect has a second file with statistics.
    pub fn has_statistics(self) -> bool {
        self.definition().statistics.is_some()
    }

    /// Writes the dialect's second file, with the statistics of the search; nothing if there is [none](Self::has_statistics).
    ///
    /// # Errors
    /// If `out` can't be written.
    pub fn write_statistics(self, report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
        self.definition().statistics.map_or(Ok(()), |write| write(report, out))
    }

    /// Writes a report, board by board: `out` should be buffered. Multi-line styles write nothing about a search that
    /// was stopped without a solution.
    ///
    /// # Errors
    /// If `out` can't be written.
    pub fn write(self, report: &Report<'_>, moves: MoveStyle, out: &mut dyn Write) -> io::Result<()> {
        let definition = self.definition();
        let write = match definition.writer {
            Writer::Reports(write) => return write(report, moves, out),
            Writer::Solutions(write) => write,
        };
        for Attempt { outcome, .. } in report.attempts {
            match (outcome, outcome.solution()) {
                (Outcome::Unsolvable(_), _) => writeln!(out, "{}", definition.unsolvable)?,
                (_, Some(solution)) => write(solution, moves, out)?,
                (_, None) if definition.is_one_line => writeln!(out, "Stopped")?,
                (_, None) => {}
            }
        }
        Ok(())
    }

    /// Returns the output that its course asks for if a program found some solutions, one for each of the heuristics that the
    /// [assignment](super::Assignment) names, or none because the board is unsolvable. They are taken to be shortest.
    ///
    /// # Errors
    /// If one is not a solution.
    pub fn expected_output(
        self,
        board: &Board,
        goal: &Goal,
        solutions: Vec<Vec<Move>>,
    ) -> Result<String, VerifyError> {
        // The figures are examples: a search with a queue that counts the greatest depth.
        let queue = QueueStats { enqueued: 1, ..QueueStats::default() };
        let stats = Stats { queue, max_depth: Some(0), ..Stats::default() };
        let attempt = |outcome, heuristic| Attempt { algorithm: Algorithm::Auto, heuristic, outcome };
        let mut attempts = Vec::new();
        for (i, moves) in solutions.into_iter().enumerate() {
            let heuristic = self.dialect().and_then(|dialect| dialect.assignment.heuristics.get(i));
            let length = moves.len() as u32;
            let solution =
                Solution::proven(board.clone(), goal, moves, Metric::Single, length, stats.clone())?;
            attempts.push(attempt(Outcome::Solved(solution), heuristic.copied()));
        }
        if attempts.is_empty() {
            let parity = Parity::explain(board, goal);
            attempts.push(attempt(Outcome::Unsolvable(Unsolvable { parity, stats }), None));
        }
        let mut text = Vec::new();
        let report = Report { name: None, board, goal, attempts: &attempts };
        // Writing to memory never fails.
        self.write(&report, MoveStyle::default(), &mut text).ok();
        Ok(String::from_utf8_lossy(&text).into_owned())
    }
}

/// [`Style::Princeton`].
impl Default for Style {
    fn default() -> Self {
        Self::Princeton
    }
}

taquin_core::named!(Style, "a style");
