// The slow path of Synchronization.Mutex: its fast path is an atomic in the code that uses it.
#include "private.h"

#if CT_HAS_THREADS
#include <linux/futex.h>

/// The word of a Mutex is the number of the thread that holds it, with a bit that says whether others wait in the kernel.
static uint32_t holder(const void *word) { return __atomic_load_n((const uint32_t *)word, __ATOMIC_SEQ_CST) & FUTEX_TID_MASK; }

bool ct_holds_mutex(const ct_worker *worker, const void *word) { return holder(word) == (uint32_t)worker->system_id; }

/// Or held by a thread of no run, which the kernel waits for.
static bool is_free_in_run(ct_thread *me, void *word) {
  (void)me;
  return !ct_is_of_run(holder(word));
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
  uint32_t none = 0;
  if (!me->inside)
    while (!is_free_in_run(me, word)) ct_point_when(me, ct_lock, word, CT_HERE, is_free_in_run, word, CT_NEVER);
  // Held by a thread of no run: the kernel knows the one that lends itself.
  if (!__atomic_compare_exchange_n((uint32_t *)word, &none, own, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
    ct_ask_worker(me->worker, real_lock_slow, word);
  if (me->inside) return;
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

void ct_unlock_abandoned(void *word, ct_worker *worker) {
  uint32_t own = (uint32_t)worker->system_id;
  if (__atomic_compare_exchange_n((uint32_t *)word, &own, 0, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) return;
  // One that is still in the kernel does not hold a lock that others wait for.
  if (worker->is_served && ct_holds_mutex(worker, word)) ct_ask_worker(worker, real_unlock_slow, word);
}

#endif
