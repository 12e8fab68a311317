#!/usr/bin/env bash
# Has properties written for docs/examples/write, and compares what did not hold with docs/examples/write/expected.txt.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}

"$swift" build --product touchstone-write
tool="$("$swift" build --show-bin-path)/touchstone-write"
into=.build/write-example
status=0
# The same values each time.
TOUCHSTONE_SEED=5eed "$tool" docs/examples/write --into "$into" > "$into.txt" || status=$?
cat "$into.txt"
# 1: some properties did not hold, as they should. Anything else has said why.
[ "$status" = 1 ] || exit "${status/#0/1}"
grep -E '^(✘|◦|  also)' "$into.txt" | sed -E '/^◦/s/\): .*/)/; /^◦/!s/: .*//' | diff docs/examples/write/expected.txt - || {
  echo "what did not hold differs from docs/examples/write/expected.txt" >&2
  exit 1
}
