//! Boards from text, in any of the forms that people write them.
//!
//! Some texts can be read in two ways (`2 2` may be a header or a row). Then each reading is tried, and the first that
//! yields a valid board is it. If none does, the faults of the likeliest reading are reported.

use super::lexer::{self, Line, Row};
use crate::board::{Board, BoardError, Entry, Fault, Place, Setup, Size};
use std::str::FromStr;

/// The forms that [`read_boards`] knows; the table in [`read_boards`] describes them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Whichever of the others fits, found out for each board of a text.
    #[default]
    Auto,
    /// A line with the size (`3`, or `3 4`), then the rows.
    Header,
    /// The rows alone, each on a line, with a blank line between boards.
    Rows,
    /// One board per line, with slashes between its rows or without.
    Lines,
}

impl Format {
    /// All forms, the automatic choice first.
    pub const ALL: [Self; 4] = [Self::Auto, Self::Header, Self::Rows, Self::Lines];

    /// Its name: `auto`, `header`, `rows` or `lines`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Header => "header",
            Self::Rows => "rows",
            Self::Lines => "lines",
        }
    }

    fn allows(self, form: Self) -> bool {
        self == Self::Auto || self == form
    }
}

/// All boards in a text, at least one. `size` settles the shape of boards that come without one.
///
/// | format | looks like |
/// |---|---|
/// | [`Header`](Format::Header) | `3`, then three rows; `3 4` for three rows of four; the rows may be broken anywhere |
/// | [`Rows`](Format::Rows) | the rows alone, a line each |
/// | [`Lines`](Format::Lines) | a board a line: `1 2 3/4 5 6/7 8 0`, or all the numbers one after the other |
///
/// `#` starts a comment, commas are as good as spaces, and the blank is `0`, `_`, `.` or `x`, or a gap if the columns of
/// the other rows tell where it is.
///
/// ```
/// use taquin::notation::{Format, read_boards};
/// let boards = read_boards("3\n0 1 3\n4 2 5\n7 8 6\n\n1 2 / 3 _", Format::Auto, None)?;
/// assert_eq!(boards.len(), 2);
/// let faults = read_boards("1 2 3\n4 5 6\n7 8 8", Format::Auto, None).unwrap_err();
/// assert!(faults.to_string().contains("line 3, column 5: 8 occurs again"));
/// # Ok::<(), taquin::BoardError>(())
/// ```
pub fn read_boards(text: &str, format: Format, size: Option<Size>) -> Result<Vec<Board>, BoardError> {
    let lines = lexer::lines(text)?;
    if lines.is_empty() {
        return Err(Fault::NoBoard.into());
    }
    let reader = Reader { format, size };
    let mut boards = Vec::new();
    let mut rest = &lines[..];
    while !rest.is_empty() {
        let (found, used) = reader.next(rest)?;
        boards.extend(found);
        rest = &rest[used..];
    }
    Ok(boards)
}

/// Reads the only board of a text.
impl FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        let mut boards = read_boards(text, Format::Auto, None)?;
        match boards.pop() {
            Some(board) if boards.is_empty() => Ok(board),
            _ => Err(Fault::MoreThanOne { boards: boards.len() + 1 }.into()),
        }
    }
}

struct Reader {
    format: Format,
    size: Option<Size>,
}

/// A way to read the beginning of the text: the boards it yields, and how many lines that takes.
type Reading = Result<(Vec<Board>, usize), BoardError>;

