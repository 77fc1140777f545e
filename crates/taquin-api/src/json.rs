//! JSON requests. Their errors are in the words of JSON, not of Rust.

use crate::RequestError;
use serde::de::DeserializeOwned;
use serde_json::error::Category;

/// Parses the JSON of a request, which must have the expected fields and no others.
pub fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, RequestError> {
    serde_json::from_slice(bytes).map_err(|error| json_error(&error))
}

fn json_error(error: &serde_json::Error) -> RequestError {
    match error.classify() {
        Category::Data => RequestError::BadRequest(in_json_terms(&error.to_string())),
        Category::Syntax | Category::Eof | Category::Io => RequestError::BadJson(error.to_string()),
    }
}

/// Replaces the Rust types in a message of serde, such as "invalid type: map, expected u32 at line 1 column 9", by the
/// words of JSON.
fn in_json_terms(message: &str) -> String {
    let (message, position) = message.rfind(" at line ").map_or((message, ""), |at| message.split_at(at));
    let invalid = message.strip_prefix("invalid type: ").or_else(|| message.strip_prefix("invalid value: "));
    let message = match invalid.and_then(|rest| rest.rsplit_once(", expected ")) {
        Some((found, expected)) => {
            format!("expected {}, found {}", expected_json(expected), found_json(found))
        }
        None if message.starts_with("invalid length") => "expected an object, found an array".to_owned(),
        None => message.replace("unknown variant", "unknown value"),
    };
    message + position
}

fn expected_json(expected: &str) -> &str {
    match expected {
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" | "usize" => "a whole number, 0 or more",
        "f32" | "f64" => "a number",
        "a boolean" => "true or false",
        "a sequence" => "an array",
        "a map" | "option" => "an object",
        other if other.starts_with("struct ") => "an object",
        other => other,
    }
}

fn found_json(found: &str) -> &str {
    let quoted = |kind: &str| found.strip_prefix(kind).and_then(|rest| rest.strip_suffix('`'));
    match found {
        "sequence" => "an array",
        "map" => "an object",
        _ => ["integer `", "floating point `", "boolean `"].into_iter().find_map(quoted).unwrap_or(found),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_json_and_unexpected_json_have_different_codes() {
        let code = |text: &str| {
            let error = serde_json::from_str::<Vec<u8>>(text).expect_err("wrong");
            json_error(&error).code()
        };
        assert_eq!(["", "[1", "[1,]", "[1] 2"].map(code), ["bad-json"; 4]);
        assert_eq!(["{}", "[-1]", "[\"1\"]", "null"].map(code), ["bad-request"; 4]);
    }

    #[test]
    fn messages_name_no_rust_types() {
        #[derive(serde::Deserialize, Debug)]
        #[serde(deny_unknown_fields, rename_all = "kebab-case")]
        #[expect(dead_code, reason = "only its errors matter")]
        struct Request {
            steps: u32,
            seconds: Option<f64>,
            board: String,
            solvable: Option<bool>,
            names: Option<Vec<Kind>>,
        }
        #[derive(serde::Deserialize, Debug)]
        #[serde(rename_all = "kebab-case")]
        enum Kind {
            One,
            Two,
        }
        for (text, expected) in [
            ("[]", "expected an object, found an array at line 1 column 2"),
            ("7", "expected an object, found 7 at line 1 column 1"),
            ("{\"steps\":-1", "expected a whole number from 0 to 4294967295, found -1 at line 1 column 11"),
            (
                "{\"steps\":\"5\"",
                "expected a whole number from 0 to 4294967295, found string \"5\" at line 1 column 12",
            ),
            ("{\"seconds\":{}", "expected a number, found an object at line 1 column 11"),
            ("{\"board\":5.5", "expected a string, found 5.5 at line 1 column 12"),
            ("{\"board\":null", "expected a string, found null at line 1 column 13"),
            ("{\"solvable\":1", "expected true or false, found 1 at line 1 column 13"),
            ("{\"names\":\"One\"", "expected an array, found string \"One\" at line 1 column 14"),
            ("{\"names\":[\"three\"", "unknown value `three`, expected `one` or `two` at line 1 column 17"),
            (
                "{\"a\":1",
                "unknown field `a`, expected one of `steps`, `seconds`, `board`, `solvable`, `names` at line 1 column 4",
            ),
            ("{}", "missing field `steps` at line 1 column 2"),
        ] {
            let error = serde_json::from_str::<Request>(text).expect_err(text);
            assert_eq!(json_error(&error).to_string(), expected, "{error}");
        }
    }
}
