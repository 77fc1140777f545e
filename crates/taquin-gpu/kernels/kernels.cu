// The GPU kernels: building pattern databases level by level, evaluating boards, and depth-first search in
// slices.

#include "arithmetic.h"

// Maximum number of threads per block.
#define THREADS 512

// A work unit: a node of the search tree and the directions from it that are still to be searched.
struct Item {
    u32 board[7];          // 25 bytes: the tile at each cell
    u32 path[PATH_WORDS];  // the directions from the root
    Estimate estimates[MAX_VIEWS];
    u32 instance;
    u64 next;              // the next states of its state of the finite-state machine
    u8 moves, ways;
    u8 unused[6];
};

// A board to solve, and its solution.
struct Instance {
    u32 bound; // cost bound: the maximum f
    u32 found; // 0, or the length of the solution plus 1
    u32 path[PATH_WORDS];
};

// State shared by all threads of a launch.
struct Control {
    int waiting; // items not yet taken; negative once threads run out of them
    u32 handed_back; // items reserved in the output list
    u32 end;     // start of the first reservation that did not fit
    u32 idle;    // threads that found no item
    u32 fresh;   // when building: 1 if the level reached a new entry
    u32 unused;
    u64 nodes;
};

// ---- building ----

// The index and working memory for building a pattern database.
struct Building {
    Table table;
    const u32 *masks;   // by rank: the set
    const u32 *set_of;  // by slab: the rank of its set
    const u16 *maps;    // by old and new position of the moved tile: the new rank of each permutation
    u32 *newest, *next, *reached, *bits; // bit sets of entries: the last level, this one, all levels, the PDB
    u8 *active, *active_next;            // by slab: 1 if the last level, or this one, reached new entries
    u32 *count;         // by slab: the number of entries reached
    u32 slabs, orders;
};

// `layout.rs` asserts the same sizes.
static_assert(sizeof(Table) == 32 && sizeof(View) == 224 && sizeof(Grid) == 184, "as the host has them");
static_assert(sizeof(Puzzle) == 1096 && sizeof(Ranks) == 20516, "as the host has them");
static_assert(sizeof(Item) == 96 && sizeof(Instance) == 48 && sizeof(Control) == 32, "as the host has them");
static_assert(sizeof(Building) == 120, "as the host has them");

// Maximum number of predecessors of a slab: 4 directions from each of 25 cells.
#define MAX_SOURCES 100

// Words per slab of an eight-tile pattern: 8! bits.
#define MAX_SLAB_WORDS 1260

// Maximum number of directions per item. The finite-state machine prunes the inverse of the last move, and
// the directions of a root are split between two items.
#define MAX_WAYS 3

