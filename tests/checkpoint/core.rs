//! Scores, weights, bands, verdicts.

use cellgraph::checkpoint::{
    Band, Criterion, Points, Score, Thresholds, Verdict, Weights, decide, decomposition::WEIGHTS,
};
use proptest::prelude::*;

use crate::score;

#[test]
fn a_score_is_read_digit_by_digit() {
    for (text, hundredths) in [
        ("0", 0),
        ("-0", 0),
        ("-0.00", 0),
        ("0.0", 0),
        ("0e999999", 0),
        ("1", 100),
        ("1.000", 100),
        ("10e-1", 100),
        ("0.1e1", 100),
        ("0.7", 70),
        ("0.70", 70),
        ("7e-1", 70),
        ("70E-2", 70),
        ("0.29", 29),
        ("0.57", 57),
        ("0.6999999999999999999999999999", 69),
        ("0.699", 69),
        ("0.999999999999999999999999999", 99),
        ("0.009", 0),
        ("0.01", 1),
        ("0.10", 10),
        ("0.05", 5),
        ("1e-99", 0),
        ("123e-3", 12),
    ] {
        assert_eq!(Score::read(text).map(Score::hundredths), Ok(hundredths), "{text}");
    }
    for text in [
        "",
        "-",
        "1.01",
        "1.0000000000000000000001",
        "-0.01",
        "2",
        "1e1",
        "100",
        "NaN",
        "\"0.5\"",
        "true",
        ".5",
        "0.5x",
        "1e",
        "0x1",
    ] {
        assert!(Score::read(text).is_err(), "{text}");
    }
}

#[test]
fn a_share_is_rounded_down() {
    assert_eq!(Score::share(2, 3), Some(score(66)));
    assert_eq!(Score::share(699, 1000), Some(score(69)));
    assert_eq!(Score::share(7, 10), Some(score(70)));
    assert_eq!(Score::share(0, 5), Some(Score::NOTHING));
    assert_eq!(Score::share(5, 5), Some(Score::FULL));
    assert_eq!(Score::share(usize::MAX, usize::MAX), Some(Score::FULL));
    assert_eq!(Score::share(0, 0), None);
}

#[test]
fn every_score_is_written_as_it_is_read() {
    for hundredths in 0..=100 {
        let each = score(hundredths);
        let json = serde_json::to_string(&each).unwrap();
        assert_eq!(serde_json::from_str::<Score>(&json).unwrap(), each);
        assert_eq!(Score::read(&each.to_string()), Ok(each));
    }
    assert_eq!(Score::of(101), None);
}

#[test]
fn weights_come_to_one() {
    assert!(Weights::new([40, 20, 20, 20]).is_some());
    for wrong in [[40, 20, 20, 19], [40, 20, 20, 21], [0, 0, 0, 0], [255, 255, 255, 255]] {
        assert_eq!(Weights::new(wrong), None);
    }
    assert_eq!((0..4).map(|at| WEIGHTS.of(at).hundredths()).collect::<Vec<_>>(), [40, 20, 20, 20]);
}

#[test]
fn the_overall_score_is_exact_and_cut() {
    for (scores, exact, shown) in [
        ([95, 100, 90, 100], 9_600, "0.96"),
        ([50, 90, 80, 70], 6_800, "0.68"),
        ([90, 95, 85, 90], 9_000, "0.90"),
        ([20, 80, 30, 50], 4_000, "0.40"),
        ([40, 90, 40, 60], 5_400, "0.54"),
        ([30, 60, 40, 50], 4_200, "0.42"),
        ([70, 70, 70, 70], 7_000, "0.70"),
        ([70, 70, 70, 69], 6_980, "0.69"),
        ([0, 0, 0, 0], 0, "0.00"),
        ([100, 100, 100, 100], 10_000, "1.00"),
    ] {
        let points = WEIGHTS.sum(&scores.map(score));
        assert_eq!((points.ten_thousandths(), points.to_string().as_str()), (exact, shown), "{scores:?}");
        assert_eq!(points >= Points::from(score(70)), exact >= 7_000);
    }
}

#[test]
fn bands_begin_at_their_thresholds() {
    for (hundredths, band) in [
        (100, Band::Full),
        (99, Band::Minor),
        (90, Band::Minor),
        (70, Band::Minor),
        (69, Band::Significant),
        (50, Band::Significant),
        (49, Band::Major),
        (0, Band::Major),
    ] {
        assert_eq!(Band::of(score(hundredths)), band, "{hundredths}");
    }
}

