//! Many boards: how many are searched at the same time, where, and with which databases.
//!
//! On the CPU, each thread takes the next board from the iterator and solves it alone: some boards take a thousand times as
//! long as others. Results wait until all results before them have arrived, and threads wait when too many results do, so an
//! iterator of any length runs in bounded memory. A GPU searches many boards together, a chunk at a time; if it fails, the CPU
//! takes over. Many boards also pay for larger pattern databases than one board would.

use crate::event::{Event, Observer};
use crate::gpu::{GpuBackend, GpuBatch, GpuError};
use crate::outcome::{Outcome, SolveError};
use crate::request::Optimality;
use crate::solution::Solution;
use crate::solver::Solver;
use crate::stats::Stats;
use std::borrow::Borrow;
#[cfg(feature = "threads")]
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::Arc;
#[cfg(feature = "threads")]
use std::sync::{Condvar, Mutex, PoisonError, mpsc};
use taquin_core::{Board, CancelToken, Goal, Limits, Metric, Parity, StopReason, VerifyError};
use taquin_pdb::Frame;

/// The totals of [`Solver::solve_many`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BatchStats {
    /// The number of boards passed on, with or without a solution.
    pub boards: u64,
    /// The number of nodes generated.
    pub nodes: u64,
    /// The name of the GPU, if the boards were solved there.
    pub gpu: Option<String>,
}

/// The number of GPU solutions that a thread verifies at a time.
const VERIFIED_BOARDS: usize = 1024;

/// The number of results that may wait for an earlier one.
#[cfg(feature = "threads")]
const WAITING_RESULTS: usize = 4096;

impl Solver {
    /// Solves boards and passes each with its outcome to `sink`, in order. Boards are taken from the iterator as threads become
    /// free: some are always ahead of the last outcome.
    ///
    /// As many boards as the solver has [threads](Self::threads) are solved at the same time, one thread each, and share the
    /// memory limit; a single board gets all of both. The other [`Limits`] are for each board. A [GPU](Self::gpu) that is
    /// faster solves all boards together, unless [it can't](Self::check_gpu_batch). After [`CancelToken::cancel`] no board is
    /// begun. An error of the sink ends the batch.
    ///
    /// The observer gets the events of a single board, and [`Event::GpuFailed`].
    ///
    /// ```
    /// use taquin::{Board, Goal, Outcome, Size, Solver};
    /// let goal = Goal::blank_last(Size::square(3)?);
    /// let boards: Vec<Board> = vec!["1 2 3/4 5 6/0 7 8".parse()?, "1 2 3/4 5 6/8 7 0".parse()?];
    /// let mut lengths = Vec::new();
    /// let totals = Solver::new(goal).threads(2).solve_many(&boards, &mut (), |_, outcome| {
    ///     lengths.push(outcome?.solution().map(|solution| solution.len()));
    ///     Ok::<(), taquin::SolveError>(())
    /// })?;
    /// assert_eq!((lengths, totals.boards), (vec![Some(2), None], 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first error of the sink.
    pub fn solve_many<T, E>(
        &self,
        boards: impl IntoIterator<Item = T, IntoIter: Send>,
        observer: &mut dyn Observer,
        mut sink: impl FnMut(T, Result<Outcome, SolveError>) -> Result<(), E>,
    ) -> Result<BatchStats, E>
    where
        T: Borrow<Board> + Send,
    {
        let mut boards = boards.into_iter();
        let expected = boards.size_hint().0.max(self.expected_boards());
        let mut stats = BatchStats::default();
        let mut first: Vec<T> = Vec::new();
        if let Some((gpu, frame)) = self.gpu_for_batch(expected) {
            match self.solve_on_gpu(&gpu, &frame, &mut boards, &mut sink, &mut stats)? {
                Ok(()) => return Ok(BatchStats { gpu: Some(gpu.name()), ..stats }),
                Err((error, rest)) if self.requires_gpu() => {
                    for board in rest.into_iter().chain(boards) {
                        sink(board, Err(SolveError::Gpu(error.clone())))?;
                    }
                    return Ok(stats);
                }
                Err((error, rest)) => {
                    observer.event(&Event::GpuFailed(&error));
                    first = rest;
                }
            }
        }
        let threads = self.thread_count();
        // A second board shows that there is not only one.
        first.extend(boards.by_ref().take(threads.max(2).saturating_sub(first.len())));
        let mut sink = |board: T, outcome: Result<Outcome, SolveError>| {
            stats.boards += 1;
            stats.nodes += outcome.as_ref().map_or(0, |outcome| outcome.stats().generated);
            sink(board, outcome)
        };
        let cancel = self.limits_ref().cancel.child();
        if first.len() == 1 {
            if let Some(board) = first.pop().filter(|_| !cancel.is_cancelled()) {
                let outcome = self.solve_observed(board.borrow(), observer);
                sink(board, outcome)?;
            }
            return Ok(stats);
        }
        let concurrent = first.len().clamp(1, threads);
        let memory = self.limits_ref().memory / concurrent;
        let limits = Limits { memory, cancel: cancel.clone(), ..self.limits_ref().clone() };
        let solver = self.one_of_many(limits).expect_boards(expected);
        let work = |board: &T| solver.solve(board.borrow());
        in_order(first.into_iter().chain(boards), concurrent, 1, &cancel, work, sink)?;
        Ok(stats)
    }

