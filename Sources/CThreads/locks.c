// Locks: pthread mutexes and rwlocks, Swift's Mutex where it waits, once. A lock is taken for real as well, by a call that does not wait:
// so it is locked for threads of no run too.
#include "private.h"

#if CT_HAS_THREADS
#include <errno.h>
#include <sched.h>
#include <string.h>
#include <time.h>

enum { from_program = 1, from_toolchain, from_foundation };

static int origin_of(const void *caller) {
  static struct { const void *caller; int origin; } known[256];
  unsigned slot = (unsigned)(((uint64_t)caller * 0x9e3779b97f4a7c15) >> 56);
  if (known[slot].caller == caller) return known[slot].origin;
  static const char *const libraries[] = {
    "libswift", "libdispatch", "libFoundation", "lib_Foundation", "libstdc++", "libc.", "libgcc_s", "libBlocks", "libTesting", "libXCTest"};
  static const char *const offered[] = {
    "$s10Foundation6NSLock", "$s10Foundation11NSCondition", "$s10Foundation15NSRecursive", "$s10Foundation15NSCondition"};
  int origin = from_program;
  Dl_info info;
  if (dladdr(caller, &info) && info.dli_fname) {
    const char *slash = strrchr(info.dli_fname, '/'), *name = slash ? slash + 1 : info.dli_fname;
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
      if (strncmp(name, libraries[i], strlen(libraries[i])) == 0) origin = from_toolchain;
    if (strncmp(name, "libFoundation.", 14) == 0) origin = from_foundation;
    for (size_t i = 0; origin == from_foundation && info.dli_sname && i < sizeof offered / sizeof *offered; i++)
      if (strncmp(info.dli_sname, offered[i], strlen(offered[i])) == 0) origin = from_program;
  }
  known[slot].caller = caller;
  known[slot].origin = origin;
  return origin;
}

/// Whether a lock is taken inside the toolchain's libraries: of the locks there, only those are scheduled that Foundation offers. Others
/// guard caches, and are taken the first time only. Not all functions of Foundation have a name: then what the program calls is offered.
static bool is_quiet(const void *caller, const void *outer) {
  int origin = origin_of(caller);
  return origin == from_toolchain || (origin == from_foundation && !(outer && origin_of(outer) == from_program));
}

typedef int (*lock_function)(void *);
static int real(const char *name, _Atomic(lock_function) *known, void *lock) {
  lock_function original = atomic_load_explicit(known, memory_order_relaxed);
  if (!original) {
    original = (lock_function)dlsym(RTLD_NEXT, name);
    atomic_store_explicit(known, original, memory_order_relaxed);
  }
  return original(lock);
}
#define CT_REAL(function)                                                                \
  static int real_##function(void *lock) {                                               \
    static _Atomic(lock_function) known;                                                 \
    return real(#function, &known, lock);                                                \
  }
CT_REAL(pthread_mutex_lock)
CT_REAL(pthread_mutex_trylock)
CT_REAL(pthread_mutex_unlock)
CT_REAL(pthread_rwlock_rdlock)
CT_REAL(pthread_rwlock_wrlock)
CT_REAL(pthread_rwlock_tryrdlock)
CT_REAL(pthread_rwlock_trywrlock)
CT_REAL(pthread_rwlock_unlock)

static int kind_of(const pthread_mutex_t *mutex) { return mutex->__data.__kind & 3; }

static bool can_lock(ct_thread *me, void *lock) {
  ct_object *object = ct_known_object(lock);
  return !object || !(object->owner || object->readers) || (object->owner == me && object->kind == PTHREAD_MUTEX_RECURSIVE);
}

static void took(ct_thread *me, void *lock, int kind, const void *place) {
  ct_object *object = ct_object_at(lock);
  object->owner = me;
  object->depth++;
  object->place = place;
  object->stack = me->stack;
  ct_acquire(me, &object->clock);
  ct_hold_lock(me, lock, kind, place);
  ct_changed(me);
}

static void gave(ct_thread *me, void *lock) {
  ct_object *object = ct_object_at(lock);
  if (object->depth > 0 && --object->depth == 0) object->owner = NULL;
  ct_release(me, &object->clock);
  ct_drop_lock(me, lock);
  ct_changed(me);
}

static bool is_of_run(uint32_t system_id) {
  for (int i = 0; i < ct_now.count; i++)
    if ((uint32_t)ct_now.threads[i]->worker->system_id == system_id) return true;
  return false;
}

/// Without a point, unless another thread was stopped with the lock in its hand. Where a thread of no run holds it is not told: that
/// differs from run to run.
static int lock_quietly(ct_thread *me, pthread_mutex_t *mutex, const void *place) {
  int result;
  while ((result = real_pthread_mutex_trylock(mutex)) == EBUSY) {
    if (!is_of_run((uint32_t)mutex->__data.__owner)) return real_pthread_mutex_lock(mutex);
    ct_polls(me);
    me->alone = 1000;
    ct_point(me, ct_lock, mutex, place);
  }
  return result;
}