impl Reader {
    /// The board or boards at the beginning of some lines: of the readings that the format allows, from the likeliest to
    /// the least likely, the first that makes sense.
    fn next(&self, lines: &[Line]) -> Reading {
        if lines[0].is_slashed() && self.format.allows(Format::Lines) {
            return self.line(&lines[0]).map(|board| (vec![board], 1));
        }
        let one = |length: usize| move |board| (vec![board], length);
        let readings: [(Format, &dyn Fn() -> Option<Reading>); 6] = [
            (Format::Header, &|| self.header(lines, true)),
            (Format::Rows, &|| {
                let block = block(lines);
                (block.len() > 1 || self.format == Format::Rows)
                    .then(|| self.rows(block).map(one(block.len())))
            }),
            (Format::Lines, &|| {
                let block = block(lines);
                let boards: Result<Vec<Board>, BoardError> =
                    block.iter().map(|line| self.line(line)).collect();
                Some(boards.map(|boards| (boards, block.len())))
            }),
            // With blank lines after the header or between the rows.
            (Format::Header, &|| self.header(lines, false)),
            (Format::Auto, &|| {
                let few = lines.len() <= Size::MAX;
                (few && block(lines).len() < lines.len()).then(|| self.rows(lines).map(one(lines.len())))
            }),
            // A list broken over several lines.
            (Format::Auto, &|| {
                let block = block(lines);
                (block.len() > 1).then(|| self.list(&flatten(block)).map(one(block.len())))
            }),
        ];
        let mut errors = Vec::new();
        for reading in
            readings.iter().filter(|(form, _)| self.format.allows(*form)).filter_map(|(_, read)| read())
        {
            match reading {
                Ok(found) => return Ok(found),
                Err(error) => errors.push(error),
            }
        }
        Err(likeliest(errors, has_clear_header(lines)))
    }

    /// A size on the first line, if there is one, and what follows it: up to the next blank line, or beyond.
    fn header(&self, lines: &[Line], in_block: bool) -> Option<Reading> {
        let (rows, cols, place) = match &lines[0].rows[0].cells[..] {
            _ if lines[0].is_slashed() => return None,
            [n] => (n.entry.value, n.entry.value, n.entry.place),
            [r, c] => (r.entry.value, c.entry.value, r.entry.place),
            _ => return None,
        };
        let Ok(size) = Size::new(rows as usize, cols as usize) else {
            let fault = Fault::Dimensions { rows: rows as usize, cols: cols as usize };
            return Some(Err(fault.into()));
        };
        if let Some(wanted) = self.size.filter(|wanted| *wanted != size) {
            let fault = Fault::OtherShape { size: wanted, rows: size.rows(), cols: size.cols(), place };
            return Some(Err(fault.into()));
        }
        let ends = |line: &&Line| line.is_slashed() || in_block && line.starts_block;
        let length = lines[1..].iter().take(size.cells()).take_while(|line| !ends(line)).count();
        let body = &lines[1..=length];
        if body.is_empty() {
            return Some(Err(Fault::WrongCount { size, found: 0, place }.into()));
        }
        let by_rows = &body[..body.len().min(size.rows())];
        let as_rows = with_gap_filled(by_rows, Some(size)).board();
        let reading = as_rows.map(|board| (vec![board], 1 + by_rows.len()));
        // The course's own reader takes the numbers one by one and cares for no line ends.
        Some(reading.or_else(|error| self.flowing(body, size).ok_or(error)))
    }

    /// The board made of the next R·C numbers, if they end at a line's end.
    fn flowing(&self, body: &[Line], size: Size) -> Option<(Vec<Board>, usize)> {
        let mut count = 0;
        let ends = body.iter().position(|line| {
            count += line.rows.iter().map(|row| row.cells.len()).sum::<usize>();
            count >= size.cells()
        })?;
        let told = Self { size: Some(size), ..*self };
        told.list(&flatten(&body[..=ends])).ok().map(|board| (vec![board], ends + 2))
    }

    /// All these lines as the rows of one board.
    fn rows(&self, lines: &[Line]) -> Result<Board, BoardError> {
        with_gap_filled(lines, self.size).board()
    }

    /// One line as a board.
    fn line(&self, line: &Line) -> Result<Board, BoardError> {
        if line.is_slashed() {
            return self.rows(std::slice::from_ref(line));
        }
        self.list(&line.rows[0].cells.iter().map(|cell| cell.entry).collect::<Vec<_>>())
    }

    /// All the numbers of a board, one after the other.
    fn list(&self, entries: &[Entry]) -> Result<Board, BoardError> {
        let place = entries.first().and_then(|entry| entry.place);
        let root = entries.len().isqrt();
        let size = match self.size {
            Some(size) => size,
            None if root * root == entries.len() => {
                Size::square(root).map_err(|_| Fault::Dimensions { rows: root, cols: root })?
            }
            None => {
                let place = place.unwrap_or(Place { line: 1, column: 1 });
                return Err(Fault::UnknownShape { count: entries.len(), place }.into());
            }
        };
        if entries.len() != size.cells() {
            return Err(Fault::WrongCount { size, found: entries.len(), place }.into());
        }
        Setup { rows: entries.chunks(size.cols()).map(<[Entry]>::to_vec).collect(), size: None }.board()
    }
}

