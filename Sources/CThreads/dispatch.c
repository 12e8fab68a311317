// Dispatch's functions in front of its own: on a thread of a run, queues are those of queues.c.
#include "private.h"

#if CT_HAS_THREADS
#include <stdlib.h>
#include <string.h>

void *ct_copy_block(void *block) {
  typedef void *(*function)(const void *);
  CT_NEXT(function, "_Block_copy")
  return original(block);
}

/// What is copied belongs to the program, so that this is no part of the runtime.
static ct_job job_of(void *block, bool barrier, void *group) {
  return (ct_job){
    .body = ct_call_block, .context = ct_copy_block(block), .is_block = true, .is_barrier = barrier || ct_is_barrier(block),
    .group = group};
}

// CScheduling's functions of these names call these, if threads are scheduled.
void ct_dispatch_async(void *queue, void *block) {
  ct_submit(ct_me, ct_queue_of(queue), job_of(block, false, NULL), CT_HERE);
}

void ct_dispatch_barrier_async(void *queue, void *block) {
  ct_submit(ct_me, ct_queue_of(queue), job_of(block, true, NULL), CT_HERE);
}

void ct_dispatch_group_async(void *group, void *queue, void *block) {
  ct_enter_group(group);
  ct_submit(ct_me, ct_queue_of(queue), job_of(block, false, group), CT_HERE);
}

// The same with functions. The runtime of tasks hands its jobs to these: so a task is work of a global queue, and the main actor's of the
// main queue.
#define CT_ASYNC(name, barrier)                                                             \
  CT_WEAK void name(void *queue, void *context, void (*work)(void *)) {                     \
    typedef void (*function)(void *, void *, void (*)(void *));                             \
    CT_NEXT(function, #name)                                                                \
    ct_thread *me = ct_controlled();                                                        \
    if (!me) return original(queue, context, work);                                         \
    ct_submit(me, ct_queue_of(queue), (ct_job){.body = work, .context = context, .is_barrier = barrier}, CT_HERE); \
  }
CT_ASYNC(dispatch_async_f, false)
CT_ASYNC(dispatch_barrier_async_f, true)

CT_WEAK void dispatch_group_async_f(void *group, void *queue, void *context, void (*work)(void *)) {
  typedef void (*function)(void *, void *, void *, void (*)(void *));
  CT_NEXT(function, "dispatch_group_async_f")
  ct_thread *me = ct_controlled();
  if (!me) return original(group, queue, context, work);
  ct_enter_group(group);
  ct_submit(me, ct_queue_of(queue), (ct_job){.body = work, .context = context, .group = group}, CT_HERE);
}

typedef struct {
  void *queue;
  ct_job job;
  uint64_t deadline;
} timer;

static void *run_timer(void *argument) {
  timer *given = argument;
  ct_thread *me = ct_me;
  ct_point_when(me, ct_sleep, NULL, me->place, ct_never, NULL, given->deadline);
  ct_submit(me, ct_queue_of(given->queue), given->job, me->place);
  return NULL;
}

static void submit_later(uint64_t when, void *queue, ct_job job, const void *place) {
  ct_thread *me = ct_me;
  ct_point(me, ct_start, NULL, place);
  me->inside++;
  timer *made = ct_allocate(sizeof *made);
  *made = (timer){queue, job, ct_dispatch_deadline(when)};
  if (!ct_make_thread(run_timer, made, "asyncAfter", place)) ct_escapes("more threads than a schedule takes (512)", place);
  me->inside--;
}

void ct_dispatch_after(uint64_t when, void *queue, void *block) { submit_later(when, queue, job_of(block, false, NULL), CT_HERE); }

CT_WEAK void dispatch_after_f(uint64_t when, void *queue, void *context, void (*work)(void *)) {
  typedef void (*function)(uint64_t, void *, void *, void (*)(void *));
  CT_NEXT(function, "dispatch_after_f")
  if (!ct_controlled()) return original(when, queue, context, work);
  submit_later(when, queue, (ct_job){.body = work, .context = context}, CT_HERE);
}

// Iterations: the caller and some other threads take them one after the other.
typedef struct {
  void *block;
  size_t next, count;
  int running;
  ct_queue *queue;
} iterations;

static void iterate(iterations *all) {
  struct { void *isa; int flags, reserved; void (*invoke)(void *, size_t); } *layout = all->block;
  ct_thread *me = ct_me;
  while (all->next < all->count) {
    size_t mine = all->next++;
    layout->invoke(all->block, mine);
    if (all->next < all->count) ct_point(me, ct_queue_begin, all, me->place);
  }
}

static void *run_iterations(void *argument) {
  iterations *all = argument;
  ct_thread *me = ct_me;
  me->queue = all->queue;
  iterate(all);
  ct_point(me, ct_queue_end, all, me->place);
  ct_release(me, &ct_object_at(all)->clock);
  all->running--;
  ct_changed(me);
  return NULL;
}

static bool is_through(ct_thread *me, void *all) {
  (void)me;
  return ((iterations *)all)->running == 0;
}

void ct_dispatch_apply(size_t count, void *queue, void *block) {
  ct_thread *me = ct_me;
  ct_point(me, ct_start, NULL, CT_HERE);
  me->inside++;
  iterations *all = ct_allocate(sizeof *all);
  *all = (iterations){block, 0, count, 0, queue ? ct_queue_of(queue) : NULL};
  bool is_serial = all->queue && all->queue->is_serial;
  for (size_t i = 1; i < count && i < 4 && !is_serial; i++)
    if (ct_make_thread(run_iterations, all, "concurrentPerform", CT_HERE)) all->running++;
  me->inside--;
  iterate(all);
  ct_point_when(me, ct_queue_sync, all, CT_HERE, is_through, all, CT_NEVER);
  ct_acquire(me, &ct_object_at(all)->clock);
}

// On the thread that calls.
#define CT_SYNC(name, barrier)                                                              \
  CT_WEAK void name(void *queue, void *block) {                                             \
    typedef void (*function)(void *, void *);                                               \
    CT_NEXT(function, #name)                                                                \
    ct_thread *me = ct_controlled();                                                        \
    if (!me) return original(queue, block);                                                 \
    ct_job job = {.body = ct_call_block, .context = block, .is_barrier = barrier || ct_is_barrier(block)}; \
    ct_run_on_queue(me, ct_queue_of(queue), job, CT_HERE);                                  \
  }                                                                                         \
  CT_WEAK void name##_f(void *queue, void *context, void (*work)(void *)) {                 \
    typedef void (*function)(void *, void *, void (*)(void *));                             \
    CT_NEXT(function, #name "_f")                                                           \
    ct_thread *me = ct_controlled();                                                        \
    if (!me) return original(queue, context, work);                                         \
    ct_run_on_queue(me, ct_queue_of(queue), (ct_job){.body = work, .context = context, .is_barrier = barrier}, CT_HERE); \
  }
CT_SYNC(dispatch_sync, false)
CT_SYNC(dispatch_barrier_sync, true)
CT_SYNC(dispatch_async_and_wait, false)
CT_SYNC(dispatch_barrier_async_and_wait, true)

#endif
