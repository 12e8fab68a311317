// What code calls that is compiled with -sanitize=thread: at each access to memory, each atomic, each function.
#include "private.h"

#if CT_HAS_THREADS
#include <stdlib.h>
#include <string.h>

static _Atomic int instrumented_modules;

void __tsan_init(void) { atomic_fetch_add_explicit(&instrumented_modules, 1, memory_order_relaxed); }
bool ct_is_instrumented(void) { return atomic_load_explicit(&instrumented_modules, memory_order_relaxed) > 0; }

// Calls. Each stack of calls is one object, as long as the process lives.
enum { most_depth = 256 };
typedef struct node {
  ct_stack stack;
  struct node *next;
  int depth;
} node;

static node *nodes[1 << 14];
static node root;

static node *child(node *parent, const void *returns) {
  uint64_t hash = ((uint64_t)parent ^ (uint64_t)returns * 31) * 0x9e3779b97f4a7c15;
  node **bucket = &nodes[hash >> 50];
  for (node *known = *bucket; known; known = known->next)
    if (known->stack.parent == &parent->stack && known->stack.returns == returns) return known;
  node *made = malloc(sizeof *made);
  if (!made) abort();
  *made = (node){{&parent->stack, returns}, *bucket, parent->depth + 1};
  *bucket = made;
  return made;
}

void __tsan_func_entry(void *returns) {
  ct_thread *me = ct_controlled();
  if (!me) return;
  node *at = me->stack ? (node *)me->stack : &root;
  if (at->depth >= most_depth) {
    me->stack_excess++;
    return;
  }
  me->inside++;
  me->stack = &child(at, returns)->stack;
  me->inside--;
}

void __tsan_func_exit(void) {
  ct_thread *me = ct_controlled();
  if (!me || !me->stack) return;
  if (me->stack_excess) me->stack_excess--;
  else if (me->stack->parent) me->stack = me->stack->parent;
}

void __tsan_ignore_thread_begin(void) {
  ct_thread *me = ct_controlled();
  if (me) me->ignores++;
}

void __tsan_ignore_thread_end(void) {
  ct_thread *me = ct_controlled();
  if (me && me->ignores > 0) me->ignores--;
}

// Plain accesses.
enum { most_plain = 20000 };

static inline void access_in(int manner, const void *address, size_t size, bool writes, const void *place) {
  ct_thread *me = ct_controlled();
  if (CT_LIKELY(!me)) return;
  if (ct_now.settings.every_access && !me->ignores) {
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    // Its own stack is seldom shared.
    if ((uintptr_t)address - here > 1 << 16) {
      if (!writes) ct_polls(me);
      ct_point(me, writes ? ct_write : ct_read, address, place);
      if (writes) ct_changed(me);
    }
  } else if (++me->plain > most_plain) {
    // It may wait for a plain variable to change.
    me->alone = ct_most_alone;
    ct_point(me, ct_yield, NULL, place);
  }
  me->inside++;
  ct_accessed(me, address, size, writes, manner, place);
  me->inside--;
}

static inline void plain(const void *address, size_t size, bool writes, const void *place) {
  access_in(ct_plainly, address, size, writes, place);
}

#define CT_PLAIN(size)                                                                             \
  void __tsan_read##size(void *p) { plain(p, size, false, CT_HERE); }                              \
  void __tsan_write##size(void *p) { plain(p, size, true, CT_HERE); }                              \
  void __tsan_unaligned_read##size(void *p) { plain(p, size, false, CT_HERE); }                    \
  void __tsan_unaligned_write##size(void *p) { plain(p, size, true, CT_HERE); }                    \
  void __tsan_volatile_read##size(void *p) { plain(p, size, false, CT_HERE); }                     \
  void __tsan_volatile_write##size(void *p) { plain(p, size, true, CT_HERE); }                     \
  void __tsan_read_write##size(void *p) { plain(p, size, true, CT_HERE); }                         \
  void __tsan_unaligned_read_write##size(void *p) { plain(p, size, true, CT_HERE); }
CT_PLAIN(1)
CT_PLAIN(2)
CT_PLAIN(4)
CT_PLAIN(8)
CT_PLAIN(16)

void __tsan_read_range(void *p, long size) { if (size > 0) plain(p, (size_t)size, false, CT_HERE); }
void __tsan_write_range(void *p, long size) { if (size > 0) plain(p, (size_t)size, true, CT_HERE); }
void __tsan_vptr_update(void **p, void *value) { (void)value; plain(p, 8, true, CT_HERE); }
void __tsan_vptr_read(void **p) { plain(p, 8, false, CT_HERE); }
// An access of Swift's to a variable as a whole: what is done to it by code that was not instrumented.
void __tsan_external_write(void *p, void *caller, void *tag) { (void)caller, (void)tag; access_in(ct_as_a_whole, p, 1, true, CT_HERE); }
void __tsan_external_read(void *p, void *caller, void *tag) { (void)caller, (void)tag; access_in(ct_as_a_whole, p, 1, false, CT_HERE); }
void *__tsan_external_register_tag(const char *name) { (void)name; return NULL; }
void __tsan_external_assign_tag(void *p, void *tag) { (void)p, (void)tag; }

