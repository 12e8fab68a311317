// A thread that looks once a second at what runs: it says which case has not ended for long, and ends the process, with a report,
// if a step of a schedule never ends. Its own sleep is its clock: what stops the process, such as a debugger, stops it too.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "private.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if crn_has_signals
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/syscall.h>
#endif
#if defined(__GLIBC__) || defined(__APPLE__)
#include <execinfo.h>
#define crn_has_backtrace 1
#else
#define crn_has_backtrace 0
#endif

static _Atomic(crn_steps *) first_steps;
static _Thread_local crn_steps *current_steps;
static _Atomic(crn_explain) explain;

crn_steps *crn_steps_begin(int64_t limit_seconds, void *context) {
  crn_steps *steps = atomic_load(&first_steps);
  int32_t is_free = 0;
  while (steps && !__atomic_compare_exchange_n(&steps->is_open, &is_free, 2, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
    steps = steps->next;
    is_free = 0;
  }
  bool is_new = !steps;
  if (is_new) {
    steps = calloc(1, sizeof *steps);
    if (!steps) return NULL;
    steps->is_open = 2;
  }
  steps->limit_seconds = limit_seconds;
  steps->thread = (uint64_t)(uintptr_t)pthread_self();
#if defined(__linux__)
  static _Thread_local int32_t own_number;
  if (own_number == 0) own_number = (int32_t)syscall(SYS_gettid);
  steps->thread_number = own_number;
#endif
  steps->taken = 0;
  steps->context = context;
  steps->outer = current_steps;
  if (steps->outer) __atomic_store_n(&steps->outer->has_inner, true, __ATOMIC_RELAXED);
  current_steps = steps;
  if (is_new) {
    steps->next = atomic_load(&first_steps);
    while (!atomic_compare_exchange_weak(&first_steps, &steps->next, steps)) continue;
  }
  __atomic_store_n(&steps->is_open, 1, __ATOMIC_RELEASE);
  return steps;
}

void crn_steps_end(crn_steps *steps) {
  current_steps = steps->outer;
  if (steps->outer) __atomic_store_n(&steps->outer->has_inner, false, __ATOMIC_RELAXED);
  __atomic_store_n(&steps->is_open, 0, __ATOMIC_RELEASE);
}

void crn_explains_steps(crn_explain how) { atomic_store(&explain, how); }

static int64_t load(const int64_t *number) { return __atomic_load_n(number, __ATOMIC_RELAXED); }

/// Whether a thread sleeps: it neither runs nor waits for a processor. Where nothing says so, none does.
static bool is_asleep(const crn_steps *steps) {
#if defined(__linux__)
  char text[512], path[64];
  snprintf(path, sizeof path, "/proc/self/task/%d/stat", steps->thread_number);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return false;
  text[count] = 0;
  // Behind the name, which may hold anything, in parentheses.
  const char *end = strrchr(text, ')');
  return end && end[1] == ' ' && (end[2] == 'S' || end[2] == 'D');
#else
  (void)steps;
  return false;
#endif
}

/// The processor time of a thread, in seconds; negative where it is not known.
static double processor_seconds(const crn_steps *steps) {
#if defined(__linux__)
  clockid_t clock;
  struct timespec time;
  if (pthread_getcpuclockid((pthread_t)(uintptr_t)steps->thread, &clock) != 0 || clock_gettime(clock, &time) != 0) return -1;
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
#else
  (void)steps;
  return -1;
#endif
}

enum { most_frames = 64 };
static void *frames[most_frames];
static _Atomic int frame_count;

#if crn_has_backtrace
static void take_stack(int number) {
  (void)number;
  int failure = errno;
  atomic_store(&frame_count, backtrace(frames, most_frames));
  errno = failure;
}
#endif

/// The calls of a thread that does not go on; 0 where it cannot be asked.
static int stack_of(const crn_steps *steps) {
#if crn_has_backtrace
  // Loads what it needs: not in the handler.
  backtrace(frames, 1);
  struct sigaction action, before;
  memset(&action, 0, sizeof action);
  action.sa_handler = take_stack;
  action.sa_flags = SA_RESTART;
  sigfillset(&action.sa_mask);
  // The one signal for such a purpose that threads of Dispatch do not block.
  if (sigaction(SIGPROF, &action, &before) != 0) return 0;
  atomic_store(&frame_count, 0);
  if (pthread_kill((pthread_t)(uintptr_t)steps->thread, SIGPROF) != 0) return 0;
  const struct timespec moment = {.tv_sec = 0, .tv_nsec = 10 * 1000 * 1000};
  for (int i = 0; i < 200 && atomic_load(&frame_count) == 0; i++) nanosleep(&moment, NULL);
  sigaction(SIGPROF, &before, NULL);
  return atomic_load(&frame_count);
#else
  (void)steps;
  return 0;
#endif
}

/// The note of the property whose schedule it is; NULL: its thread has none.
static crn_note *note_of(const crn_steps *steps) {
  for (crn_note *note = crn_next(NULL); note; note = crn_next(note)) {
    if (crn_is_open(note) && note->has_thread && note->thread == steps->thread) return note;
  }
  return NULL;
}

/// The verdict on a schedule that never goes on. Nothing can take the thread back: its stack holds calls that have not returned.
static void end_process(const crn_steps *steps, bool is_asleep) {
  static char lines[8192], places[4096];
  int count = stack_of(steps);
  crn_explain how = atomic_load(&explain);
  if (how) how(steps->context, (const uintptr_t *)frames, count, places, sizeof places);
  snprintf(
    lines, sizeof lines,
    "  claim    step %lld of its schedule has %s for %lld s, and does not end\n%s"
    "  hint     %s\n  status   the process ends with status 1: nothing can take the thread back\n",
    (long long)(load(&steps->taken) / 2 + 1), is_asleep ? "blocked its thread" : "computed", (long long)steps->limit_seconds,
    places,
    is_asleep ? "a lock held across an await, or a call that waits for a task or a process, blocks all tasks of a schedule"
              : "a loop that polls without an await keeps all other tasks of a schedule from running");
  crn_note *note = note_of(steps);
  if (note) {
    crn_tell(note, "✘", "timed out", lines);
  } else {
    for (note = crn_next(NULL); note; note = crn_next(note)) {
      if (crn_is_open(note) && !note->has_thread) crn_tell(note, "✘", "timed out", lines);
    }
  }
  _exit(1);
}

static void look_at_steps(void) {
  for (crn_steps *steps = atomic_load(&first_steps); steps; steps = steps->next) {
    int64_t taken = load(&steps->taken);
    bool is_in_step = __atomic_load_n(&steps->is_open, __ATOMIC_ACQUIRE) == 1 && taken % 2 == 1
      && !__atomic_load_n(&steps->has_inner, __ATOMIC_RELAXED);
    if (!is_in_step || taken != steps->seen) {
      steps->seen = is_in_step ? taken : -1;
      steps->asleep = 0;
      steps->began = is_in_step ? processor_seconds(steps) : 0;
      continue;
    }
    steps->asleep = is_asleep(steps) ? steps->asleep + 1 : 0;
    if (steps->limit_seconds <= 0) continue;
    if (steps->asleep >= steps->limit_seconds) end_process(steps, true);
    if (processor_seconds(steps) - steps->began >= (double)steps->limit_seconds) end_process(steps, false);
  }
}

static void look_at_notes(void) {
  for (crn_note *note = crn_next(NULL); note; note = crn_next(note)) {
    int64_t now[] = {load(&note->index), load(&note->generated), load(&note->beat), load(&note->opened)};
    if (!crn_is_open(note) || !note->is_watched || now[0] < 0 || memcmp(now, note->seen, sizeof now) != 0) {
      memcpy(note->seen, now, sizeof now);
      note->seconds = 0;
      continue;
    }
    note->seconds++;
    if (note->seconds != 10 && note->seconds != 60 && note->seconds % 600 != 0) continue;
    char what[128], lines[256] = "";
    snprintf(what, sizeof what, "has not ended for %d s", note->seconds);
    for (crn_steps *steps = atomic_load(&first_steps); steps; steps = steps->next) {
      if (__atomic_load_n(&steps->is_open, __ATOMIC_ACQUIRE) != 1 || steps->thread != note->thread || !note->has_thread
          || __atomic_load_n(&steps->has_inner, __ATOMIC_RELAXED))
        continue;
      int64_t taken = load(&steps->taken);
      if (taken == steps->seen) {
        snprintf(
          lines, sizeof lines, "  schedule step %lld does not end: its thread %s\n", (long long)(taken / 2 + 1),
          steps->asleep > 0 ? "sleeps, and with it all tasks" : "computes");
      } else {
        snprintf(lines, sizeof lines, "  schedule goes on: %lld steps in this run of the case\n", (long long)(taken / 2));
      }
    }
    crn_tell(note, "◇", what, lines);
  }
}

static void *watch(void *unused) {
  (void)unused;
  const struct timespec second = {.tv_sec = 1, .tv_nsec = 0};
  while (true) {
    nanosleep(&second, NULL);
    look_at_steps();
    look_at_notes();
  }
  return NULL;
}

void crn_start_watchdog(void) {
  pthread_t thread;
  pthread_attr_t attributes;
  sigset_t all, mask;
  // Signals are for threads that run the program's code.
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &mask);
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  // The runtime reads debug information on it, when it names a stack.
  pthread_attr_setstacksize(&attributes, 8 << 20);
  pthread_create(&thread, &attributes, watch, NULL);
  pthread_attr_destroy(&attributes);
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
}

#else

crn_steps *crn_steps_begin(int64_t limit_seconds, void *context) {
  (void)limit_seconds;
  (void)context;
  return NULL;
}
void crn_steps_end(crn_steps *steps) { (void)steps; }
void crn_explains_steps(crn_explain how) { (void)how; }

#endif
