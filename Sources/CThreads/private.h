#pragma once
#define _GNU_SOURCE
#include "CThreads.h"

#if defined(__linux__) && defined(__GLIBC__) && defined(__x86_64__) && !__has_feature(thread_sanitizer)
#define CT_HAS_THREADS 1
#include "CScheduling.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#define CT_EXPORT __attribute__((visibility("default")))
#define CT_WEAK __attribute__((visibility("default"), weak))
#define CT_SWIFT __attribute__((swiftcall))
#define CT_LIKELY(x) __builtin_expect(!!(x), 1)

/// Logical threads of one run.
enum { ct_most_threads = 512, ct_most_held = 32 };
#define CT_NEVER UINT64_MAX

struct ct_thread;
typedef bool (*ct_condition)(struct ct_thread *thread, void *object);

/// What a thread waits to do.
typedef struct {
  int kind;
  const void *object;
  const void *place;
} ct_operation;

/// A vector clock. Entries beyond `count` are 0.
typedef struct {
  uint32_t *times;
  uint32_t count, capacity;
} ct_clock;

/// A thread of the machine, kept from run to run: see threads.c.
typedef struct ct_worker {
  struct ct_worker *next;
  struct ct_worker *every;
  pthread_t handle;
  int system_id;
  /// Its thread-local values; where the stack begins that it lends; where that stack was left.
  uintptr_t local, top;
  void *saved;
  struct ct_thread *thread;
  /// 2: it is to do what is requested; 3: it is to end.
  _Atomic int turn;
  /// 0 while it calls the kernel itself, for the thread that it lends itself to and whose values it shares.
  _Atomic int is_served;
  void (*request)(void *word, uint32_t own);
  void *request_word;
} ct_worker;

typedef struct {
  const void *object;
  int kind;
  const void *place;
  const ct_stack *stack;
} ct_held;

typedef struct ct_thread {
  int id;
  bool is_done, is_waiting, has_timed_out, is_signalled, is_joined, is_detached, is_daemon;
  /// In the runtime, which is not scheduled.
  int inside;
  /// In code whose accesses do not count, such as a deinit.
  int ignores;
  ct_operation operation;
  ct_condition condition;
  void *condition_object;
  uint64_t deadline;
  /// When it last ran; when it began to wait.
  uint64_t stamp, queued;
  ct_worker *worker;
  ct_stack *stack;
  int stack_excess;
  void *(*body)(void *);
  void *argument, *result;
  char name[48];
  const void *place;
  const ct_stack *started_at;
  ct_held held[ct_most_held];
  int held_count;
  /// Points without a change since.
  uint32_t idle;
  uint64_t idle_version;
  uint32_t alone;
  uint64_t plain;
  uint32_t times[ct_most_threads];
  ct_clock clock, acquired, released;
  bool has_released;
  /// The condition that it waits on.
  void *waits_on;
  /// The queue whose work it does: see queues.c.
  struct ct_queue *queue;
  /// The task that it was in the middle of when another thread went on.
  const void *task;
} ct_thread;

typedef struct {
  ct_settings settings;
  ct_thread *threads[ct_most_threads];
  int count, alive;
  bool is_on, body_is_done, is_ending;
  int64_t steps, steps_after;
  uint64_t stamps;
  /// Counts changes of what threads poll for.
  uint64_t version;
  ct_outcome outcome;
  /// Who runs first.
  ct_thread *starting;
  int interrupted;
} ct_state;

extern ct_state ct_now;
/// The clocks, the sleeps and the random numbers of the run.
extern ts_run ct_surroundings;
extern _Thread_local ct_thread *ct_me __attribute__((tls_model("initial-exec")));

/// The thread of a run that runs this code, outside the runtime; null: none.
static inline ct_thread *ct_controlled(void) {
  ct_thread *me = ct_me;
  return me && !me->inside ? me : NULL;
}

#define CT_HERE __builtin_return_address(0)

/// The next definition of a symbol after this one.
#define CT_NEXT(type, name)                                                    \
  static _Atomic(type) next;                                                   \
  type original = atomic_load_explicit(&next, memory_order_relaxed);           \
  if (!original) {                                                             \
    original = (type)dlsym(RTLD_NEXT, name);                                   \
    atomic_store_explicit(&next, original, memory_order_relaxed);              \
  }

