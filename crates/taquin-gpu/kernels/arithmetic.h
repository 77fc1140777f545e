// The arithmetic of the kernels: where a pattern's bit lies, what it says, and what a move does to a board. It compiles for
// the card and for the host, where the tests hold it against the library.

#pragma once

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

#ifdef __CUDACC__
#define BOTH __host__ __device__ __forceinline__
#else
#define BOTH inline
#endif

#ifdef __CUDA_ARCH__
#define COUNT(mask) __popc(mask)
#define LOWEST(mask) (__ffs(mask) - 1)
#else
#define COUNT(mask) __builtin_popcount(mask)
#define LOWEST(mask) __builtin_ctz(mask)
#endif

#define MOST_VIEWS 4 // views of a board: each partition, plain and mirrored
#define MOST_PARTS 4 // patterns of a partition
#define MOST_TILES 8 // tiles of a pattern
#define PATH_WORDS 10 // the ways taken, two bits each
#define MOST_DEPTH (16 * PATH_WORDS) // no bound may be greater

// The table of a pattern, and the way to its entries, as the library lays them out: for each set of occupied cells and each
// region of free ones a slab, a bit for each order of the tiles.
struct Table {
    const u32 *bits;
    const u64 *sets;   // by rank of the set: in the low half its first slab, in the high half a mask of the cells outside its largest region
    const u8 *regions; // by rank of the set, 32 bytes each: the region of each cell
    u32 tiles;
    u32 slab_words;
};

// A partition, looked at plainly or in a mirror.
struct View {
    Table tables[MOST_PARTS];
    u8 cell[32];  // where a cell is seen
    u8 slot[32];  // by tile: eight times its part, plus its number there
    u8 homes[32]; // by slot: the tile's home as seen
};

struct Grid {
    u32 cells, cols, blank; // blank: its home
    u32 all, not_first, not_last; // masks of cells: all, those not in the first column, not in the last
    u8 around[32][4]; // by the cell of the blank and the way: the cell of the tile that slides into it
    u8 legal[32];     // by the cell of the blank: a bit for each way
};

struct Puzzle {
    Grid grid;
    u32 views, parts;
    const u64 *automaton; // by state: the next state for each way, 16 bits each, or NOWHERE
    View view[MOST_VIEWS];
};

#define NOWHERE 0xffffu

// Pieces of the rank of a set of cells, and factorials.
struct Ranks {
    u32 low[512];       // the first nine cells
    u32 middle[9][256]; // by the number of cells below: the next eight
    u32 high[9][256];   // likewise: the last eight
    u32 factorial[9];
};

// A view's estimate: its sum in the low byte; above it, two bits for each part, the lowest of that part's value.
typedef u16 Estimate;

BOTH u32 sum_of(Estimate estimate) { return estimate & 0xff; }

BOTH u32 rank_of_set(const Ranks &ranks, u32 set) {
    u32 low = set & 0x1ff;
    return ranks.low[low] + ranks.middle[COUNT(low)][set >> 9 & 0xff] + ranks.high[COUNT(set & 0x1ffff)][set >> 17 & 0xff];
}

// The cells of a pattern's tiles are the bytes of two words.
BOTH u32 cell_of(u32 first, u32 second, u32 number) {
    return (number < 4 ? first >> 8 * number : second >> 8 * (number - 4)) & 0xff;
}

// The slab of a set, of which the table says this, with the blank at a cell.
BOTH u32 slab_of(const Table &table, u64 said, u32 set, u32 blank) {
    u32 slab = (u32)said;
    return (u32)(said >> 32) >> blank & 1 ? slab + table.regions[32ull * set + blank] : slab;
}

// Where a pattern stands: the rank of the set of its cells, and of the order of its tiles. Orders are ranked by their Lehmer
// code: the digit of a tile counts the tiles with smaller numbers on later cells, and its weight depends on how many tiles
// are on earlier ones.
struct Place {
    u32 set, order;
};

BOTH Place place_of(const Ranks &ranks, const Table &table, u32 first, u32 second) {
    u32 set = 0, smaller = 0, order = 0;
#pragma unroll
    for (u32 number = 0; number < MOST_TILES; number++)
        if (number < table.tiles) set |= 1u << cell_of(first, second, number);
#pragma unroll
    for (u32 number = 0; number < MOST_TILES; number++)
        if (number < table.tiles) {
            u32 bit = 1u << cell_of(first, second, number), below = bit - 1;
            order += COUNT(smaller & ~below) * ranks.factorial[table.tiles - 1 - COUNT(set & below)];
            smaller |= bit;
        }
    return Place{rank_of_set(ranks, set), order};
}

