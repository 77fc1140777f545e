//! The server as its clients see it: a real one on a port of its own for each test, spoken to over TCP.

mod bad;
mod client;
mod good;
mod limits;
mod server;
mod streams;

/// Boards that tests ask about.
mod boards {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;
    use taquin::notation::one_line;
    use taquin::{Goal, Size, random_board};

    /// Four moves from the goal.
    pub(crate) const EASY: &str = "0 1 3/4 2 5/7 8 6";

    /// One of the boards that take 80 moves: many seconds' work.
    pub(crate) const HARD: &str = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";

    /// A random board that can be solved.
    pub(crate) fn random(side: usize) -> String {
        random_of(side, side)
    }

    /// The same with any sides.
    pub(crate) fn random_of(rows: usize, cols: usize) -> String {
        let goal = Goal::blank_last(Size::new(rows, cols).expect("in range"));
        one_line(&random_board(&goal, true, &mut ChaCha8Rng::seed_from_u64(1)))
    }

    /// One that is worked on for as long as there is time.
    pub(crate) fn endless() -> String {
        random(40)
    }
}
