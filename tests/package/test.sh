#!/bin/sh
# The package as a cell's PC gets it: a bare Debian without network installs it, runs `make demo`'s main job from what is installed,
# is upgraded with its data, and loses the package, but not the data. Run as root, by `make test-package`.
set -eu
cd "$(dirname "$0")/../.."
out=$(pwd)/target/package
root=$out/root
say() { printf '\n== %s\n' "$*"; }
fail() { echo "error: $*" >&2; exit 1; }
[ "$(id -u)" -eq 0 ] || exec sudo --preserve-env=PATH "$0" "$@"

say "Checksums, and the licences of all that is in it"
(cd "$out" && sha256sum --check SHA256SUMS)
licences=$out/tree/share/doc/cellgraph/licences.txt
for package in rusqlite llama-cpp-sys-2 rustls; do grep -q "^  $package " "$licences" || fail "$licences does not name $package"; done
for holder in "The ggml authors" "Mozilla Foundation" "Jeffrey Quesnelle"; do grep -q "$holder" "$licences" || fail "$licences lacks what $holder ask for in llama.cpp"; done
! grep -q "^  neo4rs " "$licences" || fail "the package has Neo4j's network code"

say "The unit, as systemd reads it"
systemd-analyze verify --man=no "$out/tree/lib/systemd/system/cellgraph.service" 2>&1 | grep -v "cellgraph is not executable: No such file" | tee "$out/unit.txt"
[ ! -s "$out/unit.txt" ] || fail "systemd has something to say about the unit"
# 0 is the best and 100 the worst, in tenths of the figure that it prints.
systemd-analyze security --offline=true --no-pager --threshold=20 "$out/tree/lib/systemd/system/cellgraph.service" | tail -n 1

say "A bare Debian"
# The packages that it is made of are kept for the next time; without network that archive is used as it is.
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
[ -s "$out/root.tar" ] || { mmdebstrap --quiet --variant=minbase --include=python3 "$suite" "$out/root.new.tar" && mv "$out/root.new.tar" "$out/root.tar"; }
rm -rf "$root" && mkdir -p "$root" && tar --extract --directory "$root" --file "$out/root.tar" --exclude=./dev/*
mkdir -p "$root/cell/models"
cp -r tests/demo.sh tests/demo examples graph-snapshots "$root/cell/" && mkdir "$root/cell/tests" && mv "$root/cell/demo.sh" "$root/cell/demo" "$root/cell/tests/"
ln -s /usr/share/cellgraph/SmolLM2-135M-Instruct.Q4_1.gguf /usr/share/cellgraph/cellgraph-adapter.gguf "$root/cell/models/"
# A later package with an older layout of its data: the newest fixture of tests/store.
older=$(ls -d tests/store/version-* | sort -V | tail -n 1)
cp -r "$older" "$root/cell/older"
cp "$out"/*.deb "$root/cell/now.deb"

# In it, without network, with a /proc, /dev/null and what else a program asks for.
inside() {
    unshare --mount --net --pid --fork sh -c '
        mount --make-rprivate / && mount -t proc proc "$0/proc" && mount -t tmpfs none "$0/dev" && mkdir "$0/dev/shm"
        for device in null zero full random urandom; do touch "$0/dev/$device" && mount --bind "/dev/$device" "$0/dev/$device"; done
        exec chroot "$0" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 HOME=/root USER=root DEBIAN_FRONTEND=noninteractive sh -eu -c "$1"' "$root" "$1"
}

say "Install"
inside 'dpkg --install /cell/now.deb && dpkg --verify cellgraph && cellgraph --version && stat -c "%a %U %G %n" /var/lib/cellgraph'

say "What was made for the shell and for man is there"
inside 'bash -n /usr/share/bash-completion/completions/cellgraph
    for command in "" $(cellgraph manual --list | tr " " -); do page=/usr/share/man/man1/cellgraph${command:+-$command}.1.gz; zcat "$page" | grep -q "^.TH cellgraph" || { echo "no page $page"; exit 1; }; done'

say "make demo's main job, from what is installed"
inside 'cd /cell && sh tests/demo.sh /usr/bin/cellgraph /cell/demo'

say "A cell of its own: a snapshot, an operator, a run, by the service's user"
inside 'install -d -o cellgraph /srv/cellgraph && mkdir -p /etc/cellgraph
    cellgraph snapshot build --from /cell/graph-snapshots/demo-cell.apoc.jsonl -o /etc/cellgraph/cell.cellgraph
    by="setpriv --reuid=cellgraph --regid=cellgraph --clear-groups --no-new-privs"
    echo 482913 > /tmp/pin && chmod 644 /tmp/pin
    # Root would leave files that the service cannot write. A folder that has some is found.
    if cellgraph operator add Eve --role engineer --pin-file /tmp/pin --operator Eve --data /var/lib/cellgraph; then exit 1; fi
    [ -z "$(ls -A /var/lib/cellgraph)" ]
    touch /var/lib/cellgraph/store.lock
    $by cellgraph doctor --data /var/lib/cellgraph --model none --json | grep -q "another user than the folder.s owns store.lock"
    rm /var/lib/cellgraph/store.lock
    $by cellgraph operator add Ada --role engineer --pin-file /tmp/pin --operator Eve --data /var/lib/cellgraph
    $by cellgraph state correct --snapshot /etc/cellgraph/cell.cellgraph --data /var/lib/cellgraph --position Home --tool none --operator Ada --reason "first start, I looked"
    $by cellgraph do "go to position 1" --snapshot /etc/cellgraph/cell.cellgraph --data /var/lib/cellgraph --driver simulator --operator Ada --yes
    sed -i "s/8787/8788/" /etc/default/cellgraph'

say "A controller of another account reads what the service writes, whose mask is narrow"
inside 'install -d -o cellgraph -g cellgraph -m 1777 /srv/cellgraph/robot
    (cd /tmp && exec setpriv --reuid=nobody --regid=nogroup --clear-groups python3 /cell/examples/controller/controller.py /srv/cellgraph/robot --step-seconds 0.1) & controller=$!
    umask "$(sed -n "s/^UMask=//p" /usr/lib/systemd/system/cellgraph.service)"
    by="setpriv --reuid=cellgraph --regid=cellgraph --clear-groups --no-new-privs"
    cell="--snapshot /etc/cellgraph/cell.cellgraph --data /var/lib/cellgraph --operator Ada"
    $by cellgraph state correct $cell --position Home --tool none --reason "I looked"
    run="$by cellgraph do \"go to safe position 1\" $cell --driver files --robot /srv/cellgraph/robot"
    digest=$(eval "$run --json" 2>/dev/null | grep -o "\"digest\":\"[0-9a-f]*\"" | cut -d "\"" -f 4)
    eval "$run --approve $digest" < /dev/null
    kill "$controller"; rm -r /srv/cellgraph/robot'

say "doctor, in a root without disks of its own"
inside 'cellgraph doctor --snapshot /etc/cellgraph/cell.cellgraph --data /var/lib/cellgraph --model none || [ $? -eq 1 ]'

say "Upgrade: the data and the changed options stay, what was run is still proved, an older data folder is taken over"
# The later package has other options than this one, and they were changed here: nobody's are lost, and who upgrades is asked. Packed without
# compression: the model takes long.
later=$out/later
rm -rf "$later" && dpkg-deb --raw-extract "$root/cell/now.deb" "$later"
echo '# A default of a later package.' >> "$later/etc/default/cellgraph"
sed -i 's/^Version: .*/&.1/' "$later/DEBIAN/control"
dpkg-deb --root-owner-group -Znone --build "$later" "$root/cell/later.deb" && rm -rf "$later"
inside 'cellgraph history list --data /var/lib/cellgraph --json > /cell/before
    # Without anybody to answer: the options stay, and the upgrade says that it is not done.
    if dpkg --install /cell/later.deb < /dev/null; then echo "the changed options were not asked about"; exit 1; fi
    grep -q 8788 /etc/default/cellgraph
    dpkg --force-confold --configure cellgraph
    grep -q "later package" /etc/default/cellgraph.dpkg-dist
    if grep -q "later package" /etc/default/cellgraph; then echo "the changed options are lost"; exit 1; fi
    cellgraph history list --data /var/lib/cellgraph --json > /cell/after
    cmp /cell/before /cell/after
    cellgraph history check --data /var/lib/cellgraph
    grep -q 8788 /etc/default/cellgraph
    cellgraph history list --data /cell/older && cellgraph history check --data /cell/older'

