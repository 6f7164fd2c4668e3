//! A random cell: a draft, its snapshot, and how people speak of what is in it.

use cellgraph::{
    cell::{
        Draft, Metadata, Move, Position, PositionId, Role, Routine, RoutineId, StandId, Support, TOOL_ATTACH,
        TOOL_RELEASE, Tool, ToolId, ToolStand,
    },
    language::Span,
    snapshot::{self, Provenance, Snapshot},
};

use cellgraph_training_generator::dice::Dice;

use crate::{
    place::{self, Family, Kind, Spoken},
    trade::{JobWords, ToolWords, Trade},
    words::{self, STYLES, Style},
};

/// A cell, and its words.
pub struct Cell {
    pub snapshot: Snapshot,
    /// Work positions by family; the first is the one that bare labels mean.
    pub families: Vec<Known>,
    /// Home positions, with what they are called.
    pub homes: Vec<(PositionId, Vec<String>)>,
    /// Safe approaches and stands.
    pub others: Vec<(PositionId, Vec<String>)>,
    pub tools: Vec<(ToolId, ToolWords)>,
    pub jobs: Vec<(RoutineId, JobWords)>,
    /// Jobs of other trades that this cell cannot do, and tools it does not have.
    pub strange_jobs: Vec<JobWords>,
    pub strange_tools: Vec<&'static str>,
}

/// A family whose positions have ids.
pub struct Known {
    pub family: Family,
    pub ids: Vec<PositionId>,
}

impl Known {
    /// Those of the places that `kept` lets through, by number in the family: a range where three or more follow each other
    /// in a family that people count.
    pub fn runs(&self, kept: impl Fn(usize) -> bool) -> Vec<Span> {
        let counted = matches!(self.family.kind, Kind::Number | Kind::Letter);
        let mut out = Vec::new();
        let mut at = 0;
        while at < self.ids.len() {
            let end = (at..self.ids.len()).find(|&end| !kept(end)).unwrap_or(self.ids.len());
            if counted && end - at > 2 {
                out.push(Span::Range(self.ids[at], self.ids[end - 1]));
            } else {
                out.extend(self.ids[at..end].iter().map(|&id| Span::One(id)));
            }
            at = end + 1;
        }
        out
    }
}

const HOMES: [&str; 12] =
    ["home", "home", "home", "home", "home", "park", "base", "rest", "dock", "origin", "Grundstellung", "zero"];
const STANDS: [&str; 9] = ["mount", "dock", "rack", "stand", "holder", "magazine", "tool", "park", "hook"];
const SAFES: [&str; 7] = ["safe", "above", "approach", "corridor", "via", "clear", "Anfahrt"];

/// Cell number `number` of a seed.
pub fn make(trades: &[Trade], dice: &mut Dice) -> Cell {
    loop {
        if let Some(cell) = attempt(trades, dice) {
            return cell;
        }
    }
}

