//! The boards to measure: published suites, random boards, or boards in files.

use super::BenchArgs;
use crate::exit::Exit;
use crate::flags::InputArgs;
use crate::input::{self, Puzzle};
use chacha20::ChaCha8Rng;
use rand::SeedableRng;
use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::str::FromStr;
use taquin::notation::{BoardFormat, read_boards};
use taquin::random::random_board;
use taquin::{GoalKind, Size, SizeError};

/// The default number of random boards.
const DEFAULT_COUNT: u32 = 10;

pub(super) struct Suite {
    pub(super) name: String,
    pub(super) boards: Vec<SuiteBoard>,
    pub(super) goal: GoalKind,
    pub(super) has_bad_input: bool,
}

pub(super) struct SuiteBoard {
    /// Its number in the suite, from 1.
    pub(super) number: usize,
    pub(super) puzzle: Puzzle,
    /// The published length of its shortest solutions.
    pub(super) published: Option<u32>,
}

/// A suite of boards from the literature, compiled into the program.
struct PublishedSuite {
    name: &'static str,
    goal: GoalKind,
    /// One board per line, followed by a comment that ends in `57 moves`.
    text: &'static str,
}

static PUBLISHED: [PublishedSuite; 3] = [
    PublishedSuite {
        name: "korf-15",
        goal: GoalKind::BlankFirst,
        text: include_str!("../../../../puzzles/korf-15.txt"),
    },
    PublishedSuite {
        name: "korf-24",
        goal: GoalKind::BlankFirst,
        text: include_str!("../../../../puzzles/korf-24.txt"),
    },
    PublishedSuite {
        name: "antipodes",
        goal: GoalKind::BlankLast,
        text: include_str!("../../../../puzzles/antipodes-15.txt"),
    },
];

/// The kinds of suites, which take different options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SuiteKind {
    Published,
    Random,
    Files,
    Sizes,
    Gpu,
}

impl SuiteKind {
    /// Returns the kind of suite that the arguments name.
    pub(super) fn from_args(suite: &[OsString]) -> Result<Self, String> {
        match suite {
            [name] if name == "sizes" => return Ok(Self::Sizes),
            [name] if name == "gpu" => return Ok(Self::Gpu),
            [name] if PUBLISHED.iter().any(|published| name == published.name) => return Ok(Self::Published),
            [name, ..] if name == "random" => return Ok(Self::Random),
            _ => {}
        }
        let Some(unknown) = suite.iter().find(|source| !input::is_source(source)) else {
            return Ok(Self::Files);
        };
        let names: Vec<&str> = PUBLISHED.iter().map(|published| published.name).collect();
        Err(format!(
            "'{}' is neither a suite nor a file: the suites are {}, random RxC, sizes and gpu",
            unknown.to_string_lossy(),
            names.join(", ")
        ))
    }

    /// Returns its description in messages.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Published => "published suites",
            Self::Random => "random boards",
            Self::Files => "boards in files",
            Self::Sizes => "sizes",
            Self::Gpu => "gpu",
        }
    }
}

impl Suite {
    /// Collects the boards of a suite that are not excluded by `--only`.
    pub(super) fn new(kind: SuiteKind, args: &BenchArgs) -> Result<Self, String> {
        let mut suite = match kind {
            SuiteKind::Random => Self::from_random_boards(args)?,
            SuiteKind::Files => Self::from_files(args)?,
            SuiteKind::Published | SuiteKind::Sizes | SuiteKind::Gpu => {
                Self::from_published(&joined(&args.suite))?
            }
        };
        if let Some(numbers) = &args.only {
            suite.keep_only(numbers)?;
        }
        Ok(suite)
    }

    pub(super) fn from_published(name: &str) -> Result<Self, String> {
        let published = PUBLISHED.iter().find(|published| published.name == name);
        let PublishedSuite { name, goal: kind, text } =
            published.ok_or_else(|| format!("no suite is called '{name}'"))?;
        let boards = read_boards(text, BoardFormat::Lines, None).map_err(|e| e.to_string())?;
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let mut suite_boards = Vec::with_capacity(boards.len());
        for ((board, line), number) in boards.into_iter().zip(lines).zip(1..) {
            let goal = kind.for_size(board.size()).map_err(|e| e.to_string())?;
            let puzzle = Puzzle { name: format!("{name}#{number}").into(), board, goal: goal.into() };
            suite_boards.push(SuiteBoard { number, puzzle, published: parse_published_length(line) });
        }
        let name = (*name).to_owned();
        Ok(Self { name, boards: suite_boards, goal: kind.clone(), has_bad_input: false })
    }