say "Remove, and purge: the program is gone, the data are there"
inside 'dpkg --remove cellgraph
    [ ! -e /usr/bin/cellgraph ]
    grep -q 8788 /etc/default/cellgraph
    dpkg --purge cellgraph
    [ ! -e /etc/default/cellgraph ]
    [ ! -e /etc/default/cellgraph.dpkg-dist ]
    [ ! -e /usr/share/cellgraph ]
    ls /var/lib/cellgraph/history.db /var/lib/cellgraph/robot_state.db'

say "Installed where a user of that name has no group of that name"
inside 'userdel cellgraph && useradd --no-create-home --gid users cellgraph && rm -r /var/lib/cellgraph
    dpkg --install /cell/now.deb
    [ "$(stat -c "%a %U %G" /var/lib/cellgraph)" = "700 cellgraph cellgraph" ]
    dpkg --purge cellgraph'

say "The tarball, unpacked anywhere, finds its own model"
tar --list --gzip --file "$(ls "$out"/*.tar.gz)" | grep -q "/etc/default/cellgraph$" || fail "the tarball has not all files of the package"
! tar --list --verbose --gzip --file "$(ls "$out"/*.tar.gz)" | grep -v "^[d-]r..r..r.." || fail "not everybody may read the tarball's files"
mkdir "$root/opt/cell" && tar --extract --gzip --directory "$root/opt/cell" --strip-components 1 --file "$(ls "$out"/*.tar.gz)"
inside 'cd /cell/demo && PATH=/opt/cell/bin:$PATH && cellgraph parse "weld at position 1 and 2" --snapshot demo-cell.cellgraph --position Home --tool none --json | tee /cell/parsed
    grep -q "\"model\":{\"said\":\"action tack_weld" /cell/parsed'
rm -rf "$root"
say "Done: $(ls "$out"/*.deb)"
