//! Any bytes in the place of a table's file are either that table or a fault; names of partitions are read or refused.

#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::OnceLock;
use taquin::{Partition, Store};

/// A store with one small table, and that table's file.
fn whole() -> &'static (Store, Partition, Vec<u8>) {
    static WHOLE: OnceLock<(Store, Partition, Vec<u8>)> = OnceLock::new();
    WHOLE.get_or_init(|| {
        let folder = std::env::temp_dir().join(format!("taquin-fuzz-{}", std::process::id()));
        let (store, partition) = (Store::new(folder), "2x2:1-2".parse::<Partition>().expect("valid"));
        store.build::<()>(&partition, &|| Ok(()), &mut |_| ()).expect("writable");
        let bytes = std::fs::read(store.path(&partition)).expect("readable");
        (store, partition, bytes)
    })
}

fuzz_target!(|bytes: &[u8]| {
    let (store, partition, good) = whole();
    // As they are, and as changes to a good file: two bytes of a place, and one to put there.
    let mut changed = good.clone();
    for change in bytes.chunks_exact(3) {
        let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % changed.len();
        changed[at] ^= change[2];
    }
    for file in [bytes, &changed] {
        std::fs::write(store.path(partition), file).expect("writable");
        assert_eq!(store.verify(partition).is_ok(), file == good);
    }
    if let Ok(partition) = String::from_utf8_lossy(bytes).parse::<Partition>() {
        assert_eq!(partition.to_string().parse().as_ref(), Ok(&partition));
    }
});
