#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "private.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#if crn_has_signals
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
#endif

static _Atomic(crn_note *) first_note;

static void write_to_stderr(const char *text, size_t count) {
#if crn_has_signals
  while (count > 0) {
    ssize_t written = write(STDERR_FILENO, text, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text += written;
    count -= (size_t)written;
  }
#else
  (void)text;
  (void)count;
#endif
}

/// A text that a handler puts together: nothing is allocated.
typedef struct {
  char bytes[4096];
  size_t count;
} line_text;

static void add(line_text *text, const char *words) {
  while (*words && text->count < sizeof text->bytes) text->bytes[text->count++] = *words++;
}

static void add_number(line_text *text, uint64_t number, unsigned base) {
  char digits[24];
  size_t count = sizeof digits;
  digits[--count] = 0;
  do {
    digits[--count] = "0123456789abcdef"[number % base];
    number /= base;
  } while (number > 0);
  add(text, digits + count);
}

static void tell(crn_note *note, const char *mark, const char *what, const char *lines) {
  line_text text = {.count = 0};
  add(&text, "\n");
  add(&text, mark);
  add(&text, " ");
  add(&text, note->head);
  add(&text, "\n  ");
  add(&text, what);
  int64_t index = __atomic_load_n(&note->index, __ATOMIC_RELAXED);
  if (index >= 0) {
    add(&text, " at case ");
    add_number(&text, (uint64_t)index + 1, 10);
  }
  add(&text, ", seed ");
  add_number(&text, note->seed, 16);
  add(&text, ", while ");
  char doing[crn_doing_bytes];
  for (size_t i = 0; i < sizeof doing; i++) doing[i] = __atomic_load_n(&note->doing[i], __ATOMIC_RELAXED);
  doing[sizeof doing - 1] = 0;
  bool has_value = __atomic_load_n(&note->generated, __ATOMIC_RELAXED) == index;
  add(&text, index >= 0 && !has_value && strcmp(doing, "running") == 0 ? "generating" : doing);
  add(&text, "\n");
  write_to_stderr(text.bytes, text.count);
  const char *best = __atomic_load_n(&note->best, __ATOMIC_ACQUIRE);
  if (best) write_to_stderr(best, strlen(best));
  write_to_stderr(lines, strlen(lines));
  text.count = 0;
  add(&text, "  again    TOUCHSTONE_SEED=");
  add_number(&text, note->seed, 16);
  add(&text, " TOUCHSTONE_CASES=");
  add_number(&text, (uint64_t)note->cases, 10);
  add(&text, " runs these cases once more, or RunSettings(cases:seed:) with the same\n");
  write_to_stderr(text.bytes, text.count);
}

#if crn_has_signals
/// Held while the best case is replaced, and while it is read outside of handlers.
static pthread_mutex_t best_lock = PTHREAD_MUTEX_INITIALIZER;

void crn_tell(crn_note *note, const char *mark, const char *what, const char *lines) {
  pthread_mutex_lock(&best_lock);
  tell(note, mark, what, lines);
  pthread_mutex_unlock(&best_lock);
}

/// Of the process that installed the handlers: a copy of it, such as a worker, has no notes to tell.
static pid_t owner;
static struct sigaction before[NSIG];
static atomic_flag is_told = ATOMIC_FLAG_INIT;

static const struct {
  int number;
  bool is_crash;
  const char *what;
} signals[] = {
  {SIGILL, true, "ended by SIGILL: a trap"},
  {SIGTRAP, true, "ended by SIGTRAP: a trap"},
  {SIGSEGV, true, "ended by SIGSEGV: an access to memory that it may not access, or a stack overflow"},
  {SIGBUS, true, "ended by SIGBUS: an access to memory that it may not access"},
  {SIGFPE, true, "ended by SIGFPE: an arithmetic error"},
  {SIGABRT, true, "ended by SIGABRT: abort() was called"},
  {SIGINT, false, "ended by SIGINT"},
  {SIGTERM, false, "ended by SIGTERM"},
  {SIGHUP, false, "ended by SIGHUP"},
  {SIGQUIT, false, "ended by SIGQUIT"},
};

static const char crash_hint[] =
  "  hint     with isolation: .forked() (import ProcessIsolation) a crash is a verdict, with its simplest case\n";

/// Tells the notes that are open, once in a process. After a crash it tells the one whose thread crashed, if there is one.
static void tell_all(const char *what, bool is_crash) {
  if (getpid() != owner || atomic_flag_test_and_set(&is_told)) return;
  uint64_t here = (uint64_t)(uintptr_t)pthread_self();
  for (crn_note *note = is_crash ? crn_next(NULL) : NULL; note; note = crn_next(note)) {
    if (!crn_is_open(note) || !note->has_thread || note->thread != here) continue;
    tell(note, "✘", what, crash_hint);
    return;
  }
  int left = 16;
  for (crn_note *note = crn_next(NULL); note && left > 0; note = crn_next(note)) {
    if (!crn_is_open(note)) continue;
    tell(note, "✘", what, is_crash ? crash_hint : "");
    left--;
  }
}

static void on_signal(int number, siginfo_t *info, void *context) {
  (void)context;
  int failure = errno;
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
    if (signals[i].number == number) tell_all(signals[i].what, signals[i].is_crash);
  }
  // Whoever was here before, or the system, now deals with it: what faulted faults again on return, and what was sent is
  // sent again. An x86 processor goes on behind a breakpoint.
  sigaction(number, &before[number], NULL);
  bool faults_again = info && info->si_code > 0
    && (number == SIGILL || number == SIGSEGV || number == SIGBUS || number == SIGFPE);
  if (!faults_again) raise(number);
  errno = failure;
}