    /// Explains why a GPU can't solve boards together, if that is so: it searches them all to the end.
    ///
    /// # Errors
    /// If the solver has an algorithm, a heuristic, a metric or a limit that a GPU does not have.
    pub fn check_gpu_batch(&self) -> Result<(), GpuError> {
        let Limits { time, deadline, nodes, .. } = self.limits_ref();
        let has_limit = time.or(*deadline).is_some() || nodes.is_some();
        let is_bound = matches!(self.request_ref().optimality(), Optimality::AtLeast(_));
        if has_limit || is_bound || self.anytime().is_some() || !self.searches_on_gpu() {
            return Err(GpuError(
                "a GPU searches many boards together, to the end: remove the limits of each board, the algorithm, the \
                 heuristic, the metric and the partition, or search on the CPU"
                    .to_owned(),
            ));
        }
        Ok(())
    }

    /// Returns the solver of one of several boards that are solved at the same time.
    fn one_of_many(&self, limits: Limits) -> Self {
        self.clone().without_gpu().threads(1).limits(limits)
    }

    /// Returns the GPU, if it is to solve this number of boards.
    fn gpu_for_batch(&self, boards: usize) -> Option<(Arc<dyn GpuBackend>, Frame)> {
        let frame = self.frame()?;
        let gpu = self.gpu_backend().filter(|gpu| boards > 1 && gpu.supports(&frame, boards))?;
        self.check_gpu_batch().ok().map(|()| (Arc::clone(gpu), frame))
    }

