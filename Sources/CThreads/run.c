// A run: one body under one schedule, from beginning to end.
#include "private.h"

#if CT_HAS_THREADS
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/// The runs of the process, one after the other; and who reads what the last one left.
static pthread_mutex_t runs;
static pthread_once_t made = PTHREAD_ONCE_INIT;

static void make_lock(void) {
  pthread_mutexattr_t recursive;
  pthread_mutexattr_init(&recursive);
  pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&runs, &recursive);
}

void ct_hold(void) {
  pthread_once(&made, make_lock);
  pthread_mutex_lock(&runs);
}

void ct_let_go(void) { pthread_mutex_unlock(&runs); }

/// The clocks, the sleeps and the random numbers of a run.
ts_run ct_surroundings;

static void unlock_all(ct_thread *thread) {
  typedef int (*unlock)(void *);
  static unlock mutex, both;
  if (!mutex) mutex = (unlock)dlsym(RTLD_NEXT, "pthread_mutex_unlock");
  if (!both) both = (unlock)dlsym(RTLD_NEXT, "pthread_rwlock_unlock");
  while (thread->held_count > 0) {
    ct_held held = thread->held[--thread->held_count];
    // Whose lock it is, the C library knows by the thread-local values.
    ct_become(thread->worker->local);
    if (held.kind == 'm') mutex((void *)held.object);
    else if (held.kind == 'r') both((void *)held.object);
    else if (held.kind == 'M') ct_unlock_abandoned((void *)held.object, thread->worker);
    ct_become(ct_caller.local);
  }
}

static void sleeps(void *context, uint64_t nanoseconds) {
  (void)context;
  ct_thread *me = ct_controlled();
  if (!me) return;
  ct_point_when(me, ct_sleep, NULL, CT_HERE, ct_never, NULL, ct_after(nanoseconds));
}

static void fills_random(void *context, void *buffer, size_t count) {
  (void)context;
  ct_thread *me = ct_me;
  if (me) me->inside++;
  ct_now.settings.fill_random(ct_now.settings.context, buffer, count);
  if (me) me->inside--;
}

static void dispatch_escapes(void *context, const char *function, const void *const *sites, int depth) {
  (void)context, (void)sites, (void)depth;
  if (ct_controlled()) ct_escapes(function, ct_me->stack ? ct_me->stack->returns : NULL);
}

static void after_fork(void) {
  // In a process that was copied, none of the threads is there.
  ct_forget_workers();
}

static void *enter_body(void *argument) {
  struct { void (*body)(void *); void *context; } *given = argument;
  given->body(given->context);
  return NULL;
}

ct_outcome ct_run(const ct_settings *settings, void (*body)(void *), void *context) {
  ct_hold();
  static bool handles_forks;
  if (!handles_forks) handles_forks = pthread_atfork(NULL, NULL, after_fork) == 0;
  ct_start_watching();
  struct { void (*body)(void *); void *context; } given = {body, context};
  memset(&ct_now, 0, sizeof ct_now);
  ct_now.settings = *settings;
  ct_now.outcome.system_call = -1;
  ct_forget_clocks();
  ct_forget_shadow();
  ct_start_run();
  ct_begin_with_workers();
  ts_install_hooks();
  ct_listen_to_runtime();
  ct_surroundings = (ts_run){
    .has_virtual_clock = true, .sleep = sleeps, .fill_random = settings->fill_random ? fills_random : NULL,
    .cancellation_used = ct_cancellation_used, .dispatched = dispatch_escapes};
  ct_thread *first = ct_make_thread(enter_body, &given, NULL, NULL);
  if (!first) {
    ct_now.outcome.ending = ct_no_thread;
    ct_outcome outcome = ct_now.outcome;
    ct_let_go();
    return outcome;
  }
  long id;
  __asm__ volatile("syscall" : "=a"(id) : "a"(SYS_gettid) : "rcx", "r11", "memory");
  ct_caller.system_id = (int)id;
  ct_caller.local = ct_own_local();
  ct_allow_interrupts();
  ct_now.starting = first;
  ct_now.is_on = true;
  ct_become(first->worker->local);
  ct_switch_stack(&ct_caller.stack, first->worker->saved);
  ct_now.is_on = false;
  // Whatever the runtime keeps for a thread of the machine whose thread was abandoned ends with it.
  for (int i = 0; i < ct_now.count; i++) {
    ct_thread *thread = ct_now.threads[i];
    if (thread->is_done) continue;
    unlock_all(thread);
    ct_end_worker(thread->worker);
  }
  ct_outcome outcome = ct_now.outcome;
  outcome.steps = ct_now.steps;
  ct_let_go();
  return outcome;
}

#endif
