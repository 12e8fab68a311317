// Two schedules at the same time may share an actor that was there before them: a global one. Each lets the other's turn end first.
#include "private.h"

#if TS_HAS_SCHEDULES
#include <pthread.h>

enum { count = 64 };
static pthread_mutex_t turns[count];
static pthread_once_t once = PTHREAD_ONCE_INIT;

// Recursive: a schedule within a turn has the turn.
static void make(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  for (int i = 0; i < count; i++) pthread_mutex_init(&turns[i], &attributes);
  pthread_mutexattr_destroy(&attributes);
}

// A copy of the process has none of the threads that may have turns.
static void install(void) {
  make();
  pthread_atfork(0, 0, make);
}

static pthread_mutex_t *turn_of(const void *actor) { return &turns[(uintptr_t)actor / 32 % count]; }

void ts_begin_turn(const void *actor) {
  pthread_once(&once, install);
  pthread_mutex_lock(turn_of(actor));
}

void ts_end_turn(const void *actor) { pthread_mutex_unlock(turn_of(actor)); }

#endif
