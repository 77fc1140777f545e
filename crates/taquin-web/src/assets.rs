//! The page's files, as they are in the program.
//!
//! They are few and small and change with the program alone. A browser keeps them and asks each time whether they are still
//! the same: the hash of a file's contents is its name for that (`ETag`).

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::sync::LazyLock;
use xxhash_rust::xxh3::xxh3_128;

const HTML: &str = "text/html; charset=utf-8";

/// Files of the folder `page`: where they are there, and what is in them.
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
    "js/main.js"
    "js/dom.js"
    "js/api.js"
    "js/puzzle.js"
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
    "js/tree-view.js"
    "js/queue-view.js"
    "js/compare.js"
    "js/chart.js"
];

/// A file that is served.
pub(crate) struct Asset {
    /// Where.
    pub(crate) path: &'static str,
    kind: &'static str,
    bytes: &'static [u8],
    tag: HeaderValue,
}

/// All of them.
pub(crate) fn all() -> &'static [Asset] {
    static ALL: LazyLock<Vec<Asset>> = LazyLock::new(|| {
        let asset = |&(path, bytes): &(&'static str, &'static [u8])| Asset {
            path: if path == "/index.html" { "/" } else { path },
            kind: kind_of(path),
            bytes,
            tag: tag(bytes),
        };
        FILES.iter().map(asset).collect()
    });
    &ALL
}

/// What a file is, by how its name ends.
fn kind_of(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => HTML,
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

/// What tells some contents from others.
pub(crate) fn tag(bytes: &[u8]) -> HeaderValue {
    let tag = format!("\"{:032x}\"", xxh3_128(bytes));
    HeaderValue::try_from(tag).unwrap_or(HeaderValue::from_static("\"\""))
}

impl Asset {
    /// The file, or word that the client's copy is the same.
    pub(crate) fn respond(&self, headers: &HeaderMap) -> Response {
        respond(self.kind, self.bytes, &self.tag, headers)
    }
}

/// Contents that never change while the program runs, unless the client has them.
pub(crate) fn respond(
    kind: &'static str,
    bytes: &'static [u8],
    tag: &HeaderValue,
    headers: &HeaderMap,
) -> Response {
    let known = [(header::ETAG, tag.clone()), (header::CACHE_CONTROL, HeaderValue::from_static("no-cache"))];
    if is_known(headers, tag) {
        return (StatusCode::NOT_MODIFIED, known).into_response();
    }
    (known, [(header::CONTENT_TYPE, HeaderValue::from_static(kind))], Body::from(bytes)).into_response()
}

/// Whether the client says that it has contents with this tag.
fn is_known(headers: &HeaderMap, tag: &HeaderValue) -> bool {
    let tag = tag.to_str().unwrap_or_default();
    let known = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    known.flat_map(|tags| tags.split(',')).map(str::trim).any(|known| {
        // A proxy that compressed the contents calls the tag weak.
        known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::{Path, PathBuf};

    /// The most bytes of all files together.
    const MOST_BYTES: usize = 150_000;

    fn files_in(folder: &Path) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).expect("readable");
        let paths = entries.map(|entry| entry.expect("readable").path());
        paths.flat_map(|path| if path.is_dir() { files_in(&path) } else { vec![path] }).collect()
    }

    #[test]
    fn every_file_of_the_page_is_served() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
        let there: BTreeSet<String> = files_in(&folder)
            .iter()
            .map(|path| path.strip_prefix(&folder).expect("inside").to_string_lossy().replace('\\', "/"))
            .map(|path| if path == "index.html" { "/".to_owned() } else { format!("/{path}") })
            .collect();
        let served: BTreeSet<String> = all().iter().map(|asset| asset.path.to_owned()).collect();
        assert_eq!(served, there);
        assert_eq!(served.len(), FILES.len());
        assert!(all().iter().all(|asset| asset.kind != "application/octet-stream"));
    }

    #[test]
    fn the_page_is_small() {
        let bytes: usize = all().iter().map(|asset| asset.bytes.len()).sum();
        assert!(bytes <= MOST_BYTES, "{bytes} bytes");
    }

    /// What the browser would refuse is not there, and nothing is fetched from elsewhere.
    #[test]
    fn nothing_is_inline_and_nothing_from_elsewhere() {
        for asset in all() {
            let text = std::str::from_utf8(asset.bytes).expect("text").replace("http://www.w3.org/", "");
            assert!(!text.contains("http://") && !text.contains("https://"), "{}", asset.path);
            if asset.kind == HTML {
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

    #[test]
    fn a_browser_that_has_it_is_not_sent_it_again() {
        let asset = &all()[0];
        let mut headers = HeaderMap::new();
        assert_eq!(asset.respond(&headers).status(), StatusCode::OK);
        let tag = asset.tag.to_str().expect("text");
        for (value, status) in [
            (tag.to_owned(), StatusCode::NOT_MODIFIED),
            (format!("\"x\", W/{tag}"), StatusCode::NOT_MODIFIED),
            ("*".to_owned(), StatusCode::NOT_MODIFIED),
            ("\"x\"".to_owned(), StatusCode::OK),
        ] {
            headers.insert(header::IF_NONE_MATCH, HeaderValue::try_from(value).expect("a header"));
            let response = asset.respond(&headers);
            assert_eq!(response.status(), status);
            assert_eq!(response.headers()[header::ETAG], asset.tag);
        }
    }
}
