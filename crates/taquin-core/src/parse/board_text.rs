//! The boards of a text one after another, so that a file of millions takes the memory of its text.

use super::lexer::Lookahead;
use super::{BoardFormat, Parsed, Parser, TextForm};
use crate::board_error::FaultKind;
use crate::parse::diagnosis::diagnose_trailing_text;
use crate::{Board, BoardError, Size};

/// A text of boards. All of them are valid; each is parsed again when it is needed.
///
/// ```
/// use taquin_core::{BoardFormat, BoardText};
/// let text = BoardText::read("1 2/3 0\n0 1/2 3\n".to_owned(), BoardFormat::Auto, None)?;
/// assert_eq!((text.len(), text.sizes().len()), (2, 1));
/// assert_eq!(text.boards().map(|board| board.to_line()).collect::<Vec<_>>(), ["1 2/3 0", "0 1/2 3"]);
/// # Ok::<(), taquin_core::BoardError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BoardText {
    text: String,
    parser: Parser,
    /// The boards, if their number comes first.
    counted: Option<Vec<Board>>,
    len: usize,
    sizes: Vec<Size>,
}

#[expect(clippy::len_without_is_empty, reason = "there is at least one board")]
impl BoardText {
    /// Reads a text as [`read_boards`](crate::read_boards) does.
    ///
    /// # Errors
    /// Lists every fault of the first board that is not valid.
    pub fn read(text: String, format: BoardFormat, size: Option<Size>) -> Result<Self, BoardError> {
        let parser = Parser { format, size };
        let (text, counted) = match parser.form(&text)? {
            TextForm::Plain => (text, None),
            TextForm::Compact(expanded) => (expanded, None),
            TextForm::Counted(boards) => (String::new(), Some(boards)),
        };
        let mut read = Self { text, parser, counted, len: 0, sizes: Vec::new() };
        let (mut len, mut sizes) = (0, Vec::new());
        for board in read.boards() {
            len += 1;
            if !sizes.contains(&board.size()) {
                sizes.push(board.size());
            }
        }
        (read.len, read.sizes) = (len, sizes);
        Ok(read)
    }

    /// Returns the number of boards.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns the sizes of the boards, each once.
    pub fn sizes(&self) -> &[Size] {
        &self.sizes
    }

    /// Parses the boards, one after another.
    pub fn boards(&self) -> impl Iterator<Item = Board> + Send {
        let parsed = self.counted.is_none().then(|| Boards::new(&self.parser, &self.text));
        parsed.into_iter().flatten().chain(self.counted.iter().flatten().cloned())
    }
}

/// Parses the boards of a text whose words are all tiles. Ends at the first fault.
pub(super) struct Boards<'a> {
    parser: &'a Parser,
    rest: Lookahead<'a>,
    /// The number of lines from here on that are a valid board each.
    lines: usize,
    found: usize,
}

impl<'a> Boards<'a> {
    pub(super) fn new(parser: &'a Parser, text: &'a str) -> Self {
        Self::after(parser, Lookahead::new(text))
    }

    /// Parses the boards from here on.
    pub(super) fn after(parser: &'a Parser, rest: Lookahead<'a>) -> Self {
        Self { parser, rest, lines: 0, found: 0 }
    }

    /// Returns an error unless there are boards, and nothing else.
    pub(super) fn validate(mut self) -> Result<(), BoardError> {
        while self.parse()?.is_some() {
            // They have been validated together.
            self.found += self.lines;
            self.rest.advance(std::mem::take(&mut self.lines));
        }
        Ok(())
    }

    /// Parses the next board. The first is required.
    pub(super) fn parse(&mut self) -> Result<Option<Board>, BoardError> {
        if self.rest.lines().is_empty() {
            return if self.found > 0 { Ok(None) } else { Err(FaultKind::NoBoard.into()) };
        }
        let faults = |error| diagnose_trailing_text(error, self.rest.lines(), self.found);
        if self.lines == 0 {
            let (parsed, used) = self.parser.next(&self.rest).map_err(faults)?;
            if let Parsed::Board(board) = parsed {
                self.found += 1;
                self.rest.advance(used);
                return Ok(Some(board));
            }
            self.lines = used;
        }
        let board = self.parser.line(&self.rest.lines()[0]).map_err(faults)?;
        self.rest.advance(1);
        self.lines -= 1;
        self.found += 1;
        Ok(Some(board))
    }
}

impl Iterator for Boards<'_> {
    type Item = Board;

    fn next(&mut self) -> Option<Board> {
        self.parse().ok().flatten()
    }
}
