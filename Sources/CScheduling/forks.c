// Keeps the process from being copied while a lock is held that the copy would have for ever.
#include "private.h"

#if defined(__linux__) || defined(__APPLE__)
#include <pthread.h>

static pthread_mutex_t no_forks = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t handlers = PTHREAD_ONCE_INIT;

static void hold(void) { pthread_mutex_lock(&no_forks); }
static void let_go(void) { pthread_mutex_unlock(&no_forks); }
static void install(void) { pthread_atfork(hold, let_go, let_go); }

void ts_hold_forks(void) {
  pthread_once(&handlers, install);
  hold();
}

void ts_let_forks_go(void) { let_go(); }

#else

// No process is ever copied.
void ts_hold_forks(void) {}
void ts_let_forks_go(void) {}

#endif
