//! Parallel map with results in input order.

use rayon::prelude::*;
use std::collections::BTreeMap;
use std::io;
use std::sync::mpsc;
use taquin::CancelToken;

/// Applies `work` to each item on a pool of `threads` threads and passes the results to `sink` in input
/// order, each as soon as it and all results before it are available.
///
/// No work starts after `cancel` is raised; an error of the sink raises it. Returns the number of items
/// skipped.
pub(crate) fn map_ordered<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    cancel: &CancelToken,
    work: impl Fn(&T) -> R + Send + Sync,
    mut sink: impl FnMut(&T, R) -> io::Result<()>,
) -> io::Result<u64> {
    let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(threads).build() else {
        return map_sequentially(items, cancel, work, sink);
    };
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            pool.install(|| {
                // Work units of one item: some boards take a thousand times as long as others.
                items.par_iter().with_max_len(1).enumerate().try_for_each_with(sender, |sender, (i, item)| {
                    let result = (!cancel.is_cancelled()).then(|| work(item));
                    // Sending fails after the sink has failed; returning None ends the iteration.
                    sender.send((i, result)).ok()
                })
            })
        });
        let mut pending = BTreeMap::new();
        let mut next = 0;
        let mut skipped = 0;
        for (i, result) in receiver {
            pending.insert(i, result);
            while let Some(result) = pending.remove(&next) {
                match result {
                    Some(result) => sink(&items[next], result).inspect_err(|_| cancel.cancel())?,
                    None => skipped += 1,
                }
                next += 1;
            }
        }
        Ok(skipped)
    })
}

/// Does the same on this thread, if the system refuses the others.
fn map_sequentially<T, R>(
    items: &[T],
    cancel: &CancelToken,
    work: impl Fn(&T) -> R,
    mut sink: impl FnMut(&T, R) -> io::Result<()>,
) -> io::Result<u64> {
    for (item, done) in items.iter().zip(0..) {
        if cancel.is_cancelled() {
            return Ok(items.len() as u64 - done);
        }
        sink(item, work(item))?;
    }
    Ok(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_arrive_in_input_order() {
        let items: Vec<u64> = (0..200).collect();
        let mut seen = Vec::new();
        let skipped = map_ordered(
            &items,
            4,
            &CancelToken::default(),
            |&i| {
                std::thread::sleep(std::time::Duration::from_micros((i * 37) % 500));
                i * i
            },
            |_, r| {
                seen.push(r);
                Ok(())
            },
        )
        .expect("the sink never fails");
        assert_eq!(skipped, 0);
        assert_eq!(seen, items.iter().map(|i| i * i).collect::<Vec<_>>());
    }

    #[test]
    fn one_thread_is_enough() {
        let cancel = CancelToken::default();
        let mut seen = Vec::new();
        let sink = |&item: &u32, result: u32| {
            seen.push((item, result));
            if item == 2 {
                cancel.cancel();
            }
            Ok(())
        };
        let skipped =
            map_sequentially(&[1, 2, 3, 4], &cancel, |&i| i * i, sink).expect("the sink never fails");
        assert_eq!((skipped, seen), (2, vec![(1, 1), (2, 4)]));
    }

    #[test]
    fn cancelling_skips_the_remaining_items() {
        let items: Vec<u64> = (0..100).collect();
        let cancel = CancelToken::default();
        let mut seen = 0;
        let work = |&i: &u64| {
            if i == 10 {
                cancel.cancel();
            }
        };
        let sink = |_: &u64, ()| {
            seen += 1;
            Ok(())
        };
        let skipped = map_ordered(&items, 1, &cancel, work, sink).expect("the sink never fails");
        assert!(skipped > 0);
        assert_eq!(seen + skipped, 100);
    }

    #[test]
    fn failing_sink_cancels_the_work() {
        let items: Vec<u32> = (0..100_000).collect();
        let cancel = CancelToken::default();
        let result = map_ordered(&items, 2, &cancel, |&i| i, |_, _| Err(io::ErrorKind::BrokenPipe.into()));
        assert_eq!(result.map_err(|e| e.kind()), Err(io::ErrorKind::BrokenPipe));
        assert!(cancel.is_cancelled());
    }
}
