//! A minimal HTTP client that can also send invalid requests.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

const TIMEOUT: Duration = Duration::from_mins(1);

#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Response {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        find(&self.headers, name)
    }

    /// Returns the body as JSON.
    pub(crate) fn json(&self) -> Value {
        let text = String::from_utf8_lossy(&self.body);
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {} {text}", self.status))
    }

    /// Returns the JSON body of a successful response.
    pub(crate) fn ok(&self) -> Value {
        let json = self.json();
        assert_eq!((self.status, self.header("content-type")), (200, Some("application/json")), "{json}");
        json
    }

    /// Returns the status and the code of an error response, which must have a message too.
    pub(crate) fn error(&self) -> (u16, String) {
        let json = self.json();
        assert_eq!(self.header("content-type"), Some("application/json"), "{json}");
        let text = |field: &str| json["error"][field].as_str().unwrap_or_default().to_owned();
        assert!(!text("message").is_empty() && !text("code").is_empty(), "{json}");
        (self.status, text("code"))
    }
}

/// Connects without sending anything.
pub(crate) fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).expect("the server listens");
    stream.set_read_timeout(Some(TIMEOUT)).expect("not zero");
    stream
}

/// Returns the head of a request.
pub(crate) fn head(method: &str, path: &str, headers: &[(&str, &str)], length: usize) -> String {
    let headers: String =
        headers.iter().map(|(name, value)| [*name, ": ", *value, "\r\n"].concat()).collect();
    let first = format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n");
    first + &headers + "Connection: close\r\n\r\n"
}

/// Sends a request and reads the response.
pub(crate) fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> Response {
    let mut stream = connect(address);
    let message = [head(method, path, headers, body.len()).as_bytes(), body].concat();
    // The server may respond and close before it has read the whole body.
    stream.write_all(&message).ok();
    read(stream, method == "HEAD")
}

/// Sends JSON without reading the response.
pub(crate) fn send(address: SocketAddr, path: &str, body: &Value) -> TcpStream {
    let mut stream = connect(address);
    let body = body.to_string();
    let head = head("POST", path, &[("Content-Type", "application/json")], body.len());
    stream.write_all((head + &body).as_bytes()).expect("the server listens");
    stream
}

pub(crate) fn read(stream: TcpStream, has_no_body: bool) -> Response {
    let mut reader = BufReader::new(stream);
    let (status, headers) = read_head(&mut reader);
    let mut body = Vec::new();
    if has_no_body || status == 204 || status == 304 {
        reader.read_to_end(&mut body).expect("readable");
        assert!(body.is_empty());
    } else if let Some(length) = find(&headers, "content-length") {
        body.resize(length.parse().expect("a number"), 0);
        reader.read_exact(&mut body).expect("the whole body");
    } else {
        while let Some(chunk) = read_chunk(&mut reader) {
            body.extend(chunk);
        }
    }
    Response { status, headers, body }
}

type Headers = Vec<(String, String)>;

fn read_head(reader: &mut impl BufRead) -> (u16, Headers) {
    let mut lines = std::iter::from_fn(|| {
        let mut line = String::new();
        reader.read_line(&mut line).expect("a line");
        Some(line.trim_end().to_owned()).filter(|line| !line.is_empty())
    });
    let first = lines.next().expect("a response");
    let status = first.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    let header = |line: String| {
        let (name, value) = line.split_once(':').expect("a header");
        (name.to_ascii_lowercase(), value.trim().to_owned())
    };
    (status, lines.map(header).collect())
}

fn find<'a>(headers: &'a [(String, String)], name: &str) -> Option<&'a str> {
    headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
}

/// Reads the next chunk of a chunked body; returns `None` at its end.
fn read_chunk(reader: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let length = usize::from_str_radix(line.trim(), 16).ok()?;
    let mut chunk = vec![0; length + 2];
    reader.read_exact(&mut chunk).ok()?;
    chunk.truncate(length);
    Some(chunk).filter(|chunk| !chunk.is_empty())
}

/// A stream of Server-Sent Events.
pub(crate) struct Events {
    reader: BufReader<TcpStream>,
    unread: String,
}

impl Events {
    /// Requests a stream.
    pub(crate) fn open(address: SocketAddr, path: &str, body: &Value) -> Self {
        let mut reader = BufReader::new(send(address, path, body));
        let (status, headers) = read_head(&mut reader);
        assert_eq!(status, 200);
        assert_eq!(find(&headers, "content-type"), Some("text/event-stream"));
        assert_eq!(find(&headers, "cache-control"), Some("no-store"));
        Self { reader, unread: String::new() }
    }

    /// Returns the id of the search, from the first event.
    pub(crate) fn id(&mut self) -> String {
        let (name, data) = self.next().expect("an event");
        assert_eq!(name, "started");
        data["id"].as_str().expect("an id").to_owned()
    }

    /// Skips to the next event with this name and returns its data.
    pub(crate) fn wait_for(&mut self, expected: &str) -> Value {
        let (_, data) =
            self.find(|(name, _)| name == expected).unwrap_or_else(|| panic!("no {expected} event"));
        data
    }
}

impl Iterator for Events {
    type Item = (String, Value);

    fn next(&mut self) -> Option<(String, Value)> {
        loop {
            if let Some((event, rest)) = self.unread.split_once("\n\n") {
                let (name, data) = event.split_once('\n').expect("two lines");
                let name = name.strip_prefix("event: ").expect("a name").to_owned();
                let data = data.strip_prefix("data: ").expect("data");
                let data = serde_json::from_str(data).expect("JSON");
                self.unread = rest.to_owned();
                return Some((name, data));
            }
            let chunk = read_chunk(&mut self.reader)?;
            self.unread += std::str::from_utf8(&chunk).expect("text");
        }
    }
}
