#!/usr/bin/env bash
# Sees to what the build needs beside Swift: the headers of SQLite, libcrypto, libpng, libjpeg, FreeType and cmark-gfm, and the font GNU
# Unifont, in which watermarks are written; given the word postgres, also libpq and a PostgreSQL server to test with; the word browser,
# Chromium, in which pages are opened; the word slurm, Slurm and munge, on which a plan is run. Installs what is missing on Debian,
# Ubuntu and with Homebrew; elsewhere says what to install.
set -euo pipefail

with_postgres=false
with_browser=false
with_slurm=false
for word in "$@"; do
  case "$word" in
    postgres) with_postgres=true ;;
    browser) with_browser=true ;;
    slurm) with_slurm=true ;;
    *)
      echo "setup: $word is unknown; the words are postgres, browser and slurm" >&2
      exit 64
      ;;
  esac
done

if ! command -v swift >/dev/null 2>&1; then
  echo "setup: Swift 6.2 or later is needed and 'swift' is not on the PATH. Install it from https://www.swift.org/install and run this again." >&2
  exit 3
fi

sources=$(cd "$(dirname "$0")/../Sources" && pwd)
# Whether the compiler finds a header, in its own folders or in those that the build adds.
header_is_here() {
  # shellcheck disable=SC2046
  printf '#include <stdio.h>\n#include <%s>\n' "$1" |
    ${CC:-$(command -v clang || echo cc)} -E -x c $(sed -n 's/^Cflags: //p' "$sources"/*/places.pc) - >/dev/null 2>&1
}

# The SDK of Apple's platforms has SQLite, CryptoKit, Security, ImageIO, Core Graphics and Core Text, and fonts for every script.
is_apple() {
  [ "$(uname)" = Darwin ]
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; elif command -v sudo >/dev/null 2>&1; then sudo "$@"; else
    echo "setup: installing needs root, and there is no sudo. Run as root: $*" >&2
    exit 3
  fi
}

font_is_here() {
  is_apple || [ -n "${TOUCHSTONE_FONT:-}" ] || [ -n "$(find /usr/share/fonts /usr/local/share/fonts \
    \( -name 'unifont.otf' -o -name 'unifont.ttf' \) 2>/dev/null | head -1)" ]
}

postgres_is_here() {
  command -v initdb >/dev/null 2>&1 || [ -n "$(find /usr/lib/postgresql /usr/pgsql-* /opt/homebrew/opt/postgresql@* \
    /usr/local/opt/postgresql@* -name initdb 2>/dev/null | head -1)" ]
}

missing=()
is_apple || header_is_here sqlite3.h || missing+=(libsqlite3-dev)
is_apple || header_is_here openssl/evp.h || missing+=(libssl-dev)
is_apple || header_is_here png.h || missing+=(libpng-dev)
is_apple || header_is_here jpeglib.h || missing+=(libjpeg-dev)
is_apple || header_is_here ft2build.h || missing+=(libfreetype-dev)
# No platform reads GitHub's Markdown.
header_is_here cmark-gfm-core-extensions.h || missing+=(libcmark-gfm-dev libcmark-gfm-extensions-dev)
font_is_here || missing+=(fonts-unifont)
if $with_postgres; then
  header_is_here libpq-fe.h || missing+=(libpq-dev)
  postgres_is_here || missing+=(postgresql)
fi
if $with_browser && ! is_apple; then
  command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1 || missing+=(chromium)
fi
if $with_slurm; then
  [ "$(uname)" = Linux ] || { echo "setup: Slurm runs on Linux" >&2; exit 3; }
  PATH="$PATH:/usr/sbin" command -v slurmctld >/dev/null 2>&1 || missing+=(slurmctld slurmd slurm-client munge)
fi
[ ${#missing[@]} -eq 0 ] && exit 0

if command -v apt-get >/dev/null 2>&1; then
  echo "setup: installing ${missing[*]}" >&2
  as_root apt-get update -q >&2
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}" >&2
elif is_apple && command -v brew >/dev/null 2>&1; then
  # Only cmark-gfm and what PostgreSQL needs can be missing here.
  echo "setup: installing cmark-gfm" >&2
  brew install cmark-gfm >&2
  if $with_postgres; then
    echo "setup: installing libpq and postgresql@17" >&2
    brew install libpq postgresql@17 >&2
  fi
else
  echo "setup: please install the development files of SQLite, OpenSSL, libpng, libjpeg-turbo, FreeType and cmark-gfm, and the font GNU Unifont (${missing[*]} on Debian and Ubuntu, sqlite-devel openssl-devel libpng-devel libjpeg-turbo-devel freetype-devel cmark-gfm-devel unifont-fonts on Fedora, sqlite openssl libpng libjpeg-turbo freetype2 cmark-gfm on Arch, with ttf-unifont from the AUR or TOUCHSTONE_FONT set to a font's path; for PostgreSQL libpq-devel postgresql-server on Fedora, postgresql on Arch), then run this again." >&2
  exit 3
fi
