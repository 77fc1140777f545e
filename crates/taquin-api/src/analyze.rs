//! `/api/analyze`: compares a solution with the optimum, move by move.
//!
//! Each move needs a search of its own; the time limit is for all of them together.

use crate::job::{Context, Job, JobRequest};
use crate::puzzle::{Puzzle, PuzzleJson, read_goal, read_options};
use crate::solve::limits_in;
use crate::{ReasonJson, RequestError, read_seconds, to_json};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use taquin::notation::{MoveStyle, read_solution};
use taquin::{Analysis, AnalysisError, Board, Limits, Metric, Move, PROVABLE_CELLS, Parity, Size, Solver};

/// The default time limit.
pub const DEFAULT_SECONDS: f64 = 30.0;
/// The minimum time limit.
pub const MIN_SECONDS: f64 = 0.05;
/// The maximum time limit.
pub const MAX_SECONDS: f64 = 60.0;

/// The maximum number of cells: the optimum must be proven.
pub const MAX_CELLS: usize = PROVABLE_CELLS;
/// The maximum length of a text of moves in bytes.
pub const MAX_TEXT_BYTES: usize = 8 << 10;
/// The maximum number of moves, tile by tile.
pub const MAX_MOVES: usize = 1000;

/// A request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnalyzeRequest {
    board: Option<String>,
    scramble: Option<String>,
    size: Option<String>,
    goal: Option<String>,
    moves: String,
    blank_moves: Option<bool>,
    metric: Option<String>,
    seconds: Option<f64>,
}

#[derive(Serialize)]
#[serde(tag = "outcome", rename_all = "lowercase")]
enum AnalyzeResponse<'a> {
    Analyzed {
        #[serde(flatten)]
        puzzle: PuzzleJson<'a>,
        #[serde(flatten)]
        analysis: AnalysisJson,
        seconds: f64,
    },
    Unsolvable {
        #[serde(flatten)]
        puzzle: PuzzleJson<'a>,
        why: String,
    },
    Stopped {
        #[serde(flatten)]
        puzzle: PuzzleJson<'a>,
        metric: &'static str,
        #[serde(flatten)]
        reason: ReasonJson,
        seconds: f64,
    },
}

/// An analysis as JSON.
#[derive(Serialize)]
pub struct AnalysisJson {
    metric: &'static str,
    length: usize,
    optimum: u32,
    moves: Vec<MoveJson>,
}

#[derive(Serialize)]
struct MoveJson {
    #[serde(rename = "move")]
    letters: String,
    /// The fewest moves before this one.
    left: u32,
    cost: u32,
    /// A shortest solution instead of a mistake.
    #[serde(skip_serializing_if = "Option::is_none")]
    better: Option<String>,
}

impl JobRequest for AnalyzeRequest {
    type Job = AnalyzeJob;

    fn validate(&self) -> Result<AnalyzeJob, RequestError> {
        let time = read_seconds(self.seconds, DEFAULT_SECONDS, MIN_SECONDS, MAX_SECONDS)?;
        let metric = read_options(&[("metric", self.metric.as_ref())])?.metric;
        let puzzle = self.read_puzzle()?;
        check_size(puzzle.board.size())?;
        let moves = self.read_moves("moves", &self.moves, &puzzle.board)?;
        Ok(AnalyzeJob { puzzle, moves, of_blank: self.of_blank(), metric, time })
    }
}

impl AnalyzeRequest {
    /// Reads the board, or the scramble that leads to it from the goal.
    fn read_puzzle(&self) -> Result<Puzzle, RequestError> {
        let (size, goal) = (self.size.as_deref(), self.goal.as_deref());
        let bad_request = |message: &str| Err(RequestError::BadRequest(message.to_owned()));
        match (&self.board, &self.scramble, size) {
            (Some(board), None, _) => Puzzle::read(board, size, goal),
            (None, Some(scramble), Some(size)) => {
                let size: Size = size.parse()?;
                check_size(size)?;
                let (kind, goal) = read_goal(goal, size)?;
                let moves = self.read_moves("scramble", scramble, goal.board())?;
                let mut board = goal.board().clone();
                for by in moves {
                    board = board.after(by).map_err(|error| RequestError::internal(&error))?;
                }
                Ok(Puzzle { board, goal, kind })
            }
            (None, Some(_), None) => bad_request("size: a scramble needs the size of its board, such as 4x4"),
            _ => bad_request("give either a board or a scramble"),
        }
    }

