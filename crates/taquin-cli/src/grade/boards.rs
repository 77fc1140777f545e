//! The boards that a solver is graded on, each with the fewest moves that it takes, and the files that it gets.

use super::judge::Task;
use crate::args::{GradeArgs, InputArgs};
use crate::exit::complain;
use crate::input::{self, Named};
use crate::plan::{stopped, usual_memory};
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::time::Duration;
use taquin::notation::{Format, read_boards};
use taquin::{Board, Goal, Limits, Outcome, Solver, StopFlag, Tables};

/// How long the fewest moves of a board from a file are looked for.
const PATIENCE: Duration = Duration::from_mins(1);

/// How boards are handed to the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Give {
    /// The size, then the rows.
    #[default]
    Header,
    /// The rows alone, with one space between two numbers.
    Rows,
}

impl Give {
    pub(crate) const ALL: [Self; 2] = [Self::Header, Self::Rows];

    /// The name that the command line knows it by.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Header => "header",
            Self::Rows => "rows",
        }
    }

    fn text(self, board: &Board) -> String {
        let row = |row: &[u16]| row.iter().map(u16::to_string).collect::<Vec<_>>().join(" ") + "\n";
        match self {
            Self::Header => board.to_string(),
            Self::Rows => board.rows().map(row).collect(),
        }
    }
}

/// The boards of a run.
pub(super) struct Exam {
    pub(super) questions: Vec<Question>,
    /// Whether some could not be read.
    pub(super) some_bad: bool,
    /// How many were left out, because their fewest moves are not known.
    pub(super) left_out: usize,
}

/// A board and the truth about it.
pub(super) struct Question {
    pub(super) name: String,
    pub(super) board: Board,
    pub(super) goal: Goal,
    /// None if it can't be solved.
    pub(super) shortest: Option<u32>,
    /// What the program is given.
    pub(super) text: Vec<u8>,
}

impl Question {
    pub(super) fn task(&self) -> Task<'_> {
        Task { board: &self.board, goal: &self.goal, shortest: self.shortest }
    }
}

impl Exam {
    /// The boards given, or else those of a set; or what is wrong with the options.
    pub(super) fn new(args: &GradeArgs, stop: &StopFlag) -> Result<Self, String> {
        if args.input.boards.is_empty() { Self::of_set(args, stop) } else { Self::of_files(args, stop) }
    }

    fn of_set(args: &GradeArgs, stop: &StopFlag) -> Result<Self, String> {
        let set = args.set.unwrap_or_default();
        let size = set.size().map_err(|e| e.to_string())?;
        let goal = args.goal.kind(Some(size))?.for_size(size).map_err(|e| e.to_string())?;
        let count = args.count.unwrap_or(set.usual_count());
        let (solvable, unsolvable) = set.boards(&goal, count, args.seed, stop);
        let left_out = (count + set.unsolvable()) as usize - solvable.len() - unsolvable.len();
        let width = count.to_string().len();
        let question = |name: String, board: Board, shortest| Question {
            name: format!("{}-{name}", set.name()),
            text: args.give.text(&board).into_bytes(),
            board,
            goal: goal.clone(),
            shortest,
        };
        let solvable = solvable.into_iter().zip(1..);
        let unsolvable = unsolvable.into_iter().zip(1..);
        let questions = solvable
            .map(|((board, moves), i)| question(format!("{i:0width$}"), board, Some(moves)))
            .chain(unsolvable.map(|(board, i)| question(format!("unsolvable-{i}"), board, None)))
            .collect();
        Ok(Self { questions, some_bad: false, left_out })
    }

    fn of_files(args: &GradeArgs, stop: &StopFlag) -> Result<Self, String> {
        let kind = args.goal.kind(args.input.size)?;
        let mut exam = Self { questions: Vec::new(), some_bad: false, left_out: 0 };
        let (tables, memory) = (Tables::default(), usual_memory());
        for (Named { name, board }, text) in given(args, &mut exam.some_bad) {
            let limits = Limits { time: Some(PATIENCE), memory, stop: stop.clone(), ..Limits::default() };
            let solved = kind.for_size(board.size()).map_err(|e| e.to_string()).and_then(|goal| {
                let solver = Solver::new(goal.clone()).tables(tables.clone()).limits(limits);
                solver.solve(&board).map(|outcome| (goal, outcome)).map_err(|e| e.to_string())
            });
            let (goal, shortest) = match solved {
                Ok((goal, Outcome::Solved(solution))) => (goal, Some(solution.moves.len() as u32)),
                Ok((goal, Outcome::Unsolvable(_))) => (goal, None),
                Ok((_, Outcome::Stopped(at))) => {
                    exam.left_out += 1;
                    let why = stopped(&at, None);
                    complain(&format!("{name}: left out, as its fewest moves are not known: {why}"));
                    continue;
                }
                Err(message) => {
                    exam.some_bad = true;
                    complain(&format!("{name}: {message}"));
                    continue;
                }
            };
            exam.questions.push(Question { name, board, goal, shortest, text });
        }
        Ok(exam)
    }
}

/// The boards that the arguments name, each with what the program is given: a file that holds one board and nothing else as
/// it is, and everything else written out.
fn given(args: &GradeArgs, some_bad: &mut bool) -> Vec<(Named, Vec<u8>)> {
    let mut all = Vec::new();
    for source in &args.input.boards {
        let InputArgs { format, size, .. } = args.input;
        let input = input::read(&InputArgs { boards: vec![source.clone()], format, size });
        *some_bad |= input.some_bad;
        let as_it_is = if input.boards.len() == 1 { plain_file(source) } else { None };
        all.extend(input.boards.into_iter().map(|named| {
            let text = as_it_is.clone().unwrap_or_else(|| args.give.text(&named.board).into_bytes());
            (named, text)
        }));
    }
    all
}

/// What a file holds, if it is one and has no comments.
fn plain_file(source: &OsStr) -> Option<Vec<u8>> {
    let bytes = Path::new(source).is_file().then(|| std::fs::read(source).ok())??;
    (!bytes.contains(&b'#')).then_some(bytes)
}

/// The arguments from the first that is no board.
pub(super) fn from_no_board(arguments: &[OsString]) -> &[OsString] {
    let is_board = |source: &OsString| {
        let holds_boards = |text: String| read_boards(&text, Format::Auto, None).is_ok();
        let is_there = Path::new(source).exists();
        !input::names_nothing(source)
            && (!is_there || std::fs::read_to_string(source).is_ok_and(holds_boards))
    };
    &arguments[arguments.iter().take_while(|source| is_board(source)).count()..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_program_is_given() {
        let board: Board = "0 1 3/4 2 5/7 8 6".parse().expect("a board");
        assert_eq!(Give::Header.text(&board), "3\n 0  1  3 \n 4  2  5 \n 7  8  6 \n");
        assert_eq!(Give::Rows.text(&board), "0 1 3\n4 2 5\n7 8 6\n");
    }
}
