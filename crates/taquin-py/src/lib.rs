//! The extension module of the Python package `taquin`: boards, searches, and arrays of boards.
//!
//! It has only what needs Rust. Names, defaults and everything that is pleasant to read in Python is in `python/taquin`.

#![expect(clippy::needless_pass_by_value, reason = "Python passes its arguments by value")]

mod arrays;
mod board;
mod interrupt;
mod many;
mod parallel;
mod solve;

use pyo3::prelude::*;
use std::ffi::OsString;

/// Runs the command `taquin` with its arguments, the name of the program first, and returns the exit code.
#[pyfunction]
fn main(py: Python<'_>, args: Vec<OsString>) -> u8 {
    py.detach(|| taquin_cli::main(args))
}

#[pymodule]
fn _taquin(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("MAX_SIDE", taquin::Size::MAX)?;
    module.add_class::<board::PyBoard>()?;
    module.add_class::<board::PyGoal>()?;
    module.add_function(wrap_pyfunction!(main, module)?)?;
    solve::add_functions(module)?;
    many::add_functions(module)
}
