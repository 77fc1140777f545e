//! Comma-separated values, for spreadsheets and programs.

use serde_json::Value;

/// A line of them. What there is nothing of is empty.
pub(crate) fn line(fields: impl IntoIterator<Item = Value>) -> String {
    let texts: Vec<String> = fields.into_iter().map(text).collect();
    texts.join(",")
}

fn text(field: Value) -> String {
    match field {
        Value::Null => String::new(),
        Value::String(text) => quoted(&text),
        other => other.to_string(),
    }
}

/// Text in quotes, if it has something in it that would end the field.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn fields_with_commas_are_quoted() {
        assert_eq!(quoted("0 1 3/4 2 5/7 8 6"), "0 1 3/4 2 5/7 8 6");
        assert_eq!(quoted("1,2,3"), "\"1,2,3\"");
        assert_eq!(quoted("a \"b\""), "\"a \"\"b\"\"\"");
        assert_eq!(quoted("a\nb"), "\"a\nb\"");
        assert_eq!(quoted(""), "");
    }

    #[test]
    fn a_line_of_each_kind() {
        assert_eq!(line([json!("a,b"), json!(12), json!(0.5), Value::Null, json!("c")]), "\"a,b\",12,0.5,,c");
    }
}