    /// Samples the boards that `taquin random` makes with the same options.
    fn from_random_boards(args: &BenchArgs) -> Result<Self, String> {
        let [_, size] = &args.suite[..] else {
            return Err("random takes exactly one size, as in 'taquin bench random 4x4'".to_owned());
        };
        let size: Size = size.to_string_lossy().parse().map_err(|e: SizeError| e.to_string())?;
        let kind = args.goal.kind(Some(size))?;
        let goal = kind.for_size(size).map_err(|e| e.to_string())?;
        let seed = args.seed.unwrap_or(1);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let puzzle = |number: usize| Puzzle {
            name: format!("random {size}#{number}").into(),
            board: random_board(&goal, true, &mut rng),
            goal: goal.clone().into(),
        };
        let puzzles = (1..=args.count.unwrap_or(DEFAULT_COUNT) as usize).map(puzzle);
        let boards = numbered(puzzles);
        Ok(Self { name: format!("random {size}, seed {seed}"), boards, goal: kind, has_bad_input: false })
    }

    fn from_files(args: &BenchArgs) -> Result<Self, String> {
        let sources = InputArgs { boards: args.suite.clone(), input: args.input, size: args.size };
        let kind = args.goal.kind_of(&sources)?;
        let (puzzles, exit) = input::read_puzzles(&sources, &kind);
        let has_bad_input = exit == Exit::BadInput;
        Ok(Self { name: joined(&args.suite), boards: numbered(puzzles), goal: kind, has_bad_input })
    }

    pub(super) fn keep_only(&mut self, numbers: &BoardNumbers) -> Result<(), String> {
        numbers.check(self.boards.len(), &self.name)?;
        self.boards.retain(|board| numbers.contains(board.number));
        Ok(())
    }
}

fn numbered(puzzles: impl IntoIterator<Item = Puzzle>) -> Vec<SuiteBoard> {
    let board = |(puzzle, number)| SuiteBoard { number, puzzle, published: None };
    puzzles.into_iter().zip(1..).map(board).collect()
}

/// Parses the 57 of `14 13 … 3  # 1: 57 moves`.
fn parse_published_length(line: &str) -> Option<u32> {
    let (_, comment) = line.split_once('#')?;
    let before = comment.trim_end().strip_suffix("moves")?;
    before.split_whitespace().next_back()?.parse().ok()
}

fn joined(sources: &[OsString]) -> String {
    sources.iter().map(|source| source.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}

/// A selection of boards by number, as in `38,40,25` or `1-10,38`.
#[derive(Clone, Debug)]
pub(crate) struct BoardNumbers(Vec<RangeInclusive<usize>>);

impl BoardNumbers {
    /// Rejects numbers greater than the number of boards.
    pub(crate) fn check(&self, boards: usize, suite: &str) -> Result<(), String> {
        match self.0.iter().map(RangeInclusive::end).find(|end| **end > boards) {
            Some(number) => Err(format!("--only {number}: {suite} has boards 1 to {boards}")),
            None => Ok(()),
        }
    }

    pub(crate) fn contains(&self, number: usize) -> bool {
        self.0.iter().any(|range| range.contains(&number))
    }
}

impl FromStr for BoardNumbers {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let ranges: Option<Vec<_>> = text.split(',').map(parse_range).collect();
        ranges.map(Self).ok_or_else(|| "expected numbers from 1, such as 38,40,25 or 1-10".to_owned())
    }
}

fn parse_range(text: &str) -> Option<RangeInclusive<usize>> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let first: usize = first.trim().parse().ok()?;
    let last: usize = last.trim().parse().ok()?;
    (1..=last).contains(&first).then_some(first..=last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::Parity;

    #[test]
    fn published_suites_are_complete() {
        let totals = [Some(5305), Some(5039), None];
        for (PublishedSuite { name, .. }, total) in PUBLISHED.iter().zip(totals) {
            let suite = Suite::from_published(name).expect("boards");
            let lengths: Vec<u32> =
                suite.boards.iter().map(|board| board.published.expect("a length")).collect();
            match total {
                Some(moves) => assert_eq!(lengths.iter().sum::<u32>(), moves, "{name}"),
                None => assert!(lengths.iter().all(|&moves| moves == 80), "{name}"),
            }
            for SuiteBoard { puzzle: Puzzle { name, board, goal }, published, .. } in &suite.boards {
                assert!(Parity::is_solvable(board, goal), "{name}");
                // The parity of a solution's length is that of the blank's distance.
                let parity = goal.distance(0, board.blank()) % 2;
                assert_eq!(published.map(|moves| moves % 2), Some(parity), "{name}");
            }
        }
    }

    #[test]
    fn board_numbers_are_lists_of_ranges() {
        let numbers = |text: &str| text.parse::<BoardNumbers>().map(|numbers| numbers.0);
        assert_eq!(numbers("38,40,25"), Ok(vec![38..=38, 40..=40, 25..=25]));
        assert_eq!(numbers("1-10, 12"), Ok(vec![1..=10, 12..=12]));
        for text in ["", "0", "3-1", "1,", "a", "1-2-3", "-1"] {
            assert!(numbers(text).is_err(), "{text}");
        }
    }
}
