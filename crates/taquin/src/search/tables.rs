//! The pattern databases that searches share.

use super::ida_star::Engine;
use super::{Meter, Run, StopReason};
use crate::board::{Board, Size};
use crate::table::{Frame, Pattern, build, partition};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// Pattern databases for boards of up to 16 cells, built when they are first needed (in a fifth of a second for the
/// 15-puzzle) and kept in memory. Clones share them, and so can any number of solvers and threads.
#[derive(Clone, Default)]
pub struct Tables(Arc<Mutex<Engines>>);

/// By size of the grid and home of the blank.
type Engines = HashMap<(Size, usize), Arc<AnyEngine>>;

/// An engine with as many patterns as it takes.
pub(crate) enum AnyEngine {
    Two(Engine<2>),
    Three(Engine<3>),
}

impl Tables {
    /// The most cells of a board that there are tables for.
    pub const MOST_CELLS: usize = 16;

    /// The engine for a frame; makes its tables if there are none yet.
    pub(crate) fn engine(&self, frame: &Frame, meter: &Meter<'_>) -> Result<Arc<AnyEngine>, StopReason> {
        // Others that need tables wait here until these are made. A panic while building leaves nothing half made.
        let mut engines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(engine) = engines.get(&(frame.size, frame.blank)) {
            return Ok(Arc::clone(engine));
        }
        let engine = Arc::new(AnyEngine::new(frame, meter)?);
        engines.insert((frame.size, frame.blank), Arc::clone(&engine));
        Ok(engine)
    }
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tables")
    }
}

/// What building a table takes, at most: a byte a value, and a few bits of the search for each region of the blank.
const BYTES_AN_ENTRY: usize = 3;

impl AnyEngine {
    fn new(frame: &Frame, meter: &Meter<'_>) -> Result<Self, StopReason> {
        let patterns = partition(frame.size, frame.blank);
        let entries = || patterns.iter().map(Pattern::entries);
        let (kept, largest) = (entries().sum::<usize>() / 2, entries().max().unwrap_or_default());
        meter.afford(kept + BYTES_AN_ENTRY * largest)?;
        let values = patterns
            .iter()
            .map(|p| build(p, &|| meter.interrupted()))
            .collect::<Result<Vec<_>, StopReason>>()?;
        let (patterns, values) = match (<[Pattern; 2]>::try_from(patterns), <[Vec<u8>; 2]>::try_from(values))
        {
            (Ok(patterns), Ok(values)) => return Ok(Self::Two(Engine::new(frame, &patterns, values))),
            (Err(patterns), Err(values)) => (patterns, values),
            _ => unreachable!("a table for each pattern"),
        };
        match (<[Pattern; 3]>::try_from(patterns), <[Vec<u8>; 3]>::try_from(values)) {
            (Ok(patterns), Ok(values)) => Ok(Self::Three(Engine::new(frame, &patterns, values))),
            _ => unreachable!("at most 15 tiles in groups of six"),
        }
    }

    pub(crate) fn solve(&self, frame: &Frame, board: &Board, threads: usize, meter: &mut Meter<'_>) -> Run {
        match self {
            Self::Two(engine) => engine.solve(frame, board, threads, meter),
            Self::Three(engine) => engine.solve(frame, board, threads, meter),
        }
    }
}
