//! Parsing of boards, in every text format in common use.
//!
//! Some texts are ambiguous (`2 2` may be a header or a row). The interpretations are tried in order of
//! likelihood, and the first that yields a valid board is taken. If none does, the faults of the most
//! plausible interpretation are reported.

mod blank_gap;
mod board_text;
mod compact;
mod counted;
mod diagnosis;
mod lexer;
mod n_i;
mod normalize;
#[cfg(test)]
mod tests;

use crate::board::RawBoard;
use crate::board_error::FaultKind;
use crate::raw_tile::{RawTile, TextPosition};
use crate::{Board, BoardError, Size};
use board_text::Boards;
use diagnosis::{is_shape_fault, most_helpful, name_form, recount_rows};
use lexer::{Line, Lookahead, Row, block, flatten};
use std::str::FromStr;

pub use board_text::BoardText;
pub use n_i::read_n_i;

/// The text format of boards; see [`read_boards`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BoardFormat {
    /// Detects the format of each board.
    #[default]
    Auto,
    /// A line with the size (`3`, or `3 4`), then the rows.
    Header,
    /// The rows, one per line, with an empty line between boards.
    Rows,
    /// One board per line, with or without slashes between its rows.
    Lines,
    /// The number of boards, then the boards.
    Counted,
}

impl BoardFormat {
    /// All formats.
    pub const ALL: [Self; 5] = [Self::Auto, Self::Header, Self::Rows, Self::Lines, Self::Counted];

    /// Returns `auto`, `header`, `rows`, `lines` or `counted`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Header => "header",
            Self::Rows => "rows",
            Self::Lines => "lines",
            Self::Counted => "counted",
        }
    }

    fn allows(self, format: Self) -> bool {
        self == Self::Auto || self == format
    }
}

crate::named!(BoardFormat, "a board format");

/// Parses all boards of a text; at least one. `size` gives the shape of boards that do not imply it.
///
/// | format | example |
/// |---|---|
/// | [`Header`](BoardFormat::Header) | `3`, then three rows; `3 4` for 3×4; line breaks are free |
/// | [`Rows`](BoardFormat::Rows) | the rows, one per line |
/// | [`Lines`](BoardFormat::Lines) | one board per line: `1 2 3/4 5 6/7 8 0`, or all the numbers in order |
/// | [`Counted`](BoardFormat::Counted) | `2`, then two boards; detected only if nothing else is meant |
///
/// These are accepted too: arrays (`[[1,2],[3,0]]`, `array([[1, 2], [3, 0]])`, `{"puzzle": [[1,2],[3,0]]}`), links to Taquin's
/// page (`…#b=1.2_3.0`), grids with borders (`| 1 | 2 |`), `1 2|3 0`, a size before the board (`2x2:1,2,3,0`), and digits
/// without spaces (`123X46758`, or `fe169b4c0a73d852` in hexadecimal), if they are nothing else. `#` starts a comment, and
/// commas count as spaces. The blank is `0`, `-1`, one of [`BLANK_MARKS`](crate::BLANK_MARKS), an empty field between commas or bars, or a gap
/// whose position follows from the other rows, by columns or by spacing. Every character counts as one column, so expand
/// tabs first if they align columns. After a header, a gap at the end of a row is not accepted, because it looks like a
/// missing number.
///
/// # Errors
/// Lists every fault of the first board that is not valid.
///
/// ```
/// use taquin_core::{BoardFormat, read_boards};
/// let boards = read_boards("3\n0 1 3\n4 2 5\n7 8 6\n\n1 2 / 3 _", BoardFormat::Auto, None)?;
/// assert_eq!(boards.len(), 2);
/// let error = read_boards("1 2 3\n4 5 6\n7 8 8", BoardFormat::Auto, None).unwrap_err();
/// assert!(error.to_string().contains("line 3, column 5: 8 occurs twice"));
/// # Ok::<(), taquin_core::BoardError>(())
/// ```
pub fn read_boards(text: &str, format: BoardFormat, size: Option<Size>) -> Result<Vec<Board>, BoardError> {
    let parser = Parser { format, size };
    Ok(match parser.form(text)? {
        TextForm::Plain => Boards::new(&parser, text).collect(),
        TextForm::Compact(expanded) => Boards::new(&parser, &expanded).collect(),
        TextForm::Counted(boards) => boards,
    })
}

/// Returns true for JSON objects with more than one field each, of which one may be the board.
fn has_several_fields(text: &str) -> bool {
    let objects = text.matches('{').count();
    let is_name_end = |(i, _): &(usize, &str)| text[i + 1..].trim_start().starts_with(':');
    objects > 0 && text.match_indices('"').filter(is_name_end).take(objects + 1).count() > objects
}

