//! An NVIDIA card, through its driver.
//!
//! The driver's library is loaded when a card is asked for, so that the program runs without one; the toolkit is not needed.
//! The kernels travel as PTX, which the driver compiles for the card it has. Some twenty functions of the driver are all
//! there is to it, which is why they are bound here and no crate with all of them is brought along.

#![expect(unsafe_code, reason = "the driver is a C library")]

use super::{Argument, Device, Kernel, Shape};
use libloading::Library;
use std::collections::HashMap;
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::mem::ManuallyDrop;
use std::sync::Arc;
use taquin::accelerator::DeviceError;

/// The kernels, compiled by `compile`.
static KERNELS: &str = concat!(include_str!("../../kernels/kernels.ptx"), "\0");

/// A card.
#[derive(Debug)]
pub(crate) struct Cuda {
    driver: Driver,
    context: Handle,
    kernels: HashMap<Kernel, Handle>,
    processors: u32,
    name: String,
    version: i32,
}

/// Something of the driver's.
#[derive(Clone, Copy, Debug)]
struct Handle(*mut c_void);

// SAFETY: handles are passed back to the driver alone, which may be called from any thread.
unsafe impl Send for Handle {}
// SAFETY: as above.
unsafe impl Sync for Handle {}

type Status = c_int;

macro_rules! driver {
    ($($field:ident = $symbol:literal: fn($($argument:ty),*);)*) => {
        /// The driver's functions, and the library they are in.
        struct Driver {
            $($field: unsafe extern "C" fn($($argument),*) -> Status,)*
            /// Never unloaded: the driver has threads of its own.
            _library: ManuallyDrop<Library>,
        }

        impl Driver {
            fn load() -> Result<Self, DeviceError> {
                let name = if cfg!(windows) { "nvcuda.dll" } else { "libcuda.so.1" };
                let missing = |_| DeviceError(format!("no NVIDIA driver was found ({name} is not there)"));
                // SAFETY: the driver's library may be loaded by anyone; it does nothing until cuInit.
                let library = unsafe { Library::new(name) }.map_err(missing)?;
                $(
                    // SAFETY: the types are those of the driver's documentation.
                    let $field = *unsafe { library.get::<unsafe extern "C" fn($($argument),*) -> Status>($symbol) }
                        .map_err(|_| DeviceError(format!(
                            "the NVIDIA driver is too old: it has no {}",
                            String::from_utf8_lossy($symbol)
                        )))?;
                )*
                Ok(Self { $($field,)* _library: ManuallyDrop::new(library) })
            }
        }
    };
}

driver! {
    init = b"cuInit": fn(c_uint);
    driver_version = b"cuDriverGetVersion": fn(*mut c_int);
    device_get = b"cuDeviceGet": fn(*mut c_int, c_int);
    device_name = b"cuDeviceGetName": fn(*mut c_char, c_int, c_int);
    device_attribute = b"cuDeviceGetAttribute": fn(*mut c_int, c_int, c_int);
    retain_context = b"cuDevicePrimaryCtxRetain": fn(*mut *mut c_void, c_int);
    set_context = b"cuCtxSetCurrent": fn(*mut c_void);
    synchronize = b"cuCtxSynchronize": fn();
    memory_info = b"cuMemGetInfo_v2": fn(*mut usize, *mut usize);
    memory_allocate = b"cuMemAlloc_v2": fn(*mut u64, usize);
    memory_free = b"cuMemFree_v2": fn(u64);
    memory_fill = b"cuMemsetD8_v2": fn(u64, u8, usize);
    upload = b"cuMemcpyHtoD_v2": fn(u64, *const c_void, usize);
    download = b"cuMemcpyDtoH_v2": fn(*mut c_void, u64, usize);
    copy = b"cuMemcpyDtoD_v2": fn(u64, u64, usize);
    module_load = b"cuModuleLoadData": fn(*mut *mut c_void, *const c_void);
    module_function = b"cuModuleGetFunction": fn(*mut *mut c_void, *mut c_void, *const c_char);
    function_attribute = b"cuFuncSetAttribute": fn(*mut c_void, c_int, c_int);
    occupancy = b"cuOccupancyMaxActiveBlocksPerMultiprocessor": fn(*mut c_int, *mut c_void, c_int, usize);
    launch_kernel = b"cuLaunchKernel": fn(
        *mut c_void, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint,
        *mut c_void, *mut *mut c_void, *mut *mut c_void
    );
    error_string = b"cuGetErrorString": fn(Status, *mut *const c_char);
}

