// The slow path of Synchronization.Mutex: its fast path is an atomic in the code that uses it.
#include "private.h"

#if CT_HAS_THREADS

static bool is_zero(ct_thread *me, void *word) {
  (void)me;
  return __atomic_load_n((uint32_t *)word, __ATOMIC_SEQ_CST) == 0;
}

static bool is_held_in_run(void *word) {
  uint32_t holder = __atomic_load_n((uint32_t *)word, __ATOMIC_SEQ_CST);
  return holder == 0 || ct_is_of_run(holder);
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

#endif
