//! What the types forbid: each file in `compile_fail/` is an attempt to act on a plan that nobody verified, and the
//! compiler's refusal of it stands beside it.

#[test]
fn nothing_but_the_verifier_makes_a_verified_plan() {
    trybuild::TestCases::new().compile_fail("tests/compile_fail/*.rs");
}
