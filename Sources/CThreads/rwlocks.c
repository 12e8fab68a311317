// Locks of several readers or one writer.
#include "private.h"

#if CT_HAS_THREADS
CT_REAL(pthread_rwlock_rdlock)
CT_REAL(pthread_rwlock_wrlock)
CT_REAL(pthread_rwlock_tryrdlock)
CT_REAL(pthread_rwlock_trywrlock)
CT_REAL(pthread_rwlock_unlock)

static bool can_read(ct_thread *me, void *lock) {
  (void)me;
  ct_object *object = ct_known_object(lock);
  return !object || !object->owner;
}

static void took_to_read(ct_thread *me, void *lock, const void *place) {
  ct_object *object = ct_object_at(lock);
  object->readers++;
  object->place = place;
  object->stack = me->stack;
  ct_acquire(me, &object->clock);
  ct_hold_lock(me, lock, 'r', place);
  ct_changed(me);
}

int ct_pthread_rwlock_rdlock(void *lock, const void *place, const void *outer) {
  if (ct_is_quiet(place, outer)) return real_pthread_rwlock_rdlock(lock);
  ct_thread *me = ct_me;
  ct_point_when(me, ct_read_lock, lock, place, can_read, lock, CT_NEVER);
  me->inside++;
  int result = ct_really(me, lock, real_pthread_rwlock_tryrdlock, real_pthread_rwlock_rdlock);
  if (result == 0) took_to_read(me, lock, place);
  me->inside--;
  return result;
}

int ct_pthread_rwlock_wrlock(void *lock, const void *place, const void *outer) {
  if (ct_is_quiet(place, outer)) return real_pthread_rwlock_wrlock(lock);
  ct_thread *me = ct_me;
  ct_point_when(me, ct_lock, lock, place, ct_can_lock, lock, CT_NEVER);
  me->inside++;
  int result = ct_really(me, lock, real_pthread_rwlock_trywrlock, real_pthread_rwlock_wrlock);
  if (result == 0) ct_took(me, lock, 'r', place);
  me->inside--;
  return result;
}

CT_EXPORT int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock) {
  ct_thread *me = ct_controlled();
  if (!me) return real_pthread_rwlock_tryrdlock(lock);
  ct_point(me, ct_try_lock, lock, CT_HERE);
  me->inside++;
  int result = real_pthread_rwlock_tryrdlock(lock);
  if (result == 0) took_to_read(me, lock, CT_HERE);
  else ct_polls(me);
  me->inside--;
  return result;
}

CT_EXPORT int pthread_rwlock_trywrlock(pthread_rwlock_t *lock) {
  ct_thread *me = ct_controlled();
  if (!me) return real_pthread_rwlock_trywrlock(lock);
  ct_point(me, ct_try_lock, lock, CT_HERE);
  me->inside++;
  int result = real_pthread_rwlock_trywrlock(lock);
  if (result == 0) ct_took(me, lock, 'r', CT_HERE);
  else ct_polls(me);
  me->inside--;
  return result;
}

CT_EXPORT int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
  ct_thread *me = ct_controlled();
  ct_object *object = me ? ct_known_object(lock) : NULL;
  if (!object || (object->owner != me && !object->readers)) return real_pthread_rwlock_unlock(lock);
  ct_point(me, ct_unlock, lock, CT_HERE);
  me->inside++;
  int result = real_pthread_rwlock_unlock(lock);
  if (object->owner != me && object->readers > 0) object->readers--;
  ct_gave(me, lock);
  me->inside--;
  return result;
}

#endif
