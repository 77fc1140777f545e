//! Where the blank is, if nothing marks it and one row is a number short.
//!
//! Two things can tell. Numbers in columns, aligned at their left or right edges: then the blank is in the column where
//! that row has none. Numbers equally far apart: then it is where that row has more room than there is between the
//! others. If the two tell different things, or neither tells anything, nothing is guessed.
//!
//! A gap at the end of a row is seen by the columns alone: they all have their number but the last. That is how boards
//! are written without spaces at the ends of lines; but so is a row that has lost its first number's place.

use super::lexer::{Cell, Row};

/// The place of a blank that was left out.
pub(super) struct Gap {
    pub(super) row: usize,
    pub(super) column: usize,
    /// Whether something stands on either side of it.
    pub(super) is_seen: bool,
}

/// The gap in some rows, if the blank must be there.
pub(super) fn find(rows: &[&Row]) -> Option<Gap> {
    let width = rows.iter().map(|row| row.cells.len()).max()?;
    let marked = rows.iter().flat_map(|row| &row.cells).any(|cell| cell.entry.value == 0);
    let mut short = rows.iter().enumerate().filter(|(_, row)| row.cells.len() != width);
    let (index, row) = short.next()?;
    if marked || short.next().is_some() || row.cells.len() + 1 != width {
        return None;
    }
    if row.ends_in_comma {
        return Some(Gap { row: index, column: width - 1, is_seen: true });
    }
    let full: Vec<&Row> = rows.iter().filter(|row| row.cells.len() == width).copied().collect();
    let clues = [
        missing_column(&full, row, |cell| cell.end),
        missing_column(&full, row, |cell| cell.start),
        widest_place(&full, row),
    ];
    let mut clues = clues.into_iter().flatten();
    let column = clues.next()?;
    clues.all(|clue| clue == column).then_some(Gap { row: index, column, is_seen: column + 1 < width })
}

/// The column that a row lacks, if all full rows are aligned by `edge` and so is that row.
fn missing_column(full: &[&Row], row: &Row, edge: impl Fn(&Cell) -> usize) -> Option<usize> {
    let edges = |row: &Row| row.cells.iter().map(&edge).collect::<Vec<_>>();
    let columns = edges(full.first()?);
    if full.iter().any(|other| edges(other) != columns) {
        return None;
    }
    let present = edges(row);
    let missing = columns.iter().zip(&present).take_while(|(column, edge)| column == edge).count();
    (columns[missing + 1..] == present[missing..]).then_some(missing)
}

