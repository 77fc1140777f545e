//! This processor in place of a card: the same kernels, compiled by the machine's C++ compiler, one thread.

#![expect(unsafe_code, reason = "the kernels are a C library")]

use super::{Argument, Device, Kernel, Shape};
use libloading::Library;
use std::collections::HashMap;
use std::ffi::{c_char, c_int, c_void};
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex, OnceLock};
use taquin::accelerator::DeviceError;

#[derive(Debug)]
pub(crate) struct Host {
    library: Library,
    memory: Mutex<HashMap<u64, Vec<u64>>>,
    turn: Mutex<()>,
}

impl Host {
    /// Compiles the kernels, once.
    pub(crate) fn open() -> Arc<dyn Device> {
        static HOST: OnceLock<Arc<Host>> = OnceLock::new();
        let compile = || {
            let folder = std::env::temp_dir().join(format!("taquin-kernels-{}", std::process::id()));
            std::fs::create_dir_all(&folder).expect("a folder for what is compiled");
            let library = folder.join("libkernels.so");
            let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("kernels/host.cpp");
            let status = Command::new("c++")
                .args(["-std=c++17", "-O2", "-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas"])
                .args(["-shared", "-fPIC", "-o"])
                .args([&library, &source])
                .status()
                .expect("a C++ compiler, which ./test installs");
            assert!(status.success(), "the kernels do not compile for the host");
            // SAFETY: it was compiled just now, and has no code that runs when it is loaded.
            let loaded = unsafe { Library::new(&library) }.expect("a library");
            std::fs::remove_dir_all(&folder).expect("removable");
            Arc::new(Self { library: loaded, memory: Mutex::default(), turn: Mutex::default() })
        };
        Arc::clone(HOST.get_or_init(compile)) as Arc<dyn Device>
    }

    /// A pointer to some bytes within what was allocated.
    fn at(&self, pointer: u64, bytes: usize) -> *mut u8 {
        let memory = self.memory.lock().expect("not poisoned");
        let is_within = |(start, words): (&u64, &Vec<u64>)| {
            (*start..=start + 8 * words.len() as u64).contains(&pointer)
                && pointer + bytes as u64 <= start + 8 * words.len() as u64
        };
        assert!(memory.iter().any(is_within), "{bytes} bytes at {pointer:x} are nobody's");
        pointer as *mut u8
    }
}

impl Device for Host {
    fn free_memory(&self) -> Result<usize, DeviceError> {
        Ok(4 << 30)
    }

    fn blocks(&self, _kernel: Kernel, _threads: u32, _shared: u32) -> Result<u32, DeviceError> {
        Ok(1)
    }

    fn allocate(&self, bytes: usize) -> Result<u64, DeviceError> {
        // Anything but zeros, so that nobody relies on those.
        let mut words = vec![0xa5a5_a5a5_a5a5_a5a5; bytes.div_ceil(8)];
        let pointer = words.as_mut_ptr() as u64;
        self.memory.lock().expect("not poisoned").insert(pointer, words);
        Ok(pointer)
    }

    fn release(&self, pointer: u64) {
        self.memory.lock().expect("not poisoned").remove(&pointer).expect("allocated");
    }

    fn fill(&self, pointer: u64, byte: u8, bytes: usize) -> Result<(), DeviceError> {
        // SAFETY: `at` checks that it is ours.
        unsafe { self.at(pointer, bytes).write_bytes(byte, bytes) };
        Ok(())
    }

    fn upload(&self, pointer: u64, data: &[u8]) -> Result<(), DeviceError> {
        // SAFETY: as above, and `data` is not within what was allocated.
        unsafe { self.at(pointer, data.len()).copy_from_nonoverlapping(data.as_ptr(), data.len()) };
        Ok(())
    }

    fn download(&self, pointer: u64, data: &mut [u8]) -> Result<(), DeviceError> {
        // SAFETY: as above.
        unsafe { self.at(pointer, data.len()).copy_to_nonoverlapping(data.as_mut_ptr(), data.len()) };
        Ok(())
    }

    fn copy(&self, to: u64, from: u64, bytes: usize) -> Result<(), DeviceError> {
        // SAFETY: as above.
        unsafe { self.at(to, bytes).copy_from_nonoverlapping(self.at(from, bytes), bytes) };
        Ok(())
    }

    fn launch(&self, kernel: Kernel, _shape: Shape, arguments: &[Argument<'_>]) -> Result<(), DeviceError> {
        let mut addresses: Vec<*mut c_void> = arguments.iter().map(Argument::address).collect();
        // The kernels keep what a block shares in static memory.
        let _turn = self.turn.lock().expect("not poisoned");
        // SAFETY: `host.cpp` has this function; the callers pass what the kernel of that name takes.
        let done = unsafe {
            let launch = self
                .library
                .get::<unsafe extern "C" fn(*const c_char, *mut *mut c_void) -> c_int>(b"launch")
                .expect("exported");
            launch(kernel.name().as_ptr(), addresses.as_mut_ptr())
        };
        assert_eq!(done, 1, "{kernel:?} is not there");
        Ok(())
    }
}
