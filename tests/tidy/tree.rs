//! The source as the compiler sees it: files, the modules in them, and what each path in them names.
//!
//! In: paths of files below `src/` with their texts. Out: for each file every path that it names, resolved through
//! braces, renames, `self::`, `super::` and what parents import or re-export. Never: types of expressions, so a method
//! that is called on a value is not seen; nor what a macro of another crate expands to.

use std::{collections::BTreeMap, fs, path::Path, str::FromStr};

use proc_macro2::{TokenStream, TokenTree};
use syn::{ItemMod, UseTree, visit::Visit};

/// The segments of a path, without generics. What is in this crate begins with `crate`.
pub(crate) type Segments = Vec<String>;

/// Renames that follow each other; more is a circle of renames.
const RENAMES_MAX: usize = 16;

/// One module: of a file, or in braces.
#[derive(Debug, Default)]
struct Scope {
    file: usize,
    children: Vec<String>,
    /// What `use` gives a name in the module: re-exports among them.
    names: BTreeMap<String, Segments>,
    /// Paths as written, those in functions and macros included.
    written: Vec<Segments>,
    /// Names that a `use` inside a function gives.
    local_names: BTreeMap<String, Segments>,
}

/// One source file.
#[derive(Debug)]
pub(crate) struct File {
    /// `src/a/b.rs`.
    pub(crate) path: String,
    /// `["crate", "a", "b"]`.
    pub(crate) module: Segments,
    /// Whether it has the word `unsafe`, or an attribute about it, outside of comments and strings.
    pub(crate) has_unsafe: bool,
    /// The types that it defines, in its inline modules too.
    pub(crate) types: Vec<String>,
}

/// A crate's files and modules.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    pub(crate) files: Vec<File>,
    /// The crate's own modules in the order of `lib.rs`.
    pub(crate) order: Vec<String>,
    scopes: BTreeMap<Segments, Scope>,
}

impl Tree {
    /// This crate as it is.
    pub(crate) fn of_this_crate() -> Self {
        fn collect(folder: &Path, out: &mut Vec<(String, String)>) {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    collect(&path, out);
                } else if path.extension().is_some_and(|e| e == "rs") {
                    out.push((path.display().to_string(), fs::read_to_string(path).unwrap()));
                }
            }
        }
        let mut files = Vec::new();
        collect(Path::new("src"), &mut files);
        files.retain(|(path, _)| path != "src/main.rs");
        files.sort_unstable();
        Self::of(files.iter().map(|(path, text)| (path.as_str(), text.as_str())))
    }

    /// A crate of texts.
    pub(crate) fn of<'t>(texts: impl IntoIterator<Item = (&'t str, &'t str)>) -> Self {
        let mut tree = Self::default();
        for (path, text) in texts {
            let parsed = syn::parse_file(text).unwrap_or_else(|error| panic!("{path}: {error}"));
            let inner = path.strip_prefix("src/").unwrap().strip_suffix(".rs").unwrap();
            let below = inner.split('/').filter(|_| inner != "lib").map(str::to_owned);
            let module: Segments = std::iter::once("crate".to_owned()).chain(below).collect();
            let mut reader = FileReader { tree: &mut tree, module: module.clone(), depth: 0 };
            reader.enter();
            reader.visit_file(&parsed);
            let has_unsafe = names_unsafe(TokenStream::from_str(text).unwrap());
            let mut types = Types::default();
            types.visit_file(&parsed);
            tree.files.push(File { path: path.to_owned(), module, has_unsafe, types: types.0 });
        }
        tree.order = tree.scopes.get(&vec!["crate".to_owned()]).map(|lib| lib.children.clone()).unwrap_or_default();
        tree
    }

    /// Every path that a file names, resolved; each once.
    pub(crate) fn uses(&self, file: usize) -> Vec<Segments> {
        let scopes = self.scopes.iter().filter(|(_, scope)| scope.file == file);
        let mut found: Vec<Segments> = scopes
            .flat_map(|(module, scope)| scope.written.iter().map(|path| self.resolve(module, path, true, 0)))
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The file that a resolved path leads into; none where it leads out of the crate.
    pub(crate) fn file_of(&self, path: &[String]) -> Option<usize> {
        let longest = (1..=path.len()).rev().find_map(|length| self.scopes.get(&path[..length]));
        longest.filter(|_| path[0] == "crate").map(|scope| scope.file)
    }

    /// What a path, written in a module, names: from `crate` on, or from another crate's name on.
    fn resolve(&self, module: &[String], path: &[String], from_inside: bool, renames: usize) -> Segments {
        let Some(first) = path.first() else { return module.to_vec() };
        let rest = &path[1..];
        let go_on = |module: &[String]| self.resolve_in(module, rest, renames);
        match first.as_str() {
            "crate" => return go_on(&module[..1]),
            "self" => return go_on(module),
            "super" => {
                let parent = &module[..module.len() - 1];
                return match rest.first().map(String::as_str) {
                    Some("super") => self.resolve(parent, rest, from_inside, renames),
                    _ => go_on(parent),
                };
            }
            _ => {}
        }
        let Some(scope) = self.scopes.get(module) else { return path.to_vec() };
        if scope.children.contains(first) {
            return go_on(&[module, std::slice::from_ref(first)].concat());
        }
        let local = scope.local_names.get(first).filter(|_| from_inside);
        match scope.names.get(first).or(local) {
            Some(target) if target.first() != Some(first) && renames < RENAMES_MAX => {
                self.resolve(module, &[target, rest].concat(), from_inside, renames + 1)
            }
            Some(target) => [target, rest].concat(),
            None => path.to_vec(),
        }
    }

    /// What a path names that goes on from a module of this crate.
    fn resolve_in(&self, module: &[String], path: &[String], renames: usize) -> Segments {
        let Some(first) = path.first() else { return module.to_vec() };
        let known = self.scopes.get(module);
        let is_known = known.is_some_and(|scope| scope.children.contains(first) || scope.names.contains_key(first));
        if is_known && renames < RENAMES_MAX {
            return self.resolve(module, path, false, renames + 1);
        }
        [module, path].concat()
    }
}

