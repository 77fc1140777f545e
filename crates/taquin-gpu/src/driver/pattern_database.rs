//! Pattern databases in device memory, built there by the kernel `build_level` and identical to the library's
//! bit for bit.

use super::layout::{
    BUILD_LEVEL, BuildLevelArguments, Building, Control, Grid, MAX_CELLS, MAX_TILES, Ranks, Table,
};
use super::{Buffer, Driver, LaunchConfig};
use crate::{Poll, SolveError};
use std::sync::Arc;
use taquin::Progress;
use taquin::gpu::GpuError;
use taquin_core::Size;
use taquin_pdb::{Slabs, permutation_maps, rank_combination};

/// The index of entries, shared by all pattern databases with the same number of tiles on the same grid.
///
/// Invariant: the buffers hold the [`Slabs`] of `size` and `tiles`, so that every set, slab and map that the kernels look up in one of them is in range for the others. [`PdbIndex::new`] is the only
/// constructor.
#[derive(Debug)]
pub(crate) struct PdbIndex {
    size: Size,
    pub(super) tiles: usize,
    slabs: Slabs,
    slab_count: usize,
    orders: usize,
    sets: Buffer<u64>,
    regions: Buffer<u8>,
    masks: Buffer<u32>,
    set_of: Buffer<u32>,
    maps: Buffer<u16>,
}

impl PdbIndex {
    /// Uploads the index for patterns of 1 to 8 tiles on grids of up to 25 cells.
    pub(crate) fn new(driver: &Driver, size: Size, tiles: usize) -> Result<Self, GpuError> {
        let cells = size.cells();
        if !(1..=MAX_TILES).contains(&tiles) || cells > MAX_CELLS || tiles >= cells {
            return Err(GpuError(format!(
                "no pattern database with {tiles} tiles on {size} on the GPU: \
                 at most {MAX_TILES} tiles and {MAX_CELLS} cells"
            )));
        }
        let slabs = Slabs::new(size, tiles);
        let slab_count = slabs.first_slabs().last().copied().unwrap_or_default() as usize;
        let orders: usize = (1..=tiles).product();
        let mut regions = vec![0; 32 * slabs.sets().len()];
        let mut sets = Vec::with_capacity(slabs.sets().len());
        for (set, (&first, by_cell)) in
            slabs.first_slabs().iter().zip(slabs.cell_regions().chunks_exact(cells)).enumerate()
        {
            regions[32 * set..][..cells].copy_from_slice(by_cell);
            let elsewhere = (0..cells).fold(0u64, |mask, cell| mask | u64::from(by_cell[cell] != 0) << cell);
            sets.push(u64::from(first) | elsewhere << 32);
        }
        let mut set_of = vec![0; slab_count];
        for (set, range) in slabs.first_slabs().windows(2).enumerate() {
            set_of[range[0] as usize..range[1] as usize].fill(set as u32);
        }
        // Identity maps are empty in the library and never read by the kernel; here they are padded.
        let mut maps = Vec::with_capacity(tiles * tiles * orders);
        for map in permutation_maps(tiles) {
            let end = maps.len() + orders;
            maps.extend_from_slice(&map);
            maps.resize(end, 0);
        }
        Ok(Self {
            size,
            tiles,
            slab_count,
            orders,
            sets: Buffer::from_slice(driver, &sets)?,
            regions: Buffer::from_slice(driver, &regions)?,
            masks: Buffer::from_slice(driver, slabs.sets())?,
            set_of: Buffer::from_slice(driver, &set_of)?,
            maps: Buffer::from_slice(driver, &maps)?,
            slabs,
        })
    }

    /// Returns the number of 32-bit words per slab.
    fn slab_words(&self) -> usize {
        2 * self.slabs.words_per_slab()
    }

    fn table(&self, bits: &Buffer<u32>) -> Table {
        Table {
            bits: bits.pointer(),
            sets: self.sets.pointer(),
            regions: self.regions.pointer(),
            tiles: self.tiles as u32,
            slab_words: self.slab_words() as u32,
        }
    }

    /// Returns the slab of a set of occupied cells and the region that contains the blank.
    fn slab(&self, occupied: u32, blank: usize) -> usize {
        let set = rank_combination(occupied) as usize;
        let region = self.slabs.cell_regions()[set * self.size.cells() + blank];
        self.slabs.first_slabs()[set] as usize + usize::from(region)
    }
}

