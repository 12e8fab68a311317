// Tasks and actors. The runtime hands their jobs to Dispatch, whose queues are those of the run: so tasks are work of a concurrent queue,
// and the main actor's are work of the main queue. Where a task goes to an actor, or is cancelled, there is a point. What the runtime orders by
// itself (a task's end before who awaits it, one turn of an actor before the next), it tells ThreadSanitizer, and so it tells this.
#include "private.h"

#if CT_HAS_THREADS

CT_EXPORT void __tsan_acquire(void *address) {
  ct_thread *me = ct_controlled();
  if (!me) return;
  me->inside++;
  ct_object *known = ct_known_object(address);
  if (known) ct_acquire(me, &known->clock);
  me->inside--;
}

// A task whose continuation is resumed before it awaits it goes on without a word: whoever is in the middle of it hears it here.
CT_EXPORT void __tsan_release(void *address) {
  ct_thread *me = ct_controlled();
  if (!me) return;
  me->inside++;
  ct_object *released = ct_object_at(address);
  ct_release(me, &released->clock);
  for (int i = 0; i < ct_now.count; i++) {
    ct_thread *other = ct_now.threads[i];
    if (other != me && !other->is_done && other->task == address) ct_acquire(other, &released->clock);
  }
  me->inside--;
}

static bool listens;
void ct_note_task(ct_thread *me) { me->task = listens ? ts_current_task() : NULL; }

void ct_listen_to_runtime(void) {
  typedef void (*listener)(void *address);
  listener *acquire = dlsym(RTLD_DEFAULT, "_swift_tsan_acquire"), *release = dlsym(RTLD_DEFAULT, "_swift_tsan_release");
  bool *is_enabled = dlsym(RTLD_DEFAULT, "_swift_tsan_enabled");
  if (!acquire || !release || !is_enabled || *is_enabled) return;
  *acquire = __tsan_acquire;
  *release = __tsan_release;
  *is_enabled = listens = true;
}

extern CT_SWIFT ts_executor swift_task_getCurrentExecutor(void) __attribute__((weak));

// CScheduling's function in front of the runtime's calls this, if threads are scheduled. Who is there already stays.
void ct_task_switches(void *actor, const void *resume) {
  if (!&swift_task_getCurrentExecutor) return;
  void *current = swift_task_getCurrentExecutor().identity;
  // A place counts as one behind a call.
  const void *place = (const char *)resume + 1;
  if (actor == current) return;
  if (current) ct_point(ct_me, ct_hop, current, place);
  if (actor) ct_point(ct_me, ct_hop, actor, place);
}

/// What cancelling anything comes after, and before. Never read.
static char cancellations;

void ct_cancellation_used(void *context, void *task, bool is_read) {
  (void)context;
  ct_thread *me = ct_controlled();
  if (!me) return;
  ct_point(me, ct_cancel, task, me->stack ? me->stack->returns : NULL);
  if (is_read) {
    ct_polls(me);
  } else {
    ct_changed(me);
    __tsan_release(&cancellations);
  }
}

// A handler that finds its task cancelled runs at once, and comes after whoever cancelled it.
typedef __attribute__((swiftasynccall)) void handle_cancellation(
  __attribute__((swift_async_context)) void *context, void *result, void *operation, void *captured, void *handler, void *captured_too,
  void *actor, void *witnesses, void *type);
extern CT_SWIFT bool swift_task_isCancelled(void *task) __attribute__((weak));

#define CT_HANDLER "$ss27withTaskCancellationHandler9operation8onCancel9isolationxxyYaKXE_yyYbXEScA_pSgYitYaKlF"
CT_WEAK handle_cancellation ct_handle_cancellation __asm__(CT_HANDLER);
__attribute__((swiftasynccall)) void ct_handle_cancellation(
  __attribute__((swift_async_context)) void *context, void *result, void *operation, void *captured, void *handler, void *captured_too,
  void *actor, void *witnesses, void *type) {
  CT_NEXT(handle_cancellation *, CT_HANDLER)
  ct_thread *me = ct_controlled();
  if (me && swift_task_isCancelled(ts_current_task())) __tsan_acquire(&cancellations);
  __attribute__((musttail)) return original(context, result, operation, captured, handler, captured_too, actor, witnesses, type);
}

/// What the current task is asked, and what a group is: the runtime's functions, which take no more than these.
#define CT_CANCELLATION(name, symbol, is_read)                                              \
  CT_WEAK CT_SWIFT uintptr_t name(                                                          \
    void *group, __attribute__((swift_context)) void *self, __attribute__((swift_error_result)) void **error) __asm__(symbol); \
  CT_SWIFT uintptr_t name(                                                                  \
    void *group, __attribute__((swift_context)) void *self, __attribute__((swift_error_result)) void **error) { \
    typedef CT_SWIFT uintptr_t (*function)(                                                 \
      void *, __attribute__((swift_context)) void *, __attribute__((swift_error_result)) void **); \
    CT_NEXT(function, symbol)                                                               \
    ct_cancellation_used(NULL, ts_current_task(), is_read);                                 \
    return original(group, self, error);                                                    \
  }
CT_CANCELLATION(ct_is_cancelled, "$sScTss5NeverORszABRs_rlE11isCancelledSbvgZ", true)
CT_CANCELLATION(ct_check_cancellation, "$sScTss5NeverORszABRs_rlE17checkCancellationyyKFZ", true)
CT_CANCELLATION(ct_cancel_all, "$sScG9cancelAllyyF", false)
CT_CANCELLATION(ct_cancel_all_throwing, "$sScg9cancelAllyyF", false)

#endif
