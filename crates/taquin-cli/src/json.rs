//! JSON output: one value per line.

use clap::ValueEnum;
use serde::Serialize;
use std::io::{self, Write};

/// The output formats of commands whose results are either text or JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TextOrJson {
    Text,
    Json,
}

pub(crate) fn write_json(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}
