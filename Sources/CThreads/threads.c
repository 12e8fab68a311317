// The threads of a run. Each has a thread of the machine, which lends it its stack, its thread-local values and its identity, and sleeps
// meanwhile: the thread that called ct_run runs them all, one at a time, by a switch of stacks. So a switch costs nothing in the kernel,
// however busy the machine is. The machine's threads are kept from run to run.
#include "private.h"

#if CT_HAS_THREADS
#include "CScheduling.h"
#include <errno.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <asm/prctl.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

static long futex(_Atomic int *word, int operation, int value, const struct timespec *limit) {
  // Not through `syscall`, which stands in front of the C library's.
  register long r10 __asm__("r10") = (long)limit;
#if defined(__x86_64__)
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(SYS_futex), "D"(word), "S"(operation), "d"(value), "r"(r10) : "rcx", "r11", "memory");
  return result;
#else
  (void)r10;
  return syscall(SYS_futex, word, operation, value, limit, NULL, 0);
#endif
}

void ct_futex_wait(_Atomic int *word, int value, int64_t nanoseconds) {
  struct timespec limit = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  futex(word, FUTEX_WAIT_PRIVATE, value, nanoseconds < 0 ? NULL : &limit);
}

void ct_futex_wake(_Atomic int *word) { futex(word, FUTEX_WAKE_PRIVATE, 1, NULL); }

static ct_worker *idle, *every;
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

// Registers that a call keeps, and the control words of floating point, lie on the stack that is left.
void ct_switch_stack(void **from, void *to);
__asm__(
  ".text\n.p2align 4\n.globl ct_switch_stack\n.hidden ct_switch_stack\n.type ct_switch_stack,@function\nct_switch_stack:\n"
  "pushq %rbp\npushq %rbx\npushq %r12\npushq %r13\npushq %r14\npushq %r15\n"
  "subq $8, %rsp\nstmxcsr (%rsp)\nfnstcw 4(%rsp)\n"
  "movq %rsp, (%rdi)\nmovq %rsi, %rsp\n"
  "ldmxcsr (%rsp)\nfldcw 4(%rsp)\naddq $8, %rsp\n"
  "popq %r15\npopq %r14\npopq %r13\npopq %r12\npopq %rbx\npopq %rbp\nretq\n"
  ".size ct_switch_stack, .-ct_switch_stack\n");

static bool sets_base_directly;

__attribute__((noinline, target("fsgsbase"))) static void become(uintptr_t local) {
  if (sets_base_directly) __builtin_ia32_wrfsbase64(local);
  else {
    long result;
    __asm__ volatile("syscall" : "=a"(result) : "a"(SYS_arch_prctl), "D"(ARCH_SET_FS), "S"(local) : "rcx", "r11", "memory");
  }
}

static uintptr_t own_local(void) {
  uintptr_t local;
  __asm__("movq %%fs:0, %0" : "=r"(local));
  return local;
}

/// The thread that called ct_run.
static struct { void *stack; uintptr_t local; int system_id; } caller;

__attribute__((noinline)) void ct_switch_to(ct_thread *me, ct_thread *next) {
  become(next->worker->local);
  ct_switch_stack(&me->worker->saved, next->worker->saved);
}

/// Back to ct_run. Nobody comes back from there.
_Noreturn __attribute__((noinline)) void ct_return(ct_thread *me) {
  become(caller.local);
  ct_switch_stack(&me->worker->saved, caller.stack);
  abort();
}

static void unlock_all(ct_thread *thread) {
  typedef int (*unlock)(void *);
  static unlock mutex, both;
  if (!mutex) mutex = (unlock)dlsym(RTLD_NEXT, "pthread_mutex_unlock");
  if (!both) both = (unlock)dlsym(RTLD_NEXT, "pthread_rwlock_unlock");
  while (thread->held_count > 0) {
    ct_held held = thread->held[--thread->held_count];
    // Whose lock it is, the C library knows by the thread-local values.
    become(thread->worker->local);
    if (held.kind == 'm') mutex((void *)held.object);
    else if (held.kind == 'r') both((void *)held.object);
    else if (held.kind == 'M') __atomic_store_n((uint32_t *)held.object, 0, __ATOMIC_SEQ_CST);
    become(caller.local);
  }
}

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

/// What a worker is asked to do as itself.
static void serve(ct_worker *worker) {
  worker->request(worker->request_word, (uint32_t)worker->system_id);
  atomic_store(&worker->is_served, 1);
  ct_futex_wake(&worker->is_served);
}