/// The pattern database of one pattern.
///
/// Invariant: `bits` holds all slabs of `index`.
#[derive(Debug)]
pub(crate) struct PatternDatabase {
    index: Arc<PdbIndex>,
    bits: Buffer<u32>,
}

impl PatternDatabase {
    /// Builds the pattern database of the tiles with these home cells by breadth-first search.
    #[expect(unsafe_code, reason = "launches `build_level`")]
    pub(crate) fn build(
        driver: &Driver,
        index: &Arc<PdbIndex>,
        blank: usize,
        homes: &[u8],
        poll: &mut Poll<'_>,
    ) -> Result<Self, SolveError> {
        let cells = index.size.cells();
        let is_tile = |&home: &u8| usize::from(home) < cells && usize::from(home) != blank;
        let occupied = homes.iter().filter(|home| is_tile(home)).fold(0u32, |mask, home| mask | 1 << home);
        if blank >= cells || homes.len() != index.tiles || occupied.count_ones() as usize != index.tiles {
            let error = format!("invalid pattern {homes:?}: {} distinct tiles expected", index.tiles);
            return Err(GpuError(error).into());
        }
        let slab_words = index.slab_words();
        let words = index.slab_count * slab_words;
        let bits = Buffer::<u32>::zeroed(driver, words)?;
        let mut newest = Buffer::<u32>::zeroed(driver, words)?;
        let mut next = Buffer::<u32>::zeroed(driver, words)?;
        let mut reached = Buffer::<u32>::zeroed(driver, words)?;
        let mut active = Buffer::<u8>::zeroed(driver, index.slab_count)?;
        let mut active_next = Buffer::<u8>::zeroed(driver, index.slab_count)?;
        let mut counts = Buffer::<u32>::zeroed(driver, index.slab_count)?;
        let goal = index.slab(occupied, blank);
        newest.write(goal * slab_words, &[1])?;
        reached.write(goal * slab_words, &[1])?;
        active.write(goal, &[1])?;
        counts.write(goal, &[1])?;
        let grid = Buffer::from_slice(driver, &[Grid::new(index.size, blank)])?;
        let ranks = Buffer::from_slice(driver, std::slice::from_ref(&*Ranks::new()))?;
        let mut control = Buffer::from_slice(driver, &[Control::default()])?;
        let threads = if slab_words > 256 { 256 } else { 64 };
        let config = LaunchConfig { blocks: driver.max_blocks(BUILD_LEVEL, threads, 0)?, threads, shared: 0 };
        for level in 1u32.. {
            control.write(0, &[Control::default()])?;
            let arguments = BuildLevelArguments {
                grid: grid.pointer(),
                ranks: ranks.pointer(),
                building: Building {
                    table: index.table(&bits),
                    masks: index.masks.pointer(),
                    set_of: index.set_of.pointer(),
                    maps: index.maps.pointer(),
                    newest: newest.pointer(),
                    next: next.pointer(),
                    reached: reached.pointer(),
                    bits: bits.pointer(),
                    active: active.pointer(),
                    active_next: active_next.pointer(),
                    count: counts.pointer(),
                    slabs: index.slab_count as u32,
                    orders: index.orders as u32,
                },
                level,
                control: control.pointer(),
            };
            // SAFETY: the buffers live in this function and in `index`, and only this function has the ones
            // that are written. The kernel accesses `words` bits of `newest`, `next`, `reached` and `bits`,
            // and `slabs` flags and counts, which is how they were allocated. `PdbIndex` keeps its contents
            // in range, and its limits on tiles and cells are those of the kernel's static shared memory, the
            // only one it uses. `Grid::new` and `Ranks::new` describe the same grid.
            unsafe { driver.launch(BUILD_LEVEL, config, arguments) }?;
            if control.read(1)?[0].fresh == 0 {
                break;
            }
            poll(&Progress::default()).map_err(SolveError::Stopped)?;
            std::mem::swap(&mut newest, &mut next);
            std::mem::swap(&mut active, &mut active_next);
        }
        Ok(Self { index: Arc::clone(index), bits })
    }

    /// Downloads all entries, one bit each.
    pub(crate) fn words(&self) -> Result<Vec<u32>, GpuError> {
        self.bits.read(self.bits.len())
    }

    pub(super) fn table(&self) -> Table {
        self.index.table(&self.bits)
    }
}
