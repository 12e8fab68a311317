// What code that was built with -sanitize-coverage calls at each branch and each comparison, and what was seen.
// Clang's SanitizerCoverage: https://clang.llvm.org/docs/SanitizerCoverage.html

#ifndef CCOVERAGE_H
#define CCOVERAGE_H

#include <stddef.h>
#include <stdint.h>

/// How many branches of this process are watched; 0: none of its code was built for it.
uint32_t ccoverage_branch_count(void);

/// Forgets what was seen, and begins to watch. What is seen is kept in memory that is shared with forked processes.
void ccoverage_begin(void);

/// Stops watching.
void ccoverage_end(void);

/// Writes at most `capacity` numbers, one for each thing that was seen: a branch taken so often, a comparison whose
/// sides agree in so many bits. Returns how many.
size_t ccoverage_features(uint32_t *features, size_t capacity);

/// Writes at most `capacity` numbers that code compared something with. Returns how many.
size_t ccoverage_operands(uint64_t *operands, size_t capacity);

#endif