/// The tables of typical scores, from both sides of each limit.
#[test]
fn typical_scores_have_words() {
    use cellgraph::checkpoint::decomposition::typically;
    let of = |hundredths| typically(score(hundredths).into());
    for (below, from) in [(84, 85), (74, 75), (69, 70), (59, 60), (49, 50), (29, 30)] {
        assert_ne!(of(below), of(from), "{from}");
    }
    for (hundredths, words) in [
        (100, "excellent"),
        (85, "excellent"),
        (84, "good"),
        (75, "good"),
        (74, "acceptable"),
        (70, "acceptable"),
        (69, "needs improvement"),
        (60, "needs improvement"),
        (59, "significant issues"),
        (50, "significant issues"),
        (49, "major issues"),
        (30, "major issues"),
        (29, "fundamentally flawed"),
        (0, "fundamentally flawed"),
    ] {
        assert!(of(hundredths).starts_with(words), "{hundredths}: {}", of(hundredths));
    }
    // 0.698 is no 0.70.
    assert!(typically(WEIGHTS.sum(&[70, 70, 70, 69].map(score))).starts_with("needs improvement"));
}

#[test]
fn every_band_has_words() {
    use Criterion::*;
    let all = [Completeness, Consistency, Groundedness, Routability, Confidence, Traceability, Coherence];
    let bands = [Band::Full, Band::Minor, Band::Significant, Band::Major];
    let words: Vec<&str> = all.iter().flat_map(|each| bands.map(|band| each.means(band))).collect();
    let different: std::collections::HashSet<&str> = words.iter().copied().collect();
    assert_eq!((words.len(), different.len()), (28, 28));
}

#[test]
fn verdicts_on_both_sides_of_each_threshold() {
    use Verdict::{Fail, Pass, Retry};
    let usual = |hundredths, retries| decide(score(hundredths).into(), false, Thresholds::USUAL, retries);
    for (hundredths, verdicts) in [
        (100, [Pass, Pass, Pass, Pass]),
        (70, [Pass, Pass, Pass, Pass]),
        (69, [Retry, Retry, Fail, Fail]),
        (50, [Retry, Retry, Fail, Fail]),
        (49, [Fail, Fail, Fail, Fail]),
        (0, [Fail, Fail, Fail, Fail]),
    ] {
        assert_eq!([0, 1, 2, 3].map(|retries| usual(hundredths, retries)), verdicts, "{hundredths}");
    }
    // In ten-thousandths: the highest that is no 0.70, and the highest that is no 0.50.
    let of = |scores: [u8; 4]| decide(WEIGHTS.sum(&scores.map(score)), false, Thresholds::USUAL, 0);
    assert_eq!(of([70, 70, 70, 69]), Retry);
    assert_eq!(of([50, 50, 50, 49]), Fail);
    let synthesis = |hundredths, retries| decide(score(hundredths).into(), false, Thresholds::SYNTHESIS, retries);
    assert_eq!([70, 69, 49, 0].map(|each| synthesis(each, 1)), [Pass, Retry, Retry, Retry]);
    assert_eq!([70, 69, 49, 0].map(|each| synthesis(each, 2)), [Pass, Fail, Fail, Fail]);
    // What cannot be carried out does not pass, and is worth a retry where its score is.
    let held = |hundredths, retries| decide(score(hundredths).into(), true, Thresholds::USUAL, retries);
    assert_eq!([100, 70, 50, 49].map(|each| held(each, 1)), [Retry, Retry, Retry, Fail]);
    assert_eq!([100, 70, 50, 49].map(|each| held(each, 2)), [Fail; 4]);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn verdicts_are_total_and_monotone(low in scores(), high in scores(), held: bool, retries: u32) {
        let (low, high) = (WEIGHTS.sum(&low), WEIGHTS.sum(&high));
        let (low, high) = (low.min(high), low.max(high));
        for thresholds in [Thresholds::USUAL, Thresholds::SYNTHESIS] {
            prop_assert!(decide(low, held, thresholds, retries) <= decide(high, held, thresholds, retries));
            prop_assert!(decide(low, true, thresholds, retries) <= decide(low, false, thresholds, retries));
            prop_assert!(retries < 2 || decide(low, held, thresholds, retries) != Verdict::Retry);
            prop_assert_ne!(decide(low, true, thresholds, retries), Verdict::Pass);
        }
    }

    #[test]
    fn pass_does_not_hang_on_the_retry_count(each in scores(), one: u32, other: u32) {
        let points = WEIGHTS.sum(&each);
        let passes = |retries| decide(points, false, Thresholds::USUAL, retries) == Verdict::Pass;
        prop_assert_eq!(passes(one), passes(other));
        prop_assert_eq!(passes(one), points.ten_thousandths() >= 7_000);
    }

    #[test]
    fn a_better_criterion_never_makes_a_worse_sum(each in scores(), at in 0_usize..4, better in 0_u8..=100) {
        let mut raised = each;
        raised[at] = raised[at].max(score(better));
        prop_assert!(WEIGHTS.sum(&each) <= WEIGHTS.sum(&raised));
        prop_assert!(WEIGHTS.sum(&raised).ten_thousandths() <= 10_000);
    }
}

fn scores() -> impl Strategy<Value = [Score; 4]> {
    prop::array::uniform4((0_u8..=100).prop_map(score))
}
