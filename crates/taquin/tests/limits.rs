//! Searches that are told to stop do, and tell what they know.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use taquin::search::{Clock, OpenKind, Planned, Progress};
use taquin::{
    Algorithm, Board, BuildProgress, Every, Goal, Limits, Observer, Outcome, Partition, Size, SolveError,
    Solver, StopReason, Stopped, Tables,
};

/// 80 moves: as hard as the 15-puzzle gets, and out of reach for every search here.
const HARDEST: &str = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";

const SEARCHES: [Algorithm; 9] = [
    Algorithm::Auto,
    Algorithm::IdaStar,
    Algorithm::AStar,
    Algorithm::Bidirectional,
    Algorithm::UniformCost,
    Algorithm::Princeton,
    Algorithm::Iowa(OpenKind::List),
    Algorithm::Iowa(OpenKind::Heap),
    Algorithm::Iowa(OpenKind::Bucket),
];

/// A random board that takes long without tables.
const HARD_4X5: &str = "1 12 8 16 4/11 13 0 2 19/7 18 10 3 17/14 9 5 15 6";

fn stopped(algorithm: Algorithm, limits: Limits, observer: &mut dyn Observer) -> Stopped {
    let board: Board = HARDEST.parse().expect("a board");
    let solver = Solver::new(Goal::blank_last(board.size())).algorithm(algorithm).limits(limits);
    match solver.solve_watched(&board, observer).expect("the sizes agree") {
        Outcome::Stopped(at) => at,
        other => panic!("{}: {other:?}", algorithm.name()),
    }
}

#[test]
fn nodes() {
    for algorithm in SEARCHES {
        let at = stopped(algorithm, Limits { nodes: Some(50_000), ..Limits::default() }, &mut ());
        assert_eq!(at.reason, StopReason::Nodes);
        // Between two looks at the limits there are at most 1,638 steps, each of which makes up to four nodes.
        assert!((50_000..57_000).contains(&at.stats.generated), "{}: {:?}", algorithm.name(), at.stats);
        assert!(at.lower_bound <= 80);
    }
}

#[test]
fn memory() {
    let keeps_states = |a: &Algorithm| !matches!(a, Algorithm::Auto | Algorithm::IdaStar);
    let is_slow = |a: &Algorithm| *a == Algorithm::Iowa(OpenKind::List);
    for algorithm in SEARCHES.into_iter().filter(|a| keeps_states(a) && !is_slow(a)) {
        let limit = 20 << 20;
        let at = stopped(algorithm, Limits { memory: limit, ..Limits::default() }, &mut ());
        assert_eq!(at.reason, StopReason::Memory);
        // What is counted after the last look is not more than a fiftieth of it.
        assert!(at.stats.memory <= limit + limit / 50, "{}: {:?}", algorithm.name(), at.stats);
        assert!(at.stats.memory >= limit / 4, "{}: {:?}", algorithm.name(), at.stats);
    }
}

/// Notes whether it was told of a build.
#[derive(Default)]
struct Builds(bool);

impl Observer for Builds {
    fn building(&mut self, _partition: &Partition, _progress: BuildProgress) {
        self.0 = true;
    }
}

