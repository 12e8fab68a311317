// A step that blocks outside, or computes without end: another thread watches, and interrupts it by a signal.
#include "private.h"

#if CT_HAS_THREADS
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/// What the caller does in the kernel: the number of its call; -1: it computes; -2: unknown.
static int64_t system_call(void) {
  char path[64], text[64];
  snprintf(path, sizeof path, "/proc/self/task/%d/syscall", ct_caller.system_id);
  FILE *file = fopen(path, "r");
  if (!file) return -2;
  size_t count = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[count] = 0;
  return strncmp(text, "running", 7) == 0 ? -1 : strtoll(text, NULL, 10);
}

static int watch_signal(void) { return SIGRTMAX - 3; }

static void interrupted(int signal) {
  (void)signal;
  ct_thread *me = ct_me;
  if (!me || me->inside || !ct_now.is_on || ct_caller.system_id != ct_now.interrupted) return;
  me->inside++;
  ct_now.interrupted = 0;
  ct_now.outcome.ending = ct_blocked_outside;
  ct_return(me);
}

static void *watch(void *unused) {
  (void)unused;
  int64_t known = -1, waited = 0;
  uint64_t run = 0;
  for (;;) {
    struct timespec slice = {0, 250000000};
    long result;
    __asm__ volatile("syscall" : "=a"(result) : "a"(SYS_nanosleep), "D"(&slice), "S"(NULL) : "rcx", "r11", "memory");
    int64_t steps = __atomic_load_n(&ct_now.steps, __ATOMIC_RELAXED);
    bool is_same = __atomic_load_n(&ct_now.is_on, __ATOMIC_RELAXED) && steps == known && run == ct_run_number();
    waited = is_same ? waited + 250 : 0;
    known = steps;
    run = ct_run_number();
    if (waited < ct_now.settings.step_milliseconds || !is_same) continue;
    ct_now.outcome.system_call = system_call();
    ct_now.interrupted = ct_caller.system_id;
    syscall(SYS_tgkill, getpid(), ct_caller.system_id, watch_signal());
    waited = 0;
  }
  return NULL;
}

typedef int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

void ct_start_watching(void) {
  static bool is_watching;
  if (is_watching) return;
  is_watching = true;
  struct sigaction action = {.sa_handler = interrupted, .sa_flags = SA_NODEFER};
  sigaction(watch_signal(), &action, NULL);
  CT_NEXT(create, "pthread_create")
  pthread_t thread;
  if (original(&thread, NULL, watch, NULL) == 0) pthread_detach(thread);
}

void ct_allow_interrupts(void) {
  // Threads of Dispatch take no signals.
  sigset_t interrupts;
  sigemptyset(&interrupts);
  sigaddset(&interrupts, watch_signal());
  pthread_sigmask(SIG_UNBLOCK, &interrupts, NULL);
}

#endif
