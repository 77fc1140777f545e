//! The searches by name.

use crate::heuristic::Heuristic;
use crate::search::OpenKind;

/// A search for [`Solver::algorithm`](crate::Solver::algorithm): the automatic choice, the searches to use, and those that
/// courses specify.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Algorithm {
    /// What is best for the board: IDA* if there are tables for it; otherwise A* for easy ones, and IDA* with tables that
    /// are built for the others of up to 25 cells. Beyond these it is A* with Manhattan distance, which ends at the memory
    /// limit on all but easy boards: give it a time with [`Solver::within`](crate::Solver::within), and it constructs
    /// solutions. The heuristic does not matter.
    #[default]
    Auto,
    /// IDA*: on pattern databases for boards of up to 25 cells, or with the heuristic given.
    IdaStar,
    /// A* on packed states, with duplicate detection.
    AStar,
    /// A* from the board and from the goal at the same time, until they are proven to have met on a shortest way. Both
    /// estimates come from the heuristic, the second for the board as the goal.
    Bidirectional,
    /// A* that multiplies the estimate by a weight: faster, and at most that many times as long as the shortest.
    WeightedAStar(u32),
    /// Always the board that looks nearest to the goal: quick, and often far from shortest.
    Greedy,
    /// Dijkstra's search, by moves made alone: without an estimate, so for boards near the goal.
    UniformCost,
    /// A* as Princeton's course specifies it, with the twin searched in lockstep.
    Princeton,
    /// A* as Iowa State's course specifies it, with OPEN and CLOSED.
    Iowa(OpenKind),
}

impl Algorithm {
    /// All algorithms but weighted A*, of which there are as many as weights.
    pub const ALL: [Self; 10] = [
        Self::Auto,
        Self::IdaStar,
        Self::AStar,
        Self::Bidirectional,
        Self::Greedy,
        Self::UniformCost,
        Self::Princeton,
        Self::Iowa(OpenKind::List),
        Self::Iowa(OpenKind::Heap),
        Self::Iowa(OpenKind::Bucket),
    ];

    /// Whether its solutions are shortest with every admissible and consistent heuristic, as all of Taquin's are. Greedy
    /// search and weighted A* with a weight over 1 are not optimal; and [`Auto`](Self::Auto) is not under a
    /// [time](crate::Solver::within).
    pub fn is_optimal(self) -> bool {
        !matches!(self, Self::WeightedAStar(2..) | Self::Greedy)
    }

    /// Whether [`Solver::heuristic`](crate::Solver::heuristic) has an effect: on all but [`Auto`](Self::Auto) and
    /// [`UniformCost`](Self::UniformCost).
    pub fn uses_heuristic(self) -> bool {
        !matches!(self, Self::Auto | Self::UniformCost)
    }

    /// The heuristic it uses if none is given; `None` if it [uses none](Self::uses_heuristic), and for IDA*, which then
    /// prefers pattern databases.
    pub fn usual_heuristic(self) -> Option<Heuristic> {
        (self.uses_heuristic() && self != Self::IdaStar).then(Heuristic::default)
    }

    /// Its name, as the command line takes it: `auto`, `ida`, `astar`, `iowa-heap`… Weighted A* is `weighted`, which the
    /// command line writes as `astar --weight`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::IdaStar => "ida",
            Self::AStar => "astar",
            Self::Bidirectional => "bidirectional",
            Self::WeightedAStar(_) => "weighted",
            Self::Greedy => "greedy",
            Self::UniformCost => "uniform",
            Self::Princeton => "princeton",
            Self::Iowa(OpenKind::List) => "iowa-list",
            Self::Iowa(OpenKind::Heap) => "iowa-heap",
            Self::Iowa(OpenKind::Bucket) => "iowa-bucket",
        }
    }
}