static int lock_mutex(pthread_mutex_t *mutex, const void *place, const void *outer, uint64_t deadline) {
  ct_thread *me = ct_me;
  if (is_quiet(place, outer)) return lock_quietly(me, mutex, place);
  ct_object *object = ct_object_at(mutex);
  object->kind = kind_of(mutex);
  if (object->owner == me && object->kind == PTHREAD_MUTEX_ERRORCHECK) return EDEADLK;
  if (!ct_point_when(me, ct_lock, mutex, place, can_lock, mutex, deadline)) return ETIMEDOUT;
  me->inside++;
  int result = real_pthread_mutex_trylock(mutex);
  if (result == EBUSY) {
    // Held by a thread of no run.
    me->inside--;
    result = real_pthread_mutex_lock(mutex);
    me->inside++;
  }
  if (result == 0) took(me, mutex, 'm', place);
  me->inside--;
  return result;
}

// CScheduling's functions of these names call these, if threads are scheduled.
int ct_pthread_mutex_lock(void *mutex, const void *place, const void *outer) { return lock_mutex(mutex, place, outer, CT_NEVER); }

CT_EXPORT int pthread_mutex_trylock(pthread_mutex_t *mutex) {
  ct_thread *me = ct_controlled();
  if (!me || is_quiet(CT_HERE, ts_outer_place(__builtin_frame_address(0)))) return real_pthread_mutex_trylock(mutex);
  ct_point(me, ct_try_lock, mutex, CT_HERE);
  me->inside++;
  int result = real_pthread_mutex_trylock(mutex);
  if (result == 0) took(me, mutex, 'm', CT_HERE);
  else ct_polls(me);
  me->inside--;
  return result;
}

CT_EXPORT int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  ct_thread *me = ct_controlled();
  ct_object *object = me ? ct_known_object(mutex) : NULL;
  if (!object || object->owner != me) return real_pthread_mutex_unlock(mutex);
  ct_point(me, ct_unlock, mutex, CT_HERE);
  me->inside++;
  int result = real_pthread_mutex_unlock(mutex);
  if (result == 0) gave(me, mutex);
  me->inside--;
  return result;
}

/// How long it is from now to a time of the C library's clocks.
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

// Conditions.
static bool is_signalled(ct_thread *me, void *object) {
  (void)object;
  return me->is_signalled;
}

static bool can_go_on(ct_thread *me, void *mutex) { return me->is_signalled && can_lock(me, mutex); }

static int wait_on(ct_thread *me, pthread_cond_t *condition, pthread_mutex_t *mutex, uint64_t deadline, const void *place) {
  ct_object *object = ct_known_object(mutex);
  if (!object || object->owner != me) {
    // Locked quietly.
    me->is_waiting = true, me->is_signalled = false, me->queued = ++ct_now.stamps, me->waits_on = condition;
    real_pthread_mutex_unlock(mutex);
    ct_point_when(me, ct_wait, condition, place, is_signalled, NULL, deadline);
    me->is_waiting = false;
    lock_quietly(me, mutex, place);
    return me->is_signalled ? 0 : ETIMEDOUT;
  }
  ct_point(me, ct_unlock, mutex, place);
  me->inside++;
  int depth = object->depth;
  object->depth = 1;
  real_pthread_mutex_unlock(mutex);
  gave(me, mutex);
  me->is_waiting = true;
  me->is_signalled = false;
  me->queued = ++ct_now.stamps;
  me->waits_on = condition;
  me->inside--;
  bool is_in_time = ct_point_when(me, ct_wait, condition, place, can_go_on, mutex, deadline);
  me->is_waiting = false;
  if (!is_in_time) ct_point_when(me, ct_lock, mutex, place, can_lock, mutex, CT_NEVER);
  me->inside++;
  real_pthread_mutex_trylock(mutex);
  took(me, mutex, 'm', place);
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

// Locks of several readers or one writer.
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
  if (is_quiet(place, outer)) return real_pthread_rwlock_rdlock(lock);
  ct_thread *me = ct_me;
  ct_point_when(me, ct_read_lock, lock, place, can_read, lock, CT_NEVER);
  me->inside++;
  int result = real_pthread_rwlock_tryrdlock(lock);
  if (result == 0) took_to_read(me, lock, place);
  me->inside--;
  return result == EBUSY ? real_pthread_rwlock_rdlock(lock) : result;
}

int ct_pthread_rwlock_wrlock(void *lock, const void *place, const void *outer) {
  if (is_quiet(place, outer)) return real_pthread_rwlock_wrlock(lock);
  ct_thread *me = ct_me;
  ct_point_when(me, ct_lock, lock, place, can_lock, lock, CT_NEVER);
  me->inside++;
  int result = real_pthread_rwlock_trywrlock(lock);
  if (result == 0) took(me, lock, 'r', place);
  me->inside--;
  return result == EBUSY ? real_pthread_rwlock_wrlock(lock) : result;
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
  if (result == 0) took(me, lock, 'r', CT_HERE);
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
  gave(me, lock);
  me->inside--;
  return result;
}

