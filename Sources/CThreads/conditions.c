// Conditions of pthreads.
#include "private.h"

#if CT_HAS_THREADS
#include <errno.h>

CT_REAL(pthread_mutex_lock)
CT_REAL(pthread_mutex_trylock)
CT_REAL(pthread_mutex_unlock)

static bool is_signalled(ct_thread *me, void *object) {
  (void)object;
  return me->is_signalled;
}

static bool can_go_on(ct_thread *me, void *mutex) { return me->is_signalled && ct_can_lock(me, mutex); }

static int wait_on(ct_thread *me, pthread_cond_t *condition, pthread_mutex_t *mutex, uint64_t deadline, const void *place) {
  ct_object *object = ct_known_object(mutex);
  if (!object || object->owner != me) {
    // Locked quietly.
    me->is_waiting = true, me->is_signalled = false, me->queued = ++ct_now.stamps, me->waits_on = condition;
    real_pthread_mutex_unlock(mutex);
    ct_point_when(me, ct_wait, condition, place, is_signalled, NULL, deadline);
    me->is_waiting = false;
    ct_lock_quietly(me, mutex, place);
    return me->is_signalled ? 0 : ETIMEDOUT;
  }
  ct_point(me, ct_unlock, mutex, place);
  me->inside++;
  int depth = object->depth;
  object->depth = 1;
  real_pthread_mutex_unlock(mutex);
  ct_gave(me, mutex);
  me->is_waiting = true;
  me->is_signalled = false;
  me->queued = ++ct_now.stamps;
  me->waits_on = condition;
  me->inside--;
  bool is_in_time = ct_point_when(me, ct_wait, condition, place, can_go_on, mutex, deadline);
  me->is_waiting = false;
  if (!is_in_time) ct_point_when(me, ct_lock, mutex, place, ct_can_lock, mutex, CT_NEVER);
  me->inside++;
  ct_really(me, mutex, real_pthread_mutex_trylock, real_pthread_mutex_lock);
  ct_took(me, mutex, 'm', place);
  ct_object_at(mutex)->depth = depth;
  me->inside--;
  return is_in_time || me->is_signalled ? 0 : ETIMEDOUT;
}

CT_EXPORT int pthread_cond_wait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex) {
  typedef int (*function)(pthread_cond_t *, pthread_mutex_t *);
  CT_NEXT(function, "pthread_cond_wait")
  ct_thread *me = ct_controlled();
  return me ? wait_on(me, condition, mutex, CT_NEVER, CT_HERE) : original(condition, mutex);
}

CT_EXPORT int pthread_cond_timedwait(
  pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, const struct timespec *restrict time) {
  typedef int (*function)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
  CT_NEXT(function, "pthread_cond_timedwait")
  ct_thread *me = ct_controlled();
  return me ? wait_on(me, condition, mutex, ct_deadline_at(time), CT_HERE) : original(condition, mutex, time);
}

static int signal(ct_thread *me, pthread_cond_t *condition, bool all, const void *place) {
  ct_point(me, ct_signal, condition, place);
  me->inside++;
  ct_thread *first = NULL;
  for (int i = 0; i < ct_now.count; i++) {
    ct_thread *thread = ct_now.threads[i];
    if (thread->is_done || !thread->is_waiting || thread->is_signalled || thread->waits_on != condition) continue;
    if (all) thread->is_signalled = true;
    else if (!first || thread->queued < first->queued) first = thread;
  }
  if (first) first->is_signalled = true;
  ct_changed(me);
  me->inside--;
  return 0;
}

CT_EXPORT int pthread_cond_signal(pthread_cond_t *condition) {
  typedef int (*function)(pthread_cond_t *);
  CT_NEXT(function, "pthread_cond_signal")
  ct_thread *me = ct_controlled();
  return me ? signal(me, condition, false, CT_HERE) : original(condition);
}

CT_EXPORT int pthread_cond_broadcast(pthread_cond_t *condition) {
  typedef int (*function)(pthread_cond_t *);
  CT_NEXT(function, "pthread_cond_broadcast")
  ct_thread *me = ct_controlled();
  return me ? signal(me, condition, true, CT_HERE) : original(condition);
}

#endif
