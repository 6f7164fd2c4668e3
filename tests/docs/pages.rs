//! The pages: what links, anchors and console blocks they have.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
};

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// Pages outside `docs/src`.
const OTHERS: [&str; 3] = ["README.md", "CONTRIBUTING.md", "SECURITY.md"];

/// One page.
pub(crate) struct Page {
    /// Its path in the repository.
    pub(crate) name: String,
    pub(crate) text: String,
    /// Where its links lead, as they are written.
    pub(crate) links: Vec<String>,
    /// The ids of its headings, as mdBook makes them.
    anchors: Vec<String>,
    /// What stands behind `console` on its blocks, where anything does.
    pub(crate) marks: Vec<String>,
}

/// The repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file below a folder.
pub(crate) fn below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(below(&path));
        } else {
            files.push(path);
        }
    }
    files.sort();
    files
}

impl Page {
    /// All of them.
    pub(crate) fn all() -> Vec<Self> {
        let book =
            below(&root().join("docs/src")).into_iter().filter(|path| path.extension().is_some_and(|e| e == "md"));
        book.chain(OTHERS.iter().map(|name| root().join(name))).map(|path| Self::read(&path)).collect()
    }

    fn read(path: &Path) -> Self {
        let text = fs::read_to_string(path).unwrap();
        let name = path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned();
        let mut page = Self { name, links: Vec::new(), anchors: Vec::new(), marks: Vec::new(), text: String::new() };
        page.look_through(&text);
        page.text = text;
        page
    }

    fn is_of_book(&self) -> bool {
        self.name.starts_with("docs/src/")
    }

    fn look_through(&mut self, text: &str) {
        let mut heading: Option<String> = None;
        let mut seen: HashMap<String, usize> = HashMap::new();
        for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
            match event {
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    self.links.push(dest_url.into_string());
                }
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                    if let Some(mark) = info.strip_prefix("console").map(str::trim).filter(|mark| !mark.is_empty()) {
                        self.marks.push(mark.to_owned());
                    }
                }
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => {
                    let id = id(&heading.take().unwrap_or_default());
                    let count = seen.entry(id.clone()).and_modify(|count| *count += 1).or_default();
                    self.anchors.push(if *count == 0 { id } else { format!("{id}-{count}") });
                }
                Event::Text(text) | Event::Code(text) => {
                    if let Some(heading) = &mut heading {
                        heading.push_str(&text);
                    }
                }
                _ => {}
            }
        }
    }

    /// Whether a link of this page leads somewhere. Links to other sites are not looked at: a test needs no network.
    pub(crate) fn follow(&self, link: &str, pages: &[Self]) -> Result<(), String> {
        if link.starts_with("https://") || link.starts_with("http://") {
            return Ok(());
        }
        let (path, anchor) = link.split_once('#').map_or((link, None), |(path, anchor)| (path, Some(anchor)));
        let own = root().join(&self.name);
        let target = if path.is_empty() { own } else { own.parent().unwrap().join(path) };
        let target = target.canonicalize().map_err(|_| "no such file".to_owned())?;
        let is_page = target.extension().is_some_and(|ending| ending == "md");
        if is_page && self.is_of_book() && !target.starts_with(root().canonicalize().unwrap().join("docs/src")) {
            return Err("mdBook takes every page for one of its own: name this one as a path".to_owned());
        }
        let Some(anchor) = anchor else { return Ok(()) };
        let target =
            target.strip_prefix(root().canonicalize().unwrap()).map_err(|_| "outside the repository".to_owned())?;
        let page = pages.iter().find(|page| Path::new(&page.name) == target).ok_or("an anchor in what is no page")?;
        if page.anchors.iter().any(|found| found == anchor) {
            Ok(())
        } else {
            Err(format!("no such heading; there are {}", page.anchors.join(", ")))
        }
    }
}

/// The id of a heading: lower case, blanks as hyphens, nothing but letters, digits, hyphens and underscores.
fn id(heading: &str) -> String {
    let keep = |c: char| match c {
        c if c.is_alphanumeric() || c == '_' || c == '-' => Some(c.to_ascii_lowercase()),
        c if c.is_whitespace() => Some('-'),
        _ => None,
    };
    heading.trim().chars().filter_map(keep).collect()
}
