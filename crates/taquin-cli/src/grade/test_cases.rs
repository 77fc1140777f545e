//! The boards that a solver is graded on, with their shortest solution lengths and the text that the solver
//! gets.

use super::GradeArgs;
use super::mistakes;
use super::output::Task;
use crate::exit::{Exit, print_error};
use crate::flags::InputArgs;
use crate::input::{self, Puzzle};
use crate::memory_limit::search_memory;
use crate::outcome_messages::search_stopped;
use crate::signals::cancel_on_signal;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::time::Duration;
use taquin::Engines;
use taquin::notation::{BoardFormat, read_boards};
use taquin::{Board, CancelToken, Goal, Limits, Outcome, Parity, Size, Solver};

/// The limits for finding the length of a shortest solution of a user's board. The limits of the graded program are its own.
const REFERENCE_TIME: Duration = Duration::from_secs(10);
const REFERENCE_MEMORY: usize = 1 << 30;

pub(super) struct TestSuite {
    pub(super) cases: Vec<TestCase>,
    pub(super) has_bad_input: bool,
    /// The number of boards without a proven shortest solution length, which are not graded.
    pub(super) skipped: usize,
    /// Cancelled by a signal, from when all boards have been read.
    pub(super) stop: CancelToken,
}

/// A board with the true answer.
pub(super) struct TestCase {
    pub(super) puzzle: Puzzle,
    /// `None` if the board is unsolvable.
    pub(super) shortest: Option<u32>,
    /// True if `shortest` is only a lower bound, with `--any-length`.
    pub(super) is_lower_bound: bool,
    /// The text that the solver gets.
    pub(super) text: Vec<u8>,
    /// The mistake that the board was chosen to expose.
    pub(super) exposes: Option<&'static str>,
}

/// The limit on the output of a program. Grading takes up to 130 times its size in memory; the boards of a solution of a large
/// board can be long.
const MAX_OUTPUT: usize = 4 << 20;
const MAX_LARGE_OUTPUT: usize = 64 << 20;
const MAX_SMALL_CELLS: usize = 100;

impl TestCase {
    pub(super) fn max_output(&self) -> usize {
        let is_large = self.puzzle.board.size().cells() > MAX_SMALL_CELLS;
        if is_large { MAX_LARGE_OUTPUT } else { MAX_OUTPUT }
    }

    pub(super) fn task(&self, args: &GradeArgs) -> Task<'_> {
        let course = args.course.or(args.strict_course());
        let GradeArgs { strict: is_strict, any_length, .. } = *args;
        Task { puzzle: &self.puzzle, shortest: self.shortest, course, is_strict, any_length }
    }
}

impl TestSuite {
    /// Collects the boards given on the command line, or else those of a built-in set.
    pub(super) fn new(args: &GradeArgs) -> Result<Self, String> {
        if args.input.boards.is_empty() { Self::from_set(args) } else { Self::from_input(args) }
    }

    fn from_set(args: &GradeArgs) -> Result<Self, String> {
        let stop = cancel_on_signal();
        let set = args.board_set();
        let size = Size::new(set.size.0, set.size.1).map_err(|e| e.to_string())?;
        let goal = args.goal_kind(Some(size))?.for_size(size).map_err(|e| e.to_string())?;
        args.course.map_or(Ok(()), |course| course.check(size, &goal))?;
        let count = args.count.unwrap_or(set.default_count);
        let (solvable, unsolvable) = set.boards(&goal, count, args.seed, &stop);
        let exposing = if args.count.is_none() { mistakes::boards(&goal) } else { Vec::new() };
        let skipped = (count + set.unsolvable_count) as usize - solvable.len() - unsolvable.len();
        let has_unsolvable = args.course.is_none_or(|course| course.assignment().has_unsolvable_boards);
        let unsolvable = if has_unsolvable { unsolvable } else { Vec::new() };
        let exposing: Vec<_> =
            exposing.into_iter().filter(|board| has_unsolvable || board.shortest.is_some()).collect();
        let width = count.to_string().len();
        let case = |name: String, board: Board, shortest| TestCase {
            text: args.format_board(&board, &goal).into_bytes(),
            puzzle: Puzzle { name: format!("{}-{name}", set.name).into(), board, goal: goal.clone().into() },
            shortest,
            is_lower_bound: false,
            exposes: None,
        };
        let exposing = exposing.into_iter().map(|exposing| TestCase {
            exposes: Some(exposing.mistake),
            ..case(exposing.name, exposing.board, exposing.shortest)
        });
        let solvable = solvable.into_iter().zip(1..);
        let unsolvable = unsolvable.into_iter().zip(1..);
        let cases = solvable
            .map(|((board, moves), i)| case(format!("{i:0width$}"), board, Some(moves)))
            .chain(unsolvable.map(|(board, i)| case(format!("unsolvable-{i}"), board, None)))
            .chain(exposing)
            .collect();
        Ok(Self { cases, has_bad_input: false, skipped, stop })
    }

