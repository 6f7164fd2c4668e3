//! A log of strace → what was done to the files of one folder, in order.
//!
//! In: the log of `strace -f -xx -s SIZE -e trace=CALLS` with [`CALLS`], and the folder. Out: [`Operation`]s. A call that
//! changes a file in a way that this does not know is a panic, never left out.
//!
//! All threads are taken to share one table of open files: no process may fork and go on writing.

use std::{
    collections::HashMap,
    ffi::OsString,
    os::unix::ffi::OsStringExt,
    path::{Path, PathBuf},
};

/// What strace is to trace.
pub(crate) const CALLS: &str = "?open,openat,?openat2,?creat,close,read,lseek,write,pwrite64,writev,pwritev,?pwritev2,ftruncate,\
    truncate,fallocate,copy_file_range,sendfile,splice,fsync,fdatasync,sync_file_range,?rename,?renameat,renameat2,?link,linkat,\
    ?symlink,symlinkat,?unlink,unlinkat,?mkdir,mkdirat,?rmdir,dup,?dup2,dup3,fcntl";

/// What was done. Paths are absolute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    Create(PathBuf),
    MakeFolder(PathBuf),
    Write {
        path: PathBuf,
        offset: u64,
        bytes: Vec<u8>,
    },
    Truncate {
        path: PathBuf,
        length: u64,
    },
    /// Of a file or a folder.
    Sync(PathBuf),
    Rename {
        from: PathBuf,
        to: PathBuf,
    },
    Unlink(PathBuf),
    /// What the process said on its standard output or standard error.
    Said(String),
}

struct Open {
    path: PathBuf,
    offset: u64,
    appends: bool,
}

struct Parser<'p> {
    folder: &'p Path,
    /// What relative paths start from.
    current: &'p Path,
    open: HashMap<i64, Open>,
    /// How long each file is, for appending; and so which files there are.
    lengths: HashMap<PathBuf, u64>,
    operations: Vec<Operation>,
}

/// Reads a log. `existing` are the files that the folder had before, with their lengths.
pub(crate) fn parse(log: &str, folder: &Path, current: &Path, existing: HashMap<PathBuf, u64>) -> Vec<Operation> {
    let mut parser = Parser { folder, current, open: HashMap::new(), lengths: existing, operations: Vec::new() };
    let mut unfinished: HashMap<&str, String> = HashMap::new();
    for line in log.lines() {
        let (process, rest) = line.split_once(' ').unwrap();
        let rest = rest.trim_start();
        if let Some(begun) = rest.strip_suffix(" <unfinished ...>") {
            unfinished.insert(process, begun.to_owned());
        } else if let Some(resumed) = rest.strip_prefix("<... ") {
            let end = resumed.split_once(" resumed>").unwrap().1;
            let begun = unfinished.remove(process).unwrap();
            parser.line(&format!("{begun}{end}"));
        } else if !rest.starts_with("+++") && !rest.starts_with("---") {
            parser.line(rest);
        }
    }
    parser.operations
}

