//! Requests to a solver, before there is a board.
//!
//! Front ends collect what a user has chosen in [`SearchOptions`], in any combination. [`SearchOptions::request`] alone decides which
//! options go together and what the missing ones mean. A [`Request`] can't contradict itself: an order of moves, for instance, belongs to
//! an uninformed search.

mod option_error;
mod search_options;

pub use option_error::OptionError;
pub use search_options::SearchOptions;

use crate::algorithm::Algorithm;
use crate::heuristic::Heuristic;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use taquin_core::{Metric, Move, MoveOrder};
use taquin_pdb::Partition;

/// The required quality of a solution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Optimality {
    /// Proven shortest, however long that takes.
    #[default]
    Shortest,
    /// Proven shortest up to 16 cells, and beyond the best within the time limit, or ten seconds without one.
    Practical,
    /// The best within a time. Every solvable board up to 127×127 is then solved, and
    /// [`Solution::lower_bound`](crate::Solution::lower_bound) bounds the optimality gap.
    Within(Duration),
    /// None: the search ends as soon as it has proven that every solution has at least this many moves, on boards of up to 25 cells.
    AtLeast(u32),
    /// All shortest solutions, for [`Solver::solve_all`](crate::Solver::solve_all).
    All,
}

impl Optimality {
    /// Returns what only the algorithm `auto` does, in words.
    fn own_search(self) -> Option<&'static str> {
        match self {
            Self::Shortest | Self::Practical => None,
            Self::Within(_) => Some("the best solution within a time"),
            Self::AtLeast(_) => Some("a lower bound"),
            Self::All => Some("all shortest solutions"),
        }
    }
}

/// A request to a [`Solver`](crate::Solver): [options](SearchOptions) that go together. Its `Display` names the search.
///
/// An algorithm, an optimality or a metric alone is a request, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    kind: Kind,
    metric: Metric,
    partition: Option<Partition>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// The [plan](crate::Solver::plan) decides.
    Auto { optimality: Optimality, order: Option<MoveOrder>, improve: Option<Arc<[Move]>> },
    /// IDA* with pattern databases, or with the tables of the multi-tile metric.
    PatternDatabases,
    /// Another algorithm.
    Search(NamedSearch),
}

/// A search without pattern databases, with the options it uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedSearch {
    /// A search with a heuristic.
    Informed {
        /// The algorithm.
        algorithm: Algorithm,
        /// The heuristic.
        heuristic: Heuristic,
    },
    /// A search without one.
    Uninformed {
        /// The algorithm.
        algorithm: Algorithm,
        /// The order of successors.
        order: MoveOrder,
        /// The maximum depth.
        depth_limit: Option<u32>,
    },
}

impl NamedSearch {
    /// Returns the algorithm.
    pub fn algorithm(self) -> Algorithm {
        let (Self::Informed { algorithm, .. } | Self::Uninformed { algorithm, .. }) = self;
        algorithm
    }

    /// Returns the heuristic; `None` for an uninformed search.
    pub fn heuristic(self) -> Option<Heuristic> {
        if let Self::Informed { heuristic, .. } = self { Some(heuristic) } else { None }
    }
}

impl Algorithm {
    /// Asks for a solution with a heuristic, or with the algorithm's own.
    ///
    /// ```
    /// use taquin::{Algorithm, Board, Goal, Heuristic, Solver};
    /// let board: Board = "0 1 3/4 2 5/7 8 6".parse()?;
    /// let request = Algorithm::AStar.with_heuristic(Heuristic::Hamming)?;
    /// let outcome = Solver::new(Goal::blank_last(board.size())).request(request).solve(&board)?;
    /// assert_eq!(outcome.solution().map(|solution| solution.len()), Some(4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the algorithm [uses](Self::uses_heuristic) none.
    pub fn with_heuristic(self, heuristic: impl Into<Option<Heuristic>>) -> Result<Request, OptionError> {
        let heuristic = heuristic.into();
        SearchOptions { algorithm: Some(self), heuristic, ..SearchOptions::default() }.request()
    }

