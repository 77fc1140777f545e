//! `taquin dialects`: the dialects of courses and judges, each with a sample.

use crate::exit::{Exit, Failure};
use std::fmt::Write as _;
use std::io::Write;
use taquin::notation::{InputForm, Style};

/// The maximum number of lines of a sample that are shown.
const MAX_SAMPLE_LINES: usize = 12;

pub(crate) fn run(out: &mut impl Write) -> Result<Exit, Failure> {
    out.write_all(list().as_bytes())?;
    Ok(Exit::Success)
}

/// Lists the dialects: the assignment, the goal and the algorithm, and a sample of input and output side by side.
pub(crate) fn list() -> String {
    let mut text = "\
--style NAME writes solutions in a dialect, and --input NAME reads its boards. Both imply its
goal, and --style its algorithm, unless --goal and --algorithm are given. docs/dialects.md has the
details.
"
    .to_owned();
    for style in Style::ALL {
        let Some(dialect) = style.dialect() else { continue };
        let (input, output) = dialect.sample;
        // Writing to a string never fails.
        writeln!(text, "\n{}: {}", style.name(), dialect.title).ok();
        let goal = match dialect.input {
            InputForm::NI => "the goal with the board".to_owned(),
            InputForm::Boards(_) => format!("goal {}", dialect.goal),
        };
        writeln!(text, "{goal}, algorithm {}", dialect.algorithm.name()).ok();
        let (input, output) = (sample_lines(input), sample_lines(output));
        let width = input.iter().map(|line| line.chars().count()).max().unwrap_or_default().max(20);
        for i in 0..input.len().max(output.len()) {
            let line = |lines: &[String]| lines.get(i).cloned().unwrap_or_default();
            let row = format!("    {:width$}    {}", line(&input), line(&output));
            writeln!(text, "{}", row.trim_end()).ok();
        }
    }
    text
}

fn sample_lines(sample: &str) -> Vec<String> {
    let mut lines: Vec<String> = sample.lines().map(str::to_owned).collect();
    if lines.len() > MAX_SAMPLE_LINES {
        lines.truncate(MAX_SAMPLE_LINES - 1);
        lines.push("…".to_owned());
    }
    lines
}
