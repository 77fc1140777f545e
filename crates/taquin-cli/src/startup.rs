//! The start of the program, and its only unsafe code: a check before `main`, a handler of SIGBUS, and the settings of the
//! allocator.

/// Returns true if standard output was closed when the program started, as after `taquin … >&-`. Unknown on macOS and
/// Windows: false.
///
/// Before `main`, Rust's runtime opens /dev/null in its place, so that results would be lost without an error. The check
/// therefore runs earlier, among the initializers that the system calls when it has loaded the program.
pub(crate) fn was_stdout_closed() -> bool {
    #[cfg(all(unix, not(target_vendor = "apple")))]
    return before_main::WAS_STDOUT_CLOSED.load(std::sync::atomic::Ordering::Relaxed);
    #[cfg(not(all(unix, not(target_vendor = "apple"))))]
    return false;
}

#[cfg(all(unix, not(target_vendor = "apple")))]
mod before_main {
    use std::sync::atomic::{AtomicBool, Ordering};

    pub(super) static WAS_STDOUT_CLOSED: AtomicBool = AtomicBool::new(false);

    extern "C" fn check() {
        let flags = rustix::io::fcntl_getfd(rustix::stdio::stdout());
        WAS_STDOUT_CLOSED.store(flags == Err(rustix::io::Errno::BADF), Ordering::Relaxed);
    }

    // SAFETY: the section holds pointers to functions, which the system calls with the arguments of `main`; `check`
    // ignores them. It makes one system call, does not unwind, and needs nothing that Rust's runtime sets up.
    #[expect(unsafe_code, reason = "there is no other way to run code before Rust's runtime")]
    #[unsafe(link_section = ".init_array")]
    #[used]
    static CHECK: extern "C" fn() = check;
}

/// Makes the program exit with a message if a pattern database is truncated while in use: reading beyond the end of a
/// mapped file raises SIGBUS.
///
/// Copying the file instead of mapping it would prevent that, and cost seconds and hundreds of megabytes per run.
pub(crate) fn exit_on_bus_error() {
    #[cfg(target_os = "linux")]
    bus_error::install_handler();
}

#[cfg(target_os = "linux")]
mod bus_error {
    use crate::exit::Exit;
    use std::sync::atomic::{AtomicBool, Ordering};

    const MESSAGE: &[u8] =
        b"taquin: a pattern database was truncated while in use: do not change files in the cache \
        directory; 'taquin tables verify' finds damaged ones\n";

    /// Replaces the handler of Rust's runtime, which would restore the default action before any other handler runs: a
    /// second thread that reads the same file would then kill the program by the signal. That handler looks for stack
    /// overflows, which raise SIGSEGV on Linux.
    #[expect(unsafe_code, reason = "signal-hook calls the handler of Rust's runtime first")]
    pub(super) fn install_handler() {
        let handler: extern "C" fn(libc::c_int) = exit;
        // SAFETY: all bytes zero is a valid `sigaction`: no flags, an empty mask. The handler does nothing but system calls
        // that are async-signal-safe, and does not return to the instruction that failed.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = handler as usize;
            libc::sigaction(libc::SIGBUS, &raw const action, std::ptr::null_mut());
        }
    }

    /// The first thread that fails writes the message and exits; others wait until then.
    #[expect(unsafe_code, reason = "the standard library's exit is not async-signal-safe")]
    extern "C" fn exit(_signal: libc::c_int) {
        static EXITING: AtomicBool = AtomicBool::new(false);
        if EXITING.swap(true, Ordering::Relaxed) {
            loop {
                // SAFETY: it has no arguments and is async-signal-safe.
                unsafe { libc::pause() };
            }
        }
        rustix::io::write(rustix::stdio::stderr(), MESSAGE).ok();
        // SAFETY: it is async-signal-safe, and ends all threads.
        unsafe { libc::_exit(Exit::BadInput.code().into()) };
    }
}

/// Makes the allocator return large blocks to the system when they are freed, and share memory between threads.
///
/// By default, glibc keeps freed blocks of up to 32 MiB, separately for each thread. A server that was busy once would then
/// hold hundreds of megabytes forever: under `e2e/abuse.mjs`, its memory grew from 260 to 390 MB in eight minutes.
pub(crate) fn return_freed_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        const M_MMAP_THRESHOLD: i32 = -3;
        const M_ARENA_MAX: i32 = -8;
        #[expect(unsafe_code, reason = "the standard library has no settings for the allocator")]
        // SAFETY: this is its declaration in malloc.h. It may be called at any time; here no other thread exists yet.
        unsafe {
            unsafe extern "C" {
                fn mallopt(parameter: i32, value: i32) -> i32;
            }
            mallopt(M_MMAP_THRESHOLD, 256 << 10);
            mallopt(M_ARENA_MAX, 4);
        }
    }
}
