//! Which options go with which suite. What a suite does not take is refused: if it were ignored, its figures would be taken
//! for something else.

use super::suite::Kind;
use crate::args::BenchArgs;
use crate::device::DeviceChoice;
use taquin::notation::Format;

/// An option that some suites do not take.
struct Choice {
    name: &'static str,
    is_given: fn(&BenchArgs) -> bool,
    goes_with: &'static [Kind],
}

/// Boards that are measured one by one.
const BOARDS: &[Kind] = &[Kind::Classic, Kind::Random, Kind::Files];
const BOARDS_AND_SIZES: &[Kind] = &[Kind::Classic, Kind::Random, Kind::Files, Kind::Sizes];

/// All but those that say where tables are and what the suite is.
const CHOICES: [Choice; 20] = [
    Choice { name: "--repeat", is_given: |args| args.repeat.is_some(), goes_with: BOARDS },
    Choice { name: "--within", is_given: |args| args.within.is_some(), goes_with: BOARDS_AND_SIZES },
    Choice { name: "--batch", is_given: |args| args.batch, goes_with: BOARDS },
    Choice {
        name: "--only",
        is_given: |args| args.only.is_some(),
        goes_with: &[Kind::Classic, Kind::Random, Kind::Files, Kind::Gpu],
    },
    Choice {
        name: "--count",
        is_given: |args| args.count.is_some(),
        goes_with: &[Kind::Random, Kind::Sizes],
    },
    Choice {
        name: "--seed",
        is_given: |args| args.seed.is_some(),
        goes_with: &[Kind::Random, Kind::Sizes, Kind::Gpu],
    },
    Choice { name: "--chart", is_given: |args| args.chart.is_some(), goes_with: &[Kind::Gpu] },
    Choice { name: "--json", is_given: |args| args.json, goes_with: BOARDS_AND_SIZES },
    Choice { name: "--csv", is_given: |args| args.csv, goes_with: BOARDS },
    Choice { name: "--format", is_given: |args| args.format != Format::Auto, goes_with: &[Kind::Files] },
    Choice { name: "--size", is_given: |args| args.size.is_some(), goes_with: &[Kind::Files] },
    Choice { name: "--goal", is_given: |args| args.goal.is_given(), goes_with: &[Kind::Random, Kind::Files] },
    Choice { name: "--algorithm", is_given: |args| args.search.algorithm.is_some(), goes_with: BOARDS },
    Choice { name: "--heuristic", is_given: |args| args.search.heuristic.is_some(), goes_with: BOARDS },
    Choice { name: "--weight", is_given: |args| args.search.weight.is_some(), goes_with: BOARDS },
    Choice { name: "--verbose", is_given: |args| args.search.verbose, goes_with: BOARDS_AND_SIZES },
    Choice {
        name: "--device",
        is_given: |args| args.search.device.device != DeviceChoice::Auto,
        goes_with: BOARDS,
    },
    Choice { name: "--time", is_given: |args| args.search.limits.time.is_some(), goes_with: BOARDS },
    Choice {
        name: "--memory",
        is_given: |args| args.search.limits.memory.is_some(),
        goes_with: BOARDS_AND_SIZES,
    },
    Choice {
        name: "--threads",
        is_given: |args| args.search.limits.threads.is_some(),
        goes_with: BOARDS_AND_SIZES,
    },
];

/// Refuses what the suite does not take.
pub(super) fn check(kind: Kind, args: &BenchArgs) -> Result<(), String> {
    let wrong = CHOICES.iter().find(|choice| (choice.is_given)(args) && !choice.goes_with.contains(&kind));
    let Some(Choice { name, goes_with, .. }) = wrong else { return Ok(()) };
    let others: Vec<&str> = goes_with.iter().map(|kind| kind.name()).collect();
    Err(format!("{name} is not for {}: it goes with {}", kind.name(), others.join(", ")))
}
