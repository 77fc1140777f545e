//! Detection of a blank that is not written: one row is a number short, and a gap shows where.
//!
//! There are two kinds of evidence. If the numbers are in columns, aligned at their left or right edges, the
//! blank is in the column that the short row lacks. If the numbers are evenly spaced, the blank is where the
//! short row has a wider space. Without evidence, or if it is contradictory, the blank is not guessed.
//!
//! A gap at the end of a row is invisible. Columns still show it, since the other numbers of the row are in
//! theirs, and boards printed without trailing spaces depend on that. But a row that lost a number at its end
//! looks the same, so the caller decides whether to accept an invisible gap.

use super::lexer::{Cell, Row};

/// The position of a blank that is not written.
pub(super) struct BlankGap {
    pub(super) row: usize,
    pub(super) column: usize,
    /// True unless the gap is at the end of a row, without a comma before it.
    pub(super) is_visible: bool,
}

/// Returns the gap that stands for the blank, if its position is unambiguous.
pub(super) fn find(rows: &[&Row]) -> Option<BlankGap> {
    let width = rows.iter().map(|row| row.cells.len()).max()?;
    let has_blank = rows.iter().flat_map(|row| &row.cells).any(|cell| cell.tile.value == 0);
    let mut short_rows = rows.iter().enumerate().filter(|(_, row)| row.cells.len() != width);
    let (index, short) = short_rows.next()?;
    if has_blank || short_rows.next().is_some() || short.cells.len() + 1 != width {
        return None;
    }
    if short.ends_in_comma {
        return Some(BlankGap { row: index, column: width - 1, is_visible: true });
    }
    let full: Vec<&Row> = rows.iter().filter(|row| row.cells.len() == width).copied().collect();
    let candidates = [
        missing_column(&full, short, |cell| cell.end),
        missing_column(&full, short, |cell| cell.start),
        widest_space(&full, short),
    ];
    let mut candidates = candidates.into_iter().flatten();
    let column = candidates.next()?;
    let is_unanimous = candidates.all(|candidate| candidate == column);
    is_unanimous.then_some(BlankGap { row: index, column, is_visible: column + 1 < width })
}

/// Returns the column that the short row lacks, if all rows are aligned by `edge`.
fn missing_column(full: &[&Row], short: &Row, edge: impl Fn(&Cell) -> usize) -> Option<usize> {
    let edges = |row: &Row| row.cells.iter().map(&edge).collect::<Vec<_>>();
    let columns = edges(full.first()?);
    if full.iter().any(|row| edges(row) != columns) {
        return None;
    }
    let present = edges(short);
    let missing = columns.iter().zip(&present).take_while(|(column, edge)| column == edge).count();
    (columns[missing + 1..] == present[missing..]).then_some(missing)
}

