//! Depth-first search on the GPU, in slices.
//!
//! The search tree below a board is kept as a list of work units, called *items* in the kernels: nodes with
//! directions still to be searched. Each launch is one slice. Its threads, thousands of them, take one work
//! unit each from the list, and the next when they are done. After a number of steps, or when too many
//! threads are idle, the others hand the rest of their subtrees back as new work units, a few for each level.
//! So no subtree is too large for one thread, no thread is idle for long, and the host can stop, save or
//! report between two launches. The assignment of work units to threads varies from run to run. The set of
//! generated nodes does not: it depends only on the node, the bound and the state of the finite-state
//! machine, so a completed iteration always has the same number of nodes.
//!
//! Work units that were handed back last are taken first. That keeps the list about as long as threads times
//! levels.

use super::layout::{
    BOARD_WORDS, Control, Frame, Grid, Instance, Item, Kernel, MAX_DEPTH, MAX_DIRECTIONS, MAX_PARTS,
    MAX_VIEWS, NOWHERE, Puzzle, ROOTS, Ranks, RootsArguments, SEARCH_2, SEARCH_4, SHARED, SearchArguments,
    View,
};
use super::{Buffer, Driver, LaunchConfig, PatternDatabase, PdbIndex};
use crate::GpuBoard;
use crate::{Poll, SolveError};
use bytemuck::Zeroable;
use std::sync::Arc;
use taquin::gpu::{GpuError, move_pruning};
use taquin_core::Size;
use taquin_pdb::{MovePruning, PruningState};
use xxhash_rust::xxh3::Xxh3;

/// The division of the work among launches and threads. Results do not depend on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SliceConfig {
    /// Steps of each thread per launch.
    pub(crate) steps: u32,
    /// A launch ends early when more than this percentage of its threads is idle.
    pub(crate) max_idle_percent: u32,
    /// The capacity of the list of work units.
    pub(crate) items: usize,
}

impl Default for SliceConfig {
    fn default() -> Self {
        Self { steps: 4096, max_idle_percent: 25, items: 16 << 20 }
    }
}

/// The maximum number of threads per block that the kernels are compiled for, and the threads of a warp.
const MAX_THREADS: u32 = 512;
const WARP: u32 = 32;

/// A partition of the tiles: the home cells of each part.
pub(crate) type Homes = Vec<Vec<u8>>;

/// Everything in device memory that searches for one goal need.
///
/// Invariant: `puzzle` describes `grid`, and its pointers refer to `_databases` and to `_automaton`, which
/// has `states` words. `stacks` has `MAX_DEPTH` frames for each thread of `config`, whose shared memory is
/// enough for its threads.
#[derive(Debug)]
pub(crate) struct Engine {
    driver: Driver,
    size: Size,
    grid: Grid,
    /// Distinguishes partitions and finite-state machines.
    pub(crate) fingerprint: u32,
    kernel: Kernel<SearchArguments>,
    config: LaunchConfig,
    slices: SliceConfig,
    states: usize,
    puzzle: Buffer<Puzzle>,
    ranks: Buffer<Ranks>,
    items: Buffer<Item>,
    back: Buffer<Item>,
    stacks: Buffer<Frame>,
    control: Buffer<Control>,
    _automaton: Buffer<u64>,
    _databases: Vec<PatternDatabase>,
}