// workers.c
/// The thread that called ct_run: where its stack was left, its thread-local values, its number in the kernel.
typedef struct { void *stack; uintptr_t local; int system_id; } ct_caller_state;
extern ct_caller_state ct_caller;
/// Leaves the stack at `*from`, and goes on with the one at `to`.
void ct_switch_stack(void **from, void *to);
/// Takes the identity of another thread of the machine, by its thread-local values.
void ct_become(uintptr_t local);
uintptr_t ct_own_local(void);
void ct_switch_to(ct_thread *me, ct_thread *next);
_Noreturn void ct_return(ct_thread *me);
void ct_begin_with_workers(void);
/// A thread of the machine that lends itself to `thread`, whose first function is `begins`. Null: the system has none.
ct_worker *ct_take_worker(ct_thread *thread, void (*begins)(void));
/// Has what the runtime keeps for a thread end with it.
void ct_end_worker(ct_worker *worker);
void ct_forget_workers(void);
/// Has a thread of the machine do what only it can, for the kernel.
void ct_ask_worker(ct_worker *worker, void (*request)(void *word, uint32_t own), void *word);
void ct_futex_wait(_Atomic int *word, int value, int64_t nanoseconds);
void ct_futex_wake(_Atomic int *word);

// watch.c
void ct_start_watching(void);
void ct_allow_interrupts(void);

// threads.c
ct_thread *ct_make_thread(void *(*body)(void *), void *argument, const char *name, const void *place);
/// So many nanoseconds from now.
uint64_t ct_after(uint64_t nanoseconds);

// points.c
void ct_start_run(void);
/// A point: another thread may run before this one goes on.
void ct_point(ct_thread *me, int kind, const void *object, const void *place);
/// Goes on once `condition` holds: true; or at `deadline`: false.
bool ct_point_when(
  ct_thread *me, int kind, const void *object, const void *place, ct_condition condition, void *condition_object, uint64_t deadline);
/// Picks who goes on after a thread has ended.
ct_thread *ct_pick(ct_thread *me);
/// What the last step turned out to be, and what it showed.
void ct_tell_step(int kind, const uint64_t *value);
/// Before a thread goes on that was picked.
void ct_count_step(ct_thread *next);
_Noreturn void ct_end_run(ct_thread *me, int ending);
/// After so many points of one thread, others run, whatever the schedule says: who polls must not starve whom it waits for. A plain access
/// counts as a hundredth of a point.
enum { ct_most_alone = 20000, ct_alone_by_point = 100 };
/// What others poll for may have changed.
static inline void ct_changed(ct_thread *me) {
  ct_now.version++;
  me->idle = 0;
}
void ct_hold_lock(ct_thread *me, const void *object, int kind, const void *place);
void ct_drop_lock(ct_thread *me, const void *object);
/// Whether the program's own code lies there, and not that of a library.
bool ct_is_program(const void *place);
bool ct_never(ct_thread *me, void *object);
/// The thread looked at what has not changed since.
static inline void ct_polls(ct_thread *me) {
  if (me->idle_version != ct_now.version) me->idle = 0;
  me->idle_version = ct_now.version;
  me->idle++;
}
void ct_escapes(const char *what, const void *place);

// clocks.c
void ct_forget_clocks(void);
uint64_t ct_run_number(void);
void *ct_allocate(size_t size);
void ct_join_clock(ct_clock *clock, const ct_clock *other);
void ct_assign_clock(ct_clock *clock, const ct_clock *other);
/// What is known of the object at an address in this run; made if there is none.
typedef struct ct_object {
  const void *address;
  ct_clock clock;
  ct_thread *owner;
  int depth, readers, kind;
  /// How often it was signalled.
  uint64_t version;
  const void *place;
  const ct_stack *stack;
  void *more;
} ct_object;
ct_object *ct_object_at(const void *address);
ct_object *ct_known_object(const void *address);
void ct_forget_object(const void *address);
/// For the tables that `calloc` itself changes: where memory.c stands in front of it, the function behind.
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
#define CT_CALLOC calloc
#else
#define CT_CALLOC __libc_calloc
extern void *__libc_calloc(size_t count, size_t size);
#endif
/// What one thread did before becomes known to who acquires after.
void ct_release(ct_thread *me, ct_clock *clock);
void ct_acquire(ct_thread *me, const ct_clock *clock);
static inline void ct_tick(ct_thread *me) { me->times[me->id]++; }

// races.c
/// How code comes to memory, beside plain reads and writes.
enum { ct_plainly = 0, ct_atomically = 1, ct_as_a_whole = 2, ct_by_freeing = 3 };
void ct_accessed(ct_thread *me, const void *address, size_t size, bool writes, int manner, const void *place);
void ct_forget_memory(const void *address, size_t size);
void ct_forget_shadow(void);

// statics.c
/// Whether a variable of the program is one in which the compiler keeps what it has looked up, metadata for example.
bool ct_is_compilers(const void *address);