fn attempt(trades: &[Trade], dice: &mut Dice) -> Option<Cell> {
    let trade = dice.pick(trades);
    let style = *dice.weighted(&STYLES);
    let mut plan = Plan { style, positions: Vec::new() };
    let families = families(trade, style, dice);
    for spoken in families.iter().flat_map(|family| &family.places) {
        plan.add(&spoken.name, Role::Work);
    }
    let home = *dice.pick(&HOMES);
    let mut homes = Vec::new();
    let two = dice.chance(12);
    for side in if two { vec!["left", "right"] } else { vec![""] } {
        let phrase = if two { format!("{home} {side}") } else { home.to_owned() };
        let mut said = vec![phrase.to_lowercase()];
        if !two && home != "home" && dice.chance(60) {
            said.push("home".to_owned());
        }
        homes.push((plan.add(&words::name(&phrase, style), Role::Home), said));
    }
    let mut others = safes(&families, &mut plan, dice);
    let (tools, stands) = tools(trade, &mut plan, &mut others, dice);
    let jobs = jobs(trade, trades, &tools, dice);
    let draft = draft(&plan, &tools, &stands, &jobs, style, dice)?;
    let snapshot = load(&draft)?;
    let position = |index: usize| snapshot.position_id(&plan.positions[index].0);
    let mut known = Vec::new();
    let mut at = 0;
    for family in families {
        let ids = (at..at + family.places.len()).map(position).collect::<Option<Vec<_>>>()?;
        at += family.places.len();
        known.push(Known { family, ids });
    }
    let jobs: Vec<(RoutineId, JobWords)> = jobs
        .into_iter()
        .map(|job| Some((snapshot.routine_id(&words::name(job.name, style))?, job)))
        .collect::<Option<_>>()?;
    let tools: Vec<(ToolId, ToolWords)> = tools
        .into_iter()
        .map(|tool| Some((snapshot.tool_id(&words::name(tool.name, style))?, tool)))
        .collect::<Option<_>>()?;
    let homes = homes.into_iter().map(|(i, said)| Some((position(i)?, said))).collect::<Option<_>>()?;
    let others = others.into_iter().map(|(i, said)| Some((position(i)?, said))).collect::<Option<_>>()?;
    let (strange_jobs, strange_tools) = strange(trades, trade, &jobs, &tools);
    Some(Cell { families: known, homes, others, tools, jobs, strange_jobs, strange_tools, snapshot })
}

struct Plan {
    style: Style,
    positions: Vec<(String, Role)>,
}

impl Plan {
    fn add(&mut self, name: &str, role: Role) -> usize {
        self.positions.push((name.to_owned(), role));
        self.positions.len() - 1
    }
}

fn families(trade: &Trade, style: Style, dice: &mut Dice) -> Vec<Family> {
    let size = *dice.weighted(&[(3, 2), (6, 3), (10, 4), (12, 5), (12, 6), (8, 8), (6, 10), (4, 14), (3, 20)]);
    let mut list = vec![place::family(size, &trade.places, style, dice)];
    // Few cells have places of one kind only.
    for chance in [62, 45, 30] {
        if !dice.chance(chance) {
            break;
        }
        let more = place::further(&trade.places, style, dice);
        let alike = list.iter().any(|known: &Family| {
            known.nouns.iter().any(|noun| more.nouns.iter().any(|other| noun.contains(other) || other.contains(noun)))
                || (more.kind == Kind::Number && matches!(known.kind, Kind::Number | Kind::Grid))
        });
        if !alike {
            list.push(more);
        }
    }
    let spots = if dice.chance(60) { dice.between(1, trade.spots.len().min(4)) } else { 0 };
    let places: Vec<Spoken> = dice
        .some(&trade.spots, spots)
        .into_iter()
        .map(|spot| Spoken {
            name: words::name(spot, style),
            full: vec![format!("the {spot}"), spot.to_owned(), format!("the {spot}")],
            label: String::new(),
            number: None,
        })
        .collect();
    if !places.is_empty() {
        list.push(Family { nouns: Vec::new(), places, kind: Kind::Name });
    }
    list
}

/// Safe approaches: for each of the first family, a few, or none.
fn safes(families: &[Family], plan: &mut Plan, dice: &mut Dice) -> Vec<(usize, Vec<String>)> {
    let word = *dice.pick(&SAFES);
    let mut out = Vec::new();
    let style = plan.style;
    let mut add = |phrase: String, said: Vec<String>, plan: &mut Plan| {
        out.push((plan.add(&words::name(&phrase, style), Role::SafeApproach), said));
    };
    match dice.below(4) {
        0 => {}
        1 if families[0].kind == Kind::Number && families[0].places.len() < 9 => {
            for spoken in &families[0].places {
                let phrase = format!("{word} {}", spoken.full.last().map_or(spoken.label.as_str(), String::as_str));
                add(phrase.clone(), vec![phrase.to_lowercase()], plan);
            }
        }
        2 => {
            for side in dice.some(&["left", "right", "north", "south", "mid", "entry", "exit"], 2) {
                add(format!("{word} {side}"), vec![format!("{} {side}", word.to_lowercase())], plan);
            }
        }
        _ => {
            for number in 1..=dice.between(1, 4) {
                add(format!("{word} {number}"), vec![format!("{} {number}", word.to_lowercase())], plan);
            }
        }
    }
    out
}

