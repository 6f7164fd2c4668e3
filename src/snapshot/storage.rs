//! How a snapshot's tables are held: in memory of their own, or where the file's bytes lie. All look-ups are written once for both.

use core::{fmt::Debug, ops::Deref};

use bytemuck::{Pod, Zeroable};

/// A type that a section can hold.
pub trait Element: Pod + Zeroable {}
impl Element for u8 {}
impl Element for u16 {}
impl Element for u32 {}
impl Element for u64 {}
impl Element for f64 {}

/// How tables are held: [`InPlace`], and with std `Owned`. There are no others.
pub trait Storage: sealed::Sealed + Copy + Debug {
    /// One table.
    type List<T: Element>: Deref<Target = [T]>;
    /// All names and texts.
    type Text: Deref<Target = str>;
    /// Where the snapshot came from.
    type Provenance;
    /// What the check found.
    type Findings;
}

/// In memory of their own. Provenance and findings are read.
#[cfg(feature = "std")]
#[derive(Clone, Copy, Debug)]
pub struct Owned;

/// Where the file's bytes lie. Provenance and findings are proved, and not read.
#[derive(Clone, Copy, Debug)]
pub struct InPlace<'b>(core::marker::PhantomData<&'b [u8]>);

impl<'b> Storage for InPlace<'b> {
    type List<T: Element> = &'b [T];
    type Text = &'b str;
    type Provenance = &'b [u8];
    type Findings = &'b [u8];
}

mod sealed {
    pub trait Sealed {}
    #[cfg(feature = "std")]
    impl Sealed for super::Owned {}
    impl Sealed for super::InPlace<'_> {}
}