// Computes one level of the breadth-first search: each slab pulls entries from its predecessors.
extern "C" __global__ void __launch_bounds__(256) build_level(const Grid *grid, const Ranks *ranks, Building b, u32 level, Control *control) {
    __shared__ u32 sources[MAX_SOURCES], maps[MAX_SOURCES], found, fresh;
    __shared__ u32 gathered[MAX_SLAB_WORDS];
    const u32 words = b.table.slab_words, tiles = b.table.tiles;
    for (u32 slab = blockIdx.x; slab < b.slabs; slab += gridDim.x) {
        if (threadIdx.x == 0) found = 0, fresh = 0;
        for (u32 i = threadIdx.x; i < words; i += blockDim.x) gathered[i] = 0;
        __syncthreads();
        u32 rank = b.set_of[slab], set = b.masks[rank], region = slab - (u32)b.table.sets[rank];
        if (b.count[slab] < b.orders)
            for (u32 i = threadIdx.x; i < 4 * grid->cells; i += blockDim.x) {
                // The tile now at `to` came from `from`, a free cell of the region.
                u32 from = i >> 2, way = i & 3, to = grid->around[from][way];
                if (set >> from & 1 || !(grid->legal[from] >> way & 1) || !(set >> to & 1)) continue;
                if (b.table.regions[32ull * rank + from] != region) continue;
                u32 before = (set & ~(1u << to)) | 1u << from;
                u32 source_set = rank_of_set(*ranks, before), source = slab_of(b.table, b.table.sets[source_set], source_set, to);
                if (!b.active[source]) continue;
                u32 old_place = COUNT(before & ((1u << from) - 1)), new_place = COUNT(set & ((1u << to) - 1));
                u32 place = atomicAdd(&found, 1);
                sources[place] = source;
                maps[place] = old_place == new_place ? ~0u : old_place * tiles + new_place;
            }
        __syncthreads();
        for (u32 s = 0; s < found; s++) {
            const u32 *from = b.newest + (u64)sources[s] * words;
            const u16 *map = maps[s] == ~0u ? 0 : b.maps + (u64)maps[s] * b.orders;
            for (u32 i = threadIdx.x; i < words; i += blockDim.x) {
                u32 word = from[i];
                if (!map) {
                    if (word) atomicOr(&gathered[i], word);
                    continue;
                }
                for (; word; word &= word - 1) {
                    u32 to = map[32 * i + LOWEST(word)];
                    atomicOr(&gathered[to >> 5], 1u << (to & 31));
                }
            }
        }
        __syncthreads();
        if (found) {
            u64 place = (u64)slab * words;
            u32 reached = 0;
            for (u32 i = threadIdx.x; i < words; i += blockDim.x) {
                u32 all = b.reached[place + i], word = gathered[i] & ~all;
                b.next[place + i] = word;
                if (!word) continue;
                b.reached[place + i] = all | word;
                if (level & 2) b.bits[place + i] |= word;
                reached += COUNT(word);
            }
            if (reached) atomicAdd(&fresh, reached);
        }
        __syncthreads();
        if (threadIdx.x == 0) {
            b.active_next[slab] = fresh != 0;
            if (fresh) {
                b.count[slab] += fresh;
                control->fresh = 1;
            }
        }
        __syncthreads();
    }
}

// ---- searching ----

// The shared memory of a block, followed by the boards of its threads: each thread's tiles by cell, then for
// each view the cells of the tiles by slot. The words of the threads are interleaved to avoid bank conflicts.
struct Shared {
    Puzzle puzzle;
    Ranks ranks;
};

#ifdef __CUDACC__
extern __shared__ u64 dynamic[];
#else
static u64 dynamic[4096];
#endif

#define BOARD_WORDS 7

struct Thread {
    u32 *words;
    u32 stride;

    BOTH u32 &word(u32 i) { return words[i * stride]; }
    BOTH u8 &byte(u32 i) { return ((u8 *)&words[(i >> 2) * stride])[i & 3]; }
    BOTH u8 &tile(u32 cell) { return byte(cell); }
    BOTH u32 place(u32 parts, u32 view) { return BOARD_WORDS + 2 * parts * view; }
    // Loads a board and computes the cells of its tiles in each view.
    BOTH void load(const Puzzle &puzzle, const u32 *board) {
        for (u32 i = 0; i < BOARD_WORDS; i++) word(i) = board[i];
        for (u32 cell = 0; cell < puzzle.grid.cells; cell++) {
            u32 name = tile(cell);
            if (name == puzzle.grid.blank) continue;
            for (u32 v = 0; v < puzzle.views; v++)
                byte(4 * place(puzzle.parts, v) + puzzle.view[v].slot[name]) = puzzle.view[v].cell[cell];
        }
    }
};

BOTH u32 blank_of(const Puzzle &puzzle, Thread &thread) {
    for (u32 cell = 0; cell < puzzle.grid.cells; cell++)
        if (thread.tile(cell) == puzzle.grid.blank) return cell;
    return 0;
}

