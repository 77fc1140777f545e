//! The searches by name.

use crate::heuristic::Heuristic;
use crate::search::OpenKind;

/// The searches to choose from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Algorithm {
    /// What is best for the board: IDA* if there are tables for it; otherwise A* for easy ones, and IDA* with tables that
    /// are built for the others of up to 25 cells. The heuristic does not matter.
    #[default]
    Auto,
    /// IDA*: on pattern databases for boards of up to 25 cells, or with the heuristic given.
    IdaStar,
    /// A* on packed states, with duplicate detection.
    AStar,
    /// A* from both ends.
    Bidirectional,
    /// A* that multiplies the estimate by a weight: faster, and at most that many times as long as the shortest.
    WeightedAStar(u32),
    /// Always the board that looks nearest to the goal: quick, and often far from shortest.
    Greedy,
    /// By moves made alone, without an estimate.
    UniformCost,
    /// A* as Princeton's course specifies it, with the twin searched in lockstep.
    Princeton,
    /// A* as Iowa State's course specifies it, with OPEN and CLOSED.
    Iowa(OpenKind),
}

impl Algorithm {
    /// All of them but weighted A*, of which there are as many as weights.
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

    /// Whether its solutions are shortest with every admissible and consistent heuristic.
    pub fn is_optimal(self) -> bool {
        !matches!(self, Self::WeightedAStar(2..) | Self::Greedy)
    }

    /// Whether the heuristic matters.
    pub fn uses_heuristic(self) -> bool {
        !matches!(self, Self::Auto | Self::UniformCost)
    }

    /// The heuristic it uses if none is given. IDA* then prefers pattern databases.
    pub fn usual_heuristic(self) -> Option<Heuristic> {
        (self.uses_heuristic() && self != Self::IdaStar).then(Heuristic::default)
    }

    /// The name on the command line. Weighted A* has none there: it is `astar --weight`.
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
