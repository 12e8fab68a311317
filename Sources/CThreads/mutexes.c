// Mutexes of pthreads. Each is locked for real as well, by a call that does not wait: so it is locked for threads of no run too.
#include "private.h"

#if CT_HAS_THREADS
#include <errno.h>
#include <time.h>

CT_REAL(pthread_mutex_lock)
CT_REAL(pthread_mutex_trylock)
CT_REAL(pthread_mutex_unlock)

static int kind_of(const pthread_mutex_t *mutex) { return mutex->__data.__kind & 3; }

bool ct_can_lock(ct_thread *me, void *lock) {
  ct_object *object = ct_known_object(lock);
  return !object || !(object->owner || object->readers) || (object->owner == me && object->kind == PTHREAD_MUTEX_RECURSIVE);
}

void ct_took(ct_thread *me, void *lock, int kind, const void *place) {
  ct_object *object = ct_object_at(lock);
  object->owner = me;
  object->depth++;
  object->place = place;
  object->stack = me->stack;
  ct_acquire(me, &object->clock);
  ct_hold_lock(me, lock, kind, place);
  ct_changed(me);
}

void ct_gave(ct_thread *me, void *lock) {
  ct_object *object = ct_object_at(lock);
  if (object->depth > 0 && --object->depth == 0) object->owner = NULL;
  ct_release(me, &object->clock);
  ct_drop_lock(me, lock);
  ct_changed(me);
}

bool ct_is_of_run(uint32_t system_id) {
  for (int i = 0; i < ct_now.count; i++)
    if ((uint32_t)ct_now.threads[i]->worker->system_id == system_id) return true;
  return false;
}

int ct_lock_quietly(ct_thread *me, pthread_mutex_t *mutex, const void *place) {
  int result;
  while ((result = real_pthread_mutex_trylock(mutex)) == EBUSY) {
    if (!ct_is_of_run((uint32_t)mutex->__data.__owner)) return real_pthread_mutex_lock(mutex);
    ct_polls(me);
    me->alone = ct_most_alone;
    ct_point(me, ct_lock, mutex, place);
  }
  return result;
}

int ct_really(ct_thread *me, void *lock, ct_lock_function tries, ct_lock_function waits) {
  int result = tries(lock);
  if (result != EBUSY) return result;
  me->inside--;
  result = waits(lock);
  me->inside++;
  return result;
}

static int lock_mutex(pthread_mutex_t *mutex, const void *place, const void *outer, uint64_t deadline) {
  ct_thread *me = ct_me;
  if (ct_is_quiet(place, outer)) {
    int result = ct_lock_quietly(me, mutex, place);
    if (result == 0 && ct_origin_of(place) == ct_from_concurrency) __tsan_acquire(mutex);
    return result;
  }
  ct_object *object = ct_object_at(mutex);
  object->kind = kind_of(mutex);
  if (object->owner == me && object->kind == PTHREAD_MUTEX_ERRORCHECK) return EDEADLK;
  if (!ct_point_when(me, ct_lock, mutex, place, ct_can_lock, mutex, deadline)) return ETIMEDOUT;
  me->inside++;
  int result = ct_really(me, mutex, real_pthread_mutex_trylock, real_pthread_mutex_lock);
  if (result == 0) ct_took(me, mutex, 'm', place);
  me->inside--;
  return result;
}

// CScheduling's functions of these names call these, if threads are scheduled.
int ct_pthread_mutex_lock(void *mutex, const void *place, const void *outer) { return lock_mutex(mutex, place, outer, CT_NEVER); }

CT_EXPORT int pthread_mutex_trylock(pthread_mutex_t *mutex) {
  ct_thread *me = ct_controlled();
  if (!me || ct_is_quiet(CT_HERE, ts_outer_place(__builtin_frame_address(0)))) return real_pthread_mutex_trylock(mutex);
  ct_point(me, ct_try_lock, mutex, CT_HERE);
  me->inside++;
  int result = real_pthread_mutex_trylock(mutex);
  if (result == 0) ct_took(me, mutex, 'm', CT_HERE);
  else ct_polls(me);
  me->inside--;
  return result;
}

CT_EXPORT int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  ct_thread *me = ct_controlled();
  ct_object *object = me ? ct_known_object(mutex) : NULL;
  if (!object || object->owner != me) {
    // What a stream hands over comes before what is done with it.
    if (me && ct_origin_of(CT_HERE) == ct_from_concurrency) __tsan_release(mutex);
    return real_pthread_mutex_unlock(mutex);
  }
  ct_point(me, ct_unlock, mutex, CT_HERE);
  me->inside++;
  int result = real_pthread_mutex_unlock(mutex);
  if (result == 0) ct_gave(me, mutex);
  me->inside--;
  return result;
}

uint64_t ct_deadline_at(const struct timespec *time) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  // A condition may count by the other clock, which stands at some days.
  if (time->tv_sec < 100000000) clock_gettime(CLOCK_MONOTONIC, &now);
  int64_t seconds = time->tv_sec - now.tv_sec;
  if (seconds > 4000000000) return CT_NEVER - 1;
  int64_t left = seconds * 1000000000 + time->tv_nsec - now.tv_nsec;
  return ct_after(left > 0 ? (uint64_t)left : 0);
}

CT_EXPORT int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex, const struct timespec *restrict time) {
  typedef int (*function)(pthread_mutex_t *, const struct timespec *);
  CT_NEXT(function, "pthread_mutex_timedlock")
  if (!ct_controlled()) return original(mutex, time);
  return lock_mutex(mutex, CT_HERE, ts_outer_place(__builtin_frame_address(0)), ct_deadline_at(time));
}

#endif
