//! The files of the page, embedded in the program.
//!
//! Browsers cache them and revalidate on each visit: the `ETag` is a hash of the contents.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::sync::LazyLock;
use xxhash_rust::xxh3::xxh3_128;

const HTML: &str = "text/html; charset=utf-8";

/// Embeds files of the directory `page`, as pairs of path and contents.
macro_rules! files {
    ($($path:literal)*) => { &[$((concat!("/", $path), include_bytes!(concat!("../page/", $path)))),*] };
}

static FILES: &[(&str, &[u8])] = files![
    "index.html"
    "favicon.svg"
    "css/base.css"
    "css/board.css"
    "css/solve.css"
    "css/think.css"
    "css/compare.css"
    "css/analyze.css"
    "js/start.js"
    "js/main.js"
    "js/dom.js"
    "js/backend.js"
    "js/clock.js"
    "js/embed.js"
    "js/puzzle.js"
    "js/known.js"
    "js/link.js"
    "js/names.js"
    "js/store.js"
    "js/board-view.js"
    "js/setup.js"
    "js/editor.js"
    "js/hint.js"
    "js/solve.js"
    "js/playback.js"
    "js/think.js"
    "js/replay.js"
    "js/mini-board.js"
    "js/tree-view.js"
    "js/queue-view.js"
    "js/compare.js"
    "js/chart.js"
    "js/analyze.js"
    "js/analysis-view.js"
    "js/plot.js"
];

pub(crate) struct Asset {
    pub(crate) path: &'static str,
    content_type: &'static str,
    bytes: &'static [u8],
    etag: HeaderValue,
}

/// Returns all files of the page.
pub(crate) fn all() -> &'static [Asset] {
    static ALL: LazyLock<Vec<Asset>> = LazyLock::new(|| {
        let asset = |&(path, bytes): &(&'static str, &'static [u8])| Asset {
            path: if path == "/index.html" { "/" } else { path },
            content_type: content_type(path),
            bytes,
            etag: etag(bytes),
        };
        FILES.iter().map(asset).collect()
    });
    &ALL
}

/// Returns the content type for a file extension.
fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => HTML,
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

/// Returns the `ETag` of some contents.
pub(crate) fn etag(bytes: &[u8]) -> HeaderValue {
    let etag = format!("\"{:032x}\"", xxh3_128(bytes));
    HeaderValue::try_from(etag).unwrap_or(HeaderValue::from_static("\"\""))
}

impl Asset {
    pub(crate) fn respond(&self, headers: &HeaderMap) -> Response {
        respond(self.content_type, self.bytes, &self.etag, headers)
    }
}

/// Responds with static contents, or with 304 if the client has them in its cache.
pub(crate) fn respond(
    content_type: &'static str,
    bytes: &'static [u8],
    etag: &HeaderValue,
    headers: &HeaderMap,
) -> Response {
    let caching =
        [(header::ETAG, etag.clone()), (header::CACHE_CONTROL, HeaderValue::from_static("no-cache"))];
    if matches_etag(headers, etag) {
        return (StatusCode::NOT_MODIFIED, caching).into_response();
    }
    let content_type = [(header::CONTENT_TYPE, HeaderValue::from_static(content_type))];
    (caching, content_type, Body::from(bytes)).into_response()
}

