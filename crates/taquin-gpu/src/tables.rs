//! Pattern databases on the device: built there, laid out as the library lays them out, bit for bit.

use crate::Unfinished;
use crate::device::{Argument, Buffer, Device, Kernel, Shape};
use crate::layout::{Building, Control, Grid, MOST_TILES, Ranks, Table};
use bytemuck::Zeroable;
use std::sync::Arc;
use taquin::accelerator::{DeviceError, Layout, WAYS, order_maps, rank_of_set};
use taquin::{Size, StopReason};

/// A grid with the blank's home at a cell, as the kernels know it.
pub(crate) fn grid(size: Size, blank: usize) -> Grid {
    let mut grid = Grid::zeroed();
    (grid.cells, grid.cols, grid.blank) = (size.cells() as u32, size.cols() as u32, blank as u32);
    for cell in 0..size.cells() {
        let (_, col) = size.place(cell);
        grid.all |= 1 << cell;
        grid.not_first |= u32::from(col > 0) << cell;
        grid.not_last |= u32::from(col + 1 < size.cols()) << cell;
        for (way, m) in WAYS.iter().enumerate() {
            if let Some(from) = m.source(size, cell) {
                grid.around[cell][way] = from as u8;
                grid.legal[cell] |= 1 << way;
            }
        }
    }
    grid
}

/// The pieces of the ranks of sets.
pub(crate) fn ranks() -> Box<Ranks> {
    let mut ranks: Box<Ranks> = bytemuck::zeroed_box();
    for (mask, rank) in (0u32..).zip(&mut ranks.low) {
        *rank = rank_of_set(mask);
    }
    for (rows, start) in [(&mut ranks.middle, 9), (&mut ranks.high, 17)] {
        for (below, row) in rows.iter_mut().enumerate() {
            let filler = (1u32 << below) - 1;
            for (mask, rank) in (0u32..).zip(row) {
                *rank = rank_of_set(mask << start | filler).wrapping_sub(rank_of_set(filler));
            }
        }
    }
    for tiles in 0..=MOST_TILES {
        ranks.factorial[tiles] = (1..=tiles as u32).product();
    }
    ranks
}

/// What the tables of patterns with the same number of tiles share.
#[derive(Debug)]
pub(crate) struct Slabs {
    pub(crate) tiles: usize,
    layout: Layout,
    sets: Buffer<u64>,
    regions: Buffer<u8>,
    masks: Buffer<u32>,
    set_of: Buffer<u32>,
    maps: Buffer<u16>,
    orders: u32,
}

impl Slabs {
    pub(crate) fn new(device: &Arc<dyn Device>, size: Size, tiles: usize) -> Result<Self, DeviceError> {
        let layout = Layout::new(size, tiles);
        let cells = size.cells();
        let mut regions = vec![0; 32 * layout.sets.len()];
        let mut sets = Vec::with_capacity(layout.sets.len());
        for (set, (&first, found)) in layout.first.iter().zip(layout.regions.chunks_exact(cells)).enumerate()
        {
            regions[32 * set..][..cells].copy_from_slice(found);
            let elsewhere = (0..cells).fold(0u64, |mask, cell| mask | u64::from(found[cell] != 0) << cell);
            sets.push(u64::from(first) | elsewhere << 32);
        }
        let mut set_of = vec![0; slabs_of(&layout)];
        for (set, range) in layout.first.windows(2).enumerate() {
            set_of[range[0] as usize..range[1] as usize].fill(set as u32);
        }
        let orders: u32 = (1..=tiles as u32).product();
        let mut maps = Vec::with_capacity(tiles * tiles * orders as usize);
        for map in order_maps(tiles) {
            // The kernels do not ask for a map that changes nothing.
            let room = maps.len() + orders as usize;
            maps.extend_from_slice(&map);
            maps.resize(room, 0);
        }
        Ok(Self {
            tiles,
            sets: Buffer::of(device, &sets)?,
            regions: Buffer::of(device, &regions)?,
            masks: Buffer::of(device, &layout.sets)?,
            set_of: Buffer::of(device, &set_of)?,
            maps: Buffer::of(device, &maps)?,
            layout,
            orders,
        })
    }

