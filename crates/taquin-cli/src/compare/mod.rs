//! `taquin compare`: any searches against each other, on any boards.
//!
//! A *method* is an algorithm with a heuristic. Every method is run on every board, one run after the other on one thread,
//! so that no run disturbs another's time. Each run has limits of its own: one that takes too long or too much memory is an
//! entry of the table like the others, and the next begins afresh. What comes of it all is a [`Comparison`], which
//! [`table`] writes and [`chart`] draws; [`preset`] has boards and methods for the questions that are asked most.
//!
//! Times are those of searches alone, as in `taquin bench`: a method that needs tables searches a little before its first
//! run, unmeasured, so that they are there.

mod chart;
mod preset;
mod table;

pub(crate) use preset::Preset;
pub(crate) use table::Layout;

use crate::args::{CompareArgs, InputArgs};
use crate::exit::{Exit, Failure, complain};
use crate::input;
use crate::progress::Line;
use crate::search::{stop_on_interrupt, usual_memory};
use std::io::Write;
use taquin::notation::Format;
use taquin::search::Stats;
use taquin::{
    Algorithm, Board, Goal, Heuristic, Limits, Outcome, Parity, Size, Solution, Solver, StopReason, Tables,
};

/// What is compared if nothing else is asked for.
const USUAL_ALGORITHMS: &[Algorithm] = &[Algorithm::Princeton, Algorithm::AStar, Algorithm::IdaStar];
const USUAL_HEURISTICS: &[Guide] = &[Guide::By(Heuristic::Hamming), Guide::By(Heuristic::Manhattan)];

pub(crate) fn run(args: &CompareArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let methods = methods(args)?;
    let (subjects, some_bad) = subjects(args)?;
    if subjects.is_empty() {
        return Ok(Exit::BadInput);
    }
    let limits = Limits {
        time: Some(args.time),
        memory: args.memory.unwrap_or_else(usual_memory),
        stop: stop_on_interrupt(),
        ..Limits::default()
    };
    let tables = args.cache.store().map_or_else(Tables::default, Tables::of_store);
    let comparison = Comparison::make(subjects, methods, limits, &tables)?;
    table::write(&comparison, args.format, args.preset, out)?;
    out.flush()?;
    if let Some(path) = &args.chart {
        std::fs::write(path, chart::draw(&comparison).to_string())
            .map_err(|error| format!("cannot write the chart {}: {error}", path.display()))?;
    }
    let left = comparison.runs.iter().filter(|run| matches!(run.end, End::NotRun)).count();
    if comparison.limits.stop.is_raised() {
        complain(&format!("interrupted: {left} more of {} runs were not made", comparison.runs.len()));
    }
    Ok(match (some_bad, comparison.limits.stop.is_raised()) {
        (true, _) => Exit::BadInput,
        (false, true) => Exit::Stopped,
        (false, false) => Exit::Solved,
    })
}

/// What `--heuristics` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Guide {
    By(Heuristic),
    /// Pattern databases, which IDA* has.
    Tables,
    /// Every heuristic, but no tables.
    All,
}

impl Guide {
    pub(crate) const ALL: [Self; 7] = [
        Self::By(Heuristic::Hamming),
        Self::By(Heuristic::Manhattan),
        Self::By(Heuristic::LinearConflict),
        Self::By(Heuristic::WalkingDistance),
        Self::By(Heuristic::Largest),
        Self::Tables,
        Self::All,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::By(heuristic) => heuristic.name(),
            Self::Tables => "tables",
            Self::All => "all",
        }
    }
}

/// All runs, and what they were made with.
struct Comparison {
    subjects: Vec<Subject>,
    methods: Vec<Method>,
    limits: Limits,
    /// For each board in turn, one for each method.
    runs: Vec<Run>,
}

/// A board to compare methods on.
struct Subject {
    name: String,
    board: Board,
    goal: Goal,
    /// Its fewest moves, if it was made to have so many.
    known: Option<u32>,
}

/// A way to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Method {
    algorithm: Algorithm,
    /// None for tables, and for searches that use no estimate.
    heuristic: Option<Heuristic>,
}

