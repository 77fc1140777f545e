//! The options of a search as a user chooses them, and the rules that make a request of them.

use super::{Kind, NamedSearch, Optimality, OptionError, Request};
use crate::algorithm::{Algorithm, Weight};
use crate::heuristic::Heuristic;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use taquin_core::{Metric, Move, MoveOrder};
use taquin_pdb::Partition;

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

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

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
