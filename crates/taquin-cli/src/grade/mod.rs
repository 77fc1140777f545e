//! `taquin grade`: runs a solver on a set of boards and grades its output.
//!
//! A solver is any program that gets a board, as a file or on standard input, and prints a solution in one of
//! many formats. It is not trusted: [`subprocess`] enforces the limits and kills everything it started, and
//! [`mod@output`] replays its solution. The true answers, for boards of the built-in [`board_sets`] or the
//! user's [`test_cases`], are proven by Taquin's searches.

mod board_sets;
mod course;
mod mistakes;
mod output;
mod report;
mod subprocess;
mod test_cases;

use crate::exit::{Exit, Failure, print_error, printable};
use crate::flags::{GoalArgs, InputArgs, by_name};
use crate::json::TextOrJson;
use crate::outcome_messages::report_skipped;
use crate::output_file::OutputFile;
use crate::units;
use board_sets::BoardSet;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use course::Course;
use output::{Assessment, Verdict, grade_output};
use report::{GradedBoard, Report};
use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::Duration;
use subprocess::{ProgramRun, RunEnd, Sandbox, SandboxMode, SolverProgram};
use taquin::notation::{BoardFormat, Style};
use taquin::{Board, Goal, GoalKind, Size};
use test_cases::{TestCase, TestSuite, skip_boards};

/// Grade a solver: run it on boards and check its output
#[derive(Args)]
#[command(
    override_usage = "taquin grade [OPTIONS] [BOARD]... -- <PROGRAM>...",
    after_help = "\
The program and its arguments follow --. {} in an argument is replaced by the path of a file with
the board: its size, then its rows (with --give rows, only the rows; with --course, as the course
gives it). {board} is replaced by the board itself. Without them, the program reads the board from
standard input. A program that writes its solution to a file gets the path as {solution}.

Accepted solutions: all boards from the initial board to the goal, with or without sizes and the
number of moves; moves as letters (ULDR, R2U2) or words, of the tiles or of the blank; the numbers
of the tiles moved; or JSON as written by 'taquin solve --format json'. For unsolvable boards: 'No
solution possible', 'Unsolvable' or -1. Whatever surrounds the answer is ignored (lenient); with
--strict, the output must have the format of the course, and the differences are shown.

The built-in sets have boards that expose classic mistakes, such as counting the blank as a tile.

The program and all processes that it has started are killed when it ends, or when it exceeds its
time, its memory (on Linux; not limited elsewhere) or 4 MiB of output (64 MiB beyond 100 cells).

Exit codes: 0 all correct, 1 some wrong, 2 bad input or usage, 3 stopped by a limit or Ctrl-C.

Examples:
  taquin grade -- java -cp algs4.jar:. Solver {}
  taquin grade --set 4x4 --time 30s -- python3 solver.py {}
  taquin grade --strict -- java -cp algs4.jar:. Solver {}
  taquin grade --course iowa -- java -cp . YourMain {}
  taquin grade --course columbia -- python3 driver.py bfs {board}
  taquin grade --goal snail -- ./solver               (board on standard input)
  taquin grade puzzles/3x3-20.txt -- ./solver {}
  taquin grade --format json -- ./solver {}
  taquin grade --junit report.xml -- ./solver {}      (JUnit report for build servers)"
)]
pub(crate) struct GradeArgs {
    #[command(flatten)]
    input: InputArgs,
    /// Built-in boards to grade on if none are given: 20 solvable 3x3 boards up to the hardest, 3 unsolvable
    /// ones and 10 that expose mistakes; or 10 solvable 4x4 boards of 10 to 40 moves, 2 unsolvable ones and 2
    /// that expose a mistake; or 4x4 boards of 1 to 7 moves; or 2x3 boards [default: the course's, or 3x3]
    #[arg(long, conflicts_with = "boards", value_parser = by_name(&BoardSet::ALL, |set| set.name))]
    set: Option<BoardSet>,
    /// Number of solvable boards in the set, without those that expose mistakes
    #[arg(
        long,
        short = 'n',
        value_name = "N",
        conflicts_with = "boards",
        value_parser = clap::value_parser!(u32).range(1..=10_000)
    )]
    count: Option<u32>,
    /// Seed of the boards in the set
    #[arg(long, default_value_t = 1, conflicts_with = "boards")]
    seed: u64,
    /// Course or judge: its goal, its input, and what its output must have ('taquin help dialects'). iowa: the goal
    /// ring, files with only the rows, two solutions with the move before each board, and the initial state of
    /// unsolvable boards
    #[arg(long, value_parser = courses())]
    course: Option<Course>,
    /// Accept solutions that are not shortest, such as those of depth-first search
    #[arg(long)]
    any_length: bool,
    /// Also require the output format of the course, byte for byte [default course: princeton]
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    goal: GoalArgs,
    /// Format of the file that the program gets: the size and then the rows, as at Princeton, or the rows
    /// alone, as at Iowa State [default: the course's, or header]. Your own files are passed unchanged if they
    /// hold one board and no comments
    #[arg(long, value_parser = by_name(&[BoardFormat::Header, BoardFormat::Rows], BoardFormat::name))]
    give: Option<BoardFormat>,
    /// Time limit for each board (30s, 5m, 500ms)
    #[arg(long, default_value = "10s", value_parser = units::parse_time)]
    time: Duration,
    /// Memory limit for the program and its child processes (512M, 4G); on Linux only
    #[arg(long, default_value = "1G", value_parser = units::parse_memory)]
    memory: usize,
    /// Run the program in a sandbox: with bubblewrap, without network and with files read-only but for its folder; auto
    /// also takes 'unshare' or none where bubblewrap does not work
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = SandboxMode::Auto)]
    sandbox: SandboxMode,
    /// Output format: a table or one JSON object
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    format: TextOrJson,
    /// Also write a JUnit XML report for CI servers
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// The solver and its arguments; {} is replaced by the path of the board file, {board} by the board itself,
    /// {solution} and {stats} by paths of files that the solver writes
    #[arg(last = true, value_name = "PROGRAM")]
    program: Vec<OsString>,
}

