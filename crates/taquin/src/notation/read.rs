//! Boards from text, in any of the forms that people write them.
//!
//! Some texts can be read in two ways (`2 2` may be a header or a row). Then each reading is tried, and the first that
//! yields a valid board is it. If none does, the faults of the likeliest reading are reported.

use super::blame::{is_of_shape, most_helpful, or_stray, or_unspaced, with_all_rows};
use super::gap;
use super::lexer::{self, Line, Row, block, flatten};
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
/// | [`Header`](Format::Header) | `3`, then three rows; `3 4` for three rows of four; the rows may be broken anywhere, or all be on the line of the size |
/// | [`Rows`](Format::Rows) | the rows alone, a line each |
/// | [`Lines`](Format::Lines) | a board per line: `1 2 3/4 5 6/7 8 0`, or all the numbers one after the other |
///
/// Boards may also be arrays, `[[1,2],[3,0]]`, or as the page's addresses have them, `1.2_3.0` or the whole address.
/// `#` starts a comment and commas are as good as spaces. The blank is `0` or one of [`Entry::MARKS`], or a gap if the
/// other rows tell where it is; with a size before them, rows must not leave it out at their ends, where it can't be seen.
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
        let next = reader.next(rest);
        let (found, used) = next.map_err(|error| or_stray(error, rest, boards.len()))?;
        boards.extend(found);
        rest = &rest[used..];
    }
    Ok(boards)
}

/// The only board of a text, in any form that [`read_boards`] knows. `size` settles its shape if it comes without one.
pub fn read_board(text: &str, size: Option<Size>) -> Result<Board, BoardError> {
    let mut boards = read_boards(text, Format::Auto, size)?;
    match boards.pop() {
        Some(board) if boards.is_empty() => Ok(board),
        _ => Err(Fault::MoreThanOne { boards: boards.len() + 1 }.into()),
    }
}

/// Reads the only board of a text.
impl FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        read_board(text, None)
    }
}

struct Reader {
    format: Format,
    size: Option<Size>,
}

/// A way to read the beginning of the text: the boards it yields, and how many lines that takes.
type Reading = Result<(Vec<Board>, usize), BoardError>;

impl Reader {
    /// The board or boards at the beginning of some lines.
    fn next(&self, lines: &[Line]) -> Reading {
        if lines[0].is_slashed() && self.format.allows(Format::Lines) {
            let board = self.line(&lines[0]);
            return board
                .map(|board| (vec![board], 1))
                .map_err(|error| or_unspaced(error, &lines[..1], self.size));
        }
        self.likeliest(lines).map_err(|error| or_unspaced(error, block(lines), self.size))
    }

    /// Of the readings that the format allows, from the likeliest to the least likely, the first that makes sense.
    fn likeliest(&self, lines: &[Line]) -> Reading {
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
        Err(most_helpful(errors, lines))
    }

    /// A size on the first line, if there is one, and what follows it: up to the next blank line, or beyond.
    fn header(&self, lines: &[Line], in_block: bool) -> Option<Reading> {
        let (rows, cols, place) = match &lines[0].rows[0].cells[..] {
            _ if lines[0].is_slashed() => return None,
            [n] => (n.entry.value, n.entry.value, n.entry.place),
            [r, c] => (r.entry.value, c.entry.value, r.entry.place),
            _ => {
                let board = self.sized_list(&flatten(&lines[..1]))?;
                return Some(board.map(|board| (vec![board], 1)));
            }
        };
        let Ok(size) = Size::new(rows as usize, cols as usize) else {
            let fault = Fault::Dimensions { rows: rows as usize, cols: cols as usize };
            return Some(Err(fault.into()));
        };
        if let Some(wanted) = self.size.filter(|wanted| *wanted != size) {
            let fault = Fault::OtherShape { size: wanted, rows: size.rows(), cols: size.cols(), place };
            return Some(Err(fault.into()));
        }
        // A blank line between the size and the rows ends nothing.
        let ends = |i: usize, line: &Line| line.is_slashed() || in_block && i > 0 && line.starts_block;
        let follow = lines[1..].iter().enumerate().take_while(|(i, line)| !ends(*i, line));
        let body = &lines[1..=follow.take(size.cells()).count()];
        if body.is_empty() {
            return Some(Err(Fault::WrongCount { size, found: 0, place }.into()));
        }
        let by_rows = &body[..body.len().min(size.rows())];
        let as_rows = with_gap_filled(by_rows, Some(size), false).board();
        let reading = as_rows.map(|board| (vec![board], 1 + by_rows.len()));
        // The course's own reader takes the numbers one by one and cares for no line ends.
        let flowing = |error| self.flowing(body, size).ok_or_else(|| with_all_rows(error, &lines[1..]));
        Some(reading.or_else(flowing))
    }