/// The reasons why a text is not boards.
struct ReadFailure {
    /// The error of reading boards.
    error: BoardError,
    /// The error of reading their number first, if that was tried.
    counted: Option<BoardError>,
}

/// Parses a text that holds a single board, in any format of [`read_boards`].
///
/// # Errors
/// Lists every fault of the board. Several boards are a fault too.
pub fn read_board(text: &str, size: Option<Size>) -> Result<Board, BoardError> {
    let mut boards = read_boards(text, BoardFormat::Auto, size)?;
    match boards.pop() {
        Some(board) if boards.is_empty() => Ok(board),
        _ => Err(FaultKind::MoreThanOne { boards: boards.len() + 1 }.into()),
    }
}

/// Parses a text that holds a single board, in any format of [`read_boards`].
impl FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        read_board(text, None)
    }
}

#[derive(Clone, Debug)]
struct Parser {
    format: BoardFormat,
    size: Option<Size>,
}

/// The way in which a text gives its boards, all of them valid.
#[derive(Clone, Debug)]
enum TextForm {
    /// One after another.
    Plain,
    /// One after another in this text, where spaces separate the numbers.
    Compact(String),
    /// After their number.
    Counted(Vec<Board>),
}

/// The meaning of the next lines with their number, or the faults.
type ParseResult = Result<(Parsed, usize), BoardError>;

/// The meaning of some lines.
enum Parsed {
    Board(Board),
    /// A valid board on each line. There may be millions.
    Lines,
}

impl Parser {
    /// Finds the form of a text with at least one board, and validates all of them.
    fn form(&self, text: &str) -> Result<TextForm, BoardError> {
        if has_several_fields(text) {
            return Err(FaultKind::LooksLike(diagnosis::JSON).into());
        }
        let failure = match self.spaced_form(text) {
            Ok(form) => return Ok(form),
            Err(failure) => failure,
        };
        let compact = match compact::expand(text).map(|expanded| (self.spaced_form(&expanded), expanded)) {
            Some((Ok(TextForm::Plain), expanded)) => return Ok(TextForm::Compact(expanded)),
            Some((Ok(form), _)) => return Ok(form),
            Some((Err(failure), _)) => Some(failure.error),
            None => None,
        };
        Err(name_form(failure, compact.as_ref(), text))
    }

    /// Finds the form of a text with spaces between the numbers.
    fn spaced_form(&self, text: &str) -> Result<TextForm, ReadFailure> {
        let failure = |error| ReadFailure { error, counted: None };
        if self.format == BoardFormat::Counted {
            return self.counted(text).map(TextForm::Counted).map_err(failure);
        }
        match lexer::check(text).and_then(|()| Boards::new(self, text).validate()) {
            Ok(()) => Ok(TextForm::Plain),
            Err(error) if self.format != BoardFormat::Auto => Err(failure(error)),
            Err(error) => match self.counted(text) {
                Ok(boards) => Ok(TextForm::Counted(boards)),
                Err(counted) => Err(ReadFailure { error, counted: Some(counted) }),
            },
        }
    }

    /// Parses the board or boards at the start of the next lines.
    fn next(&self, rest: &Lookahead<'_>) -> ParseResult {
        let lines = rest.lines();
        if let Some((rows, cols)) = lines[0].size {
            return self.sized_line(&lines[0], rows, cols).map(|board| (Parsed::Board(board), 1));
        }
        if lines[0].is_slashed() && self.format.allows(BoardFormat::Lines) {
            return self.line(&lines[0]).map(|board| (Parsed::Board(board), 1));
        }
        self.first_valid(rest)
    }

    /// Parses a line with the size before the board.
    fn sized_line(&self, line: &Line, rows: usize, cols: usize) -> Result<Board, BoardError> {
        let size = Size::new(rows, cols).map_err(|_| FaultKind::Dimensions { rows, cols })?;
        if let Some(expected) = self.size.filter(|expected| *expected != size) {
            let position = line.rows[0].cells.first().and_then(|cell| cell.tile.position);
            return Err(FaultKind::OtherShape { size: expected, rows, cols, position }.into());
        }
        let lines = std::slice::from_ref(line);
        if line.is_slashed() {
            fill_blank_gap(lines, Some(size), InvisibleGap::Accepted).validate()
        } else {
            list_of_size(&flatten(lines), size)
        }
    }

