//! An answer in lines of text: boards, moves or numbers, and what is said of them.

use super::Task;
use super::answer::{Answer, Claim, Sequence, Shown, at, is_next};
use super::gap::board_of;
use super::line::{Item, Line, Row, line_of};
use super::verdict::Verdict;
use taquin::Board;

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
    /// Whether there is a place for moves with none in it: an empty line after their number, or a label alone.
    lists_none: bool,
}

impl<'a> Scanner<'a> {
    fn new(task: &'a Task<'a>) -> Self {
        Self { task, items: Vec::new(), last: None, rows: Vec::new(), lists_none: false }
    }

    fn scan(mut self, text: &str) -> Self {
        for (line, number) in text.lines().zip(1..) {
            match line_of(line, number) {
                Line::Empty => {
                    let follows = !self.rows.is_empty() || !self.items.is_empty();
                    self.lists_none |= follows && line.trim().is_empty();
                }
                Line::Row(row) => self.rows.push(row),
                Line::Words(item) => {
                    self.put_together();
                    self.lists_none |= item.is_none() && line.trim_end().ends_with([':', '=']);
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
            let (item, line, used) = match self.board_at(rest) {
                Some((Shown::Board(board), line, used)) => {
                    self.last = Some(board.clone());
                    (Item::Board(board), line, used)
                }
                Some((Shown::NoBlank(text), line, used)) => (Item::NoBlank(text), line, used),
                _ => (Item::Numbers(first.numbers.clone()), first.line, 1),
            };
            self.items.push((item, line));
            rest = &rest[used..];
        }
    }

    /// The board at the beginning of some rows, its line, and how many of the rows it takes. `2 3` may be a size or a row with
    /// a gap: of several readings the one counts that goes on with the solution, or else the first that is a board.
    fn board_at(&self, rows: &[Row]) -> Option<(Shown, usize, usize)> {
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
        let body = if is_header { board_of(&rows[1..], size) } else { None };
        let readings = [
            one_line.map(|board| (Shown::Board(board), first.line, 1)),
            body.map(|(shown, line)| (shown, line, 1 + size.rows())),
            board_of(rows, size).map(|(shown, line)| (shown, line, size.rows())),
        ];
        readings.into_iter().flatten().min_by_key(|(shown, ..)| match shown {
            Shown::Board(board) if self.goes_on_with(board) => 0,
            Shown::Board(_) => 1,
            _ => 2,
        })
    }

    fn goes_on_with(&self, board: &Board) -> bool {
        board == self.task.board || self.last.as_ref().is_some_and(|last| is_next(last, board))
    }

    /// What all that has been found amounts to.
    fn answer(self) -> Answer {
        let Self { task, items, lists_none, .. } = self;
        let unsolvable = items.iter().find(|(item, _)| matches!(item, Item::Unsolvable));
        if let Some(&(_, line)) = unsolvable {
            return Answer::Unsolvable { line };
        }
        if items.iter().any(|(item, _)| matches!(item, Item::Board(_) | Item::NoBlank(_))) {
            return Answer::Boards(sequences(task, items));
        }
        let (mut moves, mut tiles, mut claim) = (Vec::new(), Vec::new(), None);
        for (item, line) in items {
            match item {
                Item::Moves(found) => moves.extend(at(line, found)),
                Item::Numbers(found) => tiles.extend(at(line, found)),
                Item::Claim(moves) => claim = claim.or(Some(Claim { moves, line })),
                Item::Board(_) | Item::NoBlank(_) | Item::Unsolvable => {}
            }
        }
        // A number by itself is a tile only if that is the solution.
        if let (None, &[(number, line)], []) = (claim, &tiles[..], &moves[..]) {
            let as_tile = Answer::Tiles { tiles: tiles.clone(), claim };
            if as_tile.verdict(task).0 != Verdict::Right {
                claim = Some(Claim { moves: number.into(), line });
                tiles.clear();
            }
        }
        let is_tile = |&(tile, _): &(u16, usize)| tile > 0 && usize::from(tile) < task.board.size().cells();
        match claim {
            _ if !moves.is_empty() => Answer::Moves { moves, claim },
            _ if !tiles.is_empty() => match tiles.iter().find(|tile| !is_tile(tile)) {
                Some(&(_, line)) => Answer::Unclear { line: Some(line) },
                None => Answer::Tiles { tiles, claim },
            },
            Some(Claim { moves: 0, .. }) if lists_none && task.board.is_goal(task.goal) => {
                Answer::Moves { moves, claim }
            }
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
                if board == *task.board && current.last().is_some_and(|last| last.is_goal(task.goal)) {
                    all.push(std::mem::take(&mut current));
                }
                current.boards.push((Shown::Board(board), line));
            }
            Item::NoBlank(text) => current.boards.push((Shown::NoBlank(text), line)),
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
                _ => current.boards.push((Shown::Torn, line)),
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
