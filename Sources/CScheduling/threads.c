#include "CScheduling.h"

#include <pthread.h>
#if defined(__GLIBC__)
  #include <malloc.h>
#endif

typedef struct {
  void (*body)(void *);
  void *context;
} work;

static void *start(void *argument) {
  work *given = argument;
  given->body(given->context);
  return 0;
}

bool ts_run_on_new_thread(void (*body)(void *), void *context) {
  work given = {body, context};
  pthread_t thread;
  if (pthread_create(&thread, 0, start, &given) != 0) return false;
  pthread_join(thread, 0);
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
  return true;
}