/// Puts what a file says into the tree.
struct FileReader<'t> {
    tree: &'t mut Tree,
    module: Segments,
    /// Functions, and other items with a body, around the place that is read.
    depth: usize,
}

impl FileReader<'_> {
    fn enter(&mut self) {
        let scope = Scope { file: self.tree.files.len(), ..Scope::default() };
        self.tree.scopes.insert(self.module.clone(), scope);
    }

    fn scope(&mut self) -> &mut Scope {
        self.tree.scopes.get_mut(&self.module).unwrap()
    }

    fn written(&mut self, path: Segments) {
        self.scope().written.push(path);
    }

    fn name(&mut self, name: String, path: Segments) {
        let is_local = self.depth > 0;
        let scope = self.scope();
        if is_local { &mut scope.local_names } else { &mut scope.names }.insert(name, path);
    }

    fn use_tree(&mut self, before: &[String], tree: &UseTree) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        match tree {
            UseTree::Path(path) => self.use_tree(&with(&path.ident), &path.tree),
            UseTree::Group(group) => group.items.iter().for_each(|item| self.use_tree(before, item)),
            UseTree::Glob(_) => self.written([before, &["*".to_owned()]].concat()),
            UseTree::Name(name) if name.ident == "self" => {
                self.written(before.to_vec());
                self.name(before.last().unwrap().clone(), before.to_vec());
            }
            UseTree::Name(name) => {
                self.written(with(&name.ident));
                self.name(name.ident.to_string(), with(&name.ident));
            }
            UseTree::Rename(rename) => {
                let path = if rename.ident == "self" { before.to_vec() } else { with(&rename.ident) };
                self.written(path.clone());
                self.name(rename.rename.to_string(), path);
            }
        }
    }

    /// Whatever looks like a path among a macro's tokens.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path = Segments::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    if colons != 2 {
                        self.flush(&mut path);
                    }
                    path.push(ident.to_string());
                    colons = 0;
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                TokenTree::Group(group) => {
                    self.flush(&mut path);
                    colons = 0;
                    self.tokens(group.stream());
                }
                _ => {
                    self.flush(&mut path);
                    colons = 0;
                }
            }
        }
        self.flush(&mut path);
    }

    fn flush(&mut self, path: &mut Segments) {
        if path.len() > 1 {
            self.written(std::mem::take(path));
        }
        path.clear();
    }

    fn inside(&mut self, visit: impl FnOnce(&mut Self)) {
        self.depth += 1;
        visit(self);
        self.depth -= 1;
    }
}

impl<'s> Visit<'s> for FileReader<'_> {
    fn visit_item_mod(&mut self, item: &'s ItemMod) {
        let name = item.ident.to_string();
        self.scope().children.push(name.clone());
        assert!(!item.attrs.iter().any(|attr| attr.path().is_ident("path")), "mod {name} names a file by #[path]");
        if item.content.is_some() {
            self.module.push(name);
            self.enter();
            syn::visit::visit_item_mod(self, item);
            self.module.pop();
        }
    }

    fn visit_item_use(&mut self, item: &'s syn::ItemUse) {
        self.use_tree(&[], &item.tree);
    }

    fn visit_item_extern_crate(&mut self, item: &'s syn::ItemExternCrate) {
        let path = vec![item.ident.to_string()];
        self.written(path.clone());
        if let Some((_, rename)) = &item.rename {
            self.name(rename.to_string(), path);
        }
    }

    fn visit_path(&mut self, path: &'s syn::Path) {
        self.written(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        syn::visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, mac: &'s syn::Macro) {
        self.visit_path(&mac.path);
        self.tokens(mac.tokens.clone());
    }

    fn visit_item_fn(&mut self, item: &'s syn::ItemFn) {
        self.inside(|reader| syn::visit::visit_item_fn(reader, item));
    }

    fn visit_item_impl(&mut self, item: &'s syn::ItemImpl) {
        self.inside(|reader| syn::visit::visit_item_impl(reader, item));
    }

    fn visit_item_trait(&mut self, item: &'s syn::ItemTrait) {
        self.inside(|reader| syn::visit::visit_item_trait(reader, item));
    }
}

fn names_unsafe(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == "unsafe" || ident == "unsafe_code",
        TokenTree::Group(group) => names_unsafe(group.stream()),
        _ => false,
    })
}

/// Gathers the names of the types that are defined.
#[derive(Default)]
struct Types(Vec<String>);

impl<'a> Visit<'a> for Types {
    fn visit_item(&mut self, item: &'a syn::Item) {
        match item {
            syn::Item::Struct(item) => self.0.push(item.ident.to_string()),
            syn::Item::Enum(item) => self.0.push(item.ident.to_string()),
            syn::Item::Trait(item) => self.0.push(item.ident.to_string()),
            syn::Item::Type(item) => self.0.push(item.ident.to_string()),
            syn::Item::Union(item) => self.0.push(item.ident.to_string()),
            _ => {}
        }
        syn::visit::visit_item(self, item);
    }
}
