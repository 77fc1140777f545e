//! The plan of a search, decided before it runs.
//!
//! | board | plan |
//! |---|---|
//! | needs pattern databases that would have to be built | A* first: it solves easy boards within milliseconds |
//! | up to [`PROVABLE_CELLS`] | IDA* with pattern databases until the solution is proven shortest, at most with larger ones |
//! | up to 25 cells | the same, for a time by default, beside construction, which finds shorter and shorter solutions |
//! | larger | construction for a time |
//!
//! A named algorithm is a plan of one step. In the multi-tile metric, IDA* has tables of its own.

use super::Solver;
use crate::algorithm::Algorithm;
use crate::engines::{Engines, PdbChoice};
use crate::event::PdbSource;
use crate::heuristic::Heuristic;
use crate::multi_tile::MultiTileSearch;
use crate::notation::{format_bytes, thousands};
use crate::request::{NamedSearch, Optimality};
use std::fmt;
use std::time::Duration;
use taquin_core::{Board, Budget, Limits, Metric};
use taquin_pdb::{Frame, Partition};

/// Boards of up to this many cells are proven shortest within seconds: their pattern databases are small.
pub const PROVABLE_CELLS: usize = 16;

/// The nodes that A* may generate before a more expensive search begins: a few milliseconds' worth. Boards too large for
/// pattern databases get fewer, because their nodes take longer.
const EASY_NODES: u64 = 50_000;

/// A board is hard, and worth larger databases, after this many nodes or from this heuristic value: the nodes take about as
/// long as the build, and boards of that value many times longer.
const HARD_NODES: u64 = 20_000_000;
pub(super) const HARD_ESTIMATE: u32 = 60;

/// The number of boards from which larger databases pay off.
const MANY_BOARDS: usize = 2000;

/// The boards to solve in the multi-tile metric are worth large tables after this many nodes in all, and a single one of many
/// after at least the second number.
pub(super) const HARD_MULTI_TILE_NODES: u64 = 100_000_000;
const MIN_MULTI_TILE_NODES: u64 = 100_000;

/// The steps of a search, decided before it runs. [`Display`](fmt::Display) describes them.
///
/// ```
/// use taquin::{Board, Goal, Solver};
/// let board: Board = "7 15 2 6/12 0 5 3/4 11 8 1/9 14 10 13".parse()?;
/// let plan = Solver::new(Goal::blank_last(board.size())).plan(&board)?;
/// assert!(plan.to_string().starts_with("ida with pattern databases 15:6-6-3"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Plan {
    /// The steps. Each gives way to the next at its node limit; [construction](PlanStep::Construct), the last one, runs at the
    /// same time as the step before.
    pub steps: Vec<PlanStep>,
    /// The time after which the best solution found is returned; `None` if it has to be proven shortest.
    pub time: Option<Duration>,
}

/// A step of a [`Plan`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlanStep {
    /// A search without pattern databases.
    Search {
        /// The algorithm with its options.
        search: NamedSearch,
        /// The number of nodes after which the next step follows; `None` if this is the last one.
        node_limit: Option<u64>,
    },
    /// IDA* with pattern databases on the CPU.
    Pdb {
        /// The partition.
        partition: Partition,
        /// The origin of the databases.
        source: PdbSource,
        /// The number of nodes after which the next step follows; `None` if this is the last one. A board with a large heuristic
        /// value gets to it at once.
        node_limit: Option<u64>,
    },
    /// IDA* with pattern databases on a GPU.
    Gpu {
        /// The name of the GPU.
        name: String,
    },
    /// IDA* in the multi-tile metric, with tables built in memory.
    MultiTile {
        /// The number of nodes after which larger tables are built, if time and memory allow.
        node_limit: u64,
    },
    /// Anytime construction and improvement of solutions.
    Construct,
}

impl Plan {
    /// Returns the pattern databases that the steps use.
    pub fn partitions(&self) -> impl Iterator<Item = &Partition> {
        self.steps.iter().filter_map(|step| match step {
            PlanStep::Pdb { partition, .. } => Some(partition),
            _ => None,
        })
    }

    /// Returns the estimated memory for pattern databases that are built or loaded, in bytes.
    pub fn memory(&self) -> u64 {
        self.partitions().map(Partition::bytes).sum()
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before: Option<&PlanStep> = None;
        for step in &self.steps {
            let joint = match (before, step) {
                (None, _) => "",
                (
                    Some(PlanStep::Pdb { node_limit: None, .. } | PlanStep::Gpu { .. }),
                    PlanStep::Construct,
                ) => "; meanwhile ",
                _ => "; then ",
            };
            write!(f, "{joint}{step}")?;
            before = Some(step);
        }
        Ok(())
    }
}

impl fmt::Display for PlanStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limit = |node_limit: &Option<u64>| {
            node_limit.map_or(String::new(), |nodes| format!(", for up to {} nodes", thousands(nodes)))
        };
        match self {
            Self::Search { search, node_limit } => {
                let heuristic = search.heuristic().map_or("no heuristic", Heuristic::name);
                write!(f, "{} with {heuristic}{}", search.algorithm(), limit(node_limit))
            }
            Self::Pdb { partition, source, node_limit } => {
                let bytes = format_bytes(partition.bytes());
                write!(f, "ida with pattern databases {partition}, {bytes}, {source}{}", limit(node_limit))
            }
            Self::Gpu { name } => write!(f, "ida on {name}"),
            Self::MultiTile { .. } => {
                f.write_str("ida in the multi-tile metric, with tables built in memory")
            }
            Self::Construct => f.write_str("tile-by-tile construction, then anytime improvement"),
        }
    }
}