void *__tsan_memset(void *p, int value, size_t size) {
  if (size) plain(p, size, true, CT_HERE);
  return memset(p, value, size);
}
void *__tsan_memcpy(void *to, const void *from, size_t size) {
  if (size) plain(from, size, false, CT_HERE), plain(to, size, true, CT_HERE);
  return memcpy(to, from, size);
}
void *__tsan_memmove(void *to, const void *from, size_t size) {
  if (size) plain(from, size, false, CT_HERE), plain(to, size, true, CT_HERE);
  return memmove(to, from, size);
}

// Atomics. One thread runs at a time, so that the order of the points is the order of all atomics; what an order promises to other
// memory is kept by clocks, as C11 says it.
enum { relaxed, consume, acquire, release, acquire_release, sequential };

static bool acquires(int order) { return order == consume || order == acquire || order >= acquire_release; }
static bool releases(int order) { return order >= release; }

static ct_thread *before(void *p, int kind, const void *place) {
  ct_thread *me = ct_controlled();
  if (!me || me->ignores || ct_is_compilers(p)) return NULL;
  ct_point(me, kind, p, place);
  me->inside++;
  return me;
}

/// - Returns: the value that the load shows.
static uint64_t after_load(
  ct_thread *me, void *p, size_t size, int order, uint64_t value, bool may_be_stale, const void *place) {
  ct_accessed(me, p, size, false, ct_atomically, place);
  ct_polls(me);
  ct_object *object = ct_known_object(p);
  const ct_clock *clock = object ? &object->clock : NULL;
  if (object && ct_now.settings.shows_stale_values && may_be_stale && order != sequential && size <= 8)
    value = ct_loaded(me, object, value, &clock);
  ct_tell_step(0, &value);
  if (clock && acquires(order)) ct_acquire(me, clock);
  else if (clock) ct_join_clock(&me->acquired, clock);
  me->inside--;
  return value;
}

static void after_write(ct_thread *me, void *p, size_t size, int order, uint64_t before, uint64_t value, bool updates, const void *place) {
  ct_accessed(me, p, size, true, ct_atomically, place);
  ct_object *object = ct_object_at(p);
  uint32_t time = me->times[me->id];
  ct_tell_step(0, updates ? &before : &value);
  if (!updates) object->clock.count = 0;
  else if (acquires(order)) ct_acquire(me, &object->clock);
  else ct_join_clock(&me->acquired, &object->clock);
  if (releases(order)) ct_release(me, &object->clock);
  else if (me->has_released) ct_join_clock(&object->clock, &me->released);
  if (size <= 8) ct_stored(me, object, before, value, time);
  if (before != value) ct_changed(me);
  else ct_polls(me);
  me->inside--;
}

/// A `Mutex` is an atomic that holds the number of the thread.
static void after_exchange(ct_thread *me, void *p, size_t size, uint64_t expected, uint64_t desired, bool exchanged, const void *place) {
  if (size != 4 || !exchanged) return;
  uint64_t own = (uint64_t)me->worker->system_id;
  if (expected == 0 && desired == own) {
    ct_hold_lock(me, p, 'M', place);
    ct_tell_step(ct_lock, NULL);
  } else if (expected == own && desired == 0) {
    ct_drop_lock(me, p);
    ct_tell_step(ct_unlock, NULL);
  }
}

void __tsan_atomic_thread_fence(int order) {
  ct_thread *me = ct_controlled();
  if (!me) return __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (acquires(order)) ct_acquire(me, &me->acquired);
  if (order == sequential && ct_now.settings.shows_stale_values) {
    // Stronger than C11 asks for: fences of this kind are ordered as if each saw the one before.
    ct_acquire(me, &ct_object_at(&ct_now)->clock);
    ct_release(me, &ct_object_at(&ct_now)->clock);
  }
  if (!releases(order)) return;
  ct_assign_clock(&me->released, &me->clock);
  me->has_released = true;
  ct_tick(me);
}
void __tsan_atomic_signal_fence(int order) { (void)order; }

#define CT_LOAD(p) __atomic_load_n(p, __ATOMIC_SEQ_CST)
#define CT_EXCHANGE(p, expected, desired) \
  __atomic_compare_exchange_n(p, expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)

