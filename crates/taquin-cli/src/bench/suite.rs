//! The boards to measure with: those of the literature, random ones, or any in files.

use crate::args::{BenchArgs, InputArgs};
use crate::exit::complain;
use crate::input::{self, Named};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::str::FromStr;
use taquin::notation::{Format, read_boards};
use taquin::{Board, Goal, GoalKind, Size, SizeError, random_board};

/// Boards to be measured together.
pub(super) struct Suite {
    pub(super) name: String,
    pub(super) entries: Vec<Entry>,
    pub(super) goal: GoalKind,
    /// Whether some could not be read.
    pub(super) some_bad: bool,
}

/// A board of a suite.
pub(super) struct Entry {
    /// Its place in the suite, from 1.
    pub(super) number: usize,
    pub(super) name: String,
    pub(super) board: Board,
    pub(super) goal: Goal,
    /// The length of its shortest solutions, if others have found it before.
    pub(super) known: Option<u32>,
}

/// A suite that the program brings along.
struct Classic {
    name: &'static str,
    goal: GoalKind,
    /// A board a line, with a comment behind it that ends in `57 moves`.
    text: &'static str,
}

static CLASSICS: [Classic; 3] = [
    Classic {
        name: "korf-15",
        goal: GoalKind::BlankFirst,
        text: include_str!("../../../../puzzles/korf-15.txt"),
    },
    Classic {
        name: "korf-24",
        goal: GoalKind::BlankFirst,
        text: include_str!("../../../../puzzles/korf-24.txt"),
    },
    Classic {
        name: "antipodes",
        goal: GoalKind::BlankLast,
        text: include_str!("../../../../puzzles/antipodes-15.txt"),
    },
];

/// A suite that the program brings along, by its name.
pub(super) fn classic(name: &str) -> Result<Suite, String> {
    let found = CLASSICS.iter().find(|classic| classic.name == name);
    found.map_or_else(|| Err(format!("there is no suite {name}")), Suite::of_classic)
}

/// The kinds of suites. They take different options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Classic,
    Random,
    Files,
    Sizes,
    Gpu,
}

impl Kind {
    /// What the arguments name, or why they name nothing.
    pub(super) fn of(suite: &[OsString]) -> Result<Self, String> {
        match suite {
            [name] if name == "sizes" => return Ok(Self::Sizes),
            [name] if name == "gpu" => return Ok(Self::Gpu),
            [name] if CLASSICS.iter().any(|classic| name == classic.name) => return Ok(Self::Classic),
            [name, ..] if name == "random" => return Ok(Self::Random),
            _ => {}
        }
        let Some(unknown) = suite.iter().find(|source| input::names_nothing(source)) else {
            return Ok(Self::Files);
        };
        let names: Vec<&str> = CLASSICS.iter().map(|classic| classic.name).collect();
        Err(format!(
            "'{}' is no file of boards: name one, or choose one of the suites {}, random RxC, sizes, gpu",
            unknown.to_string_lossy(),
            names.join(", ")
        ))
    }

    /// What messages call it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Classic => "the suites of the literature",
            Self::Random => "random boards",
            Self::Files => "boards in files",
            Self::Sizes => "sizes",
            Self::Gpu => "gpu",
        }
    }
}

impl Suite {
    /// The suite asked for, or what is wrong with it.
    pub(super) fn choose(kind: Kind, args: &BenchArgs) -> Result<Self, String> {
        let mut suite = match kind {
            Kind::Random => Self::of_random_boards(args)?,
            Kind::Files => Self::of_files(args)?,
            Kind::Classic | Kind::Sizes | Kind::Gpu => classic(&joined(&args.suite))?,
        };
        if let Some(numbers) = &args.only {
            suite.keep_only(numbers)?;
        }
        Ok(suite)
    }

    fn of_classic(classic: &Classic) -> Result<Self, String> {
        let boards = read_boards(classic.text, Format::Lines, None).map_err(|e| e.to_string())?;
        let lines = classic.text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let mut entries = Vec::with_capacity(boards.len());
        for ((board, line), number) in boards.into_iter().zip(lines).zip(1..) {
            let goal = classic.goal.for_size(board.size()).map_err(|e| e.to_string())?;
            let name = format!("{}#{number}", classic.name);
            entries.push(Entry { number, name, board, goal, known: known_length(line) });
        }
        Ok(Self { name: classic.name.to_owned(), entries, goal: classic.goal.clone(), some_bad: false })
    }

