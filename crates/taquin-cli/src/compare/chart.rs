//! A comparison as a chart: two panels above each other, and a legend.
//!
//! The x-axis has the boards by the length of their shortest solutions, and the panels show the nodes and the
//! seconds of each method. If weights are compared, the x-axis has the weights, and the panels show the nodes
//! and the moves of each heuristic, summed over all boards. Nodes and seconds grow exponentially with the
//! moves, so their axes are logarithmic.
//!
//! A run without a solution has no point. Each series has its own color and marker, so that the chart works
//! in black and white.

use super::Comparison;
use super::records::lower_bound;
use crate::svg::{Anchor, INK, PALE, Point, SERIES, Stroke, Svg};
use crate::units;
use taquin::compare::{MethodRun, RunOutcome};
use taquin::{Heuristic, Request, Weight};

/// Lengths in pixels.
const WIDTH: f64 = 780.0;
const LEFT_MARGIN: f64 = 110.0;
const RIGHT_MARGIN: f64 = 20.0;
const TITLE_HEIGHT: f64 = 40.0;
const PANEL_HEIGHT: f64 = 240.0;
const X_LABEL_HEIGHT: f64 = 26.0;
const LEGEND_LINE_HEIGHT: f64 = 22.0;
const FONT_SIZE: f64 = 12.0;

const LEGEND_COLUMNS: usize = 2;

/// The maximum number of labels on the x-axis.
const MAX_X_LABELS: usize = 24;

/// The smallest value on a logarithmic axis; smaller ones are drawn there.
const MIN_LOGARITHMIC: f64 = 1e-6;

pub(super) fn draw(comparison: &Comparison) -> Svg {
    let has_weights = comparison.methods.iter().any(|method| method.algorithm().weight().is_some());
    let chart = if has_weights { Chart::by_weight(comparison) } else { Chart::by_board(comparison) };
    chart.draw()
}

struct Chart {
    /// The names of the series.
    series: Vec<String>,
    x_labels: Vec<String>,
    x_title: &'static str,
    panels: [Panel; 2],
}

struct Panel {
    title: String,
    scale: Scale,
    /// For each series, its value at each x.
    values: Vec<Vec<Option<f64>>>,
}

#[derive(Clone, Copy)]
enum Scale {
    Logarithmic,
    /// From 0.
    Linear,
}

/// A value of a run; `None` if the run found no solution.
type Measure = fn(&MethodRun) -> Option<f64>;

impl Chart {
    /// Plots nodes and seconds of each method, by board.
    fn by_board(comparison: &Comparison) -> Self {
        let mut boards: Vec<(u32, usize, String)> = (0..comparison.boards.len())
            .filter_map(|number| length(comparison, number).map(|(moves, label)| (moves, number, label)))
            .collect();
        boards.sort();
        let values = |measure: Measure| -> Vec<Vec<Option<f64>>> {
            let of_method = |method: usize| -> Vec<Option<f64>> {
                let runs = boards.iter().map(|(_, number, _)| comparison.runs[*number].get(method));
                runs.map(|record| measure(&record?.run)).collect()
            };
            (0..comparison.methods.len()).map(of_method).collect()
        };
        Self {
            series: comparison.methods.iter().map(Request::to_string).collect(),
            panels: [
                Panel {
                    title: "nodes generated".to_owned(),
                    scale: Scale::Logarithmic,
                    values: values(nodes),
                },
                Panel { title: "seconds".to_owned(), scale: Scale::Logarithmic, values: values(seconds) },
            ],
            x_labels: boards.into_iter().map(|(_, _, label)| label).collect(),
            x_title: "boards, by shortest solution length",
        }
    }

