//! The approval: an operator's word, bound by hash to what was shown.

use serde::Serialize;
use uuid::Uuid;

use super::{Place, Proposal, Request, Warning};
use crate::{cell::shown, limits::OPERATOR_BYTES_MAX, plan::Plan};

/// BLAKE3. Two are compared in constant time, `Display` gives hexadecimal digits, `FromStr` reads them.
pub type Digest = blake3::Hash;

/// Keeps a digest of one kind from being taken for one of another.
const PROPOSAL: &str = "cellgraph 2026 proposal";
const PLAN: &str = "cellgraph 2026 plan";
const APPROVAL: &str = "cellgraph 2026 approval";

/// Who said yes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Approver {
    /// A person, by name.
    Operator(String),
    /// Nobody: it holds for simulated robots only.
    Simulation,
}

impl Approver {
    /// The name for the record.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Operator(name) => name,
            Self::Simulation => "nobody (simulation)",
        }
    }
}

/// Why a yes does not count.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotApproved {
    /// What was approved is not this proposal.
    #[error("what was approved is not what is proposed now (approved {seen}, proposed {proposed}): look at it again")]
    OtherProposal {
        /// What the operator saw.
        seen: Digest,
        /// What there is.
        proposed: Digest,
    },
    /// An approval has a name to it.
    #[error("an approval needs the operator's name: 1 to {OPERATOR_BYTES_MAX} bytes, not '{0}'")]
    Nameless(String),
}

/// A verified plan that an operator said yes to. Only [`Proposal::approve`] makes one; running it uses it up.
///
/// What follows compiles; each of the attempts below differs from it in one thing, and does not.
///
/// ```no_run
/// use cellgraph::review::{ApprovedPlan, Proposal};
/// fn approve(proposal: Proposal) -> Option<ApprovedPlan> {
///     let seen = proposal.digest();
///     let approved: ApprovedPlan = proposal.approve("Ada", seen).ok()?;
///     println!("{:?}", approved.plan());
///     Some(approved)
/// }
/// ```
///
/// Copied, to be run twice:
///
/// ```compile_fail,E0599
/// use cellgraph::review::{ApprovedPlan, Proposal};
/// fn approve(proposal: Proposal) -> Option<ApprovedPlan> {
///     let seen = proposal.digest();
///     let approved: ApprovedPlan = proposal.approve("Ada", seen).ok()?;
///     println!("{:?}", approved.clone().plan());
///     Some(approved)
/// }
/// ```
///
/// Approved twice:
///
/// ```compile_fail,E0382
/// use cellgraph::review::{ApprovedPlan, Proposal};
/// fn approve(proposal: Proposal) -> Option<ApprovedPlan> {
///     let seen = proposal.digest();
///     let approved: ApprovedPlan = proposal.approve("Ada", seen).ok()?;
///     let again: ApprovedPlan = proposal.approve("Ada", seen).ok()?;
///     Some(approved)
/// }
/// ```
///
/// Given other steps:
///
/// ```compile_fail,E0616
/// use cellgraph::{plan::Plan, review::ApprovedPlan};
/// fn change(mut approved: ApprovedPlan, other: Plan<'static>) {
///     approved.plan = other;
/// }
/// ```
///
/// Made out of nothing:
///
/// ```compile_fail,E0599
/// use cellgraph::review::ApprovedPlan;
/// let approved = ApprovedPlan::default();
/// ```
#[derive(Debug)]
pub struct ApprovedPlan {
    request: Request,
    plan: Plan<'static>,
    start: Place,
    end: Place,
    journal: String,
    snapshot_hash: [u8; 32],
    warnings: Vec<Warning>,
    approver: Approver,
    digest: Digest,
    approval: Digest,
}

