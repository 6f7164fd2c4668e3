//! A model's file in another number format, by llama.cpp's own quantiser: the one call for which llama-cpp-2 has no safe
//! wrapper, and the only unsafe code of the program (`tests/tidy.rs` holds that).
#![allow(unsafe_code, reason = "llama-cpp-2 wraps every other function, not this one")]

use std::{ffi::CString, path::Path};

use super::StartError;

/// A number format for a model's weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// 8 bits a weight: nothing is lost of a model with 4, and x86 has fast kernels for it.
    Q8_0,
    /// 4 bits a weight, packed for vector units as it is loaded. Loses something of a Q4_1 model.
    Q4_0,
}

impl Format {
    /// Its name in GGUF files.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Q8_0 => "Q8_0",
            Self::Q4_0 => "Q4_0",
        }
    }

    const fn number(self) -> llama_cpp_sys_2::llama_ftype {
        match self {
            Self::Q8_0 => llama_cpp_sys_2::LLAMA_FTYPE_MOSTLY_Q8_0,
            Self::Q4_0 => llama_cpp_sys_2::LLAMA_FTYPE_MOSTLY_Q4_0,
        }
    }
}

/// Writes `from` to `to` in another format. What was at `to` is replaced.
///
/// # Errors
///
/// [`StartError::Model`] in llama.cpp's own words, which are few; `to` may hold a part then.
pub fn requantise(from: &Path, to: &Path, format: Format) -> Result<(), StartError> {
    let fault = |path: &Path, reason: String| StartError::Model { path: path.display().to_string(), reason };
    let text = |path: &Path| {
        let bytes = path.to_str().ok_or_else(|| fault(path, "its name is not UTF-8".to_owned()))?;
        CString::new(bytes).map_err(|error| fault(path, error.to_string()))
    };
    let (source, target) = (text(from)?, text(to)?);
    // SAFETY: returns a plain struct; its pointers are null, which stands for "none".
    let mut params = unsafe { llama_cpp_sys_2::llama_model_quantize_default_params() };
    params.ftype = format.number();
    params.allow_requantize = true;
    // SAFETY: both names are NUL-terminated and outlive the call, and `params` is what llama.cpp itself made, with two plain
    // fields changed. It catches its own exceptions and reports them as a status.
    let status = unsafe { llama_cpp_sys_2::llama_model_quantize(source.as_ptr(), target.as_ptr(), &raw const params) };
    if status == 0 { Ok(()) } else { Err(fault(from, format!("llama.cpp's quantiser ended with status {status}"))) }
}
