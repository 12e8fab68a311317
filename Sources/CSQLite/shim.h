// The system's SQLite, with the two destructor constants that C macros hide from Swift.
#ifndef TOUCHSTONE_CSQLITE_SHIM_H
#define TOUCHSTONE_CSQLITE_SHIM_H

#include <sqlite3.h>

static inline sqlite3_destructor_type touchstone_sqlite_transient(void) {
  return SQLITE_TRANSIENT;
}

#endif
