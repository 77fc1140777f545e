//! Checks `openapi.json` and the names on the page against the program.

use super::{routes, service};
use crate::error::ApiError;
use crate::request_body;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use taquin::compare::HeuristicChoice;
use taquin::{Algorithm, Heuristic, Size};
use taquin_api::{ENDPOINTS, RequestError, analyze, compare, info, random, solve, trace};

/// Algorithms and heuristics that the page does not offer.
const NOT_ON_THE_PAGE: [&str; 5] = ["largest", "iowa-list", "iowa-heap", "iowa-bucket", "auto"];

fn openapi() -> Value {
    serde_json::from_slice(service::OPENAPI).expect("JSON")
}

#[test]
fn documents_every_route_and_no_other() {
    let openapi = openapi();
    let documented: BTreeSet<&str> =
        openapi["paths"].as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(documented, routes().into_iter().map(|(path, _)| path).collect());
}

#[test]
fn documents_every_endpoint_with_valid_requests() {
    let openapi = openapi();
    for endpoint in ENDPOINTS {
        let post = &openapi["paths"][endpoint.path]["post"];
        let content = if endpoint.is_stream { "text/event-stream" } else { "application/json" };
        assert!(post["responses"]["200"]["content"][content].is_object(), "{}", endpoint.path);
        let request = &post["requestBody"]["content"]["application/json"];
        for example in request["examples"].as_object().expect("examples").values() {
            let body = example["value"].to_string();
            assert!(endpoint.read(body.as_bytes()).is_ok(), "{} {body}", endpoint.path);
        }
    }
}

#[test]
fn references_resolve() {
    let text = String::from_utf8_lossy(service::OPENAPI);
    let openapi = openapi();
    assert_eq!(openapi["openapi"], "3.1.0");
    assert_eq!(openapi["info"]["version"], env!("CARGO_PKG_VERSION"));
    let references: Vec<&str> =
        text.split("\"$ref\"").skip(1).filter_map(|rest| rest.split('"').nth(1)).collect();
    assert!(references.len() > 20);
    for reference in references {
        let pointer = reference.strip_prefix('#').expect("a local reference");
        assert!(openapi.pointer(pointer).is_some(), "{reference}");
    }
}

#[test]
fn documents_all_names() {
    let schemas = &openapi()["components"]["schemas"];
    let choices = HeuristicChoice::ALL
        .into_iter()
        .filter(|choice| *choice != HeuristicChoice::All)
        .map(HeuristicChoice::name);
    let algorithms = Algorithm::ALL.into_iter().filter(|algorithm| *algorithm != Algorithm::Auto);
    let codes = std::iter::successors(Some(RequestError::BadJson(String::new()).into()), next_error)
        .map(|error| error.code());
    for (documented, expected) in [
        (&schemas["Heuristic"]["enum"], Heuristic::ALL.map(Heuristic::name).to_vec()),
        (&schemas["HeuristicChoice"]["enum"], choices.collect()),
        (&schemas["Algorithm"]["anyOf"][0]["enum"], algorithms.map(Algorithm::name).collect()),
        (&schemas["ErrorDetail"]["properties"]["code"]["enum"], codes.collect()),
    ] {
        let names = |list: &[&str]| list.iter().map(|&name| name.to_owned()).collect::<BTreeSet<String>>();
        let documented: BTreeSet<String> = serde_json::from_value(documented.clone()).expect("names");
        assert_eq!(documented, names(&expected));
    }
}

/// Enumerates all errors: returns the one after `error`. The compiler checks that none is missing.
fn next_error(error: &ApiError) -> Option<ApiError> {
    let text = String::new;
    Some(match error {
        ApiError::Request(error) => match error {
            RequestError::BadJson(_) => RequestError::BadRequest(text()).into(),
            RequestError::BadRequest(_) => RequestError::from(taquin::OptionError::PartitionOnGpu).into(),
            RequestError::BadOption(_) => {
                RequestError::from("".parse::<taquin::Board>().expect_err("not a board")).into()
            }
            RequestError::BadBoard(_) => RequestError::BadGoal(text()).into(),
            RequestError::BadGoal(_) => RequestError::BadMoves(text()).into(),
            RequestError::BadMoves(_) => RequestError::from(Size::square(0).expect_err("too small")).into(),
            RequestError::BadSize(_) => RequestError::TooLarge(text()).into(),
            RequestError::TooLarge(_) => RequestError::NotFoundInTime(text()).into(),
            // The server's own errors stand for the last two.
            RequestError::NotFoundInTime(_) | RequestError::Cancelled | RequestError::Internal(_) => {
                ApiError::NotFound
            }
        },
        ApiError::NotFound => ApiError::UnknownHost,
        ApiError::UnknownHost => ApiError::MethodNotAllowed,
        ApiError::MethodNotAllowed => ApiError::NotJson,
        ApiError::NotJson => ApiError::UnreadableBody,
        ApiError::UnreadableBody => ApiError::BodyTooLarge { max_bytes: 0 },
        ApiError::BodyTooLarge { .. } => ApiError::BodyTimeout,
        ApiError::BodyTimeout => ApiError::Busy,
        ApiError::Busy => ApiError::StillBusy,
        ApiError::StillBusy => ApiError::NoSuchSearch,
        ApiError::NoSuchSearch => ApiError::ShuttingDown,
        ApiError::ShuttingDown => ApiError::Internal,
        ApiError::Internal => return None,
    })
}

