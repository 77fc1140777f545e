//! The library against enumerated state spaces, published results and properties.

mod any_size;
mod dialects;
mod exhaustive;
mod golden;
mod multi_tile;
mod properties;
mod store;
mod uninformed;