    /// The board made of the next R·C numbers, if they end at a line's end.
    fn flowing(&self, body: &[Line], size: Size) -> Option<(Vec<Board>, usize)> {
        let mut count = 0;
        let ends = body.iter().position(|line| {
            count += line.rows.iter().map(|row| row.cells.len()).sum::<usize>();
            count >= size.cells()
        })?;
        let told = Self { size: Some(size), ..*self };
        told.plain_list(&flatten(&body[..=ends])).ok().map(|board| (vec![board], ends + 2))
    }

    /// All these lines as the rows of one board.
    fn rows(&self, lines: &[Line]) -> Result<Board, BoardError> {
        with_gap_filled(lines, self.size, true).board()
    }

    /// One line as a board.
    fn line(&self, line: &Line) -> Result<Board, BoardError> {
        if line.is_slashed() {
            return self.rows(std::slice::from_ref(line));
        }
        self.list(&flatten(std::slice::from_ref(line)))
    }

    /// All the numbers of a board, one after the other, and perhaps its size before them. No list is a board both with
    /// a size and without: the size would occur again among the tiles.
    fn list(&self, entries: &[Entry]) -> Result<Board, BoardError> {
        match (self.plain_list(entries), self.sized_list(entries)) {
            (Err(plain), Some(sized)) if sized.is_ok() || plain.faults.iter().any(is_of_shape) => sized,
            (plain, _) => plain,
        }
    }

    /// The board of a list that begins with a size and has as many numbers as that asks for.
    fn sized_list(&self, entries: &[Entry]) -> Option<Result<Board, BoardError>> {
        let sized = |rows: &Entry, cols: &Entry, tiles: &[Entry]| {
            let size = Size::new(rows.value as usize, cols.value as usize).ok()?;
            let fits = size.cells() == tiles.len() && self.size.is_none_or(|wanted| wanted == size);
            fits.then(|| Self { size: Some(size), ..*self }.plain_list(tiles))
        };
        let square = || entries.split_first().and_then(|(n, tiles)| sized(n, n, tiles));
        let oblong = || match entries {
            [rows, cols, tiles @ ..] => sized(rows, cols, tiles),
            _ => None,
        };
        square().or_else(oblong)
    }

