//! Figures for those who look after the server, in the text form that Prometheus reads.
//!
//! They are plain counters: nothing about clients, boards or the machine. Requests are counted by route and by the class of
//! their status, searches by their lane. Everything counts from the start of the server.

use crate::workers::{Lane, Workers};
use axum::http::StatusCode;
use std::fmt::{self, Write};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

/// The classes of statuses that are counted.
const CLASSES: [&str; 4] = ["2xx", "3xx", "4xx", "5xx"];

/// What the page's own files are counted as, and what nothing matches.
const OTHERS: [&str; 2] = ["page", "none"];

/// What is counted.
pub(crate) struct Metrics {
    routes: Vec<Route>,
    generated: AtomicU64,
    microseconds: AtomicU64,
    pub(crate) connections: AtomicUsize,
    pub(crate) connections_refused: AtomicU64,
}

struct Route {
    name: &'static str,
    by_class: [AtomicU64; CLASSES.len()],
}

impl Metrics {
    /// Counters for some routes.
    pub(crate) fn new(routes: impl IntoIterator<Item = &'static str>) -> Self {
        let route = |name| Route { name, by_class: [const { AtomicU64::new(0) }; CLASSES.len()] };
        Self {
            routes: routes.into_iter().chain(OTHERS).map(route).collect(),
            generated: AtomicU64::new(0),
            microseconds: AtomicU64::new(0),
            connections: AtomicUsize::new(0),
            connections_refused: AtomicU64::new(0),
        }
    }

    /// The name that a route is counted by, if it is known at all.
    pub(crate) fn name_of(&self, route: Option<&str>) -> &'static str {
        let [page, none] = OTHERS;
        let Some(route) = route else { return none };
        self.routes.iter().find(|known| known.name == route).map_or(page, |known| known.name)
    }

    /// Counts a request.
    pub(crate) fn answered(&self, name: &str, status: StatusCode) {
        let class = usize::from(status.as_u16() / 100).wrapping_sub(2);
        let route = self.routes.iter().find(|known| known.name == name);
        if let Some(count) = route.and_then(|route| route.by_class.get(class)) {
            count.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Counts a search that is over.
    pub(crate) fn searched(&self, generated: u64, time: Duration) {
        self.generated.fetch_add(generated, Ordering::Relaxed);
        self.microseconds.fetch_add(time.as_micros() as u64, Ordering::Relaxed);
    }

    /// All figures.
    pub(crate) fn text(&self, workers: &Workers) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        self.write(workers, &mut text).ok();
        text
    }

    fn write(&self, workers: &Workers, out: &mut String) -> fmt::Result {
        heading(out, "taquin_requests_total", "counter", "Requests answered, by route and class of status.")?;
        for route in &self.routes {
            for (class, count) in CLASSES.iter().zip(&route.by_class) {
                let (name, count) = (route.name, count.load(Ordering::Relaxed));
                if count > 0 {
                    writeln!(out, "taquin_requests_total{{route=\"{name}\",status=\"{class}\"}} {count}")?;
                }
            }
        }
        let figure = |out: &mut String, name: &str, kind: &str, help: &str, of: &dyn Fn(&Lane) -> u64| {
            heading(out, name, kind, help)?;
            writeln!(out, "{name}{{lane=\"quick\"}} {}", of(&workers.quick))?;
            writeln!(out, "{name}{{lane=\"long\"}} {}", of(&workers.long))
        };
        figure(out, "taquin_searches_running", "gauge", "Searches that run.", &|lane| lane.running() as u64)?;
        figure(out, "taquin_searches_waiting", "gauge", "Searches that wait for a worker.", &|lane| {
            lane.waiting() as u64
        })?;
        figure(
            out,
            "taquin_searches_rejected_total",
            "counter",
            "Searches turned away because all workers were busy.",
            &Lane::turned_away,
        )?;
        heading(out, "taquin_nodes_generated_total", "counter", "Nodes that searches generated.")?;
        writeln!(out, "taquin_nodes_generated_total {}", self.generated.load(Ordering::Relaxed))?;
        heading(out, "taquin_search_seconds_total", "counter", "Seconds that searches ran.")?;
        let time = Duration::from_micros(self.microseconds.load(Ordering::Relaxed));
        writeln!(out, "taquin_search_seconds_total {}", time.as_secs_f64())?;
        heading(out, "taquin_connections", "gauge", "Connections that are open.")?;
        writeln!(out, "taquin_connections {}", self.connections.load(Ordering::Relaxed))?;
        heading(
            out,
            "taquin_connections_refused_total",
            "counter",
            "Connections beyond the most there may be.",
        )?;
        writeln!(out, "taquin_connections_refused_total {}", self.connections_refused.load(Ordering::Relaxed))
    }
}

fn heading(out: &mut String, name: &str, kind: &str, help: &str) -> fmt::Result {
    writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_happened_is_counted() {
        let metrics = Metrics::new(["/api/info"]);
        metrics.answered(metrics.name_of(Some("/api/info")), StatusCode::OK);
        metrics.answered(metrics.name_of(Some("/api/info")), StatusCode::UNPROCESSABLE_ENTITY);
        metrics.answered(metrics.name_of(Some("/css/base.css")), StatusCode::NOT_MODIFIED);
        metrics.answered(metrics.name_of(None), StatusCode::NOT_FOUND);
        metrics.answered(metrics.name_of(None), StatusCode::CONTINUE);
        metrics.searched(1000, Duration::from_millis(1500));
        let text = metrics.text(&Workers::new(2));
        for line in [
            "taquin_requests_total{route=\"/api/info\",status=\"2xx\"} 1",
            "taquin_requests_total{route=\"/api/info\",status=\"4xx\"} 1",
            "taquin_requests_total{route=\"page\",status=\"3xx\"} 1",
            "taquin_requests_total{route=\"none\",status=\"4xx\"} 1",
            "taquin_searches_running{lane=\"long\"} 0",
            "taquin_nodes_generated_total 1000",
            "taquin_search_seconds_total 1.5",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
        assert!(!text.contains("route=\"none\",status=\"2xx\""));
        assert!(text.lines().all(|line| line.starts_with("# ") || line.split(' ').count() == 2));
    }
}
