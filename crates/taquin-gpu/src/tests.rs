//! The kernels, run on the CPU and compared with the library.

use crate::GpuBoard;
use crate::checkpoint::Checkpoint;
use crate::driver::{Driver, Engine, Homes, SliceConfig};
use crate::{Gpu, solve};
use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use std::path::PathBuf;
use taquin::Progress;
use taquin::gpu::{GpuBackend, GpuRun};
use taquin::random::random_board;
use taquin::{Algorithm, Board, Goal, Optimality, Outcome, Size, Solution, Solver, StopReason};
use taquin_pdb::Frame;

/// Short slices, so that work units are handed back often.
const SHORT_SLICES: SliceConfig = SliceConfig { steps: 64, max_idle_percent: 100, items: 1 << 16 };

/// A partition of the 15-puzzle.
const FIFTEEN: &str = "1.4.5.8.9.12-6.7.10.11.13.14-2.3.15";

fn partitions(text: &str) -> Vec<Homes> {
    let part = |part: &str| part.split('.').map(|tile| tile.parse().expect("a tile")).collect();
    text.split('+').map(|text| text.split('-').map(part).collect()).collect()
}

fn square(n: usize) -> Size {
    Size::square(n).expect("in range")
}

fn engine(n: usize, text: &str, slices: SliceConfig) -> Engine {
    let partitions = partitions(text);
    Engine::new(&Driver::open_cpu(), square(n), 0, &partitions, slices, &mut |_| Ok(())).expect("built")
}

fn gpu(n: usize, partition: &str) -> Gpu {
    let gpu = Gpu::with_driver(Driver::open_cpu());
    let engine = engine(n, partition, SHORT_SLICES);
    *gpu.engine.lock().expect("not poisoned") = Some(((square(n), 0), engine));
    gpu
}

/// Returns the task of a board for a goal with the blank first and the tiles in order.
fn task(board: &Board) -> GpuBoard {
    let tiles = board.tiles().iter().map(|&tile| tile as u8).collect();
    GpuBoard { size: board.size(), blank: 0, tiles }
}

fn solved(outcome: Outcome) -> Solution {
    match outcome {
        Outcome::Solved(solution) => solution,
        other => panic!("{other:?}"),
    }
}

/// Returns a shortest solution found by A*.
fn reference(board: &Board) -> Solution {
    let solver = Solver::new(Goal::blank_first(board.size())).request(Algorithm::AStar);
    solved(solver.solve(board).expect("same size"))
}

#[expect(clippy::unnecessary_wraps, reason = "the signature that `solve` requires")]
fn never_stop(_: &Progress) -> Result<(), StopReason> {
    Ok(())
}

fn answer(engine: &mut Engine, board: &Board) -> GpuRun {
    solve::solve(engine, &task(board), None, &mut never_stop).expect("no failure")
}

/// Returns random solvable boards, the same in every run.
fn boards(n: usize, count: usize) -> Vec<Board> {
    let goal = Goal::blank_first(square(n));
    let mut rng = ChaCha8Rng::seed_from_u64(n as u64);
    (0..count).map(|_| random_board(&goal, true, &mut rng)).collect()
}

/// Returns true if the blank's path along `cells` solves a board.
fn is_solution(board: &Board, cells: &[u8]) -> bool {
    let mut tiles = task(board).tiles;
    for pair in cells.windows(2) {
        let (blank, next) = (usize::from(pair[0]), usize::from(pair[1]));
        assert!(tiles[blank] == 0 && board.size().distance(blank, next) == 1);
        tiles.swap(blank, next);
    }
    tiles.into_iter().eq(0..board.size().cells() as u8)
}

#[test]
fn pattern_databases_match_the_cpu_bit_for_bit() {
    let gpu = Gpu::with_driver(Driver::open_cpu());
    for (n, parts) in [
        (2, "1.2.3"),
        (3, "1.2.3.4-5.6.7.8"),
        (3, "1.2.3.4.5.6.7-8"),
        (4, "1.4.5.8-15-6.7.10"),
        (5, "1.2.5-24"),
    ] {
        assert!(gpu.check_pattern_databases(square(n), &partitions(parts)[0]).expect("equal") > 0);
    }
}

