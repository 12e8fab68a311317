// swift_task_create in front of the runtime's: every task that is created on a run's thread gets the
// run's executor as its preference. Without it `Task {}` and `Task.detached` would go to the global pool,
// and the runtime would run actors inline, where no other task can come between.
#define _GNU_SOURCE
#include "private.h"

#if TS_HAS_SCHEDULES
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>

TS_UNSANITIZED_BEGIN

typedef struct {
  void *task, *context;
} task_and_context;

typedef struct option {
  size_t flags;
  struct option *parent;
} option;

// Kinds of option records, as the runtime of Swift 6.2 and 6.3 numbers them.
enum { task_group = 1, executor_unowned = 5, executor_owned = 6, task_name = 7 };

typedef struct {
  option head;
  ts_executor executor;
} executor_option;

typedef struct {
  option head;
  const char *name;
} name_option;

typedef struct {
  option head;
  void *group;
} group_option;

typedef TS_SWIFT task_and_context (*create)(
  size_t flags, option *options, const void *result, void *entry, void *closure);

extern void *swift_retain(void *object);
extern void swift_release(void *object);

// An asynchronous function's frame: whom it returns to, and with which function. Part of the ABI.
typedef struct async_context {
  struct async_context *parent;
  void *resume_parent;
} async_context;

// The word of a task that holds the context it goes on with; the word before it, the function. Found by
// looking for the initial context in the first task that is created; 0: not looked for, -1: not found.
static _Atomic int context_word;
/// What says of an object that it is a task.
static _Atomic(const void *) task_metadata;

static void learn_layout(void *const *task, const void *context) {
  atomic_store_explicit(&task_metadata, task[0], memory_order_relaxed);
  int word = -1;
  for (int i = 5; i < 16; i++)
    if (task[i] == context) { word = i; break; }
  atomic_store_explicit(&context_word, word, memory_order_relaxed);
}

bool ts_layout_is_known(void) {
  return atomic_load_explicit(&context_word, memory_order_relaxed) > 0;
}

// The code that creates a task, and its callers: `Task.init` is a function of its own in debug builds.
// Frames of asynchronous functions carry a mark in bit 60 of the saved frame pointer.
static int call_sites(void *frame, const void **sites, int capacity) {
  int depth = 0;
  uintptr_t current = (uintptr_t)frame;
  while (depth < capacity) {
    uintptr_t *words = (uintptr_t *)current;
    if (!words[1]) break;
    sites[depth++] = (const void *)words[1];
    uintptr_t next = words[0] & ~(1ULL << 60);
    if (next <= current || next - current > 1 << 20 || next % sizeof(void *)) break;
    current = next;
  }
  return depth;
}

static const char *name_of(option *options) {
  for (option *o = options; o; o = o->parent)
    if ((o->flags & 0xff) == task_name) return ((name_option *)o)->name;
  return NULL;
}

static void *group_of(option *options) {
  for (option *o = options; o; o = o->parent)
    if ((o->flags & 0xff) == task_group) return ((group_option *)o)->group;
  return NULL;
}

static __attribute__((noinline)) void announce(ts_run *run, void *task, option *options, void *frame) {
  const void *sites[4];
  int depth = call_sites(frame, sites, 4);
  run->task_created(run->context, task, group_of(options), name_of(options), sites, depth);
}

TS_EXPORT_WEAK TS_SWIFT task_and_context swift_task_create(
  size_t flags, option *options, const void *result, void *entry, void *closure) {
  TS_NEXT(create, "swift_task_create")
  if (!original) abort();
  ts_run *run = ts_thread_run;
  if (!run || !run->task_executor.identity) return original(flags, options, result, entry, closure);
  executor_option *given = NULL;
  for (option *o = options; o; o = o->parent) {
    unsigned kind = o->flags & 0xff;
    if (kind == executor_unowned || kind == executor_owned) given = (executor_option *)o;
  }
  executor_option own = {{executor_owned, options}, run->task_executor};
  if (!given) {
    // The task releases an owned executor when it is destroyed.
    swift_retain(own.executor.identity);
    options = &own.head;
  } else if (
    !given->executor.identity || given->executor.identity == run->global_executor.identity) {
    // An explicit “no preference”, or the pool, which is the same.
    void *previous = given->executor.identity;
    given->executor = run->task_executor;
    if ((given->head.flags & 0xff) == executor_owned) {
      swift_retain(given->executor.identity);
      if (previous) swift_release(previous);
    }
  } else if (given->executor.identity != run->task_executor.identity) {
    run->foreign++;
  }
  task_and_context made = original(flags, options, result, entry, closure);
  if (!atomic_load_explicit(&context_word, memory_order_relaxed)) learn_layout(made.task, made.context);
  ts_keep(run, made.task);
  if (run->task_created) announce(run, made.task, options, __builtin_frame_address(0));
  return made;
}