/// A method on a board, and what came of it.
struct Run {
    /// The board's place among the subjects.
    subject: usize,
    method: Method,
    end: End,
    /// None if there was no search.
    stats: Option<Stats>,
    /// None if it is not known how many moves the boards take.
    shortfall: Option<Shortfall>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// With a solution. None is shorter than `at_least`.
    Solved {
        moves: u32,
        at_least: u32,
    },
    Unsolvable,
    /// At a limit, or by Ctrl-C.
    Stopped {
        reason: StopReason,
        at_least: u32,
    },
    /// The heuristic, or the tables, are not for boards of this size.
    Unfit,
    /// Ctrl-C came before.
    NotRun,
}

/// By how much a heuristic's estimates fall short of the true number of moves.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Shortfall {
    at_start: u32,
    /// Over all boards of the solution but the goal.
    mean: f64,
}

impl Comparison {
    /// Makes all runs, until Ctrl-C is pressed.
    fn make(
        subjects: Vec<Subject>,
        methods: Vec<Method>,
        limits: Limits,
        tables: &Tables,
    ) -> Result<Self, String> {
        let line = Line::new(subjects.len(), false);
        let mut ready = Vec::new();
        let mut runs = Vec::with_capacity(subjects.len() * methods.len());
        for (number, subject) in subjects.iter().enumerate() {
            for &method in &methods {
                let tables_of = (&subject.goal, method.heuristic);
                if method.needs_tables() && subject.can_be_solved_by(method) && !ready.contains(&tables_of) {
                    ready.push(tables_of);
                    warm_up(subject, method, &limits, tables, &line);
                }
                runs.push(Run::make(number, subject, method, &limits, tables, &line)?);
                line.clear();
            }
            line.board_is_done();
        }
        line.give_hint();
        Ok(Self { subjects, methods, limits, runs })
    }

    /// The runs on a board, in the order of the methods.
    fn runs_on(&self, subject: usize) -> impl Iterator<Item = &Run> {
        self.runs.iter().filter(move |run| run.subject == subject)
    }
}

impl Subject {
    fn can_be_solved_by(&self, method: Method) -> bool {
        method.fits(self.board.size()) && Parity::is_solvable(&self.board, &self.goal)
    }
}

impl Method {
    /// `astar`, or `weighted-3`.
    fn algorithm_name(self) -> String {
        match self.weight() {
            Some(weight) => format!("{}-{weight}", self.algorithm.name()),
            None => self.algorithm.name().to_owned(),
        }
    }

    fn heuristic_name(self) -> &'static str {
        match (self.algorithm, self.heuristic) {
            (_, Some(heuristic)) => heuristic.name(),
            (Algorithm::IdaStar, None) => Guide::Tables.name(),
            (_, None) => "none",
        }
    }

    fn weight(self) -> Option<u32> {
        if let Algorithm::WeightedAStar(weight) = self.algorithm { Some(weight) } else { None }
    }

    fn fits(self, size: Size) -> bool {
        match (self.algorithm, self.heuristic) {
            (_, Some(heuristic)) => heuristic.supports(size),
            (Algorithm::IdaStar, None) => size.cells() <= Tables::MOST_CELLS,
            (_, None) => true,
        }
    }

    /// Whether tables have to be there before its time is taken.
    fn needs_tables(self) -> bool {
        matches!(
            (self.algorithm, self.heuristic),
            (Algorithm::IdaStar, None) | (_, Some(Heuristic::WalkingDistance | Heuristic::Largest))
        )
    }

    fn solver(self, goal: &Goal, limits: &Limits, tables: &Tables) -> Solver {
        let solver =
            Solver::new(goal.clone()).algorithm(self.algorithm).limits(limits.clone()).tables(tables.clone());
        match self.heuristic {
            Some(heuristic) => solver.heuristic(heuristic),
            None => solver,
        }
    }
}

/// The nodes to search before anything is timed. Tables are made whatever that takes.
const WARM_UP_NODES: u64 = 1000;

/// Searches a little without measuring it, so that the tables are there when the time is taken.
fn warm_up(subject: &Subject, method: Method, limits: &Limits, tables: &Tables, line: &Line) {
    let few = Limits { time: None, nodes: Some(WARM_UP_NODES), ..limits.clone() };
    // What goes wrong here goes wrong again in the run.
    method.solver(&subject.goal, &few, tables).solve_watched(&subject.board, &mut line.observer()).ok();
    line.clear();
}