impl Proposal {
    /// The operator's yes to what has the digest `seen`.
    ///
    /// # Errors
    ///
    /// [`NotApproved`]; the proposal is gone then, and is to be made and shown again.
    pub fn approve(self, operator: &str, seen: Digest) -> Result<ApprovedPlan, NotApproved> {
        let operator = operator.trim();
        if operator.is_empty() || operator.len() > OPERATOR_BYTES_MAX || operator.chars().any(char::is_control) {
            let start: String = operator.chars().take(40).collect();
            return Err(NotApproved::Nameless(shown(&start).into_owned()));
        }
        if seen != self.digest {
            return Err(NotApproved::OtherProposal { seen, proposed: self.digest });
        }
        Ok(ApprovedPlan::bind(self, Approver::Operator(operator.to_owned())))
    }

    /// A yes without a person behind it. A run refuses it for every driver but a simulated one.
    #[must_use]
    pub fn approve_for_simulation(self) -> ApprovedPlan {
        ApprovedPlan::bind(self, Approver::Simulation)
    }
}

impl ApprovedPlan {
    fn bind(proposal: Proposal, approver: Approver) -> Self {
        let Proposal { request, plan, start, journal, snapshot_hash, digest, shown } = proposal;
        let approval = approval(digest, &approver, request.correlation_id);
        let (end, warnings) = (shown.end, shown.warnings);
        Self { request, plan, start, end, journal, snapshot_hash, warnings, approver, digest, approval }
    }

    /// Names the sentence, and the run.
    #[must_use]
    pub const fn correlation_id(&self) -> Uuid {
        self.request.correlation_id
    }

    /// What was said, and what was understood of it.
    #[must_use]
    pub const fn request(&self) -> &Request {
        &self.request
    }

    /// The steps.
    #[must_use]
    pub const fn plan(&self) -> &Plan<'static> {
        &self.plan
    }

    /// The state that it was approved for.
    #[must_use]
    pub const fn start(&self) -> &Place {
        &self.start
    }

    /// The state that it leads to.
    #[must_use]
    pub const fn end(&self) -> &Place {
        &self.end
    }

    /// Content hash of the snapshot that it was approved for.
    #[must_use]
    pub const fn snapshot_hash(&self) -> &[u8; 32] {
        &self.snapshot_hash
    }

    /// The hash of the history's last entry when it was proposed, empty before the first.
    #[must_use]
    pub fn journal(&self) -> &str {
        &self.journal
    }

    /// What the operator was warned of.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Who said yes.
    #[must_use]
    pub const fn approver(&self) -> &Approver {
        &self.approver
    }

    /// The digest of what was shown.
    #[must_use]
    pub const fn digest(&self) -> Digest {
        self.digest
    }

    /// The digest of what was shown, who said yes to it, and the correlation id, which names the run.
    #[must_use]
    pub const fn approval(&self) -> Digest {
        self.approval
    }

    /// Whether everything is still what was approved: both digests, made anew.
    #[must_use]
    pub fn still_binds(&self) -> bool {
        let Self { request, plan, snapshot_hash, start, journal, approver, .. } = self;
        let approves = |digest| approval(digest, approver, request.correlation_id) == self.approval;
        let digest = digest(request, plan, snapshot_hash, start, journal);
        digest.is_ok_and(|digest| digest == self.digest && approves(digest))
    }
}

/// What a digest is made of, in this order.
#[derive(Serialize)]
struct Bound<'b> {
    sentence: &'b str,
    understood: &'b str,
    snapshot: &'b [u8; 32],
    start: &'b Place,
    journal: &'b str,
    plan: &'b Plan<'b>,
    #[serde(skip_serializing_if = "Option::is_none")]
    declared: Option<&'b [u8; 32]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    judge: Option<&'b [u8; 32]>,
}

pub(super) fn digest(
    request: &Request,
    plan: &Plan<'_>,
    snapshot_hash: &[u8; 32],
    start: &Place,
    journal: &str,
) -> Result<Digest, serde_json::Error> {
    let (sentence, understood) = (request.sentence.as_str(), request.understood.as_str());
    let declared = request.declared.as_ref().map(Digest::as_bytes);
    let judge = request.judge.as_ref().map(Digest::as_bytes);
    hash(PROPOSAL, &Bound { sentence, understood, snapshot: snapshot_hash, start, journal, plan, declared, judge })
}