/// The lines up to the next blank one, or the next with a board of its own.
fn block(lines: &[Line]) -> &[Line] {
    let ends = |line: &Line| line.starts_block || line.is_slashed();
    let length = lines[1..].iter().position(ends).map_or(lines.len(), |i| i + 1);
    &lines[..length]
}

fn flatten(lines: &[Line]) -> Vec<Entry> {
    lines.iter().flat_map(|line| &line.rows).flat_map(|row| &row.cells).map(|cell| cell.entry).collect()
}

/// Whether the first line can hardly be anything but a size.
fn has_clear_header(lines: &[Line]) -> bool {
    let width = |line: &Line| line.rows[0].cells.len();
    match lines {
        [first, ..] if width(first) == 1 => true,
        [first, second, ..] if width(first) == 2 => {
            width(second) != 2 && first.rows[0].cells[1].entry.value == width(second) as u64
        }
        _ => false,
    }
}

/// Of the faults of several readings those to report: the first's if its header is clear, and if not those of the
/// reading nearest to a board.
fn likeliest(errors: Vec<BoardError>, header_is_clear: bool) -> BoardError {
    let nearest =
        if header_is_clear { errors.into_iter().next() } else { errors.into_iter().min_by_key(unlikeliness) };
    nearest.unwrap_or_else(|| Fault::NoBoard.into())
}

/// How far a text is from being a board: a wrong shape says more than some wrong tiles.
fn unlikeliness(error: &BoardError) -> usize {
    let weight = |fault: &Fault| match fault {
        Fault::Dimensions { .. }
        | Fault::UnknownShape { .. }
        | Fault::OtherShape { .. }
        | Fault::WrongCount { .. } => 100,
        _ => 1,
    };
    error.faults.iter().map(weight).sum()
}

/// The rows of some lines; a gap where the blank must be becomes a 0.
fn with_gap_filled(lines: &[Line], size: Option<Size>) -> Setup {
    let rows: Vec<&Row> = lines.iter().flat_map(|line| &line.rows).collect();
    let mut setup =
        Setup { rows: rows.iter().map(|row| row.cells.iter().map(|c| c.entry).collect()).collect(), size };
    if let Some((row, column)) = gap(&rows) {
        setup.rows[row].insert(column, Entry { value: 0, place: None });
    }
    setup
}

/// Where the blank was left out: in the only row that is one short, if no cell is marked as the blank and the columns
/// of the other rows tell its place.
fn gap(rows: &[&Row]) -> Option<(usize, usize)> {
    let width = rows.iter().map(|row| row.cells.len()).max()?;
    let marked = rows.iter().flat_map(|row| &row.cells).any(|cell| cell.entry.value == 0);
    let mut short = rows.iter().enumerate().filter(|(_, row)| row.cells.len() != width);
    let (index, row) = short.next()?;
    if marked || short.next().is_some() || row.cells.len() + 1 != width {
        return None;
    }
    if row.ends_in_comma {
        return Some((index, width - 1));
    }
    let full: Vec<&Row> = rows.iter().filter(|row| row.cells.len() == width).copied().collect();
    let by_end = missing_column(&full, row, |cell| cell.end);
    let by_start = missing_column(&full, row, |cell| cell.start);
    match (by_end, by_start) {
        (Some(a), Some(b)) if a != b => None,
        (found, other) => found.or(other).map(|column| (index, column)),
    }
}

