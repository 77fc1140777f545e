//! The kernels compiled for the CPU with the system's C++ compiler, as one block of one thread, for tests.

#![expect(unsafe_code, reason = "the kernels are a C library")]

use super::layout::KernelName;
use super::{LaunchConfig, RawDriver};
use libloading::Library;
use std::collections::HashMap;
use std::ffi::{c_char, c_int, c_void};
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex, OnceLock};
use taquin::gpu::GpuError;

#[derive(Debug)]
pub(super) struct CpuDriver {
    library: Library,
    /// Live allocations by address.
    memory: Mutex<HashMap<u64, Vec<u64>>>,
    /// Held during a launch: the kernels keep a block's shared memory in static variables.
    launching: Mutex<()>,
}

impl CpuDriver {
    /// Compiles the kernels, once per process.
    pub(super) fn open() -> Arc<Self> {
        static DRIVER: OnceLock<Arc<CpuDriver>> = OnceLock::new();
        Arc::clone(DRIVER.get_or_init(|| Arc::new(Self::compile())))
    }

    fn compile() -> Self {
        let directory = std::env::temp_dir().join(format!("taquin-kernels-{}", std::process::id()));
        std::fs::create_dir_all(&directory).expect("a writable temporary directory");
        let library = directory.join("libkernels.so");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("kernels/host.cpp");
        let status = Command::new("c++")
            .args(["-std=c++17", "-O2", "-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas"])
            .args(["-shared", "-fPIC", "-o"])
            .args([&library, &source])
            .status()
            .expect("a C++ compiler, which ./test installs");
        assert!(status.success(), "the kernels do not compile for the CPU");
        // SAFETY: the library was compiled above from our sources, which have no static initializers with
        // side effects.
        let loaded = unsafe { Library::new(&library) }.expect("a loadable library");
        std::fs::remove_dir_all(&directory).expect("a removable directory");
        Self { library: loaded, memory: Mutex::default(), launching: Mutex::default() }
    }

    /// Returns a host pointer to a range of "device" memory.
    ///
    /// # Panics
    /// If the range is not within one allocation.
    fn resolve(&self, pointer: u64, bytes: usize) -> *mut u8 {
        let end = pointer + bytes as u64;
        let memory = self.memory.lock().expect("not poisoned");
        let is_within = |(&start, words): (&u64, &Vec<u64>)| {
            start <= pointer && end <= start + size_of_val(&words[..]) as u64
        };
        assert!(memory.iter().any(is_within), "{bytes} bytes at {pointer:#x} are not allocated");
        std::ptr::with_exposed_provenance_mut(pointer as usize)
    }
}

impl RawDriver for CpuDriver {
    fn name(&self) -> String {
        "CPU".to_owned()
    }

    fn free_memory(&self) -> Result<usize, GpuError> {
        Ok(4 << 30)
    }

    fn max_blocks(&self, _kernel: KernelName, _threads: u32, _shared: u32) -> Result<u32, GpuError> {
        Ok(1)
    }

    fn allocate(&self, bytes: usize) -> Result<u64, GpuError> {
        // Not zeros, so that tests detect code that relies on them.
        let mut words = vec![0xa5a5_a5a5_a5a5_a5a5; bytes.div_ceil(8)];
        let pointer = words.as_mut_ptr().expose_provenance() as u64;
        self.memory.lock().expect("not poisoned").insert(pointer, words);
        Ok(pointer)
    }

    unsafe fn free(&self, pointer: u64) {
        self.memory.lock().expect("not poisoned").remove(&pointer).expect("allocated");
    }

    unsafe fn fill_zero(&self, pointer: u64, bytes: usize) -> Result<(), GpuError> {
        // SAFETY: `resolve` checked the range; the caller vouches that nothing else accesses it.
        unsafe { self.resolve(pointer, bytes).write_bytes(0, bytes) };
        Ok(())
    }

    unsafe fn upload(&self, pointer: u64, data: &[u8]) -> Result<(), GpuError> {
        // SAFETY: as in `fill_zero`; `data` does not overlap it, since only this driver refers to its
        // allocations.
        unsafe { self.resolve(pointer, data.len()).copy_from_nonoverlapping(data.as_ptr(), data.len()) };
        Ok(())
    }

    unsafe fn download(&self, pointer: u64, data: &mut [u8]) -> Result<(), GpuError> {
        // SAFETY: `resolve` checked the range; the caller vouches that nothing writes to it; `data` does not
        // overlap it.
        unsafe { self.resolve(pointer, data.len()).copy_to_nonoverlapping(data.as_mut_ptr(), data.len()) };
        Ok(())
    }

    unsafe fn copy(&self, to: u64, from: u64, bytes: usize) -> Result<(), GpuError> {
        // SAFETY: `resolve` checked both ranges; the caller vouches that they do not overlap and are not in
        // use.
        unsafe { self.resolve(to, bytes).copy_from_nonoverlapping(self.resolve(from, bytes), bytes) };
        Ok(())
    }

    unsafe fn launch(
        &self,
        kernel: KernelName,
        _config: LaunchConfig,
        arguments: &mut [*mut c_void],
    ) -> Result<(), GpuError> {
        type Launch = unsafe extern "C" fn(*const c_char, *mut *mut c_void) -> c_int;
        let _launching = self.launching.lock().expect("not poisoned");
        // SAFETY: `host.cpp` exports `launch` with this type.
        let launch = unsafe { self.library.get::<Launch>(b"launch") }.expect("exported");
        // SAFETY: the caller vouches for the arguments; the name is zero-terminated; the lock is held, so
        // that no other launch uses the library's static variables.
        let is_known = unsafe { launch(kernel.symbol().as_ptr(), arguments.as_mut_ptr()) };
        assert_eq!(is_known, 1, "host.cpp does not know {kernel:?}");
        Ok(())
    }
}