__device__ static Thread prepare(Shared &shared, const Puzzle *puzzle, const Ranks *ranks) {
    for (u32 i = threadIdx.x; i < sizeof(Puzzle) / 4; i += blockDim.x) ((u32 *)&shared.puzzle)[i] = ((const u32 *)puzzle)[i];
    for (u32 i = threadIdx.x; i < sizeof(Ranks) / 4; i += blockDim.x) ((u32 *)&shared.ranks)[i] = ((const u32 *)ranks)[i];
    __syncthreads();
    return Thread{(u32 *)(&shared + 1) + threadIdx.x, blockDim.x};
}

// Computes the root items of boards of 32 bytes each, with their estimates: two items per board, each with
// half of the directions. Sets the initial bounds of the instances.
extern "C" __global__ void __launch_bounds__(THREADS) roots(const Puzzle *given, const Ranks *given_ranks, const u32 *boards, u32 count, Item *items, Instance *instances) {
    Shared &shared = *(Shared *)dynamic;
    Thread thread = prepare(shared, given, given_ranks);
    const Puzzle &puzzle = shared.puzzle;
    for (u32 i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        thread.load(puzzle, boards + 8 * i);
        u32 blank = blank_of(puzzle, thread), bound = 0;
        Item &item = items[2 * i];
        for (u32 v = 0; v < puzzle.views; v++) {
            const View &view = puzzle.view[v];
            u32 sum = 0, low = 0;
            for (u32 part = 0; part < puzzle.parts; part++) {
                if (!view.tables[part].tiles) continue;
                u32 w = thread.place(puzzle.parts, v) + 2 * part;
                u32 value = value_of(shared.ranks, puzzle.grid, view, part, thread.word(w), thread.word(w + 1), view.cell[blank]);
                sum += value;
                low |= (value & 3) << 2 * part;
            }
            item.estimates[v] = (Estimate)(sum | low << 8);
            bound = sum > bound ? sum : bound;
        }
        for (u32 w = 0; w < BOARD_WORDS; w++) item.board[w] = boards[8 * i + w];
        for (u32 w = 0; w < PATH_WORDS; w++) item.path[w] = 0;
        item.next = puzzle.automaton[0];
        item.instance = i;
        item.moves = 0;
        for (u8 &byte : item.unused) byte = 0;
        u32 ways = puzzle.grid.legal[blank] & allowed(item.next);
        items[2 * i + 1] = item;
        items[2 * i].ways = (u8)(ways & 3);
        items[2 * i + 1].ways = (u8)(ways & 12);
        instances[i].bound = bound;
        instances[i].found = 0;
    }
}

// Steps between polls of the shared state.
#define POLL 32

// A stack frame: the state to resume from at a depth.
struct Frame {
    u64 next;   // the next states of the node's state of the finite-state machine
    // Two bits: the direction taken. Four bits: the remaining directions. Then four bits per view: the
    // directions in which its value rises.
    u32 choice;
    u32 unused;
};

// A thread's current node in the subtree of an item, except for the board, which is in shared memory.
template <int VIEWS> struct Node {
    u64 next;
    u32 blank, moves;
    Estimate estimates[VIEWS];
};

// Makes (`forth`) or undoes a move of a tile between two cells: updates the board, the views and the
// estimates. Bit 4 * v of `rising` is 1 if the move raises the value of view v.
template <int VIEWS>
__device__ __forceinline__ void slide(const Puzzle &puzzle, Thread &thread, Node<VIEWS> &node, u32 from, u32 to, u32 rising, u32 forth) {
    u32 name = thread.tile(from);
    thread.tile(to) = (u8)name;
#pragma unroll
    for (int v = 0; v < VIEWS; v++) {
        u32 slot = puzzle.view[v].slot[name];
        thread.byte(4 * thread.place(puzzle.parts, v) + slot) = puzzle.view[v].cell[to];
        node.estimates[v] = stepped(node.estimates[v], slot >> 3, (rising >> 4 * v & 1) ^ !forth);
    }
    node.blank = from;
}

