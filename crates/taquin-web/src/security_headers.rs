//! Security headers, sent with every response.
//!
//! The page uses only its own files: no external resources, no inline scripts or styles, no fonts, and
//! requests only to its own server. (Images made in the browser are blobs.) The content security policy makes
//! the browser enforce this.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
                                       img-src 'self' blob:; connect-src 'self'; base-uri 'none'; \
                                       form-action 'none'; frame-ancestors 'none'";

const PERMISSIONS_POLICY: &str =
    "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()";

/// Adds the security headers to a response.
pub(crate) fn insert(headers: &mut HeaderMap) {
    let all = [
        (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("permissions-policy"), PERMISSIONS_POLICY),
    ];
    for (name, value) in all {
        headers.insert(name, HeaderValue::from_static(value));
    }
}
