//! What the program has in itself, so that there is nothing to wait for. The build script makes it.

use super::automaton::Automaton;
use crate::board::Size;
use crate::table::{Frame, Partition, Table, open_static};

/// The 15-puzzle's 6-6-3, as a file of a store would have them.
static FIFTEEN: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/15.tables"));

/// Automata of the largest depth that is worth it.
static FOUR_BY_FOUR: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/4x4.automaton"));
static FIVE_BY_FIVE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/5x5.automaton"));

/// Moves of the longest words that an automaton is made for when it is needed: a few milliseconds' work.
const LONGEST_AT_ONCE: usize = 8;

/// The tables for a frame, if there are any.
pub(super) fn tables(frame: &Frame) -> Option<(Partition, Vec<Table>)> {
    let partition = partition().filter(|partition| partition.fits(frame))?;
    let tables = open_static(FIFTEEN, &partition).ok()?;
    Some((partition, tables))
}

/// Whether there are tables for a frame.
pub(super) fn has_tables(frame: &Frame) -> bool {
    partition().is_some_and(|partition| partition.fits(frame))
}

/// The puzzle that there are tables for, and how they share it out.
pub(super) fn partition() -> Option<Partition> {
    "15:6-6-3".parse().ok()
}

/// The automaton for a grid.
pub(crate) fn automaton(size: Size) -> Automaton {
    match (size.rows(), size.cols()) {
        (4, 4) => Automaton::from_bytes(FOUR_BY_FOUR),
        (5, 5) => Automaton::from_bytes(FIVE_BY_FIVE),
        _ => Automaton::new(size, LONGEST_AT_ONCE),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Goal;

    #[test]
    fn tables_are_there_for_the_fifteen_puzzle_alone() {
        let goal = |n| Goal::blank_last(Size::square(n).expect("in range"));
        let (partition, tables) = tables(&Frame::new(&goal(4))).expect("there");
        assert_eq!((partition.to_string().as_str(), tables.len()), ("15:6-6-3", 3));
        assert!([3, 5].iter().all(|&n| super::tables(&Frame::new(&goal(n))).is_none()));
    }

    #[test]
    fn automata_are_as_they_were_made() {
        let size = Size::square(4).expect("in range");
        let made = Automaton::new(size, 6);
        let read = Automaton::from_bytes(&made.to_bytes());
        assert!(made == read && automaton(size) != read);
    }
}
