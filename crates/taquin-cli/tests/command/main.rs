//! The command as its users run it.

mod common;

mod batch;
mod boards;
mod dialects;
mod docs;
mod exit;
#[cfg(unix)]
mod files;
#[cfg(unix)]
mod grade;
#[cfg(unix)]
mod grade_corpus;
#[cfg(target_os = "linux")]
mod hostile;
#[cfg(unix)]
mod limits;
mod lower_bound;
mod map;
mod measure;
mod modules;
mod show;
#[cfg(unix)]
mod signals;
mod solve;
mod speed_solving;
mod tables;
