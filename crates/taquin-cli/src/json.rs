//! JSON, one value a line.

use serde::Serialize;
use std::io::{self, Write};

pub(crate) fn write_json(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}
