//! An NVIDIA GPU, through the CUDA driver API.
//!
//! The driver's library is loaded when a GPU is opened, so the program runs without one, and the CUDA toolkit
//! is not needed. The kernels are included as PTX, which the driver compiles for the GPU at hand. Only some
//! twenty functions are used, so they are declared here instead of depending on a crate with full bindings.

#![expect(unsafe_code, reason = "the driver is a C library")]

use super::layout::KernelName;
use super::{LaunchConfig, RawDriver};
use libloading::Library;
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::mem::ManuallyDrop;
use taquin::gpu::GpuError;

/// The kernels, compiled by `compile`, with a terminating zero.
static KERNELS: &str = concat!(include_str!("../../kernels/kernels.ptx"), "\0");

/// The first GPU. Its primary context is retained for the life of the process.
#[derive(Debug)]
pub(super) struct CudaDriver {
    api: Api,
    context: Handle,
    /// By [`KernelName`].
    functions: Vec<Handle>,
    multiprocessors: u32,
    name: String,
}

/// An opaque handle of the driver: a context, a module or a function.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
struct Handle(*mut c_void);

// SAFETY: the host never dereferences a handle. It only passes it to the driver API, which is thread-safe.
unsafe impl Send for Handle {}
// SAFETY: as above.
unsafe impl Sync for Handle {}

impl Default for Handle {
    fn default() -> Self {
        Self(std::ptr::null_mut())
    }
}

/// The driver's result code, `CUresult`.
type Status = c_int;

macro_rules! api {
    ($($field:ident = $symbol:literal: fn($($type:ty),*);)*) => {
        /// The functions of the driver API in use.
        struct Api {
            $($field: unsafe extern "C" fn($($type),*) -> Status,)*
            /// Never unloaded: the driver runs background threads, and the functions above are in it.
            _library: ManuallyDrop<Library>,
        }

        impl Api {
            fn load() -> Result<Self, GpuError> {
                let name = if cfg!(windows) { "nvcuda.dll" } else { "libcuda.so.1" };
                let unusable = |fault: String| {
                    GpuError(format!("{fault}: install the NVIDIA driver for CUDA 12.4 or later"))
                };
                // SAFETY: loading NVIDIA's library has no effect on this program; `cuInit` starts the driver.
                let library = unsafe { Library::new(name) }
                    .map_err(|_| unusable(format!("no NVIDIA driver found (cannot load {name})")))?;
                $(
                    // SAFETY: the type is the one that the CUDA driver API documents for this symbol. The
                    // pointer is kept beside the library, which is never unloaded.
                    let symbol = unsafe {
                        library.get::<unsafe extern "C" fn($($type),*) -> Status>($symbol)
                    };
                    let $field = *symbol.map_err(|_| unusable(format!(
                        "the NVIDIA driver is too old (it lacks {})", String::from_utf8_lossy($symbol)
                    )))?;
                )*
                Ok(Self { $($field,)* _library: ManuallyDrop::new(library) })
            }
        }
    };
}

api! {
    init = b"cuInit": fn(c_uint);
    driver_version = b"cuDriverGetVersion": fn(*mut c_int);
    device_get = b"cuDeviceGet": fn(*mut c_int, c_int);
    device_name = b"cuDeviceGetName": fn(*mut c_char, c_int, c_int);
    device_attribute = b"cuDeviceGetAttribute": fn(*mut c_int, c_int, c_int);
    retain_context = b"cuDevicePrimaryCtxRetain": fn(*mut Handle, c_int);
    set_context = b"cuCtxSetCurrent": fn(Handle);
    synchronize = b"cuCtxSynchronize": fn();
    memory_info = b"cuMemGetInfo_v2": fn(*mut usize, *mut usize);
    memory_allocate = b"cuMemAlloc_v2": fn(*mut u64, usize);
    memory_free = b"cuMemFree_v2": fn(u64);
    memory_fill = b"cuMemsetD8_v2": fn(u64, u8, usize);
    upload = b"cuMemcpyHtoD_v2": fn(u64, *const c_void, usize);
    download = b"cuMemcpyDtoH_v2": fn(*mut c_void, u64, usize);
    copy = b"cuMemcpyDtoD_v2": fn(u64, u64, usize);
    module_load = b"cuModuleLoadData": fn(*mut Handle, *const c_void);
    module_function = b"cuModuleGetFunction": fn(*mut Handle, Handle, *const c_char);
    function_attribute = b"cuFuncSetAttribute": fn(Handle, c_int, c_int);
    occupancy = b"cuOccupancyMaxActiveBlocksPerMultiprocessor": fn(*mut c_int, Handle, c_int, usize);
    launch_kernel = b"cuLaunchKernel": fn(
        Handle, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint,
        *mut c_void, *mut *mut c_void, *mut *mut c_void
    );
    error_string = b"cuGetErrorString": fn(Status, *mut *const c_char);
}

