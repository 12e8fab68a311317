// Threads and locks: what a run does with them is not scheduled, and it says so. Functions of the C library in front of its own; under
// ThreadSanitizer, which has to see all of it, there are none.
#define _GNU_SOURCE

#include "private.h"

#if defined(__linux__) || defined(__APPLE__)
#include <pthread.h>
#if defined(__GLIBC__)
  #include <malloc.h>
#endif

typedef struct {
  void (*body)(void *);
  void *context;
} work;

static void *start(void *argument) {
  work *given = argument;
  given->body(given->context);
  return 0;
}

bool ts_run_on_new_thread(void (*body)(void *), void *context) {
  work given = {body, context};
  pthread_t thread;
  ts_run *run = ts_enter(NULL);
  int error = pthread_create(&thread, 0, start, &given);
  ts_enter(run);
  if (error) return false;
  pthread_join(thread, 0);
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
  return true;
}

#else

bool ts_run_on_new_thread(void (*body)(void *), void *context) {
  (void)body;
  (void)context;
  return false;
}

#endif

#if TS_HAS_SCHEDULES && !__has_feature(thread_sanitizer)
#include <dlfcn.h>
#include <execinfo.h>
#include <stdatomic.h>
#include <string.h>

// Whether code of a library of the toolchain is at an address. It takes locks of its own, and starts threads for Dispatch.
static bool is_of_toolchain(const void *address) {
  static const char *const names[] = {"libswift", "libdispatch", "libFoundationEssentials", "lib_Foundation", "libstdc++", "libc."};
  Dl_info info;
  if (!dladdr(address, &info) || !info.dli_fname) return false;
  const char *slash = strrchr(info.dli_fname, '/'), *name = slash ? slash + 1 : info.dli_fname;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strncmp(name, names[i], strlen(names[i])) == 0) return true;
  return false;
}

typedef int (*create_thread)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

extern __attribute__((weak)) int ct_pthread_create(
  pthread_t *handle, const pthread_attr_t *attributes, void *(*body)(void *), void *argument, const void *place);

TS_EXPORT int pthread_create(
  pthread_t *restrict thread, const pthread_attr_t *restrict attributes, void *(*body)(void *), void *restrict argument) {
  if (TS_TAKEN(ct_pthread_create)) return ct_pthread_create(thread, attributes, body, argument, __builtin_return_address(0));
  TS_NEXT(create_thread, "pthread_create")
  ts_run *run = ts_thread_run;
  if (run && run->dispatched && !is_of_toolchain(__builtin_return_address(0))) {
    void *sites[12];
    run->dispatched(run->context, "pthread_create", (const void *const *)sites, backtrace(sites, 12));
  }
  return original(thread, attributes, body, argument);
}

static void tell(const void *lock, const void *caller) {
  ts_run *run = ts_thread_run;
  if (run && run->lock_taken && !is_of_toolchain(caller)) run->lock_taken(run->context, lock);
}

#define TS_LOCK(function, type)                     \
  extern __attribute__((weak)) int ct_##function(void *lock, const void *place, const void *outer); \
  TS_EXPORT int function(type *lock) {              \
    if (TS_TAKEN(ct_##function))                                                      \
      return ct_##function(lock, __builtin_return_address(0), ts_outer_place(__builtin_frame_address(0))); \
    typedef int (*take)(type *);                    \
    TS_NEXT(take, #function)                        \
    tell(lock, __builtin_return_address(0));        \
    return original(lock);                          \
  }
TS_LOCK(pthread_mutex_lock, pthread_mutex_t)
TS_LOCK(pthread_rwlock_rdlock, pthread_rwlock_t)
TS_LOCK(pthread_rwlock_wrlock, pthread_rwlock_t)

#endif
