//! What is asked of a solver, before there is a board.
//!
//! Front ends collect what a user has chosen in [`SearchOptions`], in any combination. [`SearchOptions::request`] alone decides which
//! options go together and what the missing ones mean. A [`Request`] can't contradict itself: an order of moves, for instance, belongs to
//! an uninformed search.

use crate::algorithm::{Algorithm, Weight};
use crate::heuristic::Heuristic;
use std::fmt;
use std::str::FromStr;
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

/// Options of a search, in any combination.
///
/// ```
/// use taquin::{Algorithm, Board, Goal, MoveOrder, Outcome, SearchOptions, Solver};
/// let board: Board = "1 2 5/3 4 0/6 7 8".parse()?;
/// let options = SearchOptions {
///     algorithm: Some(Algorithm::BreadthFirst),
///     order: Some("UDLR".parse()?),
///     ..SearchOptions::default()
/// };
/// let solver = Solver::new(Goal::blank_first(board.size())).request(options.request()?);
/// let Outcome::Solved(solution) = solver.solve(&board)? else { panic!("solvable") };
/// assert_eq!((solution.len(), solution.stats().expanded), (3, 10));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchOptions {
    /// The algorithm; without one, A* if there is a heuristic or a weight, and [`Algorithm::Auto`] otherwise.
    pub algorithm: Option<Algorithm>,
    /// The heuristic; without one, that of the algorithm.
    pub heuristic: Option<Heuristic>,
    /// The weight, which makes A* weighted A*.
    pub weight: Option<Weight>,
    /// The order in which uninformed searches generate successors, and [all](Optimality::All) solutions come.
    pub order: Option<MoveOrder>,
    /// The maximum depth of an uninformed search.
    pub depth_limit: Option<u32>,
    /// The metric that solutions are to be short in.
    ///
    /// In the [multi-tile metric](Metric::Multi), solutions of boards of up to 16 cells are proven shortest. Larger boards are solved
    /// within a time.
    pub metric: Metric,
    /// The required quality of a solution.
    pub optimality: Optimality,
    /// A solution to improve instead of starting anew, on boards of more than 16 cells; smaller ones are solved in the fewest moves
    /// anyway.
    pub improve: Option<Vec<Move>>,
    /// The partition of the pattern databases; without one, the largest available.
    pub partition: Option<Partition>,
}

impl SearchOptions {
    /// Sets an option given as text: `algorithm`, `heuristic`, `weight`, `order`, `metric` or `partition`.
    ///
    /// # Errors
    /// If there is no such option, or the text is not one of its values.
    pub fn set(&mut self, name: &'static str, text: &str) -> Result<(), OptionError> {
        fn parse<T: FromStr<Err: fmt::Display>>(name: &'static str, text: &str) -> Result<T, OptionError> {
            text.parse().map_err(|error: T::Err| OptionError::Invalid { name, message: error.to_string() })
        }
        match name {
            "algorithm" => self.algorithm = Some(parse(name, text)?),
            "heuristic" => self.heuristic = Some(parse(name, text)?),
            "weight" => self.weight = Some(parse(name, text)?),
            "order" => self.order = Some(parse(name, text)?),
            "metric" => self.metric = parse(name, text)?,
            "partition" => self.partition = Some(parse(name, text)?),
            _ => return Err(OptionError::Invalid { name, message: "there is no such option".to_owned() }),
        }
        Ok(())
    }

