//! The options that each suite takes. Others are rejected: an option that is silently ignored would make the
//! results look like something they are not.

use super::suite::SuiteKind;
use super::{BenchArgs, BenchFormat};
use crate::flags::InputFormat;
use taquin_gpu::GpuMode;

/// An option that is specific to some suites.
struct SuiteOption {
    name: &'static str,
    is_given: fn(&BenchArgs) -> bool,
    suites: &'static [SuiteKind],
}

/// The suites whose boards are measured one by one.
const BOARDS: &[SuiteKind] = &[SuiteKind::Published, SuiteKind::Random, SuiteKind::Files];
const BOARDS_AND_SIZES: &[SuiteKind] =
    &[SuiteKind::Published, SuiteKind::Random, SuiteKind::Files, SuiteKind::Sizes];
const BOARDS_AND_GPU: &[SuiteKind] =
    &[SuiteKind::Published, SuiteKind::Random, SuiteKind::Files, SuiteKind::Gpu];
const RANDOM: &[SuiteKind] = &[SuiteKind::Random, SuiteKind::Sizes];
const SEEDED: &[SuiteKind] = &[SuiteKind::Random, SuiteKind::Sizes, SuiteKind::Gpu];
const WITH_GOAL: &[SuiteKind] = &[SuiteKind::Random, SuiteKind::Files];
const FILES: &[SuiteKind] = &[SuiteKind::Files];
const GPU: &[SuiteKind] = &[SuiteKind::Gpu];

const OPTIONS: [SuiteOption; 20] = [
    option("--repeat", |args| args.repeat.is_some(), BOARDS),
    option("--within", |args| args.within.is_some(), BOARDS_AND_SIZES),
    option("--batch", |args| args.batch, BOARDS),
    option("--only", |args| args.only.is_some(), BOARDS_AND_GPU),
    option("--count", |args| args.count.is_some(), RANDOM),
    option("--seed", |args| args.seed.is_some(), SEEDED),
    option("--chart", |args| args.chart.is_some(), GPU),
    option("--format json", |args| args.format == BenchFormat::Json, BOARDS_AND_SIZES),
    option("--format csv", |args| args.format == BenchFormat::Csv, BOARDS),
    option("--input", |args| args.input != InputFormat::AUTO, FILES),
    option("--size", |args| args.size.is_some(), FILES),
    option("--goal", |args| args.goal.is_given(), WITH_GOAL),
    option("--algorithm", |args| args.search.algorithm.is_some(), BOARDS),
    option("--heuristic", |args| args.search.heuristic.is_some(), BOARDS),
    option("--weight", |args| args.search.weight.is_some(), BOARDS),
    option("--verbose", |args| args.search.verbose, BOARDS_AND_SIZES),
    option("--gpu", |args| args.search.gpu.gpu != GpuMode::Auto, BOARDS),
    option("--time", |args| args.search.limits.time.is_some(), BOARDS),
    option("--memory", |args| args.search.limits.memory.is_some(), BOARDS_AND_SIZES),
    option("--threads", |args| args.search.limits.threads.is_some(), BOARDS_AND_SIZES),
];

const fn option(
    name: &'static str,
    is_given: fn(&BenchArgs) -> bool,
    suites: &'static [SuiteKind],
) -> SuiteOption {
    SuiteOption { name, is_given, suites }
}

/// Rejects options that the suite does not take.
pub(super) fn check(kind: SuiteKind, args: &BenchArgs) -> Result<(), String> {
    let wrong = OPTIONS.iter().find(|option| (option.is_given)(args) && !option.suites.contains(&kind));
    let Some(SuiteOption { name, suites, .. }) = wrong else { return Ok(()) };
    let suites: Vec<&str> = suites.iter().map(|kind| kind.name()).collect();
    let suites = match &suites[..] {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => suites.join(", "),
    };
    Err(format!("{name} does not apply to {}; it applies to {suites}", kind.name()))
}