void *ts_task_of(void *job) {
  if (ts_task_id(job)) return job;
  // A job that resumes a continuation, as Task.yield makes one: its last word is the task that goes on.
  enum { resumes_a_continuation = 195, last_word = 9 };
  if ((((uint32_t *)job)[8] & 0xff) != resumes_a_continuation) return NULL;
  void **task = ((void **)job)[last_word];
  return task && task[0] == atomic_load_explicit(&task_metadata, memory_order_relaxed) ? task : NULL;
}

void **ts_continuation(void *task) {
  int word = atomic_load_explicit(&context_word, memory_order_relaxed);
  return task && word > 0 ? (void **)task + word - 1 : NULL;
}

int ts_async_frames(void *task, const void **frames, int capacity) {
  int word = atomic_load_explicit(&context_word, memory_order_relaxed);
  if (word <= 0) return 0;
  void **words = task;
  int count = 0;
  frames[count++] = words[word - 1];
  async_context *context = words[word];
  while (context && count < capacity) {
    if (!context->resume_parent) break;
    frames[count++] = context->resume_parent;
    context = context->parent;
  }
  return count;
}

// Completion: a task's initial context returns to one of a few functions of the runtime. Each of them
// gets a function of ours in front of it.
typedef __attribute__((swiftasynccall)) void (*resume)(
  __attribute__((swift_async_context)) async_context *, __attribute__((swift_context)) void *);

enum { slots = 6 };
static _Atomic(resume) completions[slots];

static void tell(async_context *context) {
  ts_run *run = ts_thread_run;
  for (int i = run ? run->kept_count - 1 : -1; i >= 0; i--) {
    if (run->kept[i].initial_context != context) continue;
    run->kept[i] = run->kept[--run->kept_count];
    break;
  }
  if (run && run->task_finished) run->task_finished(run->context, context);
}

#define TS_COMPLETION(slot)                                                              \
  static __attribute__((swiftasynccall)) void finish_##slot(                             \
    __attribute__((swift_async_context)) async_context *context,                         \
    __attribute__((swift_context)) void *error) {                                        \
    tell(context);                                                                       \
    resume original = atomic_load_explicit(&completions[slot], memory_order_relaxed);    \
    __attribute__((musttail)) return original(context, error);                           \
  }
TS_COMPLETION(0)
TS_COMPLETION(1)
TS_COMPLETION(2)
TS_COMPLETION(3)
TS_COMPLETION(4)
TS_COMPLETION(5)
static const resume finishers[slots] = {finish_0, finish_1, finish_2, finish_3, finish_4, finish_5};

const void *ts_watch(void *task) {
  int word = atomic_load_explicit(&context_word, memory_order_relaxed);
  if (word <= 0) return NULL;
  async_context *context = ((void **)task)[word];
  if (!context) return NULL;
  resume current = (resume)context->resume_parent;
  if (!current) return NULL;
  for (int slot = 0; slot < slots; slot++)
    if (current == finishers[slot]) return context;
  for (int slot = 0; slot < slots; slot++) {
    resume known = NULL;
    if (atomic_compare_exchange_strong(&completions[slot], &known, current) || known == current) {
      context->resume_parent = (void *)finishers[slot];
      return context;
    }
  }
  return NULL;
}

void ts_keep(ts_run *run, void *task) {
  if (!run->keeps_tasks || run->kept_count == ts_most_kept_tasks) return;
  const void *context = ts_watch(task);
  if (context) run->kept[run->kept_count++] = (ts_kept_task){task, context};
}

// The runtime makes the task of an `async let` without the function above, and hands it to its executor before this returns.
typedef TS_SWIFT void (*begin_let)(void *let, option *options, const void *result, void *entry, void *closure, void *buffer);

TS_EXPORT_WEAK TS_SWIFT void swift_asyncLet_begin(
  void *let, option *options, const void *result, void *entry, void *closure, void *buffer) {
  TS_NEXT(begin_let, "swift_asyncLet_begin")
  if (!original) abort();
  ts_run *run = ts_thread_run;
  if (run) run->begins_let = run->keeps_tasks;
  original(let, options, result, entry, closure, buffer);
  if (run) run->begins_let = false;
}

TS_UNSANITIZED_END

#endif
