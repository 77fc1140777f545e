//! Memory limits.

use crate::units;

/// The memory of the program itself: code, embedded tables, stacks and buffers. Measured: 8 to 10 MiB.
const PROGRAM: usize = 12 << 20;
/// The smallest limit that leaves something for a search.
const MIN_GIVEN: usize = 16 << 20;

/// The address space of a thread: its stack of 2 MiB, a second one for signals, and its share of the allocator's arenas.
const THREAD: usize = 16 << 20;

const MIN_DEFAULT: u64 = 256 << 20;
const MAX_DEFAULT: u64 = 8 << 30;

/// Parses the value of `--memory`.
pub(crate) fn parse(text: &str) -> Result<usize, String> {
    match units::parse_memory(text)? {
        bytes if bytes < MIN_GIVEN => Err(format!(
            "at least {} are needed: the program itself takes {}",
            units::bytes(MIN_GIVEN),
            units::bytes(PROGRAM)
        )),
        bytes => Ok(bytes),
    }
}

/// Returns the memory for searches: what the program itself leaves of `--memory`; by default half of the free memory,
/// at least 256 MiB and at most 8 GiB. Respects the limits of a container (cgroup) and of the shell (`ulimit -v`).
pub(crate) fn search_memory(given: Option<usize>) -> usize {
    let bytes = given.map_or_else(default, |given| given - PROGRAM);
    address_space().map_or(bytes, |left| bytes.min(left))
}

/// Returns the limit to give for searches that need this much.
pub(crate) fn needed(bytes: usize) -> usize {
    bytes + PROGRAM
}

fn default() -> usize {
    let free = sysinfo::System::new().map_or(0, |mut system| {
        system.refresh_memory();
        system.cgroup_limits().map_or(system.available_memory(), |limits| limits.free_memory)
    });
    (free / 2).clamp(MIN_DEFAULT, MAX_DEFAULT) as usize
}

/// Returns as many of these threads as the address space has room for, at least one.
pub(crate) fn affordable_threads(threads: usize) -> usize {
    address_space().map_or(threads, |left| threads.min(left / THREAD).max(1))
}

/// Returns half of the address space that `ulimit -v` leaves; the other half is for stacks and the allocator.
#[cfg(unix)]
fn address_space() -> Option<usize> {
    use rustix::process::{Resource, getrlimit};
    let limit = getrlimit(Resource::As).current?;
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: u64 = statm.split(' ').next().and_then(|pages| pages.parse().ok()).unwrap_or(0);
    let used = pages * rustix::param::page_size() as u64;
    Some((limit.saturating_sub(used) / 2) as usize)
}

#[cfg(not(unix))]
fn address_space() -> Option<usize> {
    None
}