    fn of_blank(&self) -> bool {
        self.blank_moves == Some(true)
    }

    /// Reads legal moves of a board.
    fn read_moves(&self, field: &str, text: &str, board: &Board) -> Result<Vec<Move>, RequestError> {
        if text.len() > MAX_TEXT_BYTES {
            return Err(RequestError::TooLarge(format!(
                "{field}: the text is too long: at most {MAX_TEXT_BYTES} bytes"
            )));
        }
        let moves = read_solution(text, board, self.of_blank()).map_err(|error| {
            let place = if field == "moves" { "" } else { "scramble: " };
            RequestError::BadMoves(format!("{place}{error}"))
        })?;
        if moves.len() > MAX_MOVES {
            return Err(RequestError::TooLarge(format!(
                "{field}: too many: at most {MAX_MOVES} tiles may slide, and here {} do",
                moves.len()
            )));
        }
        Ok(moves)
    }
}

fn check_size(size: Size) -> Result<(), RequestError> {
    if size.cells() > MAX_CELLS {
        return Err(RequestError::TooLarge(AnalysisError::TooManyCells(size).to_string()));
    }
    Ok(())
}

/// A validated request.
pub struct AnalyzeJob {
    puzzle: Puzzle,
    moves: Vec<Move>,
    /// True if letters name the motion of the blank.
    of_blank: bool,
    metric: Metric,
    time: Duration,
}

impl Job for AnalyzeJob {
    fn run(&self, context: &mut Context<'_>) -> Result<String, RequestError> {
        let Puzzle { board, goal, .. } = &self.puzzle;
        let puzzle = self.puzzle.json();
        if !Parity::is_solvable(board, goal) {
            let why = Parity::explain(board, goal).to_string();
            return to_json(&AnalyzeResponse::Unsolvable { puzzle, why });
        }
        let clock = &context.limits.clock;
        let start = clock.now();
        let limits = Limits { time: Some(self.time), ..context.limits.clone() }.begin();
        let limits = limits_in(self.metric, board.size(), limits);
        let solver =
            Solver::new(goal.clone()).engines(context.engines.clone()).limits(limits).request(self.metric);
        let analysis = Analysis::new(&solver, board, &self.moves, &mut ());
        let seconds = clock.now().saturating_sub(start).as_secs_f64();
        match analysis {
            Ok(analysis) => to_json(&AnalyzeResponse::Analyzed {
                puzzle,
                analysis: AnalysisJson::new(&analysis, MoveStyle::default()),
                seconds,
            }),
            Err(AnalysisError::Stopped(reason)) => {
                let (metric, reason) = (self.metric.name(), reason.into());
                to_json(&AnalyzeResponse::Stopped { puzzle, metric, reason, seconds })
            }
            Err(AnalysisError::Incomplete { left, better, .. }) => Err(self.incomplete(left, &better)),
            // `validate` has checked the rest.
            Err(error) => Err(RequestError::internal(&error)),
        }
    }
}

impl AnalyzeJob {
    /// Returns the error of moves that do not reach the goal, with `better` moves that do.
    fn incomplete(&self, left: u32, better: &[Move]) -> RequestError {
        let style = MoveStyle { run_length: true, of_blank: self.of_blank };
        let better = style.format(better);
        let made = self.metric.count(&self.moves);
        let place =
            if made == 0 { "there are no moves".to_owned() } else { format!("it ends after move {made}") };
        let more = if left == 1 { "1 more is" } else { &format!("{left} more are") };
        RequestError::BadMoves(format!("the solution is incomplete: {place}, and {more} needed ({better})"))
    }
}

