//! Measured figures and budgets → verdicts.

use std::time::{Duration, Instant};

use crate::{
    budgets::{Budget, Budgets, BySize},
    cells::{
        Cell, SIZES,
        ops::{self, OPS, Op, Work},
    },
    measured::{Figure, Measured},
};

/// How often a ratio that is above its budget is measured again, at most.
const LOOKS: u32 = 24;
/// How long both sides together are measured in one of these looks.
const LOOK: Duration = Duration::from_millis(750);

/// One figure at one size.
pub(crate) struct Row {
    pub(crate) figure: String,
    pub(crate) size: u32,
    pub(crate) unit: String,
    pub(crate) aim: Option<f64>,
    pub(crate) measured: Figure,
    pub(crate) ratio_budget: Option<f64>,
    pub(crate) instructions_budget: Option<f64>,
    pub(crate) most: Option<f64>,
    /// How often the ratio was measured again.
    pub(crate) looks: u32,
    /// Why it is not kept; empty where it is.
    pub(crate) faults: Vec<String>,
}

/// Every figure that has a budget or was to be measured, in the order of the report.
pub(crate) fn rows(budgets: &Budgets, measured: &Measured) -> Vec<Row> {
    let mut rows = Vec::new();
    for figure in &budgets.order {
        match budgets.figure.get(figure) {
            Some(budget) => rows.extend(sizes(budget).map(|size| row(figure, size, budget, measured))),
            None => rows.push(nameless(figure, "is in the order, but has no budget")),
        }
    }
    for op in OPS.iter().filter(|op| !budgets.figure.contains_key(op.name)) {
        rows.push(nameless(op.name, "is measured, but has no budget"));
    }
    for figure in budgets.figure.keys().filter(|figure| !budgets.order.contains(figure)) {
        rows.push(nameless(figure, "has a budget, but is not in the order"));
    }
    rows
}

fn sizes(budget: &Budget) -> impl Iterator<Item = u32> {
    let has = |by_size: &BySize, size: u32| at(by_size, size).is_some();
    SIZES.into_iter().filter(move |&size| {
        [&budget.instructions, &budget.ratio, &budget.most, &budget.aim].iter().any(|by_size| has(by_size, size))
    })
}

fn at(by_size: &BySize, size: u32) -> Option<f64> {
    by_size.get(&size.to_string()).copied()
}

fn nameless(figure: &str, fault: &str) -> Row {
    let mut row = row(figure, 0, &Budget::default(), &Measured::nothing());
    row.faults = vec![fault.to_owned()];
    row
}

fn row(figure: &str, size: u32, budget: &Budget, measured: &Measured) -> Row {
    let mut row = Row {
        figure: figure.to_owned(),
        size,
        unit: budget.unit.clone(),
        aim: at(&budget.aim, size),
        measured: measured.get(figure, size),
        ratio_budget: at(&budget.ratio, size),
        instructions_budget: at(&budget.instructions, size),
        most: at(&budget.most, size),
        looks: 0,
        faults: Vec::new(),
    };
    look_again(&mut row);
    row.faults = faults(&row);
    row
}

fn faults(row: &Row) -> Vec<String> {
    let Figure { value, ratio, instructions, .. } = row.measured;
    let judged = [
        ("the ratio to its limit", ratio, row.ratio_budget),
        ("the number of its instructions", instructions, row.instructions_budget),
        ("it", value, row.most),
    ];
    let mut faults: Vec<String> = judged
        .into_iter()
        .filter_map(|(what, found, budget)| match (found, budget?) {
            (None, _) => Some(format!("{what} was not measured")),
            (Some(found), budget) if found > budget => {
                Some(format!("{what} is {found:.2}, above its budget of {budget}"))
            }
            _ => None,
        })
        .collect();
    if row.ratio_budget.is_none() && row.instructions_budget.is_none() && row.most.is_none() {
        faults.push("it has no budget at this size".to_owned());
    }
    faults
}

/// Measures an operation whose ratio is above its budget again, until it is kept or the looks are used up. The ratio is the lowest that
/// was found: a slower program is above its budget in every look, an unlucky place in memory or a neighbour is not.
fn look_again(row: &mut Row) {
    let (Some(mut lowest), Some(budget)) = (row.measured.ratio, row.ratio_budget) else { return };
    if lowest <= budget || !OPS.iter().any(|op| op.name == row.figure) {
        return;
    }
    let op = ops::find(&row.figure);
    while lowest > budget && row.looks < LOOKS {
        lowest = lowest.min(look(&Cell::of(row.size), op));
        row.looks += 1;
    }
    row.measured.ratio = Some(lowest);
}

/// One ratio, both sides in turn. The cell and they are made anew for it, which gives them other places in memory.
fn look(cell: &Cell, op: &Op) -> f64 {
    let (mut own, mut limit) = ((op.work)(cell), (op.limit)(cell));
    let (mut own_best, mut limit_best) = (f64::MAX, f64::MAX);
    let started = Instant::now();
    while started.elapsed() < LOOK {
        own_best = own_best.min(seconds_per_call(&mut own));
        limit_best = limit_best.min(seconds_per_call(&mut limit));
    }
    own_best / limit_best
}

/// Over enough runs for the clock.
fn seconds_per_call(work: &mut Work) -> f64 {
    let started = Instant::now();
    let mut runs = 0_u64;
    while started.elapsed() < Duration::from_millis(5) {
        std::hint::black_box((work.run)());
        runs += 1;
    }
    started.elapsed().as_secs_f64() / (runs * work.calls) as f64
}