    /// Plots nodes and moves of weighted A* with each heuristic, by weight.
    fn by_weight(comparison: &Comparison) -> Self {
        let mut weights: Vec<Weight> =
            comparison.methods.iter().filter_map(|method| method.algorithm().weight()).collect();
        weights.sort_unstable();
        weights.dedup();
        let weighted = comparison.methods.iter().filter(|method| method.algorithm().weight().is_some());
        let mut heuristics: Vec<Option<Heuristic>> = Vec::new();
        for method in weighted {
            if !heuristics.contains(&method.heuristic()) {
                heuristics.push(method.heuristic());
            }
        }
        let values = |measure: Measure| -> Vec<Vec<Option<f64>>> {
            let at_weights = |heuristic: Option<Heuristic>| -> Vec<Option<f64>> {
                weights.iter().map(|&weight| sum(comparison, weight, heuristic, measure)).collect()
            };
            heuristics.iter().copied().map(at_weights).collect()
        };
        let (all_boards, solutions) = match comparison.boards.len() {
            1 => (String::new(), "the solution".to_owned()),
            boards => (format!(" for all {boards} boards"), format!("all {boards} solutions")),
        };
        let series =
            |heuristic: &Option<Heuristic>| format!("weighted {}", heuristic.map_or("none", Heuristic::name));
        Self {
            series: heuristics.iter().map(series).collect(),
            panels: [
                Panel {
                    title: format!("nodes generated{all_boards}"),
                    scale: Scale::Logarithmic,
                    values: values(nodes),
                },
                Panel { title: format!("moves of {solutions}"), scale: Scale::Linear, values: values(moves) },
            ],
            x_labels: weights.iter().map(Weight::to_string).collect(),
            x_title: "weight of the heuristic",
        }
    }

    fn draw(&self) -> Svg {
        let legend_lines = self.series.len().div_ceil(LEGEND_COLUMNS);
        let panel = TITLE_HEIGHT + PANEL_HEIGHT + X_LABEL_HEIGHT;
        let bottom = 2.0 * panel;
        let mut svg = Svg::new(WIDTH, bottom + LEGEND_LINE_HEIGHT * (to_f64(legend_lines) + 2.0));
        let [upper, lower] = &self.panels;
        self.draw_panel(upper, TITLE_HEIGHT, &mut svg);
        self.draw_panel(lower, panel + TITLE_HEIGHT, &mut svg);
        let x_title_at =
            (f64::midpoint(LEFT_MARGIN, WIDTH - RIGHT_MARGIN), bottom + LEGEND_LINE_HEIGHT / 2.0);
        svg.text(x_title_at, FONT_SIZE, Anchor::Middle, INK, self.x_title);
        let column_width = (WIDTH - LEFT_MARGIN - RIGHT_MARGIN) / to_f64(LEGEND_COLUMNS);
        for (series, name) in self.series.iter().enumerate() {
            let x = LEFT_MARGIN + to_f64(series % LEGEND_COLUMNS) * column_width;
            let y = bottom + LEGEND_LINE_HEIGHT * (to_f64(series / LEGEND_COLUMNS) + 1.5);
            svg.polyline(&[(x, y), (x + 36.0, y)], Stroke::new(color(series), 1.5));
            draw_marker(series, (x + 18.0, y), &mut svg);
            svg.text((x + 46.0, y), FONT_SIZE, Anchor::Start, INK, name);
        }
        svg
    }

    fn draw_panel(&self, panel: &Panel, top: f64, svg: &mut Svg) {
        let axis = Axis::new(panel.scale, panel.values.iter().flatten().flatten().copied());
        let right = WIDTH - RIGHT_MARGIN;
        let bottom = top + PANEL_HEIGHT;
        let y_of = |value: f64| bottom - axis.position(value) * PANEL_HEIGHT;
        svg.text((LEFT_MARGIN, top - 16.0), FONT_SIZE + 1.0, Anchor::Start, INK, &panel.title);
        for (value, label) in &axis.ticks {
            let y = y_of(*value);
            svg.polyline(&[(LEFT_MARGIN, y), (right, y)], Stroke::new(PALE, 0.5).dashed());
            svg.text((LEFT_MARGIN - 8.0, y), FONT_SIZE, Anchor::End, INK, label);
        }
        let spacing = (right - LEFT_MARGIN) / to_f64(self.x_labels.len().max(1));
        let x_of = |index: usize| LEFT_MARGIN + (to_f64(index) + 0.5) * spacing;
        let label_step = self.x_labels.len().div_ceil(MAX_X_LABELS).max(1);
        for (index, label) in self.x_labels.iter().enumerate().step_by(label_step) {
            let x = x_of(index);
            svg.polyline(&[(x, bottom), (x, bottom + 4.0)], Stroke::new(INK, 1.0));
            svg.text((x, bottom + 15.0), FONT_SIZE, Anchor::Middle, INK, label);
        }
        let axis_lines = [(LEFT_MARGIN, top), (LEFT_MARGIN, bottom), (right, bottom)];
        svg.polyline(&axis_lines, Stroke::new(INK, 1.0));
        for (series, values) in panel.values.iter().enumerate() {
            let point = |(index, value): (usize, &Option<f64>)| Some((x_of(index), y_of((*value)?)));
            let points: Vec<Option<Point>> = values.iter().enumerate().map(point).collect();
            // A missing point interrupts the line.
            for segment in points.split(Option::is_none) {
                let segment: Vec<Point> = segment.iter().flatten().copied().collect();
                if segment.len() > 1 {
                    svg.polyline(&segment, Stroke::new(color(series), 1.5));
                }
                for &point in &segment {
                    draw_marker(series, point, svg);
                }
            }
        }
    }
}

