//! Comma-separated values (RFC 4180).

use serde_json::Value;

/// Formats one record. Null values become empty fields.
pub(crate) fn record(fields: impl IntoIterator<Item = Value>) -> String {
    let fields: Vec<String> = fields.into_iter().map(field).collect();
    fields.join(",")
}

fn field(value: Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => quoted_if_needed(text),
        other => other.to_string(),
    }
}

fn quoted_if_needed(text: String) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn fields_with_separators_are_quoted() {
        for (text, expected) in [
            ("0 1 3/4 2 5/7 8 6", "0 1 3/4 2 5/7 8 6"),
            ("1,2,3", "\"1,2,3\""),
            ("a \"b\"", "\"a \"\"b\"\"\""),
            ("a\nb", "\"a\nb\""),
            ("", ""),
        ] {
            assert_eq!(field(json!(text)), expected);
        }
    }

    #[test]
    fn a_record_holds_text_numbers_and_empty_fields() {
        let fields = [json!("a,b"), json!(12), json!(0.5), Value::Null, json!("c")];
        assert_eq!(record(fields), "\"a,b\",12,0.5,,c");
    }
}