impl std::fmt::Debug for Api {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Api")
    }
}

/// Constants of the driver API.
const CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT: c_int = 16;
const CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN: c_int = 97;
const CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES: c_int = 8;

/// The driver version, as `cuDriverGetVersion` returns it, that the PTX requires.
const MIN_VERSION: c_int = 12040;

impl Api {
    fn check(&self, action: &str, status: Status) -> Result<(), GpuError> {
        if status == 0 {
            return Ok(());
        }
        let mut text = std::ptr::null();
        // SAFETY: the driver writes one pointer to `text`, which outlives the call.
        let is_known = unsafe { (self.error_string)(status, &raw mut text) } == 0 && !text.is_null();
        let text = if is_known {
            // SAFETY: on success the driver's pointer refers to a static, zero-terminated string.
            unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
        } else {
            format!("error {status}")
        };
        Err(GpuError(format!("{action} failed: {text}")))
    }

    /// Returns the value that a call writes to its output parameter.
    fn get<T: Default>(&self, action: &str, call: impl FnOnce(*mut T) -> Status) -> Result<T, GpuError> {
        let mut value = T::default();
        self.check(action, call(&raw mut value))?;
        Ok(value)
    }
}

impl CudaDriver {
    /// Opens the first GPU and compiles the kernels for it.
    pub(super) fn open() -> Result<Self, GpuError> {
        let api = Api::load()?;
        // SAFETY: takes a number, which must be zero, and may be called any number of times.
        api.check("initializing the NVIDIA driver", unsafe { (api.init)(0) })?;
        // In the calls below, `get` passes a pointer to one value of the type that the call writes.
        // SAFETY: writes one `int`.
        let version = api.get("reading the driver version", |out| unsafe { (api.driver_version)(out) })?;
        let cuda = format!("CUDA {}.{}", version / 1000, version % 1000 / 10);
        if version < MIN_VERSION {
            return Err(GpuError(format!(
                "the NVIDIA driver supports {cuda} only: install the driver for CUDA 12.4 or later"
            )));
        }
        // SAFETY: writes one `CUdevice`, which is an `int`.
        let device = api.get("finding a GPU", |out| unsafe { (api.device_get)(out, 0) })?;
        let mut name = [0u8; 256];
        // SAFETY: writes at most 255 bytes to an array of 256; `device` comes from `cuDeviceGet`.
        let status = unsafe { (api.device_name)(name.as_mut_ptr().cast(), 255, device) };
        api.check("reading the GPU's name", status)?;
        let attribute = |which| {
            // SAFETY: writes one `int`; `device` comes from `cuDeviceGet`.
            api.get("reading the GPU's attributes", |out| unsafe {
                (api.device_attribute)(out, which, device)
            })
        };
        let multiprocessors: c_int = attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?;
        let max_shared: c_int = attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)?;
        // SAFETY: writes one handle; `device` comes from `cuDeviceGet`.
        let context =
            api.get("opening the GPU", |out: *mut Handle| unsafe { (api.retain_context)(out, device) })?;
        // SAFETY: the context was retained above and is never released.
        api.check("opening the GPU", unsafe { (api.set_context)(context) })?;
        let module: Handle = api.get("compiling the GPU kernels", |out| {
            // SAFETY: writes one handle, and reads PTX up to its terminating zero, which `KERNELS` ends with.
            unsafe { (api.module_load)(out, KERNELS.as_ptr().cast()) }
        })?;
        let mut functions = Vec::new();
        for kernel in KernelName::ALL {
            let function: Handle = api.get("finding a GPU kernel", |out| {
                // SAFETY: writes one handle, and reads a zero-terminated name; the module was loaded above.
                unsafe { (api.module_function)(out, module, kernel.symbol().as_ptr()) }
            })?;
            if kernel != KernelName::BuildLevel {
                let attribute = CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
                // SAFETY: the function belongs to the module, which is never unloaded; the driver checks the
                // value.
                let status = unsafe { (api.function_attribute)(function, attribute, max_shared) };
                api.check("configuring a GPU kernel", status)?;
            }
            functions.push(function);
        }
        let name = CStr::from_bytes_until_nul(&name).map(CStr::to_string_lossy).unwrap_or_default();
        let name = format!("{name} ({cuda})");
        let multiprocessors = u32::try_from(multiprocessors).unwrap_or(1);
        Ok(Self { api, context, functions, multiprocessors, name })
    }

    /// Makes the context current on this thread, as every other call requires.
    fn enter(&self) -> Result<(), GpuError> {
        // SAFETY: the context was retained in `open` and is never released.
        self.api.check("selecting the GPU", unsafe { (self.api.set_context)(self.context) })
    }

    fn function(&self, kernel: KernelName) -> Handle {
        self.functions[kernel as usize]
    }
}