    /// Checks that the options go together.
    ///
    /// # Errors
    /// The first contradiction.
    pub fn request(self) -> Result<Request, OptionError> {
        let Self { heuristic, weight, order, depth_limit, metric, optimality, improve, partition, .. } = self;
        let algorithm = match (self.algorithm, weight) {
            (None | Some(Algorithm::AStar), Some(weight)) => Algorithm::WeightedAStar(weight),
            (Some(other), Some(_)) => return Err(OptionError::NoWeight(other)),
            (Some(algorithm), None) => algorithm,
            (None, None) if heuristic.is_some() => Algorithm::AStar,
            (None, None) => Algorithm::Auto,
        };
        if heuristic.is_some() && !algorithm.uses_heuristic() {
            return Err(OptionError::NoHeuristic(algorithm));
        }
        let orders_solutions = algorithm == Algorithm::Auto && optimality == Optimality::All;
        if order.is_some() && !algorithm.is_uninformed() && !orders_solutions {
            return Err(OptionError::NoOrder(algorithm));
        }
        if depth_limit.is_some() && !algorithm.is_uninformed() {
            return Err(OptionError::NoDepthLimit(algorithm));
        }
        let own_search = optimality.own_search().or(improve.is_some().then_some("a solution to improve"));
        if let Some(what) = own_search.filter(|_| algorithm != Algorithm::Auto) {
            return Err(OptionError::OwnSearch { what, algorithm });
        }
        let kind = match (algorithm, heuristic) {
            (Algorithm::Auto, _) => Kind::Auto { optimality, order, improve: improve.map(Arc::from) },
            (Algorithm::IdaStar, None) => Kind::PatternDatabases,
            (algorithm, _) if algorithm.is_uninformed() => {
                let order = order.unwrap_or_default();
                Kind::Search(NamedSearch::Uninformed { algorithm, order, depth_limit })
            }
            (algorithm, heuristic) => {
                let heuristic = heuristic.unwrap_or_default();
                Kind::Search(NamedSearch::Informed { algorithm, heuristic })
            }
        };
        let request = Request { kind, metric, partition };
        if request.partition.is_some() && !request.searches_with_pdbs() {
            return Err(OptionError::NoPartition(algorithm));
        }
        if metric == Metric::Multi {
            match heuristic {
                Some(heuristic) => return Err(OptionError::SingleTileOnly(heuristic.to_string())),
                None if !request.searches_with_pdbs() => {
                    return Err(OptionError::SingleTileOnly(algorithm.to_string()));
                }
                None if matches!(optimality, Optimality::AtLeast(_)) => {
                    return Err(OptionError::SingleTileOnly("a lower bound".to_owned()));
                }
                None => {}
            }
        }
        Ok(request)
    }
}

/// What is asked of a [`Solver`](crate::Solver): [options](SearchOptions) that go together. Its `Display` names the search.
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

