//! Calls a function, and turns a panic in it into an error.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
};

/// What a function gives, or the words of its panic. What it worked on may be half done: it is to be asked for no more
/// than to stop.
pub(super) fn guarded<T>(function: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(function)).map_err(|panic| words(&*panic))
}

fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("it gave no reason").to_owned()
}
