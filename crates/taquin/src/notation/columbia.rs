//! `ColumbiaX` CSMM.101x: the path of the blank and the figures of the search.

use super::{Assignment, BoardFormat, Dialect, InputForm, StyleDefinition, Writer, blank_words, write_list};
use crate::algorithm::Algorithm;
use crate::solution::Solution;
use std::io::{self, Write};
use taquin_core::GoalKind;

pub(super) static STYLE: StyleDefinition = StyleDefinition {
    name: "columbia",
    writer: Writer::Solutions(|solution, _, out| write(solution, out)),
    dialect: Some(&Dialect {
        title: "ColumbiaX CSMM.101x, project n-puzzle",
        input: InputForm::Boards(BoardFormat::Lines),
        goal: GoalKind::BlankFirst,
        algorithm: Algorithm::BreadthFirst,
        write_board: |board, _| board.to_line().replace([' ', '/'], ",") + "\n",
        sample: ("1,2,5,3,4,0,6,7,8\n", SAMPLE),
        assignment: Assignment {
            has_square_boards: true,
            has_unsolvable_boards: false,
            asks_for_depth: true,
            names_blank: Some(true),
            figures: &["nodes_expanded: ", "max_search_depth: ", "running_time: ", "max_ram_usage: "],
            ..Assignment::ANY
        },
    }),
    ..StyleDefinition::DEFAULT
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

fn write(solution: &Solution, out: &mut dyn Write) -> io::Result<()> {
    let stats = solution.stats();
    write!(out, "path_to_goal: [")?;
    write_list(blank_words(solution).map(|word| format!("'{word}'")), ", ", out)?;
    writeln!(out, "]\ncost_of_path: {}\nnodes_expanded: {}", solution.len(), stats.expanded)?;
    writeln!(out, "search_depth: {}", solution.len())?;
    if let Some(depth) = stats.max_depth {
        writeln!(out, "max_search_depth: {depth}")?;
    }
    #[expect(clippy::cast_precision_loss, reason = "megabytes for people to read")]
    let megabytes = stats.memory as f64 / f64::from(1 << 20);
    writeln!(out, "running_time: {:.8}\nmax_ram_usage: {megabytes:.8}", stats.time.as_secs_f64())
}