#[test]
fn documents_all_limits() {
    let schemas = &openapi()["components"]["schemas"];
    let field = |path: &str| {
        let (request, field) = path.split_once('.').expect("two names");
        schemas[request]["properties"][field].clone()
    };
    let algorithms: Vec<&str> =
        compare::DEFAULT_ALGORITHMS.iter().map(|algorithm| algorithm.name()).collect();
    let heuristics: Vec<&str> = compare::DEFAULT_HEURISTICS.iter().map(|choice| choice.name()).collect();
    for (path, limit, expected) in [
        ("SolveRequest.seconds", "minimum", json!(solve::MIN_SECONDS)),
        ("SolveRequest.seconds", "maximum", json!(solve::MAX_SECONDS)),
        ("SolveRequest.seconds", "default", json!(solve::DEFAULT_SECONDS)),
        ("AnalyzeRequest.seconds", "minimum", json!(analyze::MIN_SECONDS)),
        ("AnalyzeRequest.seconds", "maximum", json!(analyze::MAX_SECONDS)),
        ("AnalyzeRequest.seconds", "default", json!(analyze::DEFAULT_SECONDS)),
        ("AnalyzeRequest.moves", "maxLength", json!(analyze::MAX_TEXT_BYTES)),
        ("CompareRequest.seconds", "minimum", json!(compare::MIN_SECONDS)),
        ("CompareRequest.seconds", "maximum", json!(compare::MAX_SECONDS)),
        ("CompareRequest.seconds", "default", json!(compare::DEFAULT_SECONDS)),
        ("CompareRequest.algorithms", "maxItems", json!(compare::MAX_NAMES)),
        ("CompareRequest.heuristics", "maxItems", json!(compare::MAX_NAMES)),
        ("CompareRequest.algorithms", "default", json!(algorithms)),
        ("CompareRequest.heuristics", "default", json!(heuristics)),
        ("TraceRequest.steps", "maximum", json!(trace::MAX_STEPS)),
        ("TraceRequest.steps", "default", json!(trace::DEFAULT_STEPS)),
        ("TraceRequest.heuristic", "default", json!(Heuristic::default().name())),
        ("RandomRequest.moves", "maximum", json!(random::MAX_MOVES)),
        ("Board.rows", "maximum", json!(Size::MAX)),
        ("Board.cols", "maximum", json!(Size::MAX)),
    ] {
        let found = field(path)[limit].clone();
        assert!(
            found == expected || found.as_f64().is_some() && found.as_f64() == expected.as_f64(),
            "{path} {found} {expected}"
        );
    }
    let text = String::from_utf8_lossy(service::OPENAPI);
    for sentence in [
        format!("For boards with up to {} cells.", trace::MAX_CELLS),
        format!("At most {} nodes are generated.", taquin::notation::thousands(trace::MAX_NODES as u64)),
        format!(
            "For boards with up to {} cells, and solutions in which at most {} tiles slide.",
            analyze::MAX_CELLS,
            taquin::notation::thousands(analyze::MAX_MOVES as u64)
        ),
        format!("more than {} cells", info::MAX_SHARES_CELLS),
        format!("up to {} moves and up to {} cells", random::MAX_LISTED_MOVES, random::MAX_LISTED_CELLS),
        format!("All runs together may take at most {} seconds.", compare::MAX_TOTAL_TIME.as_secs()),
        format!("a weight from 1 to {}", compare::MAX_WEIGHT),
        format!("more than {} KiB", request_body::MAX_BYTES >> 10),
    ] {
        assert!(text.contains(&sentence), "{sentence}");
    }
}

#[test]
fn page_names_every_heuristic_and_algorithm() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/page/js/names.js");
    let source = std::fs::read_to_string(path).expect("readable");
    let names = Heuristic::ALL.map(Heuristic::name).into_iter().chain(Algorithm::ALL.map(Algorithm::name));
    for name in names.filter(|name| !NOT_ON_THE_PAGE.contains(name)) {
        assert!(source.contains(&format!("\"{name}\":")), "{name}");
    }
}

#[test]
fn types_of_the_module_name_every_heuristic() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../taquin-wasm/js/index.d.ts");
    let source = std::fs::read_to_string(path).expect("readable");
    let names = Heuristic::ALL.map(|heuristic| format!("{:?}", heuristic.name())).join(" | ");
    assert!(source.contains(&format!("export type Heuristic = {names};")), "{names}");
}

#[test]
fn page_proves_boards_of_the_same_sizes() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/page/js/puzzle.js");
    let source = std::fs::read_to_string(path).expect("readable");
    assert!(source.contains(&format!("export const PROVABLE = {};", taquin::PROVABLE_CELLS)));
}