#[test]
fn invalid_patterns_are_rejected() {
    let gpu = Gpu::with_driver(Driver::open_cpu());
    for homes in [vec![], vec![0, 1], vec![3, 3], vec![9], vec![200], (1..10).collect()] {
        assert!(gpu.check_pattern_databases(square(3), std::slice::from_ref(&homes)).is_err(), "{homes:?}");
    }
    assert!(gpu.check_pattern_databases(square(6), &[vec![1, 2]]).is_err());
}

#[test]
fn single_boards_are_solved_optimally() {
    let mut engine = engine(3, "1.2.4.5-3.6.7.8+1.2.3.4.5-6.7.8", SHORT_SLICES);
    for board in boards(3, 300).into_iter().chain([Goal::blank_first(square(3)).board().clone()]) {
        let cells = answer(&mut engine, &board).blank_path.expect("not stopped");
        assert_eq!(cells.len() - 1, reference(&board).len(), "{board}");
        assert!(is_solution(&board, &cells), "{board}: {cells:?}");
    }
}

#[test]
fn batches_are_solved_optimally() {
    let gpu = gpu(3, "1.2.4.5-3.6.7.8");
    let mut boards = boards(3, 500);
    boards.push(Goal::blank_first(square(3)).board().clone());
    let tasks: Vec<GpuBoard> = boards.iter().map(task).collect();
    let (solutions, nodes) = gpu.solve_all((square(3), 0), &tasks, &mut never_stop).expect("no failure");
    assert!(nodes > 1000);
    for (board, cells) in boards.iter().zip(solutions) {
        assert_eq!(cells.len() - 1, reference(board).len(), "{board}");
        assert!(is_solution(board, &cells));
    }
}

#[test]
fn boards_that_do_not_fit_are_rejected() {
    let gpu = gpu(3, "1.2.4.5-3.6.7.8");
    let kind = (square(3), 0);
    let good = task(&boards(3, 1)[0]);
    for wrong in [
        GpuBoard { tiles: vec![1, 1, 2, 3, 4, 5, 6, 7, 8], ..good.clone() },
        GpuBoard { tiles: vec![0, 1, 2, 3, 4, 5, 6, 7, 250], ..good.clone() },
        GpuBoard { tiles: vec![0; 100], ..good.clone() },
        GpuBoard { tiles: vec![0, 1, 2], ..good.clone() },
        GpuBoard { blank: 4, ..good.clone() },
        task(&boards(4, 1)[0]),
    ] {
        assert!(gpu.solve_all(kind, &[good.clone(), wrong.clone()], &mut never_stop).is_err(), "{wrong:?}");
    }
    assert!(gpu.solve_all((square(4), 5), &[good], &mut never_stop).is_err());
}

#[test]
fn invalid_work_units_are_rejected() {
    let mut engine = engine(3, "1.2.4.5-3.6.7.8", SHORT_SLICES);
    let (items, instances) = engine.roots(&[task(&boards(3, 1)[0])]).expect("no failure");
    assert!(engine.start(&items, &instances).is_ok());
    // Two bytes of the board, then one each of h, the board number, the next states and the moves.
    for byte in [0, 8, 68, 76, 81, 88] {
        let mut item = items[0];
        bytemuck::bytes_of_mut(&mut item)[byte] ^= 0x80;
        assert!(engine.start(&[item], &instances).is_err(), "byte {byte}");
    }
    let mut item = items[0];
    bytemuck::bytes_of_mut(&mut item)[89] = 15;
    assert!(engine.start(&[item], &instances).is_err(), "directions");
}

/// Returns the library's built-in partition of the 15-puzzle.
fn built_in_partition() -> String {
    let partition: taquin::pdb::Partition = "15:6-6-3".parse().expect("known");
    let part = |part: &Vec<u8>| part.iter().map(u8::to_string).collect::<Vec<_>>().join(".");
    partition.part_homes().iter().map(part).collect::<Vec<_>>().join("-")
}

