//! Tests of the server over TCP. Each test starts a server on a free port.

mod client;
mod invalid_requests;
mod limits;
mod server;
mod streams;
mod valid_requests;

mod boards {
    use chacha20::ChaCha8Rng;
    use rand::SeedableRng;
    use taquin::random::random_board;
    use taquin::{Goal, Size};

    /// Four moves from the goal.
    pub(crate) const EASY: &str = "0 1 3/4 2 5/7 8 6";

    /// A board at distance 80, which takes many seconds to solve.
    pub(crate) const HARD: &str = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";

    /// Returns a random solvable board with equal sides.
    pub(crate) fn random_square(side: usize) -> String {
        random(side, side)
    }

    /// Returns a random solvable board.
    pub(crate) fn random(rows: usize, cols: usize) -> String {
        let goal = Goal::blank_last(Size::new(rows, cols).expect("in range"));
        random_board(&goal, true, &mut ChaCha8Rng::seed_from_u64(1)).to_line()
    }

    /// Returns a board too large for a proof: its search lasts until the time limit.
    pub(crate) fn endless() -> String {
        random_square(40)
    }
}