impl RawDriver for CudaDriver {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn free_memory(&self) -> Result<usize, GpuError> {
        self.enter()?;
        let mut total = 0;
        // SAFETY: writes two `size_t`, to `out` and to `total`, which outlives the call.
        let call = |out| unsafe { (self.api.memory_info)(out, &raw mut total) };
        self.api.get("reading the amount of free GPU memory", call)
    }

    fn max_blocks(&self, kernel: KernelName, threads: u32, shared: u32) -> Result<u32, GpuError> {
        self.enter()?;
        let function = self.function(kernel);
        let blocks: c_int = self.api.get("computing the occupancy of a GPU kernel", |out| {
            // SAFETY: writes one `int`; the function belongs to the module, which is never unloaded.
            unsafe { (self.api.occupancy)(out, function, threads.cast_signed(), shared as usize) }
        })?;
        match u32::try_from(blocks) {
            Ok(blocks @ 1..) => Ok(blocks * self.multiprocessors),
            _ => Err(GpuError(format!(
                "the GPU has too little shared memory: a block of {threads} threads needs {shared} bytes"
            ))),
        }
    }

    fn allocate(&self, bytes: usize) -> Result<u64, GpuError> {
        self.enter()?;
        // SAFETY: writes one `CUdeviceptr`, which is a 64-bit number.
        let call = |out| unsafe { (self.api.memory_allocate)(out, bytes) };
        self.api.get(&format!("allocating {bytes} bytes of GPU memory"), call)
    }

    unsafe fn free(&self, pointer: u64) {
        if self.enter().is_ok() {
            // SAFETY: the caller passes an allocation that is not used again. An error is ignored: after a
            // failed launch every call fails, and the memory is gone.
            let _ = unsafe { (self.api.memory_free)(pointer) };
        }
    }

    unsafe fn fill_zero(&self, pointer: u64, bytes: usize) -> Result<(), GpuError> {
        self.enter()?;
        // SAFETY: the caller vouches for the range in device memory.
        let status = unsafe { (self.api.memory_fill)(pointer, 0, bytes) };
        self.api.check("clearing GPU memory", status)
    }

    unsafe fn upload(&self, pointer: u64, data: &[u8]) -> Result<(), GpuError> {
        self.enter()?;
        // SAFETY: the caller vouches for the range in device memory; the one in host memory is `data`.
        let status = unsafe { (self.api.upload)(pointer, data.as_ptr().cast(), data.len()) };
        self.api.check("copying to the GPU", status)
    }

    unsafe fn download(&self, pointer: u64, data: &mut [u8]) -> Result<(), GpuError> {
        self.enter()?;
        // SAFETY: the caller vouches for the range in device memory; the one in host memory is `data`, which
        // is borrowed mutably until the copy is complete.
        let status = unsafe { (self.api.download)(data.as_mut_ptr().cast(), pointer, data.len()) };
        self.api.check("copying from the GPU", status)
    }

    unsafe fn copy(&self, to: u64, from: u64, bytes: usize) -> Result<(), GpuError> {
        self.enter()?;
        // SAFETY: the caller vouches for both ranges. The copy may still be under way when this returns;
        // later calls use the same stream and wait for it, and `cuMemFree` synchronizes.
        let status = unsafe { (self.api.copy)(to, from, bytes) };
        self.api.check("copying within GPU memory", status)
    }

    unsafe fn launch(
        &self,
        kernel: KernelName,
        config: LaunchConfig,
        arguments: &mut [*mut c_void],
    ) -> Result<(), GpuError> {
        self.enter()?;
        let function = self.function(kernel);
        let LaunchConfig { blocks, threads, shared } = config;
        let null = std::ptr::null_mut();
        let addresses = arguments.as_mut_ptr();
        // SAFETY: the caller vouches for the arguments, which the driver copies before it returns. The
        // function belongs to the module, which is never unloaded. The null pointers select the default
        // stream and no extra options.
        let status = unsafe {
            (self.api.launch_kernel)(
                function,
                blocks,
                1,
                1,
                threads,
                1,
                1,
                shared,
                null,
                addresses,
                null.cast(),
            )
        };
        let action = format!("the GPU kernel {}", kernel.symbol().to_string_lossy());
        self.api.check(&action, status)?;
        // SAFETY: takes no arguments; waits for the kernel on the context that `enter` made current.
        self.api.check(&action, unsafe { (self.api.synchronize)() })
    }
}