#[test]
fn completed_iterations_match_the_cpu_in_nodes() {
    let partition = built_in_partition();
    let solver = Solver::new(Goal::blank_first(square(4))).request(Algorithm::IdaStar);
    let short = engine(4, &partition, SHORT_SLICES);
    let long = engine(4, &partition, SliceConfig { steps: 100_000, ..SHORT_SLICES });
    // There is hardly ever room to hand work units back.
    let full = engine(4, &partition, SliceConfig { items: 16, ..SHORT_SLICES });
    let mut engines = [short, long, full];
    for board in boards(4, 12) {
        let expected = solved(solver.solve(&board).expect("same size"));
        let completed = expected.stats().iterations.len() - 1;
        for engine in &mut engines {
            let found = answer(engine, &board);
            assert_eq!(found.blank_path.expect("not stopped").len() - 1, expected.len());
            assert_eq!(found.stats.iterations.len(), completed + 1);
            for (ours, cpu) in found.stats.iterations.iter().zip(&expected.stats().iterations[..completed]) {
                // The CPU counts the root too.
                assert_eq!((ours.bound, ours.generated + 1), (cpu.bound, cpu.generated), "{board}");
            }
        }
    }
}

#[test]
fn paths_up_to_the_maximum_depth_are_recorded() {
    // A board ten moves from the goal, as if 150 moves had led to it.
    let mut engine = engine(3, "1.2.4.5-3.6.7.8", SHORT_SLICES);
    let mut near = boards(3, 1).remove(0);
    loop {
        let solution = reference(&near);
        near = match solution.len() {
            10 => break,
            11.. => solution.boards().nth(1).expect("not the goal"),
            _ => near.neighbors().next().expect("a move").1,
        };
    }
    let (mut items, mut instances) = engine.roots(&[task(&near)]).expect("no failure");
    for item in &mut items {
        item.moves = 150;
        item.path.fill(0x5555_5555);
    }
    instances[0].bound = 160;
    let mut search = engine.start(&items, &instances).expect("no failure");
    while !search.is_finished() {
        search.run_slice().expect("no failure");
    }
    let found = search.instances().expect("no failure")[0];
    assert_eq!((found.found, found.path[..9].to_vec()), (161, vec![0x5555_5555; 9]));
    let last_moves = found.path[9] >> 12;
    assert!(is_solution(&near, &engine.blank_cells(&task(&near), &[last_moves], 10)));
    instances[0].bound = 162;
    assert!(engine.start(&items, &instances).is_err());
}

/// A temporary file that is removed when dropped.
struct TempFile(PathBuf);

impl TempFile {
    fn new(name: &str) -> Self {
        Self(std::env::temp_dir().join(format!("taquin-{}-{name}", std::process::id())))
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        std::fs::remove_file(&self.0).ok();
    }
}

#[test]
fn interrupted_search_resumes_from_its_checkpoint() {
    let mut engine = engine(4, FIFTEEN, SHORT_SLICES);
    let file = TempFile::new("resume");
    let board = boards(4, 1).remove(0);
    let uninterrupted = answer(&mut engine, &board);
    let mut polls = 0;
    let mut stops = 0;
    let found = loop {
        let mut stop_every_fifth = |_: &Progress| {
            polls += 1;
            if polls % 5 == 0 { Err(StopReason::Cancelled) } else { Ok(()) }
        };
        let found = solve::solve(&mut engine, &task(&board), Some(&file.0), &mut stop_every_fifth);
        match found.expect("no failure") {
            GpuRun { blank_path: Err(StopReason::Cancelled), .. } => stops += 1,
            found => break found,
        }
    };
    assert!(stops > 3, "{stops}");
    let completed = uninterrupted.stats.iterations.len() - 1;
    assert_eq!(found.stats.iterations.len() - 1, completed);
    assert_eq!(found.stats.iterations[..completed], uninterrupted.stats.iterations[..completed]);
    assert_eq!(found.blank_path.expect("solved").len(), uninterrupted.blank_path.expect("solved").len());
    assert!(!file.0.exists());
}

