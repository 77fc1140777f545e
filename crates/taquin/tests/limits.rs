//! Limits and cancellation stop every search, with a proven lower bound.

use chacha20::ChaCha8Rng;
use rand::SeedableRng;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use taquin::Engines;
use taquin::gpu::{GpuBackend, GpuBatch, GpuError, GpuRun};
use taquin::random::random_board;
use taquin::{
    Algorithm, AllSolutionsOutcome, Board, Event, Goal, Limits, Observer, Optimality, Outcome, Size,
    SolveError, Solver, StopReason, Stopped,
};
use taquin::{Clock, OpenListKind, Progress};
use taquin_pdb::Frame;

/// A board at distance 80, the maximum of the 15-puzzle: no search here solves it within the limits.
const HARDEST: &str = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";

const SEARCHES: [Algorithm; 12] = [
    Algorithm::Auto,
    Algorithm::IdaStar,
    Algorithm::AStar,
    Algorithm::Bidirectional,
    Algorithm::BreadthFirst,
    Algorithm::DepthFirst,
    Algorithm::IterativeDeepening,
    Algorithm::UniformCost,
    Algorithm::Princeton,
    Algorithm::Iowa(OpenListKind::LinkedList),
    Algorithm::Iowa(OpenListKind::Heap),
    Algorithm::Iowa(OpenListKind::Buckets),
];

/// A random board that is slow to solve without pattern databases.
const HARD_4X5: &str = "1 12 8 16 4/11 13 0 2 19/7 18 10 3 17/14 9 5 15 6";

fn stopped(algorithm: Algorithm, limits: Limits, observer: &mut dyn Observer) -> Stopped {
    let board: Board = HARDEST.parse().expect("a board");
    let solver = Solver::new(Goal::blank_last(board.size())).request(algorithm).limits(limits);
    match solver.solve_observed(&board, observer).expect("same size") {
        Outcome::Stopped(at) => at,
        other => panic!("{}: {other:?}", algorithm.name()),
    }
}

#[test]
fn searches_stop_at_the_node_limit() {
    for algorithm in SEARCHES {
        let at = stopped(algorithm, Limits { nodes: Some(50_000), ..Limits::default() }, &mut ());
        assert_eq!(at.reason, StopReason::Nodes);
        // There are at most 1,638 steps between two polls, each of which generates up to four nodes.
        assert!((50_000..57_000).contains(&at.stats.generated), "{}: {:?}", algorithm.name(), at.stats);
        assert!(at.lower_bound <= 80);
    }
}

#[test]
fn searches_stop_at_the_memory_limit() {
    let stores_states =
        |a: &Algorithm| !matches!(a, Algorithm::Auto | Algorithm::IdaStar | Algorithm::IterativeDeepening);
    let is_slow = |a: &Algorithm| *a == Algorithm::Iowa(OpenListKind::LinkedList);
    for algorithm in SEARCHES.into_iter().filter(|a| stores_states(a) && !is_slow(a)) {
        let limit = 20 << 20;
        let at = stopped(algorithm, Limits { memory: limit, ..Limits::default() }, &mut ());
        assert_eq!(at.reason, StopReason::Memory);
        // Allocations after the last poll exceed the limit by at most 2 %.
        assert!(at.stats.memory <= limit + limit / 50, "{}: {:?}", algorithm.name(), at.stats);
        assert!(at.stats.memory >= limit / 4, "{}: {:?}", algorithm.name(), at.stats);
    }
}

/// Records whether a build was reported.
#[derive(Default)]
struct BuildObserver(bool);

impl Observer for BuildObserver {
    fn event(&mut self, event: &Event<'_>) {
        self.0 |= matches!(event, Event::Building { .. });
    }
}