pub(crate) fn run(args: &GradeArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    if args.program.is_empty() {
        return Err(missing_program(args).into());
    }
    args.check()?;
    let suite = TestSuite::new(args)?;
    let stop = &suite.stop;
    if suite.cases.is_empty() {
        return Ok(if suite.has_bad_input { Exit::BadInput } else { Exit::Stopped });
    }
    let junit = args.junit.as_deref().map(OutputFile::new).transpose()?;
    let sandbox = Sandbox::find(args.sandbox)?;
    let is_text = args.format == TextOrJson::Text;
    let mut report = Report::new(&args.program, &suite.cases, args.level(), sandbox.name());
    for (case, number) in suite.cases.iter().zip(1..) {
        if stop.is_cancelled() {
            break;
        }
        let program = SolverProgram {
            words: &args.program,
            time: args.time,
            memory: args.memory,
            sandbox,
            max_output: case.max_output(),
            stop,
        };
        let run = program.run(&case.text)?;
        let Some(assessment) = assess(case, &run, args) else { break };
        report.add(GradedBoard::new(case, &run, &assessment));
        if is_text {
            // The heading waits for the first result, so that a program that fails to start prints no table.
            if number == 1 {
                report.write_heading(out)?;
            }
            report.write_last(out)?;
            out.flush()?;
        }
    }
    if is_text {
        report.write_summary(out)?;
    } else {
        report.write_json(out)?;
    }
    out.flush()?;
    if let Some(file) = junit {
        let mut xml = Vec::new();
        report.write_junit(&mut xml)?;
        file.write(&xml)?;
    }
    let exit = if report.is_all_right() { Exit::Success } else { Exit::Unsolvable };
    Ok(exit.max(suite_exit(&suite)).max(report_skipped(report.untried() as u64)))
}

/// Reports skipped boards, and returns the exit code for the input.
fn suite_exit(suite: &TestSuite) -> Exit {
    match suite.skipped {
        _ if suite.has_bad_input => return Exit::BadInput,
        0 => return Exit::Success,
        1 => print_error("1 board was skipped"),
        skipped => print_error(&format!("{skipped} boards were skipped")),
    }
    Exit::Stopped
}

/// Returns the error for a command line that clap rejects because the `--` before the program is missing, as in
/// `taquin grade java -cp . Solver {}`.
pub(crate) fn missing_separator(arguments: impl Iterator<Item = OsString>) -> Option<String> {
    let words: Vec<OsString> = arguments.skip(1).collect();
    let (command, words) = words.split_first()?;
    let is_help = |word: &OsString| word == "--help" || word == "-h";
    let is_program = words.first().is_some_and(|word| !word.to_string_lossy().starts_with('-'));
    if command != "grade" || !is_program || words.iter().any(|word| word == "--" || is_help(word)) {
        return None;
    }
    separate(words)
}

impl GradeArgs {
    /// Returns the goal: the one given, or that of the course.
    fn goal_kind(&self, size: Option<Size>) -> Result<GoalKind, String> {
        match self.course {
            Some(course) if !self.goal.is_given() => Ok(course.goal().clone()),
            _ => self.goal.kind_of(&InputArgs { boards: Vec::new(), input: self.input.input, size }),
        }
    }

    /// Returns the built-in boards to grade on.
    fn board_set(&self) -> BoardSet {
        let of_course = || BoardSet::named(self.course?.assignment().boards);
        self.set.or_else(of_course).unwrap_or(BoardSet::ALL[0])
    }