    /// Tries the interpretations that the format allows, the likeliest first, and returns the first valid
    /// one.
    fn first_valid(&self, rest: &Lookahead<'_>) -> ParseResult {
        let lines = rest.lines();
        let one = |length: usize| move |board| (Parsed::Board(board), length);
        let interpretations: [(BoardFormat, &dyn Fn() -> Option<ParseResult>); 6] = [
            (BoardFormat::Header, &|| self.header(lines, true)),
            (BoardFormat::Rows, &|| {
                let Some(block) = rest.block() else { return Some(Err(too_large(rest))) };
                (block.len() > 1 || self.format == BoardFormat::Rows)
                    .then(|| self.rows(block).map(one(block.len())))
            }),
            (BoardFormat::Lines, &|| {
                let used = rest.try_for_each_in_block(|line| self.line(line).map(drop));
                Some(used.map(|used| (Parsed::Lines, used)))
            }),
            // With blank lines between the rows.
            (BoardFormat::Header, &|| self.header(lines, false)),
            (BoardFormat::Auto, &|| {
                let may_be_rows =
                    rest.has_all_lines() && lines.len() <= Size::MAX && block(lines).len() < lines.len();
                may_be_rows.then(|| self.rows(lines).map(one(lines.len())))
            }),
            // A list broken over several lines.
            (BoardFormat::Auto, &|| {
                let block = rest.block()?;
                (block.len() > 1 && (self.size.is_some() || !is_large_rectangle(block)))
                    .then(|| self.list(&flatten(block)).map(one(block.len())))
            }),
        ];
        let mut errors = Vec::new();
        let allowed = interpretations.iter().filter(|(format, _)| self.format.allows(*format));
        for result in allowed.filter_map(|(_, parse)| parse()) {
            match result {
                Ok(parsed) => return Ok(parsed),
                Err(error) => errors.push(error),
            }
        }
        if errors.is_empty() && self.format == BoardFormat::Header {
            return Err(FaultKind::NoSize.into());
        }
        Err(most_helpful(errors, lines))
    }

    /// Parses a size on the first line and the board after it. Returns `None` if the first line is not a
    /// size. `in_block` ends the board at an empty line.
    fn header(&self, lines: &[Line], in_block: bool) -> Option<ParseResult> {
        let (rows, cols, position) = match &lines[0].rows[0].cells[..] {
            _ if lines[0].is_slashed() => return None,
            [n] => (n.tile.value, n.tile.value, n.tile.position),
            [r, c] => (r.tile.value, c.tile.value, r.tile.position),
            _ => {
                let board = self.list_with_size(&flatten(&lines[..1]))?;
                return Some(board.map(|board| (Parsed::Board(board), 1)));
            }
        };
        let Ok(size) = Size::new(rows as usize, cols as usize) else {
            // Two numbers above rows of two are a row.
            let is_row =
                |line: &Line| !line.starts_block && !line.is_slashed() && line.rows[0].cells.len() == 2;
            if lines[0].rows[0].cells.len() == 2 && lines.get(1).is_some_and(is_row) {
                return None;
            }
            let fault = FaultKind::Dimensions { rows: rows as usize, cols: cols as usize };
            return Some(Err(fault.into()));
        };
        if let Some(expected) = self.size.filter(|expected| *expected != size) {
            let (rows, cols) = (size.rows(), size.cols());
            return Some(Err(FaultKind::OtherShape { size: expected, rows, cols, position }.into()));
        }
        // An empty line between the size and the rows does not end the board.
        let ends = |i: usize, line: &Line| line.is_slashed() || in_block && i > 0 && line.starts_block;
        let following = lines[1..].iter().enumerate().take_while(|(i, line)| !ends(*i, line));
        let body = &lines[1..=following.take(size.cells()).count()];
        if body.is_empty() {
            return Some(Err(FaultKind::WrongCount { size, found: 0, position }.into()));
        }
        let rows = &body[..body.len().min(size.rows())];
        let board = fill_blank_gap(rows, Some(size), InvisibleGap::Rejected).validate();
        Some(board.map(|board| (Parsed::Board(board), 1 + rows.len())).or_else(|error| {
            // The courses' readers take numbers one by one and ignore line breaks.
            Self::free_form(body, size).ok_or_else(|| recount_rows(error, &lines[1..]))
        }))
    }

    /// Parses the next R·C numbers as a board if they end at the end of a line. The lines include the header.
    fn free_form(body: &[Line], size: Size) -> Option<(Parsed, usize)> {
        let mut count = 0;
        let last = body.iter().position(|line| {
            count += line.rows.iter().map(|row| row.cells.len()).sum::<usize>();
            count >= size.cells()
        })?;
        let board = list_of_size(&flatten(&body[..=last]), size).ok()?;
        Some((Parsed::Board(board), last + 2))
    }