#[test]
fn concurrent_searches_build_their_tables_once() {
    let board: Board = "0 11 10 9/8 7 6 5/4 3 1 2".parse().expect("a board");
    let solver = Solver::new(Goal::blank_last(board.size())).request(Algorithm::IdaStar);
    let limits = Limits { nodes: Some(1), ..Limits::default() };
    let solver = solver.engines(Engines::default()).limits(limits);
    let builds: Vec<bool> = std::thread::scope(|scope| {
        let solve = || {
            let mut observer = BuildObserver::default();
            let Ok(Outcome::Stopped(at)) = solver.solve_observed(&board, &mut observer) else {
                panic!("not stopped")
            };
            assert_eq!(at.reason, StopReason::Nodes);
            observer.0
        };
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(solve)).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    assert_eq!(builds.into_iter().filter(|built| *built).count(), 1);
}

#[test]
fn tables_beyond_the_memory_limit_are_not_built() {
    for algorithm in [Algorithm::Auto, Algorithm::IdaStar] {
        // The tables for 4×4 are built in; those for 4×5 are not.
        let board: Board = HARD_4X5.parse().expect("a board");
        let limits = Limits { memory: 1 << 20, ..Limits::default() };
        let solver = Solver::new(Goal::blank_last(board.size())).request(algorithm).limits(limits);
        let Ok(Outcome::Stopped(at)) = solver.solve(&board) else { panic!("not stopped") };
        assert_eq!(at.reason, StopReason::Memory);
        assert!((1..=80).contains(&at.lower_bound));
    }
}

#[test]
fn searches_stop_at_the_time_limit_of_the_given_clock() {
    for algorithm in SEARCHES {
        let calls = AtomicU64::new(0);
        let clock = Clock::new(move || Duration::from_secs(calls.fetch_add(1, Ordering::Relaxed)));
        // Building tables reads the clock some hundred times.
        let limits = Limits { time: Some(Duration::from_mins(5)), clock, ..Limits::default() };
        let at = stopped(algorithm, limits, &mut ());
        assert_eq!(at.reason, StopReason::Time);
        assert!((300..310).contains(&at.stats.time.as_secs()), "{}: {:?}", algorithm.name(), at.stats.time);
    }
}

/// Cancels the search after some progress, as Ctrl-C would, and checks that progress is monotonic.
struct CancellingObserver {
    limits: Limits,
    cancelled_at: Option<Instant>,
    last: Progress,
}

impl Observer for CancellingObserver {
    fn event(&mut self, event: &Event<'_>) {
        let Event::Progress(progress) = event else { return };
        assert!(progress.generated >= self.last.generated && progress.lower_bound >= self.last.lower_bound);
        self.last = *progress;
        if progress.generated > 20_000 {
            self.limits.cancel.cancel();
            #[expect(clippy::disallowed_methods, reason = "a test")]
            self.cancelled_at.get_or_insert_with(Instant::now);
        }
    }
}

#[test]
fn searches_stop_on_cancellation() {
    for algorithm in SEARCHES {
        let mut observer =
            CancellingObserver { limits: Limits::default(), cancelled_at: None, last: Progress::default() };
        let at = stopped(algorithm, observer.limits.clone(), &mut observer);
        assert_eq!(at.reason, StopReason::Cancelled);
        assert!(observer.cancelled_at.expect("cancelled").elapsed() < Duration::from_secs(5));
        assert!(at.lower_bound >= observer.last.lower_bound);
    }
}

#[test]
fn node_counts_are_deterministic() {
    for algorithm in SEARCHES {
        let run = || stopped(algorithm, Limits { nodes: Some(30_000), ..Limits::default() }, &mut ());
        let first = run();
        let second = run();
        assert_eq!(first.stats.generated, second.stats.generated);
        assert_eq!(first.stats.queue, second.stats.queue);
    }
}

/// The tables are built in, so only the search itself can reach a limit.
fn all_solutions(limits: Limits) -> AllSolutionsOutcome {
    let board: Board = "10 2 7 4/8 6 14 0/1 5 13 11/15 9 3 12".parse().expect("a board");
    let solver = Solver::new(Goal::blank_last(board.size())).limits(limits);
    solver.solve_all(&board, &mut ()).expect("same size")
}

#[test]
fn all_solutions_are_found_or_the_memory_limit_is_reported() {
    let mut was_solved = false;
    for memory in (0..64).map(|n| n << 10) {
        match all_solutions(Limits { memory, ..Limits::default() }) {
            AllSolutionsOutcome::Solved(solutions) => {
                assert_eq!((solutions.count(), solutions.length()), (12, 44));
                was_solved = true;
            }
            AllSolutionsOutcome::Stopped(at) => {
                assert_eq!((at.reason, at.lower_bound), (StopReason::Memory, 44));
                assert!(at.stats.generated > 0);
                assert!(!was_solved, "less than {memory} bytes were enough");
            }
            AllSolutionsOutcome::Unsolvable(why) => panic!("{why:?}"),
        }
    }
    assert!(was_solved);
}

#[test]
fn finding_all_solutions_stops_at_the_time_limit_and_on_cancellation() {
    let cancelled = Limits::default();
    cancelled.cancel.cancel();
    let timed_out = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    for (limits, reason) in [(cancelled, StopReason::Cancelled), (timed_out, StopReason::Time)] {
        let AllSolutionsOutcome::Stopped(at) = all_solutions(limits) else { panic!("not stopped") };
        assert_eq!(at.reason, reason);
        assert!((1..=44).contains(&at.lower_bound));
    }
}

#[test]
fn size_mismatch_is_reported_before_too_large_a_board() {
    let large = Goal::blank_last(Size::square(6).expect("in range"));
    let solver = Solver::new(Goal::ring());
    let error = solver.solve_all(large.board(), &mut ());
    assert!(matches!(error, Err(SolveError::SizeMismatch { .. })));
    let error = Solver::new(large.clone()).solve_all(large.board(), &mut ());
    assert!(matches!(error, Err(SolveError::TooManyCells { .. })));
}

#[test]
fn the_number_of_threads_is_clamped() {
    let board: Board = "0 1 3/4 2 5/7 8 6".parse().expect("a board");
    for threads in [0, usize::MAX] {
        let solver = Solver::new(Goal::blank_last(board.size())).request(Algorithm::IdaStar).threads(threads);
        assert!(matches!(solver.solve(&board), Ok(Outcome::Solved(s)) if s.len() == 4));
        let debug = format!("{solver:?}");
        assert!(debug.contains("threads: 1,") || debug.contains("threads: 256,"), "{debug}");
    }
}

/// A GPU that supports every board and always fails.
#[derive(Debug)]
struct FailingGpu;

impl GpuBackend for FailingGpu {
    fn name(&self) -> String {
        "failing GPU".to_owned()
    }

    fn supports(&self, _frame: &Frame, _boards: usize) -> bool {
        true
    }

    fn solve(
        &self,
        _frame: &Frame,
        _tiles: &[u8],
        _poll: &mut dyn FnMut(Progress) -> Result<(), StopReason>,
    ) -> Result<GpuRun, GpuError> {
        Err(GpuError("launch failed".to_owned()))
    }

    fn batch_size(&self, _frame: &Frame) -> usize {
        3
    }

    fn solve_many(
        &self,
        _frame: &Frame,
        _boards: &[Vec<u8>],
        _poll: &mut dyn FnMut(Progress) -> Result<(), StopReason>,
    ) -> Result<GpuBatch, GpuError> {
        Err(GpuError("launch failed".to_owned()))
    }
}

#[test]
fn the_cpu_takes_over_a_batch_unless_the_gpu_is_required() {
    let goal = Goal::blank_last(Size::square(3).expect("in range"));
    let boards: Vec<Board> =
        (0..10).map(|seed| random_board(&goal, true, &mut ChaCha8Rng::seed_from_u64(seed))).collect();
    let solver = Solver::new(goal).gpu(Arc::new(FailingGpu)).threads(2);
    let mut failures = 0;
    let mut observer = |event: &Event<'_>| failures += u32::from(matches!(event, Event::GpuFailed(_)));
    let mut found = Vec::new();
    let mut sink = |board: &Board, outcome: Result<Outcome, SolveError>| {
        found.push(outcome.map(|outcome| (board.clone(), outcome.solution().is_some())));
        Ok::<(), ()>(())
    };
    let totals = solver.solve_many(&boards, &mut observer, &mut sink).expect("the sink never fails");
    assert_eq!((failures, totals.boards, totals.gpu), (1, 10, None));
    assert!(
        found
            .iter()
            .map(|result| result.clone().expect("solved"))
            .eq(boards.iter().map(|b| (b.clone(), true)))
    );
    solver
        .require_gpu()
        .solve_many(&boards, &mut (), |_, outcome| {
            assert_eq!(outcome, Err(SolveError::Gpu(GpuError("launch failed".to_owned()))));
            Ok::<(), ()>(())
        })
        .expect("the sink never fails");
}

#[test]
fn the_cpu_takes_over_if_the_gpu_fails() {
    let board: Board = "7 15 2 6/12 0 5 3/4 11 8 1/9 14 10 13".parse().expect("a board");
    let solver = Solver::new(Goal::blank_last(board.size())).gpu(Arc::new(FailingGpu));
    let solver = solver.request(Optimality::AtLeast(50));
    let mut log = Vec::new();
    let mut observer = |event: &Event<'_>| match event {
        Event::Pdb { partition, .. } => log.push(partition.to_string()),
        Event::GpuFailed(error) => log.push(error.to_string()),
        _ => {}
    };
    assert_eq!(solver.plan(&board).expect("same size").to_string(), "ida on failing GPU");
    let outcome = solver.solve_observed(&board, &mut observer).expect("same size");
    assert_eq!(
        solver.require_gpu().solve(&board),
        Err(SolveError::Gpu(GpuError("launch failed".to_owned())))
    );
    assert!(
        matches!(outcome, Outcome::Stopped(at) if at.reason == StopReason::Bound && at.lower_bound >= 50)
    );
    assert_eq!(log, ["launch failed", "15:6-6-3"]);
}
