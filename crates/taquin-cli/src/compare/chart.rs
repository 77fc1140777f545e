//! A comparison as a chart: two panels above each other, and what the lines mean below them.
//!
//! Along the bottom are the boards by their fewest moves, one column a board, and above them the nodes and the seconds of
//! each method. If weights are compared, they are along the bottom instead, and above them are the nodes and the moves of
//! each heuristic, for all boards together. Nodes and seconds grow exponentially with the moves, so their axes are
//! logarithmic: what grows like that is a straight line.
//!
//! A run that found no solution has no point. Each line has a colour and a marker of its own, so that they can be told apart
//! in print without colour.

use super::Comparison;
use crate::picture::{Anchor, INK, PALE, Picture, SERIES, Stroke};
use crate::units;
use taquin::Heuristic;
use taquin::compare::{End, Method, Run};

/// The measures of a chart, in pixels.
const WIDTH: f64 = 780.0;
const LEFT: f64 = 110.0;
const RIGHT: f64 = 20.0;
const TITLE: f64 = 40.0;
const PANEL: f64 = 240.0;
const BELOW: f64 = 26.0;
const LEGEND_LINE: f64 = 22.0;
const LEGEND_COLUMNS: usize = 2;
const LETTERS: f64 = 12.0;

/// The most labels that fit along the bottom.
const MOST_LABELS: usize = 24;

/// The shortest time that is told from none.
const LEAST: f64 = 1e-6;

pub(super) fn draw(comparison: &Comparison) -> Picture {
    let weights = comparison.methods.iter().any(|method| method.weight().is_some());
    let chart = if weights { Chart::of_weights(comparison) } else { Chart::of_boards(comparison) };
    chart.draw()
}

/// What is to be drawn.
struct Chart {
    /// The names of the lines.
    series: Vec<String>,
    /// What is along the bottom, and what it is called.
    places: Vec<String>,
    along: &'static str,
    panels: [Panel; 2],
}

struct Panel {
    title: String,
    scale: Scale,
    /// For each line, its value at each place.
    values: Vec<Vec<Option<f64>>>,
}

#[derive(Clone, Copy)]
enum Scale {
    Logarithmic,
    /// From 0.
    Linear,
}

impl Chart {
    /// Nodes and seconds of each method, by board.
    fn of_boards(comparison: &Comparison) -> Self {
        let mut boards: Vec<(u32, usize, String)> = (0..comparison.subjects.len())
            .filter_map(|number| length(comparison, number).map(|(moves, text)| (moves, number, text)))
            .collect();
        boards.sort();
        let values = |figure: fn(&Run) -> Option<f64>| -> Vec<Vec<Option<f64>>> {
            let of_method = |method: usize| -> Vec<Option<f64>> {
                let runs = boards.iter().map(|(_, number, _)| comparison.runs[*number].get(method));
                runs.map(|tried| tried.and_then(|tried| figure(&tried.run))).collect()
            };
            (0..comparison.methods.len()).map(of_method).collect()
        };
        Self {
            series: comparison.methods.iter().map(Method::to_string).collect(),
            panels: [
                Panel {
                    title: "nodes generated".to_owned(),
                    scale: Scale::Logarithmic,
                    values: values(nodes),
                },
                Panel { title: "seconds".to_owned(), scale: Scale::Logarithmic, values: values(seconds) },
            ],
            places: boards.into_iter().map(|(_, _, text)| text).collect(),
            along: "boards, by their fewest moves",
        }
    }