impl std::fmt::Debug for Driver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Driver")
    }
}

/// Attributes, by the numbers that the driver's documentation gives them.
const PROCESSORS: c_int = 16;
const MOST_SHARED_OF_BLOCK: c_int = 97;
const FUNCTION_MOST_SHARED: c_int = 8;

/// The driver's version that the kernels' PTX is for.
const LEAST_VERSION: c_int = 12040;

/// The longest name of a card.
const NAME_LENGTH: u16 = 255;

impl Driver {
    fn check(&self, doing: &str, status: Status) -> Result<(), DeviceError> {
        if status == 0 {
            return Ok(());
        }
        let mut text = std::ptr::null();
        // SAFETY: the driver sets the pointer to a static string, or leaves it null.
        let known = unsafe { (self.error_string)(status, &raw mut text) } == 0 && !text.is_null();
        let text = if known {
            // SAFETY: a string of the driver's, ended by zero.
            unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
        } else {
            format!("error {status}")
        };
        Err(DeviceError(format!("{doing} failed: {text}")))
    }
}

impl Cuda {
    /// The first card.
    pub(crate) fn open() -> Result<Arc<Self>, DeviceError> {
        let driver = Driver::load()?;
        let (mut device, mut processors, mut most_shared, mut version) = (0, 0, 0, 0);
        let (mut context, mut module) = (std::ptr::null_mut(), std::ptr::null_mut());
        let mut name = [0u8; NAME_LENGTH as usize + 1];
        // SAFETY: the arguments are as the driver's documentation has them, and outlive the calls.
        unsafe {
            driver.check("starting the driver", (driver.init)(0))?;
            driver.check("asking for the driver's version", (driver.driver_version)(&raw mut version))?;
            if version < LEAST_VERSION {
                let (major, minor) = (version / 1000, version % 1000 / 10);
                return Err(DeviceError(format!(
                    "the NVIDIA driver is for CUDA {major}.{minor}: 12.4 or later is needed"
                )));
            }
            driver.check("looking for a card", (driver.device_get)(&raw mut device, 0))?;
            driver.check(
                "asking for the card's name",
                (driver.device_name)(name.as_mut_ptr().cast(), c_int::from(NAME_LENGTH), device),
            )?;
            let attribute = |value: &mut c_int, which| {
                driver.check("asking about the card", (driver.device_attribute)(value, which, device))
            };
            attribute(&mut processors, PROCESSORS)?;
            attribute(&mut most_shared, MOST_SHARED_OF_BLOCK)?;
            driver.check("taking the card", (driver.retain_context)(&raw mut context, device))?;
            driver.check("taking the card", (driver.set_context)(context))?;
            driver.check(
                "compiling the kernels",
                (driver.module_load)(&raw mut module, KERNELS.as_ptr().cast()),
            )?;
        }
        let mut kernels = HashMap::new();
        for kernel in Kernel::ALL {
            let mut function = std::ptr::null_mut();
            // SAFETY: as above; the name is ended by zero.
            unsafe {
                let name = kernel.name().as_ptr();
                driver
                    .check("finding a kernel", (driver.module_function)(&raw mut function, module, name))?;
                if kernel != Kernel::BuildLevel {
                    let set = (driver.function_attribute)(function, FUNCTION_MOST_SHARED, most_shared);
                    driver.check("setting up a kernel", set)?;
                }
            }
            kernels.insert(kernel, Handle(function));
        }
        let name = CStr::from_bytes_until_nul(&name).map(CStr::to_string_lossy).unwrap_or_default();
        let name = name.into_owned();
        Ok(Arc::new(Self {
            driver,
            context: Handle(context),
            kernels,
            processors: u32::try_from(processors).unwrap_or(1),
            name,
            version,
        }))
    }

    /// What it calls itself, and its driver's version.
    pub(crate) fn name(&self) -> String {
        format!("{} (CUDA {}.{})", self.name, self.version / 1000, self.version % 1000 / 10)
    }