/// BLAKE3 over a plan's document: the same for the same steps, whoever made them and when.
///
/// # Errors
///
/// A plan that has no document; none is known.
pub fn plan_hash(plan: &Plan<'_>) -> Result<Digest, serde_json::Error> {
    hash(PLAN, plan)
}

fn approval(digest: Digest, approver: &Approver, correlation_id: Uuid) -> Digest {
    let mut hasher = blake3::Hasher::new_derive_key(APPROVAL);
    let kind: u8 = match approver {
        Approver::Operator(_) => 1,
        Approver::Simulation => 2,
    };
    hasher.update(digest.as_bytes()).update(correlation_id.as_bytes());
    hasher.update(&[kind]).update(approver.name().as_bytes());
    hasher.finalize()
}

/// The document's bytes are canonical: keys in the order of the types, numbers in their shortest form.
fn hash(context: &str, document: &impl Serialize) -> Result<Digest, serde_json::Error> {
    let mut hasher = blake3::Hasher::new_derive_key(context);
    serde_json::to_writer(&mut hasher, document)?;
    Ok(hasher.finalize())
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;
    use crate::{plan::Step, review::SecondOpinion};

    fn approved() -> ApprovedPlan {
        let request = Request {
            correlation_id: Uuid::from_u128(7),
            sentence: "go home".to_owned(),
            understood: "go home".to_owned(),
            reader: "rules".to_owned(),
            second_opinion: SecondOpinion::NotAsked,
            left_aside: Vec::new(),
            goals: None,
            differences: Vec::new(),
            checkpoint: None,
            checked: Vec::new(),
            corrects: None,
            declared: None,
            judge: None,
            warnings: Vec::new(),
            reading: serde_json::Value::Null,
        };
        let place = |position: &str| Place { position: position.to_owned(), tool: "none".to_owned() };
        let plan = Plan { steps: vec![Step::new(crate::plan::Action::Move, Cow::Borrowed("Home"))] };
        let (start, snapshot_hash, journal) = (place("A"), [3; 32], "4711".to_owned());
        let digest = digest(&request, &plan, &snapshot_hash, &start, &journal).unwrap();
        let approver = Approver::Operator("Ada".to_owned());
        let approval = approval(digest, &approver, request.correlation_id);
        let (end, warnings) = (place("Home"), Vec::new());
        ApprovedPlan { request, plan, start, end, journal, snapshot_hash, warnings, approver, digest, approval }
    }

    #[test]
    fn a_change_to_anything_that_is_bound_breaks_the_approval() {
        let changes: [fn(&mut ApprovedPlan); 20] = [
            |a| a.request.correlation_id = Uuid::from_u128(8),
            |a| a.request.sentence.push('!'),
            |a| a.request.understood.push('!'),
            |a| a.plan.steps.clear(),
            |a| a.plan.steps[0].action = crate::plan::Action::Routine,
            |a| a.plan.steps[0].name = Some(Cow::Borrowed("Move to Pos_1")),
            |a| a.plan.steps[0].position = Some(Cow::Borrowed("Pos_1")),
            |a| a.plan.steps[0].tool = Some(Cow::Borrowed("Welder")),
            |a| a.plan.steps[0].action_after = Some(Cow::Borrowed("attach_tool")),
            |a| a.plan.steps[0].verify = Some(Cow::Borrowed("Welder")),
            |a| a.journal.push('0'),
            |a| a.plan.steps[0].target = Cow::Borrowed("Pos_1"),
            |a| a.plan.steps[0].stabilize_s = Some(0.5),
            |a| a.start.position.push('x'),
            |a| a.start.tool = "Welder".to_owned(),
            |a| a.snapshot_hash[31] ^= 1,
            |a| a.approver = Approver::Operator("Bob".to_owned()),
            |a| a.approver = Approver::Simulation,
            |a| a.request.declared = Some(blake3::hash(b"x")),
            |a| a.request.judge = Some(blake3::hash(b"x")),
        ];
        assert!(approved().still_binds());
        for (number, change) in changes.iter().enumerate() {
            let mut changed = approved();
            change(&mut changed);
            assert!(!changed.still_binds(), "change {number}");
        }
    }
}
