// Memory that is given again is new: what threads did to its earlier use does not count. And references: who lets go of an object
// before another finds itself its only owner comes before it.
#include "private.h"

#if CT_HAS_THREADS && !__has_feature(address_sanitizer) && !__has_feature(memory_sanitizer)
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

// glibc keeps its own functions under these names.
extern void *__libc_malloc(size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

/// Also what is taken inside the runtime: the program may give it back. All that can be used of it, because that counts as given back.
static inline void *fresh(void *memory) {
  ct_thread *me = ct_me;
  if (CT_LIKELY(!me) || !memory) return memory;
  me->inside++;
  ct_forget_memory(memory, malloc_usable_size(memory));
  me->inside--;
  return memory;
}

CT_EXPORT void *malloc(size_t size) { return fresh(__libc_malloc(size)); }
CT_EXPORT void *calloc(size_t count, size_t size) { return fresh(CT_CALLOC(count, size)); }
CT_EXPORT void *realloc(void *memory, size_t size) { return fresh(__libc_realloc(memory, size)); }
CT_EXPORT void *memalign(size_t alignment, size_t size) { return fresh(__libc_memalign(alignment, size)); }
CT_EXPORT void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
CT_EXPORT int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) return EINVAL;
  void *made = memalign(alignment, size);
  if (!made) return ENOMEM;
  *memory = made;
  return 0;
}

// What the program gives back by itself must not be in use: that counts as a write of all of it. The runtime's functions for this jump to
// `free`, so that the program is what called it. An object that is released is given back by the runtime.
extern void __libc_free(void *memory);
CT_EXPORT void free(void *memory) {
  ct_thread *me = ct_controlled();
  if (!CT_LIKELY(!me) && memory && ct_is_program(CT_HERE)) {
    me->inside++;
    size_t size = malloc_usable_size(memory);
    ct_accessed(me, memory, size < 1 << 16 ? size : 1 << 16, true, ct_by_freeing, CT_HERE);
    me->inside--;
  }
  __libc_free(memory);
}

extern size_t swift_retainCount(void *) __attribute__((weak));

static inline void lets_go(void *object) {
  ct_thread *me = ct_controlled();
  if (CT_LIKELY(!me) || (intptr_t)object <= 0 || !ct_now.settings.detects_races || ct_now.count < 2) return;
  me->inside++;
  // The last reference is nobody's but this thread's.
  if (&swift_retainCount && swift_retainCount(object) > 1) ct_release(me, &ct_object_at((char *)object + 8)->clock);
  me->inside--;
}

CT_WEAK void swift_release(void *object) {
  typedef void (*function)(void *);
  CT_NEXT(function, "swift_release")
  lets_go(object);
  original(object);
}

CT_WEAK void swift_release_n(void *object, uint32_t count) {
  typedef void (*function)(void *, uint32_t);
  CT_NEXT(function, "swift_release_n")
  lets_go(object);
  original(object, count);
}

// Whether a value has one owner: then it is changed in place.
static inline bool owned(bool is_unique, uintptr_t object) {
  ct_thread *me = ct_controlled();
  if (CT_LIKELY(!me) || !is_unique) return is_unique;
  me->inside++;
  // The bits of a bridge object are not part of the address.
  ct_object *known = ct_known_object((char *)(object & 0x0ffffffffffffff8) + 8);
  if (known) ct_acquire(me, &known->clock);
  me->inside--;
  return true;
}

#define CT_UNIQUE(name)                                                   \
  CT_WEAK bool name(uintptr_t object) {                                   \
    typedef bool (*function)(uintptr_t);                                  \
    CT_NEXT(function, #name)                                              \
    return owned(original(object), object);                               \
  }
CT_UNIQUE(swift_isUniquelyReferenced)
CT_UNIQUE(swift_isUniquelyReferencedNonObjC)
CT_UNIQUE(swift_isUniquelyReferencedNonObjC_nonNull)
CT_UNIQUE(swift_isUniquelyReferencedNonObjC_nonNull_bridgeObject)
CT_UNIQUE(swift_isUniquelyReferenced_native)
CT_UNIQUE(swift_isUniquelyReferenced_nonNull)
CT_UNIQUE(swift_isUniquelyReferenced_nonNull_bridgeObject)
CT_UNIQUE(swift_isUniquelyReferenced_nonNull_native)

#endif