// Returns the directions of a node that no view prunes and, above them, four bits per view: the directions in
// which its value rises.
//
// PERF: each stage of the lookup handles all directions before the next stage, so that up to three memory
// reads of a thread overlap. Looking the directions up one by one was half as fast.
template <int VIEWS>
__device__ __forceinline__ u32 expand(const Puzzle &puzzle, const Ranks &ranks, Thread &thread, const Node<VIEWS> &node, u32 ways, u32 bound) {
    u32 rising = 0;
#pragma unroll
    for (int v = 0; v < VIEWS; v++) {
        const View &view = puzzle.view[v];
        u32 way[MAX_WAYS], part[MAX_WAYS], blank[MAX_WAYS];
        Place place[MAX_WAYS];
        u64 said[MAX_WAYS];
        u32 left = ways;
#pragma unroll
        for (int i = 0; i < MAX_WAYS; i++) {
            way[i] = 4;
            if (!left) continue;
            way[i] = LOWEST(left);
            left &= left - 1;
            u32 from = puzzle.grid.around[node.blank][way[i]], slot = view.slot[thread.tile(from)];
            part[i] = slot >> 3;
            blank[i] = view.cell[from];
            u32 w = thread.place(puzzle.parts, v) + 2 * part[i], first = thread.word(w), second = thread.word(w + 1);
            put_cell(first, second, slot & 7, view.cell[node.blank]);
            place[i] = place_of(ranks, view.tables[part[i]], first, second);
            said[i] = view.tables[part[i]].sets[place[i].set];
        }
        u32 bits[MAX_WAYS];
#pragma unroll
        for (int i = 0; i < MAX_WAYS; i++) {
            if (way[i] == 4) continue;
            const Table &table = view.tables[part[i]];
            u64 entry = entry_of(table, slab_of(table, said[i], place[i].set, blank[i]), place[i].order);
            bits[i] = table.bits[entry >> 5] >> (entry & 31);
        }
#pragma unroll
        for (int i = 0; i < MAX_WAYS; i++) {
            if (way[i] == 4) continue;
            u32 up = rises(node.estimates[v], part[i], bits[i]);
            rising |= up << (4 * v + way[i]);
            if (node.moves + sum_of(node.estimates[v]) + 2 * up > bound) ways &= ~(1u << way[i]);
        }
    }
    return ways | rising << 4;
}

// Writes the path from the root to the current node, at a depth below an item.
__device__ static void write_path(const Item &item, const Frame *stack, u32 depth, u32 moves, u32 *path) {
    for (u32 i = 0; i < PATH_WORDS; i++) path[i] = item.path[i];
    for (u32 i = 0; i < depth; i++) {
        u32 at = moves - depth + i, shift = 2 * (at % 16);
        path[at / 16] = (path[at / 16] & ~(3u << shift)) | (stack[i].choice & 3) << shift;
    }
}

