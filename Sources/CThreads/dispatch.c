// Dispatch's functions in front of its own: on a thread of a run, queues are those of queues.c.
#include "private.h"

#if CT_HAS_THREADS
#include <stdlib.h>
#include <string.h>

extern char _dispatch_main_q __attribute__((weak));
extern char _dispatch_queue_attr_concurrent __attribute__((weak));

// Attributes of queues are constants of the library, one for each combination: which of them are concurrent, and which inactive, is known
// from how they were made.
enum { most_attributes = 256 };
static struct { void *attribute; bool is_concurrent, is_inactive; } attributes[most_attributes];
static _Atomic int attribute_count;

static bool is_concurrent(void *attribute) {
  if (attribute && attribute == (void *)&_dispatch_queue_attr_concurrent) return true;
  for (int i = 0; i < attribute_count; i++)
    if (attributes[i].attribute == attribute) return attributes[i].is_concurrent;
  return false;
}

static bool is_inactive(void *attribute) {
  for (int i = 0; i < attribute_count; i++)
    if (attributes[i].attribute == attribute) return attributes[i].is_inactive;
  return false;
}

static void *derive(void *made, void *from, bool makes_inactive) {
  bool concurrent = is_concurrent(from), inactive = makes_inactive || is_inactive(from);
  for (int i = 0; i < attribute_count; i++)
    if (attributes[i].attribute == made) return made;
  int place = attribute_count;
  if (place < most_attributes) {
    attributes[place].attribute = made;
    attributes[place].is_concurrent = concurrent;
    attributes[place].is_inactive = inactive;
    attribute_count = place + 1;
  }
  return made;
}

CT_WEAK void *dispatch_queue_attr_make_initially_inactive(void *from) {
  typedef void *(*function)(void *);
  CT_NEXT(function, "dispatch_queue_attr_make_initially_inactive")
  return derive(original(from), from, true);
}

CT_WEAK void *dispatch_queue_attr_make_with_autorelease_frequency(void *from, unsigned long frequency) {
  typedef void *(*function)(void *, unsigned long);
  CT_NEXT(function, "dispatch_queue_attr_make_with_autorelease_frequency")
  return derive(original(from, frequency), from, false);
}

CT_WEAK void *dispatch_queue_attr_make_with_qos_class(void *from, unsigned quality, int priority) {
  typedef void *(*function)(void *, unsigned, int);
  CT_NEXT(function, "dispatch_queue_attr_make_with_qos_class")
  return derive(original(from, quality, priority), from, false);
}

CT_WEAK void *dispatch_queue_create_with_target(const char *label, void *attribute, void *target) {
  typedef void *(*function)(const char *, void *, void *);
  CT_NEXT(function, "dispatch_queue_create_with_target")
  void *queue = original(label, attribute, target);
  ct_queue_made(queue, !is_concurrent(attribute), is_inactive(attribute), target);
  return queue;
}

CT_WEAK void *dispatch_queue_create(const char *label, void *attribute) {
  typedef void *(*function)(const char *, void *);
  CT_NEXT(function, "dispatch_queue_create")
  void *queue = original(label, attribute);
  ct_queue_made(queue, !is_concurrent(attribute), is_inactive(attribute), NULL);
  return queue;
}

CT_WEAK void dispatch_set_target_queue(void *object, void *target) {
  typedef void (*function)(void *, void *);
  CT_NEXT(function, "dispatch_set_target_queue")
  original(object, target);
  ct_thread *me = ct_controlled();
  if (!me || !target) return;
  me->inside++;
  ct_queue_of(object)->target = ct_queue_of(target);
  me->inside--;
}

typedef const char *(*label_function)(void *);
static label_function real_label(void) {
  CT_NEXT(label_function, "dispatch_queue_get_label")
  return original;
}
const char *ct_label_of(void *real) { return real_label()(real); }

CT_WEAK const char *dispatch_queue_get_label(void *queue) {
  ct_thread *me = ct_controlled();
  return real_label()(me && !queue && me->queue ? me->queue->real : queue);
}

static void *block_copy(void *block) {
  typedef void *(*function)(const void *);
  CT_NEXT(function, "_Block_copy")
  return original(block);
}

/// A work item may be a barrier by itself.
static bool is_barrier(void *block) {
  ct_object *object = ct_known_object(block);
  return object && object->kind & 1;
}

static ct_job job_of(ct_thread *me, void *block, bool barrier, void *group) {
  me->inside++;
  void *copy = block_copy(block);
  ct_job job = {
    .body = ct_call_block, .context = copy, .is_block = true, .is_barrier = barrier || is_barrier(block), .group = group,
    .identity = block};
  me->inside--;
  return job;
}

// CScheduling's functions of these names call these, if threads are scheduled.
void ct_dispatch_async(void *queue, void *block) {
  ct_thread *me = ct_me;
  ct_submit(me, ct_queue_of(queue), job_of(me, block, false, NULL), CT_HERE);
}

void ct_dispatch_barrier_async(void *queue, void *block) {
  ct_thread *me = ct_me;
  ct_submit(me, ct_queue_of(queue), job_of(me, block, true, NULL), CT_HERE);
}

void ct_dispatch_group_async(void *group, void *queue, void *block) {
  ct_thread *me = ct_me;
  ct_enter_group(group);
  ct_submit(me, ct_queue_of(queue), job_of(me, block, false, group), CT_HERE);
}

