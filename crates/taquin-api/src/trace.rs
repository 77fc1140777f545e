//! `/api/trace`: A* or an uninformed search step by step, with every generated node.

use crate::job::{Context, Effort, Job, Request};
use crate::puzzle::{Puzzle, PuzzleJson, heuristic_by_name, read_order, tile_costs, unknown_name};
use crate::{RequestError, to_json};
use serde::{Deserialize, Serialize};
use taquin::notation::letters;
use taquin::trace::{NodeId, NodeState, SearchTrace, TraceEnd, TraceNode};
use taquin::{Algorithm, Goal, Heuristic, Move, MoveOrder, Parity, SolveError};

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

impl Request for TraceRequest {
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
        if let Search::AStar(heuristic) = search
            && !heuristic.supports(size)
        {
            return Err(RequestError::TooLarge(SolveError::UnsupportedSize { heuristic, size }.to_string()));
        }
        Ok(TraceJob { puzzle, search, steps })
    }
}

/// A validated request.
pub struct TraceJob {
    puzzle: Puzzle,
    search: Search,
    steps: usize,
}

/// The search to trace.
#[derive(Clone, Copy)]
enum Search {
    /// A* as in Princeton's course.
    AStar(Heuristic),
    Uninformed {
        algorithm: Algorithm,
        order: MoveOrder,
        depth_limit: Option<u32>,
    },
}

fn read_search(request: &TraceRequest) -> Result<Search, RequestError> {
    let name = request.algorithm.as_deref().unwrap_or(Algorithm::Princeton.name());
    let known = SearchTrace::ALGORITHMS;
    let algorithm = known.into_iter().find(|algorithm| algorithm.name() == name);
    let algorithm = algorithm.ok_or_else(|| unknown_name("algorithm", name, &known.map(Algorithm::name)))?;
    let order = read_order(request.order.as_deref())?;
    let reject = |field: &str| {
        let name = algorithm.name();
        Err(RequestError::BadRequest(format!("{field}: the algorithm {name} does not use it: remove it")))
    };
    match algorithm {
        Algorithm::Princeton if request.order.is_some() => reject("order"),
        Algorithm::Princeton if request.depth_limit.is_some() => reject("depth_limit"),
        Algorithm::Princeton => {
            let heuristic = request.heuristic.as_deref();
            heuristic.map_or(Ok(Heuristic::default()), heuristic_by_name).map(Search::AStar)
        }
        _ if request.heuristic.is_some() => reject("heuristic"),
        _ => Ok(Search::Uninformed { algorithm, order, depth_limit: request.depth_limit }),
    }
}

impl Job for TraceJob {
    fn effort(&self) -> Effort {
        Effort::Quick
    }

    fn run(&self, context: &mut Context<'_>) -> Result<String, RequestError> {
        let Puzzle { board, goal, .. } = &self.puzzle;
        let (algorithm, heuristic, trace) = match self.search {
            Search::AStar(heuristic) => {
                let evaluator = context.engines.evaluator(heuristic, goal);
                let trace = evaluator.map(|evaluator| {
                    SearchTrace::with_evaluator(&evaluator, board, goal, self.steps, MAX_NODES)
                });
                (Algorithm::Princeton, Some(heuristic), trace)
            }
            Search::Uninformed { algorithm, order, depth_limit } => {
                let trace = SearchTrace::uninformed(
                    algorithm,
                    board,
                    goal,
                    order,
                    depth_limit,
                    self.steps,
                    MAX_NODES,
                );
                (algorithm, None, trace)
            }
        };
        // `validate` has checked that the heuristic supports the size.
        let trace = trace.ok_or_else(|| RequestError::internal(&"a heuristic does not support the size"))?;
        to_json(&TraceResponse {
            algorithm: algorithm.name(),
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