void ct_ask_worker(ct_worker *worker, void (*request)(void *, uint32_t), void *word) {
  worker->request = request;
  worker->request_word = word;
  atomic_store(&worker->is_served, 0);
  atomic_store(&worker->turn, 2);
  ct_futex_wake(&worker->turn);
  while (!atomic_load(&worker->is_served)) ct_futex_wait(&worker->is_served, 0, -1);
}

static void *work(void *argument) {
  ct_worker *worker = argument;
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, NULL);
  worker->local = own_local();
  // Below what this function and the waiting need.
  worker->top = ((uintptr_t)__builtin_frame_address(0) - 16384) & ~(uintptr_t)63;
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(SYS_gettid) : "rcx", "r11", "memory");
  worker->system_id = (int)result;
  atomic_store(&worker->is_served, 1);
  ct_futex_wake(&worker->is_served);
  for (;;) {
    int turn;
    while (!(turn = atomic_exchange(&worker->turn, 0))) ct_futex_wait(&worker->turn, 0, -1);
    if (turn == 3) break;
    serve(worker);
  }
  // What ends with this thread of the machine belongs to no run.
  ct_me = NULL;
  ts_enter(NULL);
  free(worker);
  return NULL;
}

typedef int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

static ct_worker *make_worker(void) {
  CT_NEXT(create, "pthread_create")
  ct_worker *worker = calloc(1, sizeof *worker);
  if (!worker) return NULL;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 8 << 20);
  ts_run *run = ts_enter(NULL);
  int error = original(&worker->handle, &attributes, work, worker);
  ts_enter(run);
  pthread_attr_destroy(&attributes);
  if (error) {
    free(worker);
    return NULL;
  }
  while (!atomic_load(&worker->is_served)) ct_futex_wait(&worker->is_served, 0, -1);
  worker->every = every;
  every = worker;
  return worker;
}

/// A stack on which `run_thread` begins.
static void prepare(ct_worker *worker) {
  void **top = (void **)worker->top;
  // As after a call: the place to return to, of which there is none.
  *--top = NULL;
  *--top = (void *)run_thread;
  for (int i = 0; i < 6; i++) *--top = NULL;
  *--top = NULL;
  __asm__ volatile("stmxcsr (%0)\nfnstcw 4(%0)" : : "r"(top) : "memory");
  worker->saved = top;
}

/// Threads of the run are kept too: their clocks are large.
static ct_thread *spare[ct_most_threads];

