#ifndef CRUNNOTES_H
#define CRUNNOTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What a crash, Ctrl-C, `exit` or a watchdog can say of the properties that run. It stands in memory that is set aside
// beforehand, because a signal's handler may neither allocate nor take a lock.

enum { crn_head_bytes = 1024, crn_doing_bytes = 64 };

/// A property that runs, or a worker of one. Its owner writes, and handlers and the watchdog read.
typedef struct crn_note {
  /// The index of the case that runs; -1: none yet. Atomic: see `CaseBeacon`.
  int64_t index;
  /// The index of the last case whose value was generated. Atomic.
  int64_t generated;
  /// Raised with every case that is looked at closely, of which many have one index. Atomic.
  int64_t beat;
  uint64_t seed;
  int64_t cases;
  /// The property and its place: two lines.
  char head[crn_head_bytes];
  /// "running", "shrinking: delete elements".
  char doing[crn_doing_bytes];
  /// The simplest failing case so far, as lines; NULL: none.
  char *best;
  char *best_before;
  /// Whether `thread` runs it from its beginning to its end.
  bool has_thread;
  uint64_t thread;
  /// Where its own stack for handlers lies, if it set one.
  void *stack;
  bool has_stack;
  int32_t is_open;
  /// How often it was opened. Atomic.
  int64_t opened;
  /// Whether the watchdog says that a case does not end: not if a supervisor of processes does.
  bool is_watched;
  /// What the watchdog saw last, and for how many seconds.
  int64_t seen[4];
  int32_t seconds;
  struct crn_note *next;
} crn_note;

/// How long the calling thread has been ready to run and had no processor, in nanoseconds. 0 where the system does not tell.
uint64_t crn_waited_nanoseconds(void);

/// A note that is open until `crn_close`; NULL: no memory. The first call of a process installs the handlers.
/// - Parameters:
///   - is_here: whether the calling thread runs the property until it closes the note.
///   - is_watched: whether the watchdog speaks of it.
crn_note *crn_open(const char *head, uint64_t seed, int64_t cases, bool is_here, bool is_watched);
void crn_close(crn_note *note);
/// What the property is doing. The text is copied, and cut.
void crn_does(crn_note *note, const char *doing);
/// The simplest failing case so far. The text is copied.
void crn_best(crn_note *note, const char *best);

/// Tells the open notes with this head, behind `what`: "its task was cancelled".
void crn_tell_all_of(const char *head, const char *what);

/// One run of a schedule on one thread.
typedef struct crn_steps {
  /// Twice the number of steps so far; odd within a step. Atomic.
  int64_t taken;
  /// How long a step may sleep, or compute; 0: for ever.
  int64_t limit_seconds;
  uint64_t thread;
  int32_t thread_number;
  int32_t is_open;
  /// The caller's.
  void *context;
  /// The run in a step of which this one runs.
  struct crn_steps *outer;
  bool has_inner;
  /// What the watchdog saw last.
  int64_t seen;
  int64_t asleep;
  double began;
  struct crn_steps *next;
} crn_steps;

/// Has the watchdog look at a run of a schedule on this thread, until `crn_steps_end`; NULL: no memory, or no threads.
crn_steps *crn_steps_begin(int64_t limit_seconds, void *context);
void crn_steps_end(crn_steps *steps);

/// A step begins, and ends.
static inline void crn_step_turns(crn_steps *steps) {
  __atomic_store_n(&steps->taken, steps->taken + 1, __ATOMIC_RELAXED);
}

/// Says in lines of a report where a step is that does not end, by the calls of its thread, and where other tasks are. Called on the
/// watchdog's thread while the thread of the run is in the step.
typedef void (*crn_explain)(void *context, const uintptr_t *returns, int32_t count, char *lines, size_t capacity);
void crn_explains_steps(crn_explain explain);

#endif
