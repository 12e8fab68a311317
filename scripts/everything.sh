#!/usr/bin/env bash
# Runs the commands that README.md, docs/tour.md, the Makefile and docs/hacking.md offer, one after the other, and prints what each took and which failed.
# scripts/commands.txt lists them. First it compares the list with the three: a command that is in one place only is an error.
#
# Arguments: check: only compares; ci: those that continuous integration runs; anything else: a part of the commands to run, such as mutate.
#
# A command that ends with 3, by itself or in make, cannot run on this machine: it is shown as such, which is no pass, and no failure.
# Of continuous integration, all together take at most 85 minutes: a command that hangs ends there, so that the table names it.
# After the table, it repeats the lines that name the problems: a record of a run often keeps its end alone.
set -uo pipefail
cd "$(dirname "$0")/.."
list=scripts/commands.txt
which=${1:-}

# The commands in the pages' blocks of shell and in their sentences, and the targets of the Makefile, without comments. In a sentence, two
# words such as `touchstone verify` are the name of a command.
offered() {
  awk '/^```sh$/ { inside = 1; next } /^```/ { inside = 0 } inside' docs/hacking.md README.md docs/tour.md
  awk '/^```console$/ { inside = 1; next } /^```/ { inside = 0 } inside && sub(/^\$ /, "")' README.md docs/tour.md
  awk '/^```/ { inside = !inside; next } !inside' docs/hacking.md README.md docs/tour.md | grep -oE '`[^`]+`' | tr -d '`' |
    grep -E '^([A-Z_]+=[^ ]+ )*(make [a-z]|scripts/[a-z-]+\.sh|(swift|touchstone) [a-z]+ .)|^([A-Z_]+=[^ ]+ )+(swift|touchstone) '
  grep -oE '^[a-z][a-z-]*:' Makefile | sed 's/:$//; s/^/make /'
}
listed() { sed -nE 's/^(ci|-|no) +//p' "$list" | sed 's/ => .*//'; }
sorted() { sed -E 's/[[:space:]]+#.*$//; s/[[:space:]]+$//' | grep -v '^$' | sort -u; }
if ! difference=$(diff <(offered | sorted) <(listed | sorted)); then
  echo "everything: $list and the commands that README.md, docs/tour.md, docs/hacking.md and the Makefile offer differ (<: is not listed; >: is not offered)" >&2
  grep '^[<>]' <<<"$difference" >&2
  exit 1
fi
echo "everything: all $(listed | sort -u | wc -l) commands that README.md, docs/tour.md, docs/hacking.md and the Makefile offer are listed"
if [ "$which" = check ]; then exit 0; fi

export TOUCHSTONE_WARNINGS=error
mkdir -p .build/everything
rm -rf .build/everything/*
rows=()
failed=0
said=

# The lines of the last command's output that name a problem; without any, its end.
problems() {
  grep -aE '✘|^FAIL|falsified|claims nothing|not held|gave up|timed out|recorded an issue|error:|\*\*\* ' .build/everything/log |
    cut -c1-300 | tail -12 | grep . || tail -8 .build/everything/log | cut -c1-300
}
while IFS= read -r line; do
  kind=${line%% *}
  command=$(sed -E 's/^[^ ]+ +//; s/^.* => //' <<<"$line")
  case $kind in ci | -) ;; *) continue ;; esac
  if [ "$which" = ci ]; then [ "$kind" = ci ] || continue; elif [ -n "$which" ]; then [[ $line == *"$which"* ]] || continue; fi
  echo
  echo "── $command"
  start=$SECONDS
  run=(bash -c "$command")
  if [ "$which" = ci ]; then run=(timeout -k 10 $((SECONDS < 5100 ? 5100 - SECONDS : 1)) "${run[@]}"); fi
  "${run[@]}" </dev/null 2>&1 | tee .build/everything/log
  status=${PIPESTATUS[0]}
  took=$((SECONDS - start))
  if [ "$status" = 0 ]; then
    word=passed
  elif [ "$status" != 124 ] && { [ "$status" = 3 ] || tail -3 .build/everything/log | grep -qE '^make.*\] Error 3$'; }; then
    word='NOT RUN'
  else
    word=FAILED
    if [ "$status" = 124 ]; then said+=$'\n'"── no time was left for $command"$'\n'; fi
    failed=$((failed + 1))
    said+=$'\n'"── what $command says of it"$'\n'"$(problems)"$'\n'
  fi
  rows+=("$(printf '%-8s %3d:%02d  %s' "$word" $((took / 60)) $((took % 60)) "$command")")
done <"$list"

echo
printf '%-8s %6s  %s\n' '' min:s command
printf '%s\n' "${rows[@]}"
total=$SECONDS
printf '%d commands, %d failed, %d:%02d\n' "${#rows[@]}" "$failed" $((total / 60)) $((total % 60))
if [ -n "$said" ]; then printf '%s' "$said"; fi
[ "$failed" = 0 ]