    /// Solves boards on a GPU until there are none left, or until it fails: then returns the boards of the last chunk.
    fn solve_on_gpu<T, E>(
        &self,
        gpu: &Arc<dyn GpuBackend>,
        frame: &Frame,
        boards: &mut impl Iterator<Item = T>,
        sink: &mut impl FnMut(T, Result<Outcome, SolveError>) -> Result<(), E>,
        stats: &mut BatchStats,
    ) -> Result<Result<(), (GpuError, Vec<T>)>, E>
    where
        T: Borrow<Board> + Send,
    {
        let (goal, cancel, threads) = (self.goal(), &self.limits_ref().cancel, self.thread_count());
        loop {
            let chunk: Vec<T> = boards.take(gpu.batch_size(frame)).collect();
            if chunk.is_empty() || cancel.is_cancelled() {
                return Ok(Ok(()));
            }
            let (chunk, tiles): (Vec<T>, Vec<Option<Vec<u8>>>) = map_all(chunk, threads, |board| {
                let board = board.borrow();
                Parity::is_solvable(board, goal).then(|| frame.canonical_board(board))
            });
            let is_solvable: Vec<bool> = tiles.iter().map(Option::is_some).collect();
            let solvable: Vec<Vec<u8>> = tiles.into_iter().flatten().collect();
            let mut poll = |_| if cancel.is_cancelled() { Err(StopReason::Cancelled) } else { Ok(()) };
            let GpuBatch { blank_paths, nodes } = match gpu.solve_many(frame, &solvable, &mut poll) {
                Ok(batch) => batch,
                Err(error) => return Ok(Err((error, chunk))),
            };
            stats.nodes += nodes;
            let Ok(paths) = blank_paths else { return Ok(Ok(())) };
            let mut paths = paths.into_iter();
            let paths: Vec<_> = is_solvable.iter().map(|&is| if is { paths.next() } else { None }).collect();
            let on_cpu = self.one_of_many(self.limits_ref().clone());
            let outcome = |(board, path): &(T, Option<Vec<u8>>)| {
                let board = board.borrow();
                let found = path.as_ref().and_then(|path| gpu_solution(frame, board, goal, path).ok());
                match found {
                    Some(solution) => Ok(Outcome::Solved(solution)),
                    None if self.requires_gpu() && Parity::is_solvable(board, goal) => {
                        Err(GpuError(format!("the GPU found no solution of {}", board.to_line())).into())
                    }
                    // Unsolvable, or a fault of the GPU.
                    None => on_cpu.solve(board),
                }
            };
            let items = chunk.into_iter().zip(paths);
            // Solutions that the GPU has found are passed on, cancelled or not.
            in_order(
                items,
                threads,
                VERIFIED_BOARDS,
                &CancelToken::default(),
                outcome,
                |(board, _), outcome| {
                    stats.boards += 1;
                    sink(board, outcome)
                },
            )?;
        }
    }
}

/// Verifies the path of the blank that a GPU has found.
fn gpu_solution(frame: &Frame, board: &Board, goal: &Goal, path: &[u8]) -> Result<Solution, VerifyError> {
    let moves = frame.moves_from_blank_path(path);
    let length = moves.len() as u32;
    Solution::proven(board.clone(), goal, moves, Metric::Single, length, Stats::default())
}

/// Applies `work` to each item on up to `threads` threads, and passes the results to `sink` in the order of the items, each as
/// soon as it and all results before it are available. Items are taken from the iterator as they are needed.
///
/// After `cancel` is raised no item is begun. An error of the sink raises it and is returned. Returns the number of results
/// passed on.
///
/// # Errors
/// The first error of the sink.
pub fn map_ordered<T: Send, R: Send, E>(
    items: impl IntoIterator<Item = T, IntoIter: Send>,
    threads: usize,
    cancel: &CancelToken,
    work: impl Fn(&T) -> R + Sync,
    sink: impl FnMut(T, R) -> Result<(), E>,
) -> Result<u64, E> {
    in_order(items.into_iter(), threads, 1, cancel, work, sink)
}

/// Returns all items with the results of some work.
fn map_all<T: Send, R: Send>(
    items: Vec<T>,
    threads: usize,
    work: impl Fn(&T) -> R + Sync,
) -> (Vec<T>, Vec<R>) {
    let unit = items.len().div_ceil(4 * threads.max(1)).max(1);
    let (mut all, mut results) = (Vec::with_capacity(items.len()), Vec::with_capacity(items.len()));
    let sink = |item, result| {
        all.push(item);
        results.push(result);
        Ok::<(), Infallible>(())
    };
    let Ok(_) = in_order(items.into_iter(), threads, unit, &CancelToken::default(), work, sink);
    (all, results)
}

