#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| taquin_fuzz::read_checkpoint(bytes));
