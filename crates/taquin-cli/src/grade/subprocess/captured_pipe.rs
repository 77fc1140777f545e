//! The output of a program, read by a thread, of which a bounded prefix is kept.

use std::io::{self, Read};
use std::process::Child;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The time to wait for remaining output after the program has exited.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(1);

/// The output of a pipe, read by a thread.
pub(super) struct CapturedPipe {
    bytes: Arc<Mutex<Vec<u8>>>,
    done: Receiver<()>,
}

impl CapturedPipe {
    /// Reads the standard output of a program, and the beginning of its standard error.
    pub(super) fn start_both(
        child: &mut Child,
        max_output: usize,
        max_error_output: usize,
        has_overflowed: &Arc<AtomicBool>,
    ) -> io::Result<[Self; 2]> {
        let closed = || io::Error::from(io::ErrorKind::BrokenPipe);
        let output = child.stdout.take().ok_or_else(closed)?;
        let error_output = child.stderr.take().ok_or_else(closed)?;
        Ok([
            Self::start(output, max_output, max_output, has_overflowed)?,
            Self::start(error_output, max_error_output, max_output, has_overflowed)?,
        ])
    }

    /// Starts a thread that reads the pipe and keeps the first `keep` bytes. It sets the flag and ends when
    /// the output limit is exceeded.
    fn start(
        mut pipe: impl Read + Send + 'static,
        keep: usize,
        max: usize,
        has_overflowed: &Arc<AtomicBool>,
    ) -> io::Result<Self> {
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let (sender, done) = mpsc::channel();
        let kept = Arc::clone(&bytes);
        let has_overflowed = Arc::clone(has_overflowed);
        std::thread::Builder::new().spawn(move || {
            let mut buffer = vec![0; 64 << 10];
            let mut total = 0;
            loop {
                let count = match pipe.read(&mut buffer) {
                    Ok(count) if count > 0 => count,
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    _ => break,
                };
                total += count;
                if total > max {
                    has_overflowed.store(true, Ordering::Relaxed);
                    break;
                }
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                let room = keep.saturating_sub(kept.len());
                kept.extend_from_slice(&buffer[..count.min(room)]);
            }
            // Fails if the receiver has timed out.
            sender.send(()).ok();
        })?;
        Ok(Self { bytes, done })
    }

    /// Returns the text up to the end of the pipe, or what has been read by the timeout.
    pub(super) fn into_text(self) -> String {
        self.done.recv_timeout(DRAIN_TIMEOUT).ok();
        let bytes = std::mem::take(&mut *self.bytes.lock().unwrap_or_else(PoisonError::into_inner));
        String::from_utf8_lossy(&bytes).into_owned()
    }
}
