//! Depth-first search on the device, in slices.
//!
//! The tree below a board is a list of *items*: nodes with moves still to be made from them. A launch takes items off the
//! list, thousands at a time, one a thread; a thread that is done with one takes the next. After so many steps, or when too
//! many threads have nothing left to do, all others hand back what is left of their trees as new items, a few for each
//! level. So no subtree is ever too large for one thread, none is idle for long, and the host can stop, save or
//! report between any two launches. Which thread does what is up to chance; which nodes are made is not: that depends
//! on the node, the bound and the automaton's state alone, so a completed iteration always has the same number of them.
//!
//! Items handed back last are taken first. That keeps the list about as long as threads times levels.

use crate::Unfinished;
use crate::device::{Argument, Buffer, Device, Kernel, Shape};
use crate::layout::{
    BOARD_WORDS, Control, Frame, Grid, Instance, Item, MOST_DEPTH, MOST_PARTS, MOST_VIEWS, NOWHERE, Puzzle,
    Ranks, SHARED, View,
};
use crate::tables::{self, Slabs};
use bytemuck::Zeroable;
use std::sync::Arc;
use taquin::accelerator::{DeviceError, automaton, mirrors};
use taquin::{Size, StopReason};
use xxhash_rust::xxh3::Xxh3;

/// How the work is cut up. The results do not depend on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slicing {
    /// Steps of a thread in a launch.
    pub(crate) steps: u32,
    /// A launch ends early when so many of a hundred threads are idle.
    pub(crate) most_idle_percent: u32,
    /// Blocks, if not as many as the device runs at a time.
    pub(crate) blocks: Option<u32>,
    /// The most items.
    pub(crate) items: usize,
}

impl Default for Slicing {
    fn default() -> Self {
        Self { steps: 4096, most_idle_percent: 25, blocks: None, items: 16 << 20 }
    }
}

/// Threads of a block, at most, and of a warp.
const THREADS: u32 = 512;
const WARP: u32 = 32;

/// Everything on the device that searches for one goal need.
#[derive(Debug)]
pub(crate) struct Engine {
    device: Arc<dyn Device>,
    pub(crate) grid: Grid,
    /// Tells searches with other tables or another automaton apart.
    pub(crate) fingerprint: u32,
    puzzle: Buffer<Puzzle>,
    ranks: Buffer<Ranks>,
    kernel: Kernel,
    shape: Shape,
    most_idle: u32,
    slicing: Slicing,
    items: Buffer<Item>,
    back: Buffer<Item>,
    stacks: Buffer<Frame>,
    control: Buffer<Control>,
    /// What the puzzle points to.
    _automaton: Buffer<u64>,
    _slabs: Vec<Slabs>,
    _tables: Vec<Buffer<u32>>,
}

/// The home cells of the tiles of each part.
pub(crate) type Homes = Vec<Vec<u8>>;

impl Engine {
    /// Builds the tables of some partitions, and sets everything up.
    pub(crate) fn new(
        device: &Arc<dyn Device>,
        size: Size,
        blank: usize,
        partitions: &[Homes],
        slicing: Slicing,
        go_on: &mut dyn FnMut() -> Result<(), StopReason>,
    ) -> Result<Self, Unfinished> {
        let mirrors = mirrors(size, blank);
        let grid = tables::grid(size, blank);
        let parts = partitions.iter().map(Vec::len).max().unwrap_or(0);
        assert!(mirrors.len() > 1 && parts <= MOST_PARTS && 2 * partitions.len() <= MOST_VIEWS);
        let kernel = if partitions.len() == 1 { Kernel::Search2 } else { Kernel::Search4 };
        let shape = shape(device, kernel, parts, 2 * partitions.len(), slicing.blocks)?;
        let mut slabs: Vec<Slabs> = Vec::new();
        let mut tables = Vec::new();
        let mut puzzle = Puzzle { grid, views: 0, parts: parts as u32, ..Puzzle::zeroed() };
        for partition in partitions {
            let mut view = View::zeroed();
            for (part, homes) in partition.iter().enumerate() {
                let known = slabs.iter().position(|slabs| slabs.tiles == homes.len());
                if known.is_none() {
                    slabs.push(Slabs::new(device, size, homes.len())?);
                }
                let slabs = &slabs[known.unwrap_or(slabs.len() - 1)];
                let table = tables::build(device, &grid, slabs, homes, go_on)?;
                view.tables[part] = slabs.table(&table);
                view.homes[8 * part..][..homes.len()].copy_from_slice(homes);
                tables.push(table);
            }
            for mirror in &mirrors[..2] {
                let mut view = view;
                view.cell[..mirror.len()].copy_from_slice(mirror);
                for (tile, home) in mirror.iter().enumerate() {
                    let slot = (0..32).find(|&slot| {
                        let part = partition.get(slot / 8);
                        part.is_some_and(|part| part.get(slot % 8) == Some(home))
                    });
                    view.slot[tile] = slot.unwrap_or_default() as u8;
                }
                puzzle.view[puzzle.views as usize] = view;
                puzzle.views += 1;
            }
        }
        let states = pack(&automaton(size));
        let fingerprint = fingerprint(partitions, &states);
        let automaton = Buffer::of(device, &states)?;
        puzzle.automaton = automaton.pointer();
        let threads = shape.blocks * shape.threads;
        Ok(Self {
            device: Arc::clone(device),
            grid,
            fingerprint,
            puzzle: Buffer::of(device, &[puzzle])?,
            ranks: Buffer::of(device, std::slice::from_ref(&*tables::ranks()))?,
            kernel,
            shape,
            most_idle: threads / 100 * slicing.most_idle_percent,
            slicing,
            items: Buffer::new(device, slicing.items)?,
            back: Buffer::new(device, slicing.items / 2)?,
            stacks: Buffer::new(device, MOST_DEPTH * threads as usize)?,
            control: Buffer::of(device, &[Control::default()])?,
            _automaton: automaton,
            _slabs: slabs,
            _tables: tables,
        })
    }

