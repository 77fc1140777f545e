//! `ColumbiaX` CSMM.101x: the path of the blank and the figures of the search.

use super::dialect::{Dialect, InputForm};
use super::style::StyleDefinition;
use super::{BoardFormat, blank_words};
use crate::algorithm::Algorithm;
use crate::outcome::{Outcome, Solution};
use std::io::{self, Write};
use taquin_core::GoalKind;

pub(super) static STYLE: StyleDefinition = StyleDefinition {
    name: "columbia",
    is_one_line: false,
    states_bound: false,
    write: |report, _, out| report.attempts.iter().try_for_each(|attempt| write(&attempt.outcome, out)),
    statistics: None,
    dialect: Some(Dialect {
        title: "ColumbiaX CSMM.101x, project n-puzzle",
        input: InputForm::Boards(BoardFormat::Lines),
        goal: GoalKind::BlankFirst,
        algorithm: Algorithm::BreadthFirst,
        write_board: |board, _| format!("{}\n", join(board.tiles(), ",")),
        sample: ("1,2,5,3,4,0,6,7,8\n", SAMPLE),
    }),
};

/// The last two figures depend on the machine.
const SAMPLE: &str = "\
path_to_goal: ['Up', 'Left', 'Left']
cost_of_path: 3
nodes_expanded: 10
search_depth: 3
max_search_depth: 4
running_time: 0.00000000
max_ram_usage: 0.00000000
";

fn write(outcome: &Outcome, out: &mut dyn Write) -> io::Result<()> {
    match outcome {
        Outcome::Unsolvable(_) => writeln!(out, "No solution possible"),
        outcome => outcome.solution().map_or(Ok(()), |solution| write_solution(solution, out)),
    }
}

fn write_solution(solution: &Solution, out: &mut dyn Write) -> io::Result<()> {
    let stats = solution.stats();
    write!(out, "path_to_goal: [")?;
    for (word, i) in blank_words(solution).zip(0..) {
        write!(out, "{}'{word}'", if i > 0 { ", " } else { "" })?;
    }
    writeln!(out, "]\ncost_of_path: {}\nnodes_expanded: {}", solution.len(), stats.expanded)?;
    writeln!(out, "search_depth: {}", solution.len())?;
    if let Some(depth) = stats.max_depth {
        writeln!(out, "max_search_depth: {depth}")?;
    }
    #[expect(clippy::cast_precision_loss, reason = "megabytes for people to read")]
    let megabytes = stats.memory as f64 / f64::from(1 << 20);
    writeln!(out, "running_time: {:.8}\nmax_ram_usage: {megabytes:.8}", stats.time.as_secs_f64())
}

fn join(tiles: &[u16], separator: &str) -> String {
    tiles.iter().map(u16::to_string).collect::<Vec<_>>().join(separator)
}
