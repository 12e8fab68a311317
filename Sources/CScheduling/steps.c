// Who runs when, and what a step of a run touches: which task runs on the thread and until when, which actors are made, where tasks
// hop to and whose end they await. Functions of the runtime in front of its own, passed on at once on a thread without a run.
#define _GNU_SOURCE
#include "private.h"

#if TS_HAS_SCHEDULES
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>

TS_UNSANITIZED_BEGIN

extern TS_SWIFT ts_executor swift_task_getCurrentExecutor(void) __attribute__((weak));
extern TS_SWIFT void *swift_task_getCurrent(void) __attribute__((weak));

typedef __attribute__((swiftasynccall)) void (*task_switch)(
  __attribute__((swift_async_context)) void *context, void *resume, void *identity, uintptr_t implementation);

// A task that came onto the queue of an actor without our help, on its way to the queue that the scheduler keeps.
struct ts_diversion {
  struct ts_diversion *next;
  void *context, *resume;
};

void ts_forget_diversions(ts_run *run) {
  while (run->diversions) {
    struct ts_diversion *diversion = run->diversions;
    run->diversions = diversion->next;
    free(diversion);
  }
}

static void *take_diversion(ts_run *run, void *context) {
  for (struct ts_diversion **place = run ? &run->diversions : NULL; place && *place; place = &(*place)->next) {
    if ((*place)->context != context) continue;
    struct ts_diversion *found = *place;
    void *resume = found->resume;
    *place = found->next;
    free(found);
    return resume;
  }
  abort();
}

// With as many parameters as the function that it ends in a call of; it is called with the first.
static __attribute__((swiftasynccall)) void divert(
  __attribute__((swift_async_context)) void *context, void *unused, void *unused_too, uintptr_t unused_as_well) {
  TS_NEXT(task_switch, "swift_task_switch")
  ts_run *run = ts_thread_run;
  void *resume = take_diversion(run, context);
  if (!original) abort();
  ts_executor queue = run->queue_of(run->context, swift_task_getCurrentExecutor().identity);
  __attribute__((musttail)) return original(context, resume, queue.identity, queue.implementation);
}

// An actor has its turn for one job; what else came onto its own queue meanwhile goes to the scheduler's, before it runs.
static bool is_diverted(ts_run *run) {
  if (!run->diverts || run->depth++ > 0) return false;
  void *task = swift_task_getCurrent();
  if (task == run->expected) {
    run->expected = NULL;
    return false;
  }
  void **words = ts_continuation(task);
  struct ts_diversion *diversion = words ? malloc(sizeof *diversion) : NULL;
  if (!diversion) return false;
  *diversion = (struct ts_diversion){run->diversions, words[1], words[0]};
  run->diversions = diversion;
  words[0] = (void *)divert;
  return true;
}

// The runtime calls these two whenever a task begins to run on a thread and whenever it stops.
typedef void (*context_change)(char *state);

TS_EXPORT_WEAK void swift_task_enterThreadLocalContext(char *state) {
  TS_NEXT(context_change, "swift_task_enterThreadLocalContext")
  if (original) original(state);
  ts_run *run = ts_thread_run;
  if (run && !is_diverted(run) && run->task_entered) run->task_entered(run->context);
}

TS_EXPORT_WEAK void swift_task_exitThreadLocalContext(char *state) {
  TS_NEXT(context_change, "swift_task_exitThreadLocalContext")
  ts_run *run = ts_thread_run;
  if (run && run->diverts && run->depth > 0) run->depth--;
  if (original) original(state);
}

typedef TS_SWIFT void (*initialize_actor)(void *actor);

TS_EXPORT_WEAK TS_SWIFT void swift_defaultActor_initialize(void *actor) {
  TS_NEXT(initialize_actor, "swift_defaultActor_initialize")
  if (!original) abort();
  original(actor);
  ts_run *run = ts_thread_run;
  if (run && run->actor_made) run->actor_made(run->context, actor);
}

// Of a default actor the runtime knows no more than the object.
static bool has_queue(ts_run *run, ts_executor executor) {
  return run && run->queue_of && executor.identity && &swift_task_getCurrentExecutor
    && (!executor.implementation || executor.identity == run->main_executor.identity);
}

extern __attribute__((weak)) void ct_task_switches(void *actor, const void *resume);

TS_EXPORT_WEAK __attribute__((swiftasynccall)) void swift_task_switch(
  __attribute__((swift_async_context)) void *context, void *resume, void *identity, uintptr_t implementation) {
  TS_NEXT(task_switch, "swift_task_switch")
  if (!original) abort();
  if (TS_TAKEN(ct_task_switches)) ct_task_switches(identity, resume);
  ts_run *run = ts_thread_run;
  if (has_queue(run, (ts_executor){identity, implementation})) {
    // There already. The runtime would take another preference for a reason to come again.
    if (swift_task_getCurrentExecutor().identity == identity)
      __attribute__((musttail)) return ((task_switch)resume)(context, resume, identity, implementation);
    ts_executor queue = run->queue_of(run->context, identity);
    run->hops = true;
    __attribute__((musttail)) return original(context, resume, queue.identity, queue.implementation);
  }
  __attribute__((musttail)) return original(context, resume, identity, implementation);
}