    fn plain_list(&self, entries: &[Entry]) -> Result<Board, BoardError> {
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

/// The rows of some lines; a gap where the blank must be becomes a 0, or only one that can be seen.
fn with_gap_filled(lines: &[Line], size: Option<Size>, even_unseen: bool) -> Setup {
    let rows: Vec<&Row> = lines.iter().flat_map(|line| &line.rows).collect();
    let mut setup =
        Setup { rows: rows.iter().map(|row| row.cells.iter().map(|c| c.entry).collect()).collect(), size };
    if let Some(gap) = gap::find(&rows).filter(|gap| gap.is_seen || even_unseen) {
        setup.rows[gap.row].insert(gap.column, Entry::from(0));
    }
    setup
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
            "3 0 1 3 4 2 5 7 8 6",
            "3 3 0 1 3 4 2 5 7 8 6",
            "3 0 1 3 4\n2 5 7 8 6",
            "0.1.3_4.2.5_7.8.6",
            "  0.1.3_4.2.5_7.8.6 # a comment",
            "#b=0.1.3_4.2.5_7.8.6",
            "https://example.org/taquin/#b=0.1.3_4.2.5_7.8.6&g=snail&v=play",
            "[[0,1,3],[4,2,5],[7,8,6]]",
            "[[0, 1, 3], [4, 2, 5], [7, 8, 6]]\n",
            "[[0, 1, 3],\n [4, 2, 5],\n [7, 8, 6]]",
            "[\n  [0, 1, 3],\n  [4, 2, 5],\n  [7, 8, 6]\n]\n",
            "[[0 1 3]\n [4 2 5]\n [7 8 6]]",
            "[0,1,3,4,2,5,7,8,6]",
            "[\n[\n0,\n1,\n3\n],\n[\n4,\n2,\n5\n],\n[\n7,\n8,\n6\n]\n]",
            "0 1 3 4 2 5 7 8 6",
            "0 1 3 4 2\n5 7 8 6",
            "_ 1 3/4 2 5/7 8 6",
            ". 1 3\n4 2 5\n7 8 6",
            "x 1 3\n4 2 5\n7 8 6",
            "? 1 3\n4 2 5\n7 8 6",
            "* 1 3\n4 2 5\n7 8 6",
            "  1 3\n4 2 5\n7 8 6",
            "    1  3\n 4  2  5\n 7  8  6\n",
            "\u{feff}0 1 3\n4 2 5\n7 8 6",
        ] {
            assert_eq!(read(text), [[0, 1, 3, 4, 2, 5, 7, 8, 6]], "{text:?}");
        }
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
        for text in ["2 3 1 2 3 4 5 0", "1.2.3_4.5.0", "[[1,2,3],[4,5,0]]"] {
            assert_eq!(text.parse::<Board>().expect(text).size().to_string(), "2x3");
        }
        // As many numbers as 2x7 with its size, and as 4x4.
        assert_eq!(read("2 7 0 1 3 4 5 6 8 9 10 11 12 13 14 15")[0].len(), 16);
        assert_eq!(read("2 7 0 1 3 2 4 5 6 8 9 10 11 12 13 7")[0].len(), 14);
        let told = read_boards("3 1 2 4 5 6 7 8 9 0", Format::Auto, Size::new(2, 5).ok());
        assert_eq!(told.expect("the size is given")[0].size().to_string(), "2x5");
    }

    #[test]
    fn one_board_alone() {
        assert!(read_board("1 2 3 4 5 0", Size::new(3, 2).ok()).is_ok());
        let two = read_board("0 1/2 3\n1 0/2 3", None).expect_err("two");
        assert_eq!(two.to_string(), "one board was expected and here are 2");
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
        let links = "0.1_2.3\nhttp://localhost/#b=1.0_2.3\n# http://localhost/#b=1.0_2.3\n#see/#b=1.0_2.3";
        assert_eq!(read(links), two);
        assert_eq!(read("[[0,1],[2,3]]\n[[1,0],[2,3]]"), two);
        assert_eq!(read("2 0 1 2 3\n2 1 0 2 3"), two);
    }

    #[test]
    fn a_format_that_is_told_is_kept_to() {
        let with = |format| read_boards("2 2\n2 3\n1 0", format, None);
        assert!(with(Format::Header).is_ok());
        assert!(with(Format::Rows).is_err());
        assert!(with(Format::Lines).is_err());
        for format in [Format::Header, Format::Lines] {
            assert!(read_boards("3 1 2 3 4 5 6 7 0 8", format, None).is_ok());
        }
        assert!(read_boards("1 2 3 4 5 6 7 0 8", Format::Header, None).is_err());
        assert!(read_boards("1 2/3 0", Format::Header, None).is_err());
        assert!(read_boards("3/9 9 9\n0 1 3\n4 2 5\n7 8 6", Format::Header, None).is_err());
    }

    #[test]
    fn long_rows_take_no_longer_than_they_are() {
        let row = |last: usize| (1..last).map(|n| n.to_string()).collect::<Vec<_>>().join(" ");
        assert!(faults(&format!("{}\n{}", row(200_000), row(199_999))).contains("not a board"));
    }
}
