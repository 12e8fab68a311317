// What is done once: lazy globals of Swift, pthread_once.
#include "private.h"

#if CT_HAS_THREADS

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
  if (!me || ct_is_quiet(CT_HERE, NULL)) return real_swift_once()(token, body, context);
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
  if (!me || ct_is_quiet(CT_HERE, NULL)) return real_pthread_once()(token, body);
  once work = {(initializer)(void *)body, NULL};
  run_once(me, token, CT_HERE, perform_pthread, &work);
  return 0;
}

#endif
