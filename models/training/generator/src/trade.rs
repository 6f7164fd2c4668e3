//! `phrases/trades/` and `phrases/verbs.txt`: what cells are for, and how people speak of the work there.

/// One trade.
pub struct Trade {
    pub name: &'static str,
    /// Nouns that work positions are called by.
    pub places: Vec<&'static str>,
    /// Places with a name of their own.
    pub spots: Vec<&'static str>,
    pub tools: Vec<ToolWords>,
    pub jobs: Vec<JobWords>,
}

/// A tool as people know it.
#[derive(Clone, Debug)]
pub struct ToolWords {
    pub name: &'static str,
    pub said: Vec<&'static str>,
    pub description: &'static str,
}

/// A routine as people know it.
#[derive(Clone, Debug)]
pub struct JobWords {
    pub name: &'static str,
    pub tool: Option<&'static str>,
    pub description: &'static str,
    /// Its name where names are German.
    pub german: Option<&'static str>,
    /// Commands with `~` or `@` for the place.
    pub verbs: Vec<Verb>,
    pub nouns: Vec<&'static str>,
    /// German, Spanish, French; may be empty.
    pub foreign: Vec<&'static str>,
}

/// One way to tell somebody to do it.
#[derive(Clone, Copy, Debug)]
pub struct Verb {
    pub text: &'static str,
    pub tag: Option<&'static str>,
}

const TRADES: [&str; 9] = [
    include_str!("../phrases/trades/general.txt"),
    include_str!("../phrases/trades/food.txt"),
    include_str!("../phrases/trades/fine.txt"),
    include_str!("../phrases/trades/vehicles.txt"),
    include_str!("../phrases/trades/building.txt"),
    include_str!("../phrases/trades/soft.txt"),
    include_str!("../phrases/trades/electronics.txt"),
    include_str!("../phrases/trades/moving.txt"),
    include_str!("../phrases/trades/heavy.txt"),
];

/// All trades, in the order of the files.
pub fn all() -> Vec<Trade> {
    let mut trades: Vec<Trade> = Vec::new();
    for line in TRADES.iter().flat_map(|file| file.lines()) {
        let Some((key, value)) = line.split_once(": ").filter(|_| !line.starts_with('#')) else { continue };
        if key == "trade" {
            let none = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
            trades.push(Trade { name: value, places: none.0, spots: none.1, tools: none.2, jobs: none.3 });
        }
        let Some(trade) = trades.last_mut() else { continue };
        match key {
            "place" => trade.places = list(value, ','),
            "spot" => trade.spots = list(value, ','),
            "tool" => trade.tools.push(tool(value)),
            "job" => trade.jobs.push(job(value)),
            _ => {}
        }
    }
    for line in include_str!("../phrases/verbs.txt").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&'static str> = line.split('|').map(str::trim).collect();
        let [key, german, more] = fields[..] else { continue };
        let (of, name) = key.split_once(" / ").unwrap_or((key, ""));
        let job = trades.iter_mut().filter(|trade| trade.name == of).flat_map(|trade| &mut trade.jobs);
        let job = job.into_iter().find(|job| job.name == name).unwrap_or_else(|| panic!("no job {key}"));
        job.german = Some(german);
        job.verbs.extend(verbs(more));
    }
    trades
}

fn verbs(text: &'static str) -> Vec<Verb> {
    let verb = |text: &'static str| match text.as_bytes()[0] {
        b'+' => Verb { text: &text[1..], tag: Some("synonym") },
        b'!' => Verb { text: &text[1..], tag: Some("slang") },
        _ => Verb { text, tag: None },
    };
    list(text, ';').into_iter().map(verb).collect()
}

fn list(text: &'static str, separator: char) -> Vec<&'static str> {
    text.split(separator).map(str::trim).filter(|part| !part.is_empty()).collect()
}

fn tool(value: &'static str) -> ToolWords {
    let fields: Vec<&str> = value.split('|').map(str::trim).collect();
    ToolWords { name: fields[0], said: list(fields[1], ','), description: fields.get(2).copied().unwrap_or("") }
}

fn job(value: &'static str) -> JobWords {
    let fields: Vec<&str> = value.split('|').map(str::trim).collect();
    JobWords {
        name: fields[0],
        tool: Some(fields[1]).filter(|&tool| tool != "-"),
        description: fields[2],
        german: None,
        verbs: verbs(fields[3]),
        nouns: list(fields[4], ','),
        foreign: fields.get(5).map(|text| list(text, ';')).unwrap_or_default(),
    }
}