impl Engine {
    /// Builds the pattern databases of one or two partitions and allocates the buffers of a search.
    ///
    /// # Panics
    /// If a partition does not contain each tile once, in at most four parts, or if the grid is not
    /// symmetric.
    pub(crate) fn new(
        driver: &Driver,
        size: Size,
        blank: usize,
        partitions: &[Homes],
        slices: SliceConfig,
        poll: &mut Poll<'_>,
    ) -> Result<Self, SolveError> {
        let mirrors = taquin_pdb::Frame::symmetries_of(size, blank);
        let grid = Grid::new(size, blank);
        let parts = partitions.iter().map(Vec::len).max().unwrap_or(0);
        let views = 2 * partitions.len();
        assert!(mirrors.len() > 1 && parts <= MAX_PARTS && (2..=MAX_VIEWS).contains(&views));
        assert!(i32::try_from(slices.items).is_ok());
        let kernel = if views == 2 { SEARCH_2 } else { SEARCH_4 };
        let config = launch_config(driver, kernel, parts, views)?;
        let mut indexes: Vec<Arc<PdbIndex>> = Vec::new();
        let mut databases = Vec::new();
        let mut puzzle = Puzzle { grid, parts: parts as u32, ..Puzzle::zeroed() };
        for partition in partitions {
            assert!(is_partition(partition, size, blank), "{partition:?} is not a partition of {size}");
            let mut view = View::zeroed();
            for (part, homes) in partition.iter().enumerate() {
                let index = match indexes.iter().find(|index| index.tiles == homes.len()) {
                    Some(index) => Arc::clone(index),
                    None => Arc::new(PdbIndex::new(driver, size, homes.len())?),
                };
                let database = PatternDatabase::build(driver, &index, blank, homes, poll)?;
                view.tables[part] = database.table();
                view.homes[8 * part..][..homes.len()].copy_from_slice(homes);
                databases.push(database);
                indexes.push(index);
            }
            for mirror in &mirrors[..2] {
                view.cell[..mirror.len()].copy_from_slice(mirror);
                for (tile, home) in mirror.iter().enumerate() {
                    let slot = partition.iter().enumerate().find_map(|(part, homes)| {
                        homes.iter().position(|other| other == home).map(|number| 8 * part + number)
                    });
                    view.slot[tile] = slot.unwrap_or_default() as u8;
                }
                puzzle.view[puzzle.views as usize] = view;
                puzzle.views += 1;
            }
        }
        let states = pack_machine(&move_pruning(size));
        let automaton = Buffer::from_slice(driver, &states)?;
        puzzle.automaton = automaton.pointer();
        Ok(Self {
            driver: driver.clone(),
            size,
            grid,
            fingerprint: fingerprint(partitions, &states),
            kernel,
            config,
            slices,
            states: states.len(),
            puzzle: Buffer::from_slice(driver, &[puzzle])?,
            ranks: Buffer::from_slice(driver, std::slice::from_ref(&*Ranks::new()))?,
            items: Buffer::uninit(driver, slices.items)?,
            back: Buffer::uninit(driver, slices.items / 2)?,
            stacks: Buffer::uninit(driver, MAX_DEPTH * (config.blocks * config.threads) as usize)?,
            control: Buffer::from_slice(driver, &[Control::default()])?,
            _automaton: automaton,
            _databases: databases,
        })
    }

    /// Returns the root work units of some boards, two for each, and the bounds of their first iterations.
    #[expect(unsafe_code, reason = "launches `roots`")]
    pub(crate) fn roots(&self, tasks: &[GpuBoard]) -> Result<(Vec<Item>, Vec<Instance>), GpuError> {
        let count = tasks.len();
        if 2 * count > self.items.len() {
            let most = self.items.len() / 2;
            return Err(GpuError(format!("{count} boards are too many for one batch: at most {most}")));
        }
        if let Some(wrong) = tasks.iter().position(|task| !self.is_valid_board(task)) {
            return Err(GpuError(format!(
                "invalid board {} of {count}: expected a permutation of {} with the blank's home at cell {}",
                wrong + 1,
                self.size,
                self.grid.blank
            )));
        }
        let boards: Vec<[u8; 32]> = tasks.iter().map(|task| pack_board(&task.tiles)).collect();
        let boards = Buffer::from_slice(&self.driver, &boards)?;
        let items = Buffer::<Item>::uninit(&self.driver, 2 * count)?;
        let instances = Buffer::<Instance>::zeroed(&self.driver, count)?;
        let arguments = RootsArguments {
            puzzle: self.puzzle.pointer(),
            ranks: self.ranks.pointer(),
            boards: boards.pointer(),
            count: count as u32,
            items: items.pointer(),
            instances: instances.pointer(),
        };
        // SAFETY: the engine keeps the puzzle, what it points to and the launch configuration as the kernel
        // needs them. The kernel reads `count` boards, which were checked above, and writes `2 * count` items
        // and `count` instances, which is how the buffers were allocated; only this function has them.
        unsafe { self.driver.launch(ROOTS, self.config, arguments) }?;
        Ok((items.read(2 * count)?, instances.read(count)?))
    }

