//! Types whose values have names: one way to write and to read them.

/// A text that is not the name of a value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{text}' is not {kind}: choose {}", names.join(", "))]
pub struct UnknownName {
    text: String,
    kind: &'static str,
    names: Vec<&'static str>,
}

impl UnknownName {
    /// Creates the error: `kind` has an article, as in "a heuristic", and `names` are the right ones.
    pub fn new(text: &str, kind: &'static str, names: &[&'static str]) -> Self {
        Self { text: text.to_owned(), kind, names: names.to_vec() }
    }
}

/// Implements `Display` and `FromStr` for a type with the values `ALL` and a method `name`. Other names of some values follow.
#[doc(hidden)]
#[macro_export]
macro_rules! named {
    ($type:ty, $kind:literal $(, $other_name:literal = $value:expr)*) => {
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::UnknownName;

            fn from_str(text: &str) -> Result<Self, $crate::UnknownName> {
                let other_names: &[(&str, Self)] = &[$(($other_name, $value)),*];
                let names = Self::ALL.map(|value| (value.name(), value));
                let found = names.iter().chain(other_names).find(|(name, _)| *name == text);
                let unknown = || $crate::UnknownName::new(text, $kind, &names.map(|(name, _)| name));
                found.map(|(_, value)| *value).ok_or_else(unknown)
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use crate::{BoardFormat, Metric};

    #[test]
    fn errors_list_the_names() {
        let error = "htm".parse::<Metric>().expect_err("no metric");
        assert_eq!(error.to_string(), "'htm' is not a metric: choose single, multi");
        let error = "Rows".parse::<BoardFormat>().expect_err("no format");
        assert_eq!(
            error.to_string(),
            "'Rows' is not a board format: choose auto, header, rows, lines, counted"
        );
    }
}
