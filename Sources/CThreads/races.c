// Data races by happens-before: two accesses to the same byte, one of them a write, neither ordered before the other (FastTrack: Flanagan
// and Freund, PLDI 2009). A granule of eight bytes keeps the accesses that no later one covers.
#include "private.h"

#if CT_HAS_THREADS
#include <stdlib.h>
#include <string.h>

typedef struct access {
  struct access *next;
  uint32_t time;
  int16_t thread;
  uint8_t bytes;
  bool writes;
  uint8_t manner;
  const void *place;
  const ct_stack *stack;
} access;

typedef struct {
  uintptr_t granule;
  uint64_t run;
  access *accesses;
} cell;

static cell *cells;
static size_t capacity, used;
static uint64_t run_number;
static access *unused;

void ct_forget_shadow(void) {
  run_number++;
  used = 0;
  unused = NULL;
  if (cells) return;
  capacity = 1 << 14;
  cells = calloc(capacity, sizeof *cells);
  if (!cells) abort();
}

static cell *cell_at(uintptr_t granule) {
  size_t slot = (size_t)((granule * 0x9e3779b97f4a7c15) >> 32) & (capacity - 1);
  while (cells[slot].run == run_number && cells[slot].granule != granule) slot = (slot + 1) & (capacity - 1);
  return &cells[slot];
}

static void grow(void) {
  cell *old = cells;
  size_t count = capacity;
  capacity *= 2;
  cells = CT_CALLOC(capacity, sizeof *cells);
  if (!cells) abort();
  for (size_t i = 0; i < count; i++)
    if (old[i].run == run_number) *cell_at(old[i].granule) = old[i];
  free(old);
}

static void report(ct_thread *me, const access *other, const void *address, size_t size, bool writes, int manner, const void *place) {
  if (ct_now.outcome.has_race) return;
  ct_now.outcome.has_race = true;
  ct_now.outcome.race_address = address;
  ct_now.outcome.race[0] = (ct_access){
    other->thread, other->writes, other->manner, __builtin_popcount(other->bytes), other->place, other->stack};
  ct_now.outcome.race[1] = (ct_access){me->id, writes, manner, (int)size, place, me->stack};
}

static void touch(ct_thread *me, uintptr_t granule, uint8_t bytes, bool writes, int manner, const void *place, const void *address,
                  size_t size) {
  cell *found = cell_at(granule);
  if (found->run != run_number) {
    if (++used * 2 > capacity) {
      grow();
      found = cell_at(granule);
    }
    *found = (cell){granule, run_number, NULL};
  }
  bool is_kept = false;
  access **link = &found->accesses;
  while (*link) {
    access *other = *link;
    bool is_before = other->thread == me->id || other->time <= me->times[other->thread];
    if (!is_before && other->bytes & bytes && (writes || other->writes) && !(manner == ct_atomically && other->manner == ct_atomically))
      report(me, other, address, size, writes, manner, place);
    // A later access that would race with this one races with the new one too.
    bool is_covered = is_before && !(other->bytes & ~bytes) && (writes || !other->writes)
      && (manner != ct_atomically || other->manner == ct_atomically);
    if (is_covered && !is_kept) {
      *other = (access){other->next, me->times[me->id], (int16_t)me->id, bytes, writes, (uint8_t)manner, place, me->stack};
      is_kept = true;
    } else if (is_covered) {
      *link = other->next;
      other->next = unused;
      unused = other;
      continue;
    }
    link = &other->next;
  }
  if (is_kept) return;
  access *made = unused;
  if (made) unused = made->next;
  else made = ct_allocate(sizeof *made);
  *made = (access){found->accesses, me->times[me->id], (int16_t)me->id, bytes, writes, (uint8_t)manner, place, me->stack};
  found->accesses = made;
}

void ct_accessed(ct_thread *me, const void *address, size_t size, bool writes, int manner, const void *place) {
  if (!ct_now.settings.detects_races || me->ignores || ct_now.outcome.has_race) return;
  uintptr_t from = (uintptr_t)address, to = from + size;
  for (uintptr_t granule = from >> 3; granule <= (to - 1) >> 3; granule++) {
    uintptr_t base = granule << 3;
    unsigned low = from > base ? (unsigned)(from - base) : 0, high = to < base + 8 ? (unsigned)(to - base) : 8;
    touch(me, granule, (uint8_t)((0xff >> (8 - (high - low))) << low), writes, manner, place, address, size);
  }
}

void ct_forget_memory(const void *address, size_t size) {
  if (!size) return;
  bool detects = ct_now.settings.detects_races;
  uintptr_t from = (uintptr_t)address >> 3, to = ((uintptr_t)address + size - 1) >> 3;
  if (to - from < capacity) {
    for (uintptr_t granule = from; granule <= to; granule++) {
      cell *found = detects ? cell_at(granule) : NULL;
      if (found && found->run == run_number) found->accesses = NULL;
      ct_forget_object((void *)(granule << 3));
      ct_forget_object((void *)((granule << 3) + 4));
    }
    return;
  }
  for (size_t i = 0; i < capacity && detects; i++)
    if (cells[i].run == run_number && cells[i].granule >= from && cells[i].granule <= to) cells[i].accesses = NULL;
}

#endif