impl Parser<'_> {
    fn line(&mut self, line: &str) {
        let Some((name, rest)) = line.split_once('(') else { panic!("no call: {line}") };
        let Some((arguments, result)) = rest.rsplit_once(" = ") else { return };
        let Some(result) = result.split(' ').next().and_then(|number| number.parse::<i64>().ok()) else { return };
        if result < 0 {
            return;
        }
        let arguments = arguments.trim_end().strip_suffix(')').unwrap();
        self.call(name, &arguments.split(", ").collect::<Vec<_>>(), result, line);
    }

    fn call(&mut self, name: &str, arguments: &[&str], result: i64, line: &str) {
        match name {
            "open" => self.opened(self.path(arguments[0]), arguments[1], result),
            "openat" => self.opened(self.path_at(arguments[0], arguments[1]), arguments[2], result),
            "creat" => self.opened(self.path(arguments[0]), "O_CREAT|O_TRUNC", result),
            "close" => drop(self.open.remove(&number(arguments[0]))),
            "read" => self.moved(arguments[0], |offset| offset + result as u64),
            "lseek" => self.moved(arguments[0], |_| result as u64),
            "write" => self.written(arguments[0], arguments[1], None, result as u64),
            "pwrite64" => {
                self.written(arguments[0], arguments[1], Some(number(arguments[3]) as u64), result as u64);
            }
            "ftruncate" => self.truncated(arguments[0], number(arguments[1]) as u64),
            "fsync" | "fdatasync" => {
                if let Some(open) = self.open.get(&number(arguments[0])) {
                    self.operations.push(Operation::Sync(open.path.clone()));
                }
            }
            "rename" => self.renamed(self.path(arguments[0]), self.path(arguments[1])),
            "renameat" | "renameat2" => {
                assert!(!line.contains("RENAME_EXCHANGE"), "{line}");
                self.renamed(self.path_at(arguments[0], arguments[1]), self.path_at(arguments[2], arguments[3]));
            }
            "unlink" => self.unlinked(self.path(arguments[0])),
            "unlinkat" => self.unlinked(self.path_at(arguments[0], arguments[1])),
            "mkdir" => self.folder_made(self.path(arguments[0])),
            "mkdirat" => self.folder_made(self.path_at(arguments[0], arguments[1])),
            "fcntl" if !arguments[1].starts_with("F_DUPFD") => {}
            _ => {
                // Some other change: of no matter, unless it is to a file here.
                let touched = arguments.iter().any(|argument| {
                    let is_open = argument.parse().is_ok_and(|handle: i64| self.open.contains_key(&handle));
                    is_open || (argument.starts_with('"') && self.is_inside(&self.path(argument)))
                });
                assert!(!touched, "a call that the trace does not know: {line}");
            }
        }
    }

    fn opened(&mut self, path: PathBuf, flags: &str, handle: i64) {
        self.open.remove(&handle);
        if !self.is_inside(&path) {
            return;
        }
        let is_folder = flags.contains("O_DIRECTORY") || path.is_dir();
        if flags.contains("O_CREAT") && !is_folder && !self.lengths.contains_key(&path) {
            self.lengths.insert(path.clone(), 0);
            self.operations.push(Operation::Create(path.clone()));
        } else if flags.contains("O_TRUNC") {
            self.lengths.insert(path.clone(), 0);
            self.operations.push(Operation::Truncate { path: path.clone(), length: 0 });
        }
        self.open.insert(handle, Open { path, offset: 0, appends: flags.contains("O_APPEND") });
    }

    fn moved(&mut self, handle: &str, to: impl Fn(u64) -> u64) {
        if let Some(open) = self.open.get_mut(&number(handle)) {
            open.offset = to(open.offset);
        }
    }

    fn written(&mut self, handle: &str, text: &str, at: Option<u64>, length: u64) {
        let handle = number(handle);
        let Some(open) = self.open.get_mut(&handle) else {
            if handle == 1 || handle == 2 {
                self.operations.push(Operation::Said(String::from_utf8_lossy(&bytes(text)).into_owned()));
            }
            return;
        };
        let mut bytes = bytes(text);
        assert!(bytes.len() as u64 >= length, "strace cut the bytes short: give it a larger -s");
        bytes.truncate(length as usize);
        let known = self.lengths.entry(open.path.clone()).or_default();
        let offset = at.unwrap_or(if open.appends { *known } else { open.offset });
        *known = (*known).max(offset + length);
        if at.is_none() {
            open.offset = offset + length;
        }
        self.operations.push(Operation::Write { path: open.path.clone(), offset, bytes });
    }

    fn truncated(&mut self, handle: &str, length: u64) {
        if let Some(open) = self.open.get(&number(handle)) {
            self.lengths.insert(open.path.clone(), length);
            self.operations.push(Operation::Truncate { path: open.path.clone(), length });
        }
    }

    fn renamed(&mut self, from: PathBuf, to: PathBuf) {
        assert_eq!(self.is_inside(&from), self.is_inside(&to), "{} → {}", from.display(), to.display());
        if self.is_inside(&from) {
            let length = self.lengths.remove(&from).unwrap();
            self.lengths.insert(to.clone(), length);
            for open in self.open.values_mut().filter(|open| open.path == from) {
                open.path.clone_from(&to);
            }
            self.operations.push(Operation::Rename { from, to });
        }
    }

    fn unlinked(&mut self, path: PathBuf) {
        if self.is_inside(&path) {
            self.lengths.remove(&path);
            self.operations.push(Operation::Unlink(path));
        }
    }

    fn folder_made(&mut self, path: PathBuf) {
        if self.is_inside(&path) {
            self.operations.push(Operation::MakeFolder(path));
        }
    }

    fn is_inside(&self, path: &Path) -> bool {
        path.starts_with(self.folder)
    }

    fn path(&self, text: &str) -> PathBuf {
        self.current.join(OsString::from_vec(bytes(text)))
    }

    fn path_at(&self, folder: &str, text: &str) -> PathBuf {
        let path = PathBuf::from(OsString::from_vec(bytes(text)));
        if folder == "AT_FDCWD" || path.is_absolute() {
            return self.current.join(path);
        }
        // Below a folder that is not followed, nothing of it is inside.
        self.open
            .get(&number(folder))
            .map_or_else(|| PathBuf::from("/unknown").join(&path), |open| open.path.join(&path))
    }
}

fn number(text: &str) -> i64 {
    text.parse().unwrap_or_else(|_| panic!("no number: {text}"))
}

/// The bytes of strace's `"\x2f\x74"`.
fn bytes(text: &str) -> Vec<u8> {
    let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let inner = inner.unwrap_or_else(|| panic!("not a whole text: {}", &text[..text.len().min(40)]));
    inner.split("\\x").skip(1).map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect()
}

#[test]
fn a_log_is_read() {
    let hex = |text: &str| text.bytes().map(|byte| format!("\\x{byte:02x}")).collect::<String>();
    let log = format!(
        "7  openat(AT_FDCWD, \"{}\", O_RDWR|O_CREAT|O_CLOEXEC, 0644) = 3\n\
         7  lseek(3, 10, SEEK_SET) = 10\n\
         8  write(3, \"{}\", 2 <unfinished ...>\n\
         7  write(1, \"{}\", 4) = 4\n\
         8  <... write resumed>) = 2\n\
         7  pwrite64(3, \"{}\", 1, 0) = 1\n\
         7  fsync(3) = 0\n\
         7  openat(AT_FDCWD, \"{}\", O_RDONLY) = -1 ENOENT (No such file or directory)\n\
         7  rename(\"{}\", \"{}\") = 0\n\
         7  +++ exited with 0 +++\n",
        hex("/f/a"),
        hex("xy"),
        hex("mark"),
        hex("z"),
        hex("/f/none"),
        hex("/f/a"),
        hex("/f/b"),
    );
    let path = PathBuf::from("/f/a");
    assert_eq!(
        parse(&log, Path::new("/f"), Path::new("/"), HashMap::new()),
        [
            Operation::Create(path.clone()),
            Operation::Said("mark".into()),
            Operation::Write { path: path.clone(), offset: 10, bytes: b"xy".to_vec() },
            Operation::Write { path: path.clone(), offset: 0, bytes: b"z".to_vec() },
            Operation::Sync(path.clone()),
            Operation::Rename { from: path, to: "/f/b".into() },
        ]
    );
}
