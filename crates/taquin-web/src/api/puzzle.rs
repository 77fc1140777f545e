//! Boards and goals, as requests have them and as answers do.

use crate::error::ApiError;
use serde::Serialize;
use taquin::notation::{one_line, read_board};
use taquin::{Board, Goal, GoalError, GoalKind, Heuristic, Size};

/// A board and its goal, read and checked.
pub(super) struct Puzzle {
    pub(super) board: Board,
    pub(super) goal: Goal,
    kind: GoalKind,
}

impl Puzzle {
    /// Reads the board, the size that helps to read it, and the goal.
    pub(super) fn read(board: &str, size: Option<&str>, goal: Option<&str>) -> Result<Self, ApiError> {
        let size = size.map(str::parse::<Size>).transpose()?;
        let board = read_board(board, size)?;
        let (kind, goal) = read_goal(goal, board.size())?;
        Ok(Self { board, goal, kind })
    }

    /// Both as answers have them.
    pub(super) fn json(&self) -> PuzzleJson<'_> {
        PuzzleJson::of(&self.board, &self.kind, &self.goal)
    }
}

/// A goal for boards of a size: its name, or a board. That is not looked for on the disk, unlike on the command line.
pub(super) fn read_goal(given: Option<&str>, size: Size) -> Result<(GoalKind, Goal), ApiError> {
    let bad = |error: GoalError| ApiError::BadGoal(error.to_string());
    let kind = given.map_or(Ok(GoalKind::default()), |given| GoalKind::read(given, Some(size)));
    let kind = kind.map_err(bad)?;
    let goal = kind.for_size(size).map_err(bad)?;
    Ok((kind, goal))
}

/// A heuristic by its name.
pub(super) fn heuristic(name: &str) -> Result<Heuristic, ApiError> {
    let known = Heuristic::ALL.into_iter().find(|heuristic| heuristic.name() == name);
    known.ok_or_else(|| unknown("heuristic", name, &Heuristic::ALL.map(Heuristic::name)))
}

/// What is said of a name that is not one of those there are.
pub(super) fn unknown(what: &str, name: &str, known: &[&str]) -> ApiError {
    ApiError::BadRequest(format!("'{name}' is no {what}: choose one of {}", known.join(", ")))
}

/// What each cell's tile adds to an estimate, if it is a sum over tiles. Of linear conflict, the part that is.
pub(super) fn shares(heuristic: Heuristic, board: &Board, goal: &Goal) -> Option<Vec<u32>> {
    let by_tile = if heuristic == Heuristic::LinearConflict { Heuristic::Manhattan } else { heuristic };
    let share = |(cell, &tile): (usize, &u16)| match tile {
        0 => Some(0),
        _ => by_tile.tile_cost(goal, usize::from(tile), cell),
    };
    board.tiles().iter().enumerate().map(share).collect()
}

/// A board and its goal, a part of every answer.
#[derive(Serialize)]
pub(super) struct PuzzleJson<'a> {
    board: BoardJson<'a>,
    goal: GoalJson<'a>,
}

impl<'a> PuzzleJson<'a> {
    pub(super) fn of(board: &'a Board, kind: &GoalKind, goal: &'a Goal) -> Self {
        let goal = GoalJson { name: kind.to_string(), board: BoardJson::of(goal.board()) };
        Self { board: BoardJson::of(board), goal }
    }
}

/// A board in an answer.
#[derive(Serialize)]
struct BoardJson<'a> {
    rows: usize,
    cols: usize,
    tiles: &'a [u16],
    text: String,
}

impl<'a> BoardJson<'a> {
    fn of(board: &'a Board) -> Self {
        let size = board.size();
        Self { rows: size.rows(), cols: size.cols(), tiles: board.tiles(), text: one_line(board) }
    }
}

/// A goal in an answer.
#[derive(Serialize)]
struct GoalJson<'a> {
    /// What a request may call it.
    name: String,
    board: BoardJson<'a>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(board: &str, size: Option<&str>, goal: Option<&str>) -> &'static str {
        Puzzle::read(board, size, goal).err().map_or("fine", |error| error.code())
    }

    #[test]
    fn what_is_read_and_what_is_not() {
        assert_eq!(code("8 1 3/4 0 2/7 6 5", None, None), "fine");
        assert_eq!(code("1 2 3 4 5 0", Some("2x3"), Some("5 4 3 2 1 0")), "fine");
        assert_eq!(code("[[1,2,3],[4,5,0]]", None, Some("5.4.3_2.1.0")), "fine");
        assert_eq!(code("1 2 3 4 5 0", None, None), "bad-board");
        assert_eq!(code("1 2/3 0\n\n2 1/3 0", None, None), "bad-board");
        assert_eq!(code("", None, None), "bad-board");
        assert_eq!(code("1 2/3 0", Some("zwei"), None), "bad-size");
        assert_eq!(code("1 2/3 0", Some("3x3"), None), "bad-board");
        assert_eq!(code("1 2/3 0", None, Some("ring")), "bad-goal");
        assert_eq!(code("1 2/3 0", None, Some("1 2 3/4 5 6/7 8 0")), "bad-goal");
        assert_eq!(code("1 2/3 0", None, Some("1 1/3 0")), "bad-goal");
        assert_eq!(code("1 2/3 0", None, Some("/etc/passwd")), "bad-goal");
    }

    #[test]
    fn shares_add_up() {
        let puzzle = Puzzle::read("8 1 3/4 0 2/7 6 5", None, None).expect("a board");
        let (board, goal) = (&puzzle.board, &puzzle.goal);
        let sum = |heuristic| shares(heuristic, board, goal).map(|shares| shares.iter().sum::<u32>());
        assert_eq!(sum(Heuristic::Hamming), Some(5));
        assert_eq!(sum(Heuristic::Manhattan), Some(10));
        assert_eq!(sum(Heuristic::LinearConflict), Some(10));
        assert_eq!(sum(Heuristic::WalkingDistance), None);
    }

    #[test]
    fn a_goal_is_called_what_a_request_may_call_it() {
        for goal in ["snail", "ring", "blank-first", "3 1 2/4 5 6/7 8 0"] {
            let puzzle = Puzzle::read("8 1 3/4 0 2/7 6 5", None, Some(goal)).expect("a board");
            assert_eq!(puzzle.json().goal.name, goal);
        }
    }
}
