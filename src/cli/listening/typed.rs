//! A line that is being typed during a run: its bytes so far, and what had been shown when it was begun.

/// What a line may answer, by its numbers; 0 for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::cli) struct Answerable {
    /// The question that was shown last, whether a step may be sent.
    pub(in crate::cli) question: u32,
    /// The pause that was shown last.
    pub(in crate::cli) pause: u32,
}

/// What is typed and not ended yet.
#[derive(Default)]
pub(in crate::cli) struct Typed {
    pub(in crate::cli) bytes: Vec<u8>,
    /// What had been shown when its first key was pressed.
    pub(in crate::cli) shown: Answerable,
}

impl Typed {
    pub(in crate::cli) fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    pub(in crate::cli) fn erase_letter(&mut self) {
        // The last byte of a letter, and those that continue one.
        while let Some(byte) = self.bytes.pop() {
            if byte & 0xc0 != 0x80 {
                break;
            }
        }
    }

    pub(in crate::cli) fn erase_word(&mut self) {
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
        let mut typed = Typed { bytes: "weld über é".as_bytes().to_vec(), shown: Answerable::default() };
        typed.erase_letter();
        assert_eq!(typed.text(), "weld über ");
        typed.erase_word();
        assert_eq!(typed.text(), "weld ");
        typed.erase_word();
        typed.erase_letter();
        assert_eq!(typed.text(), "");
    }
}
