#!/usr/bin/env bash
# Runs the storage laws over published stores, and writes docs/stores.md: make stores. Over some of them, it only judges:
# make stores STORES='lmdb redis'. STORES=levels writes the table of docs/isolation-levels.md instead.
# Installs them (Debian's packages, and PyPI's in an environment of their own); where it cannot, the status is 3.
# Usage: stores.sh TOUCHSTONE [NAME…]
set -uo pipefail
touchstone=$1; shift
here=$PWD/docs/stores
built=$PWD/.build/stores
python=$built/python/bin/python
mkdir -p "$built/results"

give_up() { echo "NOT RUN: $1"; exit 3; }
packages=(python3-venv python3-gdbm python3-tkrzw python3-kyotocabinet redis-server mariadb-server liblmdb-dev librocksdb-dev)
missing=()
for package in "${packages[@]}"; do dpkg -s "$package" > /dev/null 2>&1 || missing+=("$package"); done
if [ ${#missing[@]} -gt 0 ]; then
  [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null || give_up "these packages are missing: ${missing[*]}"
  # The servers that run are this script's own.
  export RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive
  apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}" > /dev/null \
    || give_up "Debian's packages cannot be installed"
fi
# Debian's Python sees Debian's modules.
[ -x "$python" ] || /usr/bin/python3 -m venv --system-site-packages "$built/python" || give_up "there can be no environment for Python"
"$python" -m pip install -q --disable-pip-version-check -r "$here/requirements.txt" "$here" || give_up "PyPI cannot be reached"

# Places in memory, where there is such a folder, and a server for MariaDB there.
[ -w /dev/shm ] && export TMPDIR=/dev/shm
work=$(mktemp -d)
export MARIADB_SOCKET=$work/socket
server=
trap '[ -n "$server" ] && kill "$server" && wait "$server" 2> /dev/null; rm -rf "$work"' EXIT
mariadb-install-db --no-defaults --user="$(id -un)" --datadir="$work/data" --skip-test-db > /dev/null 2>&1
mariadbd --no-defaults --user="$(id -un)" --datadir="$work/data" --skip-networking --socket="$MARIADB_SOCKET" --skip-grant-tables \
  > /dev/null 2>&1 &
server=$!
for _ in $(seq 100); do mariadb -S "$MARIADB_SOCKET" -e 'CREATE DATABASE IF NOT EXISTS test' 2> /dev/null && break; sleep 0.2; done

# Not the laws, but the levels of isolation, by the judge of histories.
if [ "$*" = levels ]; then
  "$python" "$here/levels.py" "$touchstone" docs/isolation-levels.md
  exit
fi

rm -f "$built"/results/*
names=("$@")
[ $# -gt 0 ] || read -ra names < <("$python" "$here/page.py" names)
# The stores in Swift over C libraries, which have a test of their own.
swift_stores=(--package-path docs/examples/c-library-stores --scratch-path .build-examples)
if [[ " ${names[*]} " == *-swift\ * ]]; then "${SWIFT:-swift}" test "${swift_stores[@]}" || exit 1; fi
for name in "${names[@]}"; do
  echo "== $name"
  adapter="exec '$python' '$here/${name}_store.py'"
  [[ $name == *-swift ]] && adapter="exec '$("${SWIFT:-swift}" build "${swift_stores[@]}" --show-bin-path)/c-library-stores' ${name%-swift}"
  # A law that does not hold is for the page to judge.
  "$touchstone" conformance --backend "process:$adapter" --budget "${BUDGET:-90s}" --seed "${SEED:-1}" \
    --report "$built/results/$name.json" > "$built/results/$name.txt" 2>&1
  tail -n 3 "$built/results/$name.txt"
done
if [ $# = 0 ]; then
  "$python" "$here/page.py" write "$built/results" docs/stores.md
else
  "$python" "$here/page.py" judge "$built/results" "$@"
fi
