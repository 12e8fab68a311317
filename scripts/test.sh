#!/usr/bin/env bash
# Runs the built tests. Arguments are those of `swift test`: with any, they are run as they are asked for.
#
# Otherwise in two processes at once: tests that wait for other processes hold the few threads that a process has for its
# tasks, and would leave the others without. Those run one group after the other: a copy of a process costs the more, the
# more memory it has.
set -uo pipefail
swift=${SWIFT:-swift}

# Stores wait for the disk, so theirs is in memory where there is one with room.
room=$(df -k --output=avail /dev/shm 2>/dev/null | tail -1)
if [ "${room:-0}" -gt 1000000 ]; then export TMPDIR=/dev/shm; fi

if [ $# -gt 0 ]; then exec "$swift" test --skip-build "$@"; fi

groups=('CommandLineTests|RunReportsTests' ProcessStorageTests StorageConformanceTests 'ProcessIsolationTests|PropertyIssuesTests')
waiting="^($(IFS='|'; echo "${groups[*]}"))\\."
output=$(mktemp -d)
trap 'rm -rf "$output"' EXIT

# Each reads what was built, and writes nothing: the lock is not needed.
waiting_tests() {
  local status=0 group
  for group in "${groups[@]}"; do
    "$swift" test --skip-build --ignore-lock --filter "^($group)\\." || status=$?
  done
  return "$status"
}
waiting_tests >"$output/waiting" 2>&1 &
other=$!
"$swift" test --skip-build --ignore-lock --skip "$waiting" 2>&1 | tee "$output/others"
status=${PIPESTATUS[0]}
wait "$other" || status=$?
cat "$output/waiting"
# What failed comes last, where it is looked for.
if [ "$status" -ne 0 ]; then
  echo
  echo 'What failed:'
  grep -hE -A 3 '^(✘ (Test|Suite) |.*(recorded an issue|error:))' "$output/others" "$output/waiting"
fi
exit "$status"