#[test]
fn threads_that_need_the_same_tables_wait_for_one_to_build_them() {
    let board: Board = "0 11 10 9/8 7 6 5/4 3 1 2".parse().expect("a board");
    let solver = Solver::new(Goal::blank_last(board.size())).algorithm(Algorithm::IdaStar);
    let limits = Limits { nodes: Some(1), ..Limits::default() };
    let solver = solver.tables(Tables::default()).limits(limits);
    let builds: Vec<bool> = std::thread::scope(|scope| {
        let solve = || {
            let mut builds = Builds::default();
            let Ok(Outcome::Stopped(at)) = solver.solve_watched(&board, &mut builds) else {
                panic!("it stops")
            };
            assert_eq!(at.reason, StopReason::Nodes);
            builds.0
        };
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(solve)).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    assert_eq!(builds.into_iter().filter(|built| *built).count(), 1);
}

#[test]
fn tables_that_do_not_fit_are_not_built() {
    for algorithm in [Algorithm::Auto, Algorithm::IdaStar] {
        // For 4×4 there are tables in the program; for 4×5 they have to be built.
        let board: Board = HARD_4X5.parse().expect("a board");
        let limits = Limits { memory: 1 << 20, ..Limits::default() };
        let solver = Solver::new(Goal::blank_last(board.size())).algorithm(algorithm).limits(limits);
        let Ok(Outcome::Stopped(at)) = solver.solve(&board) else { panic!("it stops") };
        assert_eq!(at.reason, StopReason::Memory);
        assert!((1..=80).contains(&at.lower_bound));
    }
}

#[test]
fn time_by_the_clock_it_is_handed() {
    for algorithm in SEARCHES {
        let calls = AtomicU64::new(0);
        let clock = Clock::new(move || Duration::from_secs(calls.fetch_add(1, Ordering::Relaxed)));
        // Building tables looks at the clock some hundred times.
        let limits = Limits { time: Some(Duration::from_mins(5)), clock, ..Limits::default() };
        let at = stopped(algorithm, limits, &mut ());
        assert_eq!(at.reason, StopReason::Time);
        assert!((300..310).contains(&at.stats.time.as_secs()), "{}: {:?}", algorithm.name(), at.stats.time);
    }
}

/// Raises the flag after some progress, as Ctrl-C would, and counts how often it is told more.
struct Impatient {
    limits: Limits,
    since: Option<Instant>,
    last: Progress,
}

impl Observer for Impatient {
    fn progress(&mut self, progress: &Progress) {
        assert!(progress.generated >= self.last.generated && progress.lower_bound >= self.last.lower_bound);
        self.last = *progress;
        if progress.generated > 20_000 {
            self.limits.stop.raise();
            #[expect(clippy::disallowed_methods, reason = "a test")]
            self.since.get_or_insert_with(Instant::now);
        }
    }
}

#[test]
fn the_flag() {
    for algorithm in SEARCHES {
        let mut observer = Impatient { limits: Limits::default(), since: None, last: Progress::default() };
        let at = stopped(algorithm, observer.limits.clone(), &mut observer);
        assert_eq!(at.reason, StopReason::Cancelled);
        assert!(observer.since.expect("it was raised").elapsed() < Duration::from_secs(5));
        assert!(at.lower_bound >= observer.last.lower_bound);
    }
}

#[test]
fn the_same_figures_every_time() {
    for algorithm in SEARCHES {
        let run = || stopped(algorithm, Limits { nodes: Some(30_000), ..Limits::default() }, &mut ());
        let (first, second) = (run(), run());
        assert_eq!(first.stats.generated, second.stats.generated);
        assert_eq!(first.stats.queue, second.stats.queue);
    }
}

/// Its tables are in the program, so nothing but the search itself can end.
fn every(limits: Limits) -> Every {
    let board: Board = "10 2 7 4/8 6 14 0/1 5 13 11/15 9 3 12".parse().expect("a board");
    let solver = Solver::new(Goal::blank_last(board.size())).limits(limits);
    solver.every(&board, &mut ()).expect("the sizes agree")
}

#[test]
fn every_solution_or_none_within_the_memory() {
    let mut was_solved = false;
    for memory in (0..64).map(|n| n << 10) {
        match every(Limits { memory, ..Limits::default() }) {
            Every::Solved(solutions) => {
                assert_eq!((solutions.count(), solutions.length()), (12, 44));
                was_solved = true;
            }
            Every::Stopped(at) => {
                assert_eq!((at.reason, at.lower_bound), (StopReason::Memory, 44));
                assert!(at.stats.generated > 0);
                assert!(!was_solved, "less than {memory} bytes were enough");
            }
            Every::Unsolvable(why) => panic!("{why:?}"),
        }
    }
    assert!(was_solved);
}

#[test]
fn looking_for_every_solution_ends_with_the_time_or_the_flag() {
    let raised = Limits::default();
    raised.stop.raise();
    let late = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    for (limits, reason) in [(raised, StopReason::Cancelled), (late, StopReason::Time)] {
        let Every::Stopped(at) = every(limits) else { panic!("it stops") };
        assert_eq!(at.reason, reason);
        assert!((1..=44).contains(&at.lower_bound));
    }
}

#[test]
fn a_goal_of_another_size_is_told_before_a_board_that_is_too_large() {
    let large = Goal::blank_last(Size::square(6).expect("in range"));
    let solver = Solver::new(Goal::ring());
    let error = solver.every(large.board(), &mut ());
    assert!(matches!(error, Err(SolveError::SizeMismatch { .. })));
    let error = Solver::new(large.clone()).every(large.board(), &mut ());
    assert!(matches!(error, Err(SolveError::NotEvery { .. })));
}

#[test]
fn threads_are_few_whatever_is_asked_for() {
    let board: Board = "0 1 3/4 2 5/7 8 6".parse().expect("a board");
    for threads in [0, usize::MAX] {
        let solver =
            Solver::new(Goal::blank_last(board.size())).algorithm(Algorithm::IdaStar).threads(threads);
        assert!(matches!(solver.solve(&board), Ok(Outcome::Solved(s)) if s.moves.len() == 4));
        let debug = format!("{solver:?}");
        assert!(debug.contains("threads: 1,") || debug.contains("threads: 256,"), "{debug}");
    }
}

/// A device that takes every board and fails at all of them.
#[derive(Debug)]
struct Broken;

impl taquin::accelerator::Accelerator for Broken {
    fn name(&self) -> String {
        "a broken device".to_owned()
    }

    fn takes(&self, _size: Size, _blank: usize) -> bool {
        true
    }

    fn solve(
        &self,
        _task: &taquin::accelerator::Task,
        _go_on: &mut dyn FnMut(&taquin::search::Progress) -> Result<(), StopReason>,
    ) -> Result<taquin::accelerator::Answer, taquin::accelerator::DeviceError> {
        Err(taquin::accelerator::DeviceError("out of order".to_owned()))
    }
}

#[test]
fn if_a_device_fails_the_processor_solves_the_board_and_says_so() {
    #[derive(Default)]
    struct Told(Vec<String>);
    impl taquin::Observer for Told {
        fn planned(&mut self, step: &Planned) {
            self.0.push(match step {
                Planned::Device { name } => name.clone(),
                Planned::Tables { partition, .. } => partition.to_string(),
                other => panic!("{other:?}"),
            });
        }

        fn device_failed(&mut self, error: &taquin::accelerator::DeviceError) {
            self.0.push(error.to_string());
        }
    }
    let board: Board = "7 15 2 6/12 0 5 3/4 11 8 1/9 14 10 13".parse().expect("a board");
    let tables = taquin::Tables::default().accelerated(std::sync::Arc::new(Broken));
    let solver = Solver::new(Goal::blank_last(board.size())).tables(tables).algorithm(Algorithm::IdaStar);
    let limits = Limits { at_least: Some(50), ..Limits::default() };
    let mut told = Told::default();
    let outcome = solver.limits(limits).solve_watched(&board, &mut told).expect("same size");
    assert!(
        matches!(outcome, Outcome::Stopped(at) if at.reason == StopReason::Bound && at.lower_bound >= 50)
    );
    assert_eq!(told.0, ["a broken device", "out of order", "15:6-6-3"]);
}