    /// Formats a board as the program gets it.
    fn format_board(&self, board: &Board, goal: &Goal) -> String {
        match (self.give, self.course) {
            (None, Some(course)) => course.dialect.format_board(board, goal),
            (Some(BoardFormat::Rows), _) => board.to_line().replace('/', "\n") + "\n",
            _ => board.to_string(),
        }
    }

    /// Returns the course whose format is required.
    fn strict_course(&self) -> Option<Course> {
        if self.strict { self.course.or_else(|| Course::named(Style::default().name())) } else { None }
    }

    /// Rejects options that contradict each other.
    fn check(&self) -> Result<(), String> {
        match self.strict_course() {
            Some(course) if !course.assignment().has_exact_format => {
                Err(format!("the course {} prescribes no format: remove --strict", course.name()))
            }
            _ => Ok(()),
        }
    }

    /// Describes what is checked: `lenient`, or `strict (princeton)`.
    fn level(&self) -> String {
        match (self.strict_course(), self.course) {
            (Some(course), _) => format!("strict ({})", course.name()),
            (None, Some(course)) => format!("lenient ({})", course.name()),
            (None, None) => "lenient".to_owned(),
        }
    }
}

/// Returns a parser for the courses. The name of the style is accepted too.
fn courses() -> impl TypedValueParser<Value = Course> {
    let value = |course: Course| {
        let (name, style) = (course.name(), course.style.name());
        PossibleValue::new(name).aliases(Some(style).filter(|style| *style != name))
    };
    PossibleValuesParser::new(Course::all().map(value))
        .try_map(|given| Course::named(&given).ok_or("no such course"))
}

/// Returns the error for a command line without a program. Often only the `--` before it is missing.
fn missing_program(args: &GradeArgs) -> String {
    let none = "no program given: add it after --, as in: taquin grade -- python3 solver.py {}";
    separate(&args.input.boards).unwrap_or(none.to_owned())
}

/// Returns the advice to separate the program from the boards; `None` if there are only boards.
fn separate(words: &[OsString]) -> Option<String> {
    let words: Vec<_> = skip_boards(words).iter().map(|word| word.to_string_lossy()).collect();
    (!words.is_empty()).then(|| format!("put -- before your program: taquin grade -- {}", words.join(" ")))
}

/// Assesses a run; returns `None` if it was interrupted.
fn assess(case: &TestCase, run: &ProgramRun, args: &GradeArgs) -> Option<Assessment> {
    let verdict = match &run.end {
        RunEnd::Exited(status) => return Some(assess_exited(case, run, *status, args)),
        RunEnd::TimedOut => Verdict::TimedOut,
        RunEnd::TooMuchMemory => Verdict::TooMuchMemory,
        RunEnd::TooMuchOutput => Verdict::TooMuchOutput { max: case.max_output() },
        RunEnd::Interrupted => return None,
    };
    Some(Assessment::from_verdict(verdict))
}

/// Assesses a program that has exited: one that crashed is wrong, whatever it printed before.
fn assess_exited(case: &TestCase, run: &ProgramRun, status: ExitStatus, args: &GradeArgs) -> Assessment {
    let assessment = if run.has_solution {
        grade_output(case.task(args), &run.output)
    } else {
        Assessment::from_verdict(Verdict::NoSolutionFile)
    };
    let is_right = assessment.verdict == Verdict::Right;
    let has_thrown = EXCEPTIONS.iter().any(|sign| run.error_output.contains(sign));
    // Some solvers report unsolvable boards by their exit status too.
    let reports_unsolvable = case.shortest.is_none() && is_right && status.code().is_some();
    if !has_thrown && (status.success() || reports_unsolvable) {
        return assessment;
    }
    let message = error_message(&run.error_output).map_or(String::new(), |line| format!(", {line}"));
    Assessment::from_verdict(Verdict::Crashed { status: format!("{status}{message}"), is_right })
}

/// Signs of an uncaught exception on standard error.
const EXCEPTIONS: [&str; 4] = [
    "Exception in thread \"",
    "Traceback (most recent call last):",
    "terminate called after throwing",
    "panicked at ",
];

/// Returns the whole line with the error message: the last line of a Python traceback, or else the first line.
fn error_message(error_output: &str) -> Option<String> {
    let mut lines = error_output.lines().map(|line| printable(line.trim())).filter(|line| !line.is_empty());
    let line = if error_output.contains("Traceback (most recent call last):") {
        lines.next_back()
    } else {
        lines.next()
    };
    line.map(|line| line.chars().take(MAX_MESSAGE_CHARS).collect())
}

/// Enough for any line that a person reads.
const MAX_MESSAGE_CHARS: usize = 500;
