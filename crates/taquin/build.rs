//! Computes the data of the features `embedded` and `embedded-pruning`: small pattern databases for the 15-puzzle, and
//! move-pruning machines for 4×4 and 5×5. They are megabytes of numbers, which take a second or two to compute.

use std::error::Error;
use std::path::Path;
use taquin_core::{Budget, Limits, Size};
use taquin_pdb::{MovePruning, Partition, write_file};

#[expect(clippy::disallowed_methods, reason = "Cargo passes its settings in the environment")]
fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let out_dir = std::env::var("OUT_DIR")?;
    let directory = Path::new(&out_dir);
    if std::env::var_os("CARGO_FEATURE_EMBEDDED").is_some() {
        write_pdbs(&directory.join("15.pdb"))?;
    }
    if std::env::var_os("CARGO_FEATURE_EMBEDDED_PRUNING").is_some() {
        write_pruning(directory)?;
    }
    Ok(())
}

fn write_pdbs(path: &Path) -> Result<(), Box<dyn Error>> {
    let partition: Partition = "15:6-6-3".parse()?;
    let limits = Limits::default();
    write_file(&partition, path, &Budget::new(&limits), &mut |_| ())?;
    Ok(())
}

fn write_pruning(directory: &Path) -> Result<(), Box<dyn Error>> {
    for (name, n) in [("4x4.pruning", 4), ("5x5.pruning", 5)] {
        let pruning = MovePruning::new(Size::square(n)?, MovePruning::EMBEDDED_LENGTH);
        std::fs::write(directory.join(name), pruning.to_bytes())?;
    }
    Ok(())
}