#[test]
fn work_after_a_checkpoint_is_repeated_and_counted_once() {
    let mut engine = engine(4, FIFTEEN, SHORT_SLICES);
    let file = TempFile::new("older");
    let board = boards(4, 1).remove(0);
    let uninterrupted = answer(&mut engine, &board);
    let mut older = None;
    for limit in [10, 20] {
        let mut polls = 0;
        let mut stop_after_limit = |_: &Progress| {
            polls += 1;
            if polls > limit { Err(StopReason::Cancelled) } else { Ok(()) }
        };
        let stopped = solve::solve(&mut engine, &task(&board), Some(&file.0), &mut stop_after_limit);
        assert_eq!(stopped.expect("no failure").blank_path, Err(StopReason::Cancelled));
        older = older.or_else(|| std::fs::read(&file.0).ok());
    }
    std::fs::write(&file.0, older.expect("written")).expect("writable");
    let found = solve::solve(&mut engine, &task(&board), Some(&file.0), &mut never_stop).expect("no failure");
    let completed = uninterrupted.stats.iterations.len() - 1;
    assert_eq!(found.stats.iterations[..completed], uninterrupted.stats.iterations[..completed]);
}

#[test]
fn damaged_or_foreign_checkpoints_are_rejected() {
    let engine = engine(2, "1.2.3", SHORT_SLICES);
    let file = TempFile::new("damaged");
    let path = &file.0;
    let task_of = |text: &str| task(&text.parse().expect("a board"));
    let task = task_of("3 2/1 0");
    let (roots, _) = engine.roots(std::slice::from_ref(&task)).expect("no failure");
    let mut saved = Checkpoint::new(&task, engine.fingerprint, 4, roots);
    saved.start_next_iteration(saved.items.clone());
    saved.nodes = 5;
    saved.write(path).expect("writable");
    let bytes = std::fs::read(path).expect("readable");
    assert_eq!(Checkpoint::read(path).expect("valid").as_ref(), Some(&saved));
    assert_eq!(Gpu::read_checkpoint_progress(path, &task).expect("valid"), Some(5));
    saved.check(path, &task, engine.fingerprint).expect("the same search");
    let other_board = Gpu::read_checkpoint_progress(path, &task_of("1 2/3 0")).expect_err("another board");
    assert!(other_board.to_string().contains("another board or goal"), "{other_board}");
    let other_engine = self::engine(2, "1.2-3", SHORT_SLICES);
    assert!(saved.check(path, &task, other_engine.fingerprint).is_err());
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        std::fs::write(path, &damaged).expect("writable");
        assert!(Checkpoint::read(path).is_err(), "byte {at}");
        std::fs::write(path, &bytes[..at]).expect("writable");
        assert!(Checkpoint::read(path).is_err(), "cut at {at}");
    }
}

#[test]
fn solver_uses_the_gpu() {
    let size = square(4);
    let gpu = gpu(4, FIFTEEN);
    let supports = |goal: &Goal| gpu.supports(&Frame::new(goal).expect("small"), 1);
    assert!(supports(&Goal::blank_last(size)) && !supports(&Goal::snail(size)));
    assert!(!supports(&Goal::blank_last(square(3))));
    let gpu = std::sync::Arc::new(gpu);
    for goal in [Goal::blank_last(size), Goal::blank_first(size)] {
        let board = random_board(&goal, true, &mut ChaCha8Rng::seed_from_u64(9));
        let expected = solved(Solver::new(goal.clone()).solve(&board).expect("same size"));
        let solver = Solver::new(goal.clone()).gpu(gpu.clone());
        let found = solved(solver.solve(&board).expect("same size"));
        assert!(found.is_shortest());
        assert_eq!(found.len(), expected.len());
        // Proofs of lower bounds; the last one is refuted by a shorter solution.
        let length = expected.len() as u32;
        for (at_least, is_true) in [(length - 2, true), (length, true), (length + 2, false)] {
            match solver.clone().request(Optimality::AtLeast(at_least)).solve(&board).expect("same size") {
                Outcome::Stopped(at) => {
                    assert!(is_true && at.reason == StopReason::Bound && at.lower_bound >= at_least);
                }
                Outcome::Solved(found) => assert!(!is_true && found.len() as u32 == length),
                Outcome::Unsolvable(_) => panic!("the board is solvable"),
            }
        }
    }
}

#[test]
fn ptx_was_compiled_from_these_sources() {
    let ptx = include_str!("../kernels/kernels.ptx");
    let sources = [include_str!("../kernels/arithmetic.h"), include_str!("../kernels/kernels.cu")].concat();
    let hash = xxhash_rust::xxh3::xxh3_64(sources.as_bytes());
    assert!(ptx.starts_with(&format!("// {hash:016x}")), "run crates/taquin-gpu/compile");
}
