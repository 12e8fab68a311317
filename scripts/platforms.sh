#!/usr/bin/env bash
# Compiles the C parts for the platforms that docs/platforms.md names, with the C compiler of PyPI's ziglang, which brings their headers and
# C libraries; links each with a program that refers to every function of their interfaces; and runs that where this machine can:
# the parts that a platform has not must say so. A warning is an error, but for names that a platform does not use.
#
# Of iOS ziglang has no headers: its parts are compiled with those of macOS, and not linked.
set -euo pipefail
cd "$(dirname "$0")/.."
version=0.17.1
out=.build-platforms

python=python3
if [ "$(python3 -m ziglang version 2>/dev/null)" != "$version" ]; then
  python=$out/python/bin/python3
  if [ "$("$python" -m ziglang version 2>/dev/null)" != "$version" ]; then
    python3 -m venv "$out/python" && "$python" -m pip install -q "ziglang==$version" >&2 ||
      { echo "platforms: ziglang $version cannot be installed from PyPI; nothing was compiled" >&2; exit 3; }
  fi
fi
folder=$("$python" -c 'import os, ziglang; print(os.path.dirname(ziglang.__file__))')
zig=$folder/zig

rm -rf "${out:?}/work"
mkdir -p "$out/work/headers"
# Linux' own of libpng and libjpeg, for musl: they hold nothing that depends on the C library.
for header in /usr/include/png*.h /usr/include/j*lib.h /usr/include/jmorecfg.h /usr/include/jerror.h /usr/include/*/jconfig.h; do
  if [ -e "$header" ]; then cp -L "$header" "$out/work/headers"; fi
done

# Every function of the interfaces.
functions=$(cat Sources/C*/include/*.h | sed 's://.*::' | grep -oE '\b(ts|ct|crn|cisolation|ccoverage)_[a-z_]+\(' | tr -d '(' | sort -u)
[ "$(wc -w <<<"$functions")" -ge 60 ] || { echo "platforms: the headers' functions are not found" >&2; exit 1; }
{
  cat scripts/platforms.c
  echo 'const void *const every_function[] = {'
  for name in $functions; do echo "  (const void *)$name,"; done
  echo '};'
} >"$out/work/program.c"

# Stands in for libswiftCore, which no C library brings.
cat >"$out/work/runtime.c" <<'C'
void *swift_retain(void *object) { return object; }
void swift_release(void *object) { (void)object; }
void *swift_unownedRetain(void *object) { return object; }
void swift_unownedRelease(void *object) { (void)object; }
C

# Compiles everything for a target; with a second word, links nothing.
compile() {
  local target=$1 source object objects=() flags=(-std=gnu17 -Wall -Wextra -Wno-unused -Wno-unused-parameter -Werror -fno-sanitize=undefined) runtime=()
  flags+=(-ISources/CRunNotes/include -ISources/CScheduling/include -ISources/CThreads/include -ISources/CIsolation/include -ISources/CCoverage/include -ISources/CImaging/include)
  case $target in
    *-ios) flags+=(-isystem "$folder/lib/libc/include/any-darwin-any") ;;
    *-linux-*) flags+=(-isystem "$out/work/headers") runtime=("$out/work/runtime.c") ;;
  esac
  for source in Sources/C*/*.c; do
    object=$out/work/$target-$(tr / - <<<"$source").o
    "$zig" cc -c -target "$target" "${flags[@]}" "$source" -o "$object"
    case $source in Sources/CImaging/*) ;; *) objects+=("$object") ;; esac
  done
  if [ $# -gt 1 ]; then
    echo "platforms: $target: $(ls Sources/C*/*.c | wc -l) files compiled, not linked"
    return
  fi
  "$zig" cc -target "$target" "${flags[@]}" "$out/work/program.c" \
    ${runtime[@]+"${runtime[@]}"} "${objects[@]}" -o "$out/work/$target"
  echo "platforms: $target: $(ls Sources/C*/*.c | wc -l) files compiled, a program linked"
}

# Side by side: the first time, most of it is one program at a time building a platform's C library.
compiling=()
for target in x86_64-windows-gnu x86_64-linux-gnu x86_64-linux-musl aarch64-macos wasm32-wasi; do compile "$target" & compiling+=($!); done
for target in aarch64-linux-gnu aarch64-ios; do compile "$target" unlinked & compiling+=($!); done
for job in "${compiling[@]}"; do wait "$job"; done

run() {
  local target=$1 expected=$2 said
  shift 2
  said=$("$@")
  [ "$said" = "$expected" ] || { echo "platforms: on $target the program says '$said' in place of '$expected'" >&2; exit 1; }
  echo "platforms: $target: ran, $said"
}
everything='schedules: yes; processes: yes; coverage: yes'
if [ "$(uname -sm)" = 'Linux x86_64' ]; then
  run x86_64-linux-gnu "$everything" "$out/work/x86_64-linux-gnu"
  run x86_64-linux-musl 'schedules: no; processes: yes; coverage: yes' "$out/work/x86_64-linux-musl"
fi
if command -v node >/dev/null 2>&1; then
  cp "$out/work/wasm32-wasi" "$out/work/program.wasm"
  run wasm32-wasi 'schedules: no; processes: no; coverage: yes' node --no-warnings --input-type=module -e '
    import { readFile } from "node:fs/promises"
    import { WASI } from "node:wasi"
    const wasi = new WASI({ version: "preview1", args: ["program"], env: {} })
    const module = await WebAssembly.compile(await readFile(process.argv[1]))
    process.exitCode = wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()))
  ' "$out/work/program.wasm"
else
  echo "platforms: wasm32-wasi: not run, for want of node"
fi