// values.c
void ct_stored(ct_thread *me, ct_object *object, uint64_t before, uint64_t value, uint32_t time);
uint64_t ct_loaded(ct_thread *me, ct_object *object, uint64_t now, const ct_clock **clock);

/// Calls the C library's function of this name.
#define CT_REAL(function)                                                      \
  static int real_##function(void *lock) {                                     \
    typedef int (*type)(void *);                                               \
    CT_NEXT(type, #function)                                                   \
    return original(lock);                                                     \
  }

// origins.c
enum { ct_from_program = 1, ct_from_toolchain, ct_from_foundation, ct_from_concurrency };
int ct_origin_of(const void *caller);
/// Where the function that called this one was called from; null if its frame does not say.
static inline const void *ts_outer_place(void *frame) {
  void **caller = *(void ***)frame;
  return (char *)caller > (char *)frame && (char *)caller - (char *)frame < 1 << 16 ? caller[1] : NULL;
}
/// Whether a lock is taken inside the toolchain's libraries: of the locks there, only those are scheduled that Foundation offers. Others
/// guard caches, and are taken the first time only. Not all functions of Foundation have a name: then what the program calls is offered.
bool ct_is_quiet(const void *caller, const void *outer);

// swift_mutex.c
bool ct_holds_mutex(const ct_worker *worker, const void *word);
/// Lets go of a Mutex for a thread that does not go on.
void ct_unlock_abandoned(void *word, ct_worker *worker);

// mutexes.c
bool ct_can_lock(ct_thread *me, void *lock);
void ct_took(ct_thread *me, void *lock, int kind, const void *place);
void ct_gave(ct_thread *me, void *lock);
typedef int (*ct_lock_function)(void *lock);
/// Takes a lock that is free in the run for real: where a thread of no run holds it, it waits for that one.
int ct_really(ct_thread *me, void *lock, ct_lock_function tries, ct_lock_function waits);
/// Whether it is the kernel's number of a thread that lends itself to this run.
bool ct_is_of_run(uint32_t system_id);
/// Without a point, unless another thread was stopped with the lock in its hand. Where a thread of no run holds it is not told: that
/// differs from run to run.
int ct_lock_quietly(ct_thread *me, pthread_mutex_t *mutex, const void *place);
/// How long it is from now to a time of the C library's clocks.
uint64_t ct_deadline_at(const struct timespec *time);

// queues.c
/// A queue of Dispatch, in this run.
typedef struct ct_queue {
  void *real;
  bool is_serial;
  /// A global queue, which ignores barriers.
  bool is_global;
  /// Which it hands its work to; null: none.
  struct ct_queue *target;
  struct ct_job *first, *last;
  /// How many jobs run, and whether one of them excludes the others.
  int running, lanes, next_lane;
  bool has_barrier;
  int suspensions;
  ct_clock barriers, others;
  ct_thread *lane[16];
} ct_queue;

typedef struct ct_job {
  struct ct_job *next;
  void (*body)(void *);
  void *context;
  bool is_barrier, is_block, is_sync;
  void *group;
  ct_clock clock;
} ct_job;

ct_queue *ct_queue_of(void *real);
void ct_submit(ct_thread *me, ct_queue *queue, ct_job job, const void *place);
void ct_run_on_queue(ct_thread *me, ct_queue *queue, ct_job job, const void *place);
void ct_call_block(void *block);
void ct_queue_made(void *real, bool is_serial, bool is_inactive, void *target);

// tasks.c
/// Has the runtime of tasks say what it orders.
void ct_listen_to_runtime(void);
void __tsan_acquire(void *address);
void __tsan_release(void *address);
void ct_note_task(ct_thread *me);
void ct_cancellation_used(void *context, void *task, bool is_read);

// dispatch.c
void *ct_copy_block(void *block);

// work_items.c
bool ct_is_barrier(const void *block);
/// A group was left that the library had entered: that of a work item, perhaps.
void ct_item_left(ct_thread *me, const void *group);

// groups.c
/// Waits until `condition` holds of what is known of `object`. 0: it does; 1: the time is over.
intptr_t ct_wait_until(ct_thread *me, void *object, ct_condition condition, uint64_t deadline, const void *place);
/// Has a block run on `queue` once an object is empty, or at once if it is.
void ct_notify_when(ct_thread *me, ct_object *object, bool is_now, void *queue, void *copy, const void *place);
void ct_notify_all(ct_thread *me, ct_object *object, const void *place);
void ct_enter_group(void *group);
void ct_leave_group(ct_thread *me, void *group, const void *place);
uint64_t ct_dispatch_deadline(uint64_t when);
void ct_misuse(ct_thread *me, const char *what, const void *place);

#endif