/// The column that a row lacks, if all full rows are aligned by `edge` and so is that row.
fn missing_column(full: &[&Row], row: &Row, edge: impl Fn(&lexer::Cell) -> usize) -> Option<usize> {
    let edges = |row: &Row| row.cells.iter().map(&edge).collect::<Vec<_>>();
    let columns = edges(full.first()?);
    if full.iter().any(|other| edges(other) != columns) {
        return None;
    }
    let present = edges(row);
    let missing = columns.iter().position(|column| !present.contains(column))?;
    let mut expected = columns;
    expected.remove(missing);
    (expected == present).then_some(missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Vec<u16>> {
        let boards = read_boards(text, Format::Auto, None).unwrap_or_else(|e| panic!("{text:?}: {e}"));
        boards.iter().map(|b| b.tiles().to_vec()).collect()
    }

    fn faults(text: &str) -> String {
        read_boards(text, Format::Auto, None).expect_err("no board").to_string()
    }

    #[test]
    fn one_board_in_every_form() {
        for text in [
            "3\n0 1 3\n4 2 5\n7 8 6\n",
            "3\r\n 0  1  3 \r\n 4  2  5 \r\n 7  8  6 \r\n\r\n",
            "3\n\n0 1 3\n\n4 2 5\n\n7 8 6",
            "3 3\n0 1 3 4 2\n5 7 8 6",
            "3\n0\n1\n3\n4\n2\n5\n7\n8\n6",
            "0 1 3\n4 2 5\n7 8 6",
            "\n\n0 1 3\n\n4 2 5\n\n\n7 8 6\n\n",
            "# a comment\n0 1 3 # another\n4 2 5\n#\n7 8 6",
            "0 1 3/4 2 5/7 8 6",
            " /0,1,3/ 4,2,5 / 7 , 8 , 6/",
            "0,1,3\n4,2,5\n7,8,6\n",
            "0,1,3,\n4,2,5,\n7,8,6,\n",
            ",1,3\n4,2,5\n7,8,6\n",
            "0 1 3 4 2 5 7 8 6",
            "0 1 3 4 2\n5 7 8 6",
            "_ 1 3/4 2 5/7 8 6",
            ". 1 3\n4 2 5\n7 8 6",
            "x 1 3\n4 2 5\n7 8 6",
            "  1 3\n4 2 5\n7 8 6",
            "    1  3\n 4  2  5\n 7  8  6\n",
            "\u{feff}0 1 3\n4 2 5\n7 8 6",
        ] {
            assert_eq!(read(text), [[0, 1, 3, 4, 2, 5, 7, 8, 6]], "{text:?}");
        }
    }

    #[test]
    fn gaps() {
        assert_eq!(read("1 2 3\n8   4\n7 6 5"), [[1, 2, 3, 8, 0, 4, 7, 6, 5]]);
        assert_eq!(read("4 1 2\n5 3\n8 6 7"), [[4, 1, 2, 5, 3, 0, 8, 6, 7]]);
        assert_eq!(read("1,2,3\n4,,5\n7,8,6"), [[1, 2, 3, 4, 0, 5, 7, 8, 6]]);
        assert_eq!(read("1,2,3\n4,5,\n7,8,6"), [[1, 2, 3, 4, 5, 0, 7, 8, 6]]);
        assert_eq!(read("  3\n1 2"), [[0, 3, 1, 2]]);
        // Left- and right-aligned numbers of two widths.
        let right = " 9  1  2  3\n 4  5  6  7\n10 11    12\n13 14 15  8";
        assert_eq!(read(right), [[9, 1, 2, 3, 4, 5, 6, 7, 10, 11, 0, 12, 13, 14, 15, 8]]);
        let left = "9  1  2  3\n4  5  6  7\n10 11    12\n13 14 15 8";
        assert_eq!(read(left), [[9, 1, 2, 3, 4, 5, 6, 7, 10, 11, 0, 12, 13, 14, 15, 8]]);
        // Not told by any column: asked for, not guessed.
        assert!(faults("1 2 3/4 5/7 8 6").contains("row 2 has 2 tiles and the others have 3 (write 0"));
        assert!(faults("1 2 3\n 4  5\n7 8 6").contains("row 2 has 2 tiles"));
    }

    #[test]
    fn shapes_that_are_not_square() {
        assert_eq!(read("2 3\n1 2 3\n4 5 0"), [[1, 2, 3, 4, 5, 0]]);
        assert_eq!(read("3 2\n1 2\n3 4\n5 0"), [[1, 2, 3, 4, 5, 0]]);
        assert_eq!(read("1 2\n3 4\n5 0"), [[1, 2, 3, 4, 5, 0]]);
        assert_eq!(read("2 1\n3 0"), [[2, 1, 3, 0]]);
        assert_eq!(read("2 3\n1 0"), [[2, 3, 1, 0]]);
        assert_eq!(read("2 2\n2 3\n1 0"), [[2, 3, 1, 0]]);
        let size = Some(Size::new(2, 3).expect("in range"));
        let told = read_boards("1 2 3 4 5 0", Format::Auto, size).expect("the size is given");
        assert_eq!(told[0].size().to_string(), "2x3");
        assert!(faults("1 2 3 4 5 0").contains("6 numbers in a row do not tell the board's shape"));
    }

    #[test]
    fn many_boards() {
        let two = [[0, 1, 2, 3], [1, 0, 2, 3]];
        for text in [
            "2\n0 1\n2 3\n2\n1 0\n2 3",
            "2\n0 1\n2 3\n\n2\n1 0\n2 3\n",
            "0 1\n2 3\n\n1 0\n2 3",
            "0 1/2 3\n1 0/2 3",
            "0 1 2 3\n1 0 2 3",
            "0 1 2 3\n\n1 0 2 3",
            "0 1/2 3\n2\n1 0\n2 3",
            "0 1\r2 3\r\r1 0\r2 3",
            "0 1\n2 3\n1 0/2 3",
        ] {
            assert_eq!(read(text), two, "{text:?}");
        }
        // The first line could be a size, but the boards end where the blank lines are.
        assert_eq!(read("3 2\n4 1\n0 5\n\n2 3\n4 1\n0 5"), [[3, 2, 4, 1, 0, 5], [2, 3, 4, 1, 0, 5]]);
        let many = "3\n0 1 3\n4 2 5\n7 8 6\n\n".repeat(5000);
        assert_eq!(read(&many).len(), 5000);
        assert_eq!(read(&many.replace("\n\n", "\n")).len(), 5000);
        assert_eq!("0 1/2 3\n1 0/2 3".parse::<Board>().expect_err("two").to_string(), {
            "one board was expected and here are 2"
        });
    }

    #[test]
    fn a_format_that_is_told_is_kept_to() {
        let with = |format| read_boards("2 2\n2 3\n1 0", format, None);
        assert!(with(Format::Header).is_ok());
        assert!(with(Format::Rows).is_err());
        assert!(with(Format::Lines).is_err());
        assert!(read_boards("1 2/3 0", Format::Header, None).is_err());
        assert!(read_boards("3/9 9 9\n0 1 3\n4 2 5\n7 8 6", Format::Header, None).is_err());
    }

    #[test]
    fn faults_with_their_places() {
        assert_eq!(faults(""), faults(" \n# nothing\n"));
        assert!(faults("").contains("no board here"));
        assert_eq!(
            faults("1 2 3\n4 five 6\n7 8 -1"),
            "line 2, column 3: 'five' is not a tile: expected a number, or 0 for the blank\n\
             line 3, column 5: '-1' is not a tile: expected a number, or 0 for the blank"
        );
        assert_eq!(
            faults("3\n1 2 3\n4 5 6\n7 7 9"),
            "line 4, column 3: 7 occurs again (first at line 4, column 1)\n\
             line 4, column 5: 9 is out of range: a 3x3 board has the tiles 1 to 8 and 0 for the blank\n\
             0, 8 are missing (0 is the blank)"
        );
        assert_eq!(
            faults("3\n1 2 3\n4 5 6"),
            "line 2, column 1: a 3x3 board has 9 numbers and here are 6\n0, 7, 8 are missing (0 is the blank)"
        );
        let told = read_boards("1 2/3 4/5 0", Format::Auto, Size::new(2, 3).ok()).expect_err("another shape");
        assert_eq!(told.to_string(), "line 1, column 1: a 2x3 board was expected and here are 3 rows of 2");
        assert!(read_boards("3\n0 1 3\n4 2 5\n7 8 6", Format::Auto, Size::square(4).ok()).is_err());
        let long = format!("1 2 3\n4 5 6\n7 8 {}", "z".repeat(10_000));
        assert!(faults(&long).len() < 150);
        assert!(faults(&"z ".repeat(10_000)).ends_with("… and 88 more faults"));
        assert!(faults("3").contains("a 3x3 board has 9 numbers and here are 0"));
        assert!(faults("128\n1 2 3").contains("128 rows of 128 are not a board"));
        assert!(faults("1\n0").contains("1 rows of 1 are not a board"));
    }
}
