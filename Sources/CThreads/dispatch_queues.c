// What queues of Dispatch are, and where code runs: their attributes, targets, names and values, and whether they are suspended. Functions
// in front of the library's.
#include "private.h"

#if CT_HAS_THREADS

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