/// Returns the sort key and the label of a board: the length of its shortest solutions, or the proven lower
/// bound. `None` if it is unsolvable or no method ran on it.
fn length(comparison: &Comparison, board: usize) -> Option<(u32, String)> {
    // Lengths in the other metric would sort boards differently.
    let metric = comparison.runs[board].first().map(|record| record.run.method.metric());
    let runs = || comparison.runs[board].iter().filter(|record| Some(record.run.method.metric()) == metric);
    let proven = runs().find_map(|record| record.run.outcome.optimal_length());
    if let Some(moves) = comparison.boards[board].shortest.or(proven) {
        return Some((moves, moves.to_string()));
    }
    let bound = runs().filter_map(|record| lower_bound(record.run.outcome)).max()?;
    Some((bound, format!("≥{bound}")))
}

/// Returns the sum of a measure over all boards at one weight; `None` if a board was not solved.
fn sum(
    comparison: &Comparison,
    weight: Weight,
    heuristic: Option<Heuristic>,
    measure: Measure,
) -> Option<f64> {
    let is_selected =
        |method: &Request| method.algorithm().weight() == Some(weight) && method.heuristic() == heuristic;
    let runs = comparison.runs.iter().flatten().map(|record| &record.run);
    runs.filter(|run| is_selected(&run.method)).map(measure).sum()
}

#[expect(clippy::cast_precision_loss, reason = "drawn in pixels")]
fn nodes(run: &MethodRun) -> Option<f64> {
    let stats = run.stats.as_ref().filter(|_| is_solved(run))?;
    Some(stats.generated as f64)
}

fn seconds(run: &MethodRun) -> Option<f64> {
    let stats = run.stats.as_ref().filter(|_| is_solved(run))?;
    Some(stats.time.as_secs_f64())
}

fn moves(run: &MethodRun) -> Option<f64> {
    if let RunOutcome::Solved { moves, .. } = run.outcome { Some(f64::from(moves)) } else { None }
}

fn is_solved(run: &MethodRun) -> bool {
    matches!(run.outcome, RunOutcome::Solved { .. })
}

/// A y-axis.
struct Axis {
    scale: Scale,
    /// Its ends; the base-10 logarithms of them on a logarithmic axis.
    low: f64,
    high: f64,
    /// The labelled values.
    ticks: Vec<(f64, String)>,
}

impl Axis {
    /// Creates an axis that covers the values.
    fn new(scale: Scale, values: impl Iterator<Item = f64>) -> Self {
        let widen = |(min, max): (f64, f64), value: f64| (min.min(value), max.max(value));
        let (min, max) = values.fold((f64::INFINITY, 0.0), widen);
        // An arbitrary axis if there are no values.
        let (min, max) = if min > max { (1.0, 10.0) } else { (min, max) };
        match scale {
            Scale::Logarithmic => Self::logarithmic(min.max(MIN_LOGARITHMIC), max.max(MIN_LOGARITHMIC)),
            Scale::Linear => Self::linear(max),
        }
    }

    /// Creates an axis between two powers of ten.
    fn logarithmic(min: f64, max: f64) -> Self {
        let first = min.log10().floor() as i32;
        let highest = (max.log10().ceil() as i32).max(first + 1);
        let ticks =
            (first..=highest).map(|exponent| (10.0_f64.powi(exponent), power_of_ten(exponent))).collect();
        Self { scale: Scale::Logarithmic, low: f64::from(first), high: f64::from(highest), ticks }
    }

