// The system's SQLite, with the two destructor constants that C macros hide from Swift.
#ifndef TOUCHSTONE_CSQLITE_SHIM_H
#define TOUCHSTONE_CSQLITE_SHIM_H

#if !__has_include(<sqlite3.h>)
#error "SQLite's header is missing: run Touchstone's scripts/setup.sh, or install libsqlite3-dev (Debian, Ubuntu), sqlite-devel (Fedora) or sqlite (Arch); if it lies elsewhere, set CPATH and LIBRARY_PATH"
#endif

#include <sqlite3.h>

static inline sqlite3_destructor_type touchstone_sqlite_transient(void) {
  return SQLITE_TRANSIENT;
}

#endif
