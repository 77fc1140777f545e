//! `taquin compare`: any searches against each other, on any boards.
//!
//! The methods and their runs are those of [`taquin::compare`]: every method is run on every board, one run after the other,
//! each with limits of its own. What comes of it all is a [`Comparison`], which [`table`] writes for people, [`records`] for
//! programs, and [`chart`] draws; [`preset`] has boards and methods for the questions that are asked most.

mod chart;
mod preset;
mod records;
mod table;

pub(crate) use preset::Preset;
pub(crate) use table::Layout;

use crate::args::{CompareArgs, InputArgs};
use crate::exit::{Exit, Failure, complain};
use crate::input;
use crate::plan::{stop_on_interrupt, usual_memory};
use crate::progress::Line;
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::Path;
use taquin::compare::{End, Guide, Method, Run, methods_of};
use taquin::notation::Format;
use taquin::search::Planned;
use taquin::{Algorithm, Board, Goal, GoalKind, Heuristic, Limits, Tables};

/// What is compared if nothing else is asked for.
const USUAL_ALGORITHMS: &[Algorithm] = &[Algorithm::Princeton, Algorithm::AStar, Algorithm::IdaStar];
const USUAL_HEURISTICS: &[Guide] = &[Guide::By(Heuristic::Hamming), Guide::By(Heuristic::Manhattan)];

pub(crate) fn run(args: &CompareArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let methods = methods(args)?;
    let kind = args.goal.kind(args.size)?;
    let (mut subjects, some_bad) = subjects(args, &kind)?;
    if let Some(only) = &args.only {
        only.check(subjects.len(), "these")?;
        let mut number = 0;
        subjects.retain(|_| {
            number += 1;
            only.contain(number)
        });
    }
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
    let comparison = Comparison::make(subjects, methods, limits, &tables, kind.to_string())?;
    table::write(&comparison, args.format, args.preset, out)?;
    out.flush()?;
    if let Some(path) = &args.chart {
        std::fs::write(path, chart::draw(&comparison).to_string())
            .map_err(|error| format!("cannot write the chart {}: {error}", path.display()))?;
    }
    if comparison.limits.stop.is_raised() {
        let left = comparison.all_runs().filter(|(_, tried)| tried.run.end == End::NotRun).count();
        complain(&interrupted(left, comparison.all_runs().count()));
    }
    Ok(match (some_bad, comparison.limits.stop.is_raised()) {
        (true, _) => Exit::BadInput,
        (false, true) => Exit::Stopped,
        (false, false) => Exit::Solved,
    })
}

/// What is said after Ctrl-C.
fn interrupted(left: usize, all: usize) -> String {
    match left {
        0 => "interrupted".to_owned(),
        _ => format!("interrupted: {left} of {all} runs were not made"),
    }
}

/// All runs, and what they were made with.
struct Comparison {
    subjects: Vec<Subject>,
    methods: Vec<Method>,
    limits: Limits,
    /// By its name, if it has one.
    goal: String,
    /// For each board, one for each method.
    runs: Vec<Vec<Tried>>,
}

/// A board to compare methods on.
struct Subject {
    /// As it was given, and as tables have it: a file without its folders.
    name: String,
    label: String,
    board: Board,
    goal: Goal,
    /// Its fewest moves, if it was made to have so many.
    known: Option<u32>,
}

/// A run, and what guided it.
struct Tried {
    run: Run,
    heuristic: String,
    tables: Option<String>,
}

impl Comparison {
    /// Makes all runs, until Ctrl-C is pressed.
    fn make(
        subjects: Vec<Subject>,
        methods: Vec<Method>,
        limits: Limits,
        tables: &Tables,
        goal: String,
    ) -> Result<Self, String> {
        let line = Line::new(subjects.len(), false);
        let mut runs = Vec::with_capacity(subjects.len());
        for Subject { name, board, goal, .. } in &subjects {
            let run = |method: &Method| {
                let mut watcher = line.observer();
                let run = method.run(board, goal, &limits, tables, &mut watcher);
                line.clear();
                // A defect of the program.
                let run = run.map_err(|error| format!("{name}: {error}"))?;
                Ok(Tried { run, heuristic: guides(*method, watcher.steps()), tables: watcher.tables() })
            };
            runs.push(methods.iter().map(run).collect::<Result<Vec<Tried>, String>>()?);
            line.board_is_done();
        }
        line.give_hint();
        Ok(Self { subjects, methods, limits, goal, runs })
    }

