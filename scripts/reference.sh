#!/usr/bin/env bash
# Builds the reference from the documentation comments and the catalogues in docs/reference: one DocC archive for each library product,
# of all its modules, and one site of them all. Needs the toolchain alone: swift-symbolgraph-extract and docc are parts of it, and no package is fetched.
#
# Arguments: the products to document, each after those that its comments link to; none means all that have a catalogue. The site is
# merged from these.
#
# A warning of docc, such as a link that leads nowhere, is an error. Only its demand that a comment with one parameter describe them all is
# off: a comment describes the parameters that the signature does not explain (docs/style.md).
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
out=.build-reference

toolchain=$(dirname "$(command -v "$swift")")
docc=$toolchain/docc
if [ "$(uname)" = Darwin ]; then docc=$(xcrun --find docc); fi
if ! [ -x "$docc" ]; then
  echo "reference: docc is needed; it comes with the toolchains of https://www.swift.org/install" >&2
  exit 3
fi

# In the order of Package.swift, in which a product comes after those that its comments link to.
products=("$@")
if [ $# -eq 0 ]; then
  for product in $(sed -n '/^  products: \[/,/^  \],/p' Package.swift | grep -oE 'name: "[A-Za-z]+"' | cut -d'"' -f2); do
    if [ -d "docs/reference/$product.docc" ]; then products+=("$product"); fi
  done
fi

# What Swift modules import of C: the module maps that the build wrote, those of the system's libraries, and the folders of headers that the
# build adds to the compiler's own.
extract() {
  local module=$1 into=$2 bin=$3 map folder flags=()
  for map in "$bin"/C*.build/module.modulemap Sources/C*/module.modulemap; do
    if [ -e "$map" ]; then flags+=(-Xcc "-fmodule-map-file=$map"); fi
  done
  for folder in $(sed -n 's/^Cflags: //p' Sources/C*/places.pc); do flags+=(-Xcc "$folder"); done
  "$swift" symbolgraph-extract -module-name "$module" -I "$bin/Modules" "${flags[@]}" -target "$target" -output-dir "$into" \
    -minimum-access-level public -skip-synthesized-members -emit-extension-block-symbols
}

# The modules of a product: most are one module of the same name.
modules() {
  tr -d '\n' <Package.swift | grep -oE "\.library\( *name: \"$1\", *targets: \[[^]]*\]" | grep -oE '"[A-Za-z]+"' | tail -n +2 | tr -d '"'
}

target=$("$swift" -print-target-info | sed -n 's/.*"triple": "\(.*\)",.*/\1/p' | head -1)
mkdir -p "$out/archives" "$out/graphs"
archives=()
for product in "${products[@]}"; do
  catalogue=docs/reference/$product.docc
  if ! [ -d "$catalogue" ]; then
    echo "reference: $catalogue is missing" >&2
    exit 2
  fi
  parts=($(modules "$product"))
  arguments=()
  # Without the trait the module is empty. A scratch path of its own, since a trait means another build of everything.
  if [ "$product" = PostgresStorage ] && ${CC:-$(command -v clang || echo cc)} -E -x c Sources/CPostgres/shim.h \
    $(sed -n 's/^Cflags: //p' Sources/CPostgres/places.pc) >/dev/null 2>&1; then
    arguments=(--traits PostgreSQL --scratch-path "$out/build-postgres")
  fi
  for part in "${parts[@]}"; do "$swift" build ${arguments[@]+"${arguments[@]}"} --target "$part"; done
  bin=$("$swift" build ${arguments[@]+"${arguments[@]}"} --show-bin-path)
  rm -rf "${out:?}/graphs/$product" "${out:?}/archives/$product.doccarchive"
  mkdir -p "$out/graphs/$product"
  for part in "${parts[@]}"; do extract "$part" "$out/graphs/$product" "$bin"; done
  known=()
  for archive in "${archives[@]}"; do known+=(--dependency "$archive"); done
  "$docc" convert "$catalogue" --additional-symbol-graph-dir "$out/graphs/$product" --output-path "$out/archives/$product.doccarchive" \
    --fallback-display-name "$product" --fallback-bundle-identifier "touchstone.$product" --fallback-default-module-kind Library \
    --disable-parameters-and-returns-validation --warnings-as-errors --enable-experimental-external-link-support "${known[@]}"
  archives+=("$out/archives/$product.doccarchive")
done

rm -rf "$out/site"
"$docc" merge "${archives[@]}" --output-path "$out/site" --synthesized-landing-page-name Touchstone --synthesized-landing-page-kind Package
echo "reference: $out/site holds ${#archives[@]} products; to read it: python3 -m http.server -d $out/site, then /documentation"
