#pragma once
#include "CScheduling.h"

#define TS_SWIFT __attribute__((swiftcall))
// The runtime's functions: weak, so that a program that links the runtime statically still links, and the
// self-test says what is missing. The C library's: not weak, since a sanitizer's own are.
#define TS_EXPORT_WEAK __attribute__((visibility("default"), weak))
#define TS_EXPORT __attribute__((visibility("default")))

// What schedules need: hooks of a runtime whose symbols may be missing when a program is linked, its records at the places where they are
// looked for, one namespace of symbols for the whole process, so that a function of ours stands in front of a library's, and RTLD_NEXT to
// find what is behind: Linux with glibc. Mach-O and PE bind a symbol to its library, and a static program (musl) has nothing behind.
// Elsewhere the interface is there and does nothing: ts_is_supported.
#if defined(__linux__) && defined(__GLIBC__)
#define TS_HAS_SCHEDULES 1
#endif

/// The run of this thread.
extern _Thread_local ts_run *ts_thread_run __attribute__((tls_model("initial-exec")));

// CThreads, where it is linked: what a thread calls that belongs to one of its runs.
extern __attribute__((weak)) bool ct_takes_over(void);
#define TS_TAKEN(function) (&ct_takes_over && &function && ct_takes_over())

/// Where the function that called this one was called from; null if its frame does not say.
static inline const void *ts_outer_place(void *frame) {
  void **caller = *(void ***)frame;
  return (char *)caller > (char *)frame && (char *)caller - (char *)frame < 1 << 16 ? caller[1] : 0;
}

/// The two words of a task with which it goes on: the function, and its context. Null where they are not known.
void **ts_continuation(void *task);

/// The next definition of a symbol after this one.
#define TS_NEXT(type, name)                                                    \
  static _Atomic(type) next;                                                   \
  type original = atomic_load_explicit(&next, memory_order_relaxed);           \
  if (!original) {                                                             \
    original = (type)dlsym(RTLD_NEXT, name);                                   \
    atomic_store_explicit(&next, original, memory_order_relaxed);              \
  }

// Code that stands in for the C library's runs where a sanitizer's does not bear to be called: while a thread
// ends, after its own state is gone.
#if __has_attribute(disable_sanitizer_instrumentation)
#define TS_UNSANITIZED_BEGIN                                                                      \
  _Pragma("clang attribute push(__attribute__((disable_sanitizer_instrumentation)), apply_to = function)")
#define TS_UNSANITIZED_END _Pragma("clang attribute pop")
#else
#define TS_UNSANITIZED_BEGIN
#define TS_UNSANITIZED_END
#endif