    /// All runs, board by board.
    fn all_runs(&self) -> impl Iterator<Item = (&Subject, &Tried)> {
        let on_each = self.subjects.iter().zip(&self.runs);
        on_each.flat_map(|(subject, runs)| runs.iter().map(move |tried| (subject, tried)))
    }
}

/// The name of what guided a method. Auto decides on its way: what it did is known from the steps that it took, if any.
fn guides(method: Method, steps: &[Planned]) -> String {
    if method.algorithm != Algorithm::Auto {
        return method.heuristic_name().to_owned();
    }
    let guide = |step: &Planned| match step {
        Planned::Search { heuristic, .. } => Some(heuristic.map_or("none", Heuristic::name)),
        Planned::Tables { .. } | Planned::Device { .. } => Some(Guide::Tables.name()),
        Planned::Construct => None,
    };
    let names: Vec<&str> = steps.iter().filter_map(guide).collect();
    if names.is_empty() { method.algorithm.name().to_owned() } else { names.join("+") }
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
fn subjects(args: &CompareArgs, kind: &GoalKind) -> Result<(Vec<Subject>, bool), String> {
    if let Some(preset) = args.preset {
        return Ok((preset.subjects()?, false));
    }
    let input =
        input::read(&InputArgs { boards: args.boards.clone(), format: Format::Auto, size: args.size });
    let mut some_bad = input.some_bad;
    let mut subjects = Vec::with_capacity(input.boards.len());
    for input::Named { name, board } in input.boards {
        match kind.for_size(board.size()) {
            Ok(goal) => {
                let label = without_folders(&name, &args.boards);
                subjects.push(Subject { name, label, board, goal, known: None });
            }
            Err(error) => {
                some_bad = true;
                complain(&format!("{name}: {error}"));
            }
        }
    }
    Ok((subjects, some_bad))
}

/// `3x3-20.txt#4` for `puzzles/3x3-20.txt#4`, unless another of the files is called the same. Boards stay as they are.
fn without_folders(name: &str, sources: &[OsString]) -> String {
    let file_name = |source: &OsStr| Path::new(source).file_name().map(OsStr::to_owned);
    for source in sources.iter().filter(|source| Path::new(source).exists()) {
        let given = source.to_string_lossy();
        let Some(number) = name.strip_prefix(&*given) else { continue };
        let is_its = number.is_empty() || number.starts_with('#');
        let is_alone = sources.iter().all(|other| other == source || file_name(other) != file_name(source));
        if let Some(file) = file_name(source).filter(|_| is_its && is_alone) {
            return format!("{}{number}", file.to_string_lossy());
        }
    }
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_ctrl_c() {
        assert_eq!(interrupted(0, 1), "interrupted");
        assert_eq!(interrupted(2, 6), "interrupted: 2 of 6 runs were not made");
    }

    #[test]
    fn files_are_called_by_their_names() {
        // Tests run in the folder of the package.
        let sources: Vec<OsString> =
            ["src/main.rs", "src/bench/mod.rs", "src/compare/mod.rs", "1 2/3 0"].map(OsString::from).to_vec();
        let label = |name: &str| without_folders(name, &sources);
        assert_eq!(label("src/main.rs"), "main.rs");
        assert_eq!(label("src/main.rs#3"), "main.rs#3");
        assert_eq!(label("src/bench/mod.rs"), "src/bench/mod.rs");
        assert_eq!(label("1 2/3 0"), "1 2/3 0");
    }
}