/// Returns the only position at which the short row has more space than the full rows, which must be evenly
/// spaced.
fn widest_space(full: &[&Row], short: &Row) -> Option<usize> {
    let spaces =
        |row: &Row| -> Vec<usize> { row.cells.windows(2).map(|pair| pair[1].start - pair[0].end).collect() };
    let usual = *spaces(full.first()?).first()?;
    let is_even = full.iter().all(|row| spaces(row).iter().all(|&space| space == usual));
    let inner = spaces(short);
    let has_narrower = inner.iter().any(|&space| space < usual);
    if !is_even || has_narrower || short.has_commas || short.cells.is_empty() {
        return None;
    }
    let at_start = full.iter().all(|row| row.lead < short.lead).then_some(0);
    let between = inner.iter().zip(1..).filter(|(space, _)| **space > usual).map(|(_, column)| column);
    let mut positions = at_start.into_iter().chain(between);
    match (positions.next(), positions.next()) {
        (None, _) => full.iter().all(|row| row.trail < short.trail).then_some(short.cells.len()),
        (position, None) => position,
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::find;
    use crate::parse::lexer::{self, Row};
    use crate::{Board, BoardFormat, Goal, Size, random_board, read_boards};
    use chacha20::ChaCha8Rng;
    use proptest::prelude::*;
    use rand::SeedableRng;

    /// Returns the row and column of the gap in some rows, each without anything but numbers.
    fn find_blank_gap<R: AsRef<str>>(rows: &[R]) -> Option<(usize, usize)> {
        let mut faults = Vec::new();
        let lines: Vec<_> = rows.iter().map(|row| lexer::rows(row.as_ref(), 1, &mut faults)).collect();
        let rows: Option<Vec<&Row>> =
            lines.iter().map(|rows| rows.first().filter(|_| rows.len() == 1)).collect();
        find(&rows.filter(|_| faults.is_empty())?).map(|gap| (gap.row, gap.column))
    }

    fn read(text: &str) -> Vec<u16> {
        read_boards(text, BoardFormat::Auto, None).unwrap_or_else(|e| panic!("{text:?}: {e}"))[0]
            .tiles()
            .to_vec()
    }

    fn faults(text: &str) -> String {
        read_boards(text, BoardFormat::Auto, None).expect_err("not a board").to_string()
    }

    fn random_boards() -> impl Iterator<Item = Board> {
        (0..400).map(|seed| {
            let size = Size::new(2 + seed % 7, 2 + seed / 7 % 8).expect("in range");
            random_board(&Goal::blank_last(size), true, &mut ChaCha8Rng::seed_from_u64(seed as u64))
        })
    }

    /// Joins the numbers of each row with a space, and writes `blank` for the blank.
    fn joined(board: &Board, blank: &str) -> String {
        let cell = |&tile: &u16| if tile == 0 { blank.to_owned() } else { tile.to_string() };
        let row = |row: &[u16]| row.iter().map(cell).collect::<Vec<_>>().join(" ");
        board.rows().map(row).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn gaps_in_aligned_columns() {
        assert_eq!(read("1 2 3\n8   4\n7 6 5"), [1, 2, 3, 8, 0, 4, 7, 6, 5]);
        assert_eq!(read("4 1 2\n5 3\n8 6 7"), [4, 1, 2, 5, 3, 0, 8, 6, 7]);
        assert_eq!(read("1,2,3\n4,,5\n7,8,6"), [1, 2, 3, 4, 0, 5, 7, 8, 6]);
        assert_eq!(read("1,2,3\n4,5,\n7,8,6"), [1, 2, 3, 4, 5, 0, 7, 8, 6]);
        assert_eq!(read("  3\n1 2"), [0, 3, 1, 2]);
        // Right- and left-aligned numbers of one and two digits.
        let right = " 9  1  2  3\n 4  5  6  7\n10 11    12\n13 14 15  8";
        assert_eq!(read(right), [9, 1, 2, 3, 4, 5, 6, 7, 10, 11, 0, 12, 13, 14, 15, 8]);
        let left = "9  1  2  3\n4  5  6  7\n10 11    12\n13 14 15 8";
        assert_eq!(read(left), [9, 1, 2, 3, 4, 5, 6, 7, 10, 11, 0, 12, 13, 14, 15, 8]);
    }

    #[test]
    fn gaps_by_spacing() {
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
    fn ambiguous_gaps_are_errors() {
        let unclear =
            "row 2 has 2 numbers, but the others have 3, and no blank is marked: write 0 for the blank";
        assert_eq!(faults("1 2 3/4 5/7 8 6"), format!("line 1, column 7: {unclear}"));
        assert_eq!(faults("1 2 3\n 4  5\n7 8 6"), format!("line 2, column 2: {unclear}"));
        // The first row lost its indentation.
        for text in ["1  3\n 4  2  5\n 7  8  6", "2  3\n 4  1  5\n 7  8  6"] {
            assert!(faults(text).contains("row 1 has 2 numbers"), "{text:?}");
        }
        assert!(faults("1 2 3 4\n5 6 7 8\n9 10 12 15\n13 14 11").contains("no blank is marked"));
        // Either left-aligned columns with the blank last, or an empty string for the blank.
        let both = "10 1 2 3 4 5\n9  6 7 8 11";
        assert!(faults(both).contains("no blank is marked"), "{}", faults(both));
    }

    #[test]
    fn invisible_gaps_after_a_header_are_errors() {
        assert_eq!(read("3\n  1 3\n4 2 5\n7 8 6"), [0, 1, 3, 4, 2, 5, 7, 8, 6]);
        assert_eq!(read("3\n1 2 3\n4   5\n7 8 6"), [1, 2, 3, 4, 0, 5, 7, 8, 6]);
        assert_eq!(read("3\n1,2,3\n4,5,\n7,8,6"), [1, 2, 3, 4, 5, 0, 7, 8, 6]);
        for text in ["3\n1 2 3\n4 5 6\n7 8", "3\n1 3\n4 2 5\n7 8 6", "3\n\n1 2 3\n4 5 6\n7 8  \n"] {
            assert!(faults(text).contains("no blank is marked"), "{text:?}: {}", faults(text));
        }
    }

    #[test]
    fn gapped_rows_round_trip() {
        for board in random_boards() {
            for width in [board.tile_width(), board.tile_width().max(2)] {
                let text = board.to_gapped_rows(width);
                assert_eq!(text.parse::<Board>().as_ref(), Ok(&board), "{text}");
            }
        }
    }

    #[test]
    fn joined_rows_round_trip_or_fail() {
        for board in random_boards() {
            assert_eq!(joined(&board, " ").parse::<Board>().as_ref(), Ok(&board));
            if let Ok(read) = joined(&board, "").parse::<Board>() {
                assert_eq!(read, board);
            }
        }
    }

    #[test]
    fn rows_of_text_without_a_board() {
        assert_eq!(find_blank_gap(&["  3", "1 2"]), Some((0, 0)));
        assert_eq!(find_blank_gap(&["4 1 2", "5 3", "8 6 7"]), Some((1, 2)));
        assert_eq!(find_blank_gap(&["4,1,2", "5,3,", "8,6,7"]), Some((1, 2)));
        assert_eq!(find_blank_gap(&["/1 2 3/", "/4   5/", "/7 8 6/"]), Some((1, 1)));
        assert_eq!(find_blank_gap(&["99 99 99", "99    99"]), Some((1, 1)));
        let ambiguous = ["10 1 2 3 4 5", "9  6 7 8 11"];
        let marked = ["1 2 0", "3   4"];
        let two_missing = ["1 2 3", "4   5", "6   7"];
        for rows in [&[][..], &["1   2"], &["", ""], &ambiguous, &marked, &two_missing] {
            assert_eq!(find_blank_gap(rows), None, "{rows:?}");
        }
        for rows in [["1,,2", "3,4,5"], ["1 2 3", "4 # 5"], ["1 2 3", "4 / 5"]] {
            assert_eq!(find_blank_gap(&rows), None, "{rows:?}");
        }
    }

    #[test]
    fn gap_of_printed_rows_is_the_blank() {
        for board in random_boards() {
            let text = board.to_gapped_rows(board.tile_width());
            let rows: Vec<&str> = text.lines().collect();
            assert_eq!(find_blank_gap(&rows), Some(board.size().row_col(board.blank())), "{text}");
        }
    }

    proptest! {
        #[test]
        fn gap_of_any_text_is_inside_its_row(
            rows in prop::collection::vec("[0-9 ,/x\t]{0,12}|.*", 0..5),
        ) {
            if let Some((row, column)) = find_blank_gap(&rows) {
                let numbers = rows[row].split([' ', ',', '\t', '/']).filter(|word| !word.is_empty()).count();
                prop_assert!(column <= numbers);
            }
        }
    }
}
