//! The search algorithms by name.

use crate::heuristic::Heuristic;
use std::fmt;
use std::str::FromStr;
use taquin_core::UnknownName;

/// A search algorithm.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Algorithm {
    /// The best search for the board: IDA* with pattern databases up to 25 cells, after a few milliseconds of A* if the
    /// databases have to be built first; A* with Manhattan distance beyond. The heuristic is ignored.
    #[default]
    Auto,
    /// IDA*, with the given heuristic, or without one with pattern databases (boards of up to 25 cells).
    IdaStar,
    /// A* with duplicate detection.
    AStar,
    /// Bidirectional A* (BAE*).
    Bidirectional,
    /// Weighted A*: f = g + w·h. A solution is at most w times as long as a shortest one.
    WeightedAStar(Weight),
    /// Greedy best-first search: f = h. Fast, and often far from shortest.
    Greedy,
    /// Breadth-first search, as textbooks give it.
    BreadthFirst,
    /// Depth-first search with duplicate detection, as textbooks give it. Its solutions may have thousands of moves.
    DepthFirst,
    /// Iterative-deepening depth-first search.
    IterativeDeepening,
    /// Uniform-cost search (Dijkstra): f = g. Every move costs 1, so this is breadth-first search.
    UniformCost,
    /// A* as Princeton's course specifies it, with the twin in lockstep.
    Princeton,
    /// A* as Iowa State's course specifies it, with OPEN and CLOSED lists.
    Iowa(OpenListKind),
}

/// The data structure of the OPEN list of [`Algorithm::Iowa`]. Node counts do not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpenListKind {
    /// The ordered circular doubly-linked list that the course prescribes: linear-time insertion.
    LinkedList,
    /// A binary heap: logarithmic time.
    Heap,
    /// A stack for each pair of f and h: constant time.
    Buckets,
}

impl Algorithm {
    /// All algorithms except weighted A*, which has as many variants as weights.
    pub const ALL: [Self; 13] = [
        Self::Auto,
        Self::IdaStar,
        Self::AStar,
        Self::Bidirectional,
        Self::Greedy,
        Self::BreadthFirst,
        Self::DepthFirst,
        Self::IterativeDeepening,
        Self::UniformCost,
        Self::Princeton,
        Self::Iowa(OpenListKind::LinkedList),
        Self::Iowa(OpenListKind::Heap),
        Self::Iowa(OpenListKind::Buckets),
    ];

    /// The searches without a heuristic, as textbooks give them.
    pub const UNINFORMED: [Self; 4] =
        [Self::BreadthFirst, Self::DepthFirst, Self::IterativeDeepening, Self::UniformCost];

    /// Returns true if its solutions are shortest with every consistent heuristic.
    pub fn is_optimal(self) -> bool {
        match self {
            Self::WeightedAStar(weight) => weight.is_one(),
            Self::Greedy | Self::DepthFirst => false,
            _ => true,
        }
    }

    /// Returns true if it can be combined with a heuristic: all but [`Auto`](Self::Auto) and the
    /// [uninformed](Self::is_uninformed) searches.
    pub fn uses_heuristic(self) -> bool {
        self != Self::Auto && !self.is_uninformed()
    }

    /// Returns true for the searches without a heuristic, which generate successors in a given
    /// [order](crate::SearchOptions::order).
    pub fn is_uninformed(self) -> bool {
        Self::UNINFORMED.contains(&self)
    }

    /// Returns the heuristic used if none is given; `None` for IDA*, which then uses pattern databases.
    pub fn default_heuristic(self) -> Option<Heuristic> {
        (self.uses_heuristic() && self != Self::IdaStar).then(Heuristic::default)
    }

    /// Returns the name without the weight: `auto`, `ida`, `astar`, `weighted`, `iowa-heap`…
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::IdaStar => "ida",
            Self::AStar => "astar",
            Self::Bidirectional => "bidirectional",
            Self::WeightedAStar(_) => "weighted",
            Self::Greedy => "greedy",
            Self::BreadthFirst => "bfs",
            Self::DepthFirst => "dfs",
            Self::IterativeDeepening => "ids",
            Self::UniformCost => "ucs",
            Self::Princeton => "princeton",
            Self::Iowa(OpenListKind::LinkedList) => "iowa-list",
            Self::Iowa(OpenListKind::Heap) => "iowa-heap",
            Self::Iowa(OpenListKind::Buckets) => "iowa-bucket",
        }
    }

    /// Returns the weight of weighted A*.
    pub fn weight(self) -> Option<Weight> {
        if let Self::WeightedAStar(weight) = self { Some(weight) } else { None }
    }
}

