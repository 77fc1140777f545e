//! Makes what the program has in itself: the small tables of the 15-puzzle, and the automata for 4×4 and 5×5.
//!
//! It takes the sources of the library that make them, which depend on nothing else in it. Computing is preferred to
//! keeping megabytes of numbers under version control: it takes a second.

#![allow(dead_code, unreachable_pub, unused_imports, reason = "only a part of these modules is needed here")]

#[path = "src/search/automaton.rs"]
mod automaton;
#[path = "src/board/mod.rs"]
mod board;
#[path = "src/table/mod.rs"]
mod table;

use std::error::Error;
use std::path::{Path, PathBuf};

#[expect(clippy::disallowed_methods, reason = "this is how a build script is told where to write")]
fn main() -> Result<(), Box<dyn Error>> {
    for source in ["build.rs", "src/board", "src/table", "src/search/automaton.rs"] {
        println!("cargo::rerun-if-changed={source}");
    }
    let folder = PathBuf::from(std::env::var("OUT_DIR")?);
    write_tables(&folder.join("15.tables"))?;
    for (name, n) in [("4x4.automaton", 4), ("5x5.automaton", 5)] {
        let automaton = automaton::Automaton::new(board::Size::square(n)?, automaton::LONGEST);
        std::fs::write(folder.join(name), automaton.to_bytes())?;
    }
    Ok(())
}

fn write_tables(path: &Path) -> Result<(), Box<dyn Error>> {
    let partition: table::Partition = "15:6-6-3".parse()?;
    let go_on = || Ok::<(), std::convert::Infallible>(());
    table::write(&partition, path, &go_on, &mut |_| ())?;
    Ok(())
}
