//! Parses and formats numbers, times and amounts of memory.

pub(crate) use taquin::notation::thousands;

use std::time::Duration;

/// Parses `30`, `30s`, `500ms`, `1.5m` or `2h`.
pub(crate) fn parse_time(text: &str) -> Result<Duration, String> {
    let scales = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0), ("", 1.0)];
    parse(text, &scales)
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "expected a time such as 30s, 500ms, 5m or 2h".to_owned())
}

/// Parses `512M`, `4G`, `1.5GiB` or a number of bytes. All prefixes are powers of 1024.
pub(crate) fn parse_memory(text: &str) -> Result<usize, String> {
    const K: f64 = 1024.0;
    const M: f64 = 1024.0 * K;
    const G: f64 = 1024.0 * M;
    let scales = [
        ("kib", K),
        ("mib", M),
        ("gib", G),
        ("kb", K),
        ("mb", M),
        ("gb", G),
        ("k", K),
        ("m", M),
        ("g", G),
        ("b", 1.0),
        ("", 1.0),
    ];
    match parse(text, &scales) {
        #[expect(clippy::cast_sign_loss, reason = "the pattern guard checks the range")]
        Some(bytes) if (1.0..1e15).contains(&bytes) => Ok(bytes as usize),
        _ => Err("expected an amount of memory such as 512M or 4G".to_owned()),
    }
}

fn parse(text: &str, scales: &[(&str, f64)]) -> Option<f64> {
    let text = text.trim().to_ascii_lowercase();
    let (suffix, scale) = scales.iter().find(|(suffix, _)| text.ends_with(suffix))?;
    let number: f64 = text[..text.len() - suffix.len()].trim().parse().ok()?;
    (number.is_finite() && number >= 0.0).then_some(number * scale)
}

/// Formats a number with its noun: `1 node`, `1,234 nodes`.
pub(crate) fn count(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", thousands(number))
}

/// Formats an amount of memory: `3.4 MiB`.
pub(crate) fn bytes(count: usize) -> String {
    taquin::notation::format_bytes(count as u64)
}

/// Formats a duration: `12 µs`, `3.4 ms`, `1.23 s`, `2 min 5 s`.
pub(crate) fn seconds(time: Duration) -> String {
    let s = time.as_secs_f64();
    if s < 0.001 {
        format!("{:.0} µs", s * 1e6)
    } else if s < 1.0 {
        format!("{:.1} ms", s * 1e3)
    } else if s < 120.0 {
        format!("{s:.2} s")
    } else {
        format!("{} min {} s", time.as_secs() / 60, time.as_secs() % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_times() {
        for (text, millis) in [
            ("30", 30_000),
            ("30s", 30_000),
            ("500ms", 500),
            ("1.5m", 90_000),
            ("2h", 7_200_000),
            (" 1 s ", 1000),
        ] {
            assert_eq!(parse_time(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        for text in ["", "s", "-1s", "soon", "1d", "1e400", "nan"] {
            assert!(parse_time(text).is_err(), "{text}");
        }
    }

    #[test]
    fn parses_memory() {
        for (text, bytes) in
            [("1024", 1024), ("1k", 1024), ("512M", 512 << 20), ("4GiB", 4 << 30), ("1.5 gb", 3 << 29)]
        {
            assert_eq!(parse_memory(text), Ok(bytes), "{text}");
        }
        for text in ["", "0", "-1", "lots", "1T", "1e30"] {
            assert!(parse_memory(text).is_err(), "{text}");
        }
    }

    #[test]
    fn formats_amounts_and_counts() {
        assert_eq!(bytes(3 << 19), "1.5 MiB");
        assert_eq!(seconds(Duration::from_secs(125)), "2 min 5 s");
        assert_eq!([0, 1, 1234].map(|n| count(n, "node")), ["0 nodes", "1 node", "1,234 nodes"]);
    }
}