    /// The first items of some boards, and the bounds to begin with. A board has the home cell of each cell's tile.
    pub(crate) fn roots(&self, boards: &[[u8; 32]]) -> Result<(Vec<Item>, Vec<Instance>), DeviceError> {
        let words: Vec<u32> = boards.iter().flat_map(|board| bytemuck::cast::<_, [u32; 8]>(*board)).collect();
        let boards_there = Buffer::of(&self.device, &words)?;
        let items = Buffer::<Item>::new(&self.device, 2 * boards.len())?;
        let instances = Buffer::<Instance>::zeroed(&self.device, boards.len())?;
        self.device.launch(
            Kernel::Roots,
            self.shape,
            &[
                self.puzzle.argument(),
                self.ranks.argument(),
                boards_there.argument(),
                Argument::Number(boards.len() as u32),
                items.argument(),
                instances.argument(),
            ],
        )?;
        Ok((items.get(0, 2 * boards.len())?, instances.get(0, boards.len())?))
    }

    /// Begins a search below some items.
    pub(crate) fn start<'a>(
        &'a self,
        items: &[Item],
        instances: &[Instance],
    ) -> Result<Search<'a>, DeviceError> {
        if instances.iter().any(|instance| instance.bound as usize > MOST_DEPTH) {
            return Err(DeviceError(format!("the card looks no further than {MOST_DEPTH} moves")));
        }
        if items.len() > self.items.length() {
            return Err(DeviceError(format!("{} items are too many for the card's memory", items.len())));
        }
        self.items.put(0, items)?;
        let instances = Buffer::of(&self.device, instances)?;
        Ok(Search { engine: self, instances, waiting: items.len(), nodes: 0 })
    }
}

/// A search under way.
pub(crate) struct Search<'a> {
    engine: &'a Engine,
    instances: Buffer<Instance>,
    waiting: usize,
    /// Nodes made so far.
    pub(crate) nodes: u64,
}

impl Search<'_> {
    /// Whether everything was searched.
    pub(crate) fn is_over(&self) -> bool {
        self.waiting == 0
    }

    /// How many items are left.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting
    }

    /// The items that are left.
    pub(crate) fn items(&self) -> Result<Vec<Item>, DeviceError> {
        self.engine.items.get(0, self.waiting)
    }

    /// What was found.
    pub(crate) fn instances(&self) -> Result<Vec<Instance>, DeviceError> {
        self.instances.get(0, self.instances.length())
    }

    /// One launch.
    pub(crate) fn slice(&mut self) -> Result<(), DeviceError> {
        let Engine { items, back, control, .. } = self.engine;
        let room = (items.length() - self.waiting).min(back.length());
        control.put(
            0,
            &[Control {
                waiting: i32::try_from(self.waiting).unwrap_or(i32::MAX),
                end: u32::MAX,
                ..Control::default()
            }],
        )?;
        self.engine.device.launch(
            self.engine.kernel,
            self.engine.shape,
            &[
                self.engine.puzzle.argument(),
                self.engine.ranks.argument(),
                items.argument(),
                back.argument(),
                Argument::Number(room as u32),
                self.instances.argument(),
                self.engine.stacks.argument(),
                control.argument(),
                Argument::Number(self.engine.slicing.steps),
                Argument::Number(self.engine.most_idle),
            ],
        )?;
        let after = control.first()?;
        // Threads that found none took one all the same.
        let left = after.waiting.max(0).unsigned_abs() as usize;
        let handed_back = after.handed_back.min(after.end) as usize;
        items.take_from(left, back, handed_back)?;
        self.waiting = left + handed_back;
        self.nodes += after.nodes;
        Ok(())
    }
}

/// As many threads a block as fit, which is fewer on cards with less memory for a block.
fn shape(
    device: &Arc<dyn Device>,
    kernel: Kernel,
    parts: usize,
    views: usize,
    blocks: Option<u32>,
) -> Result<Shape, DeviceError> {
    let words = BOARD_WORDS + 2 * parts * views;
    let mut threads = THREADS;
    loop {
        let shared = (SHARED + 4 * words * threads as usize) as u32;
        match device.blocks(kernel, threads, shared) {
            Ok(most) => return Ok(Shape { blocks: blocks.unwrap_or(most), threads, shared }),
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

/// An automaton's states, a word each.
fn pack(states: &[[Option<u16>; 4]]) -> Vec<u64> {
    let word = |next: &[Option<u16>; 4]| {
        next.iter().rev().fold(0u64, |word, next| word << 16 | u64::from(next.unwrap_or(NOWHERE)))
    };
    states.iter().map(word).collect()
}

/// The cells of the blank along a path.
pub(crate) fn cells(grid: &Grid, blank: u8, path: &[u32], moves: u32) -> Vec<u8> {
    let mut cells = vec![blank];
    for i in 0..moves as usize {
        let way = (path[i / 16] >> (2 * (i % 16)) & 3) as usize;
        cells.push(grid.around[usize::from(cells[cells.len() - 1])][way]);
    }
    cells
}