    /// Parses all these lines as the rows of one board.
    fn rows(&self, lines: &[Line]) -> Result<Board, BoardError> {
        fill_blank_gap(lines, self.size, InvisibleGap::Accepted).validate()
    }

    /// Parses one line as a board.
    fn line(&self, line: &Line) -> Result<Board, BoardError> {
        let lines = std::slice::from_ref(line);
        if line.is_slashed() { self.rows(lines) } else { self.list(&flatten(lines)) }
    }

    /// Parses a list of all numbers of a board, with or without the size before them.
    ///
    /// No list is a board both ways: as a tile, the size would occur twice.
    fn list(&self, tiles: &[RawTile]) -> Result<Board, BoardError> {
        match (self.plain_list(tiles), self.list_with_size(tiles)) {
            (Err(plain), Some(sized)) if sized.is_ok() || plain.kinds().any(is_shape_fault) => sized,
            (plain, _) => plain,
        }
    }

    /// Parses a list that starts with a size. Returns `None` if the numbers after it are too few or too many.
    fn list_with_size(&self, tiles: &[RawTile]) -> Option<Result<Board, BoardError>> {
        let parse = |rows: &RawTile, cols: &RawTile, tiles: &[RawTile]| {
            let size = Size::new(rows.value as usize, cols.value as usize).ok()?;
            let fits = size.cells() == tiles.len() && self.size.is_none_or(|expected| expected == size);
            fits.then(|| list_of_size(tiles, size))
        };
        let square = tiles.split_first().and_then(|(n, tiles)| parse(n, n, tiles));
        square.or_else(|| match tiles {
            [rows, cols, tiles @ ..] => parse(rows, cols, tiles),
            _ => None,
        })
    }

    /// Parses a list without a size: the board is square unless a size is expected.
    fn plain_list(&self, tiles: &[RawTile]) -> Result<Board, BoardError> {
        if let Some(size) = self.size {
            return list_of_size(tiles, size);
        }
        let root = tiles.len().isqrt();
        if root * root != tiles.len() {
            let position = tiles.first().and_then(|tile| tile.position);
            let position = position.unwrap_or(TextPosition { line: 1, column: 1 });
            return Err(FaultKind::UnknownShape { count: tiles.len(), position }.into());
        }
        let size = Size::square(root).map_err(|_| FaultKind::Dimensions { rows: root, cols: root })?;
        list_of_size(tiles, size)
    }
}

fn list_of_size(tiles: &[RawTile], size: Size) -> Result<Board, BoardError> {
    if tiles.len() != size.cells() {
        let position = tiles.first().and_then(|tile| tile.position);
        return Err(FaultKind::WrongCount { size, found: tiles.len(), position }.into());
    }
    RawBoard { rows: tiles.chunks(size.cols()).map(<[RawTile]>::to_vec).collect(), size: None }.validate()
}

/// Returns true for rows that form a board with too many rows or columns, rather than a list of the tiles of a smaller
/// board: 128 rows of 2 are not 16 rows of 16.
fn is_large_rectangle(lines: &[Line]) -> bool {
    let width = |line: &Line| line.rows[0].cells.len();
    let columns = width(&lines[0]);
    columns > 1 && columns.max(lines.len()) > Size::MAX && lines.iter().all(|line| width(line) == columns)
}

/// The fault of a block with more numbers than any board has.
fn too_large(rest: &Lookahead<'_>) -> BoardError {
    let rows = rest.try_for_each_in_block(|_| Ok::<(), ()>(())).unwrap_or_default();
    let cols = rest.lines().first().map_or(0, |line| line.rows[0].cells.len());
    FaultKind::Dimensions { rows, cols }.into()
}

/// The treatment of an invisible gap, at the end of a row that does not end in a comma.
#[derive(Clone, Copy, PartialEq, Eq)]
enum InvisibleGap {
    Accepted,
    Rejected,
}

/// Returns the rows of some lines, with 0 inserted where a gap stands for the blank.
fn fill_blank_gap(lines: &[Line], size: Option<Size>, invisible: InvisibleGap) -> RawBoard {
    let rows: Vec<&Row> = lines.iter().flat_map(|line| &line.rows).collect();
    let tiles = |row: &&Row| row.cells.iter().map(|cell| cell.tile).collect();
    let mut board = RawBoard { rows: rows.iter().map(tiles).collect(), size };
    let gap = blank_gap::find(&rows).filter(|gap| gap.is_visible || invisible == InvisibleGap::Accepted);
    if let Some(gap) = gap {
        board.rows[gap.row].insert(gap.column, RawTile::from(0));
    }
    board
}