    /// Nodes and moves of weighted A* with each heuristic, by weight.
    fn of_weights(comparison: &Comparison) -> Self {
        let mut weights: Vec<u32> = comparison.methods.iter().filter_map(|method| method.weight()).collect();
        weights.sort_unstable();
        weights.dedup();
        let weighted = comparison.methods.iter().filter(|method| method.weight().is_some());
        let mut heuristics: Vec<Option<Heuristic>> = Vec::new();
        for method in weighted {
            if !heuristics.contains(&method.heuristic) {
                heuristics.push(method.heuristic);
            }
        }
        let values = |figure: fn(&Run) -> Option<f64>| -> Vec<Vec<Option<f64>>> {
            let at_weights = |heuristic: Option<Heuristic>| -> Vec<Option<f64>> {
                weights.iter().map(|&weight| in_all(comparison, weight, heuristic, figure)).collect()
            };
            heuristics.iter().copied().map(at_weights).collect()
        };
        let (for_all, of_all) = match comparison.subjects.len() {
            1 => (String::new(), "the solution".to_owned()),
            boards => (format!(" for all {boards} boards"), format!("all {boards} solutions")),
        };
        Self {
            series: heuristics
                .iter()
                .map(|heuristic| format!("weighted {}", heuristic.map_or("none", Heuristic::name)))
                .collect(),
            panels: [
                Panel {
                    title: format!("nodes generated{for_all}"),
                    scale: Scale::Logarithmic,
                    values: values(nodes),
                },
                Panel { title: format!("moves of {of_all}"), scale: Scale::Linear, values: values(moves) },
            ],
            places: weights.iter().map(u32::to_string).collect(),
            along: "weight of the estimate",
        }
    }

    fn draw(&self) -> Picture {
        let legend = self.series.len().div_ceil(LEGEND_COLUMNS);
        let [upper, lower] = &self.panels;
        let second = TITLE + PANEL + BELOW;
        let bottom = second + TITLE + PANEL + BELOW;
        let mut picture = Picture::new(WIDTH, bottom + LEGEND_LINE * (count(legend) + 2.0));
        self.draw_panel(upper, TITLE, &mut picture);
        self.draw_panel(lower, second + TITLE, &mut picture);
        let middle = f64::midpoint(LEFT, WIDTH - RIGHT);
        picture.text((middle, bottom + LEGEND_LINE / 2.0), LETTERS, Anchor::Middle, INK, self.along);
        for (number, name) in self.series.iter().enumerate() {
            let (line, column) = (number / LEGEND_COLUMNS, number % LEGEND_COLUMNS);
            let x = LEFT + count(column) * (WIDTH - LEFT - RIGHT) / count(LEGEND_COLUMNS);
            let y = bottom + LEGEND_LINE * (count(line) + 1.5);
            picture.line(&[(x, y), (x + 36.0, y)], Stroke::new(color(number), 1.5));
            mark(number, (x + 18.0, y), &mut picture);
            picture.text((x + 46.0, y), LETTERS, Anchor::Start, INK, name);
        }
        picture
    }

    fn draw_panel(&self, panel: &Panel, top: f64, picture: &mut Picture) {
        let axis = Axis::new(panel.scale, panel.values.iter().flatten().flatten().copied());
        let (right, bottom) = (WIDTH - RIGHT, top + PANEL);
        let height = |share: f64| bottom - share * PANEL;
        picture.text((LEFT, top - 16.0), LETTERS + 1.0, Anchor::Start, INK, &panel.title);
        for (value, text) in &axis.ticks {
            let y = height(axis.share(*value));
            picture.line(&[(LEFT, y), (right, y)], Stroke::new(PALE, 0.5).dashed());
            picture.text((LEFT - 8.0, y), LETTERS, Anchor::End, INK, text);
        }
        let room = (right - LEFT) / count(self.places.len().max(1));
        let across = |place: usize| LEFT + (count(place) + 0.5) * room;
        let every = self.places.len().div_ceil(MOST_LABELS).max(1);
        for (place, text) in self.places.iter().enumerate().step_by(every) {
            let x = across(place);
            picture.line(&[(x, bottom), (x, bottom + 4.0)], Stroke::new(INK, 1.0));
            picture.text((x, bottom + 15.0), LETTERS, Anchor::Middle, INK, text);
        }
        picture.line(&[(LEFT, top), (LEFT, bottom), (right, bottom)], Stroke::new(INK, 1.0));
        for (number, values) in panel.values.iter().enumerate() {
            let points: Vec<Option<(f64, f64)>> = values
                .iter()
                .enumerate()
                .map(|(place, value)| value.map(|value| (across(place), height(axis.share(value)))))
                .collect();
            // A line ends where a point is missing, and another begins after it.
            for stretch in points.split(Option::is_none) {
                let stretch: Vec<(f64, f64)> = stretch.iter().flatten().copied().collect();
                if stretch.len() > 1 {
                    picture.line(&stretch, Stroke::new(color(number), 1.5));
                }
                for &point in &stretch {
                    mark(number, point, picture);
                }
            }
        }
    }
}