/// Returns `true` if `If-None-Match` lists this `ETag`.
fn matches_etag(headers: &HeaderMap, etag: &HeaderValue) -> bool {
    let etag = etag.to_str().unwrap_or_default();
    let values = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|list| list.split(',')).map(str::trim).any(|listed| {
        // Proxies that compress the contents make the tag weak.
        listed == "*" || listed.strip_prefix("W/").unwrap_or(listed) == etag
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::{Path, PathBuf};

    /// The maximum size of all files together.
    const MAX_TOTAL_BYTES: usize = 185_000;

    /// The maximum size of the files that are needed before the first board can be played, not compressed.
    const MAX_START_BYTES: usize = 125_000;

    fn files_in(directory: &Path) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(directory).expect("readable");
        let paths = entries.map(|entry| entry.expect("readable").path());
        paths.flat_map(|path| if path.is_dir() { files_in(&path) } else { vec![path] }).collect()
    }

    #[test]
    fn every_file_of_the_page_is_served() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
        let expected: BTreeSet<String> = files_in(&directory)
            .iter()
            .map(|path| path.strip_prefix(&directory).expect("inside").to_string_lossy().replace('\\', "/"))
            .map(|path| if path == "index.html" { "/".to_owned() } else { format!("/{path}") })
            .collect();
        let served: BTreeSet<String> = all().iter().map(|asset| asset.path.to_owned()).collect();
        assert_eq!(served, expected);
        assert_eq!(served.len(), FILES.len());
        assert!(all().iter().all(|asset| asset.content_type != "application/octet-stream"));
    }

    #[test]
    fn page_fits_the_size_budget() {
        let size = |assets: &[&Asset]| assets.iter().map(|asset| asset.bytes.len()).sum::<usize>();
        let page = all().iter().find(|asset| asset.path == "/").expect("served");
        let html = std::str::from_utf8(page.bytes).expect("text");
        let is_linked =
            |asset: &&Asset| asset.path == "/" || html.contains(&format!("\"{}\"", &asset.path[1..]));
        let start: Vec<&Asset> = all().iter().filter(is_linked).collect();
        let total: Vec<&Asset> = all().iter().collect();
        assert!(size(&start) <= MAX_START_BYTES, "{} bytes at the start", size(&start));
        assert!(size(&total) <= MAX_TOTAL_BYTES, "{} bytes", size(&total));
    }

    /// The content security policy would block inline scripts and styles and external resources.
    #[test]
    fn page_complies_with_the_content_security_policy() {
        for asset in all() {
            let text = std::str::from_utf8(asset.bytes).expect("text").replace("http://www.w3.org/", "");
            assert!(!text.contains("http://") && !text.contains("https://"), "{}", asset.path);
            if asset.content_type == HTML {
                let html = text.to_lowercase();
                assert!(!html.contains("<style") && !html.contains(" style="), "{}", asset.path);
                assert!(!html.contains(" onclick=") && !html.contains("javascript:"), "{}", asset.path);
                for script in html.split("<script").skip(1) {
                    let (tag, rest) = script.split_once('>').expect("a whole tag");
                    assert!(tag.contains("src=") && rest.starts_with("</script>"), "{}", asset.path);
                }
            }
        }
    }

    /// The browser fetches all modules at once, not each after the one that imports it.
    #[test]
    fn modules_of_the_start_are_preloaded() {
        let text = |path: &str| {
            let asset = all().iter().find(|asset| asset.path == path).expect("served");
            std::str::from_utf8(asset.bytes).expect("text")
        };
        let after = |text: &str, start: &str| -> Vec<String> {
            text.split(start).skip(1).map(|rest| rest.split('"').next().expect("a part").to_owned()).collect()
        };
        let mut needed = vec!["main.js".to_owned()];
        let mut checked = 0;
        while let Some(module) = needed.get(checked) {
            for import in after(text(&format!("/js/{module}")), " from \"./") {
                if !needed.contains(&import) {
                    needed.push(import);
                }
            }
            checked += 1;
        }
        let preloaded = after(text("/"), "<link rel=\"modulepreload\" href=\"js/");
        assert_eq!(preloaded.iter().collect::<BTreeSet<_>>(), needed.iter().collect());
        assert_eq!(preloaded.len(), needed.len());
    }

    #[test]
    fn cached_files_are_not_sent_again() {
        let asset = &all()[0];
        let mut headers = HeaderMap::new();
        assert_eq!(asset.respond(&headers).status(), StatusCode::OK);
        let etag = asset.etag.to_str().expect("text");
        for (value, status) in [
            (etag.to_owned(), StatusCode::NOT_MODIFIED),
            (format!("\"x\", W/{etag}"), StatusCode::NOT_MODIFIED),
            ("*".to_owned(), StatusCode::NOT_MODIFIED),
            ("\"x\"".to_owned(), StatusCode::OK),
        ] {
            headers.insert(header::IF_NONE_MATCH, HeaderValue::try_from(value).expect("a header"));
            let response = asset.respond(&headers);
            assert_eq!(response.status(), status);
            assert_eq!(response.headers()[header::ETAG], asset.etag);
        }
    }
}
