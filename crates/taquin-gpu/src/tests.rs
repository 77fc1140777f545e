//! The kernels and what drives them, on the processor, held against the library.

use crate::checkpoint;
use crate::device::host::Host;
use crate::search::{Engine, Homes, Slicing};
use crate::{Gpu, solve, tables};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::path::PathBuf;
use taquin::accelerator::{Accelerator, Answer, Task, reference_table};
use taquin::search::Progress;
use taquin::{Algorithm, Board, Goal, Limits, Outcome, Size, Solution, Solver, StopReason, random_board};

/// The processor's single thread: hands back often, so that all of it is tried.
const OFTEN: Slicing = Slicing { steps: 64, most_idle_percent: 100, blocks: None, items: 1 << 16 };

fn homes(text: &str) -> Vec<Homes> {
    let part = |part: &str| part.split('.').map(|tile| tile.parse().expect("a tile")).collect();
    text.split('+').map(|text| text.split('-').map(part).collect()).collect()
}

fn square(n: usize) -> Size {
    Size::square(n).expect("in range")
}

fn engine(n: usize, partitions: &str, slicing: Slicing) -> Engine {
    Engine::new(&Host::open(), square(n), 0, &homes(partitions), slicing, &mut || Ok(())).expect("built")
}

/// With the blank first and the tiles in order, a board is seen as it is.
fn task(board: &Board) -> Task {
    let tiles = board.tiles().iter().map(|&tile| tile as u8).collect();
    Task { size: board.size(), blank: 0, tiles }
}

fn solved(outcome: Outcome) -> Solution {
    match outcome {
        Outcome::Solved(solution) => solution,
        other => panic!("{other:?}"),
    }
}

#[expect(clippy::unnecessary_wraps, reason = "that is what is asked for")]
fn forever(_: &Progress) -> Result<(), StopReason> {
    Ok(())
}

fn answer(engine: &Engine, board: &Board) -> Answer {
    solve::solve(engine, &task(board), None, &mut forever).expect("no fault")
}

/// Some boards, always the same.
fn boards(n: usize, count: usize) -> Vec<Board> {
    let (goal, mut rng) = (Goal::blank_first(square(n)), ChaCha8Rng::seed_from_u64(n as u64));
    (0..count).map(|_| random_board(&goal, true, &mut rng)).collect()
}

#[test]
fn tables_are_the_processors_bit_for_bit() {
    for (n, parts) in [
        (2, "1.2.3"),
        (3, "1.2.3.4-5.6.7.8"),
        (3, "1.2.3.4.5.6.7-8"),
        (4, "1.4.5.8-15-6.7.10"),
        (5, "1.2.5-24"),
    ] {
        let (size, device) = (square(n), Host::open());
        for homes in homes(parts).concat() {
            let slabs = tables::Slabs::new(&device, size, homes.len()).expect("no fault");
            let built = tables::build(&device, &tables::grid(size, 0), &slabs, &homes, &mut || Ok(()));
            let bits = built.expect("built");
            let words = bits.get(0, bits.length()).expect("no fault");
            let expected = reference_table(size, 0, &homes);
            let expected: Vec<u32> = expected.iter().flat_map(|w| [*w as u32, (w >> 32) as u32]).collect();
            assert_eq!(words, expected, "{n}: {homes:?}");
        }
    }
}

#[test]
fn boards_have_the_fewest_moves() {
    let engine = engine(3, "1.2.4.5-3.6.7.8+1.2.3.4.5-6.7.8", OFTEN);
    let goal = Goal::blank_first(square(3));
    let solver = Solver::new(goal.clone()).algorithm(Algorithm::AStar);
    for board in boards(3, 300).into_iter().chain([goal.board().clone()]) {
        let expected = solved(solver.solve(&board).expect("same size"));
        let cells = answer(&engine, &board).end.expect("not stopped");
        assert_eq!(cells.len() - 1, expected.moves.len(), "{board}");
        assert!(leads_home(&board, &cells), "{board}: {cells:?}");
    }
}

/// Whether the blank's way along some cells ends with every tile at home.
fn leads_home(board: &Board, cells: &[u8]) -> bool {
    let mut tiles = task(board).tiles;
    for pair in cells.windows(2) {
        let (blank, next) = (usize::from(pair[0]), usize::from(pair[1]));
        assert!(tiles[blank] == 0 && board.size().distance(blank, next) == 1);
        tiles.swap(blank, next);
    }
    tiles.into_iter().eq(0..board.size().cells() as u8)
}

/// Three parts for 4×4.
const FIFTEEN: &str = "1.4.5.8.9.12-6.7.10.11.13.14-2.3.15";