    /// To be called before anything else on a thread.
    fn enter(&self) -> Result<(), DeviceError> {
        // SAFETY: the context is the driver's own.
        self.driver.check("taking the card", unsafe { (self.driver.set_context)(self.context.0) })
    }

    fn kernel(&self, kernel: Kernel) -> *mut c_void {
        self.kernels[&kernel].0
    }
}

impl Device for Cuda {
    fn free_memory(&self) -> Result<usize, DeviceError> {
        self.enter()?;
        let (mut free, mut total) = (0, 0);
        // SAFETY: two numbers to write to.
        let status = unsafe { (self.driver.memory_info)(&raw mut free, &raw mut total) };
        self.driver.check("asking for free memory", status).map(|()| free)
    }

    fn blocks(&self, kernel: Kernel, threads: u32, shared: u32) -> Result<u32, DeviceError> {
        self.enter()?;
        let mut blocks = 0;
        // SAFETY: a number to write to, and a kernel of the module.
        let status = unsafe {
            (self.driver.occupancy)(
                &raw mut blocks,
                self.kernel(kernel),
                threads.cast_signed(),
                shared as usize,
            )
        };
        self.driver.check("asking how many blocks fit", status)?;
        match u32::try_from(blocks) {
            Ok(blocks @ 1..) => Ok(blocks * self.processors),
            _ => Err(DeviceError("the card has too little shared memory".to_owned())),
        }
    }

    fn allocate(&self, bytes: usize) -> Result<u64, DeviceError> {
        self.enter()?;
        let mut pointer = 0;
        // SAFETY: a number to write to.
        let status = unsafe { (self.driver.memory_allocate)(&raw mut pointer, bytes) };
        self.driver.check(&format!("taking {bytes} bytes of the card's memory"), status).map(|()| pointer)
    }

    fn release(&self, pointer: u64) {
        // SAFETY: buffers release what they allocated, once. What goes wrong here can't be mended.
        let _ = self.enter().map(|()| unsafe { (self.driver.memory_free)(pointer) });
    }

    fn fill(&self, pointer: u64, byte: u8, bytes: usize) -> Result<(), DeviceError> {
        self.enter()?;
        // SAFETY: buffers ask for their own memory alone.
        let status = unsafe { (self.driver.memory_fill)(pointer, byte, bytes) };
        self.driver.check("clearing memory", status)
    }

    fn upload(&self, pointer: u64, data: &[u8]) -> Result<(), DeviceError> {
        self.enter()?;
        // SAFETY: buffers write to their own memory alone, and `data` is as long as it says.
        let status = unsafe { (self.driver.upload)(pointer, data.as_ptr().cast(), data.len()) };
        self.driver.check("copying to the card", status)
    }

    fn download(&self, pointer: u64, data: &mut [u8]) -> Result<(), DeviceError> {
        self.enter()?;
        // SAFETY: as above.
        let status = unsafe { (self.driver.download)(data.as_mut_ptr().cast(), pointer, data.len()) };
        self.driver.check("copying from the card", status)
    }

    fn copy(&self, to: u64, from: u64, bytes: usize) -> Result<(), DeviceError> {
        self.enter()?;
        // SAFETY: buffers copy between themselves alone.
        let status = unsafe { (self.driver.copy)(to, from, bytes) };
        self.driver.check("copying on the card", status)
    }

    fn launch(&self, kernel: Kernel, shape: Shape, arguments: &[Argument<'_>]) -> Result<(), DeviceError> {
        self.enter()?;
        let mut addresses: Vec<*mut c_void> = arguments.iter().map(Argument::address).collect();
        let none = std::ptr::null_mut();
        // SAFETY: the callers in `tables` and `search` pass what the kernel of that name takes; the driver copies the
        // arguments before it returns.
        let status = unsafe {
            (self.driver.launch_kernel)(
                self.kernel(kernel),
                shape.blocks,
                1,
                1,
                shape.threads,
                1,
                1,
                shape.shared,
                none,
                addresses.as_mut_ptr(),
                none.cast(),
            )
        };
        let doing = kernel.name().to_string_lossy();
        self.driver.check(&doing, status)?;
        // SAFETY: waits for what was launched.
        self.driver.check(&doing, unsafe { (self.driver.synchronize)() })
    }
}
