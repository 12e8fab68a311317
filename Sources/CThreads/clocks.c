// Vector clocks, and what is known of each lock and each atomic: what happened before what.
#include "private.h"

#if CT_HAS_THREADS
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// Memory of one run: taken in order, and given back as a whole.
typedef struct chunk {
  struct chunk *next;
  size_t used, size;
} chunk;

static chunk *first_chunk, *current_chunk;
static uint64_t run_number;

static chunk *new_chunk(size_t size) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) abort();
  chunk *made = memory;
  made->next = NULL;
  made->used = sizeof *made;
  made->size = size;
  return made;
}

void *ct_allocate(size_t size) {
  size = (size + 15) & ~(size_t)15;
  while (!current_chunk || current_chunk->used + size > current_chunk->size) {
    chunk *next = current_chunk ? current_chunk->next : first_chunk;
    if (!next) {
      size_t wanted = size + sizeof(chunk) > (1 << 20) ? size + sizeof(chunk) : 1 << 20;
      next = new_chunk(wanted);
      if (current_chunk) current_chunk->next = next;
      else first_chunk = next;
    } else {
      next->used = sizeof *next;
    }
    current_chunk = next;
  }
  void *memory = (char *)current_chunk + current_chunk->used;
  current_chunk->used += size;
  return memory;
}

// Objects by their address. A slot of an earlier run counts as empty.
typedef struct {
  const void *address;
  uint64_t run;
  ct_object *object;
} slot;

static slot *table;
static size_t capacity, used;

uint64_t ct_run_number(void) { return run_number; }

void ct_forget_clocks(void) {
  run_number++;
  used = 0;
  current_chunk = NULL;
  if (first_chunk) current_chunk = first_chunk, first_chunk->used = sizeof *first_chunk;
  if (!table) {
    capacity = 1 << 12;
    table = calloc(capacity, sizeof *table);
    if (!table) abort();
  }
}

static slot *slot_of(const void *address) {
  uint64_t hash = (uint64_t)address * 0x9e3779b97f4a7c15;
  size_t place = (size_t)(hash >> 32) & (capacity - 1);
  while (table[place].run == run_number && table[place].address != address) place = (place + 1) & (capacity - 1);
  return &table[place];
}

ct_object *ct_known_object(const void *address) {
  slot *found = slot_of(address);
  return found->run == run_number ? found->object : NULL;
}

static void grow(void) {
  slot *old = table;
  size_t count = capacity;
  capacity *= 2;
  table = CT_CALLOC(capacity, sizeof *table);
  if (!table) abort();
  for (size_t i = 0; i < count; i++)
    if (old[i].run == run_number) *slot_of(old[i].address) = old[i];
  free(old);
}

ct_object *ct_object_at(const void *address) {
  ct_object *known = ct_known_object(address);
  if (known) return known;
  if (++used * 2 > capacity) grow();
  ct_object *made = ct_allocate(sizeof *made);
  *made = (ct_object){.address = address};
  *slot_of(address) = (slot){address, run_number, made};
  return made;
}

/// The memory was given back: what was known of it is over.
void ct_forget_object(const void *address) {
  ct_object *object = ct_known_object(address);
  if (object) *object = (ct_object){.address = address};
}

void ct_join_clock(ct_clock *clock, const ct_clock *other) {
  uint32_t count = other->count < (uint32_t)ct_now.count ? other->count : (uint32_t)ct_now.count;
  if (clock->capacity < count) {
    uint32_t *larger = ct_allocate((count + 15) / 16 * 16 * sizeof *larger);
    if (clock->count) memcpy(larger, clock->times, clock->count * sizeof *larger);
    clock->times = larger;
    clock->capacity = (count + 15) / 16 * 16;
  }
  for (uint32_t i = 0; i < count; i++) {
    uint32_t known = i < clock->count ? clock->times[i] : 0;
    clock->times[i] = known > other->times[i] ? known : other->times[i];
  }
  if (clock->count < count) clock->count = count;
}

void ct_assign_clock(ct_clock *clock, const ct_clock *other) {
  clock->count = 0;
  ct_join_clock(clock, other);
}

void ct_release(ct_thread *me, ct_clock *clock) {
  ct_join_clock(clock, &me->clock);
  ct_tick(me);
}

void ct_acquire(ct_thread *me, const ct_clock *clock) {
  for (uint32_t i = 0; i < clock->count; i++)
    if (me->times[i] < clock->times[i]) me->times[i] = clock->times[i];
}

#endif
