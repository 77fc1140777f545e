//! Solutions that people write: letters with counts, or the numbers of tiles.

use taquin_core::{Board, Move, Replay};

/// A part of a text that is not a move of a solution.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {number}, '{text}' at character {position}: {problem}")]
#[non_exhaustive]
pub struct SolutionTextError {
    /// The index of the move in the text, counted from 1.
    pub number: usize,
    /// The faulty part of the text.
    pub text: String,
    /// The position of that part, in characters counted from 1.
    pub position: usize,
    /// The fault.
    pub problem: String,
}

/// The greatest number of tiles that slide, over all moves.
const MAX_MOVES: usize = 1 << 20;

/// Parses a solution of a board and replays it: letters with or without counts (`R2 U L3`), of the tiles or of the blank, or the
/// numbers of the tiles. A tile in line with the blank slides together with those between.
///
/// Other than in [`read_moves`](super::read_moves), every move must be legal.
///
/// ```
/// use taquin::{Board, notation::{letters, read_solution}};
/// let board: Board = "1 2 3/4 5 6/0 7 8".parse()?;
/// for text in ["LL", "l2", "7 8", "8"] {
///     assert_eq!(letters(&read_solution(text, &board, false)?), "LL");
/// }
/// assert_eq!(letters(&read_solution("R2", &board, true)?), "LL");
/// let error = read_solution("L U", &board, false).unwrap_err();
/// assert_eq!((error.number, error.position), (2, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Names the first part that is not a legal move, and its position.
pub fn read_solution(text: &str, board: &Board, of_blank: bool) -> Result<Vec<Move>, SolutionTextError> {
    let mut replay = Replay::new(board.clone());
    let mut moves = Vec::new();
    for (number, (position, part)) in (1..).zip(parts(text)) {
        let fault = |problem: String| SolutionTextError { number, text: shown(part), position, problem };
        let (by, count) = match part.chars().next() {
            Some(digit) if digit.is_ascii_digit() => towards_blank(replay.board(), part).map_err(fault)?,
            _ => direction(part, of_blank).map_err(fault)?,
        };
        if count > MAX_MOVES - moves.len() {
            return Err(fault("more than a million tiles slide".to_owned()));
        }
        for _ in 0..count {
            replay.play(by).map_err(|illegal| fault(illegal.to_string()))?;
            moves.push(by);
        }
    }
    Ok(moves)
}

/// Returns the parts of a text, each with its position in characters counted from 1: numbers, and letters with the number after them.
fn parts(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        let first = rest.chars().next()?;
        let is_digit = |c: char| c.is_ascii_digit();
        let after = rest[first.len_utf8()..].trim_start_matches(is_digit);
        let part = &rest[..rest.len() - after.len()];
        let position = text[..text.len() - rest.len()].chars().count() + 1;
        rest = after;
        Some((position, part))
    })
}

/// Returns the part for a message.
fn shown(part: &str) -> String {
    const MAX_SHOWN: usize = 20;
    part.chars().take(MAX_SHOWN).collect()
}

/// Parses a letter and a count.
fn direction(part: &str, of_blank: bool) -> Result<(Move, usize), String> {
    let letter = part.chars().next().unwrap_or_default();
    let by = Move::from_letter(letter)
        .ok_or("moves are U, D, L and R with an optional count, or numbers of tiles")?;
    let by = if of_blank { by.opposite() } else { by };
    match &part[letter.len_utf8()..] {
        "" => Ok((by, 1)),
        count => match count.parse() {
            Ok(count) if count > 0 => Ok((by, count)),
            _ => Err(format!("a count is at least 1 and at most {MAX_MOVES}")),
        },
    }
}

/// Returns the move that slides a tile, and the number of tiles that slide.
fn towards_blank(board: &Board, part: &str) -> Result<(Move, usize), String> {
    let size = board.size();
    let tile = part.parse::<u16>().ok().filter(|&tile| tile > 0);
    let cell = |tile: u16| board.tiles().iter().position(|&other| other == tile);
    let (Some(tile), Some(at)) = (tile, tile.and_then(cell)) else {
        return Err(format!("the tiles of this board are 1 to {}", size.cells() - 1));
    };
    let blank = cell(0).unwrap_or_default();
    let ((row, col), (blank_row, blank_col)) = (size.row_col(at), size.row_col(blank));
    match (row.cmp(&blank_row), col.cmp(&blank_col)) {
        (std::cmp::Ordering::Greater, std::cmp::Ordering::Equal) => Ok((Move::Up, row - blank_row)),
        (std::cmp::Ordering::Less, std::cmp::Ordering::Equal) => Ok((Move::Down, blank_row - row)),
        (std::cmp::Ordering::Equal, std::cmp::Ordering::Greater) => Ok((Move::Left, col - blank_col)),
        (std::cmp::Ordering::Equal, std::cmp::Ordering::Less) => Ok((Move::Right, blank_col - col)),
        _ => Err(format!("tile {tile} is not in the row or column of the blank")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_have_a_place() {
        let board: Board = "1 2 3/4 5 6/0 7 8".parse().expect("a board");
        for (text, number, position) in [
            ("LLX", 3, 3),
            ("L L U0", 3, 5),
            ("L3", 1, 1),
            ("7, 6", 2, 4),
            ("9", 1, 1),
            ("0", 1, 1),
            ("ééé", 1, 1),
            ("L D99999999999999999999999", 2, 3),
            ("L99999999", 1, 1),
        ] {
            let error = read_solution(text, &board, false).expect_err("faulty");
            assert_eq!((error.number, error.position), (number, position), "{text}: {error}");
            assert!(error.to_string().len() < 200);
        }
        assert_eq!(read_solution(" ", &board, false), Ok(vec![]));
    }
}
