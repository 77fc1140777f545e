//! Solutions that are constructed, not searched for: boards of any size are solved at once, if not with the fewest moves, and
//! then better and better.
//!
//! [`anytime`] is the way in. [`place`] puts tile after tile in its place, which always succeeds, with no more moves than it
//! promises: [`guide`] leads the blank about, and [`last`] solves the few cells that remain. A [`beam`] does better where it
//! can see all that is left, in a [`window`], by what looks good to a [`judge`]; [`sweep`] joins the two. [`shorten`] looks for
//! detours in a solution. All work on a [`field`], where tiles are named after their home cells and moves are recorded.

pub(crate) mod anytime;
mod beam;
mod field;
mod guide;
mod judge;
mod last;
mod place;
mod shorten;
mod sweep;
mod weights;
mod window;