impl AnalysisJson {
    /// Creates the JSON of an analysis.
    pub fn new(analysis: &Analysis, style: MoveStyle) -> Self {
        let moves = analysis.moves().iter().map(|by| MoveJson {
            letters: style.format(&by.moves),
            left: by.left,
            cost: by.cost,
            better: (by.cost > 0).then(|| style.format(&by.best)),
        });
        Self {
            metric: analysis.metric().name(),
            length: analysis.len(),
            optimum: analysis.optimum(),
            moves: moves.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};
    use std::sync::atomic::{AtomicU64, Ordering};
    use taquin::Clock;
    use taquin::Engines;

    const BOARD: &str = "8 1 3/4 0 2/7 6 5";

    fn job(body: &Value) -> Result<AnalyzeJob, RequestError> {
        crate::read_json::<AnalyzeRequest>(body.to_string().as_bytes())?.validate()
    }

    fn run(body: &Value, limits: &Limits) -> Result<Value, RequestError> {
        let json = job(body)?.run(&mut Context::new(&Engines::default(), limits.clone(), &mut ()))?;
        Ok(serde_json::from_str(&json).expect("JSON"))
    }

    #[test]
    fn a_mistake_has_a_cost_and_a_better_continuation() {
        let found = run(&json!({ "board": BOARD, "moves": "RLLURRDDLURULDLU" }), &Limits::default());
        let found = found.expect("a solution");
        assert_eq!((&found["length"], &found["optimum"]), (&json!(16), &json!(14)));
        let moves = found["moves"].as_array().expect("a list");
        assert_eq!(
            (&moves[0]["move"], &moves[0]["left"], &moves[0]["cost"]),
            (&json!("R"), &json!(14), &json!(2))
        );
        assert_eq!(moves[0]["better"].as_str().map(str::len), Some(14));
        assert!(moves[1..].iter().all(|by| by["cost"] == 0 && by.get("better").is_none()));
    }

    #[test]
    fn a_scramble_leads_from_the_goal_to_the_board() {
        let body = json!({ "scramble": "R2D", "size": "3x3", "moves": "UL2", "metric": "multi" });
        let found = run(&body, &Limits::default()).expect("a solution");
        assert_eq!((&found["length"], &found["optimum"]), (&json!(2), &json!(2)));
        assert_eq!(found["board"]["text"], "1 2 3/0 5 6/4 7 8");
        let blank = json!({ "scramble": "L2U", "size": "3x3", "moves": "DR2", "blank_moves": true });
        assert_eq!(run(&blank, &Limits::default()).expect("a solution")["board"], found["board"]);
    }

    #[test]
    fn faults_of_the_moves_are_named() {
        let message = |moves: &str| {
            let error = run(&json!({ "board": BOARD, "moves": moves }), &Limits::default());
            error.expect_err("wrong").to_string()
        };
        assert!(message("LU R3").starts_with("move 3, 'R3' at character 4: "));
        let incomplete = message("L");
        assert!(
            incomplete
                .starts_with("the solution is incomplete: it ends after move 1, and 13 more are needed (")
        );
        assert!(message("").contains("there are no moves, and 14 more are needed"));
    }

    #[test]
    fn the_time_limit_is_for_all_searches_together() {
        let millis = AtomicU64::new(0);
        let clock = Clock::new(move || Duration::from_millis(millis.fetch_add(1, Ordering::Relaxed)));
        let limits = Limits { clock, ..Limits::default() };
        let moves = "LR".repeat(400) + "LURRDDLURULDLU";
        let body = json!({ "board": BOARD, "moves": moves, "seconds": 0.05 });
        let found = run(&body, &limits).expect("no error");
        assert_eq!((&found["outcome"], &found["reason_code"]), (&json!("stopped"), &json!("time")));
    }

    #[test]
    fn cancellation_is_told_from_the_time_limit() {
        let limits = Limits::default();
        limits.cancel.cancel();
        let found = run(&json!({ "board": BOARD, "moves": "LR" }), &limits).expect("no error");
        assert_eq!((&found["outcome"], &found["reason_code"]), (&json!("stopped"), &json!("cancelled")));
    }
}
