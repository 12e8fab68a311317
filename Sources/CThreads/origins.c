// Whose code calls: the program's, or that of a library of the toolchain, which takes locks and does things once for itself.
#include "private.h"

#if CT_HAS_THREADS
#include <string.h>

int ct_origin_of(const void *caller) {
  static struct { const void *caller; int origin; } known[256];
  unsigned slot = (unsigned)(((uint64_t)caller * 0x9e3779b97f4a7c15) >> 56);
  if (known[slot].caller == caller) return known[slot].origin;
  static const char *const libraries[] = {
    "libswift", "libdispatch", "libFoundation", "lib_Foundation", "libstdc++", "libc.", "libgcc_s", "libBlocks", "libTesting", "libXCTest"};
  static const char *const offered[] = {
    "$s10Foundation6NSLock", "$s10Foundation11NSCondition", "$s10Foundation15NSRecursive", "$s10Foundation15NSCondition"};
  int origin = ct_from_program;
  Dl_info info;
  if (dladdr(caller, &info) && info.dli_fname) {
    const char *slash = strrchr(info.dli_fname, '/'), *name = slash ? slash + 1 : info.dli_fname;
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
      if (strncmp(name, libraries[i], strlen(libraries[i])) == 0) origin = ct_from_toolchain;
    if (strncmp(name, "libswift_Concurrency.", 21) == 0) origin = ct_from_concurrency;
    if (strncmp(name, "libFoundation.", 14) == 0) origin = ct_from_foundation;
    for (size_t i = 0; origin == ct_from_foundation && info.dli_sname && i < sizeof offered / sizeof *offered; i++)
      if (strncmp(info.dli_sname, offered[i], strlen(offered[i])) == 0) origin = ct_from_program;
  }
  known[slot].caller = caller;
  known[slot].origin = origin;
  return origin;
}

bool ct_is_quiet(const void *caller, const void *outer) {
  int origin = ct_origin_of(caller);
  if (origin == ct_from_foundation) return !outer || ct_origin_of(outer) != ct_from_program;
  return origin != ct_from_program;
}

#endif
