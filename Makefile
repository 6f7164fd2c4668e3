# `make demo` and `make test` need git, make, Rust and Python on a Debian-like machine; they set up what else is missing.
# What needs more has a target of its own: test-neo4j (a JVM), test-microcontroller (QEMU), test-opcua (asyncua), gate (valgrind), fuzz, test-web (a browser), package (two cargo tools), test-package (a bare Debian), train (PyTorch, and hours), test-train (PyTorch).

CARGO ?= cargo
BIN := target/release/cellgraph
# The program. An example beside it has cargo choose the features of every package as it does for tests: the library is then
# compiled once for both, which takes minutes. What else the example needs is compiled while the library keeps one core busy.
BUILD = $(CARGO) build --release --locked $(FEATURES) --bins --example own_driver
# More features than by default, as cargo takes them: `.ci/run` has one build for all suites.
FEATURES ?=
DEMO := target/demo
# What of llama.cpp is not compiled.
export CMAKE_PROJECT_INCLUDE := $(CURDIR)/src/language/llama/without_common.cmake

.PHONY: demo test test-neo4j test-microcontroller test-opcua test-web test-train test-package gate fuzz docs ahead lint train package setup-build setup-demo setup-test setup-neo4j setup-microcontroller setup-opcua setup-web setup-gate tool-gate setup-docs setup-train setup-package setup-root

# A C compiler links Rust programs and builds BLAKE3's vector code and SQLite. llama.cpp wants C++, cmake, and libclang for
# its bindings.
setup-build:
	@sh tests/setup.sh cc:gcc,libc6-dev c++:g++ cmake:cmake '/usr/lib/llvm-*/lib/libclang.so*:libclang-dev'

# The model's file: fetched once, its hash checked every time.
setup-demo: setup-build
	@sh tests/setup.sh pip3:python3-pip
	@python3 models/fetch.py

demo: setup-demo
	$(BUILD)
	@sh tests/demo.sh $(BIN) $(DEMO)

# With the feature `opcua` its suite is among the tests.
OPCUA_VENV := target/opcua-venv
OPCUA_PYTHON := PATH="$(CURDIR)/$(OPCUA_VENV)/bin:$$PATH" CELLGRAPH_OPCUA_PYTHON="$(CURDIR)/$(OPCUA_VENV)/bin/python3"

# strace stops `snapshot build` and `do` at every write, lets every write of `do` fail, and notes them for a lost power.
setup-test: setup-demo
	@sh tests/setup.sh strace:strace minisign:minisign

test: setup-test $(if $(findstring opcua,$(FEATURES)),setup-opcua)
	$(OPCUA_PYTHON) $(CARGO) test --release --locked $(FEATURES)

setup-neo4j: setup-build
	@sh tests/setup.sh mvn:maven javac:openjdk-17-jdk-headless

test-neo4j: setup-neo4j
	$(BUILD)
	mvn --batch-mode --no-transfer-progress --file tests/neo4j/pom.xml test

# A core library for the target: rustup's, or one that is built from Debian's sources by the compiler that they belong to.
setup-microcontroller: setup-build
	@sh tests/setup.sh qemu-system-arm:qemu-system-arm
	@[ -d "$$(rustc --print sysroot)/lib/rustlib/thumbv7em-none-eabihf" ] || sh tests/setup.sh /usr/bin/rustc:rustc-web /usr/lib/rustlib/src/rust:rust-web-src

# The second gate on a Cortex-M4 with 64 KB of RAM: the vectors that the hosted build wrote, in `make test` or here.
test-microcontroller: setup-microcontroller
	[ -e target/freestanding/vectors.bin ] || $(CARGO) test --release --locked --no-default-features --features import --test freestanding
	@sh tests/freestanding/microcontroller.sh target/freestanding

# An independent OPC UA server, by asyncua, in a virtual environment of its own.
setup-opcua: setup-demo
	@sh tests/setup.sh '/usr/lib/python3*/ensurepip/__init__.py:python3-venv'
	@[ -e $(OPCUA_VENV)/asyncua-2.1.0 ] || { python3 -m venv $(OPCUA_VENV) && $(OPCUA_VENV)/bin/pip install --quiet asyncua==2.1.0 && touch $(OPCUA_VENV)/asyncua-2.1.0; }