/// What a board is sorted by and called: its fewest moves, or what is proven about them. None if it can't be solved, or if
/// nothing was run on it.
fn length(comparison: &Comparison, subject: usize) -> Option<(u32, String)> {
    let (known, runs) = (comparison.subjects[subject].known, &comparison.runs[subject]);
    let proven = runs.iter().find_map(|tried| tried.run.end.fewest_moves());
    if let Some(moves) = known.or(proven) {
        return Some((moves, moves.to_string()));
    }
    let bounds = runs.iter().filter_map(|tried| match tried.run.end {
        End::Solved { at_least, .. } | End::Stopped { at_least, .. } => Some(at_least),
        End::Unsolvable | End::Unfit | End::NotRun => None,
    });
    bounds.max().map(|at_least| (at_least, format!("≥{at_least}")))
}

/// The sum of a figure over all boards, at one weight; none if a board was not solved.
fn in_all(
    comparison: &Comparison,
    weight: u32,
    heuristic: Option<Heuristic>,
    figure: fn(&Run) -> Option<f64>,
) -> Option<f64> {
    let is_it = |method: Method| method.weight() == Some(weight) && method.heuristic == heuristic;
    let runs = comparison.runs.iter().flatten().map(|tried| &tried.run);
    runs.filter(|run| is_it(run.method)).map(figure).sum()
}

#[expect(clippy::cast_precision_loss, reason = "for people to look at")]
fn nodes(run: &Run) -> Option<f64> {
    let stats = run.stats.as_ref().filter(|_| is_solved(run))?;
    Some(stats.generated as f64)
}

fn seconds(run: &Run) -> Option<f64> {
    let stats = run.stats.as_ref().filter(|_| is_solved(run))?;
    Some(stats.time.as_secs_f64())
}

fn moves(run: &Run) -> Option<f64> {
    if let End::Solved { moves, .. } = run.end { Some(f64::from(moves)) } else { None }
}

fn is_solved(run: &Run) -> bool {
    matches!(run.end, End::Solved { .. })
}

/// A vertical axis.
struct Axis {
    scale: Scale,
    /// Where it begins and ends; on a logarithmic one, the logarithms of that.
    low: f64,
    high: f64,
    /// The values that are named on it.
    ticks: Vec<(f64, String)>,
}

impl Axis {
    /// An axis that has room for the values.
    fn new(scale: Scale, values: impl Iterator<Item = f64>) -> Self {
        let widen = |(least, most): (f64, f64), value: f64| (least.min(value), most.max(value));
        let (least, most) = values.fold((f64::INFINITY, 0.0), widen);
        // Without values, any axis will do.
        let (least, most) = if least > most { (1.0, 10.0) } else { (least, most) };
        match scale {
            Scale::Logarithmic => Self::logarithmic(least.max(LEAST), most.max(LEAST)),
            Scale::Linear => Self::linear(most),
        }
    }

    /// One from a power of ten to another.
    fn logarithmic(least: f64, most: f64) -> Self {
        let first = least.log10().floor() as i32;
        let highest = (most.log10().ceil() as i32).max(first + 1);
        let ticks =
            (first..=highest).map(|exponent| (10.0_f64.powi(exponent), power_of_ten(exponent))).collect();
        Self { scale: Scale::Logarithmic, low: f64::from(first), high: f64::from(highest), ticks }
    }

