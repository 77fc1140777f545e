//! An answer in lines of text: boards, moves or numbers, and what is said of them.

use super::Task;
use super::answer::{Answer, Claim, Sequence, at, is_next};
use super::line::{Item, Line, Row, line_of};
use taquin::Board;
use taquin::notation::{Format, read_boards};

/// What all the lines amount to.
pub(super) fn answer(task: &Task<'_>, text: &str) -> Answer {
    Scanner::new(task).scan(text).answer()
}

/// Goes through lines of text.
struct Scanner<'a> {
    task: &'a Task<'a>,
    items: Vec<(Item, usize)>,
    /// The last board found.
    last: Option<Board>,
    /// Rows that have not been put together yet.
    rows: Vec<Row>,
}

impl<'a> Scanner<'a> {
    fn new(task: &'a Task<'a>) -> Self {
        Self { task, items: Vec::new(), last: None, rows: Vec::new() }
    }

    fn scan(mut self, text: &str) -> Self {
        for (line, number) in text.lines().zip(1..) {
            match line_of(line, number) {
                Line::Empty => {}
                Line::Row(row) => self.rows.push(row),
                Line::Words(item) => {
                    self.put_together();
                    self.items.extend(item.map(|item| (item, number)));
                }
            }
        }
        self.put_together();
        self
    }

    /// Makes boards of the rows.
    fn put_together(&mut self) {
        let rows = std::mem::take(&mut self.rows);
        let mut rest = &rows[..];
        while let [first, ..] = rest {
            let used = if let Some((board, used)) = self.board_at(rest) {
                self.last = Some(board.clone());
                self.items.push((Item::Board(board), first.line));
                used
            } else {
                self.items.push((Item::Numbers(first.numbers.clone()), first.line));
                1
            };
            rest = &rest[used..];
        }
    }

    /// The board at the beginning of some rows, and how many of them it takes. `2 3` may be a size or a row with a gap:
    /// of several readings the one counts that goes on with the solution.
    fn board_at(&self, rows: &[Row]) -> Option<(Board, usize)> {
        let first = rows.first()?;
        let size = self.task.board.size();
        let one_line = (first.numbers.len() == size.cells()
            && (first.parts == 1 || first.parts == size.rows()))
        .then(|| Board::from_tiles(size, &first.numbers).ok())
        .flatten();
        let is_header = match first.numbers[..] {
            [n] => usize::from(n) == size.rows() && size.rows() == size.cols(),
            [r, c] => (usize::from(r), usize::from(c)) == (size.rows(), size.cols()),
            _ => false,
        };
        let body = if is_header { self.board_of_rows(&rows[1..]) } else { None };
        let readings = [
            one_line.map(|board| (board, 1)),
            body.map(|board| (board, 1 + size.rows())),
            self.board_of_rows(rows).map(|board| (board, size.rows())),
        ];
        let goes_on = |board: &Board| {
            board == self.task.board || self.last.as_ref().is_some_and(|last| is_next(last, board))
        };
        let mut readings: Vec<(Board, usize)> = readings.into_iter().flatten().collect();
        let best = readings.iter().position(|(board, _)| goes_on(board)).unwrap_or(0);
        (best < readings.len()).then(|| readings.swap_remove(best))
    }

    /// The next rows as a board, one of which may have a gap for the blank.
    fn board_of_rows(&self, rows: &[Row]) -> Option<Board> {
        let size = self.task.board.size();
        let rows = rows.get(..size.rows())?;
        let numbers: Vec<u16> = rows.iter().flat_map(|row| &row.numbers).copied().collect();
        if rows.iter().any(|row| row.parts > 1 || row.numbers.len() > size.cols()) {
            return None;
        }
        if numbers.len() == size.cells() {
            return Board::from_tiles(size, &numbers).ok();
        }
        if numbers.len() + 1 != size.cells() || numbers.contains(&0) {
            return None;
        }
        let text: Vec<&str> = rows.iter().map(|row| row.text.as_str()).collect();
        let boards = read_boards(&text.join("\n"), Format::Rows, Some(size)).ok()?;
        boards.into_iter().next()
    }

    /// What all that has been found amounts to.
    fn answer(self) -> Answer {
        let Self { task, items, .. } = self;
        let unsolvable = items.iter().find(|(item, _)| matches!(item, Item::Unsolvable));
        if let Some(&(_, line)) = unsolvable {
            return Answer::Unsolvable { line };
        }
        if items.iter().any(|(item, _)| matches!(item, Item::Board(_))) {
            return Answer::Boards(sequences(task, items));
        }
        let (mut moves, mut tiles, mut claim) = (Vec::new(), Vec::new(), None);
        for (item, line) in items {
            match item {
                Item::Moves(found) => moves.extend(at(line, found)),
                Item::Numbers(found) => tiles.extend(at(line, found)),
                Item::Claim(moves) => claim = claim.or(Some(Claim { moves, line })),
                Item::Board(_) | Item::Unsolvable => {}
            }
        }
        let is_tile = |&(tile, _): &(u16, usize)| tile > 0 && usize::from(tile) < task.board.size().cells();
        match claim {
            _ if !moves.is_empty() => Answer::Moves { moves, claim },
            _ if !tiles.is_empty() => match tiles.iter().find(|tile| !is_tile(tile)) {
                Some(&(_, line)) => Answer::Unclear { line: Some(line) },
                None => Answer::Tiles { tiles, claim },
            },
            Some(claim) => Answer::Count(claim),
            None => Answer::Unclear { line: Some(1) },
        }
    }
}

/// Cuts boards and claims into solutions. Another begins with a claim after one that has both a claim and boards, and with the
/// board given after the goal.
fn sequences(task: &Task<'_>, items: Vec<(Item, usize)>) -> Vec<Sequence> {
    let mut all: Vec<Sequence> = Vec::new();
    let mut current = Sequence::default();
    for (item, line) in items {
        match item {
            Item::Board(board) => {
                let at_goal = |(last, _): &(Option<Board>, usize)| {
                    last.as_ref().is_some_and(|last| last.is_goal(task.goal))
                };
                if board == *task.board && current.boards.last().is_some_and(at_goal) {
                    all.push(std::mem::take(&mut current));
                }
                current.boards.push((Some(board), line));
            }
            Item::Claim(moves) => {
                if current.claim.is_some() && !current.boards.is_empty() {
                    all.push(std::mem::take(&mut current));
                }
                current.claim = current.claim.or(Some(Claim { moves, line }));
            }
            Item::Numbers(numbers) => match numbers[..] {
                // A number by itself before the boards tells how many moves there are, and after them it may be anything.
                [moves] if current.boards.is_empty() => {
                    current.claim = current.claim.or(Some(Claim { moves: moves.into(), line }));
                }
                [_] => {}
                _ => current.boards.push((None, line)),
            },
            Item::Moves(_) | Item::Unsolvable => {}
        }
    }
    if !current.boards.is_empty() {
        all.push(current);
    } else if let (Some(claim), Some(last)) = (current.claim, all.last_mut()) {
        // A number that is told once more, after the boards, must be right too.
        if last.claim.is_none_or(|first| first.moves + 1 == last.boards.len() as u64) {
            last.claim = Some(claim);
        }
    }
    all
}
