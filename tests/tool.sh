#!/bin/sh
# A tool that cargo installs, in target/tools: tool.sh NAME VERSION [OPTION…]. With --debug, one that does little: it is compiled in less time.
set -eu
cd "$(dirname "$0")/.."
name=$1 version=$2
shift 2
"target/tools/bin/$name" --version 2>/dev/null | grep -qF "$version" || ${CARGO:-cargo} install "$name" --version "=$version" --locked --root target/tools "$@"
