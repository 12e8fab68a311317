// What threads wait on that is no lock: semaphores, groups, blocks of Dispatch, barriers.
#include "private.h"

#if CT_HAS_THREADS
#include <errno.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

void ct_misuse(ct_thread *me, const char *what, const void *place) {
  if (ct_now.outcome.misuse) return;
  ct_now.outcome.misuse = what;
  ct_now.outcome.misuse_place = place;
  ct_now.outcome.misuse_stack = me->stack;
}

/// When a time of Dispatch is, of the run's clock. The two highest bits say which clock it is of: the one that stands while the machine
/// sleeps, the one that does not, or, as a negative number, that of the day.
uint64_t ct_dispatch_deadline(uint64_t when) {
  if (when == CT_NEVER) return CT_NEVER;
  if (when == 0) return (uint64_t)ct_surroundings.now;
  bool is_wall = when >> 62 == 3, is_continuous = when >> 62 == 2;
  struct timespec now;
  clock_gettime(is_wall ? CLOCK_REALTIME : is_continuous ? CLOCK_BOOTTIME : CLOCK_MONOTONIC, &now);
  int64_t wanted = is_wall ? -(int64_t)when : (int64_t)(when & INT64_MAX);
  int64_t left = wanted - (now.tv_sec * 1000000000 + now.tv_nsec);
  return ct_after(left > 0 ? (uint64_t)left : 0);
}

// Semaphores. The real one counts; nobody waits in it.
static bool was_signalled(ct_thread *me, void *object) { return ((ct_object *)object)->version != me->queued; }

typedef int (*try_function)(sem_t *);
static try_function real_trywait(void) {
  CT_NEXT(try_function, "sem_trywait")
  return original;
}
static int try_sem(void *semaphore) { return real_trywait()(semaphore); }

static int wait_for(ct_thread *me, void *semaphore, int (*try)(void *), uint64_t deadline, const void *place) {
  ct_point(me, ct_wait, semaphore, place);
  for (;;) {
    me->inside++;
    ct_object *object = ct_object_at(semaphore);
    int result = try(semaphore);
    if (result == 0) {
      ct_acquire(me, &object->clock);
      ct_changed(me);
    }
    me->queued = object->version;
    me->inside--;
    if (result == 0) return 0;
    if (deadline <= (uint64_t)ct_surroundings.now) {
      ct_polls(me);
      return 1;
    }
    ct_point_when(me, ct_wait, semaphore, place, was_signalled, object, deadline);
  }
}

static void signalled(ct_thread *me, void *semaphore) {
  ct_object *object = ct_object_at(semaphore);
  ct_release(me, &object->clock);
  object->version++;
  ct_changed(me);
}

CT_EXPORT int sem_trywait(sem_t *semaphore) {
  ct_thread *me = ct_controlled();
  if (!me) return real_trywait()(semaphore);
  if (wait_for(me, semaphore, try_sem, 0, CT_HERE) == 0) return 0;
  errno = EAGAIN;
  return -1;
}

CT_EXPORT int sem_wait(sem_t *semaphore) {
  typedef int (*function)(sem_t *);
  CT_NEXT(function, "sem_wait")
  ct_thread *me = ct_controlled();
  return me ? wait_for(me, semaphore, try_sem, CT_NEVER, CT_HERE) : original(semaphore);
}

CT_EXPORT int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict time) {
  typedef int (*function)(sem_t *, const struct timespec *);
  CT_NEXT(function, "sem_timedwait")
  ct_thread *me = ct_controlled();
  if (!me) return original(semaphore, time);
  if (wait_for(me, semaphore, try_sem, ct_deadline_at(time), CT_HERE) == 0) return 0;
  errno = ETIMEDOUT;
  return -1;
}

CT_EXPORT int sem_post(sem_t *semaphore) {
  typedef int (*function)(sem_t *);
  CT_NEXT(function, "sem_post")
  ct_thread *me = ct_controlled();
  if (!me) return original(semaphore);
  ct_point(me, ct_signal, semaphore, CT_HERE);
  me->inside++;
  int result = original(semaphore);
  signalled(me, semaphore);
  me->inside--;
  return result;
}

typedef intptr_t (*dispatch_wait)(void *, uint64_t);
static dispatch_wait real_dispatch_wait(void) {
  CT_NEXT(dispatch_wait, "dispatch_semaphore_wait")
  return original;
}
static int try_dispatch(void *semaphore) { return real_dispatch_wait()(semaphore, 0) != 0; }

CT_WEAK intptr_t dispatch_semaphore_wait(void *semaphore, uint64_t when) {
  ct_thread *me = ct_controlled();
  if (!me) return real_dispatch_wait()(semaphore, when);
  return wait_for(me, semaphore, try_dispatch, ct_dispatch_deadline(when), CT_HERE);
}