    /// The boards that `taquin random` makes with the same options.
    fn of_random_boards(args: &BenchArgs) -> Result<Self, String> {
        let [_, size] = &args.suite[..] else {
            return Err("random takes a size, as in 'taquin bench random 4x4'".to_owned());
        };
        let size: Size = size.to_string_lossy().parse().map_err(|e: SizeError| e.to_string())?;
        let kind = args.goal.kind(Some(size))?;
        let goal = kind.for_size(size).map_err(|e| e.to_string())?;
        let (count, seed) = (args.count.unwrap_or(10), args.seed.unwrap_or(1));
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let entry = |number: usize| Entry {
            number,
            name: format!("random {size}#{number}"),
            board: random_board(&goal, true, &mut rng),
            goal: goal.clone(),
            known: None,
        };
        let entries = (1..=count as usize).map(entry).collect();
        Ok(Self { name: format!("random {size}, seed {seed}"), entries, goal: kind, some_bad: false })
    }

    fn of_files(args: &BenchArgs) -> Result<Self, String> {
        let kind = args.goal.kind(args.size)?;
        let sources = InputArgs { boards: args.suite.clone(), format: args.format, size: args.size };
        let read = input::read(&sources);
        let (name, some_bad) = (joined(&args.suite), read.some_bad);
        let mut suite = Self { name, entries: Vec::new(), goal: kind.clone(), some_bad };
        for (Named { name, board }, number) in read.boards.into_iter().zip(1..) {
            match kind.for_size(board.size()) {
                Ok(goal) => suite.entries.push(Entry { number, name, board, goal, known: None }),
                Err(error) => {
                    suite.some_bad = true;
                    complain(&format!("{name}: {error}"));
                }
            }
        }
        Ok(suite)
    }

    pub(super) fn keep_only(&mut self, numbers: &Numbers) -> Result<(), String> {
        let last = self.entries.last().map_or(0, |entry| entry.number);
        numbers.check(last, &self.name)?;
        self.entries.retain(|entry| numbers.contain(entry.number));
        Ok(())
    }
}

/// The 57 of `14 13 … 3  # 1: 57 moves`.
fn known_length(line: &str) -> Option<u32> {
    let (_, comment) = line.split_once('#')?;
    let before = comment.trim_end().strip_suffix("moves")?;
    before.split_whitespace().next_back()?.parse().ok()
}

fn joined(sources: &[OsString]) -> String {
    sources.iter().map(|source| source.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}

/// Numbers of boards, as in `38,40,25` or `1-10,38`.
#[derive(Clone, Debug)]
pub(crate) struct Numbers(Vec<RangeInclusive<usize>>);

impl Numbers {
    /// Refuses numbers beyond the last.
    pub(crate) fn check(&self, last: usize, of: &str) -> Result<(), String> {
        match self.0.iter().map(RangeInclusive::end).find(|end| **end > last) {
            Some(number) => Err(format!("--only: there is no board {number} in {of}, the last is {last}")),
            None => Ok(()),
        }
    }

    pub(crate) fn contain(&self, number: usize) -> bool {
        self.0.iter().any(|range| range.contains(&number))
    }
}

impl FromStr for Numbers {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let ranges: Option<Vec<_>> = text.split(',').map(range).collect();
        ranges.map(Self).ok_or_else(|| "expected numbers from 1 such as 38,40,25 or 1-10".to_owned())
    }
}

fn range(text: &str) -> Option<RangeInclusive<usize>> {
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
    fn the_classics_are_whole() {
        let moves = [Some(5305), Some(5039), None];
        for (classic, in_all) in CLASSICS.iter().zip(moves) {
            let suite = Suite::of_classic(classic).expect("boards");
            let lengths: Vec<u32> = suite.entries.iter().map(|e| e.known.expect("a length")).collect();
            match in_all {
                Some(moves) => assert_eq!(lengths.iter().sum::<u32>(), moves, "{}", classic.name),
                None => assert!(lengths.iter().all(|&moves| moves == 80), "{}", classic.name),
            }
            assert!(suite.entries.iter().all(|e| Parity::is_solvable(&e.board, &e.goal)), "{}", classic.name);
            // A solution's length has the parity of the blank's way home.
            for Entry { board, goal, known, name, .. } in &suite.entries {
                let parity = goal.distance(0, board.blank()) % 2;
                assert_eq!(known.map(|moves| moves % 2), Some(parity), "{name}");
            }
        }
    }

    #[test]
    fn numbers_of_boards() {
        let numbers = |text: &str| text.parse::<Numbers>().map(|numbers| numbers.0);
        assert_eq!(numbers("38,40,25"), Ok(vec![38..=38, 40..=40, 25..=25]));
        assert_eq!(numbers("1-10, 12"), Ok(vec![1..=10, 12..=12]));
        for text in ["", "0", "3-1", "1,", "a", "1-2-3", "-1"] {
            assert!(numbers(text).is_err(), "{text}");
        }
    }
}
