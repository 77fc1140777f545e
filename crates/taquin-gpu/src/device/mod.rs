//! A device as the rest of this crate sees it: memory, copies, and kernels.
//!
//! There are two: [`cuda`] is a card; [`host`], in tests, is this processor with the same kernels compiled for it.

pub(crate) mod cuda;
#[cfg(test)]
pub(crate) mod host;

use bytemuck::{Pod, Zeroable};
use std::ffi::c_void;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use taquin::accelerator::DeviceError;

/// What can be done with a device. It does what calls ask for in their order.
pub(crate) trait Device: Send + Sync + fmt::Debug {
    /// Bytes of memory that are free.
    fn free_memory(&self) -> Result<usize, DeviceError>;

    /// How many blocks of a kernel run at a time.
    fn blocks(&self, kernel: Kernel, threads: u32, shared: u32) -> Result<u32, DeviceError>;

    /// Takes some memory; its contents are anything.
    fn allocate(&self, bytes: usize) -> Result<u64, DeviceError>;

    /// Gives memory back.
    fn release(&self, pointer: u64);

    /// Fills memory with a byte.
    fn fill(&self, pointer: u64, byte: u8, bytes: usize) -> Result<(), DeviceError>;

    /// Copies to the device.
    fn upload(&self, pointer: u64, data: &[u8]) -> Result<(), DeviceError>;

    /// Copies from the device.
    fn download(&self, pointer: u64, data: &mut [u8]) -> Result<(), DeviceError>;

    /// Copies within the device, between places that do not overlap.
    fn copy(&self, to: u64, from: u64, bytes: usize) -> Result<(), DeviceError>;

    /// Runs a kernel.
    fn launch(&self, kernel: Kernel, shape: Shape, arguments: &[Argument<'_>]) -> Result<(), DeviceError>;
}

/// The kernels, by the names they have in `kernels.cu`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kernel {
    BuildLevel,
    Roots,
    Search2,
    Search4,
}

impl Kernel {
    pub(crate) const ALL: [Self; 4] = [Self::BuildLevel, Self::Roots, Self::Search2, Self::Search4];

    pub(crate) fn name(self) -> &'static std::ffi::CStr {
        match self {
            Self::BuildLevel => c"build_level",
            Self::Roots => c"roots",
            Self::Search2 => c"search_2",
            Self::Search4 => c"search_4",
        }
    }
}

/// How a kernel is run: blocks of threads, and bytes that each block shares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) blocks: u32,
    pub(crate) threads: u32,
    pub(crate) shared: u32,
}

/// What a kernel is given.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Argument<'a> {
    Pointer(u64),
    Number(u32),
    Struct(&'a [u8]),
}

impl Argument<'_> {
    /// Where it is.
    fn address(&self) -> *mut c_void {
        match self {
            Self::Pointer(pointer) => std::ptr::from_ref(pointer).cast_mut().cast(),
            Self::Number(number) => std::ptr::from_ref(number).cast_mut().cast(),
            Self::Struct(bytes) => bytes.as_ptr().cast_mut().cast(),
        }
    }
}

/// Memory of a device that holds so many values.
#[derive(Debug)]
pub(crate) struct Buffer<T> {
    device: Arc<dyn Device>,
    pointer: u64,
    length: usize,
    of: PhantomData<T>,
}

impl<T: Pod> Buffer<T> {
    /// Memory with anything in it.
    pub(crate) fn new(device: &Arc<dyn Device>, length: usize) -> Result<Self, DeviceError> {
        let pointer = device.allocate((length * size_of::<T>()).max(1))?;
        Ok(Self { device: Arc::clone(device), pointer, length, of: PhantomData })
    }

    /// Memory full of zeros.
    pub(crate) fn zeroed(device: &Arc<dyn Device>, length: usize) -> Result<Self, DeviceError> {
        let buffer = Self::new(device, length)?;
        device.fill(buffer.pointer, 0, buffer.bytes())?;
        Ok(buffer)
    }

    /// Memory with these values in it.
    pub(crate) fn of(device: &Arc<dyn Device>, values: &[T]) -> Result<Self, DeviceError> {
        let buffer = Self::new(device, values.len())?;
        buffer.put(0, values)?;
        Ok(buffer)
    }

    pub(crate) fn bytes(&self) -> usize {
        self.length * size_of::<T>()
    }

    pub(crate) fn length(&self) -> usize {
        self.length
    }

    pub(crate) fn argument(&self) -> Argument<'static> {
        Argument::Pointer(self.pointer)
    }

    pub(crate) fn pointer(&self) -> u64 {
        self.pointer
    }

    /// Writes values from a place on.
    pub(crate) fn put(&self, at: usize, values: &[T]) -> Result<(), DeviceError> {
        assert!(at + values.len() <= self.length);
        if values.is_empty() {
            return Ok(());
        }
        self.device.upload(self.pointer + (at * size_of::<T>()) as u64, bytemuck::cast_slice(values))
    }

    /// Reads so many values from a place on.
    pub(crate) fn get(&self, at: usize, count: usize) -> Result<Vec<T>, DeviceError> {
        assert!(at + count <= self.length);
        let mut values = vec![T::zeroed(); count];
        if count > 0 {
            let data = bytemuck::cast_slice_mut(&mut values);
            self.device.download(self.pointer + (at * size_of::<T>()) as u64, data)?;
        }
        Ok(values)
    }

    /// Copies the first values of another buffer to a place of this.
    pub(crate) fn take_from(&self, at: usize, other: &Self, count: usize) -> Result<(), DeviceError> {
        assert!(at + count <= self.length && count <= other.length);
        if count == 0 {
            return Ok(());
        }
        let size = size_of::<T>();
        self.device.copy(self.pointer + (at * size) as u64, other.pointer, count * size)
    }
}

impl<T: Pod + Zeroable> Buffer<T> {
    /// The first value.
    pub(crate) fn first(&self) -> Result<T, DeviceError> {
        Ok(self.get(0, 1)?[0])
    }
}

impl<T> Drop for Buffer<T> {
    fn drop(&mut self) {
        self.device.release(self.pointer);
    }
}
