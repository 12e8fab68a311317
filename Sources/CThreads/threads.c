// The threads of a run: how they begin and end, and the functions of pthreads that start them and wait for them.
#include "private.h"

#if CT_HAS_THREADS
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

_Noreturn static void end_thread(ct_thread *thread) {
  thread->inside = 1;
  thread->is_done = true;
  ct_release(thread, &ct_object_at(thread)->clock);
  ct_changed(thread);
  if (thread->id == 0) ct_now.body_is_done = true;
  ct_now.alive--;
  ct_me = NULL;
  ts_enter(NULL);
  ct_thread *next = ct_pick(NULL);
  if (!next) ct_return(thread);
  ct_count_step(next);
  ct_switch_to(thread, next);
  abort();
}

static void run_thread(void) {
  ct_thread *thread = ct_now.starting;
  ct_me = thread;
  ts_enter(&ct_surroundings);
  thread->condition = NULL;
  thread->inside = 0;
  thread->result = thread->body(thread->argument);
  ct_point(thread, ct_end, thread, thread->place);
  end_thread(thread);
}

/// Threads of the run are kept too: their clocks are large.
static ct_thread *spare[ct_most_threads];

ct_thread *ct_make_thread(void *(*body)(void *), void *argument, const char *name, const void *place) {
  if (ct_now.count == ct_most_threads) return NULL;
  int id = ct_now.count;
  ct_thread *thread = spare[id];
  if (!thread) thread = spare[id] = malloc(sizeof *thread);
  if (!thread) return NULL;
  ct_worker *worker = ct_take_worker(thread, run_thread);
  if (!worker) return NULL;
  memset(thread, 0, offsetof(ct_thread, times));
  memset(thread->times, 0, sizeof thread->times);
  memset((char *)thread + offsetof(ct_thread, clock), 0, sizeof *thread - offsetof(ct_thread, clock));
  thread->id = id;
  thread->worker = worker;
  thread->body = body;
  thread->argument = argument;
  // A queue may be gone when its name is read.
  if (name) strncpy(thread->name, name, sizeof thread->name - 1);
  thread->place = place;
  thread->deadline = CT_NEVER;
  thread->operation = (ct_operation){ct_begin, thread, place};
  thread->times[id] = 1;
  thread->clock = (ct_clock){thread->times, ct_most_threads, ct_most_threads};
  thread->stamp = ++ct_now.stamps;
  thread->inside = 1;
  ct_thread *me = ct_me;
  if (me) {
    thread->started_at = me->stack;
    for (int i = 0; i < id; i++) thread->times[i] = me->times[i];
    ct_tick(me);
  }
  ct_now.threads[ct_now.count++] = thread;
  ct_now.alive++;
  ct_now.version++;
  ct_now.outcome.threads = ct_now.count;
  return thread;
}

const char *ct_thread_name(int thread) { return ct_now.threads[thread]->name; }
const void *ct_thread_place(int thread) { return ct_now.threads[thread]->place; }
const ct_stack *ct_thread_stack(int thread) { return ct_now.threads[thread]->started_at; }

uint64_t ct_after(uint64_t nanoseconds) {
  uint64_t now = (uint64_t)ct_surroundings.now;
  return nanoseconds > INT64_MAX / 2 ? CT_NEVER - 1 : now + nanoseconds;
}

/// Whether what calls the kernel has the identity of another thread of the machine, which lends itself.
bool ct_lends(void) { return ct_me && ct_me->worker->is_served; }
long ct_gettid(void) { return ct_me->worker->system_id; }

typedef struct {
  const long *arguments;
  long result;
} futex_call;

static void call_futex(void *given, uint32_t own) {
  (void)own;
  futex_call *call = given;
  const long *a = call->arguments;
  register long r10 __asm__("r10") = a[3];
  register long r8 __asm__("r8") = a[4];
  register long r9 __asm__("r9") = a[5];
  __asm__ volatile(
    "syscall" : "=a"(call->result) : "a"(SYS_futex), "D"(a[0]), "S"(a[1]), "d"(a[2]), "r"(r10), "r"(r8), "r"(r9) : "rcx", "r11", "memory");
}

/// By the thread of the machine that the lock's word names as its owner. Otherwise the kernel refuses, and who calls tries for ever.
long ct_futex_by_owner(const long arguments[6]) {
  futex_call call = {arguments, 0};
  ct_ask_worker(ct_me->worker, call_futex, &call);
  return call.result;
}

CT_EXPORT pid_t gettid(void) {
  ct_thread *me = ct_me;
  return me ? me->worker->system_id : (pid_t)syscall(SYS_gettid);
}

// What CScheduling's functions of these names call, if threads are scheduled.
bool ct_takes_over(void) { return ct_controlled() != NULL; }

int ct_pthread_create(pthread_t *handle, const pthread_attr_t *attributes, void *(*body)(void *), void *argument, const void *place) {
  ct_thread *me = ct_controlled();
  ct_point(me, ct_start, NULL, place);
  me->inside++;
  ct_thread *made = ct_make_thread(body, argument, NULL, place);
  if (made) {
    int state = PTHREAD_CREATE_JOINABLE;
    if (attributes) pthread_attr_getdetachstate(attributes, &state);
    made->is_detached = state == PTHREAD_CREATE_DETACHED;
    *handle = made->worker->handle;
  }
  me->inside--;
  return made ? 0 : EAGAIN;
}

static bool is_over(ct_thread *me, void *other) {
  (void)me;
  return ((ct_thread *)other)->is_done;
}

static ct_thread *thread_of(pthread_t handle) {
  for (int i = ct_now.count - 1; i >= 0; i--)
    if (ct_now.threads[i]->worker->handle == handle && !ct_now.threads[i]->is_joined) return ct_now.threads[i];
  return NULL;
}

CT_EXPORT int pthread_join(pthread_t handle, void **result) {
  typedef int (*function)(pthread_t, void **);
  CT_NEXT(function, "pthread_join")
  ct_thread *me = ct_controlled();
  ct_thread *other = me ? thread_of(handle) : NULL;
  if (!other) return original(handle, result);
  ct_point_when(me, ct_join, other, CT_HERE, is_over, other, CT_NEVER);
  other->is_joined = true;
  ct_acquire(me, &ct_object_at(other)->clock);
  if (result) *result = other->result;
  return 0;
}

CT_EXPORT int pthread_detach(pthread_t handle) {
  typedef int (*function)(pthread_t);
  CT_NEXT(function, "pthread_detach")
  ct_thread *other = ct_controlled() ? thread_of(handle) : NULL;
  if (!other) return original(handle);
  other->is_detached = true;
  return 0;
}

CT_EXPORT _Noreturn void pthread_exit(void *result) {
  typedef void (*function)(void *);
  CT_NEXT(function, "pthread_exit")
  ct_thread *me = ct_controlled();
  if (!me || !me->id) {
    original(result);
    abort();
  }
  me->result = result;
  end_thread(me);
}

CT_EXPORT int sched_yield(void) {
  typedef int (*function)(void);
  CT_NEXT(function, "sched_yield")
  ct_thread *me = ct_controlled();
  if (!me) return original();
  // Others first, as who yields wants it.
  ct_polls(me);
  me->alone = ct_most_alone;
  ct_point(me, ct_yield, NULL, CT_HERE);
  return 0;
}

#endif
