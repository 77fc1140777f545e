//! `/api/trace`: A* or an uninformed search step by step, with every generated node.

use crate::job::{Context, Effort, Job, JobRequest};
use crate::puzzle::{Puzzle, PuzzleJson, read_options, tile_costs, unknown_name};
use crate::{RequestError, to_json};
use serde::{Deserialize, Serialize};
use taquin::notation::letters;
use taquin::trace::{NodeId, NodeState, SearchTrace, TraceEnd, TraceNode};
use taquin::{Algorithm, Goal, Heuristic, Move, NamedSearch, Parity, SearchOptions, SolveError};

/// The maximum number of cells.
pub const MAX_CELLS: usize = 100;
/// The maximum number of steps.
pub const MAX_STEPS: usize = 2000;
/// The maximum number of nodes.
pub const MAX_NODES: usize = 10_000;
/// The number of steps by default.
pub const DEFAULT_STEPS: usize = 500;

/// A request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TraceRequest {
    board: String,
    size: Option<String>,
    goal: Option<String>,
    algorithm: Option<String>,
    heuristic: Option<String>,
    order: Option<String>,
    depth_limit: Option<u32>,
    steps: Option<usize>,
}

#[derive(Serialize)]
struct TraceResponse<'a> {
    algorithm: &'static str,
    /// `None` for an uninformed search.
    heuristic: Option<&'static str>,
    #[serde(flatten)]
    puzzle: PuzzleJson<'a>,
    solvable: bool,
    end: &'static str,
    enqueued: usize,
    dequeued: &'a [NodeId],
    moves: Option<String>,
    path: Option<Vec<NodeId>>,
    nodes: Vec<NodeJson<'a>>,
}

#[derive(Serialize)]
struct NodeJson<'a> {
    parent: Option<NodeId>,
    #[serde(rename = "move")]
    last_move: Option<char>,
    tiles: &'a [u16],
    moves: u32,
    estimate: u32,
    state: &'static str,
    /// The step in which it was dequeued.
    step: Option<usize>,
    /// The cost of the tile in each cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    shares: Option<Vec<u32>>,
}

impl JobRequest for TraceRequest {
    type Job = TraceJob;

    fn validate(&self) -> Result<TraceJob, RequestError> {
        let puzzle = Puzzle::read(&self.board, self.size.as_deref(), self.goal.as_deref())?;
        let search = read_search(self)?;
        let steps = self.steps.unwrap_or(DEFAULT_STEPS);
        if !(1..=MAX_STEPS).contains(&steps) {
            return Err(RequestError::BadRequest(format!(
                "steps: {steps} is out of range: 1 to {MAX_STEPS}"
            )));
        }
        let size = puzzle.board.size();
        if size.cells() > MAX_CELLS {
            return Err(RequestError::TooLarge(format!(
                "{size} is too large: traces are available for up to {MAX_CELLS} cells (10x10)"
            )));
        }
        if let Some(heuristic) = search.heuristic().filter(|heuristic| !heuristic.supports(size)) {
            return Err(RequestError::TooLarge(SolveError::UnsupportedSize { heuristic, size }.to_string()));
        }
        Ok(TraceJob { puzzle, search, steps })
    }
}

/// A validated request.
pub struct TraceJob {
    puzzle: Puzzle,
    search: NamedSearch,
    steps: usize,
}

fn read_search(request: &TraceRequest) -> Result<NamedSearch, RequestError> {
    let TraceRequest { algorithm, heuristic, order, depth_limit, .. } = request;
    let name = algorithm.as_deref().unwrap_or(Algorithm::Princeton.name());
    let known = SearchTrace::ALGORITHMS;
    let unknown = || unknown_name("algorithm", name, &known.map(Algorithm::name));
    let algorithm = known.into_iter().find(|algorithm| algorithm.name() == name).ok_or_else(unknown)?;
    let options = read_options(&[("heuristic", heuristic.as_ref()), ("order", order.as_ref())])?;
    let options = SearchOptions { algorithm: Some(algorithm), depth_limit: *depth_limit, ..options };
    options.request()?.search().ok_or_else(unknown)
}

impl Job for TraceJob {
    fn effort(&self) -> Effort {
        Effort::Quick
    }

    fn run(&self, context: &mut Context<'_>) -> Result<String, RequestError> {
        let Puzzle { board, goal, .. } = &self.puzzle;
        let trace = match self.search {
            NamedSearch::Informed { heuristic, .. } => {
                let evaluator = context.engines.evaluator(heuristic, goal);
                evaluator.map(|evaluator| {
                    SearchTrace::with_evaluator(&evaluator, board, goal, self.steps, MAX_NODES)
                })
            }
            NamedSearch::Uninformed { algorithm, order, depth_limit } => {
                SearchTrace::uninformed(algorithm, board, goal, order, depth_limit, self.steps, MAX_NODES)
            }
        };
        let heuristic = self.search.heuristic();
        // `validate` has checked that the heuristic supports the size.
        let trace = trace.ok_or_else(|| RequestError::internal(&"a heuristic does not support the size"))?;
        to_json(&TraceResponse {
            algorithm: self.search.algorithm().name(),
            heuristic: heuristic.map(Heuristic::name),
            puzzle: self.puzzle.json(),
            solvable: Parity::is_solvable(board, goal),
            end: match trace.end {
                TraceEnd::Goal => "goal",
                TraceEnd::Exhausted => "exhausted",
                TraceEnd::StepLimit => "steps",
                TraceEnd::NodeLimit => "nodes",
            },
            enqueued: trace.enqueued(),
            dequeued: &trace.dequeued,
            moves: trace.moves().map(|moves| letters(&moves)),
            path: trace.path(),
            nodes: trace.nodes.iter().map(|node| NodeJson::new(node, heuristic, goal)).collect(),
        })
    }
}

impl<'a> NodeJson<'a> {
    fn new(node: &'a TraceNode, heuristic: Option<Heuristic>, goal: &Goal) -> Self {
        let (state, step) = match node.state {
            NodeState::Queued => ("queued", None),
            NodeState::Dequeued(step) => ("processed", Some(step)),
            NodeState::Pruned => ("pruned", None),
        };
        Self {
            parent: node.parent,
            last_move: node.by.map(Move::letter),
            tiles: node.board.tiles(),
            moves: node.moves,
            estimate: node.estimate,
            state,
            step,
            shares: heuristic.and_then(|heuristic| tile_costs(heuristic, &node.board, goal)),
        }
    }
}
