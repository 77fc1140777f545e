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

pub(crate) use board_sets::BoardSet;
pub(crate) use course::Course;
pub(crate) use test_cases::BoardFileFormat;

use crate::args::GradeArgs;
use crate::exit::{Exit, Failure, print_error, printable};
use crate::json::TextOrJson;
use crate::messages::report_skipped;
use crate::output_file::OutputFile;
use crate::signals::cancel_on_signal;
use output::{Assessment, Verdict, grade_output};
use report::{GradedBoard, Report};
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitStatus;
use subprocess::{ProgramRun, RunEnd, SolverProgram, TempDir};
use test_cases::{TestCase, TestSuite, skip_boards};

pub(crate) fn run(args: &GradeArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    if args.program.is_empty() {
        return Err(missing_program(args).into());
    }
    args.check()?;
    let stop = cancel_on_signal();
    let suite = TestSuite::new(args, &stop)?;
    if suite.cases.is_empty() {
        return Ok(if suite.has_bad_input { Exit::BadInput } else { Exit::Stopped });
    }
    let junit = args.junit.as_deref().map(OutputFile::new).transpose()?;
    let directory = TempDir::new().map_err(|e| format!("cannot create a temporary directory: {e}"))?;
    let program = SolverProgram { words: &args.program, time: args.time, memory: args.memory, stop: &stop };
    let is_text = args.format == TextOrJson::Text;
    let mut report = Report::new(&args.program, &suite.cases, args.level());
    for (case, number) in suite.cases.iter().zip(1..) {
        if stop.is_cancelled() {
            break;
        }
        let run = program.run(&case.text, number, &directory)?;
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
    let words: Vec<_> = skip_boards(words).iter().map(|word| word.to_string_lossy()).collect();
    (!words.is_empty()).then(|| format!("put -- before your program: taquin grade -- {}", words.join(" ")))
}

/// Returns the error for a command line without a program. Often only the `--` before it is missing.
fn missing_program(args: &GradeArgs) -> String {
    let words: Vec<_> = skip_boards(&args.input.boards).iter().map(|word| word.to_string_lossy()).collect();
    if words.is_empty() {
        return "no program given: add it after --, as in: taquin grade -- python3 solver.py {}".to_owned();
    }
    format!("put -- before your program: taquin grade -- {}", words.join(" "))
}

/// Assesses a run; returns `None` if it was interrupted.
fn assess(case: &TestCase, run: &ProgramRun, args: &GradeArgs) -> Option<Assessment> {
    let verdict = match &run.end {
        RunEnd::Exited(status) => return Some(assess_exited(case, run, *status, args)),
        RunEnd::TimedOut => Verdict::TimedOut,
        RunEnd::TooMuchMemory => Verdict::TooMuchMemory,
        RunEnd::TooMuchOutput => Verdict::TooMuchOutput,
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
