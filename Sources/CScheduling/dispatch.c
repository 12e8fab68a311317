// Dispatch's functions that have code run on other threads, in front of its own: a run says that it used them, and where.
#define _GNU_SOURCE
#include "private.h"

#if TS_HAS_SCHEDULES
#include <dlfcn.h>
#include <execinfo.h>
#include <stdatomic.h>

TS_UNSANITIZED_BEGIN

// Dispatch's functions call each other.
static _Thread_local bool is_inside;

static void announce(const char *function) {
  ts_run *run = ts_thread_run;
  if (is_inside || !run || !run->dispatched) return;
  // Swift's own library for Dispatch has no frame pointers to follow.
  void *sites[12];
  run->dispatched(run->context, function, (const void *const *)sites, backtrace(sites, 12));
}

#define TS_DISPATCH(function, swift_name, parameters, arguments)                   \
  extern __attribute__((weak)) void ct_##function parameters;                       \
  typedef void (*function##_type) parameters;                                       \
  TS_EXPORT_WEAK void function parameters {                                         \
    if (TS_TAKEN(ct_##function)) return ct_##function arguments;                    \
    TS_NEXT(function##_type, #function)                                             \
    announce(swift_name);                                                           \
    bool was_inside = is_inside;                                                    \
    is_inside = true;                                                               \
    if (original) original arguments;                                               \
    is_inside = was_inside;                                                         \
  }

TS_DISPATCH(dispatch_async, "DispatchQueue.async", (void *queue, void *block), (queue, block))
TS_DISPATCH(dispatch_barrier_async, "DispatchQueue.async", (void *queue, void *block), (queue, block))
TS_DISPATCH(
  dispatch_after, "DispatchQueue.asyncAfter", (uint64_t when, void *queue, void *block), (when, queue, block))
TS_DISPATCH(
  dispatch_apply, "DispatchQueue.concurrentPerform", (size_t count, void *queue, void *block), (count, queue, block))
TS_DISPATCH(
  dispatch_group_async, "DispatchQueue.async", (void *group, void *queue, void *block), (group, queue, block))
TS_DISPATCH(
  dispatch_group_notify, "DispatchGroup.notify", (void *group, void *queue, void *block), (group, queue, block))

typedef void *(*create_source)(const void *type, uintptr_t handle, uintptr_t mask, void *queue);

TS_EXPORT_WEAK void *dispatch_source_create(const void *type, uintptr_t handle, uintptr_t mask, void *queue) {
  TS_NEXT(create_source, "dispatch_source_create")
  announce("DispatchSource");
  return original ? original(type, handle, mask, queue) : NULL;
}

TS_UNSANITIZED_END

#endif