/// The only place of a row where there is more room than in the full rows, which all leave the same between numbers.
fn widest_place(full: &[&Row], row: &Row) -> Option<usize> {
    let rooms =
        |row: &Row| -> Vec<usize> { row.cells.windows(2).map(|pair| pair[1].start - pair[0].end).collect() };
    let usual = *rooms(full.first()?).first()?;
    let all_usual = full.iter().all(|other| rooms(other).iter().all(|&room| room == usual));
    let inner = rooms(row);
    if !all_usual || row.has_commas || row.cells.is_empty() || inner.iter().any(|&room| room < usual) {
        return None;
    }
    let at_start = full.iter().all(|other| other.lead < row.lead).then_some(0);
    let between = inner.iter().zip(1..).filter(|(room, _)| **room > usual).map(|(_, column)| column);
    let mut places = at_start.into_iter().chain(between);
    match (places.next(), places.next()) {
        (None, _) => full.iter().all(|other| other.trail < row.trail).then_some(row.cells.len()),
        (place, None) => place,
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::board::{Board, Goal, Size, random_board};
    use crate::notation::{Format, gapped_rows, read_boards, widest};
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    fn read(text: &str) -> Vec<u16> {
        read_boards(text, Format::Auto, None).unwrap_or_else(|e| panic!("{text:?}: {e}"))[0].tiles().to_vec()
    }

    fn faults(text: &str) -> String {
        read_boards(text, Format::Auto, None).expect_err("no board").to_string()
    }

    fn random_boards() -> impl Iterator<Item = Board> {
        (0..400).map(|seed| {
            let size = Size::new(2 + seed % 7, 2 + seed / 7 % 8).expect("in range");
            random_board(&Goal::blank_last(size), true, &mut ChaCha8Rng::seed_from_u64(seed as u64))
        })
    }

    /// The rows with numbers joined by one space, and something for the blank.
    fn joined(board: &Board, blank: &str) -> String {
        let cell = |&tile: &u16| if tile == 0 { blank.to_owned() } else { tile.to_string() };
        let row = |row: &[u16]| row.iter().map(cell).collect::<Vec<_>>().join(" ");
        board.rows().map(row).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn in_columns() {
        assert_eq!(read("1 2 3\n8   4\n7 6 5"), [1, 2, 3, 8, 0, 4, 7, 6, 5]);
        assert_eq!(read("4 1 2\n5 3\n8 6 7"), [4, 1, 2, 5, 3, 0, 8, 6, 7]);
        assert_eq!(read("1,2,3\n4,,5\n7,8,6"), [1, 2, 3, 4, 0, 5, 7, 8, 6]);
        assert_eq!(read("1,2,3\n4,5,\n7,8,6"), [1, 2, 3, 4, 5, 0, 7, 8, 6]);
        assert_eq!(read("  3\n1 2"), [0, 3, 1, 2]);
        // Left- and right-aligned numbers of two widths.
        let right = " 9  1  2  3\n 4  5  6  7\n10 11    12\n13 14 15  8";
        assert_eq!(read(right), [9, 1, 2, 3, 4, 5, 6, 7, 10, 11, 0, 12, 13, 14, 15, 8]);
        let left = "9  1  2  3\n4  5  6  7\n10 11    12\n13 14 15 8";
        assert_eq!(read(left), [9, 1, 2, 3, 4, 5, 6, 7, 10, 11, 0, 12, 13, 14, 15, 8]);
    }

    #[test]
    fn without_columns() {
        let others = "1 2 3 4\n5 6 7 8\n9 10 12 15\n";
        for (row, tiles) in [
            ("13   14 11", [13, 0, 14, 11]),
            ("13  14 11", [13, 0, 14, 11]),
            ("13 14   11", [13, 14, 0, 11]),
            ("13\t14\t\t11", [13, 14, 0, 11]),
            ("  13 14 11", [0, 13, 14, 11]),
            (" 13 14 11", [0, 13, 14, 11]),
            ("13 14 11  ", [13, 14, 11, 0]),
        ] {
            assert_eq!(read(&format!("{others}{row}"))[12..], tiles, "{row:?}");
        }
        assert_eq!(read("1 2 3/4   5/7 8 6"), [1, 2, 3, 4, 0, 5, 7, 8, 6]);
        assert_eq!(read("1 2 3 /   4 5 / 7 8 6"), [1, 2, 3, 0, 4, 5, 7, 8, 6]);
    }

    #[test]
    fn in_doubt_it_is_asked_for() {
        let unclear =
            "can't tell where the blank is: row 2 has 2 tiles and the others have 3: write 0 for it";
        assert_eq!(faults("1 2 3/4 5/7 8 6"), format!("line 1, column 7: {unclear}"));
        assert_eq!(faults("1 2 3\n 4  5\n7 8 6"), format!("line 2, column 2: {unclear}"));
        // The columns have lost their beginning.
        for text in ["1  3\n 4  2  5\n 7  8  6", "2  3\n 4  1  5\n 7  8  6"] {
            assert!(faults(text).contains("can't tell where the blank is: row 1"), "{text:?}");
        }
        assert!(faults("1 2 3 4\n5 6 7 8\n9 10 12 15\n13 14 11").contains("can't tell where the blank is"));
        // Left-aligned with the blank last, or the blank written as nothing: both are this text.
        let both = "10 1 2 3 4 5\n9  6 7 8 11";
        assert!(faults(both).contains("can't tell where the blank is"), "{}", faults(both));
    }

    #[test]
    fn a_board_with_a_header_has_its_blank_written() {
        assert_eq!(read("3\n  1 3\n4 2 5\n7 8 6"), [0, 1, 3, 4, 2, 5, 7, 8, 6]);
        assert_eq!(read("3\n1 2 3\n4   5\n7 8 6"), [1, 2, 3, 4, 0, 5, 7, 8, 6]);
        assert_eq!(read("3\n1,2,3\n4,5,\n7,8,6"), [1, 2, 3, 4, 5, 0, 7, 8, 6]);
        for text in ["3\n1 2 3\n4 5 6\n7 8", "3\n1 3\n4 2 5\n7 8 6", "3\n\n1 2 3\n4 5 6\n7 8  \n"] {
            assert!(faults(text).contains("can't tell where the blank is"), "{text:?}: {}", faults(text));
        }
    }

    #[test]
    fn gapped_boards_read_back() {
        for board in random_boards() {
            for width in [widest(&board), widest(&board).max(2)] {
                let text = gapped_rows(&board, width);
                assert_eq!(text.parse::<Board>().as_ref(), Ok(&board), "{text}");
            }
        }
    }

    #[test]
    fn joined_rows_read_back_or_are_refused() {
        for board in random_boards() {
            assert_eq!(joined(&board, " ").parse::<Board>().as_ref(), Ok(&board));
            if let Ok(read) = joined(&board, "").parse::<Board>() {
                assert_eq!(read, board);
            }
        }
    }
}