    /// One from 0, with a tick at each multiple of 1, 2 or 5 times a power of ten; about five of them.
    fn linear(most: f64) -> Self {
        let rough = (most / 5.0).max(1.0);
        let power = 10.0_f64.powi(rough.log10().floor() as i32);
        let step = [1.0, 2.0, 5.0].map(|times| times * power).into_iter().find(|step| *step >= rough);
        let step = step.unwrap_or(10.0 * power);
        let ticks: Vec<(f64, String)> = (0..=10_u32)
            .map(|times| f64::from(times) * step)
            .take_while(|tick| *tick < most + step)
            .map(|tick| (tick, tick.to_string()))
            .collect();
        let high = ticks.last().map_or(step, |(tick, _)| *tick).max(step);
        Self { scale: Scale::Linear, low: 0.0, high, ticks }
    }

    /// How far up a value is, from 0 to 1.
    fn share(&self, value: f64) -> f64 {
        let value = match self.scale {
            Scale::Logarithmic => value.max(LEAST).log10(),
            Scale::Linear => value,
        };
        (value - self.low) / (self.high - self.low)
    }
}

/// `0.001`, `1,000`.
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

/// The shapes of markers, in the order in which they are used.
#[derive(Clone, Copy)]
enum Marker {
    Disc,
    Square,
    Triangle,
    Diamond,
    Cross,
    Plus,
}

const MARKERS: [Marker; 6] =
    [Marker::Disc, Marker::Square, Marker::Triangle, Marker::Diamond, Marker::Cross, Marker::Plus];

/// Draws the marker of a series. When all colours were used they come again, with other markers.
fn mark(series: usize, (x, y): (f64, f64), picture: &mut Picture) {
    let (color, none) = (color(series), Stroke::new(INK, 0.0));
    let mut lines = |points: &[(f64, f64)]| {
        let points: Vec<(f64, f64)> = points.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
        picture.line(&points, Stroke::new(color, 2.0));
    };
    match MARKERS[(series + series / SERIES.len()) % MARKERS.len()] {
        Marker::Disc => picture.circle((x, y), 4.0, color, none),
        Marker::Square => picture.rectangle((x - 3.5, y - 3.5), (7.0, 7.0), 0.0, color, none),
        Marker::Triangle => lines(&[(0.0, -4.5), (4.5, 3.5), (-4.5, 3.5), (0.0, -4.5), (4.5, 3.5)]),
        Marker::Diamond => lines(&[(0.0, -5.0), (5.0, 0.0), (0.0, 5.0), (-5.0, 0.0), (0.0, -5.0)]),
        Marker::Cross => {
            lines(&[(-4.0, -4.0), (4.0, 4.0)]);
            lines(&[(-4.0, 4.0), (4.0, -4.0)]);
        }
        Marker::Plus => {
            lines(&[(-5.0, 0.0), (5.0, 0.0)]);
            lines(&[(0.0, -5.0), (0.0, 5.0)]);
        }
    }
}

/// A small count as a number to calculate with.
fn count(number: usize) -> f64 {
    f64::from(number as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(axis: &Axis) -> Vec<&str> {
        axis.ticks.iter().map(|(_, text)| text.as_str()).collect()
    }

    #[test]
    fn logarithmic_axes_go_from_one_power_of_ten_to_another() {
        let axis = Axis::new(Scale::Logarithmic, [20.0, 4000.0].into_iter());
        assert_eq!(texts(&axis), ["10", "100", "1,000", "10,000"]);
        assert!((axis.share(10.0)).abs() < 1e-9 && (axis.share(10_000.0) - 1.0).abs() < 1e-9);
        let times = Axis::new(Scale::Logarithmic, [0.002, 0.05].into_iter());
        assert_eq!(texts(&times), ["0.001", "0.01", "0.1"]);
        let none = Axis::new(Scale::Logarithmic, std::iter::empty());
        assert_eq!(texts(&none), ["1", "10"]);
    }

    #[test]
    fn linear_axes_begin_at_0() {
        let axis = Axis::new(Scale::Linear, [56.0, 91.0].into_iter());
        assert_eq!(texts(&axis), ["0", "20", "40", "60", "80", "100"]);
        assert!((axis.share(50.0) - 0.5).abs() < 1e-9);
        assert_eq!(texts(&Axis::new(Scale::Linear, [0.0].into_iter())), ["0"]);
    }
}