type Stands = Vec<(String, usize)>;

fn tools(
    trade: &Trade,
    plan: &mut Plan,
    others: &mut Vec<(usize, Vec<String>)>,
    dice: &mut Dice,
) -> (Vec<ToolWords>, Stands) {
    let count = dice.between(1, trade.tools.len());
    let tools = dice.some(&trade.tools, count);
    let word = *dice.pick(&STANDS);
    let mut stands = Vec::new();
    for tool in &tools {
        let phrase = if dice.chance(50) { format!("{word} {}", tool.name) } else { format!("{} {word}", tool.name) };
        let position = plan.add(&words::name(&phrase, plan.style), Role::ToolMount);
        others.push((position, vec![phrase.to_lowercase()]));
        stands.push((words::name(&format!("stand of {}", tool.name), plan.style), position));
    }
    (tools, stands)
}

fn jobs(trade: &Trade, trades: &[Trade], tools: &[ToolWords], dice: &mut Dice) -> Vec<JobWords> {
    let fits = |job: &&JobWords| job.tool.is_none_or(|needed| tools.iter().any(|tool| tool.name == needed));
    let mut jobs: Vec<JobWords> = trade.jobs.iter().filter(fits).cloned().collect();
    // Work from another trade, done with what is held: cells are seldom pure.
    if dice.chance(25) || jobs.is_empty() {
        let other = dice.pick(&dice_jobs(trades)).clone();
        if jobs.iter().all(|job| job.name != other.name && job.verbs[0].text != other.verbs[0].text) {
            jobs.push(JobWords { tool: None, ..other });
        }
    }
    dice.shuffle(&mut jobs);
    jobs.truncate(dice.between(1, 6));
    own_words(&mut jobs);
    // People speak English of German names as well.
    if dice.chance(12) {
        for job in &mut jobs {
            job.name = job.german.unwrap_or(job.name);
            job.description = "";
        }
    }
    jobs
}

/// Takes out the verbs and nouns that would mean two of the jobs: nobody could tell which is wanted.
fn own_words(jobs: &mut Vec<JobWords>) {
    let bare = |text: &str| crate::tables::tidy(&text.replace(['~', '@'], ""));
    let all: Vec<(Vec<String>, Vec<&str>)> =
        jobs.iter().map(|job| (job.verbs.iter().map(|verb| bare(verb.text)).collect(), job.nouns.clone())).collect();
    for (at, job) in jobs.iter_mut().enumerate() {
        let others = || all.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, words)| words);
        job.verbs.retain(|verb| !others().any(|(verbs, _)| verbs.contains(&bare(verb.text))));
        job.nouns.retain(|noun| !others().any(|(_, nouns)| nouns.contains(noun)));
    }
    jobs.retain(|job| !job.verbs.is_empty() && !job.nouns.is_empty());
}

fn dice_jobs(trades: &[Trade]) -> Vec<JobWords> {
    trades.iter().flat_map(|trade| trade.jobs.clone()).collect()
}

