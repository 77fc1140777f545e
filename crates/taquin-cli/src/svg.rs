//! A minimal SVG writer for boards, trees and charts.
//!
//! All drawing goes through [`Svg`]. The colors are chosen for readers with color vision deficiency, and
//! every use also differs by shape or pattern, so that images work in black and white.

use std::fmt::{self, Write};

/// A position or a size in pixels: x and y, or width and height.
pub(crate) type Point = (f64, f64);

/// Colours of lines and areas.
pub(crate) const INK: &str = "#1f2933";
pub(crate) const PALE: &str = "#9aa5b1";
pub(crate) const PAPER: &str = "#ffffff";
pub(crate) const TILE: &str = "#fdf3dc";

/// Colours of data series, in order of use (Okabe and Ito).
pub(crate) const SERIES: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];

/// An SVG image under construction; [`Display`](fmt::Display) writes the file.
pub(crate) struct Svg {
    body: String,
    width: f64,
    height: f64,
}

/// The horizontal alignment of text relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Middle => "middle",
            Self::End => "end",
        }
    }
}

/// The style of a line or an outline; a width of 0 draws nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stroke {
    color: &'static str,
    width: f64,
    is_dashed: bool,
}

impl Stroke {
    pub(crate) const NONE: Self = Self::new(INK, 0.0);

    pub(crate) const fn new(color: &'static str, width: f64) -> Self {
        Self { color, width, is_dashed: false }
    }

    pub(crate) const fn dashed(self) -> Self {
        Self { is_dashed: true, ..self }
    }
}

/// Writes the stroke as XML attributes.
impl fmt::Display for Stroke {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.width <= 0.0 {
            return Ok(());
        }
        write!(f, r#" stroke="{}" stroke-width="{:.1}""#, self.color, self.width)?;
        f.write_str(if self.is_dashed { r#" stroke-dasharray="4 3""# } else { "" })
    }
}

impl Svg {
    /// Creates an empty image of a size in pixels.
    pub(crate) fn new(width: f64, height: f64) -> Self {
        Self { body: String::new(), width, height }
    }

    /// Draws a rectangle with rounded corners.
    pub(crate) fn rectangle(&mut self, at: Point, size: Point, radius: f64, fill: &str, stroke: Stroke) {
        let (x, y) = at;
        let (width, height) = size;
        self.add(format_args!(
            concat!(
                r#"<rect x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}" "#,
                r#"rx="{:.1}" fill="{}"{}/>"#
            ),
            x, y, width, height, radius, fill, stroke
        ));
    }

    pub(crate) fn circle(&mut self, (x, y): Point, radius: f64, fill: &str, stroke: Stroke) {
        self.add(format_args!(r#"<circle cx="{x:.1}" cy="{y:.1}" r="{radius:.1}" fill="{fill}"{stroke}/>"#));
    }

    /// Draws straight lines from point to point.
    pub(crate) fn polyline(&mut self, points: &[Point], stroke: Stroke) {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        self.add(format_args!(r#"<polyline points="{}" fill="none"{stroke}/>"#, points.join(" ")));
    }

    /// Draws text, vertically centred on its point.
    pub(crate) fn text(&mut self, (x, y): Point, size: f64, anchor: Anchor, color: &str, text: &str) {
        self.add(format_args!(
            concat!(
                r#"<text x="{:.1}" y="{:.1}" font-size="{:.1}" text-anchor="{}" "#,
                r#"dominant-baseline="central" fill="{}">{}</text>"#
            ),
            x,
            y,
            size,
            anchor.name(),
            color,
            escape_xml(text)
        ));
    }

    fn add(&mut self, element: fmt::Arguments<'_>) {
        writeln!(self.body, "  {element}").ok();
    }
}

impl fmt::Display for Svg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { body, width, height } = self;
        writeln!(
            f,
            concat!(
                r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w:.0} {h:.0}" "#,
                r#"width="{w:.0}" height="{h:.0}" "#,
                r#"font-family="system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif">"#
            ),
            w = width,
            h = height
        )?;
        writeln!(f, r#"  <rect width="{width:.0}" height="{height:.0}" fill="{PAPER}"/>"#)?;
        f.write_str(body)?;
        writeln!(f, "</svg>")
    }
}

/// Escapes text for XML content and attribute values. Control characters and the two noncharacters that XML
/// 1.0 cannot represent are replaced.
pub(crate) fn escape_xml(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}
