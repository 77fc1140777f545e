//! Work on the boards of an array, by threads of its own: a pool that outlived the call would be gone in a forked child, which would wait
//! for it forever.

use std::convert::Infallible;
use taquin::{CancelToken, map_ordered};

/// The number of boards that a thread takes at a time. Fewer in all are left to the calling thread.
const CHUNK: usize = 2048;

/// Applies some work to each item, on all cores.
pub(crate) fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = cores.min(items.len().div_ceil(CHUNK));
    let mut results = Vec::with_capacity(items.len());
    let of_chunk = |chunk: &&[T]| chunk.iter().map(&work).collect::<Vec<R>>();
    let Ok(_) = map_ordered(items.chunks(CHUNK), threads, &CancelToken::default(), of_chunk, |_, chunk| {
        results.extend(chunk);
        Ok::<(), Infallible>(())
    });
    results
}