fn draft(
    plan: &Plan,
    tools: &[ToolWords],
    stands: &Stands,
    jobs: &[JobWords],
    style: Style,
    dice: &mut Dice,
) -> Option<Draft> {
    let mut draft = Draft::default();
    let told = dice.chance(60);
    for (name, role) in &plan.positions {
        draft.positions.push(Position { name: name.clone(), role: *role, description: String::new() });
    }
    draft.positions.sort_by(|a, b| a.name.cmp(&b.name));
    let id = |name: &str| draft.positions.iter().position(|p| p.name == name).map(|i| PositionId(i as u32));
    draft.stands = stands
        .iter()
        .map(|(name, at)| {
            Some(ToolStand { name: name.clone(), pose: String::new(), positions: vec![id(&plan.positions[*at].0)?] })
        })
        .collect::<Option<_>>()?;
    draft.stands.sort_by(|a, b| a.name.cmp(&b.name));
    let stand = |name: &str| draft.stands.iter().position(|s| s.name == name).map(|i| StandId(i as u32));
    draft.tools = tools
        .iter()
        .zip(stands)
        .map(|(tool, (stand_name, _))| {
            let description = if told { tool.description.to_owned() } else { String::new() };
            Some(Tool {
                name: words::name(tool.name, style),
                kind: String::new(),
                description,
                stand: stand(stand_name)?,
            })
        })
        .collect::<Option<_>>()?;
    draft.tools.sort_by(|a, b| a.name.cmp(&b.name));
    let tool = |name: &str| draft.tools.iter().position(|t| t.name == name).map(|i| ToolId(i as u32));
    for job in jobs {
        let required_tool = job.tool.and_then(|needed| tool(&words::name(needed, style)));
        let description = if told { job.description.to_owned() } else { String::new() };
        draft.routines.push(Routine { name: words::name(job.name, style), description, required_tool });
    }
    for name in [TOOL_ATTACH, TOOL_RELEASE] {
        draft.routines.push(Routine { name: name.to_owned(), description: String::new(), required_tool: None });
    }
    draft.routines.sort_by(|a, b| a.name.cmp(&b.name));
    let count = draft.positions.len() as u32;
    for place in 1..count {
        for (from, to) in [(0, place), (place, 0)] {
            draft.moves.push(Move { from: PositionId(from), to: PositionId(to), cost_s: None });
        }
    }
    draft.moves.sort_by_key(|m| (m.from.0, m.to.0));
    for (number, routine) in draft.routines.iter().enumerate() {
        let system = routine.name == TOOL_ATTACH || routine.name == TOOL_RELEASE;
        for (at, position) in draft.positions.iter().enumerate() {
            if !system && position.role == Role::Work {
                let (routine, position) = (RoutineId(number as u32), PositionId(at as u32));
                draft.supports.push(Support { routine, position, metadata: Metadata::default() });
            }
        }
    }
    let doubled = draft.positions.windows(2).any(|w| w[0].name.eq_ignore_ascii_case(&w[1].name))
        || draft.routines.windows(2).any(|w| w[0].name == w[1].name);
    (!doubled).then_some(draft)
}

fn load(draft: &Draft) -> Option<Snapshot> {
    let provenance = Provenance { generation: 1, ..Provenance::default() };
    Snapshot::from_bytes(&snapshot::build(draft, &provenance).bytes).ok()
}

/// What this cell cannot do and does not have: no word of it may be a word of what it can and has.
fn strange(
    trades: &[Trade],
    own: &Trade,
    jobs: &[(RoutineId, JobWords)],
    tools: &[(ToolId, ToolWords)],
) -> (Vec<JobWords>, Vec<&'static str>) {
    let first = |text: &'static str| text.split(' ').next().unwrap_or("");
    let words: Vec<&str> = jobs
        .iter()
        .flat_map(|(_, job)| {
            job.verbs.iter().map(|verb| first(verb.text)).chain(job.name.split(' ')).chain(job.nouns.iter().copied())
        })
        .collect();
    let other_jobs = trades.iter().filter(|trade| trade.name != own.name).flat_map(|trade| &trade.jobs);
    let jobs = other_jobs
        .filter(|job| !job.name.split(' ').any(|word| words.contains(&word)))
        .filter_map(|job| {
            let verbs: Vec<_> = job
                .verbs
                .iter()
                .filter(|verb| verb.tag.is_none() && !words.contains(&first(verb.text)))
                .copied()
                .collect();
            (!verbs.is_empty()).then(|| JobWords { verbs, ..job.clone() })
        })
        .collect();
    let had: Vec<&str> = tools
        .iter()
        .flat_map(|(_, tool)| tool.said.iter().flat_map(|said| said.split(' ')).chain(tool.name.split(' ')))
        .collect();
    let strange = trades
        .iter()
        .flat_map(|trade| &trade.tools)
        .map(|tool| tool.name)
        .filter(|name| !name.split(' ').any(|word| had.contains(&word)))
        .collect();
    (jobs, strange)
}
