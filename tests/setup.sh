#!/bin/sh
# Installs Debian packages for commands that are missing: setup.sh COMMAND:PACKAGE[,PACKAGE…] …
# Does nothing, and needs no network, where all commands are there.
set -eu
missing=
for pair in "$@"; do
    command -v "${pair%%:*}" >/dev/null 2>&1 || missing="$missing $(echo "${pair#*:}" | tr ',' ' ')"
done
[ -n "$missing" ] || exit 0
if ! command -v apt-get >/dev/null 2>&1; then
    echo "error: these packages are missing, and this machine has no apt-get:$missing" >&2
    echo "hint: install them by the machine's own means, then run the same command again" >&2
    exit 1
fi
sudo=
[ "$(id -u)" -eq 0 ] || sudo=sudo
echo "installing$missing" >&2
$sudo apt-get update -qq
# shellcheck disable=SC2086
DEBIAN_FRONTEND=noninteractive $sudo apt-get install -qq -y --no-install-recommends $missing >/dev/null
