#!/bin/sh
# Installs Debian packages for what is missing: setup.sh WANTED:PACKAGE[,PACKAGE…] …
# WANTED is a command, or a path from / on with wildcards. Does nothing, and needs no network, where all of it is there.
set -eu
is_there() {
    case $1 in
        /*) for file in $1; do [ ! -e "$file" ] || return 0; done; return 1 ;;
        *) command -v "$1" >/dev/null 2>&1 ;;
    esac
}
missing=
for pair in "$@"; do
    is_there "${pair%%:*}" || missing="$missing $(echo "${pair#*:}" | tr ',' ' ')"
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
