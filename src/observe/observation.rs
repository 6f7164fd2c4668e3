//! The cell as it was seen at one moment: a hash over everything raw, and a skeleton where there is one.
//!
//! In: the bytes that a controller or a panel gave, and where the controller says that the robot is. Out: an
//! [`Observation`]. Bytes that give no skeleton still give a hash, and the reason is kept: the hash decides then.

use super::{
    controller,
    declared::Declared,
    panel::Page,
    skeleton::{Element, Kind, POSITION, Skeleton, SkeletonError, TEXT, TOOL},
};
use crate::cell::shown;

/// See the head of this file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    hash: blake3::Hash,
    is_panel: bool,
    address: Option<String>,
    active: Option<String>,
    skeleton: Option<Skeleton>,
    fault: Option<SkeletonError>,
    reported: Option<(String, String)>,
}

impl Observation {
    /// A controller's state as JSON.
    #[must_use]
    pub fn of_controller(raw: &[u8]) -> Self {
        match controller::read(raw) {
            Ok((skeleton, active)) => Self { skeleton: Some(skeleton), active, ..Self::of_bytes(raw) },
            Err(fault) => Self { fault: Some(fault), ..Self::of_bytes(raw) },
        }
    }

    /// A panel's page, the address that it was at, and what its elements mean.
    #[must_use]
    pub fn of_panel(raw: &[u8], address: Option<&str>, declared: &Declared) -> Self {
        let observed = Self { is_panel: true, address: address.map(str::to_owned), ..Self::of_bytes(raw) };
        match Page::parse(raw).and_then(|page| page.skeleton(declared.panel())) {
            Ok(skeleton) => Self { skeleton: Some(skeleton), ..observed },
            Err(fault) => Self { fault: Some(fault), ..observed },
        }
    }

    /// Bytes of which nothing is known but whether they are others than before.
    #[must_use]
    pub fn of_bytes(raw: &[u8]) -> Self {
        Self {
            hash: blake3::hash(raw),
            is_panel: false,
            address: None,
            active: None,
            skeleton: None,
            fault: None,
            reported: None,
        }
    }

    /// What a controller gives that can only say where the robot is and what it holds.
    #[must_use]
    pub fn of_place(position: &str, tool: &str) -> Self {
        let raw = serde_json::json!({ "position": position, "tool": tool });
        Self::of_controller(raw.to_string().as_bytes()).with_report(position, tool)
    }

    /// With what the controller reports beside it: where the robot is and what it holds.
    #[must_use]
    pub fn with_report(self, position: &str, tool: &str) -> Self {
        Self { reported: Some((position.to_owned(), tool.to_owned())), ..self }
    }

    /// With the element that has the focus, where the source does not say that itself.
    #[must_use]
    pub fn with_active(self, active: Option<&str>) -> Self {
        Self { active: active.map(str::to_owned), ..self }
    }

    /// The same without a skeleton, and why.
    pub(super) fn refused(self, fault: SkeletonError) -> Self {
        Self { skeleton: None, fault: Some(fault), ..self }
    }

    /// BLAKE3 over everything raw.
    #[must_use]
    pub const fn hash(&self) -> blake3::Hash {
        self.hash
    }

    /// What was meaningful, where the bytes could be read.
    #[must_use]
    pub const fn skeleton(&self) -> Option<&Skeleton> {
        self.skeleton.as_ref()
    }

    /// Why there is no skeleton, where there should be one.
    #[must_use]
    pub const fn fault(&self) -> Option<&SkeletonError> {
        self.fault.as_ref()
    }

    /// Whether it is a panel's page.
    #[must_use]
    pub const fn is_panel(&self) -> bool {
        self.is_panel
    }

    /// A panel's address.
    #[must_use]
    pub fn address(&self) -> Option<&str> {
        self.address.as_deref()
    }

    /// The element that has the focus.
    #[must_use]
    pub fn active(&self) -> Option<&str> {
        self.active.as_deref()
    }

    /// Where the robot is, as far as anybody says it.
    #[must_use]
    pub fn position(&self) -> Option<&str> {
        let reported = self.reported.as_ref().map(|(position, _)| position.as_str());
        reported.or_else(|| self.said(POSITION, Kind::Position))
    }

    /// What it holds, as far as anybody says it.
    #[must_use]
    pub fn tool(&self) -> Option<&str> {
        self.reported.as_ref().map(|(_, tool)| tool.as_str()).or_else(|| self.said(TOOL, Kind::Tool))
    }

    /// The alarms that stand, in words.
    pub fn alarms(&self) -> impl Iterator<Item = &str> {
        let elements = self.skeleton.iter().flat_map(Skeleton::iter).map(|(_, element)| element);
        elements.filter(|element| element.kind == Kind::Alarm).filter_map(|element| element.get(TEXT))
    }

    /// The controller's mode, as far as it says that.
    #[must_use]
    pub fn mode(&self) -> Option<&str> {
        self.said("mode", Kind::Mode)
    }

    /// Whether nothing is known but where the robot is and what it holds.
    #[must_use]
    pub fn is_place_only(&self) -> bool {
        self.skeleton.as_ref().is_some_and(Skeleton::is_place_only)
    }

    /// Whether it shows more of the cell than where the robot is and what it holds.
    #[must_use]
    pub fn shows_cell(&self) -> bool {
        self.skeleton.is_some() && !self.is_place_only()
    }

    /// Whether what is shown says where the robot is, whatever is reported beside it.
    #[must_use]
    pub fn shows_position(&self) -> bool {
        self.said(POSITION, Kind::Position).is_some()
    }

    /// Whether what is shown says what the robot holds, whatever is reported beside it.
    #[must_use]
    pub fn shows_tool(&self) -> bool {
        self.said(TOOL, Kind::Tool).is_some()
    }

    /// Whether it is a page that nobody declared the meaning of: that it changed is all that it can say.
    #[must_use]
    pub fn is_change_only(&self) -> bool {
        self.is_panel && self.said(POSITION, Kind::Position).is_none()
    }

    /// Where the report and the state say different things, in words.
    #[must_use]
    pub fn contradiction(&self) -> Option<String> {
        let (position, tool) = self.reported.as_ref()?;
        let differs = |what, reported: &str, said: Option<&str>| {
            let said = said.filter(|said| *said != reported)?;
            let source = if self.is_panel { "panel shows" } else { "state says" };
            Some(format!("the controller reports {what} '{}', and its {source} '{}'", shown(reported), shown(said)))
        };
        differs(POSITION, position, self.said(POSITION, Kind::Position))
            .or_else(|| differs(TOOL, tool, self.said(TOOL, Kind::Tool)))
    }

    /// The skeleton with what is reported beside it; none where there is no skeleton.
    #[must_use]
    pub fn whole(&self) -> Option<Skeleton> {
        let mut skeleton = self.skeleton.clone()?;
        if let Some((position, tool)) = &self.reported {
            for (key, kind, text) in [(POSITION, Kind::Position, position), (TOOL, Kind::Tool, tool)] {
                // A key that is taken says the same, or is a contradiction, which is looked at for itself.
                let _taken = skeleton.insert(key.to_owned(), Element::of(kind, TEXT, text));
            }
        }
        Some(skeleton)
    }

    /// A panel may have an element of that name: its kind tells it apart.
    fn said(&self, key: &str, kind: Kind) -> Option<&str> {
        self.skeleton.as_ref()?.get(key).filter(|element| element.kind == kind)?.get(TEXT)
    }
}