#[test]
fn completed_iterations_have_the_processors_nodes() {
    let (partition, goal) = (built_in(), Goal::blank_first(square(4)));
    let solver = Solver::new(goal).algorithm(Algorithm::IdaStar);
    let often = engine(4, &partition, OFTEN);
    let rarely = engine(4, &partition, Slicing { steps: 100_000, ..OFTEN });
    // There is hardly ever room to hand anything back.
    let full = engine(4, &partition, Slicing { items: 16, ..OFTEN });
    for board in boards(4, 12) {
        let expected = solved(solver.solve(&board).expect("same size"));
        for engine in [&often, &rarely, &full] {
            let found = answer(engine, &board);
            assert_eq!(found.end.expect("not stopped").len() - 1, expected.moves.len());
            let completed = expected.stats.iterations.len() - 1;
            assert_eq!(found.stats.iterations.len(), completed + 1);
            for (mine, theirs) in found.stats.iterations.iter().zip(&expected.stats.iterations[..completed]) {
                // The processor counts the first board too.
                assert_eq!((mine.bound, mine.generated + 1), (theirs.bound, theirs.generated), "{board}");
            }
        }
    }
}

/// The partition of the tables in the program, as this crate takes it.
fn built_in() -> String {
    let partition: taquin::Partition = "15:6-6-3".parse().expect("known");
    let parts: Vec<Vec<String>> =
        partition.homes_of_parts().iter().map(|part| part.iter().map(u8::to_string).collect()).collect();
    parts.iter().map(|part| part.join(".")).collect::<Vec<_>>().join("-")
}

#[test]
fn batches_have_the_fewest_moves() {
    let gpu = Gpu::on(Host::open(), "the processor".to_owned());
    *gpu.engine.lock().expect("not poisoned") = Some(((square(3), 0), engine(3, "1.2.4.5-3.6.7.8", OFTEN)));
    let mut all = boards(3, 500);
    all.push(Goal::blank_first(square(3)).board().clone());
    let tasks: Vec<Task> = all.iter().map(task).collect();
    let (found, nodes) = gpu.solve_all((square(3), 0), &tasks, &mut forever).expect("no fault");
    assert!(nodes > 1000);
    let solver = Solver::new(Goal::blank_first(square(3))).algorithm(Algorithm::AStar);
    for (board, found) in all.iter().zip(found) {
        let expected = solved(solver.solve(board).expect("same size"));
        assert_eq!(found.len() - 1, expected.moves.len(), "{board}");
        assert!(leads_home(board, &found));
    }
}

/// A file that is removed at the end.
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
fn a_search_goes_on_from_its_checkpoint() {
    let (engine, file) = (engine(4, FIFTEEN, OFTEN), TempFile::new("goes-on"));
    let hard = boards(4, 1).remove(0);
    let whole = answer(&engine, &hard);
    let (mut launches, mut stops) = (0, 0);
    let found = loop {
        // Every few launches somebody pulls the plug.
        let mut go_on = |_: &Progress| {
            launches += 1;
            if launches % 5 == 0 { Err(StopReason::Cancelled) } else { Ok(()) }
        };
        let found = solve::solve(&engine, &task(&hard), Some(&file.0), &mut go_on).expect("no fault");
        match found.end {
            Err(StopReason::Cancelled) => stops += 1,
            _ => break found,
        }
    };
    assert!(stops > 3, "{stops}");
    assert_eq!(
        found.stats.iterations[..found.stats.iterations.len() - 1],
        whole.stats.iterations[..whole.stats.iterations.len() - 1]
    );
    assert_eq!(found.end.expect("solved").len(), whole.end.expect("solved").len());
    assert!(!file.0.exists());
}

#[test]
fn what_was_done_since_a_checkpoint_is_done_again_and_not_counted_twice() {
    let (engine, file) = (engine(4, FIFTEEN, OFTEN), TempFile::new("older"));
    let hard = boards(4, 1).remove(0);
    let whole = answer(&engine, &hard);
    let mut older = None;
    for stop_after in [10, 20] {
        let mut launches = 0;
        let mut go_on = |_: &Progress| {
            launches += 1;
            if launches > stop_after { Err(StopReason::Cancelled) } else { Ok(()) }
        };
        let stopped = solve::solve(&engine, &task(&hard), Some(&file.0), &mut go_on).expect("no fault");
        assert_eq!(stopped.end, Err(StopReason::Cancelled));
        older = older.or_else(|| std::fs::read(&file.0).ok());
    }
    std::fs::write(&file.0, older.expect("written")).expect("writable");
    let found = solve::solve(&engine, &task(&hard), Some(&file.0), &mut forever).expect("no fault");
    let completed = whole.stats.iterations.len() - 1;
    assert_eq!(found.stats.iterations[..completed], whole.stats.iterations[..completed]);
}

