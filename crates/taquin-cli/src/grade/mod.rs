//! `taquin grade`: runs somebody's solver on a set of boards and judges what it prints.
//!
//! A solver is any program: it is given a board, as a file or on its standard input, and prints a solution in one of many
//! styles. Nobody has to trust it. [`mod@run`] keeps it within its limits and leaves nothing of it behind;
//! [`mod@judge`] replays what it says; and the truth about each board, of the [`sets`] or somebody's own [`boards`], is
//! proven by Taquin's searches.

mod boards;
mod judge;
mod report;
mod run;
mod sets;

pub(crate) use boards::Give;
pub(crate) use sets::Set;

use crate::args::GradeArgs;
use crate::exit::{Exit, Failure, complain};
use crate::plan::{report_untried, stop_on_interrupt};
use boards::{Exam, Question, from_no_board};
use judge::{Finding, Verdict, judge, shortened};
use report::{Mark, Report};
use run::{Ending, Folder, Program, Run};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::process::ExitStatus;

pub(crate) fn run(args: &GradeArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    if args.program.is_empty() {
        return Err(no_program(args).into());
    }
    let stop = stop_on_interrupt();
    let exam = Exam::new(args, &stop)?;
    if exam.questions.is_empty() {
        return Ok(if exam.some_bad { Exit::BadInput } else { Exit::Stopped });
    }
    // A file that can't be written is told before anything runs.
    let junit = args.junit.as_ref().map(File::create).transpose().map_err(|e| format!("--junit: {e}"))?;
    let folder = Folder::new().map_err(|e| format!("a temporary folder can't be made: {e}"))?;
    let program = Program { words: &args.program, time: args.time, memory: args.memory, stop: &stop };
    let mut report = Report::new(&args.program, &exam.questions);
    for (question, number) in exam.questions.iter().zip(1..) {
        if stop.is_raised() {
            break;
        }
        let run = program.run(&question.text, number, &folder)?;
        let Some(finding) = finding_of(question, &run) else { break };
        report.add(Mark::new(question, &run, &finding));
        if !args.json {
            // The heading comes no sooner, as a program that can't be run has no table.
            if number == 1 {
                report.write_heading(out)?;
            }
            report.write_last(out)?;
            out.flush()?;
        }
    }
    if args.json {
        report.write_json(out)?;
    } else {
        report.write_end(out)?;
    }
    out.flush()?;
    if let Some(file) = junit {
        let mut file = BufWriter::new(file);
        let written = report.write_junit(&mut file).and_then(|()| file.flush());
        written.map_err(|e| format!("--junit: {e}"))?;
    }
    let of_program = if report.all_are_right() { Exit::Solved } else { Exit::Unsolvable };
    let of_boards = match (exam.some_bad, exam.left_out) {
        (true, _) => Exit::BadInput,
        (false, 0) => Exit::Solved,
        (false, left_out) => {
            complain(&format!("{left_out} boards were left out"));
            Exit::Stopped
        }
    };
    Ok(of_program.max(of_boards).max(report_untried(report.untried() as u64)))
}

/// What to say to somebody who names no program: often it is there, and the `--` before it is not.
fn no_program(args: &GradeArgs) -> String {
    let words: Vec<_> = from_no_board(&args.input.boards).iter().map(|word| word.to_string_lossy()).collect();
    if words.is_empty() {
        return "no program is named: put it behind --, such as: taquin grade -- python3 solver.py {}"
            .to_owned();
    }
    format!("put -- before your program: taquin grade -- {}", words.join(" "))
}

/// What is to be said of a run; nothing, if it was interrupted.
fn finding_of(question: &Question, run: &Run) -> Option<Finding> {
    let verdict = match &run.ending {
        Ending::Exited(status) => return Some(finding_of_exit(question, run, *status)),
        Ending::TimedOut => Verdict::TimedOut,
        Ending::TooMuchMemory => Verdict::TooMuchMemory,
        Ending::TooMuchOutput => Verdict::TooMuchOutput,
        Ending::Interrupted => return None,
    };
    Some(Finding::of(verdict))
}

/// Some programs end with a status of their own when a board can't be solved: what they print counts, unless there is
/// nothing in it to judge.
fn finding_of_exit(question: &Question, run: &Run, status: ExitStatus) -> Finding {
    let finding = judge(&question.task(), &run.output);
    let says_little = matches!(
        finding.verdict,
        Verdict::Nothing | Verdict::NotUnderstood | Verdict::NotSolved | Verdict::OnlyCount { .. }
    );
    let crashed = status.code().is_none() || !status.success() && says_little;
    if !crashed {
        return finding;
    }
    let complaint = complaint_in(&run.complaints).map_or(String::new(), |line| format!(", {line}"));
    Finding::of(Verdict::Crashed { status: format!("{status}{complaint}") })
}

/// The line of an error output that tells what happened: the first, but the last of what Python prints.
fn complaint_in(complaints: &str) -> Option<String> {
    let mut lines = complaints.lines().map(shortened).filter(|line| !line.is_empty());
    if complaints.contains("Traceback (most recent call last):") { lines.next_back() } else { lines.next() }
}
