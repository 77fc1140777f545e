//! Opening arbitrary bytes as a pattern-database file gives the database or an error; partition names parse or are rejected.

#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::OnceLock;
use taquin::Limits;
use taquin::pdb::{Partition, PdbStore};

/// A store with one small pattern database, and its file.
fn valid() -> &'static (PdbStore, Partition, Vec<u8>) {
    static VALID: OnceLock<(PdbStore, Partition, Vec<u8>)> = OnceLock::new();
    VALID.get_or_init(|| {
        let directory = std::env::temp_dir().join(format!("taquin-fuzz-{}", std::process::id()));
        let (store, partition) = (PdbStore::new(directory), "2x2:1-2".parse::<Partition>().expect("valid"));
        store.build(&partition, &Limits::default(), &mut |_| ()).expect("writable");
        let bytes = std::fs::read(store.path(&partition)).expect("readable");
        (store, partition, bytes)
    })
}

fuzz_target!(|bytes: &[u8]| {
    let (store, partition, good) = valid();
    // The raw bytes, and mutations of a valid file: a two-byte offset and the new byte.
    let mut changed = good.clone();
    for change in bytes.chunks_exact(3) {
        let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % changed.len();
        changed[at] ^= change[2];
    }
    for file in [bytes, &changed] {
        std::fs::write(store.path(partition), file).expect("writable");
        assert_eq!(store.verify(partition, &Limits::default()).is_ok(), file == good);
    }
    if let Ok(partition) = String::from_utf8_lossy(bytes).parse::<Partition>() {
        assert_eq!(partition.to_string().parse().as_ref(), Ok(&partition));
    }
});