impl Run {
    /// Runs a method on a board. An error is a defect of the program.
    fn make(
        number: usize,
        subject: &Subject,
        method: Method,
        limits: &Limits,
        tables: &Tables,
        line: &Line,
    ) -> Result<Self, String> {
        let mut run = Self { subject: number, method, end: End::NotRun, stats: None, shortfall: None };
        if limits.stop.is_raised() {
            return Ok(run);
        }
        if !method.fits(subject.board.size()) {
            run.end = End::Unfit;
            return Ok(run);
        }
        let outcome = method
            .solver(&subject.goal, limits, tables)
            .solve_watched(&subject.board, &mut line.observer())
            .map_err(|error| format!("{}: {error}", subject.name))?;
        let stats = match outcome {
            Outcome::Solved(solution) => {
                run.end = End::Solved { moves: solution.moves.len() as u32, at_least: solution.lower_bound };
                run.shortfall =
                    method.heuristic.and_then(|heuristic| shortfall(&solution, heuristic, &subject.goal));
                solution.stats
            }
            Outcome::Unsolvable(unsolvable) => {
                run.end = End::Unsolvable;
                unsolvable.stats
            }
            Outcome::Stopped(at) => {
                run.end = End::Stopped { reason: at.reason, at_least: at.lower_bound };
                at.stats
            }
        };
        run.stats = Some(stats);
        Ok(run)
    }

    /// The effective branching factor, if there is a solution.
    fn branching_factor(&self) -> Option<f64> {
        match (self.end, &self.stats) {
            (End::Solved { moves, .. }, Some(stats)) => branching_factor(stats.generated, moves),
            _ => None,
        }
    }
}

impl End {
    /// The moves of a solution that is proven to be shortest.
    fn fewest_moves(self) -> Option<u32> {
        match self {
            Self::Solved { moves, at_least } if at_least >= moves => Some(moves),
            _ => None,
        }
    }
}

/// How far the estimates are from the truth, along a solution that is proven to be shortest: only there is it known how many
/// moves each board takes. At the goal there is nothing to estimate.
fn shortfall(solution: &Solution, heuristic: Heuristic, goal: &Goal) -> Option<Shortfall> {
    if !solution.is_shortest() {
        return None;
    }
    let evaluator = heuristic.evaluator(goal)?;
    let length = solution.moves.len() as u32;
    let each: Vec<u32> = solution
        .boards()
        .zip((1..=length).rev())
        .map(|(board, left)| left.saturating_sub(evaluator.estimate(&board)))
        .collect();
    let sum: f64 = each.iter().copied().map(f64::from).sum();
    each.first().map(|&at_start| Shortfall { at_start, mean: sum / f64::from(length) })
}

/// The number of neighbours *b* that each node of a full tree of that depth would have, if it had so many nodes below its
/// root: b + b² + … + b^depth = nodes. Found by bisection, because the sum grows with b; b is between 0 and the number of
/// nodes.
fn branching_factor(nodes: u64, depth: u32) -> Option<f64> {
    if nodes == 0 || depth == 0 {
        return None;
    }
    let nodes = real(nodes);
    let sum = |b: f64| (0..depth).fold(0.0, |sum, _| b * (1.0 + sum));
    let (mut below, mut above) = (0.0, nodes);
    // Each step halves the interval. More make no difference that can be seen.
    for _ in 0..100 {
        let middle = f64::midpoint(below, above);
        if sum(middle) < nodes {
            below = middle;
        } else {
            above = middle;
        }
    }
    Some(above)
}

/// A count as a number to calculate with.
#[expect(clippy::cast_precision_loss, reason = "for people to read")]
fn real(count: u64) -> f64 {
    count as f64
}

/// The methods asked for, or what is wrong with the options.
fn methods(args: &CompareArgs) -> Result<Vec<Method>, String> {
    let algorithms = match (&args.algorithms[..], args.preset) {
        ([], Some(preset)) => preset.algorithms(),
        ([], None) => USUAL_ALGORITHMS,
        (given, _) => given,
    };
    let guides = match (&args.heuristics[..], args.preset) {
        ([], Some(preset)) => preset.heuristics(),
        ([], None) => USUAL_HEURISTICS,
        (given, _) => given,
    };
    let weighted = args.weights.iter().map(|&weight| Algorithm::WeightedAStar(weight));
    let mut methods = Vec::new();
    for algorithm in algorithms.iter().copied().chain(weighted) {
        let found = methods_of(algorithm, guides);
        if found.is_empty() {
            return Err(format!(
                "--heuristics tables is for the algorithm ida alone, and {} needs another as well, such as manhattan",
                algorithm.name()
            ));
        }
        for method in found {
            if !methods.contains(&method) {
                methods.push(method);
            }
        }
    }
    Ok(methods)
}

