// Blocks of Dispatch that can be cancelled and waited for: work items. The library keeps in each a group that it enters when the item is
// made, and leaves once the item was performed, wherever that is, or was to be performed and is cancelled.
#include "private.h"

#if CT_HAS_THREADS

typedef struct item {
  struct item *next;
  void *block, *group;
  unsigned long flags;
} item;

/// Those that were made in this run.
static item *items;
static uint64_t run_number;

// The words of such a block, as the library of Swift 6.3 lays it out.
enum { magic_word = 4, group_word = 10, magic = 0xd159b10c };

static void *made(ct_thread *me, void **block, unsigned long flags, const void *place) {
  if ((uintptr_t)block[magic_word] != magic) ct_escapes("a DispatchWorkItem of an unknown version of Dispatch", place);
  me->inside++;
  if (run_number != ct_run_number()) items = NULL;
  run_number = ct_run_number();
  // Another may have had this address; the newest is found first.
  item *one = ct_allocate(sizeof *one);
  *one = (item){items, block, block[group_word], flags};
  items = one;
  *ct_object_at(block) = (ct_object){.address = block};
  me->inside--;
  return block;
}

static item *item_of(const void *block) {
  item *known = run_number == ct_run_number() ? items : NULL;
  while (known && known->block != block) known = known->next;
  return known;
}

#define CT_BLOCK(name, parameters, arguments)                                               \
  CT_WEAK void *name parameters {                                                           \
    typedef void *(*function) parameters;                                                   \
    CT_NEXT(function, #name)                                                                \
    void *block = original arguments;                                                       \
    ct_thread *me = ct_controlled();                                                        \
    return me ? made(me, block, flags, CT_HERE) : block;                                             \
  }
CT_BLOCK(dispatch_block_create, (unsigned long flags, void *work), (flags, work))
CT_BLOCK(
  dispatch_block_create_with_qos_class, (unsigned long flags, unsigned quality, int priority, void *work),
  (flags, quality, priority, work))

bool ct_is_barrier(const void *block) {
  item *known = item_of(block);
  return known && known->flags & 1;
}

void ct_item_left(ct_thread *me, const void *group) {
  item *known = run_number == ct_run_number() ? items : NULL;
  while (known && known->group != group) known = known->next;
  if (!known) return;
  me->inside++;
  ct_object *object = ct_object_at(known->block);
  object->readers++;
  ct_release(me, &object->clock);
  ct_changed(me);
  ct_notify_all(me, object, me->place);
  me->inside--;
}

static bool is_performed(ct_thread *me, void *block) {
  (void)me;
  return ((ct_object *)block)->readers > 0;
}

CT_WEAK intptr_t dispatch_block_wait(void *block, uint64_t when) {
  typedef intptr_t (*function)(void *, uint64_t);
  CT_NEXT(function, "dispatch_block_wait")
  ct_thread *me = ct_controlled();
  return me ? ct_wait_until(me, block, is_performed, ct_dispatch_deadline(when), CT_HERE) : original(block, when);
}

CT_WEAK void dispatch_block_notify(void *block, void *queue, void *notice) {
  typedef void (*function)(void *, void *, void *);
  CT_NEXT(function, "dispatch_block_notify")
  ct_thread *me = ct_controlled();
  if (!me) return original(block, queue, notice);
  void *copy = ct_copy_block(notice);
  ct_point(me, ct_group_wait, block, CT_HERE);
  me->inside++;
  ct_object *object = ct_object_at(block);
  ct_notify_when(me, object, object->readers > 0, queue, copy, CT_HERE);
  me->inside--;
}

CT_WEAK void dispatch_block_cancel(void *block) {
  typedef void (*function)(void *);
  CT_NEXT(function, "dispatch_block_cancel")
  ct_thread *me = ct_controlled();
  if (me) ct_point(me, ct_queue_async, block, CT_HERE);
  original(block);
  if (me) ct_changed(me);
}

CT_WEAK intptr_t dispatch_block_testcancel(void *block) {
  typedef intptr_t (*function)(void *);
  CT_NEXT(function, "dispatch_block_testcancel")
  ct_thread *me = ct_controlled();
  if (me) {
    ct_point(me, ct_queue_async, block, CT_HERE);
    ct_polls(me);
  }
  return original(block);
}

#endif