// The bit of an order in a slab.
BOTH u64 entry_of(const Table &table, u32 slab, u32 order) { return (u64)slab * (32 * table.slab_words) + order; }

BOTH u32 bit_of(const Table &table, u64 entry) { return table.bits[entry >> 5] >> (entry & 31) & 1; }

BOTH u32 read(const Ranks &ranks, const Table &table, u32 first, u32 second, u32 blank) {
    Place place = place_of(ranks, table, first, second);
    return bit_of(table, entry_of(table, slab_of(table, table.sets[place.set], place.set, blank), place.order));
}

// Whether the value of a part rises by a move of one of its tiles, told by the table's bit, the second lowest of the new
// value; it falls otherwise.
BOTH u32 rises(Estimate before, u32 part, u32 bit) {
    u32 old = before >> (8 + 2 * part);
    return ~(old >> 1 ^ bit ^ old) & 1;
}

// An estimate after the value of a part rose or fell by one.
BOTH Estimate stepped(Estimate before, u32 part, u32 up) {
    u32 shift = 8 + 2 * part, change = 2 * up - 1;
    u32 value = ((before >> shift) + change) & 3;
    return (Estimate)((before & ~(0xffu | 3u << shift)) | value << shift | ((before + change) & 0xff));
}

// Moves a tile to a cell.
BOTH void put_cell(u32 &first, u32 &second, u32 number, u32 cell) {
    if (number < 4)
        first = (first & ~(0xffu << 8 * number)) | cell << 8 * number;
    else
        second = (second & ~(0xffu << 8 * (number - 4))) | cell << 8 * (number - 4);
}

// The ways that lead on from a state of the automaton, given the words of its next states.
BOTH u32 allowed(u64 next) {
    u32 ways = 0;
#pragma unroll
    for (u32 way = 0; way < 4; way++)
        if ((next >> 16 * way & 0xffff) != NOWHERE) ways |= 1u << way;
    return ways;
}

// All free cells that the blank can reach.
BOTH u32 region_of(const Grid &grid, u32 free, u32 blank) {
    u32 region = 1u << blank;
    for (;;) {
        u32 sideways = (region & grid.not_last) << 1 | (region & grid.not_first) >> 1;
        u32 next = (region | sideways | region << grid.cols | region >> grid.cols) & free;
        if (next == region) return region;
        region = next;
    }
}

// The value of a pattern from scratch: the steps of a way home that the bits lead along. The lowest bit of a value is that
// of the tiles' distances from home.
BOTH u32 value_of(const Ranks &ranks, const Grid &grid, const View &view, u32 part, u32 first, u32 second, u32 blank) {
    const Table &table = view.tables[part];
    u32 low = 0, homes = 0;
    for (u32 number = 0; number < table.tiles; number++) {
        u32 cell = cell_of(first, second, number), home = view.homes[8 * part + number];
        low += cell / grid.cols + home / grid.cols + cell % grid.cols + home % grid.cols;
        homes |= 1u << home;
    }
    u32 home = rank_of_set(ranks, homes), goal = slab_of(table, table.sets[home], home, grid.blank);
    low = (low & 1) | read(ranks, table, first, second, blank) << 1;
    for (u32 value = 0; value < 255; value++) {
        u32 set = 0, at_home = 1;
        for (u32 number = 0; number < table.tiles; number++) {
            u32 cell = cell_of(first, second, number);
            set |= 1u << cell;
            at_home &= cell == view.homes[8 * part + number];
        }
        if (at_home && slab_of(table, table.sets[home], home, blank) == goal) return value;
        // A tile next to the blank's region whose slide into it lowers the value.
        u32 region = region_of(grid, grid.all & ~set, blank), found = 0;
        for (u32 number = 0; number < table.tiles && !found; number++) {
            u32 cell = cell_of(first, second, number);
            for (u32 way = 0; way < 4 && !found; way++) {
                if (!(grid.legal[cell] >> way & 1)) continue;
                u32 to = grid.around[cell][way];
                if (!(region >> to & 1)) continue;
                u32 one = first, two = second;
                put_cell(one, two, number, to);
                u32 bit = read(ranks, table, one, two, cell);
                if (((low - 1) >> 1 & 1) == bit) {
                    first = one, second = two, blank = cell, low = (low - 1) & 3;
                    found = 1;
                }
            }
        }
        if (!found) break;
    }
    return 255;
}
