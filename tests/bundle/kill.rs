//! `kill -9` at every system call that `bundle install` writes with: the generation before or the new one is in force, whole and on
//! record, and the next installation goes through.

use std::{
    fs,
    os::unix::process::ExitStatusExt,
    path::Path,
    process::{Command, Output},
};

use crate::{
    calls::WRITING,
    cell::{Cell, in_force},
    tracer::{MISSING, strace},
};

const SIGKILL: i32 = 9;
/// Far more than an installation makes of any call.
const CALLS_MAX: usize = 1000;

/// The installation under strace, which kills it on entering the `nth` such call.
fn killed(install: &Command, folder: &Path, call: &str, nth: usize) -> Output {
    let (trace, kill) = (format!("trace={call}"), format!("inject={call}:signal=SIGKILL:when={nth}"));
    strace(&["-o", "/dev/null", "-e", &trace, "-e", &kill])
        .arg(install.get_program())
        .args(install.get_args())
        .current_dir(folder)
        .output()
        .expect(MISSING)
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let (path, name) = {
            let entry = entry.unwrap();
            (entry.path(), entry.file_name())
        };
        if path.is_dir() {
            copy(&path, &to.join(name));
        } else {
            fs::copy(&path, to.join(name)).unwrap();
        }
    }
}

#[test]
fn a_kill_at_any_write_leaves_the_old_generation_or_the_new_one() {
    // The fourth takes the first away.
    let cell = Cell::with(&[1, 2, 3]);
    let (data, before) = (cell.data(), cell.path("before"));
    copy(&data, &before);
    let folder = data.parent().unwrap();
    let install = cell.install(4);
    let (mut old, mut new, mut cut_off) = (Vec::new(), Vec::new(), 0);
    for call in WRITING {
        for nth in 1.. {
            assert!(nth < CALLS_MAX, "the installation never comes through");
            fs::remove_dir_all(&data).unwrap();
            copy(&before, &data);
            let output = killed(&install, folder, call, nth);
            let what = format!("{call} {nth}");
            if output.status.code() == Some(0) {
                assert_eq!(in_force(&data, &what), 4, "an installation that nobody killed");
                assert_eq!(generations(&data), ["2", "3", "4"], "{what}");
                break;
            }
            assert_eq!(output.status.signal(), Some(SIGKILL), "{what}: {}", String::from_utf8_lossy(&output.stderr));
            match in_force(&data, &what) {
                3 => old.push(what.clone()),
                4 => new.push(what.clone()),
                other => panic!("{what}: generation {other}"),
            }
            // Where layout and bundle do not agree, nothing is run.
            let asked = cell.run(&["do", "where is the robot?", "--driver", "simulator"]);
            let said = String::from_utf8_lossy(&asked.stderr).into_owned();
            let is_refused = said.contains("an installation or a roll-back was cut off");
            assert!(asked.status.code() == Some(if is_refused { 2 } else { 0 }), "{what}: {said}");
            cut_off += usize::from(is_refused);
            // Whatever was left behind, the next one goes through.
            let again = cell.install(4).output().unwrap();
            assert!(again.status.success(), "{what}, then again: {}", String::from_utf8_lossy(&again.stderr));
            assert_eq!(in_force(&data, &format!("{what}, then again")), 4);
            assert_eq!(generations(&data), ["2", "3", "4"], "{what}, then again");
        }
    }
    assert!(cut_off > 0, "no kill fell between the record and the rename");
    let renames = ["?rename ", "?renameat ", "renameat2 "];
    for (list, which) in [(&old, "old"), (&new, "new")] {
        assert!(list.iter().any(|what| what.starts_with("fsync ")), "no kill at a sync left the {which} one: {list:?}");
    }
    assert!(old.iter().any(|what| renames.iter().any(|call| what.starts_with(call))), "{old:?}");
    assert!(old.iter().any(|what| what.starts_with("mkdir") || what.starts_with("?mkdir")), "{old:?}");
}

fn generations(data: &Path) -> Vec<String> {
    let entries = fs::read_dir(data.join("bundles/generations")).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}
