#!/bin/sh
# The tools that package/make.sh needs.
set -eu
cd "$(dirname "$0")/.."
sh tests/tool.sh cargo-deb 3.8.0 --no-default-features
sh tests/tool.sh cargo-about 0.9.3 --features cli