    /// Starts a search below some work units of the boards `instances`.
    pub(crate) fn start<'a>(
        &'a mut self,
        items: &[Item],
        instances: &[Instance],
    ) -> Result<Search<'a>, GpuError> {
        if let Some(deep) = instances.iter().find(|instance| instance.bound as usize > MAX_DEPTH) {
            return Err(GpuError(format!(
                "the cost bound {} is too large: the GPU searches to depth {MAX_DEPTH}",
                deep.bound
            )));
        }
        if items.len() > self.items.len() {
            let (count, most) = (items.len(), self.items.len());
            return Err(GpuError(format!("{count} work units exceed the GPU's list of {most}")));
        }
        if let Some(wrong) = items.iter().position(|item| !self.is_valid_item(item, instances)) {
            return Err(GpuError(format!(
                "work unit {} of {} is invalid: delete the checkpoint that the search was resumed from",
                wrong + 1,
                items.len()
            )));
        }
        self.items.write(0, items)?;
        let instances = Buffer::from_slice(&self.driver, instances)?;
        Ok(Search { engine: self, instances, waiting: items.len(), nodes: 0 })
    }

    /// Returns the cells of the blank along the first moves of a path.
    pub(crate) fn blank_cells(&self, task: &GpuBoard, path: &[u32], moves: u32) -> Vec<u8> {
        let mut cell = task.tiles.iter().position(|&tile| usize::from(tile) == task.blank).unwrap_or(0) as u8;
        let mut cells = vec![cell];
        for i in 0..moves as usize {
            let direction = path[i / 16] >> (2 * (i % 16)) & 3;
            cell = self.grid.around[usize::from(cell)][direction as usize];
            cells.push(cell);
        }
        cells
    }

    fn is_valid_board(&self, task: &GpuBoard) -> bool {
        task.size == self.size
            && task.blank == self.grid.blank as usize
            && task.tiles.len() == self.size.cells()
            && set_of(&task.tiles) == self.grid.all
    }

    /// Returns true if the kernels can search below a work unit without leaving their buffers.
    ///
    /// Its board is a permutation, its board number and states are in range, its directions are legal moves
    /// that are not pruned, and 0 < h ≤ bound − g, so that no path below it is longer than the bound. The
    /// kernels hand back only such work units; files may contain others.
    fn is_valid_item(&self, item: &Item, instances: &[Instance]) -> bool {
        let Some(instance) = instances.get(item.instance as usize) else { return false };
        let tiles: &[u8; 4 * BOARD_WORDS] = bytemuck::cast_ref(&item.board);
        let tiles = &tiles[..self.size.cells()];
        let Some(blank) = tiles.iter().position(|&tile| u32::from(tile) == self.grid.blank) else {
            return false;
        };
        let mut directions = 0;
        for direction in 0..4 {
            let state = (item.next >> (16 * direction)) as u16;
            if state != NOWHERE {
                if usize::from(state) >= self.states {
                    return false;
                }
                directions |= self.grid.legal[blank] & 1 << direction;
            }
        }
        let h = u32::from(item.estimates[0] & 0xff);
        set_of(tiles) == self.grid.all
            && item.ways & !directions == 0
            && item.ways.count_ones() <= MAX_DIRECTIONS
            && h > 0
            && u32::from(item.moves) + h <= instance.bound
    }
}

/// An iteration in progress: all boards searched to their bounds.
///
/// Invariant: the first `waiting` items of the engine are valid for `instances`.
#[derive(Debug)]
pub(crate) struct Search<'a> {
    engine: &'a mut Engine,
    instances: Buffer<Instance>,
    waiting: usize,
    /// Nodes generated so far.
    pub(crate) nodes: u64,
}

