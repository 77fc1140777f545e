//! Arguments of `taquin grade`.

use super::shared::GoalArgs;
use super::shared::InputArgs;
use super::shared::by_name;
use crate::grade::BoardFileFormat;
use crate::grade::BoardSet;
use crate::grade::Course;
use crate::json::TextOrJson;
use crate::units;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;
use taquin::{Board, Goal, GoalKind, Size};

#[derive(Args)]
pub(crate) struct GradeArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Built-in boards to grade on if none are given: 20 solvable 3x3 boards up to the hardest, 3 unsolvable
    /// ones and 10 that expose mistakes; or 10 solvable 4x4 boards of 10 to 40 moves, 2 unsolvable ones and 2
    /// that expose a mistake; or 4x4 boards of 1 to 7 moves; or 2x3 boards [default: the course's, or 3x3]
    #[arg(long, conflicts_with = "boards", value_parser = by_name(&BoardSet::ALL, BoardSet::name))]
    pub(crate) set: Option<BoardSet>,
    /// Number of solvable boards in the set, without those that expose mistakes
    #[arg(
        long,
        short = 'n',
        value_name = "N",
        conflicts_with = "boards",
        value_parser = clap::value_parser!(u32).range(1..=10_000)
    )]
    pub(crate) count: Option<u32>,
    /// Seed of the boards in the set
    #[arg(long, default_value_t = 1, conflicts_with = "boards")]
    pub(crate) seed: u64,
    /// Course or judge: its goal, its input, and what its output must have ('taquin help dialects'). iowa: the goal
    /// ring, files with only the rows, two solutions with the move before each board, and the initial state of
    /// unsolvable boards
    #[arg(long, value_parser = courses())]
    pub(crate) course: Option<Course>,
    /// Accept solutions that are not shortest, such as those of depth-first search
    #[arg(long)]
    pub(crate) any_length: bool,
    /// Also require the output format of the course, byte for byte [default course: princeton]
    #[arg(long)]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// Format of the file that the program gets: the size and then the rows, as at Princeton, or the rows
    /// alone, as at Iowa State [default: the course's, or header]. Your own files are passed unchanged if they
    /// hold one board and no comments
    #[arg(long, value_parser = by_name(&BoardFileFormat::ALL, BoardFileFormat::name))]
    give: Option<BoardFileFormat>,
    /// Time limit for each board (30s, 5m, 500ms)
    #[arg(long, default_value = "10s", value_parser = units::parse_time)]
    pub(crate) time: Duration,
    /// Memory limit for the program and its child processes (512M, 4G); on Linux only
    #[arg(long, default_value = "1G", value_parser = units::parse_memory)]
    pub(crate) memory: usize,
    /// Output format: a table or one JSON object
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub(crate) format: TextOrJson,
    /// Also write a JUnit XML report for CI servers
    #[arg(long, value_name = "FILE")]
    pub(crate) junit: Option<PathBuf>,
    /// The solver and its arguments; {} is replaced by the path of the board file, {board} by the board itself,
    /// {solution} and {stats} by paths of files that the solver writes
    #[arg(last = true, value_name = "PROGRAM")]
    pub(crate) program: Vec<OsString>,
}

impl GradeArgs {
    /// Returns the goal: the one given, or that of the course.
    pub(crate) fn goal_kind(&self, size: Option<Size>) -> Result<GoalKind, String> {
        match self.course {
            Some(course) if !self.goal.is_given() => Ok(course.goal()),
            _ => self.goal.kind_of(&InputArgs { boards: Vec::new(), input: self.input.input, size }),
        }
    }

    /// Returns the built-in boards to grade on.
    pub(crate) fn board_set(&self) -> BoardSet {
        self.set.or(self.course.map(Course::board_set)).unwrap_or_default()
    }

    /// Formats a board as the program gets it.
    pub(crate) fn format_board(&self, board: &Board, goal: &Goal) -> String {
        let course = match (self.give, self.course) {
            (None, Some(course)) => course,
            (None | Some(BoardFileFormat::Header), _) => Course::PRINCETON,
            (Some(BoardFileFormat::Rows), _) => Course::IOWA,
        };
        course.format_board(board, goal)
    }

    /// Returns the course whose format is required.
    pub(crate) fn strict_course(&self) -> Option<Course> {
        self.strict.then(|| self.course.unwrap_or(Course::PRINCETON))
    }

    /// Rejects options that contradict each other.
    pub(crate) fn check(&self) -> Result<(), String> {
        match self.strict_course() {
            Some(course) if !course.has_exact_format() => {
                Err(format!("the course {} prescribes no format: remove --strict", course.name()))
            }
            _ => Ok(()),
        }
    }

    /// Describes what is checked: `lenient`, or `strict (princeton)`.
    pub(crate) fn level(&self) -> String {
        match (self.strict_course(), self.course) {
            (Some(course), _) => format!("strict ({})", course.name()),
            (None, Some(course)) => format!("lenient ({})", course.name()),
            (None, None) => "lenient".to_owned(),
        }
    }
}

/// Returns a parser for the courses. Styles and courses have the same names, except one.
fn courses() -> impl TypedValueParser<Value = Course> {
    let value = |course: Course| {
        let value = PossibleValue::new(course.name());
        if course.name() == "princeton-2010" { value.alias("classic") } else { value }
    };
    PossibleValuesParser::new(Course::all().map(value)).map(|given| {
        let given = if given == "classic" { "princeton-2010" } else { &given };
        Course::all().find(|course| course.name() == given).unwrap_or(Course::PRINCETON)
    })
}
