// What a step of a run touches: which task runs on the thread and until when, which actors are made, and where tasks hop to.
// Functions of the runtime in front of its own, passed on at once unless the run asks to be told.
#define _GNU_SOURCE
#include "private.h"
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>

TS_UNSANITIZED_BEGIN

// The runtime calls these two whenever a task begins to run on a thread and whenever it stops.
typedef void (*context_change)(char *state);

TS_EXPORT_WEAK void swift_task_enterThreadLocalContext(char *state) {
  TS_NEXT(context_change, "swift_task_enterThreadLocalContext")
  if (original) original(state);
  ts_run *run = ts_thread_run;
  if (run && run->task_entered) run->task_entered(run->context);
}

TS_EXPORT_WEAK void swift_task_exitThreadLocalContext(char *state) {
  TS_NEXT(context_change, "swift_task_exitThreadLocalContext")
  ts_run *run = ts_thread_run;
  if (run && run->task_left) run->task_left(run->context);
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

typedef __attribute__((swiftasynccall)) void (*task_switch)(
  __attribute__((swift_async_context)) void *context, void *resume, void *identity, uintptr_t implementation);

extern TS_SWIFT ts_executor swift_task_getCurrentExecutor(void) __attribute__((weak));

// A task on its way to an actor.
struct ts_hop {
  struct ts_hop *next;
  void *context, *resume;
  ts_executor actor;
};

void ts_forget_hops(ts_run *run) {
  while (run->hops) {
    struct ts_hop *hop = run->hops;
    run->hops = hop->next;
    free(hop);
  }
}

// With as many parameters as the function that it ends in a call of; it is called with the first.
static __attribute__((swiftasynccall)) void goes_on(
  __attribute__((swift_async_context)) void *context, void *, void *, uintptr_t);

// Whether it stops on its way: not if it is on the actor already, or goes to the main actor, whose jobs are apart.
static bool takes_detour(ts_run *run, void *context, void *resume, ts_executor actor) {
  if (!run->detour.identity || !actor.identity || !&swift_task_getCurrentExecutor) return false;
  if (actor.identity == run->main_executor.identity || actor.identity == run->detour.identity) return false;
  if (swift_task_getCurrentExecutor().identity == actor.identity) return false;
  struct ts_hop *hop = malloc(sizeof *hop);
  if (!hop) return false;
  *hop = (struct ts_hop){run->hops, context, resume, actor};
  run->hops = hop;
  return true;
}

static struct ts_hop take_hop(void *context) {
  ts_run *run = ts_thread_run;
  for (struct ts_hop **place = run ? &run->hops : NULL; place && *place; place = &(*place)->next) {
    if ((*place)->context != context) continue;
    struct ts_hop *hop = *place, found = *hop;
    *place = hop->next;
    free(hop);
    return found;
  }
  abort();
}

TS_EXPORT_WEAK __attribute__((swiftasynccall)) void swift_task_switch(
  __attribute__((swift_async_context)) void *context, void *resume, void *identity, uintptr_t implementation) {
  TS_NEXT(task_switch, "swift_task_switch")
  if (!original) abort();
  ts_run *run = ts_thread_run;
  if (run && takes_detour(run, context, resume, (ts_executor){identity, implementation})) {
    __attribute__((musttail)) return original(
      context, (void *)goes_on, run->detour.identity, run->detour.implementation);
  }
  if (run && run->task_hops && identity) run->task_hops(run->context, identity);
  __attribute__((musttail)) return original(context, resume, identity, implementation);
}

static __attribute__((swiftasynccall)) void goes_on(
  __attribute__((swift_async_context)) void *context, void *unused, void *unused_too, uintptr_t unused_as_well) {
  TS_NEXT(task_switch, "swift_task_switch")
  if (!original) abort();
  struct ts_hop hop = take_hop(context);
  ts_run *run = ts_thread_run;
  if (run && run->task_hops) run->task_hops(run->context, hop.actor.identity);
  __attribute__((musttail)) return original(context, hop.resume, hop.actor.identity, hop.actor.implementation);
}

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