// An object whose deinitialiser belongs on an actor. That of an actor itself runs at once: nobody else can have it.
typedef TS_SWIFT void (*deinitialize)(void *object, void *work, ts_executor executor, size_t flags);

TS_EXPORT_WEAK TS_SWIFT void swift_task_deinitOnExecutor(void *object, void *work, ts_executor executor, size_t flags) {
  TS_NEXT(deinitialize, "swift_task_deinitOnExecutor")
  if (!original) abort();
  ts_run *run = ts_thread_run;
  if (has_queue(run, executor) && object != executor.identity
      && swift_task_getCurrentExecutor().identity != executor.identity)
    executor = run->queue_of(run->context, executor.identity);
  original(object, work, executor, flags);
}

extern TS_SWIFT void swift_task_enqueue(void *job, ts_executor executor) __attribute__((weak));

void ts_enqueue(void *job, void *actor) { swift_task_enqueue(job, (ts_executor){actor, 0}); }

// Who awaits the end of a task. With as many parameters as any of these functions has: the task is the second that is handed on.
typedef __attribute__((swiftasynccall)) void (*await_task)(
  __attribute__((swift_async_context)) void *context, void *result, void *task, void *a, void *b, void *c);

#define TS_AWAIT(function, symbol, awaited)                                                           \
  TS_EXPORT_WEAK __attribute__((swiftasynccall)) void function(                                       \
    __attribute__((swift_async_context)) void *context, void *result, void *task, void *a, void *b, void *c) __asm__(symbol); \
  __attribute__((swiftasynccall)) void function(                                                      \
    __attribute__((swift_async_context)) void *context, void *result, void *task, void *a, void *b, void *c) { \
    TS_NEXT(await_task, symbol)                                                                       \
    if (!original) abort();                                                                           \
    ts_run *run = ts_thread_run;                                                                      \
    if (run && run->task_awaits) run->task_awaits(run->context, awaited);                             \
    __attribute__((musttail)) return original(context, result, task, a, b, c);                        \
  }
TS_AWAIT(value_of_throwing, "$sScT5valuexvg", task)
TS_AWAIT(value, "$sScTss5NeverORs_rlE5valuexvg", task)
TS_AWAIT(result, "$sScT6results6ResultOyxq_Gvg", task)
TS_AWAIT(value_of_let, "swift_asyncLet_get", NULL)
TS_AWAIT(value_of_throwing_let, "swift_asyncLet_get_throwing", NULL)
TS_AWAIT(end_of_let, "swift_asyncLet_finish", NULL)

// Who cancels a task, and who asks another's handle whether it is cancelled. What the runtime does then does not show if the task is
// cancelled already, or has ended.
typedef TS_SWIFT uintptr_t (*use_cancellation)(void *task, const void *a, const void *b, const void *c);

#define TS_CANCELLATION(function, symbol, is_read)                                                    \
  TS_EXPORT_WEAK TS_SWIFT uintptr_t function(void *task, const void *a, const void *b, const void *c) __asm__(symbol); \
  TS_SWIFT uintptr_t function(void *task, const void *a, const void *b, const void *c) {              \
    TS_NEXT(use_cancellation, symbol)                                                                 \
    if (!original) abort();                                                                           \
    ts_run *run = ts_thread_run;                                                                      \
    if (run && run->cancellation_used) run->cancellation_used(run->context, task, is_read);           \
    return original(task, a, b, c);                                                                   \
  }
TS_CANCELLATION(cancel, "$sScT6cancelyyF", false)
TS_CANCELLATION(is_cancelled, "$sScT11isCancelledSbvg", true)

extern void *swift_unownedRetain(void *object);
extern void swift_unownedRelease(void *object);

void ts_retain_memory(void *object) { swift_unownedRetain(object); }
void ts_release_memory(void *object) { swift_unownedRelease(object); }

extern TS_SWIFT bool swift_task_isCancelled(void *task) __attribute__((weak));

bool ts_is_cancelled(void *task) { return swift_task_isCancelled(task); }

// A turn: a job of eight words, and the actor.
void *ts_turn_actor(void *job) {
  enum { separate_turn = 193 };
  return (((uint32_t *)job)[8] & 0xff) == separate_turn ? ((void **)job)[8] : NULL;
}

// The flags' second byte.
uint8_t ts_priority(void *task) { return ((uint8_t *)task)[33]; }

TS_UNSANITIZED_END

#endif