impl Solver {
    /// Returns the time after which the best solution found is returned; `None` if it has to be proven shortest.
    pub(crate) fn anytime(&self) -> Option<Duration> {
        match self.request.optimality() {
            Optimality::Within(time) => Some(time),
            Optimality::Practical if self.goal.size().cells() <= PROVABLE_CELLS => None,
            Optimality::Practical => {
                Some(Budget::new(&self.limits).remaining().unwrap_or(Limits::DEFAULT_TIME))
            }
            Optimality::Shortest | Optimality::AtLeast(_) | Optimality::All => None,
        }
    }

    /// Decides on the steps for a solvable board of the goal's size.
    pub(super) fn decide(&self, board: &Board) -> Plan {
        let time = self.anytime();
        if self.request.metric() == Metric::Multi {
            if self.multi_tile_frame().is_some() {
                return Plan { steps: vec![self.multi_tile_step()], time };
            }
            let time = time.or(self.limits.time).unwrap_or(Limits::DEFAULT_TIME);
            return Plan { steps: vec![PlanStep::Construct], time: Some(time) };
        }
        let frame = self.frame().filter(|_| self.request.searches_with_pdbs());
        let is_bound = matches!(self.request.optimality(), Optimality::AtLeast(_));
        if self.request.algorithm() != Algorithm::Auto || is_bound {
            let step = || self.search_step(None);
            return Plan {
                steps: frame.map_or_else(|| vec![step()], |frame| self.pdb_steps(&frame)),
                time: None,
            };
        }
        let is_large = board.size().cells() > PROVABLE_CELLS;
        let has_helpers = cfg!(feature = "threads") && self.threads > 1;
        let constructs =
            time.is_some() || is_large && (self.request.solution_to_improve().is_some() || has_helpers);
        if frame.is_none() && !constructs {
            return Plan { steps: vec![self.search_step(None)], time };
        }
        let mut steps = Vec::new();
        if !frame.as_ref().is_some_and(|frame| self.engines.choose(frame).is_immediate) {
            steps.push(self.search_step(Some(easy_nodes(board))));
        }
        match frame {
            Some(frame) => steps.extend(self.pdb_steps(&frame)),
            // Without a time, the search goes on until it has a proof.
            None if time.is_none() => steps.push(self.search_step(None)),
            None => {}
        }
        if constructs {
            steps.push(PlanStep::Construct);
        }
        Plan { steps, time }
    }

    /// Returns a search without pattern databases.
    fn search_step(&self, node_limit: Option<u64>) -> PlanStep {
        let algorithm = match self.request.algorithm() {
            Algorithm::Auto => Algorithm::AStar,
            algorithm => algorithm,
        };
        let heuristic = Heuristic::default();
        let search = self.request.search().unwrap_or(NamedSearch::Informed { algorithm, heuristic });
        PlanStep::Search { search, node_limit }
    }

    /// Returns IDA* with pattern databases, on the GPU or the CPU.
    pub(super) fn pdb_steps(&self, frame: &Frame) -> Vec<PlanStep> {
        if let Some(gpu) = self.gpu.as_ref().filter(|gpu| self.searches_on_gpu() && gpu.supports(frame, 1)) {
            return vec![PlanStep::Gpu { name: gpu.name() }];
        }
        let PdbChoice { partition, source, .. } = self.engines.choose(frame);
        let Some((nodes, larger)) = self.larger_pdbs(frame, &partition) else {
            return vec![PlanStep::Pdb { partition, source, node_limit: None }];
        };
        let first = PlanStep::Pdb { partition, source, node_limit: Some(nodes) };
        vec![first, PlanStep::Pdb { partition: larger, source: PdbSource::Memory, node_limit: None }]
    }

    /// Returns the databases for boards that are too hard for others, and the nodes after which a board is.
    pub(super) fn larger_pdbs(&self, frame: &Frame, in_use: &Partition) -> Option<(u64, Partition)> {
        let larger = self.engines.larger_partition(frame, in_use, &self.limits_within(self.anytime()))?;
        Some((if self.expected_boards >= MANY_BOARDS { 0 } else { HARD_NODES }, larger))
    }

    fn multi_tile_step(&self) -> PlanStep {
        let node_limit =
            (HARD_MULTI_TILE_NODES / self.expected_boards.max(1) as u64).max(MIN_MULTI_TILE_NODES);
        PlanStep::MultiTile { node_limit }
    }

    /// Returns true if a GPU could do the same search: it has its own databases, and counts single-tile moves.
    pub(crate) fn searches_on_gpu(&self) -> bool {
        self.request.searches_with_pdbs()
            && self.request.metric() == Metric::Single
            && self.request.partition().is_none()
    }

    /// Returns the frame of the goal, if shortest solutions in the multi-tile metric can be found.
    pub(super) fn multi_tile_frame(&self) -> Option<Frame> {
        self.frame().filter(|_| self.goal.size().cells() <= MultiTileSearch::MAX_CELLS)
    }
}

fn easy_nodes(board: &Board) -> u64 {
    let (cells, pdb_cells) = (board.size().cells() as u64, Engines::MAX_CELLS as u64);
    EASY_NODES * pdb_cells / cells.max(pdb_cells)
}
