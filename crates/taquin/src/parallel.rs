//! Work on the threads of a pool. The pool is always one of ours: the global one may fail to start, uses more threads than a caller
//! allows, and does not survive a fork.

/// Applies some work to each item on the threads of the pool that this thread belongs to, or on this thread if there is none. Returns
/// the results in the order of the items.
pub(crate) fn map<T: Send, R: Send>(
    items: impl IntoIterator<Item = T>,
    work: impl Fn(T) -> R + Send + Sync,
) -> Vec<R> {
    #[cfg(feature = "threads")]
    if rayon::current_thread_index().is_some() {
        use rayon::prelude::*;
        return items.into_iter().collect::<Vec<T>>().into_par_iter().map(work).collect();
    }
    items.into_iter().map(work).collect()
}
