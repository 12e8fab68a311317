// Values that an atomic had before: a load that is not sequentially consistent may show one of them, as C11 permits (5.1.2.4: coherence). A
// value is hidden once a later one happened before the load, or was seen by what happened before it. The last few are kept.
#include "private.h"

#if CT_HAS_THREADS
#include <string.h>

enum { most_values = 4 };

typedef struct {
  uint64_t value;
  /// What the store released.
  ct_clock clock;
  int thread;
  uint32_t time;
  /// When each thread first saw this value or a later one; 0: not yet.
  uint32_t *seen;
  int seen_count;
} store;

typedef struct {
  store stores[most_values];
  int count;
} values;

static values *values_of(ct_object *object, uint64_t now) {
  if (object->more) return object->more;
  values *made = ct_allocate(sizeof *made);
  memset(made, 0, sizeof *made);
  // What was there at first, everybody knows of.
  made->count = 1;
  made->stores[0] = (store){.value = now, .thread = -1};
  object->more = made;
  return made;
}

static bool is_known(const ct_thread *me, const store *one) {
  if (one->thread < 0 || one->time <= me->times[one->thread] || one->thread == me->id) return true;
  for (int i = 0; i < one->seen_count; i++)
    if (one->seen[i] && one->seen[i] <= me->times[i]) return true;
  return false;
}

static void note_seen(ct_thread *me, store *one) {
  if (one->seen_count <= me->id) {
    uint32_t *larger = ct_allocate((size_t)(me->id + 8) * sizeof *larger);
    memset(larger, 0, (size_t)(me->id + 8) * sizeof *larger);
    if (one->seen_count) memcpy(larger, one->seen, (size_t)one->seen_count * sizeof *larger);
    one->seen = larger;
    one->seen_count = me->id + 8;
  }
  if (!one->seen[me->id]) one->seen[me->id] = me->times[me->id];
}

void ct_stored(ct_thread *me, ct_object *object, uint64_t before, uint64_t value, uint32_t time) {
  if (!ct_now.settings.shows_stale_values) return;
  values *all = values_of(object, before);
  if (all->count == most_values) {
    memmove(&all->stores[0], &all->stores[1], sizeof all->stores - sizeof all->stores[0]);
    all->count--;
  }
  store *made = &all->stores[all->count++];
  *made = (store){.value = value, .thread = me->id, .time = time};
  ct_assign_clock(&made->clock, &object->clock);
}

/// What a load shows: the last value, or by choice one before. `clock` becomes what its store released.
uint64_t ct_loaded(ct_thread *me, ct_object *object, uint64_t now, const ct_clock **clock) {
  values *all = values_of(object, now);
  int last = all->count - 1, first = last;
  // Written by code without the instrumentation: nothing is known of earlier values.
  if (all->stores[last].value != now) {
    object->more = NULL;
    return now;
  }
  while (first > 0 && !is_known(me, &all->stores[first])) first--;
  int chosen = last;
  // Who polls sees the last value at some time.
  if (first < last && me->idle < 2) {
    ct_alternative alternatives[most_values];
    for (int i = first; i <= last; i++) alternatives[i - first] = (ct_alternative){me->id, ct_load, object->address};
    int choice = ct_now.settings.choose(ct_now.settings.context, alternatives, last - first + 1);
    if (choice > 0 && choice <= last - first) chosen = last - choice;
  }
  note_seen(me, &all->stores[chosen]);
  *clock = &all->stores[chosen].clock;
  return all->stores[chosen].value;
}

#endif