    fn from_input(args: &GradeArgs) -> Result<Self, String> {
        let kind = args.goal_kind(args.input.size)?;
        // Signals keep their default action while the input is read.
        let read = |source: &OsString| {
            let InputArgs { input, size, .. } = args.input;
            input::read_puzzles(&InputArgs { boards: vec![source.clone()], input, size }, &kind)
        };
        let sources: Vec<_> = args.input.boards.iter().map(|source| (source, read(source))).collect();
        let stop = cancel_on_signal();
        let mut suite = Self { cases: Vec::new(), has_bad_input: false, skipped: 0, stop: stop.clone() };
        let engines = Engines::default();
        let memory = search_memory(None).min(REFERENCE_MEMORY);
        let limits = Limits { time: Some(REFERENCE_TIME), memory, cancel: stop.clone(), ..Limits::default() };
        for (source, (puzzles, exit)) in sources {
            suite.has_bad_input |= exit == Exit::BadInput;
            let keeps_file =
                puzzles.len() == 1 && args.course.is_none_or(|course| course.assignment().keeps_files);
            let unchanged = if keeps_file { read_if_plain(source) } else { None };
            for puzzle in puzzles {
                args.course.map_or(Ok(()), |course| course.check(puzzle.board.size(), &puzzle.goal))?;
                let Puzzle { board, goal, .. } = &puzzle;
                let solver = Solver::new(Goal::clone(goal)).engines(engines.clone()).limits(limits.clone());
                let shortest = match needs_length(args).then(|| solver.solve(board)) {
                    None => Parity::is_solvable(board, goal).then(|| board.manhattan(goal)),
                    Some(Ok(Outcome::Solved(solution))) => Some(solution.len() as u32),
                    Some(Ok(Outcome::Unsolvable(_))) => None,
                    Some(Ok(Outcome::Stopped(at))) => {
                        suite.skipped += 1;
                        let reason = search_stopped(&at, None);
                        print_error(&format!(
                            "{}: skipped, as its shortest solution length is unknown: {reason}",
                            puzzle.name
                        ));
                        continue;
                    }
                    Some(Err(error)) => {
                        suite.has_bad_input = true;
                        print_error(&format!("{}: {error}", puzzle.name));
                        continue;
                    }
                };
                let formatted = || args.format_board(&puzzle.board, &puzzle.goal).into_bytes();
                let text = unchanged.clone().unwrap_or_else(formatted);
                let is_lower_bound = !needs_length(args);
                suite.cases.push(TestCase { puzzle, shortest, is_lower_bound, text, exposes: None });
            }
        }
        Ok(suite)
    }
}

/// Returns true if an answer is right only with the length of a shortest solution.
fn needs_length(args: &GradeArgs) -> bool {
    !args.any_length || args.course.is_some_and(|course| course.assignment().asks_for_length)
}

/// Reads a file that has no comments, to be handed to the solver unchanged.
fn read_if_plain(source: &OsStr) -> Option<Vec<u8>> {
    let bytes = Path::new(source).is_file().then(|| std::fs::read(source).ok())??;
    (!bytes.contains(&b'#')).then_some(bytes)
}

/// Returns the arguments after the leading ones that are boards or files of boards.
pub(super) fn skip_boards(arguments: &[OsString]) -> &[OsString] {
    let is_board = |source: &OsString| {
        let has_boards = |text: String| read_boards(&text, BoardFormat::Auto, None).is_ok();
        let is_file_of_boards = || std::fs::read_to_string(source).is_ok_and(has_boards);
        input::is_source(source) && (!Path::new(source).exists() || is_file_of_boards())
    };
    &arguments[arguments.iter().take_while(|source| is_board(source)).count()..]
}