/// Does the work of [`map_ordered`]; each thread takes `unit` items at a time.
#[cfg(feature = "threads")]
fn in_order<T: Send, R: Send, E>(
    items: impl Iterator<Item = T> + Send,
    threads: usize,
    unit: usize,
    cancel: &CancelToken,
    work: impl Fn(&T) -> R + Sync,
    mut sink: impl FnMut(T, R) -> Result<(), E>,
) -> Result<u64, E> {
    if threads <= 1 {
        return one_by_one(items, cancel, work, sink);
    }
    let feed = Mutex::new((0_usize..).zip(Units { items, unit }));
    let take = || {
        let mut feed = feed.lock().unwrap_or_else(PoisonError::into_inner);
        if cancel.is_cancelled() { None } else { feed.next() }
    };
    let window = Window::new(WAITING_RESULTS.div_ceil(unit).max(2 * threads));
    let run = |sender: mpsc::Sender<UnitResults<T, R>>| {
        let _guard = EndOnPanic { window: &window, cancel };
        while let Some((index, items)) = take() {
            window.wait_for(index);
            let all = items.len();
            let mut results = Vec::with_capacity(all);
            for item in items.into_iter().take_while(|_| !cancel.is_cancelled()) {
                let result = work(&item);
                results.push((item, result));
            }
            // Fails after the sink has failed.
            if sender.send((index, results.len() == all, results)).is_err() {
                return;
            }
        }
    };
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        let spawn = |_: &usize| {
            let (run, sender) = (&run, sender.clone());
            std::thread::Builder::new().spawn_scoped(scope, move || run(sender)).is_ok()
        };
        // The system may refuse some of the threads, or all.
        if (0..threads).filter(spawn).count() == 0 {
            let items = std::iter::from_fn(take).flat_map(|(_, items)| items);
            return one_by_one(items, cancel, &work, sink);
        }
        drop(sender);
        let _guard = EndOnPanic { window: &window, cancel };
        let mut early = BTreeMap::new();
        let (mut next, mut done) = (0, 0);
        // After cancellation results may be missing: those after them are not passed on.
        let mut is_complete = true;
        for (index, has_all, results) in receiver {
            early.insert(index, (has_all, results));
            while is_complete && let Some((has_all, results)) = early.remove(&next) {
                for (item, result) in results {
                    sink(item, result).inspect_err(|_| {
                        cancel.cancel();
                        window.advance(usize::MAX);
                    })?;
                    done += 1;
                }
                is_complete = has_all;
                next += 1;
                window.advance(next);
            }
        }
        Ok(done)
    })
}

#[cfg(not(feature = "threads"))]
fn in_order<T, R, E>(
    items: impl Iterator<Item = T>,
    _threads: usize,
    _unit: usize,
    cancel: &CancelToken,
    work: impl Fn(&T) -> R,
    sink: impl FnMut(T, R) -> Result<(), E>,
) -> Result<u64, E> {
    one_by_one(items, cancel, work, sink)
}

/// Does the work of [`map_ordered`] on this thread.
fn one_by_one<T, R, E>(
    items: impl Iterator<Item = T>,
    cancel: &CancelToken,
    work: impl Fn(&T) -> R,
    mut sink: impl FnMut(T, R) -> Result<(), E>,
) -> Result<u64, E> {
    let mut done = 0;
    for item in items {
        if cancel.is_cancelled() {
            break;
        }
        let result = work(&item);
        sink(item, result).inspect_err(|_| cancel.cancel())?;
        done += 1;
    }
    Ok(done)
}

/// The results for some items: the index of the unit, whether it is complete, and each item with its result.
#[cfg(feature = "threads")]
type UnitResults<T, R> = (usize, bool, Vec<(T, R)>);

/// The items of an iterator, some at a time.
#[cfg(feature = "threads")]
struct Units<I> {
    items: I,
    unit: usize,
}

#[cfg(feature = "threads")]
impl<I: Iterator> Iterator for Units<I> {
    type Item = Vec<I::Item>;

    fn next(&mut self) -> Option<Vec<I::Item>> {
        Some(self.items.by_ref().take(self.unit).collect()).filter(|unit: &Vec<_>| !unit.is_empty())
    }
}

/// Keeps threads from running far ahead of the result to be passed on next.
#[cfg(feature = "threads")]
struct Window {
    width: usize,
    next: Mutex<usize>,
    advanced: Condvar,
}

#[cfg(feature = "threads")]
impl Window {
    fn new(width: usize) -> Self {
        Self { width, next: Mutex::new(0), advanced: Condvar::new() }
    }