    /// 32-bit words of a table.
    pub(crate) fn words(&self) -> usize {
        slabs_of(&self.layout) * self.slab_words()
    }

    fn slab_words(&self) -> usize {
        2 * self.layout.slab_words
    }

    /// How the kernels find a table's entries.
    pub(crate) fn table(&self, bits: &Buffer<u32>) -> Table {
        Table {
            bits: bits.pointer(),
            sets: self.sets.pointer(),
            regions: self.regions.pointer(),
            tiles: self.tiles as u32,
            slab_words: self.slab_words() as u32,
        }
    }

    /// The slab of tiles on some cells, with the blank at a cell.
    fn slab(&self, cells: &[u8], blank: usize) -> usize {
        let mask = cells.iter().fold(0, |mask, &cell| mask | 1u32 << cell);
        let set = rank_of_set(mask) as usize;
        let grid = self.layout.regions.len() / self.layout.sets.len();
        self.layout.first[set] as usize + usize::from(self.layout.regions[set * grid + blank])
    }
}

fn slabs_of(layout: &Layout) -> usize {
    layout.first.last().copied().unwrap_or_default() as usize
}

/// Builds the table of a pattern: the home cells of its tiles.
pub(crate) fn build(
    device: &Arc<dyn Device>,
    grid: &Grid,
    slabs: &Slabs,
    homes: &[u8],
    go_on: &mut dyn FnMut() -> Result<(), StopReason>,
) -> Result<Buffer<u32>, Unfinished> {
    let (words, count) = (slabs.words(), slabs_of(&slabs.layout));
    let bits = Buffer::<u32>::zeroed(device, words)?;
    let (mut newest, mut next) =
        (Buffer::<u32>::zeroed(device, words)?, Buffer::<u32>::zeroed(device, words)?);
    let reached = Buffer::<u32>::zeroed(device, words)?;
    let (mut active, mut active_next) =
        (Buffer::<u8>::zeroed(device, count)?, Buffer::<u8>::zeroed(device, count)?);
    let counts = Buffer::<u32>::zeroed(device, count)?;
    let home = slabs.slab(homes, grid.blank as usize);
    newest.put(home * slabs.slab_words(), &[1])?;
    reached.put(home * slabs.slab_words(), &[1])?;
    active.put(home, &[1])?;
    counts.put(home, &[1])?;
    let (grid, ranks) = (Buffer::of(device, &[*grid])?, Buffer::of(device, std::slice::from_ref(&*ranks()))?);
    let control = Buffer::of(device, &[Control::default()])?;
    let threads = if slabs.slab_words() > 256 { 256 } else { 64 };
    let blocks = device.blocks(Kernel::BuildLevel, threads, 0)?;
    for level in 1u32.. {
        let building = Building {
            table: slabs.table(&bits),
            masks: slabs.masks.pointer(),
            set_of: slabs.set_of.pointer(),
            maps: slabs.maps.pointer(),
            newest: newest.pointer(),
            next: next.pointer(),
            reached: reached.pointer(),
            bits: bits.pointer(),
            active: active.pointer(),
            active_next: active_next.pointer(),
            count: counts.pointer(),
            slabs: count as u32,
            orders: slabs.orders,
        };
        control.put(0, &[Control::default()])?;
        device.launch(
            Kernel::BuildLevel,
            Shape { blocks, threads, shared: 0 },
            &[
                grid.argument(),
                ranks.argument(),
                Argument::Struct(bytemuck::bytes_of(&building)),
                Argument::Number(level),
                control.argument(),
            ],
        )?;
        if control.first()?.fresh == 0 {
            break;
        }
        go_on().map_err(Unfinished::Stopped)?;
        std::mem::swap(&mut newest, &mut next);
        std::mem::swap(&mut active, &mut active_next);
    }
    Ok(bits)
}