typedef struct {
  void *queue, *block;
  uint64_t deadline;
} timer;

static void *run_timer(void *argument) {
  timer *given = argument;
  ct_thread *me = ct_me;
  ct_point_when(me, ct_sleep, NULL, me->place, ct_never, NULL, given->deadline);
  ct_job job = {.body = ct_call_block, .context = given->block, .is_block = true, .identity = given->block};
  job.is_barrier = is_barrier(given->block);
  ct_submit(me, ct_queue_of(given->queue), job, me->place);
  return NULL;
}

void ct_dispatch_after(uint64_t when, void *queue, void *block) {
  ct_thread *me = ct_me;
  ct_point(me, ct_start, NULL, CT_HERE);
  me->inside++;
  timer *made = ct_allocate(sizeof *made);
  *made = (timer){queue, block_copy(block), ct_dispatch_deadline(when)};
  if (!ct_make_thread(run_timer, made, "asyncAfter", CT_HERE))
    ct_escapes("more threads than a schedule takes (512)", CT_HERE);
  me->inside--;
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
static bool run_here(void *queue, void *block, bool barrier, const void *place) {
  ct_thread *me = ct_controlled();
  if (!me) return false;
  ct_job job = {.body = ct_call_block, .context = block, .is_barrier = barrier || is_barrier(block)};
  ct_run_on_queue(me, ct_queue_of(queue), job, place);
  return true;
}

#define CT_SYNC(name, barrier)                                                              \
  CT_WEAK void name(void *queue, void *block) {                                             \
    typedef void (*function)(void *, void *);                                               \
    CT_NEXT(function, #name)                                                                \
    if (!run_here(queue, block, barrier, CT_HERE)) original(queue, block);                  \
  }
CT_SYNC(dispatch_sync, false)
CT_SYNC(dispatch_barrier_sync, true)
CT_SYNC(dispatch_async_and_wait, false)
CT_SYNC(dispatch_barrier_async_and_wait, true)

#define CT_BLOCK(name, parameters, arguments)                                               \
  CT_WEAK void *name parameters {                                                           \
    typedef void *(*function) parameters;                                                   \
    CT_NEXT(function, #name)                                                                \
    void *made = original arguments;                                                        \
    ct_thread *me = ct_controlled();                                                        \
    if (!me) return made;                                                                   \
    me->inside++;                                                                           \
    ct_object *object = ct_object_at(made);                                                 \
    *object = (ct_object){.address = made, .kind = (int)flags};                             \
    me->inside--;                                                                           \
    return made;                                                                            \
  }
CT_BLOCK(dispatch_block_create, (unsigned long flags, void *block), (flags, block))
CT_BLOCK(
  dispatch_block_create_with_qos_class, (unsigned long flags, unsigned quality, int priority, void *block),
  (flags, quality, priority, block))

// Which queue runs this code.
static bool is_on(ct_thread *me, void *queue) {
  for (ct_queue *at = me->queue; at; at = at->target)
    if (at->real == queue) return true;
  return false;
}

CT_WEAK void *dispatch_get_specific(const void *key) {
  typedef void *(*function)(const void *);
  CT_NEXT(function, "dispatch_get_specific")
  ct_thread *me = ct_controlled();
  if (!me || !me->queue) return original(key);
  typedef void *(*of_queue)(void *, const void *);
  static of_queue get;
  if (!get) get = (of_queue)dlsym(RTLD_NEXT, "dispatch_queue_get_specific");
  for (ct_queue *at = me->queue; at; at = at->target) {
    void *value = get(at->real, key);
    if (value) return value;
  }
  return NULL;
}

#define CT_ASSERT(name, holds, words)                                                       \
  CT_WEAK void name(void *queue) {                                                          \
    typedef void (*function)(void *);                                                       \
    CT_NEXT(function, #name)                                                                \
    ct_thread *me = ct_controlled();                                                        \
    if (!me) return original(queue);                                                        \
    if (!(holds)) ct_misuse(me, words, CT_HERE);                                            \
  }
CT_ASSERT(dispatch_assert_queue, is_on(me, queue), "a dispatchPrecondition(.onQueue) does not hold, which ends the process")
CT_ASSERT(dispatch_assert_queue_not, !is_on(me, queue), "a dispatchPrecondition(.notOnQueue) does not hold, which ends the process")
CT_ASSERT(
  dispatch_assert_queue_barrier, is_on(me, queue) && (me->queue->is_serial || me->queue->has_barrier),
  "a dispatchPrecondition(.onQueueAsBarrier) does not hold, which ends the process")

#define CT_SUSPEND(name, change)                                                            \
  CT_WEAK void name(void *object) {                                                         \
    typedef void (*function)(void *);                                                       \
    CT_NEXT(function, #name)                                                                \
    ct_thread *me = ct_controlled();                                                        \
    if (me) {                                                                               \
      ct_point(me, ct_queue_async, object, CT_HERE);                                             \
      me->inside++;                                                                         \
      ct_queue *queue = ct_queue_of(object);                                                \
      queue->suspensions change;                                                            \
      ct_changed(me);                                                                       \
      me->inside--;                                                                         \
    }                                                                                       \
    original(object);                                                                       \
  }
CT_SUSPEND(dispatch_suspend, += 1)
CT_SUSPEND(dispatch_resume, -= queue->suspensions > 0)
CT_SUSPEND(dispatch_activate, = 0)

#endif