    fn wait_for(&self, index: usize) {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        while index >= next.saturating_add(self.width) {
            next = self.advanced.wait(next).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn advance(&self, next: usize) {
        let mut current = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        *current = next.max(*current);
        self.advanced.notify_all();
    }
}

/// Ends the work when its thread panics, so that the panic is passed on.
#[cfg(feature = "threads")]
struct EndOnPanic<'a> {
    window: &'a Window,
    cancel: &'a CancelToken,
}

#[cfg(feature = "threads")]
impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.cancel.cancel();
            self.window.advance(usize::MAX);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chacha20::ChaCha8Rng;
    use rand::SeedableRng;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;
    use taquin_core::random_board;

    #[test]
    fn results_arrive_in_input_order() {
        for (threads, unit) in [(1, 1), (4, 1), (3, 7), (500, 1)] {
            let mut seen = Vec::new();
            let work = |&i: &u64| {
                std::thread::sleep(Duration::from_micros((i * 37) % 500));
                i * i
            };
            let sink = |item, result| {
                seen.push((item, result));
                Ok::<(), Infallible>(())
            };
            let Ok(done) = in_order(0..200, threads, unit, &CancelToken::default(), work, sink);
            assert_eq!(done, 200);
            assert_eq!(seen, (0..200).map(|i| (i, i * i)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn cancelling_skips_the_remaining_items() {
        for threads in [1, 2] {
            let cancel = CancelToken::default();
            let mut seen = 0;
            let work = |&i: &u64| {
                if i == 10 {
                    cancel.cancel();
                }
            };
            let sink = |_, ()| {
                seen += 1;
                Ok::<(), Infallible>(())
            };
            let Ok(done) = map_ordered(0.., threads, &cancel, work, sink);
            assert!((10..20).contains(&done), "{done}");
            assert_eq!(seen, done);
        }
    }

    #[test]
    fn a_failing_sink_ends_the_work() {
        for threads in [1, 2] {
            let cancel = CancelToken::default();
            let result =
                map_ordered(0.., threads, &cancel, |&i: &u32| i, |i, _| if i < 5 { Ok(()) } else { Err(i) });
            assert_eq!(result, Err(5));
            assert!(cancel.is_cancelled());
        }
    }

    /// While the first item takes its time, the others wait once there are enough results.
    #[test]
    fn the_number_of_waiting_results_is_bounded() {
        let (begun, cancel) = (AtomicUsize::new(0), CancelToken::default());
        let work = |&i: &usize| {
            begun.fetch_add(1, Ordering::Relaxed);
            while i == 0 && begun.load(Ordering::Relaxed) < WAITING_RESULTS {
                std::thread::yield_now();
            }
            if i == 0 {
                std::thread::sleep(Duration::from_millis(20));
                assert!(begun.load(Ordering::Relaxed) <= WAITING_RESULTS);
                cancel.cancel();
            }
        };
        let Ok(_) = map_ordered(0.., 3, &cancel, work, |_, ()| Ok::<(), Infallible>(()));
    }

    #[test]
    fn all_boards_are_solved_with_any_number_of_threads() {
        let goal = Goal::blank_last("2x2".parse().expect("a size"));
        let boards: Vec<Board> =
            (0..5).map(|seed| random_board(&goal, seed != 3, &mut ChaCha8Rng::seed_from_u64(seed))).collect();
        for threads in [1, 2, 9] {
            let mut found = Vec::new();
            let solver = Solver::new(goal.clone()).threads(threads);
            let Ok(stats) = solver.solve_many(&boards, &mut (), |board, outcome| {
                found.push((board.clone(), outcome.expect("same size").solution().is_some()));
                Ok::<(), Infallible>(())
            });
            let expected = boards.iter().cloned().zip([true, true, true, false, true]);
            assert_eq!((stats.boards, found), (5, expected.collect()), "{threads}");
        }
    }

    #[test]
    fn a_panic_is_passed_on() {
        let work = |&i: &u32| assert_ne!(i, 3);
        let all = || map_ordered(0.., 2, &CancelToken::default(), work, |_, ()| Ok::<(), Infallible>(()));
        assert!(std::panic::catch_unwind(all).is_err());
    }
}