#[test]
fn long_paths_have_room() {
    // Ten moves from the goal, as if a hundred and fifty had been made before.
    let engine = engine(3, "1.2.4.5-3.6.7.8", OFTEN);
    let solver = Solver::new(Goal::blank_first(square(3))).algorithm(Algorithm::AStar);
    let is_near = |board: &Board| solved(solver.solve(board).expect("same size")).moves.len() == 10;
    let mut near = boards(3, 1).remove(0);
    while !is_near(&near) {
        let next = solved(solver.solve(&near).expect("same size"));
        near = if next.moves.len() > 10 {
            next.boards().nth(1).expect("not the goal")
        } else {
            near.neighbors().next().expect("one").1
        };
    }
    let (mut items, mut instances) = engine.roots(&[solve::pack(&task(&near).tiles)]).expect("no fault");
    for item in &mut items {
        item.moves = 150;
        item.path.fill(0x5555_5555);
    }
    instances[0].bound = 160;
    let mut search = engine.start(&items, &instances).expect("no fault");
    while !search.is_over() {
        search.slice().expect("no fault");
    }
    let found = search.instances().expect("no fault")[0];
    assert_eq!((found.found, found.path[..9].to_vec()), (161, vec![0x5555_5555; 9]));
    let end: Vec<u32> = vec![found.path[9] >> 12];
    let blank = task(&near).tiles.iter().position(|&tile| tile == 0).expect("one") as u8;
    assert!(leads_home(&near, &crate::search::cells(&engine.grid, blank, &end, 10)));
    instances[0].bound = 162;
    assert!(engine.start(&items, &instances).is_err());
}

#[test]
fn checkpoints_are_whole_or_not_believed() {
    let (engine, file) = (engine(2, "1.2.3", OFTEN), TempFile::new("damaged"));
    let board: Board = "3 2/1 0".parse().expect("a board");
    let (roots, _) = engine.roots(&[solve::pack(&task(&board).tiles)]).expect("no fault");
    let mut saved = checkpoint::Saved::new(&task(&board), &engine, 4, roots);
    saved.next_iteration(saved.items.clone());
    saved.nodes = 5;
    checkpoint::write(&file.0, &saved).expect("writable");
    let bytes = std::fs::read(&file.0).expect("readable");
    let read = checkpoint::read(&file.0).expect("whole").expect("there");
    assert_eq!(read, saved);
    assert!(read.is_of(&task(&board), &engine));
    assert_eq!(Gpu::look_at_checkpoint(&file.0, &task(&board)).expect("whole"), Some(5));
    assert!(!read.is_of(&task(&"1 2/3 0".parse().expect("a board")), &engine));
    assert!(!read.is_of(&task(&board), &self::engine(2, "1.2-3", OFTEN)));
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        std::fs::write(&file.0, &damaged).expect("writable");
        assert!(checkpoint::read(&file.0).is_err(), "byte {at}");
        std::fs::write(&file.0, &bytes[..at]).expect("writable");
        assert!(checkpoint::read(&file.0).is_err(), "cut at {at}");
    }
}

#[test]
fn the_front_door_leads_here() {
    let size = square(4);
    let gpu = Gpu::on(Host::open(), "the processor".to_owned());
    *gpu.engine.lock().expect("not poisoned") = Some(((size, 0), engine(4, FIFTEEN, OFTEN)));
    assert!(gpu.takes(size, 0) && !gpu.takes(size, 5) && !gpu.takes(square(3), 0));
    let tables = taquin::Tables::default().accelerated(std::sync::Arc::new(gpu));
    for goal in [Goal::blank_last(size), Goal::blank_first(size)] {
        let board = random_board(&goal, true, &mut ChaCha8Rng::seed_from_u64(9));
        let plain = solved(Solver::new(goal.clone()).solve(&board).expect("same size"));
        let solver = Solver::new(goal.clone()).tables(tables.clone());
        let found = solved(solver.solve(&board).expect("same size"));
        assert!(found.is_shortest());
        assert_eq!(found.moves.len(), plain.moves.len());
        // A lower bound alone, and one that is not true.
        let length = plain.moves.len() as u32;
        for (at_least, reason) in [(length - 2, true), (length, true), (length + 2, false)] {
            let limits = Limits { at_least: Some(at_least), ..Limits::default() };
            match solver.clone().limits(limits).solve(&board).expect("same size") {
                Outcome::Stopped(at) => {
                    assert!(reason && at.reason == StopReason::Bound && at.lower_bound >= at_least);
                }
                Outcome::Solved(found) => assert!(!reason && found.moves.len() as u32 == length),
                Outcome::Unsolvable(_) => panic!("it can be solved"),
            }
        }
    }
}

#[test]
fn the_kernels_that_travel_are_made_of_these_sources() {
    let kernels = include_str!("../kernels/kernels.ptx");
    let sources = [include_str!("../kernels/arithmetic.h"), include_str!("../kernels/kernels.cu")].concat();
    let sum = xxhash_rust::xxh3::xxh3_64(sources.as_bytes());
    assert!(kernels.starts_with(&format!("// {sum:016x}")), "run crates/taquin-gpu/compile");
}
