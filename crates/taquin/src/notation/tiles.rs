//! A solution as the tiles that slide.

use super::{StyleDefinition, Writer, write_list};

pub(super) static STYLE: StyleDefinition = StyleDefinition {
    name: "tiles",
    is_one_line: true,
    writer: Writer::Solutions(|solution, _, out| {
        write_list(solution.tiles(), " ", out)?;
        writeln!(out)
    }),
    ..StyleDefinition::DEFAULT
};
