//! `taquin compare`: any searches against each other, on any boards.
//!
//! The methods and their runs are those of [`taquin::compare`]: every method is run on every board, one run after the other,
//! each with limits of its own. What comes of it all is a [`Comparison`], which [`table`] writes and [`chart`] draws;
//! [`preset`] has boards and methods for the questions that are asked most.

mod chart;
mod preset;
mod table;

pub(crate) use preset::Preset;
pub(crate) use table::Layout;

use crate::args::{CompareArgs, InputArgs};
use crate::exit::{Exit, Failure, complain};
use crate::input;
use crate::plan::{stop_on_interrupt, usual_memory};
use crate::progress::Line;
use std::io::Write;
use taquin::compare::{End, Guide, Method, Run, methods_of};
use taquin::notation::Format;
use taquin::{Algorithm, Board, Goal, Heuristic, Limits, Tables};

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
    let tables = args.cache.tables();
    let comparison = Comparison::make(subjects, methods, limits, &tables)?;
    table::write(&comparison, args.format, args.preset, out)?;
    out.flush()?;
    if let Some(path) = &args.chart {
        std::fs::write(path, chart::draw(&comparison).to_string())
            .map_err(|error| format!("cannot write the chart {}: {error}", path.display()))?;
    }
    if comparison.limits.stop.is_raised() {
        let left = comparison.all_runs().filter(|(_, run)| run.end == End::NotRun).count();
        let all = comparison.all_runs().count();
        complain(&format!("interrupted: {left} more of {all} runs were not made"));
    }
    Ok(match (some_bad, comparison.limits.stop.is_raised()) {
        (true, _) => Exit::BadInput,
        (false, true) => Exit::Stopped,
        (false, false) => Exit::Solved,
    })
}

/// All runs, and what they were made with.
struct Comparison {
    subjects: Vec<Subject>,
    methods: Vec<Method>,
    limits: Limits,
    /// For each board, one for each method.
    runs: Vec<Vec<Run>>,
}

/// A board to compare methods on.
struct Subject {
    name: String,
    board: Board,
    goal: Goal,
    /// Its fewest moves, if it was made to have so many.
    known: Option<u32>,
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
        let mut runs = Vec::with_capacity(subjects.len());
        for Subject { name, board, goal, .. } in &subjects {
            let run = |method: &Method| {
                let run = method.run(board, goal, &limits, tables, &mut line.observer());
                line.clear();
                // A defect of the program.
                run.map_err(|error| format!("{name}: {error}"))
            };
            runs.push(methods.iter().map(run).collect::<Result<Vec<Run>, String>>()?);
            line.board_is_done();
        }
        line.give_hint();
        Ok(Self { subjects, methods, limits, runs })
    }

    /// All runs, board by board.
    fn all_runs(&self) -> impl Iterator<Item = (&Subject, &Run)> {
        let on_each = self.subjects.iter().zip(&self.runs);
        on_each.flat_map(|(subject, runs)| runs.iter().map(move |run| (subject, run)))
    }
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