ct_thread *ct_make_thread(void *(*body)(void *), void *argument, const char *name, const void *place) {
  if (ct_now.count == ct_most_threads) return NULL;
  ct_worker *worker = idle;
  if (worker) idle = worker->next;
  else worker = make_worker();
  if (!worker) return NULL;
  int id = ct_now.count;
  ct_thread *thread = spare[id];
  if (!thread) thread = spare[id] = malloc(sizeof *thread);
  if (!thread) return NULL;
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
  worker->thread = thread;
  prepare(worker);
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

// What no schedule of threads controls: a task goes to the pool of the runtime, whose threads belong to no run.
extern CT_SWIFT void swift_task_enqueueGlobal(void *job) __attribute__((weak));

static void task_escapes(void *context, void *job) {
  (void)context;
  if (ct_controlled()) ct_escapes("a Task, which runs on a thread outside the schedule", ct_me->stack ? ct_me->stack->returns : NULL);
  ts_run *run = ts_enter(NULL);
  if (&swift_task_enqueueGlobal) swift_task_enqueueGlobal(job);
  ts_enter(run);
}

static void dispatch_escapes(void *context, const char *function, const void *const *sites, int depth) {
  (void)context, (void)sites, (void)depth;
  if (ct_controlled()) ct_escapes(function, ct_me->stack ? ct_me->stack->returns : NULL);
}

/// What the caller does in the kernel: the number of its call; -1: it computes; -2: unknown.
static int64_t system_call(void) {
  char path[64], text[64];
  snprintf(path, sizeof path, "/proc/self/task/%d/syscall", caller.system_id);
  FILE *file = fopen(path, "r");
  if (!file) return -2;
  size_t count = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[count] = 0;
  return strncmp(text, "running", 7) == 0 ? -1 : strtoll(text, NULL, 10);
}

// A step that blocks outside, or computes without end: another thread watches, and interrupts it by a signal.
static int watch_signal(void) { return SIGRTMAX - 3; }

static void interrupted(int signal) {
  (void)signal;
  ct_thread *me = ct_me;
  if (!me || me->inside || !ct_now.is_on || caller.system_id != ct_now.interrupted) return;
  me->inside++;
  ct_now.interrupted = 0;
  ct_now.outcome.ending = ct_blocked_outside;
  ct_return(me);
}

static void *watch(void *unused) {
  (void)unused;
  int64_t known = -1, waited = 0;
  uint64_t run = 0;
  for (;;) {
    struct timespec slice = {0, 250000000};
    long result;
    __asm__ volatile("syscall" : "=a"(result) : "a"(SYS_nanosleep), "D"(&slice), "S"(NULL) : "rcx", "r11", "memory");
    int64_t steps = __atomic_load_n(&ct_now.steps, __ATOMIC_RELAXED);
    bool is_same = __atomic_load_n(&ct_now.is_on, __ATOMIC_RELAXED) && steps == known && run == ct_run_number();
    waited = is_same ? waited + 250 : 0;
    known = steps;
    run = ct_run_number();
    if (waited < ct_now.settings.step_milliseconds || !is_same) continue;
    ct_now.outcome.system_call = system_call();
    ct_now.interrupted = caller.system_id;
    syscall(SYS_tgkill, getpid(), caller.system_id, watch_signal());
    waited = 0;
  }
  return NULL;
}

static void start_watching(void) {
  static bool is_watching;
  if (is_watching) return;
  is_watching = true;
  sets_base_directly = getauxval(AT_HWCAP2) & 2;
  struct sigaction action = {.sa_handler = interrupted, .sa_flags = SA_NODEFER};
  sigaction(watch_signal(), &action, NULL);
  CT_NEXT(create, "pthread_create")
  pthread_t thread;
  if (original(&thread, NULL, watch, NULL) == 0) pthread_detach(thread);
}

static void forget_watcher(void) {
  // In a process that was copied, none of the threads is there.
  every = idle = NULL;
}

static void *enter_body(void *argument) {
  struct { void (*body)(void *); void *context; } *given = argument;
  given->body(given->context);
  return NULL;
}

ct_outcome ct_run(const ct_settings *settings, void (*body)(void *), void *context) {
  ct_hold();
  static bool handles_forks;
  if (!handles_forks) handles_forks = pthread_atfork(NULL, NULL, forget_watcher) == 0;
  start_watching();
  struct { void (*body)(void *); void *context; } given = {body, context};
  memset(&ct_now, 0, sizeof ct_now);
  ct_now.settings = *settings;
  ct_now.outcome.system_call = -1;
  ct_forget_clocks();
  ct_forget_shadow();
  ct_start_run();
  // In one run, each thread is another of the machine: its stack and its thread-local values are its own.
  idle = NULL;
  for (ct_worker *worker = every; worker; worker = worker->every) worker->next = idle, idle = worker;
  ts_install_hooks();
  ct_surroundings = (ts_run){
    .has_virtual_clock = true, .sleep = sleeps, .fill_random = settings->fill_random ? fills_random : NULL,
    .enqueue_global = task_escapes, .dispatched = dispatch_escapes};
  ct_thread *first = ct_make_thread(enter_body, &given, NULL, NULL);
  if (!first) {
    ct_now.outcome.ending = ct_no_thread;
    ct_outcome outcome = ct_now.outcome;
    ct_let_go();
    return outcome;
  }
  long id;
  __asm__ volatile("syscall" : "=a"(id) : "a"(SYS_gettid) : "rcx", "r11", "memory");
  caller.system_id = (int)id;
  caller.local = own_local();
  // Threads of Dispatch take no signals.
  sigset_t interrupts;
  sigemptyset(&interrupts);
  sigaddset(&interrupts, watch_signal());
  pthread_sigmask(SIG_UNBLOCK, &interrupts, NULL);
  ct_now.starting = first;
  ct_now.is_on = true;
  become(first->worker->local);
  ct_switch_stack(&caller.stack, first->worker->saved);
  ct_now.is_on = false;
  // Whatever the runtime keeps for a thread of the machine whose thread was abandoned ends with it.
  for (int i = 0; i < ct_now.count; i++) {
    ct_thread *thread = ct_now.threads[i];
    ct_worker *worker = thread->worker;
    if (thread->is_done) continue;
    unlock_all(thread);
    for (ct_worker **link = &every; *link; link = &(*link)->every)
      if (*link == worker) {
        *link = worker->every;
        break;
      }
    pthread_detach(worker->handle);
    atomic_store(&worker->turn, 3);
    ct_futex_wake(&worker->turn);
  }
  ct_outcome outcome = ct_now.outcome;
  outcome.steps = ct_now.steps;
  ct_let_go();
  return outcome;
}

/// The identity of the thread of the machine that lends itself.
bool ct_lends(void) { return ct_me != NULL; }
long ct_gettid(void) { return ct_me->worker->system_id; }

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
  me->alone = 1000;
  ct_point(me, ct_yield, NULL, CT_HERE);
  return 0;
}

#endif