/// An algorithm with each of the heuristics; none, if all of these are tables and it has none.
fn methods_of(algorithm: Algorithm, guides: &[Guide]) -> Vec<Method> {
    if !algorithm.uses_heuristic() {
        return vec![Method { algorithm, heuristic: None }];
    }
    let mut heuristics: Vec<Option<Heuristic>> = Vec::new();
    for guide in guides {
        match guide {
            Guide::By(heuristic) => heuristics.push(Some(*heuristic)),
            Guide::Tables if algorithm == Algorithm::IdaStar => heuristics.push(None),
            Guide::Tables => {}
            Guide::All => heuristics.extend(Heuristic::ALL.map(Some)),
        }
    }
    heuristics.into_iter().map(|heuristic| Method { algorithm, heuristic }).collect()
}

/// The boards asked for, and whether some could not be read.
fn subjects(args: &CompareArgs) -> Result<(Vec<Subject>, bool), String> {
    if let Some(preset) = args.preset {
        return Ok((preset.subjects()?, false));
    }
    let kind = args.goal.kind(args.size)?;
    let input =
        input::read(&InputArgs { boards: args.boards.clone(), format: Format::Auto, size: args.size });
    let mut some_bad = input.some_bad;
    let mut subjects = Vec::with_capacity(input.boards.len());
    for input::Named { name, board } in input.boards {
        match kind.for_size(board.size()) {
            Ok(goal) => subjects.push(Subject { name, board, goal, known: None }),
            Err(error) => {
                some_bad = true;
                complain(&format!("{name}: {error}"));
            }
        }
    }
    Ok((subjects, some_bad))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_near(found: Option<f64>, expected: f64) -> bool {
        found.is_some_and(|found| (found - expected).abs() < 1e-9)
    }

    #[test]
    fn effective_branching_factors() {
        assert!(is_near(branching_factor(2 + 4 + 8, 3), 2.0));
        assert!(is_near(branching_factor(3 + 9, 2), 3.0));
        assert!(is_near(branching_factor(7, 1), 7.0));
        // A search that makes nothing but the solution.
        assert!(is_near(branching_factor(31, 31), 1.0));
        // b + b² = 1 is the golden ratio's.
        assert!(is_near(branching_factor(1, 2), (5.0_f64.sqrt() - 1.0) / 2.0));
        assert_eq!((branching_factor(0, 3), branching_factor(3, 0)), (None, None));
        assert!(branching_factor(u64::MAX, 10_000).is_some_and(|b| b > 1.0 && b < 1.01));
    }

    #[test]
    fn estimates_fall_short_of_the_truth() {
        let board: Board = "0 1 3/4 2 5/7 8 6".parse().expect("a board");
        let goal = Goal::blank_last(board.size());
        let Outcome::Solved(solution) = Solver::new(goal.clone()).solve(&board).expect("same size") else {
            panic!("it can be solved")
        };
        let none = Some(Shortfall { at_start: 0, mean: 0.0 });
        assert_eq!(shortfall(&solution, Heuristic::Manhattan, &goal), none);
        let longer = Solution { lower_bound: 2, ..solution };
        assert_eq!(shortfall(&longer, Heuristic::Manhattan, &goal), None);
    }

    #[test]
    fn which_heuristics_go_with_which_algorithm() {
        let names = |algorithm, guides: &[Guide]| -> Vec<&'static str> {
            methods_of(algorithm, guides).into_iter().map(Method::heuristic_name).collect()
        };
        let some = [Guide::By(Heuristic::Hamming), Guide::Tables];
        assert_eq!(names(Algorithm::AStar, &some), ["hamming"]);
        assert_eq!(names(Algorithm::IdaStar, &some), ["hamming", "tables"]);
        assert_eq!(names(Algorithm::UniformCost, &some), ["none"]);
        assert_eq!(names(Algorithm::Auto, &[Guide::All]), ["none"]);
        assert_eq!(names(Algorithm::AStar, &[Guide::All]).len(), Heuristic::ALL.len());
        assert!(names(Algorithm::AStar, &[Guide::Tables]).is_empty());
    }
}
