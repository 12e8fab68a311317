// The hooks that libswift_Concurrency offers, declared weak: on a runtime without them they are null.
#include "private.h"

TS_UNSANITIZED_BEGIN

_Thread_local ts_run *ts_thread_run __attribute__((tls_model("initial-exec")));

ts_run *ts_current(void) { return ts_thread_run; }

ts_run *ts_enter(ts_run *run) {
  ts_run *previous = ts_thread_run;
  ts_thread_run = run;
  return previous;
}

TS_UNSANITIZED_END

#if TS_HAS_SCHEDULES
#include <pthread.h>

TS_UNSANITIZED_BEGIN

typedef TS_SWIFT void (*enqueue_global)(void *job);
typedef TS_SWIFT void (*enqueue_delayed)(unsigned long long delay, void *job);
typedef TS_SWIFT ts_executor (*main_executor)(void);

extern TS_SWIFT void (*swift_task_enqueueGlobal_hook)(void *job, enqueue_global original)
  __attribute__((weak));
extern TS_SWIFT void (*swift_task_enqueueGlobalWithDelay_hook)(
  unsigned long long delay, void *job, enqueue_delayed original) __attribute__((weak));
extern TS_SWIFT ts_executor (*swift_task_getMainExecutor_hook)(main_executor original)
  __attribute__((weak));

static TS_SWIFT void hook_global(void *job, enqueue_global original) {
  ts_run *run = ts_thread_run;
  if (run && run->enqueue_global) run->enqueue_global(run->context, job);
  else original(job);
}

static TS_SWIFT void hook_delayed(unsigned long long delay, void *job, enqueue_delayed original) {
  ts_run *run = ts_thread_run;
  if (run && run->enqueue_after) run->enqueue_after(run->context, job, delay);
  else original(delay, job);
}

static TS_SWIFT ts_executor hook_main(main_executor original) {
  ts_run *run = ts_thread_run;
  return run && run->main_executor.identity ? run->main_executor : original();
}

// How Set and Dictionary mix their hashes. Otherwise each of them has a seed of its own, its address, so
// that two equal ones differ in order within one process. Tables that are there keep the seed they have.
extern struct {
  uint64_t seeds[2];
  bool is_deterministic;
} _swift_stdlib_Hashing_parameters __attribute__((weak));

static bool are_installed;

static void install(void) {
  if (&_swift_stdlib_Hashing_parameters) _swift_stdlib_Hashing_parameters.is_deterministic = true;
  if (!&swift_task_enqueueGlobal_hook || !&swift_task_getMainExecutor_hook) return;
  swift_task_enqueueGlobal_hook = hook_global;
  swift_task_getMainExecutor_hook = hook_main;
  if (&swift_task_enqueueGlobalWithDelay_hook) swift_task_enqueueGlobalWithDelay_hook = hook_delayed;
  are_installed = true;
}

bool ts_install_hooks(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install);
  return are_installed;
}

extern TS_SWIFT uint64_t swift_task_getJobTaskId(void *job) __attribute__((weak));
extern TS_SWIFT void *swift_task_getCurrent(void) __attribute__((weak));

// A job: the object's header (2 words), the scheduler's own (2 words), then its flags, whose low byte is
// the kind; 0 is a task.
static bool is_task(void *job) { return (((uint32_t *)job)[8] & 0xff) == 0; }

uint64_t ts_task_id(void *job) { return is_task(job) ? swift_task_getJobTaskId(job) : 0; }

void *ts_current_task(void) { return swift_task_getCurrent(); }

uint64_t ts_current_task_id(void) {
  void *task = swift_task_getCurrent();
  return task ? swift_task_getJobTaskId(task) : 0;
}

TS_UNSANITIZED_END

#endif