/// Options of a search that contradict each other, or a text that is not the value of one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// A text is not the value of an option.
    #[error("{name}: {message}")]
    Invalid {
        /// The option.
        name: &'static str,
        /// What is wrong, and what would be right.
        message: String,
    },
    /// The algorithm uses no heuristic.
    #[error("the algorithm {0} takes no heuristic: remove one of the two options")]
    NoHeuristic(Algorithm),
    /// The algorithm takes no weight.
    #[error("a weight is for the algorithm astar, not {0}: remove one of the two options")]
    NoWeight(Algorithm),
    /// The algorithm generates moves in its own order.
    #[error(
        "an order of moves is for the algorithms bfs, dfs, ids and ucs, not {0}: remove it, or choose one of them"
    )]
    NoOrder(Algorithm),
    /// The algorithm searches to any depth.
    #[error(
        "a depth limit is for the algorithms bfs, dfs, ids and ucs, not {0}: remove it, or choose one of them"
    )]
    NoDepthLimit(Algorithm),
    /// What is asked for is found by searches of its own.
    #[error(
        "{what}: this takes searches of its own, not {algorithm} alone: remove it, or the options that select {algorithm}"
    )]
    OwnSearch {
        /// What is asked for.
        what: &'static str,
        /// The algorithm chosen.
        algorithm: Algorithm,
    },
    /// The algorithm uses no pattern databases.
    #[error("a partition requires IDA* with pattern databases, not {0}: remove it")]
    NoPartition(Algorithm),
    /// The algorithm is compared with pattern databases alone, which it does not use.
    #[error("the heuristic tables is for the algorithm ida only: add another for {0}, such as manhattan")]
    NoPatternDatabases(Algorithm),
    /// A GPU has databases of its own.
    #[error("a partition applies to the CPU: remove it, or search there")]
    PartitionOnGpu,
    /// The algorithm, its heuristic or the proof counts single-tile moves.
    #[error(
        "{0} counts single-tile moves: with the metric multi, leave it out, and choose the algorithm auto or ida"
    )]
    SingleTileOnly(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(set: impl FnOnce(&mut SearchOptions)) -> Result<String, String> {
        let mut options = SearchOptions::default();
        set(&mut options);
        options.request().map(|request| request.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn missing_options_have_defaults() {
        let weight = Weight::new(3);
        assert_eq!(request(|_| {}).as_deref(), Ok("auto none"));
        assert_eq!(request(|o| o.heuristic = Some(Heuristic::Hamming)).as_deref(), Ok("astar hamming"));
        assert_eq!(request(|o| o.weight = Some(weight)).as_deref(), Ok("weighted-3 manhattan"));
        assert_eq!(request(|o| o.algorithm = Some(Algorithm::IdaStar)).as_deref(), Ok("ida tables"));
        assert_eq!(request(|o| o.algorithm = Some(Algorithm::DepthFirst)).as_deref(), Ok("dfs none"));
        assert_eq!(request(|o| o.metric = Metric::Multi).as_deref(), Ok("auto multi-tile"));
    }

    #[test]
    fn every_algorithm_alone_is_a_request() {
        for algorithm in Algorithm::ALL {
            assert_eq!(Request::from(algorithm).algorithm(), algorithm);
        }
        let weighted = Algorithm::WeightedAStar(Weight::new(2));
        assert_eq!(Request::from(weighted).algorithm(), weighted);
    }

    #[test]
    fn contradictions_are_errors() {
        type Set = fn(&mut SearchOptions);
        let algorithm = |algorithm| move |options: &mut SearchOptions| options.algorithm = Some(algorithm);
        let (bfs, astar) = (algorithm(Algorithm::BreadthFirst), algorithm(Algorithm::AStar));
        let rules: [(&str, Set); 8] = [
            ("a weight is for", |o| o.weight = Some(Weight::new(2))),
            ("takes no heuristic", |o| o.heuristic = Some(Heuristic::Manhattan)),
            ("an order of moves", |o| o.order = Some(MoveOrder::default())),
            ("a depth limit", |o| o.depth_limit = Some(7)),
            ("searches of its own", |o| o.optimality = Optimality::Within(Duration::from_secs(1))),
            ("a lower bound", |o| o.optimality = Optimality::AtLeast(3)),
            ("to improve", |o| o.improve = Some(Vec::new())),
            ("counts single-tile", |o| o.metric = Metric::Multi),
        ];
        for (i, (message, set)) in rules.into_iter().enumerate() {
            let found = request(|options| {
                if matches!(i, 2 | 3) {
                    astar(options);
                } else {
                    bfs(options);
                }
                set(options);
            });
            assert!(found.as_ref().is_err_and(|error| error.contains(message)), "{message}: {found:?}");
        }
        let partition = |options: &mut SearchOptions| options.partition = "15:7-8".parse().ok();
        assert!(request(partition).is_ok());
        assert!(
            request(|options| {
                astar(options);
                partition(options);
            })
            .is_err_and(|error| error.contains("pattern databases"))
        );
        assert!(
            request(|options| {
                options.metric = Metric::Multi;
                options.optimality = Optimality::AtLeast(3);
            })
            .is_err()
        );
        // The order of all solutions.
        assert!(
            request(|options| {
                options.order = Some(MoveOrder::default());
                options.optimality = Optimality::All;
            })
            .is_ok()
        );
    }
}