# Runs over OPC UA with faults, and the session that the book shows.
test-opcua: setup-opcua
	$(OPCUA_PYTHON) $(CARGO) test --release --locked --features opcua --test opcua -- --nocapture

setup-web: setup-demo
	@sh tests/setup.sh chromium:chromium node:nodejs npm:npm openssl:openssl

# The page in a real browser: an engineer and operators at work; a day with the model and a controller that lies; and what axe-core says of each page. SCREENSHOTS names a folder for pictures of them.
test-web: setup-web
	$(BUILD)
	mkdir -p target/browser && cp tests/browser/* target/browser/
	npm ci --prefix target/browser --no-audit --no-fund --silent
	node target/browser/page.mjs $(BIN) $(SCREENSHOTS)
	node target/browser/day.mjs $(BIN) $(SCREENSHOTS)

# dpkg-shlibdeps says which libraries the program needs.
setup-package: setup-demo
	@sh tests/setup.sh dpkg-shlibdeps:dpkg-dev

# What a cell's PC is set up from: target/package has a .deb, a tarball and their checksums.
package: setup-package
	@sh package/make.sh

setup-root: setup-package
	@sh tests/setup.sh mmdebstrap:mmdebstrap systemd-analyze:systemd unshare:util-linux

# The package in a bare Debian without network: installed, run, upgraded with its data, removed.
test-package: setup-root package
	@sh tests/package/test.sh

# The same version as gungraun's in Cargo.toml. It starts valgrind and reads what that counted: nothing of it is measured.
tool-gate: setup-build
	@sh tests/tool.sh gungraun-runner 0.20.0 --debug

setup-gate: tool-gate
	@sh tests/setup.sh valgrind:valgrind

gate: setup-gate
	@sh benches/gate.sh

fuzz: setup-build
	@sh tests/fuzz/run.sh $(SECONDS_EACH)

setup-docs: setup-build
	@sh tests/tool.sh mdbook 0.5.4 --debug --no-default-features --features search

# The book as HTML, in docs/book. tests/docs.rs checks its links and its examples.
docs: setup-docs
	target/tools/bin/mdbook build docs

# What the further suites compile in folders of their own. They do it themselves where it is not there; `.ci/run` has it done on the time
# that its tests leave idle.
ahead: setup-docs tool-gate
	@sh package/tools.sh
	@sh tests/fuzz/run.sh build

# PyTorch compiles some of its kernels with g++; the virtual environment needs Debian's venv.
setup-train: setup-demo
	@sh tests/setup.sh '/usr/lib/python3*/ensurepip/__init__.py:python3-venv'

train: setup-train
	@sh models/training/run.sh

test-train: setup-train
	@sh models/training/test.sh

lint: setup-build
	$(CARGO) fmt --all --check
	$(CARGO) clippy --release --locked --workspace --all-targets --features opcua -- -D warnings
	$(CARGO) clippy --release --locked --no-default-features --features cli -- -D warnings
	@# The levels below, each alone: what embeds must not lean on what does not. Without any feature there is the second gate, too.
	$(CARGO) clippy --release --locked --lib --no-default-features -- -D warnings
	for level in bare core import bundle store language; do $(CARGO) clippy --release --locked --lib --no-default-features --features $$level -- -D warnings || exit 1; done
	@# The program of the second gate, which cargo builds for its own target by its own configuration.
	cd tests/freestanding && CELLGRAPH_VECTORS=/dev/null $(CARGO) clippy --release --locked --target-dir ../../target/freestanding -- -D warnings && $(CARGO) fmt --check
	@# The fuzz targets lock their own dependencies, and cellgraph's with them: say early where that is behind.
	$(CARGO) metadata --locked --format-version 1 --manifest-path tests/fuzz/Cargo.toml >/dev/null
