// Counts how often a program allocates memory, by standing in the place of the C library's allocation functions. Only a
// probe of the tests is linked with this.

#ifndef CALLOCATIONCOUNT_H
#define CALLOCATIONCOUNT_H

#include <stdbool.h>
#include <stdint.h>

/// Whether allocations are counted: on Linux with glibc, unless a sanitizer stands in their place already.
bool callocationcount_is_counting(void);

/// How often any thread of this process has allocated memory so far, or moved an allocation to another size.
int64_t callocationcount_total(void);

#endif
