//! GPU memory, copies and kernel launches: the only unsafe code in this crate.
//!
//! [`Driver`] is a handle to one of two implementations: [`cuda`] calls NVIDIA's driver; `cpu`, in tests,
//! runs the same kernels compiled for the CPU. Raw device pointers and raw launches are private to this
//! module. The rest of the crate uses safe types:
//!
//! - [`PatternDatabase`], built by the kernel `build_level`;
//! - [`Engine`] and [`search::Search`], which launch the kernels `roots` and `search_2` or `search_4`.
//!
//! Kernels check nothing, so everything they rely on is established on the Rust side before a launch.
//! Argument types are fixed by [`Kernel`], and a test compares them with the compiled PTX. [`Buffer`] keeps
//! element types and lengths. Contents that the kernels use as indices come from constructors in this module
//! or are validated when they are uploaded. The function that launches a kernel owns the buffers that it
//! writes, or borrows them mutably.

mod buffer;
#[cfg(test)]
mod cpu;
mod cuda;
pub(crate) mod layout;
mod pattern_database;
mod search;

pub(crate) use pattern_database::{PatternDatabase, PdbIndex};
pub(crate) use search::{Engine, Homes, SliceConfig, pack_board};

use buffer::Buffer;
use layout::{Kernel, KernelArguments, KernelName};
use std::ffi::c_void;
use std::fmt;
use std::sync::Arc;
use taquin::gpu::GpuError;

/// A handle to a GPU. Clones refer to the same GPU.
#[derive(Clone, Debug)]
pub(crate) struct Driver(Arc<dyn RawDriver>);

/// The size of a launch: blocks, threads per block, and bytes of dynamic shared memory per block.
#[derive(Clone, Copy, Debug)]
struct LaunchConfig {
    blocks: u32,
    threads: u32,
    shared: u32,
}

/// The operations of a GPU driver. They take effect in the order of the calls, whichever threads these come
/// from.
#[expect(unsafe_code, reason = "its methods take raw device pointers")]
trait RawDriver: Send + Sync + fmt::Debug {
    fn name(&self) -> String;

    /// Returns the number of bytes of free device memory.
    fn free_memory(&self) -> Result<usize, GpuError>;

    /// Returns the number of blocks of a kernel that can run at the same time.
    fn max_blocks(&self, kernel: KernelName, threads: u32, shared: u32) -> Result<u32, GpuError>;

    /// Allocates device memory, aligned to at least 8 bytes, with unspecified contents.
    fn allocate(&self, bytes: usize) -> Result<u64, GpuError>;

    /// Frees device memory.
    ///
    /// # Safety
    /// `pointer` comes from [`allocate`](Self::allocate) of this driver and is not used again.
    unsafe fn free(&self, pointer: u64);

    /// Fills device memory with zeros.
    ///
    /// # Safety
    /// The `bytes` bytes from `pointer` on lie within one live allocation of this driver, and nothing else
    /// accesses them during the call.
    unsafe fn fill_zero(&self, pointer: u64, bytes: usize) -> Result<(), GpuError>;

    /// Copies from host to device memory.
    ///
    /// # Safety
    /// As for [`fill_zero`](Self::fill_zero), with `data.len()` bytes.
    unsafe fn upload(&self, pointer: u64, data: &[u8]) -> Result<(), GpuError>;

    /// Copies from device to host memory.
    ///
    /// # Safety
    /// The `data.len()` bytes from `pointer` on lie within one live allocation of this driver, and nothing
    /// else writes to them during the call.
    unsafe fn download(&self, pointer: u64, data: &mut [u8]) -> Result<(), GpuError>;

    /// Copies within device memory.
    ///
    /// # Safety
    /// `to` is as for [`fill_zero`](Self::fill_zero), `from` as for [`download`](Self::download), and the two
    /// ranges do not overlap.
    unsafe fn copy(&self, to: u64, from: u64, bytes: usize) -> Result<(), GpuError>;

    /// Runs a kernel.
    ///
    /// # Safety
    /// `arguments` holds the address of a live value for each of the kernel's parameters, of the parameter's
    /// type. The values satisfy what the kernel relies on (see [`Driver::launch`]).
    unsafe fn launch(
        &self,
        kernel: KernelName,
        config: LaunchConfig,
        arguments: &mut [*mut c_void],
    ) -> Result<(), GpuError>;
}

impl Driver {
    /// Opens the first NVIDIA GPU.
    pub(crate) fn open_cuda() -> Result<Self, GpuError> {
        Ok(Self(Arc::new(cuda::CudaDriver::open()?)))
    }

    /// Returns the emulation on the CPU.
    #[cfg(test)]
    pub(crate) fn open_cpu() -> Self {
        Self(cpu::CpuDriver::open())
    }

    pub(crate) fn name(&self) -> String {
        self.0.name()
    }

    /// Returns the number of bytes of free device memory.
    pub(crate) fn free_memory(&self) -> Result<usize, GpuError> {
        self.0.free_memory()
    }

    fn max_blocks<A>(&self, kernel: Kernel<A>, threads: u32, shared: u32) -> Result<u32, GpuError> {
        self.0.max_blocks(kernel.name(), threads, shared)
    }

    /// Runs a kernel. The type of the kernel fixes the types of its arguments.
    ///
    /// # Safety
    /// - Every device pointer, in the arguments and in the structures that they refer to, belongs to a live
    ///   buffer of this driver that is long enough for the launch.
    /// - Nothing else accesses buffers that the kernel writes.
    /// - Values in these buffers that the kernel uses as indices are in range.
    /// - The shared memory of `config` is enough for its threads.
    #[expect(unsafe_code, reason = "passes the caller's promises on to the driver")]
    unsafe fn launch<A: KernelArguments>(
        &self,
        kernel: Kernel<A>,
        config: LaunchConfig,
        mut arguments: A,
    ) -> Result<(), GpuError> {
        // SAFETY: `A` is the argument list of this kernel (`Kernel`'s constants say so, and a test compares
        // them with the PTX), its values live until this returns, and the caller vouches for what they refer
        // to.
        unsafe { self.0.launch(kernel.name(), config, &mut arguments.addresses()) }
    }
}
