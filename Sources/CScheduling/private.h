#pragma once
#include "CScheduling.h"

#define TS_SWIFT __attribute__((swiftcall))
#define TS_EXPORT __attribute__((visibility("default"), weak))

/// The run of this thread.
extern _Thread_local ts_run *ts_thread_run __attribute__((tls_model("initial-exec")));

/// The next definition of a symbol after this one.
#define TS_NEXT(type, name)                                                    \
  static _Atomic(type) next;                                                   \
  type original = atomic_load_explicit(&next, memory_order_relaxed);           \
  if (!original) {                                                             \
    original = (type)dlsym(RTLD_NEXT, name);                                   \
    atomic_store_explicit(&next, original, memory_order_relaxed);              \
  }
