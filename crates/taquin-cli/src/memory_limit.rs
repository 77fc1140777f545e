//! The default memory limit.

const MIN_LIMIT: u64 = 256 << 20;
const MAX_LIMIT: u64 = 8 << 30;

/// Returns half of the free memory, at least 256 MiB and at most 8 GiB. Respects the limits of a container
/// (cgroup).
pub(crate) fn default_memory_limit() -> usize {
    let free = sysinfo::System::new().map_or(0, |mut system| {
        system.refresh_memory();
        system.cgroup_limits().map_or(system.available_memory(), |limits| limits.free_memory)
    });
    (free / 2).clamp(MIN_LIMIT, MAX_LIMIT) as usize
}
