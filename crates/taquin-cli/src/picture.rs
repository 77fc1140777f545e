//! Pictures: just enough of SVG for boards, trees and charts.
//!
//! Everything that is drawn goes through [`Picture`]. Colours are named once, here, and are told apart by people who see few
//! of them, and in print without colour by shape or pattern.

use std::fmt::{self, Write};

/// Colours of lines and areas.
pub(crate) const INK: &str = "#1f2933";
pub(crate) const PALE: &str = "#9aa5b1";
pub(crate) const PAPER: &str = "#ffffff";
pub(crate) const TILE: &str = "#fdf3dc";

/// Colours of data, in the order in which they are to be used (Okabe and Ito).
pub(crate) const SERIES: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];

/// A picture that grows as things are drawn into it.
pub(crate) struct Picture {
    body: String,
    width: f64,
    height: f64,
}

/// Where a text stands with regard to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// How a line or an outline is drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stroke {
    pub(crate) color: &'static str,
    pub(crate) width: f64,
    pub(crate) is_dashed: bool,
}

impl Stroke {
    pub(crate) const fn new(color: &'static str, width: f64) -> Self {
        Self { color, width, is_dashed: false }
    }

    pub(crate) const fn dashed(self) -> Self {
        Self { is_dashed: true, ..self }
    }
}

impl Picture {
    /// An empty one of a size in pixels.
    pub(crate) fn new(width: f64, height: f64) -> Self {
        Self { body: String::new(), width, height }
    }

    /// A rectangle with rounded corners.
    pub(crate) fn rectangle(
        &mut self,
        at: (f64, f64),
        size: (f64, f64),
        radius: f64,
        fill: &str,
        stroke: Stroke,
    ) {
        self.add(format_args!(
            r#"<rect x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}" rx="{radius:.1}" fill="{fill}"{}/>"#,
            at.0,
            at.1,
            size.0,
            size.1,
            Pen(stroke)
        ));
    }

    pub(crate) fn circle(&mut self, at: (f64, f64), radius: f64, fill: &str, stroke: Stroke) {
        self.add(format_args!(
            r#"<circle cx="{:.1}" cy="{:.1}" r="{radius:.1}" fill="{fill}"{}/>"#,
            at.0,
            at.1,
            Pen(stroke)
        ));
    }

    /// Straight lines from point to point.
    pub(crate) fn line(&mut self, points: &[(f64, f64)], stroke: Stroke) {
        let mut text = String::new();
        for (x, y) in points {
            write!(text, "{x:.1},{y:.1} ").ok();
        }
        self.add(format_args!(r#"<polyline points="{}" fill="none"{}/>"#, text.trim_end(), Pen(stroke)));
    }

    /// Text, whose point is in the middle of its height.
    pub(crate) fn text(&mut self, at: (f64, f64), size: f64, anchor: Anchor, color: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        self.add(format_args!(
            r#"<text x="{:.1}" y="{:.1}" font-size="{size:.1}" text-anchor="{anchor}" dominant-baseline="central" fill="{color}">{}</text>"#,
            at.0, at.1, Escaped(text)
        ));
    }

    fn add(&mut self, element: fmt::Arguments<'_>) {
        self.body.push_str("  ");
        self.body.write_fmt(element).ok();
        self.body.push('\n');
    }
}

/// The whole of an SVG file.
impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w:.0} {h:.0}" width="{w:.0}" height="{h:.0}" font-family="system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif">"#,
            w = self.width,
            h = self.height
        )?;
        writeln!(f, r#"  <rect width="{:.0}" height="{:.0}" fill="{PAPER}"/>"#, self.width, self.height)?;
        f.write_str(&self.body)?;
        writeln!(f, "</svg>")
    }
}

struct Pen(Stroke);

impl fmt::Display for Pen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stroke { color, width, is_dashed } = self.0;
        if width <= 0.0 {
            return Ok(());
        }
        write!(f, r#" stroke="{color}" stroke-width="{width:.1}""#)?;
        if is_dashed { write!(f, r#" stroke-dasharray="4 3""#) } else { Ok(()) }
    }
}

/// Text with what means something in XML written otherwise.
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '&' => f.write_str("&amp;")?,
                '"' => f.write_str("&quot;")?,
                // XML 1.0 has no way to write the others.
                c if c.is_control() && c != '\n' && c != '\t' => f.write_char('\u{fffd}')?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}