#define CT_UPDATE(bits, type, name, expression)                                                    \
  type __tsan_atomic##bits##_##name(type *p, type v, int order) {                                  \
    ct_thread *me = before(p, ct_update, CT_HERE);                                       \
    type old = CT_LOAD(p), changed;                                                                \
    do changed = (type)(expression);                                                               \
    while (!CT_EXCHANGE(p, &old, changed));                                                        \
    if (me) after_write(me, p, sizeof v, order, (uint64_t)old, (uint64_t)changed, true, CT_HERE); \
    return old;                                                                                    \
  }

#define CT_ATOMIC(bits, type)                                                                      \
  type __tsan_atomic##bits##_load(type *p, int order) {                                            \
    ct_thread *me = before(p, ct_load, CT_HERE);                                     \
    type value = CT_LOAD(p);                                                                       \
    if (me && sizeof value <= 8) value = (type)after_load(me, p, sizeof value, order, (uint64_t)value, true, CT_HERE); \
    else if (me) after_load(me, p, sizeof value, order, 0, false, CT_HERE);                               \
    return value;                                                                                  \
  }                                                                                                \
  void __tsan_atomic##bits##_store(type *p, type v, int order) {                                   \
    ct_thread *me = before(p, ct_store, CT_HERE);                                        \
    type old = CT_LOAD(p);                                                                         \
    while (!CT_EXCHANGE(p, &old, v)) {}                                                            \
    if (me) after_write(me, p, sizeof v, order, (uint64_t)old, (uint64_t)v, false, CT_HERE); \
  }                                                                                                \
  static type exchange_if##bits(type *p, type expected, type v, int order, int failure, const void *place) { \
    ct_thread *me = before(p, ct_update, place);                                         \
    type found = expected;                                                                         \
    bool exchanged = CT_EXCHANGE(p, &found, v);                                                    \
    if (!me) return found;                                                                         \
    after_exchange(me, p, sizeof v, (uint64_t)expected, (uint64_t)v, exchanged, place);            \
    if (exchanged) after_write(me, p, sizeof v, order, (uint64_t)found, (uint64_t)v, true, place); \
    else after_load(me, p, sizeof v, failure, (uint64_t)found, false, place); \
    return found;                                                                                  \
  }                                                                                                \
  type __tsan_atomic##bits##_compare_exchange_val(type *p, type expected, type v, int order, int failure) { \
    return exchange_if##bits(p, expected, v, order, failure, CT_HERE);                             \
  }                                                                                                \
  int __tsan_atomic##bits##_compare_exchange_strong(type *p, type *expected, type v, int order, int failure) { \
    type wanted = *expected;                                                                       \
    *expected = exchange_if##bits(p, wanted, v, order, failure, CT_HERE);                          \
    return *expected == wanted;                                                                    \
  }                                                                                                \
  int __tsan_atomic##bits##_compare_exchange_weak(type *p, type *expected, type v, int order, int failure) { \
    type wanted = *expected;                                                                       \
    *expected = exchange_if##bits(p, wanted, v, order, failure, CT_HERE);                          \
    return *expected == wanted;                                                                    \
  }                                                                                                \
  CT_UPDATE(bits, type, exchange, v)                                                               \
  CT_UPDATE(bits, type, fetch_add, old + v)                                                        \
  CT_UPDATE(bits, type, fetch_sub, old - v)                                                        \
  CT_UPDATE(bits, type, fetch_and, old & v)                                                        \
  CT_UPDATE(bits, type, fetch_or, old | v)                                                         \
  CT_UPDATE(bits, type, fetch_xor, old ^ v)                                                        \
  CT_UPDATE(bits, type, fetch_nand, ~(old & v))

CT_ATOMIC(8, uint8_t)
CT_ATOMIC(16, uint16_t)
CT_ATOMIC(32, uint32_t)
CT_ATOMIC(64, uint64_t)

// Of two words: the processor's own instruction is not in every build, so a flag keeps others out.
static atomic_flag wide = ATOMIC_FLAG_INIT;
typedef unsigned __int128 words;

static bool exchange_words(words *p, words *expected, words desired) {
  while (atomic_flag_test_and_set(&wide)) {}
  bool is_same = *p == *expected;
  if (is_same) *p = desired;
  else *expected = *p;
  atomic_flag_clear(&wide);
  return is_same;
}

static words load_words(words *p) {
  words value = 0;
  exchange_words(p, &value, 0);
  return value;
}
#undef CT_LOAD
#undef CT_EXCHANGE
#define CT_LOAD(p) load_words(p)
#define CT_EXCHANGE(p, expected, desired) exchange_words(p, expected, desired)
CT_ATOMIC(128, words)

#endif