static void on_exit_of_process(void) { tell_all("ended by exit()", false); }

static void install(void) {
  owner = getpid();
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigfillset(&action.sa_mask);
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
    int number = signals[i].number;
    if (sigaction(number, NULL, &before[number]) != 0) continue;
    bool is_default = !(before[number].sa_flags & SA_SIGINFO) && before[number].sa_handler == SIG_DFL;
    // Who deals with Ctrl-C may go on after it.
    if (signals[i].is_crash || is_default) sigaction(number, &action, NULL);
  }
  atexit(on_exit_of_process);
  crn_start_watchdog();
}

enum { handler_stack_bytes = 64 * 1024 };

/// A stack that has overflowed has no room for a handler.
static void set_stack(crn_note *note) {
  stack_t current;
  if (sigaltstack(NULL, &current) != 0 || !(current.ss_flags & SS_DISABLE)) return;
  if (!note->stack) note->stack = malloc(handler_stack_bytes);
  if (!note->stack) return;
  stack_t own = {.ss_sp = note->stack, .ss_size = handler_stack_bytes, .ss_flags = 0};
  note->has_stack = sigaltstack(&own, NULL) == 0;
}

static void remove_stack(crn_note *note) {
  stack_t current;
  if (note->has_stack && sigaltstack(NULL, &current) == 0 && current.ss_sp == note->stack) {
    stack_t none = {.ss_sp = NULL, .ss_size = handler_stack_bytes, .ss_flags = SS_DISABLE};
    // Where it cannot be taken away, it stays this thread's.
    if (sigaltstack(&none, NULL) != 0) note->stack = NULL;
  }
  note->has_stack = false;
}
#endif

static void copy_text(char *place, size_t room, const char *text) {
  size_t count = strlen(text);
  if (count >= room) {
    count = room - 1;
    // Not within a character.
    while (count > 0 && ((unsigned char)text[count] & 0xC0) == 0x80) count--;
  }
  memcpy(place, text, count);
  place[count] = 0;
}

crn_note *crn_open(const char *head, uint64_t seed, int64_t cases, bool is_here, bool is_watched) {
#if crn_has_signals
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install);
  // A copy of the process has a supervisor, and another thread may have held the lock when it was made.
  if (getpid() != owner) return NULL;
#endif
  crn_note *note = crn_next(NULL);
  // 0: free, 1: open, 2: being written.
  int32_t isFree = 0;
  while (note && !__atomic_compare_exchange_n(&note->is_open, &isFree, 2, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
    note = crn_next(note);
    isFree = 0;
  }
  bool is_new = !note;
  if (is_new) {
    note = calloc(1, sizeof *note);
    if (!note) return NULL;
    note->is_open = 2;
  }
  note->seed = seed;
  note->cases = cases;
  __atomic_store_n(&note->index, -1, __ATOMIC_RELAXED);
  __atomic_store_n(&note->generated, -1, __ATOMIC_RELAXED);
  copy_text(note->head, sizeof note->head, head);
  crn_does(note, "running");
  note->has_thread = is_here;
  note->is_watched = is_watched;
  __atomic_store_n(&note->opened, note->opened + 1, __ATOMIC_RELAXED);
#if crn_has_signals
  note->thread = (uint64_t)(uintptr_t)pthread_self();
  if (is_here) set_stack(note);
#endif
  if (is_new) {
    note->next = atomic_load(&first_note);
    while (!atomic_compare_exchange_weak(&first_note, &note->next, note)) continue;
  }
  __atomic_store_n(&note->is_open, 1, __ATOMIC_RELEASE);
  return note;
}

void crn_close(crn_note *note) {
#if crn_has_signals
  remove_stack(note);
#endif
  __atomic_store_n(&note->is_open, 2, __ATOMIC_RELEASE);
  crn_best(note, NULL);
  crn_best(note, NULL);
  __atomic_store_n(&note->is_open, 0, __ATOMIC_RELEASE);
}

void crn_does(crn_note *note, const char *doing) {
  char text[crn_doing_bytes] = "";
  copy_text(text, sizeof text, doing);
  // Others read it meanwhile: at worst half of either.
  for (size_t i = 0; i < sizeof text; i++) __atomic_store_n(&note->doing[i], text[i], __ATOMIC_RELAXED);
}

void crn_best(crn_note *note, const char *best) {
  char *copy = best ? strdup(best) : NULL;
#if crn_has_signals
  pthread_mutex_lock(&best_lock);
#endif
  // A handler on another thread may be reading the one that this takes the place of.
  free(note->best_before);
  note->best_before = note->best;
  __atomic_store_n(&note->best, copy, __ATOMIC_RELEASE);
#if crn_has_signals
  pthread_mutex_unlock(&best_lock);
#endif
}

void crn_tell_all_of(const char *head, const char *what) {
#if crn_has_signals
  for (crn_note *note = crn_next(NULL); note; note = crn_next(note)) {
    if (crn_is_open(note) && strncmp(note->head, head, sizeof note->head - 1) == 0) crn_tell(note, "✘", what, "");
  }
#else
  (void)head;
  (void)what;
#endif
}

crn_note *crn_next(crn_note *note) { return note ? note->next : atomic_load(&first_note); }

bool crn_is_open(crn_note *note) { return __atomic_load_n(&note->is_open, __ATOMIC_ACQUIRE) == 1; }
