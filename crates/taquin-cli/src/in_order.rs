//! Many boards at a time, their results in order.

use rayon::prelude::*;
use std::collections::BTreeMap;
use std::io;
use std::sync::mpsc;
use taquin::StopFlag;

/// Does `work` for each item on so many threads, and hands each result to `sink` in the items' order, as soon as it and
/// all before it are there. Once the flag is raised, no work is begun; if the sink fails, that raises it. Returns how many
/// items were left.
pub(crate) fn in_order<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    stop: &StopFlag,
    work: impl Fn(&T) -> R + Send + Sync,
    mut sink: impl FnMut(&T, R) -> io::Result<()>,
) -> io::Result<u64> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(io::Error::other)?;
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            pool.install(|| {
                // One item at a time: some take a thousand times as long as others.
                items.par_iter().with_max_len(1).enumerate().try_for_each_with(sender, |sender, (i, item)| {
                    let result = (!stop.is_raised()).then(|| work(item));
                    // Nobody listens any more if the output is gone: then the rest is not worth doing.
                    sender.send((i, result)).ok()
                })
            })
        });
        let mut waiting = BTreeMap::new();
        let (mut next, mut left) = (0, 0);
        for (i, result) in receiver {
            waiting.insert(i, result);
            while let Some(result) = waiting.remove(&next) {
                match result {
                    Some(result) => sink(&items[next], result).inspect_err(|_| stop.raise())?,
                    None => left += 1,
                }
                next += 1;
            }
        }
        Ok(left)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order() {
        let items: Vec<u64> = (0..200).collect();
        let mut seen = Vec::new();
        let left = in_order(
            &items,
            4,
            &StopFlag::default(),
            |&i| {
                std::thread::sleep(std::time::Duration::from_micros((i * 37) % 500));
                i * i
            },
            |_, r| {
                seen.push(r);
                Ok(())
            },
        )
        .expect("nothing fails");
        assert_eq!(left, 0);
        assert_eq!(seen, items.iter().map(|i| i * i).collect::<Vec<_>>());
    }

    #[test]
    fn a_raised_flag_leaves_the_rest() {
        let items: Vec<u64> = (0..100).collect();
        let (stop, mut seen) = (StopFlag::default(), 0);
        let work = |&i: &u64| {
            if i == 10 {
                stop.raise();
            }
        };
        let count = |_: &u64, ()| {
            seen += 1;
            Ok(())
        };
        let left = in_order(&items, 1, &stop, work, count).expect("nothing fails");
        assert!(left > 0);
        assert_eq!(seen + left, 100);
    }

    #[test]
    fn a_closed_sink_ends_the_work() {
        let items: Vec<u32> = (0..100_000).collect();
        let stop = StopFlag::default();
        let result = in_order(&items, 2, &stop, |&i| i, |_, _| Err(io::ErrorKind::BrokenPipe.into()));
        assert_eq!(result.map_err(|e| e.kind()), Err(io::ErrorKind::BrokenPipe));
        assert!(stop.is_raised());
    }
}