// Depth-first search. Each thread takes items until none remain, or until it has made `budget` steps or more
// than `most_idle` threads are idle; then it writes the unsearched rest of its subtree to `back`, node by
// node.
template <int VIEWS>
__device__ __forceinline__ void search(const Puzzle *given, const Ranks *given_ranks, Item *items, Item *back, u32 capacity, Instance *instances, Frame *stacks, Control *control, u32 budget, u32 most_idle) {
    Shared &shared = *(Shared *)dynamic;
    Thread thread = prepare(shared, given, given_ranks);
    const Puzzle &puzzle = shared.puzzle;
    Frame *stack = stacks + (u64)MAX_DEPTH * (blockIdx.x * blockDim.x + threadIdx.x);
    u64 nodes = 0;
    u32 steps = 0;

    for (bool handing_back = false; !handing_back;) {
        int taken = atomicSub(&control->waiting, 1) - 1;
        if (taken < 0) {
            atomicAdd(&control->idle, 1);
            break;
        }
        const Item &item = items[taken];
        u32 instance = item.instance, bound = instances[instance].bound;
        if (*(volatile u32 *)&instances[instance].found) continue;
        thread.load(puzzle, item.board);
        Node<VIEWS> node;
        node.next = item.next;
        node.blank = blank_of(puzzle, thread);
        node.moves = item.moves;
#pragma unroll
        for (int v = 0; v < VIEWS; v++) node.estimates[v] = item.estimates[v];
        u32 depth = 0, ways = item.ways, place = 0;

        for (;;) {
            u32 left = 0;
            if (!handing_back) {
                nodes += COUNT(ways);
                left = expand<VIEWS>(puzzle, shared.ranks, thread, node, ways, bound);
            } else {
                Item &rest = back[place++];
                thread.tile(node.blank) = (u8)puzzle.grid.blank;
                for (u32 i = 0; i < BOARD_WORDS; i++) rest.board[i] = thread.word(i);
                write_path(item, stack, depth, node.moves, rest.path);
#pragma unroll
                for (int v = 0; v < MAX_VIEWS; v++) rest.estimates[v] = v < VIEWS ? node.estimates[v % VIEWS] : 0;
                rest.next = node.next;
                rest.instance = instance;
                rest.moves = (u8)node.moves;
                rest.ways = (u8)ways;
                for (u8 &byte : rest.unused) byte = 0;
            }
            // Backtrack to the deepest node with a direction left.
            while (!(left & 15) && depth > 0) {
                Frame frame = stack[--depth];
                left = frame.choice >> 2;
                u32 way = frame.choice & 3;
                node.next = frame.next;
                node.moves--;
                slide<VIEWS>(puzzle, thread, node, puzzle.grid.around[node.blank][3 - way], node.blank, left >> (4 + way), 0);
            }
            if (!(left & 15)) break;
            // Make the next move.
            u32 way = LOWEST(left & 15), from = puzzle.grid.around[node.blank][way];
            left &= ~(1u << way);
            stack[depth++] = Frame{node.next, left << 2 | way, 0};
            node.next = puzzle.automaton[node.next >> 16 * way & 0xffff];
            node.moves++;
            slide<VIEWS>(puzzle, thread, node, from, node.blank, left >> (4 + way), 1);
            ways = puzzle.grid.legal[from] & allowed(node.next);
            if (sum_of(node.estimates[0]) == 0) {
                if (atomicCAS(&instances[instance].found, 0, node.moves + 1) == 0)
                    write_path(item, stack, depth, node.moves, instances[instance].path);
                break;
            }
            if (++steps % POLL || handing_back) continue;
            if (*(volatile u32 *)&instances[instance].found) break;
            if (steps >= budget || *(volatile u32 *)&control->idle > most_idle) {
                u32 count = 1;
                for (u32 i = 0; i < depth; i++) count += COUNT(stack[i].choice >> 2 & 15);
                // If the list is full, the item is finished first. A failed reservation is not released,
                // because later reservations of other threads would then lie behind a gap.
                if (*(volatile u32 *)&control->handed_back > capacity) continue;
                place = atomicAdd(&control->handed_back, count);
                handing_back = place + count <= capacity;
                if (!handing_back) atomicMin(&control->end, place);
            }
        }
    }
    atomicAdd(&control->nodes, nodes);
}

#define SEARCH(VIEWS)                                                                                                          \
    extern "C" __global__ void __launch_bounds__(THREADS, 2)                                                                   \
        search_##VIEWS(const Puzzle *puzzle, const Ranks *ranks, Item *items, Item *back, u32 capacity, Instance *instances,   \
                       Frame *stacks, Control *control, u32 budget, u32 most_idle) {                                                          \
        search<VIEWS>(puzzle, ranks, items, back, capacity, instances, stacks, control, budget, most_idle);                    \
    }

SEARCH(2)
SEARCH(4)