CT_WEAK intptr_t dispatch_semaphore_signal(void *semaphore) {
  typedef intptr_t (*function)(void *);
  CT_NEXT(function, "dispatch_semaphore_signal")
  ct_thread *me = ct_controlled();
  if (!me) return original(semaphore);
  ct_point(me, ct_signal, semaphore, CT_HERE);
  me->inside++;
  intptr_t result = original(semaphore);
  signalled(me, semaphore);
  me->inside--;
  return result;
}

// Groups: entered and left, and what is to run when they are empty.
typedef struct notice {
  struct notice *next;
  ct_queue *queue;
  void *block;
} notice;

static bool is_empty(ct_thread *me, void *group) {
  (void)me;
  return ((ct_object *)group)->depth <= 0;
}

void ct_notify_all(ct_thread *me, ct_object *object, const void *place) {
  notice *all = object->more;
  object->more = NULL;
  for (; all; all = all->next) {
    ct_job job = {.body = ct_call_block, .context = all->block, .is_block = true};
    int inside = me->inside;
    me->inside = 0;
    ct_submit(me, all->queue, job, place);
    me->inside = inside;
  }
}

void ct_enter_group(void *group) { ct_object_at(group)->depth++; }

void ct_leave_group(ct_thread *me, void *group, const void *place) {
  ct_object *object = ct_object_at(group);
  ct_release(me, &object->clock);
  if (--object->depth < 0) ct_misuse(me, "a DispatchGroup is left more often than it was entered, which ends the process", place);
  ct_changed(me);
  if (object->depth == 0) ct_notify_all(me, object, place);
}

/// Made in this run by the program.
enum { made_here = 1 };

CT_WEAK void *dispatch_group_create(void) {
  typedef void *(*function)(void);
  CT_NEXT(function, "dispatch_group_create")
  void *group = original();
  ct_thread *me = ct_controlled();
  if (!me) return group;
  me->inside++;
  *ct_object_at(group) = (ct_object){.address = group, .kind = made_here};
  me->inside--;
  return group;
}

CT_WEAK void dispatch_group_enter(void *group) {
  typedef void (*function)(void *);
  CT_NEXT(function, "dispatch_group_enter")
  ct_thread *me = ct_controlled();
  if (!me) return original(group);
  ct_point(me, ct_group_enter, group, CT_HERE);
  me->inside++;
  ct_enter_group(group);
  ct_changed(me);
  me->inside--;
}

typedef intptr_t (*group_wait)(void *, uint64_t);
static group_wait real_group_wait(void) {
  CT_NEXT(group_wait, "dispatch_group_wait")
  return original;
}

CT_WEAK void dispatch_group_leave(void *group) {
  typedef void (*function)(void *);
  CT_NEXT(function, "dispatch_group_leave")
  ct_thread *me = ct_controlled();
  ct_object *object = me ? ct_known_object(group) : NULL;
  bool is_ours = object && (object->depth > 0 || object->kind == made_here);
  // One that was entered for real, as that inside a work item is, is left for real. Else the library would end the process.
  if (!me || (!is_ours && real_group_wait()(group, 0) != 0)) {
    if (me) ct_item_left(me, group);
    return original(group);
  }
  ct_point(me, ct_group_leave, group, CT_HERE);
  me->inside++;
  ct_leave_group(me, group, CT_HERE);
  me->inside--;
}

intptr_t ct_wait_until(ct_thread *me, void *group, ct_condition condition, uint64_t deadline, const void *place) {
  me->inside++;
  ct_object *object = ct_object_at(group);
  me->inside--;
  if (deadline <= (uint64_t)ct_surroundings.now) {
    ct_point(me, ct_group_wait, group, place);
    if (!condition(me, object)) {
      ct_polls(me);
      return 1;
    }
  } else if (!ct_point_when(me, ct_group_wait, group, place, condition, object, deadline)) {
    return 1;
  }
  ct_acquire(me, &object->clock);
  return 0;
}

CT_WEAK intptr_t dispatch_group_wait(void *group, uint64_t when) {
  ct_thread *me = ct_controlled();
  return me ? ct_wait_until(me, group, is_empty, ct_dispatch_deadline(when), CT_HERE) : real_group_wait()(group, when);
}

void ct_notify_when(ct_thread *me, ct_object *object, bool is_now, void *queue, void *copy, const void *place) {
  notice *added = ct_allocate(sizeof *added);
  *added = (notice){object->more, ct_queue_of(queue), copy};
  object->more = added;
  if (!is_now) return;
  ct_acquire(me, &object->clock);
  ct_notify_all(me, object, place);
}

void ct_dispatch_group_notify(void *group, void *queue, void *block) {
  ct_thread *me = ct_me;
  void *copy = ct_copy_block(block);
  ct_point(me, ct_group_wait, group, CT_HERE);
  me->inside++;
  ct_object *object = ct_object_at(group);
  ct_notify_when(me, object, object->depth <= 0, queue, copy, CT_HERE);
  me->inside--;
}

#endif
