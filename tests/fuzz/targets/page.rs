//! Any bytes as a request's method and address, as the body of a form, and as an arrangement of the picture: an answer or a refusal, and each
//! field once.
#![no_main]

use cellgraph::{
    limits::{WEB_FIELDS_MAX, WEB_TARGET_BYTES_MAX},
    web::{Arrangement, Form, Target},
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Ok(form) = Form::read(data) {
        let fields = ["token", "say", "words", "ticket", "digest", "wish"];
        assert!(fields.iter().filter(|name| form.text(name).is_ok()).count() <= WEB_FIELDS_MAX);
        assert!(form.text("say").is_ok() || form.parsed::<u32>("say").is_err());
    }
    if let Err(why) = Arrangement::read(data) {
        assert!(!why.is_empty());
    }
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (method, target) = text.split_once(' ').unwrap_or(("GET", text));
    let read = Target::of(method, target);
    assert!(read.is_err() || target.len() <= WEB_TARGET_BYTES_MAX && ["GET", "POST"].contains(&method));
    assert!(Target::typed(target).len() <= target.len());
    let code = Target::code(target);
    assert!(code.len() <= 40 && code.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'));
});
