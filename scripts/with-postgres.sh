#!/usr/bin/env bash
# Runs a command beside a PostgreSQL server of its own, and takes that away again, whatever becomes of the command:
#
#     scripts/with-postgres.sh COMMAND…
#
# The server is new and empty, listens to a local socket alone, and keeps its word about the disk (fsync). The command
# finds its address in TOUCHSTONE_POSTGRES_URL; the program named by TOUCHSTONE_POSTGRES_CTL stops and starts it
# ("$TOUCHSTONE_POSTGRES_CTL" stop -m immediate, or any other of pg_ctl's words); its files are in TOUCHSTONE_POSTGRES_DATA.
set -euo pipefail

if [ $# -eq 0 ]; then
  echo "usage: scripts/with-postgres.sh COMMAND…" >&2
  exit 64
fi

# The newest that is there: on the PATH, where Debian and Ubuntu put it, or Homebrew.
find_programs() {
  local found
  found=$(ls -d /usr/lib/postgresql/*/bin /opt/homebrew/opt/postgresql@*/bin /usr/local/opt/postgresql@*/bin /usr/pgsql-*/bin \
    2>/dev/null | sort -V | tail -1) || true
  if [ -n "$found" ] && [ -x "$found/initdb" ]; then
    echo "$found"
  elif command -v initdb >/dev/null 2>&1; then
    dirname "$(command -v initdb)"
  else
    echo "with-postgres: initdb is not to be found; 'bash scripts/setup.sh postgres' installs PostgreSQL." >&2
    exit 3
  fi
}
programs=$(find_programs)

# A socket's path has at most some 100 bytes: not in a TMPDIR, which may be long.
folder=$(mktemp -d /tmp/touchstone-pg.XXXXXX)

# A server does not run as root.
as_server=()
if [ "$(id -u)" = 0 ]; then
  if ! id postgres >/dev/null 2>&1; then
    echo "with-postgres: a server does not run as root, and there is no user named postgres to run it as." >&2
    rm -rf "$folder"
    exit 3
  fi
  chown postgres "$folder"
  as_server=(runuser -u postgres --)
  command -v runuser >/dev/null 2>&1 || as_server=(sudo -u postgres --)
fi

child=
finish() {
  local status=$?
  trap - EXIT INT TERM HUP
  if [ -n "$child" ]; then
    kill -TERM "$child" 2>/dev/null || true
    wait "$child" 2>/dev/null || true
  fi
  "$folder/ctl" stop -m immediate >/dev/null 2>&1 || true
  rm -rf "$folder"
  exit "$status"
}
trap finish EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# The server lives on after whoever starts it, and must not hold open what that one has open beside its streams.
cat >"$folder/ctl" <<END
#!/usr/bin/env bash
{
  for ((file = 3; file < 250; file++)); do eval "exec \$file>&-"; done
  cd "$folder" && exec ${as_server[*]} "$programs/pg_ctl" -D "$folder/data" -l "$folder/log" -w -s "\$@"
}
END
chmod +x "$folder/ctl"

if ! (
  cd "$folder"
  "${as_server[@]+"${as_server[@]}"}" "$programs/initdb" -D "$folder/data" -U touchstone -A trust -E UTF8 --locale=C --no-sync \
    >"$folder/initdb.log" 2>&1
); then
  cat "$folder/initdb.log" >&2
  exit 3
fi
cat >>"$folder/data/postgresql.conf" <<END
listen_addresses = ''
unix_socket_directories = '$folder'
# The laws run side by side, each with some stores, and a closed connection takes the server a moment. The number is also a tenth of
# how many committed transactions the server remembers while a serialisable one is open; after that it sees conflicts with nobody.
max_connections = 1000
END
if ! "$folder/ctl" start >/dev/null; then
  cat "$folder/log" >&2
  exit 3
fi

export TOUCHSTONE_POSTGRES_URL="postgresql://touchstone@/postgres?host=$folder"
export TOUCHSTONE_POSTGRES_CTL="$folder/ctl"
export TOUCHSTONE_POSTGRES_DATA="$folder/data"
# In the background, so that a signal is answered at once; with the standard input, which that would take away.
"$@" <&0 &
child=$!
status=0
wait "$child" || status=$?
child=
exit "$status"
