//! Shortest solutions in the multi-tile metric, for boards of up to 16 cells.
//!
//! In this metric the tiles between the blank and another cell of its row or column slide together, as one move. So the
//! blank goes to any cell of its row or column, and two moves in the same line are never worth it: they amount to one, or
//! to none. Horizontal and vertical moves alternate, and on 4×4 each node has three successors.
//!
//! **Heuristic.** Additive pattern databases do not carry over, because one move slides tiles of several patterns. Instead
//! the board is abstracted by *colors*: all tiles are kept, but a tile has only one of a few colors, such as the row of its
//! home. A solution of the board also solves the colored board, so the distance of the colored board is admissible. The
//! heuristic is the maximum over several colorings.
//!
//! **Classes.** Let the next move be horizontal. It takes the blank anywhere in its row without changing the order of the
//! tiles read row by row, so the moves left depend on that order and the row of the blank only: the *class* of the board.
//! The table of a coloring has an entry for each class of the horizontal moves, and one for each class of the vertical
//! moves. It is a quarter of the size of a table of boards on 4×4, and stronger, since it knows the direction of the next
//! move. [`ColorTable`] is built by breadth-first search over the classes: a class of one kind shares a board with those
//! of the other kind, one for each cell that the blank can reach.
//!
//! **Colors.** Each tile has two colors out of four, by row and by column of its home on 4×4, and the two together identify it.
//! A board is then two words (rows first and columns first) of two bits per tile and coloring, and a slide rotates a few
//! symbols of one word, in both colorings at the same time. A table of all four colors of 4×4 has 126 million entries; with
//! two of the four *merged* it has four to seven million, is built in a fraction of a second, and fits in the cache. Which
//! two are merged makes a difference from board to board, and the maximum over several is better than any of them. A search
//! starts with these [small](TableSize::Small) tables; a hard board, and each of many boards, is worth the
//! [large](TableSize::Large) ones.
//!
//! PERF: on twenty random 15-puzzles, nodes and time with two colors merged: one way 97 million and 2.4 s, two ways 13 million and
//! 0.5 s, three ways 8.4 million, all six ways 6.0 million but slower; all four colors 2.0 million and 0.08 s, after 7.5 s for the
//! table.

mod all_solutions;
mod color_rank;
mod color_table;
mod ida_star;
mod line_bound;
mod node;

pub(crate) use ida_star::{MultiTileSearch, TableSize};
pub(crate) use line_bound::line_bound;