/// Writes the name; weighted A* as `weighted-1.5`.
impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.weight() {
            Some(weight) => f.pad(&format!("{}-{weight}", self.name())),
            None => f.pad(self.name()),
        }
    }
}

impl FromStr for Algorithm {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let weighted = || text.strip_prefix("weighted-")?.parse().ok().map(Self::WeightedAStar);
        // The earlier name of uniform-cost search, and the name of A* in ColumbiaX's course.
        let text = match text {
            "uniform" => "ucs",
            "ast" => "astar",
            text => text,
        };
        let found = Self::ALL.into_iter().find(|algorithm| algorithm.name() == text);
        let names = || [&Self::ALL.map(Self::name)[..], &["weighted-W"]].concat();
        found.or_else(weighted).ok_or_else(|| UnknownName::new(text, "an algorithm", &names()))
    }
}

/// The weight of weighted A*: a decimal fraction from 1 to 1,000,000 with up to three decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Weight {
    thousandths: u32,
}

impl Weight {
    /// The largest weight.
    pub const MAX: u32 = 1_000_000;

    /// Creates an integer weight, clamped to the valid range.
    pub fn new(weight: u32) -> Self {
        Self { thousandths: weight.clamp(1, Self::MAX) * 1000 }
    }

    /// Returns the weight as a number.
    pub fn value(self) -> f64 {
        f64::from(self.thousandths) / 1000.0
    }

    fn is_one(self) -> bool {
        self.thousandths == 1000
    }

    /// Returns the factors of g and h with the same ratio: 1 and w for an integer w, 2 and 3 for 1.5.
    pub(crate) fn factors(self) -> (u32, u32) {
        let divisor = gcd(self.thousandths, 1000);
        (1000 / divisor, self.thousandths / divisor)
    }

    /// Returns the lower bound that the length of a weighted A* solution implies.
    pub(crate) fn lower_bound(self, length: u32) -> u32 {
        (u64::from(length) * 1000).div_ceil(u64::from(self.thousandths)) as u32
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Serializes an integer if it is one, and a fraction otherwise.
#[cfg(feature = "serde")]
impl serde::Serialize for Weight {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.thousandths % 1000 {
            0 => serializer.serialize_u32(self.thousandths / 1000),
            _ => serializer.serialize_f64(self.value()),
        }
    }
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value())
    }
}

impl FromStr for Weight {
    type Err = ParseWeightError;

    fn from_str(text: &str) -> Result<Self, ParseWeightError> {
        let invalid = || ParseWeightError(text.to_owned());
        let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        if !is_number(whole) || !is_number(decimals) || decimals.len() > 3 {
            return Err(invalid());
        }
        let whole: u32 = whole.parse().map_err(|_| invalid())?;
        let decimals: u32 = format!("{decimals:0<3}").parse().map_err(|_| invalid())?;
        let thousandths = whole.checked_mul(1000).and_then(|thousandths| thousandths.checked_add(decimals));
        match thousandths {
            Some(thousandths) if (1000..=Self::MAX * 1000).contains(&thousandths) => Ok(Self { thousandths }),
            _ => Err(invalid()),
        }
    }
}

/// A text that is not a [`Weight`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a weight: write a number from 1 to 1000000 with at most three decimals, such as 1.5")]
pub struct ParseWeightError(String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        let weighted =
            ["1", "1.5", "3", "2.125"].map(|w| Algorithm::WeightedAStar(w.parse().expect("a weight")));
        for algorithm in Algorithm::ALL.into_iter().chain(weighted) {
            assert_eq!(algorithm.to_string().parse(), Ok(algorithm));
        }
        assert_eq!("uniform".parse(), Ok(Algorithm::UniformCost));
        assert_eq!("ast".parse(), Ok(Algorithm::AStar));
        assert!("dijkstra".parse::<Algorithm>().is_err() && "weighted-x".parse::<Algorithm>().is_err());
    }

    #[test]
    fn weights() {
        let weight = |text: &str| text.parse::<Weight>();
        assert_eq!(weight("1.50").map(Weight::factors), Ok((2, 3)));
        assert_eq!(weight("5").map(Weight::factors), Ok((1, 5)));
        assert_eq!(weight("1.5").map(|w| (w.lower_bound(30), w.lower_bound(31))), Ok((20, 21)));
        for text in ["", "0.5", "-1", "1.", ".5", "1.0001", "1000000.001", "9999999999", "1e3", "x"] {
            assert!(weight(text).is_err(), "{text}");
        }
    }
}
