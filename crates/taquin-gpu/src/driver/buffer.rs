//! Typed device memory.

#![expect(unsafe_code, reason = "passes device pointers to the driver, after checking bounds")]

use super::Driver;
use super::layout::DevicePointer;
use bytemuck::Pod;
use std::marker::PhantomData;
use taquin::gpu::GpuError;

/// Device memory that holds `len` values of type `T`, freed when dropped.
///
/// Invariant: `address` is an allocation of `driver` of at least `len * size_of::<T>()` bytes, owned by this
/// buffer. Methods that write borrow the buffer mutably.
#[derive(Debug)]
pub(super) struct Buffer<T> {
    driver: Driver,
    address: u64,
    len: usize,
    element: PhantomData<T>,
}

impl<T: Pod> Buffer<T> {
    /// Allocates memory with unspecified contents.
    pub(super) fn uninit(driver: &Driver, len: usize) -> Result<Self, GpuError> {
        let bytes = len.checked_mul(size_of::<T>()).ok_or_else(|| {
            GpuError(format!("cannot allocate {len} values on the GPU: the size overflows"))
        })?;
        let address = driver.0.allocate(bytes.max(1))?;
        Ok(Self { driver: driver.clone(), address, len, element: PhantomData })
    }

    /// Allocates memory filled with zeros.
    pub(super) fn zeroed(driver: &Driver, len: usize) -> Result<Self, GpuError> {
        let buffer = Self::uninit(driver, len)?;
        // SAFETY: the bytes are those of the new buffer, which nothing else refers to yet.
        unsafe { driver.0.fill_zero(buffer.address, len * size_of::<T>()) }?;
        Ok(buffer)
    }

    /// Allocates memory that holds a copy of `values`.
    pub(super) fn from_slice(driver: &Driver, values: &[T]) -> Result<Self, GpuError> {
        let mut buffer = Self::uninit(driver, values.len())?;
        buffer.write(0, values)?;
        Ok(buffer)
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Returns the device pointer, which is valid until the buffer is dropped.
    pub(super) fn pointer(&self) -> DevicePointer<T> {
        DevicePointer::new(self.address)
    }

    /// Writes `values` from index `start` on.
    ///
    /// # Panics
    /// If they do not fit.
    pub(super) fn write(&mut self, start: usize, values: &[T]) -> Result<(), GpuError> {
        let address = self.address_of(start, values.len());
        if values.is_empty() {
            return Ok(());
        }
        // SAFETY: `address_of` checked that the range is within this buffer, which is borrowed mutably.
        unsafe { self.driver.0.upload(address, bytemuck::cast_slice(values)) }
    }

    /// Returns the first `count` values.
    ///
    /// # Panics
    /// If there are fewer.
    pub(super) fn read(&self, count: usize) -> Result<Vec<T>, GpuError> {
        let address = self.address_of(0, count);
        let mut values = vec![T::zeroed(); count];
        if count > 0 {
            // SAFETY: `address_of` checked that the range is within this buffer. It is borrowed, so nothing
            // writes to it. Any bytes are valid values, because `T` is `Pod`.
            unsafe { self.driver.0.download(address, bytemuck::cast_slice_mut(&mut values)) }?;
        }
        Ok(values)
    }

    /// Copies the first `count` values of `other` to index `start` on.
    ///
    /// # Panics
    /// If `other` has fewer values, or they do not fit.
    pub(super) fn copy_from(&mut self, start: usize, other: &Self, count: usize) -> Result<(), GpuError> {
        let to = self.address_of(start, count);
        let from = other.address_of(0, count);
        if count == 0 {
            return Ok(());
        }
        // SAFETY: `address_of` checked both ranges. The buffers are distinct, because one is borrowed
        // mutably, so the ranges do not overlap, and nothing else accesses the destination.
        unsafe { self.driver.0.copy(to, from, count * size_of::<T>()) }
    }

    /// Returns the address of index `start`, after checking that `count` values from there on are within the
    /// buffer.
    fn address_of(&self, start: usize, count: usize) -> u64 {
        let is_within = start <= self.len && count <= self.len - start;
        assert!(is_within, "{count} values at index {start} exceed a buffer of {}", self.len);
        self.address + (start * size_of::<T>()) as u64
    }
}

impl<T> Drop for Buffer<T> {
    fn drop(&mut self) {
        // SAFETY: the buffer owns the allocation and is not used again. Launches have finished: they are
        // synchronous.
        unsafe { self.driver.0.free(self.address) }
    }
}
