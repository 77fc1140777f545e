//! A connection that gives up on a client that takes nothing.
//!
//! A client that asks and then does not read holds a connection, and what was to be sent, for as long as it likes. TCP would
//! wait for it for ever. Here, when nothing could be written for some time, writing fails, which ends the connection and all
//! that belongs to it. One that reads slowly but reads is served.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Sleep;

/// A stream whose writes fail after they made no headway for some time.
pub(crate) struct Unstalled<S> {
    stream: S,
    most: Duration,
    /// When the write that is stuck fails.
    deadline: Option<Pin<Box<Sleep>>>,
}

impl<S> Unstalled<S> {
    pub(crate) fn new(stream: S, most: Duration) -> Self {
        Self { stream, most, deadline: None }
    }

    fn watch<T>(&mut self, written: Poll<io::Result<T>>, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.deadline = None;
            return written;
        }
        let most = self.most;
        let deadline = self.deadline.get_or_insert_with(|| Box::pin(tokio::time::sleep(most)));
        ready!(deadline.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Unstalled<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Unstalled<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watch(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.watch(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.watch(flushed, context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let shut = Pin::new(&mut self.stream).poll_shutdown(context);
        self.watch(shut, context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    #[tokio::test]
    async fn a_write_that_is_stuck_fails() {
        let (near, _far) = tokio::io::duplex(64);
        let mut stream = Unstalled::new(near, Duration::from_millis(20));
        stream.write_all(&[0; 64]).await.expect("it fits");
        let error = stream.write_all(&[0; 64]).await.expect_err("nobody reads");
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn a_slow_reader_is_served() {
        let (near, mut far) = tokio::io::duplex(8);
        let mut stream = Unstalled::new(near, Duration::from_secs(20));
        let reading = tokio::spawn(async move {
            let mut bytes = [0; 64];
            far.read_exact(&mut bytes).await.map(|_| bytes[63])
        });
        stream.write_all(&[7; 64]).await.expect("somebody reads");
        assert_eq!(reading.await.expect("no panic").expect("all there"), 7);
    }
}
