//! A solution as letters, in a [`MoveStyle`](super::MoveStyle).

use super::{StyleDefinition, Writer};

pub(super) static STYLE: StyleDefinition = StyleDefinition {
    name: "moves",
    is_one_line: true,
    writer: Writer::Solutions(|solution, style, out| writeln!(out, "{}", style.display(solution.moves()))),
    ..StyleDefinition::DEFAULT
};