// The slow path of Synchronization.Mutex: its fast path is an atomic in the code that uses it.
static bool is_zero(ct_thread *me, void *word) {
  (void)me;
  return __atomic_load_n((uint32_t *)word, __ATOMIC_SEQ_CST) == 0;
}

static bool is_held_in_run(void *word) {
  uint32_t holder = __atomic_load_n((uint32_t *)word, __ATOMIC_SEQ_CST);
  return holder == 0 || is_of_run(holder);
}

#define CT_LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define CT_UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
typedef CT_SWIFT void (*lock_slow)(uint32_t, __attribute__((swift_context)) void *);
typedef CT_SWIFT void (*unlock_slow)(__attribute__((swift_context)) void *);

static void real_lock_slow(void *word, uint32_t own) {
  CT_NEXT(lock_slow, CT_LOCK_SLOW)
  original(own, word);
}

static void real_unlock_slow(void *word, uint32_t own) {
  (void)own;
  CT_NEXT(unlock_slow, CT_UNLOCK_SLOW)
  original(word);
}

CT_WEAK CT_SWIFT void ct_lock_slow(uint32_t own, __attribute__((swift_context)) void *word) __asm__(CT_LOCK_SLOW);
CT_WEAK CT_SWIFT void ct_lock_slow(uint32_t own, __attribute__((swift_context)) void *word) {
  ct_thread *me = ct_me;
  if (!me) return real_lock_slow(word, own);
  // Held by a thread of no run: the kernel knows the one that lends itself.
  if (me->inside || !is_held_in_run(word)) return ct_ask_worker(me->worker, real_lock_slow, word);
  for (;;) {
    ct_point_when(me, ct_lock, word, CT_HERE, is_zero, word, CT_NEVER);
    uint32_t none = 0;
    if (__atomic_compare_exchange_n((uint32_t *)word, &none, own, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) break;
  }
  me->inside++;
  ct_acquire(me, &ct_object_at(word)->clock);
  ct_hold_lock(me, word, 'M', CT_HERE);
  ct_changed(me);
  me->inside--;
}

// Only if a thread of no run waits.
CT_WEAK CT_SWIFT void ct_unlock_slow(__attribute__((swift_context)) void *word) __asm__(CT_UNLOCK_SLOW);
CT_WEAK CT_SWIFT void ct_unlock_slow(__attribute__((swift_context)) void *word) {
  ct_thread *me = ct_me;
  if (me) ct_ask_worker(me->worker, real_unlock_slow, word);
  else real_unlock_slow(word, 0);
}

// Swift's lazy globals. What a process does once, only its first run does: so there is a point only where a thread was stopped in the
// middle of it.
typedef void (*initializer)(void *);
typedef struct {
  initializer body;
  void *context;
} once;

static bool is_not_running(ct_thread *me, void *token) {
  (void)me;
  return !ct_object_at(token)->owner;
}

static void run_once(ct_thread *me, void *token, const void *place, void (*perform)(void *token, once *work), once *work) {
  ct_object *object = ct_known_object(token);
  if (object && object->owner && object->owner != me) ct_point_when(me, ct_once, token, place, is_not_running, token, CT_NEVER);
  me->inside++;
  object = ct_object_at(token);
  bool is_first = !object->more;
  if (is_first) {
    object->owner = me;
    object->place = place;
    object->stack = me->stack;
  }
  me->inside--;
  perform(token, work);
  me->inside++;
  object = ct_object_at(token);
  ct_acquire(me, &object->clock);
  if (is_first) {
    object->more = object;
    object->owner = NULL;
    ct_release(me, &object->clock);
    ct_changed(me);
  }
  me->inside--;
}

typedef void (*swift_once_function)(void *, initializer, void *);
static swift_once_function real_swift_once(void) {
  CT_NEXT(swift_once_function, "swift_once")
  return original;
}
static void perform_swift(void *token, once *work) { real_swift_once()(token, work->body, work->context); }

CT_WEAK void swift_once(void *token, initializer body, void *context) {
  ct_thread *me = ct_controlled();
  if (!me || is_quiet(CT_HERE, NULL)) return real_swift_once()(token, body, context);
  once work = {body, context};
  run_once(me, token, CT_HERE, perform_swift, &work);
}

typedef int (*pthread_once_function)(pthread_once_t *, void (*)(void));
static pthread_once_function real_pthread_once(void) {
  CT_NEXT(pthread_once_function, "pthread_once")
  return original;
}
static void perform_pthread(void *token, once *work) { real_pthread_once()(token, (void (*)(void))(void *)work->body); }

CT_EXPORT int pthread_once(pthread_once_t *token, void (*body)(void)) {
  ct_thread *me = ct_controlled();
  if (!me || is_quiet(CT_HERE, NULL)) return real_pthread_once()(token, body);
  once work = {(initializer)(void *)body, NULL};
  run_once(me, token, CT_HERE, perform_pthread, &work);
  return 0;
}

#endif
