// What a suspended task waits for: the runtime writes it down for debuggers, in a record that the task points to.
#define _GNU_SOURCE
#include "private.h"

#if TS_HAS_SCHEDULES
#if __linux__
#include <sys/uio.h>
#include <unistd.h>
#endif

TS_UNSANITIZED_BEGIN

// swift::TaskDependencyStatusRecord, as the runtime of Swift 6.3 lays it out.
typedef struct {
  uintptr_t flags;
  void *parent;
  void *waiting_on;
  void *unused;
  uint32_t kind, padding;
  void *task;
} dependency;

// Words of a task are guessed to be pointers, and some are not: the system reads there without a fault.
static bool read_dependency(void *address, dependency *record) {
#if __linux__
  struct iovec into = {record, sizeof *record}, from = {address, sizeof *record};
  return process_vm_readv(getpid(), &into, 1, &from, 1, 0) == sizeof *record;
#else
  return false;
#endif
}

ts_wait ts_waits_for(void *task) {
  // Behind the words of a job; a task has at least so many.
  enum { first_word = 8, last_word = 24, most_kinds = 4 };
  void **words = task;
  for (int i = first_word; i < last_word; i++) {
    dependency record;
    if ((uintptr_t)words[i] < 4096 || (uintptr_t)words[i] % sizeof(void *)) continue;
    if (!read_dependency(words[i], &record)) continue;
    // No other record names its own task there.
    if (record.task == task && record.kind && record.kind <= most_kinds)
      return (ts_wait){record.kind, record.waiting_on};
  }
  return (ts_wait){0, NULL};
}

TS_UNSANITIZED_END

#endif