    /// Creates an axis from 0 with about five ticks, at multiples of 1, 2 or 5 times a power of ten.
    fn linear(max: f64) -> Self {
        let rough = (max / 5.0).max(1.0);
        let power = 10.0_f64.powi(rough.log10().floor() as i32);
        let step = [1.0, 2.0, 5.0].map(|times| times * power).into_iter().find(|step| *step >= rough);
        let step = step.unwrap_or(10.0 * power);
        let ticks: Vec<(f64, String)> = (0..=10_u32)
            .map(|times| f64::from(times) * step)
            .take_while(|tick| *tick < max + step)
            .map(|tick| (tick, tick.to_string()))
            .collect();
        let high = ticks.last().map_or(step, |(tick, _)| *tick).max(step);
        Self { scale: Scale::Linear, low: 0.0, high, ticks }
    }

    /// Returns the position of a value on the axis, from 0 to 1.
    fn position(&self, value: f64) -> f64 {
        let value = match self.scale {
            Scale::Logarithmic => value.max(MIN_LOGARITHMIC).log10(),
            Scale::Linear => value,
        };
        (value - self.low) / (self.high - self.low)
    }
}

/// Formats a power of ten: `0.001`, `1,000`.
fn power_of_ten(exponent: i32) -> String {
    let digits = exponent.unsigned_abs();
    if exponent < 0 {
        format!("{:.*}", digits as usize, 10.0_f64.powi(exponent))
    } else {
        units::thousands(10_u64.saturating_pow(digits))
    }
}

fn color(series: usize) -> &'static str {
    SERIES[series % SERIES.len()]
}

/// Draws the marker of a series, one of six shapes. When the colors repeat, they are paired with other shapes.
fn draw_marker(series: usize, (x, y): Point, svg: &mut Svg) {
    let color = color(series);
    let mut lines = |points: &[Point]| {
        let points: Vec<Point> = points.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
        svg.polyline(&points, Stroke::new(color, 2.0));
    };
    match (series + series / SERIES.len()) % 6 {
        0 => svg.circle((x, y), 4.0, color, Stroke::NONE),
        1 => svg.rectangle((x - 3.5, y - 3.5), (7.0, 7.0), 0.0, color, Stroke::NONE),
        // A triangle, whose first side is drawn twice to close the corner, and a diamond.
        2 => lines(&[(0.0, -4.5), (4.5, 3.5), (-4.5, 3.5), (0.0, -4.5), (4.5, 3.5)]),
        3 => lines(&[(0.0, -5.0), (5.0, 0.0), (0.0, 5.0), (-5.0, 0.0), (0.0, -5.0)]),
        4 => {
            lines(&[(-4.0, -4.0), (4.0, 4.0)]);
            lines(&[(-4.0, 4.0), (4.0, -4.0)]);
        }
        _ => {
            lines(&[(-5.0, 0.0), (5.0, 0.0)]);
            lines(&[(0.0, -5.0), (0.0, 5.0)]);
        }
    }
}

fn to_f64(number: usize) -> f64 {
    f64::from(number as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis) -> Vec<&str> {
        axis.ticks.iter().map(|(_, label)| label.as_str()).collect()
    }

    #[test]
    fn logarithmic_axes_span_powers_of_ten() {
        let axis = Axis::new(Scale::Logarithmic, [20.0, 4000.0].into_iter());
        assert_eq!(labels(&axis), ["10", "100", "1,000", "10,000"]);
        assert!((axis.position(10.0)).abs() < 1e-9 && (axis.position(10_000.0) - 1.0).abs() < 1e-9);
        let times = Axis::new(Scale::Logarithmic, [0.002, 0.05].into_iter());
        assert_eq!(labels(&times), ["0.001", "0.01", "0.1"]);
        let none = Axis::new(Scale::Logarithmic, std::iter::empty());
        assert_eq!(labels(&none), ["1", "10"]);
    }

    #[test]
    fn linear_axes_start_at_0() {
        let axis = Axis::new(Scale::Linear, [56.0, 91.0].into_iter());
        assert_eq!(labels(&axis), ["0", "20", "40", "60", "80", "100"]);
        assert!((axis.position(50.0) - 0.5).abs() < 1e-9);
        assert_eq!(labels(&Axis::new(Scale::Linear, [0.0].into_iter())), ["0"]);
    }
}
