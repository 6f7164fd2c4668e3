//! A line that is being typed during a run: its bytes so far, and what had been shown when it was begun.

/// What is typed and not ended yet.
#[derive(Default)]
pub(super) struct Typed {
    pub(super) bytes: Vec<u8>,
    /// The question that had been shown when its first key was pressed.
    pub(super) question: u32,
}

impl Typed {
    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    pub(super) fn erase_letter(&mut self) {
        // The last byte of a letter, and those that continue one.
        while let Some(byte) = self.bytes.pop() {
            if byte & 0xc0 != 0x80 {
                break;
            }
        }
    }

    pub(super) fn erase_word(&mut self) {
        let is_blank = |byte: Option<&u8>| byte == Some(&b' ');
        while is_blank(self.bytes.last()) {
            self.bytes.pop();
        }
        while !self.bytes.is_empty() && !is_blank(self.bytes.last()) {
            self.bytes.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_words_are_erased_whole() {
        let mut typed = Typed { bytes: "weld über é".as_bytes().to_vec(), question: 0 };
        typed.erase_letter();
        assert_eq!(typed.text(), "weld über ");
        typed.erase_word();
        assert_eq!(typed.text(), "weld ");
        typed.erase_word();
        typed.erase_letter();
        assert_eq!(typed.text(), "");
    }
}
