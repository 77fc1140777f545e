//! Boards and goals in requests and responses.

use crate::RequestError;
use serde::Serialize;
use taquin::notation::read_board;
use taquin::{Board, Goal, GoalError, GoalKind, Heuristic, SearchOptions, Size};

/// A validated board and its goal.
pub(crate) struct Puzzle {
    pub(crate) board: Board,
    pub(crate) goal: Goal,
    pub(crate) kind: GoalKind,
}

impl Puzzle {
    /// Reads the fields `board`, `size` and `goal` of a request.
    pub(crate) fn read(board: &str, size: Option<&str>, goal: Option<&str>) -> Result<Self, RequestError> {
        let size = size.map(str::parse::<Size>).transpose()?;
        let board = read_board(board, size)?;
        let (kind, goal) = read_goal(goal, board.size())?;
        Ok(Self { board, goal, kind })
    }

    pub(crate) fn json(&self) -> PuzzleJson<'_> {
        PuzzleJson::new(&self.board, &self.kind, &self.goal)
    }
}

/// Reads a goal: a name or a board. Unlike on the command line, it cannot be a file name.
pub(crate) fn read_goal(given: Option<&str>, size: Size) -> Result<(GoalKind, Goal), RequestError> {
    let bad_goal = |error: GoalError| RequestError::BadGoal(error.to_string());
    let kind = match given {
        None => GoalKind::default(),
        Some(text) => GoalKind::read(text, Some(size)).map_err(bad_goal)?,
    };
    let goal = kind.for_size(size).map_err(bad_goal)?;
    Ok((kind, goal))
}

/// Reads the fields of a request that are the names of search options.
pub(crate) fn read_options(
    fields: &[(&'static str, Option<&String>)],
) -> Result<SearchOptions, RequestError> {
    let mut options = SearchOptions::default();
    for (name, text) in fields {
        if let Some(text) = text {
            options.set(name, text)?;
        }
    }
    Ok(options)
}

pub(crate) fn unknown_name(what: &str, name: &str, known: &[&str]) -> RequestError {
    RequestError::BadRequest(format!("unknown {what} '{name}': choose one of {}", known.join(", ")))
}

/// Returns the cost of the tile in each cell if the heuristic is a sum over tiles. For linear conflict, these
/// are the Manhattan distances.
pub(crate) fn tile_costs(heuristic: Heuristic, board: &Board, goal: &Goal) -> Option<Vec<u32>> {
    let per_tile = if heuristic == Heuristic::LinearConflict { Heuristic::Manhattan } else { heuristic };
    let cost = |(cell, &tile): (usize, &u16)| match tile {
        0 => Some(0),
        _ => per_tile.tile_cost(goal, usize::from(tile), cell),
    };
    board.tiles().iter().enumerate().map(cost).collect()
}

/// A board and its goal in a response.
#[derive(Serialize)]
pub(crate) struct PuzzleJson<'a> {
    board: BoardJson<'a>,
    goal: GoalJson<'a>,
}

impl<'a> PuzzleJson<'a> {
    pub(crate) fn new(board: &'a Board, kind: &GoalKind, goal: &'a Goal) -> Self {
        let goal = GoalJson { name: kind.to_string(), board: BoardJson::new(goal.board()) };
        Self { board: BoardJson::new(board), goal }
    }
}

#[derive(Serialize)]
struct BoardJson<'a> {
    rows: usize,
    cols: usize,
    tiles: &'a [u16],
    text: String,
}

impl<'a> BoardJson<'a> {
    fn new(board: &'a Board) -> Self {
        let size = board.size();
        Self { rows: size.rows(), cols: size.cols(), tiles: board.tiles(), text: board.to_line() }
    }
}

#[derive(Serialize)]
struct GoalJson<'a> {
    /// A name or a board that a request can use.
    name: String,
    board: BoardJson<'a>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(board: &str, size: Option<&str>, goal: Option<&str>) -> &'static str {
        Puzzle::read(board, size, goal).err().map_or("ok", |error| error.code())
    }

    #[test]
    fn errors_name_the_faulty_field() {
        assert_eq!(code("8 1 3/4 0 2/7 6 5", None, None), "ok");
        assert_eq!(code("1 2 3 4 5 0", Some("2x3"), Some("5 4 3 2 1 0")), "ok");
        assert_eq!(code("[[1,2,3],[4,5,0]]", None, Some("5.4.3_2.1.0")), "ok");
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
    fn tile_costs_add_up_to_the_heuristic_value() {
        let puzzle = Puzzle::read("8 1 3/4 0 2/7 6 5", None, None).expect("a board");
        let (board, goal) = (&puzzle.board, &puzzle.goal);
        let sum = |heuristic| tile_costs(heuristic, board, goal).map(|costs| costs.iter().sum::<u32>());
        assert_eq!(sum(Heuristic::Hamming), Some(5));
        assert_eq!(sum(Heuristic::Manhattan), Some(10));
        assert_eq!(sum(Heuristic::LinearConflict), Some(10));
        assert_eq!(sum(Heuristic::WalkingDistance), None);
    }

    #[test]
    fn goal_name_can_be_used_in_a_request() {
        for goal in ["snail", "ring", "blank-first", "3 1 2/4 5 6/7 8 0"] {
            let puzzle = Puzzle::read("8 1 3/4 0 2/7 6 5", None, Some(goal)).expect("a board");
            assert_eq!(puzzle.json().goal.name, goal);
        }
    }
}
