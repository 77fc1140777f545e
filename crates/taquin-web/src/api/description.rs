//! `openapi.json` says what the program does, and the page has a word for every name.

use super::{compare, info, random, routes, service, solve, trace};
use crate::ask::MOST_BYTES;
use crate::error::ApiError;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use taquin::compare::Guide;
use taquin::{Algorithm, Heuristic, Size};

/// What the page does not offer.
const NOT_ON_THE_PAGE: [&str; 5] = ["largest", "iowa-list", "iowa-heap", "iowa-bucket", "auto"];

fn description() -> Value {
    serde_json::from_slice(service::DESCRIPTION).expect("it is JSON")
}

#[test]
fn it_has_every_route_and_no_other() {
    let description = description();
    let described: BTreeSet<&str> =
        description["paths"].as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(described, routes().into_iter().map(|(path, _)| path).collect());
}

/// References lead somewhere.
#[test]
fn it_is_whole() {
    let (text, description) = (String::from_utf8_lossy(service::DESCRIPTION), description());
    assert_eq!(description["openapi"], "3.1.0");
    assert_eq!(description["info"]["version"], env!("CARGO_PKG_VERSION"));
    let references: Vec<&str> =
        text.split("\"$ref\"").skip(1).filter_map(|rest| rest.split('"').nth(1)).collect();
    assert!(references.len() > 20);
    for reference in references {
        let pointer = reference.strip_prefix('#').expect("inside of the document");
        assert!(description.pointer(pointer).is_some(), "{reference}");
    }
}

#[test]
fn it_has_the_names_that_there_are() {
    let schemas = &description()["components"]["schemas"];
    let guides = Guide::ALL.into_iter().filter(|guide| *guide != Guide::All).map(Guide::name);
    let algorithms = Algorithm::ALL.into_iter().filter(|algorithm| *algorithm != Algorithm::Auto);
    let codes = std::iter::successors(Some(ApiError::BadJson(String::new())), next).map(|error| error.code());
    for (described, there) in [
        (&schemas["Heuristic"]["enum"], Heuristic::ALL.map(Heuristic::name).to_vec()),
        (&schemas["Guide"]["enum"], guides.collect()),
        (&schemas["Algorithm"]["anyOf"][0]["enum"], algorithms.map(Algorithm::name).collect()),
        (&schemas["ErrorDetail"]["properties"]["code"]["enum"], codes.collect()),
    ] {
        let names = |list: &[&str]| list.iter().map(|&name| name.to_owned()).collect::<BTreeSet<String>>();
        let described: BTreeSet<String> = serde_json::from_value(described.clone()).expect("names");
        assert_eq!(described, names(&there));
    }
}

/// The error after another, so that all of them can be gone through. The compiler sees that none is forgotten.
fn next(error: &ApiError) -> Option<ApiError> {
    let text = String::new;
    Some(match error {
        ApiError::BadJson(_) => ApiError::BadRequest(text()),
        ApiError::BadRequest(_) => "".parse::<taquin::Board>().expect_err("no board").into(),
        ApiError::BadBoard(_) => ApiError::BadGoal(text()),
        ApiError::BadGoal(_) => Size::square(0).expect_err("too small").into(),
        ApiError::BadSize(_) => ApiError::TooLarge(text()),
        ApiError::TooLarge(_) => ApiError::NotFoundInTime(text()),
        ApiError::NotFoundInTime(_) => ApiError::NotFound,
        ApiError::NotFound => ApiError::UnknownHost,
        ApiError::UnknownHost => ApiError::MethodNotAllowed,
        ApiError::MethodNotAllowed => ApiError::NotJson,
        ApiError::NotJson => ApiError::BodyTooLarge,
        ApiError::BodyTooLarge => ApiError::TooSlow,
        ApiError::TooSlow => ApiError::Busy,
        ApiError::Busy => ApiError::StillBusy,
        ApiError::StillBusy => ApiError::NoSuchSearch,
        ApiError::NoSuchSearch => ApiError::ShuttingDown,
        ApiError::ShuttingDown => ApiError::Internal,
        ApiError::Internal => return None,
    })
}

#[test]
fn it_has_the_limits_that_there_are() {
    let schemas = &description()["components"]["schemas"];
    let field = |path: &str| {
        let (request, field) = path.split_once('.').expect("two names");
        schemas[request]["properties"][field].clone()
    };
    let algorithms: Vec<&str> = compare::USUAL_ALGORITHMS.iter().map(|algorithm| algorithm.name()).collect();
    let guides: Vec<&str> = compare::USUAL_GUIDES.iter().map(|guide| guide.name()).collect();
    for (path, limit, is) in [
        ("SolveRequest.seconds", "minimum", json!(solve::LEAST_SECONDS)),
        ("SolveRequest.seconds", "maximum", json!(solve::MOST_SECONDS)),
        ("SolveRequest.seconds", "default", json!(solve::USUAL_SECONDS)),
        ("CompareRequest.seconds", "minimum", json!(compare::LEAST_SECONDS)),
        ("CompareRequest.seconds", "maximum", json!(compare::MOST_SECONDS)),
        ("CompareRequest.seconds", "default", json!(compare::USUAL_SECONDS)),
        ("CompareRequest.algorithms", "maxItems", json!(compare::MOST_NAMES)),
        ("CompareRequest.heuristics", "maxItems", json!(compare::MOST_NAMES)),
        ("CompareRequest.algorithms", "default", json!(algorithms)),
        ("CompareRequest.heuristics", "default", json!(guides)),
        ("TraceRequest.steps", "maximum", json!(trace::MOST_STEPS)),
        ("TraceRequest.steps", "default", json!(trace::USUAL_STEPS)),
        ("TraceRequest.heuristic", "default", json!(Heuristic::default().name())),
        ("RandomRequest.moves", "maximum", json!(random::MOST_MOVES)),
        ("Board.rows", "maximum", json!(Size::MAX)),
        ("Board.cols", "maximum", json!(Size::MAX)),
    ] {
        let found = field(path)[limit].clone();
        assert!(
            found == is || found.as_f64().is_some() && found.as_f64() == is.as_f64(),
            "{path} {found} {is}"
        );
    }
    let text = String::from_utf8_lossy(service::DESCRIPTION);
    for said in [
        format!("For boards of up to {} cells.", trace::MOST_CELLS),
        format!("There are at most {} nodes in all.", taquin::notation::thousands(trace::MOST_NODES as u64)),
        format!("more than {} cells", info::MOST_SHARES),
        format!("up to {} moves, of up to {} cells", random::NEAR, random::MOST_LISTED_CELLS),
        format!("All runs together may take {} seconds.", compare::MOST_TIME_IN_ALL.as_secs()),
        format!("weights go from 1 to {}", compare::MOST_WEIGHT),
        format!("more than {} KiB", MOST_BYTES >> 10),
    ] {
        assert!(text.contains(&said), "{said}");
    }
}

#[test]
fn the_page_has_a_word_for_every_name() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/page/js/names.js");
    let words = std::fs::read_to_string(path).expect("it is there");
    let names = Heuristic::ALL.map(Heuristic::name).into_iter().chain(Algorithm::ALL.map(Algorithm::name));
    for name in names.filter(|name| !NOT_ON_THE_PAGE.contains(name)) {
        assert!(words.contains(&format!("\"{name}\":")), "{name}");
    }
}