impl Search<'_> {
    /// Returns true if the list of work units is empty.
    pub(crate) fn is_finished(&self) -> bool {
        self.waiting == 0
    }

    /// Returns the number of remaining work units.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting
    }

    /// Downloads the remaining work units.
    pub(crate) fn items(&self) -> Result<Vec<Item>, GpuError> {
        self.engine.items.read(self.waiting)
    }

    /// Downloads the bounds and solutions.
    pub(crate) fn instances(&self) -> Result<Vec<Instance>, GpuError> {
        self.instances.read(self.instances.len())
    }

    /// Runs one launch.
    #[expect(unsafe_code, reason = "launches `search_2` or `search_4`")]
    pub(crate) fn run_slice(&mut self) -> Result<(), GpuError> {
        let engine = &mut *self.engine;
        let capacity = (engine.items.len() - self.waiting).min(engine.back.len());
        let threads = engine.config.blocks * engine.config.threads;
        let waiting = (self.waiting as u32).cast_signed();
        let before = Control { waiting, end: u32::MAX, ..Control::default() };
        engine.control.write(0, &[before])?;
        let arguments = SearchArguments {
            puzzle: engine.puzzle.pointer(),
            ranks: engine.ranks.pointer(),
            items: engine.items.pointer(),
            back: engine.back.pointer(),
            capacity: capacity as u32,
            instances: self.instances.pointer(),
            stacks: engine.stacks.pointer(),
            control: engine.control.pointer(),
            budget: engine.slices.steps,
            most_idle: threads / 100 * engine.slices.max_idle_percent,
        };
        // SAFETY: the engine, which is borrowed mutably, keeps the puzzle, what it points to, the stacks and
        // the launch configuration as the kernel needs them. The kernel reads the first `waiting` items,
        // which are valid, and writes at most `capacity` items to `back`, which has room for them; the
        // bounds, which `start` checked, keep each stack and path within `MAX_DEPTH`.
        unsafe { engine.driver.launch(engine.kernel, engine.config, arguments) }?;
        let after = engine.control.read(1)?[0];
        // Each thread that finds the list empty decrements the counter too.
        let left = after.waiting.max(0).unsigned_abs() as usize;
        let handed_back = after.handed_back.min(after.end) as usize;
        engine.items.copy_from(left, &engine.back, handed_back)?;
        self.waiting = left + handed_back;
        self.nodes += after.nodes;
        Ok(())
    }
}

/// Returns a board as the kernels read it.
pub(crate) fn pack_board(tiles: &[u8]) -> [u8; 32] {
    let mut board = [0; 32];
    for (to, from) in board.iter_mut().zip(tiles) {
        *to = *from;
    }
    board
}

/// Returns the set of cells in a list as a mask; numbers from 32 on are left out.
fn set_of(cells: &[u8]) -> u32 {
    cells.iter().fold(0, |mask, &cell| mask | 1u32.checked_shl(cell.into()).unwrap_or(0))
}

fn is_partition(parts: &[Vec<u8>], size: Size, blank: usize) -> bool {
    let mut homes = parts.concat();
    homes.push(blank as u8);
    homes.sort_unstable();
    homes.into_iter().eq(0..size.cells() as u8)
}

/// Returns the configuration with the most threads per block for which the GPU has enough shared memory.
fn launch_config(
    driver: &Driver,
    kernel: Kernel<SearchArguments>,
    parts: usize,
    views: usize,
) -> Result<LaunchConfig, GpuError> {
    let words = BOARD_WORDS + 2 * parts * views;
    let mut threads = MAX_THREADS;
    loop {
        let shared = (SHARED + 4 * words * threads as usize) as u32;
        match driver.max_blocks(kernel, threads, shared) {
            Ok(blocks) => return Ok(LaunchConfig { blocks, threads, shared }),
            Err(error) if threads == WARP => return Err(error),
            Err(_) => threads -= WARP,
        }
    }
}

fn fingerprint(partitions: &[Homes], states: &[u64]) -> u32 {
    let mut hash = Xxh3::new();
    for part in partitions.iter().flatten() {
        hash.update(&[part.len() as u8]);
        hash.update(part);
    }
    hash.update(bytemuck::cast_slice(states));
    hash.digest() as u32
}

/// Packs each state of a finite-state machine into a word: the next state for each direction, 16 bits each.
fn pack_machine(pruning: &MovePruning) -> Vec<u64> {
    let states = pruning.states();
    let pack = |state: &PruningState| {
        (0..4).rev().fold(0, |word: u64, direction| {
            let next = if state.allowed >> direction & 1 == 1 { state.next[direction] } else { NOWHERE };
            assert!(next == NOWHERE || usize::from(next) < states.len());
            word << 16 | u64::from(next)
        })
    };
    states.iter().map(pack).collect()
}