    /// Asks for a solution with successors in an order.
    ///
    /// # Errors
    /// If the algorithm is not [uninformed](Self::is_uninformed).
    pub fn with_order(self, order: MoveOrder) -> Result<Request, OptionError> {
        SearchOptions { algorithm: Some(self), order: Some(order), ..SearchOptions::default() }.request()
    }
}

/// Asks for a shortest solution by the algorithm `auto`.
impl Default for Request {
    fn default() -> Self {
        Optimality::default().into()
    }
}

/// Asks for a solution by an algorithm with its defaults.
impl From<Algorithm> for Request {
    fn from(algorithm: Algorithm) -> Self {
        let options = SearchOptions { algorithm: Some(algorithm), ..SearchOptions::default() };
        options.request().unwrap_or_default()
    }
}

/// Asks for a solution of some quality.
impl From<Optimality> for Request {
    fn from(optimality: Optimality) -> Self {
        let kind = Kind::Auto { optimality, order: None, improve: None };
        Self { kind, metric: Metric::default(), partition: None }
    }
}

/// Asks for a shortest solution in a metric.
impl From<Metric> for Request {
    fn from(metric: Metric) -> Self {
        Self { metric, ..Self::default() }
    }
}

impl Request {
    /// Returns the algorithm.
    pub fn algorithm(&self) -> Algorithm {
        match &self.kind {
            Kind::Auto { .. } => Algorithm::Auto,
            Kind::PatternDatabases => Algorithm::IdaStar,
            Kind::Search(search) => search.algorithm(),
        }
    }

    /// Returns the heuristic; `None` for pattern databases, and for algorithms without one.
    pub fn heuristic(&self) -> Option<Heuristic> {
        self.search().and_then(NamedSearch::heuristic)
    }

    /// Returns the search, unless it is one that the [plan](crate::Solver::plan) chooses or one with pattern databases.
    pub fn search(&self) -> Option<NamedSearch> {
        if let Kind::Search(search) = self.kind { Some(search) } else { None }
    }

    /// Returns the metric.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Returns the required quality of a solution.
    pub fn optimality(&self) -> Optimality {
        if let Kind::Auto { optimality, .. } = self.kind { optimality } else { Optimality::Shortest }
    }

    /// Returns the order of [all](Optimality::All) solutions, if one is asked for.
    pub fn order_of_solutions(&self) -> Option<MoveOrder> {
        if let Kind::Auto { order, .. } = self.kind { order } else { None }
    }

    /// Returns the same request for the [quality](Optimality::Shortest) and algorithm that a proof takes: IDA* with pattern databases.
    #[must_use]
    pub fn with_pdbs_only(&self) -> Self {
        Self { kind: Kind::PatternDatabases, ..self.clone() }
    }

    /// Returns the solution to improve.
    pub(crate) fn solution_to_improve(&self) -> Option<&[Move]> {
        if let Kind::Auto { improve, .. } = &self.kind { improve.as_deref() } else { None }
    }

    pub(crate) fn partition(&self) -> Option<&Partition> {
        self.partition.as_ref()
    }

    /// Returns true if boards of up to 25 cells are searched by IDA* with pattern databases.
    pub(crate) fn searches_with_pdbs(&self) -> bool {
        !matches!(self.kind, Kind::Search(_))
    }
}

/// Writes the algorithm and the heuristic, such as `astar manhattan`, `weighted-3 hamming` or `bfs none`.
impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.algorithm(), self.heuristic_name())
    }
}

impl Request {
    /// Returns the name of the heuristic: `manhattan`; `tables` for pattern databases; `multi-tile` for the tables of that metric; `none` for
    /// algorithms without a heuristic.
    pub fn heuristic_name(&self) -> &'static str {
        match &self.kind {
            _ if self.metric == Metric::Multi => "multi-tile",
            Kind::PatternDatabases => "tables",
            Kind::Auto { .. } => "none",
            Kind::Search(search) => search.heuristic().map_or("none", Heuristic::name),
        }
    }
}
