#include "CCoverage.h"

#include <stdbool.h>
#include <string.h>

#if defined(__linux__) || defined(__APPLE__)
#include <sys/mman.h>
#else
#include <stdlib.h>
#endif

// The most branches and kinds of comparison that are told apart. Numbers beyond them share a place.
#define BRANCHES (1u << 20)
#define COMPARISONS (1u << 16)
#define OPERANDS 256u

typedef struct {
  uint32_t is_watching;
  uint32_t touched_count;
  uint32_t nearness_count;
  uint32_t operand_count;
  uint8_t counters[BRANCHES];
  // The branches whose counter is not 0.
  uint32_t touched[BRANCHES];
  uint8_t is_near[COMPARISONS];
  uint32_t nearness[COMPARISONS];
  uint64_t operands[OPERANDS];
} ccoverage_seen;

static ccoverage_seen *seen;
static uint32_t branch_count;

// Untouched pages of it take no memory.
static void prepare(void) {
  if (seen) return;
#if defined(__linux__) || defined(__APPLE__)
  void *memory = mmap(
    NULL, sizeof(ccoverage_seen), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory != MAP_FAILED) seen = memory;
#else
  // No forked process shares it.
  seen = calloc(1, sizeof(ccoverage_seen));
#endif
}

static inline bool is_watching(void) {
  return seen && __atomic_load_n(&seen->is_watching, __ATOMIC_RELAXED);
}

// Called once for each image before any of its code runs. Weak, so that a fuzzer's own may take its place.
__attribute__((weak)) void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop) {
  prepare();
  if (start == stop || *start) return;
  for (uint32_t *guard = start; guard < stop; guard++) *guard = ++branch_count;
}

__attribute__((weak)) void __sanitizer_cov_trace_pc_guard(uint32_t *guard) {
  if (!is_watching()) return;
  uint32_t branch = *guard & (BRANCHES - 1);
  uint8_t count = __atomic_load_n(&seen->counters[branch], __ATOMIC_RELAXED);
  if (count == 0) {
    uint32_t place = __atomic_fetch_add(&seen->touched_count, 1, __ATOMIC_RELAXED);
    if (place < BRANCHES) seen->touched[place] = branch;
  }
  if (count < 255) __atomic_store_n(&seen->counters[branch], count + 1, __ATOMIC_RELAXED);
}

// The place in the code counts as well as how many bits agree: a case that comes nearer is new.
static void compare(uintptr_t place, uint64_t left, uint64_t right, bool is_constant) {
  if (!is_watching()) return;
  uint32_t agreeing = 64 - (uint32_t)__builtin_popcountll(left ^ right);
  uint64_t mixed = ((uint64_t)place * 0x9e3779b97f4a7c15u) >> 32;
  uint32_t feature = (uint32_t)(mixed * 67 + agreeing) & (COMPARISONS - 1);
  if (!seen->is_near[feature]) {
    seen->is_near[feature] = 1;
    uint32_t index = __atomic_fetch_add(&seen->nearness_count, 1, __ATOMIC_RELAXED);
    if (index < COMPARISONS) seen->nearness[index] = feature;
  }
  if (left == right) return;
  // The first argument is the constant, where one side is.
  for (int side = 0; side < (is_constant ? 1 : 2); side++) {
    uint64_t operand = side == 0 ? left : right;
    uint32_t count = __atomic_load_n(&seen->operand_count, __ATOMIC_RELAXED);
    if (count >= OPERANDS) return;
    bool is_known = false;
    for (uint32_t index = count > 16 ? count - 16 : 0; index < count; index++) {
      is_known = is_known || seen->operands[index] == operand;
    }
    if (is_known) continue;
    seen->operands[count] = operand;
    __atomic_store_n(&seen->operand_count, count + 1, __ATOMIC_RELAXED);
  }
}

#if defined(__wasm__)
// Nothing there tells where a function was called: all comparisons share one place.
#define PLACE ((uintptr_t)0)
#else
#define PLACE ((uintptr_t)__builtin_return_address(0))
#endif
#define COMPARING(bytes, type) \
  __attribute__((weak)) void __sanitizer_cov_trace_cmp##bytes(type left, type right) { \
    compare(PLACE, left, right, false); \
  } \
  __attribute__((weak)) void __sanitizer_cov_trace_const_cmp##bytes(type left, type right) { \
    compare(PLACE, left, right, true); \
  }

COMPARING(1, uint8_t)
COMPARING(2, uint16_t)
COMPARING(4, uint32_t)
COMPARING(8, uint64_t)

// cases[0] is their number, cases[1] the width of the value in bits; then the cases.
__attribute__((weak)) void __sanitizer_cov_trace_switch(uint64_t value, uint64_t *cases) {
  if (!is_watching()) return;
  for (uint64_t index = 0; index < cases[0] && index < 64; index++) {
    compare(PLACE + index, cases[2 + index], value, true);
  }
}

uint32_t ccoverage_branch_count(void) { return branch_count; }

void ccoverage_begin(void) {
  prepare();
  if (!seen) return;
  uint32_t touched = seen->touched_count < BRANCHES ? seen->touched_count : BRANCHES;
  for (uint32_t index = 0; index < touched; index++) seen->counters[seen->touched[index]] = 0;
  uint32_t near = seen->nearness_count < COMPARISONS ? seen->nearness_count : COMPARISONS;
  for (uint32_t index = 0; index < near; index++) seen->is_near[seen->nearness[index]] = 0;
  seen->touched_count = 0;
  seen->nearness_count = 0;
  seen->operand_count = 0;
  __atomic_store_n(&seen->is_watching, 1, __ATOMIC_RELEASE);
}

void ccoverage_end(void) {
  if (seen) __atomic_store_n(&seen->is_watching, 0, __ATOMIC_RELEASE);
}

// 1, 2, 3, 4 to 7, 8 to 15, 16 to 31, 32 to 127, more: a loop that runs once more is new only in the beginning.
static uint32_t bucket(uint8_t count) {
  if (count < 4) return count - 1u;
  if (count < 8) return 3;
  if (count < 16) return 4;
  if (count < 32) return 5;
  return count < 128 ? 6 : 7;
}

size_t ccoverage_features(uint32_t *features, size_t capacity) {
  if (!seen) return 0;
  size_t count = 0;
  for (uint32_t index = 0; index < seen->touched_count && index < BRANCHES && count < capacity; index++) {
    uint32_t branch = seen->touched[index];
    if (seen->counters[branch]) features[count++] = branch * 8 + bucket(seen->counters[branch]);
  }
  for (uint32_t index = 0; index < seen->nearness_count && index < COMPARISONS && count < capacity; index++) {
    features[count++] = BRANCHES * 8 + seen->nearness[index];
  }
  return count;
}

size_t ccoverage_operands(uint64_t *operands, size_t capacity) {
  if (!seen) return 0;
  size_t count = seen->operand_count < capacity ? seen->operand_count : capacity;
  memcpy(operands, seen->operands, count * sizeof(uint64_t));
  return count;
}
