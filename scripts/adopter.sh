#!/usr/bin/env bash
# What a build says to somebody who depends on this package, on a machine without the headers of any system library: builds packages in
# a temporary folder, and fails if
#
# - a package that uses the engine alone gets a warning,
# - a package that uses the engine and what belongs to it does not build with a flag that adds warnings, or gets other warnings,
# - a library whose header is missing does not say what to install.
#
# Hides the pkg-config files of all libraries, and the headers of those below, in a mount namespace of its own: the machine stays as it is.
# The libraries themselves and pkg-config stay. Needs Linux; root, or user namespaces.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}

if [ "${1:-}" != hidden ]; then
  [ "$(uname)" = Linux ] || { echo "adopter: headers can be hidden on Linux only; nothing was built" >&2; exit 3; }
  root=()
  [ "$(id -u)" = 0 ] || root=(--map-root-user)
  exec unshare --mount "${root[@]}" bash scripts/adopter.sh hidden
fi

work=$(mktemp -d)
trap 'umount "$work/layers" /usr/include 2>/dev/null || true; rm -rf "$work"' EXIT
mkdir "$work/layers"
mount -t tmpfs tmpfs "$work/layers"
mkdir "$work/layers/new" "$work/layers/work"
mount -t overlay overlay -o "lowerdir=/usr/include,upperdir=$work/layers/new,workdir=$work/layers/work" /usr/include
for folder in /usr/include /usr/include/*-linux-*; do
  (cd "$folder" && rm -rf sqlite3*.h openssl libpng* png*.h jpeg*.h jconfig*.h freetype2 cmark-gfm* postgresql libpq-fe.h)
done
for folder in /usr/lib /usr/lib64 /usr/lib/*-linux-* /usr/share /usr/local/lib /usr/local/lib/*-linux-* /usr/local/share; do
  if [ -d "$folder/pkgconfig" ]; then mount -t tmpfs tmpfs "$folder/pkgconfig"; fi
done

fail() {
  echo "adopter: $1" >&2
  exit 1
}

# What this repository's own CI asks for.
unset TOUCHSTONE_WARNINGS

# A package with one target that uses these products, and its build with these flags, whose words are in $work/words.
build() {
  local products=$1 product
  shift
  rm -rf "$work/package"
  mkdir -p "$work/package/Sources/Adopter"
  {
    echo '// swift-tools-version: 6.2'
    echo 'import PackageDescription'
    echo 'let package = Package(name: "Adopter", platforms: [.macOS(.v15)],'
    echo "  dependencies: [.package(name: \"Touchstone\", path: \"$PWD\")],"
    echo '  targets: [.target(name: "Adopter", dependencies: ['
    for product in $products; do echo "    .product(name: \"$product\", package: \"Touchstone\"),"; done
    echo '  ])])'
  } >"$work/package/Package.swift"
  for product in $products; do echo "import $product"; done >"$work/package/Sources/Adopter/Adopter.swift"
  "$swift" build --package-path "$work/package" --scratch-path "$work/build" "$@" >"$work/words" 2>&1
}

build PropertyTesting || { cat "$work/words"; fail "a package that uses the engine alone does not build"; }
if grep -n 'warning:' "$work/words" >&2; then fail "a package that uses the engine alone gets warnings"; fi
echo "adopter: a package that uses the engine alone builds without a warning"

all='PropertyTesting PropertyIssues RunReports CoverageGuidance ProcessIsolation DeterministicScheduling'
build "$all" -Xswiftc -strict-memory-safety || { grep -A 5 'error:' "$work/words"; fail "a flag that adds warnings breaks the build"; }
if ! grep -q 'warning: .*StrictMemorySafety' "$work/words"; then fail "-strict-memory-safety adds no warnings any more: take another flag"; fi
if grep 'warning:' "$work/words" | grep -v StrictMemorySafety >&2; then fail "a package that uses what belongs to the engine gets warnings"; fi
echo "adopter: a package that uses the engine and what belongs to it builds with a flag that adds warnings"

if build SQLiteStorage; then fail "SQLite's header is not hidden"; fi
grep -q 'error: .*libsqlite3-dev' "$work/words" || { cat "$work/words"; fail "without SQLite's header nothing says what to install"; }
checked=0
for source in Sources/C*/shim.h Sources/CImaging/*.c; do
  if clang -fsyntax-only -x c -I Sources/CImaging/include "$source" 2>"$work/words"; then fail "what $source includes is not hidden"; fi
  grep -q 'error: .*scripts/setup.sh.*install lib' "$work/words" || { cat "$work/words"; fail "$source does not say what to install"; }
  checked=$((checked + 1))
done
[ "$checked" -ge 7 ] || fail "only $checked sources include system libraries"
echo "adopter: each of $checked sources with a missing header says what to install"
