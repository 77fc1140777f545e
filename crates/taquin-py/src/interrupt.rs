//! Work without the interpreter's lock, which Ctrl-C cancels.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;
use taquin::CancelToken;

/// The interval of looking for signals and reporting progress.
const INTERVAL: Duration = Duration::from_millis(50);

/// Does work on another thread, without the lock. Every few milliseconds `poll` runs with the lock; if it fails, or if a
/// signal such as Ctrl-C raises an exception, the token is cancelled and the exception returned once the work has ended. A
/// panic becomes an exception.
pub(crate) fn run<R: Send>(
    py: Python<'_>,
    cancel: &CancelToken,
    mut poll: impl FnMut(Python<'_>) -> PyResult<()> + Send,
    work: impl FnOnce() -> R + Send,
) -> PyResult<R> {
    let (result, error) = py.detach(|| {
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            scope.spawn(move || sender.send(catch_unwind(AssertUnwindSafe(work))));
            let mut error = None;
            loop {
                match receiver.recv_timeout(INTERVAL) {
                    Ok(result) => return (Some(result), error),
                    Err(RecvTimeoutError::Disconnected) => return (None, error),
                    Err(RecvTimeoutError::Timeout) if error.is_some() => {}
                    Err(RecvTimeoutError::Timeout) => {
                        error = Python::attach(|py| py.check_signals().and_then(|()| poll(py)).err());
                        if error.is_some() {
                            cancel.cancel();
                        }
                    }
                }
            }
        })
    });
    match (result, error) {
        (_, Some(error)) => Err(error),
        (Some(Ok(result)), None) => Ok(result),
        (Some(Err(_)) | None, None) => {
            Err(PyRuntimeError::new_err("a bug in Taquin: please report it with the call that caused it"))
        }
    }
}
