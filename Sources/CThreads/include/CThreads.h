// Threads, locks, atomics and Dispatch under a chosen schedule: one thread runs at a time, and hands over where the schedule says. What
// the compiler's instrumentation (-sanitize=thread) and the code under test call is defined here, in front of the C library and of
// libdispatch. On a thread that belongs to no run, everything is passed on. See docs/threads.md.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// What a thread is about to do at a point.
enum {
  ct_begin = 1, ct_read, ct_write, ct_load, ct_store, ct_update, ct_lock, ct_unlock, ct_try_lock, ct_read_lock, ct_wait, ct_signal,
  ct_start, ct_join, ct_end, ct_sleep, ct_yield, ct_once, ct_queue_sync, ct_queue_async,
  ct_queue_begin, ct_queue_end, ct_group_enter, ct_group_wait, ct_group_leave, ct_time,
  ct_hop, ct_cancel
};

/// A call stack: the innermost call first.
typedef struct ct_stack {
  struct ct_stack *_Nullable parent;
  const void *_Nullable returns;
} ct_stack;

/// A thread that could continue, and what it is about to do.
typedef struct {
  int thread;
  int kind;
  const void *_Nullable object;
} ct_alternative;

/// One step of a run.
typedef struct {
  int thread;
  int kind;
  const void *_Nullable object;
  const void *_Nullable place;
  const ct_stack *_Nullable stack;
  /// What an atomic showed, if `has_value`.
  uint64_t value;
  int64_t time;
  /// Locks that the thread held before the step, as far as there is room.
  const void *_Nullable holds[4];
  int held;
  bool is_switch, has_value;
} ct_step;

/// How a thread stands when a run is over.
typedef struct {
  int thread;
  int kind;
  const void *_Nullable object;
  const void *_Nullable place;
  const ct_stack *_Nullable stack;
  /// The thread that holds `object`; -1: nobody, or unknown. Where it took it.
  int holder;
  const void *_Nullable holder_place;
  const ct_stack *_Nullable holder_stack;
  bool is_blocked, is_spinning;
} ct_waiting;

/// One side of a data race.
typedef struct {
  int thread;
  bool writes;
  /// 0: plainly, 1: as an atomic, 2: a variable as a whole, 3: memory that is freed.
  int manner;
  int size;
  const void *_Nullable place;
  const ct_stack *_Nullable stack;
} ct_access;

enum { ct_finished = 0, ct_stuck, ct_too_long, ct_livelock, ct_blocked_outside, ct_no_thread };

typedef struct {
  /// Chooses who runs: the index of an alternative. The first is the default.
  int (*choose)(void *_Nullable context, const ct_alternative *alternatives, int count);
  /// Fills a buffer with what passes for random.
  void (*_Nullable fill_random)(void *_Nullable context, void *buffer, size_t count);
  void *_Nullable context;
  /// Whether `choose` is asked where there is but one alternative.
  bool asks_always;
  bool every_access;
  bool detects_races;
  /// Whether a sleep may end while threads can run.
  bool timers_race;
  /// Whether atomics may show values that they had before, where their order permits it.
  bool shows_stale_values;
  /// Whether steps are kept.
  bool is_observed;
  int64_t step_limit;
  int64_t step_milliseconds;
} ct_settings;

typedef struct {
  int ending;
  int64_t steps;
  int threads;
  bool has_race;
  const void *_Nullable race_address;
  ct_access race[2];
  /// What was used that is not scheduled; null: nothing.
  const char *_Nullable escape;
  const void *_Nullable escape_place;
  /// What the code did that ends a process: left a group that it had not entered, for example. Null: nothing.
  const char *_Nullable misuse;
  const void *_Nullable misuse_place;
  const ct_stack *_Nullable misuse_stack;
  /// Of a thread that blocks outside: the number of the system call; -1 if it computes.
  int64_t system_call;
  uint64_t trace_hash;
} ct_outcome;

/// Whether schedules of threads are on this platform at all.
bool ct_is_supported(void);
/// Whether any code of this process was built with the instrumentation.
bool ct_is_instrumented(void);

/// Runs `body` on a thread of its own, with all threads that it starts, under one schedule. Blocks the caller. One run at a time: others
/// wait.
ct_outcome ct_run(const ct_settings *settings, void (*body)(void *_Nullable context), void *_Nullable context);

/// Of the last run, until the next begins, and while the caller of ct_run keeps others out: see ct_hold.
int ct_step_count(void);
ct_step ct_step_at(int index);
int ct_waiting_count(void);
ct_waiting ct_waiting_at(int index);
/// What a thread is: its queue's label or its name; null: neither. Where it was started.
const char *_Nullable ct_thread_name(int thread);
const void *_Nullable ct_thread_place(int thread);
const ct_stack *_Nullable ct_thread_stack(int thread);

/// Keeps the records of a run from being overwritten by another, which waits.
void ct_hold(void);
void ct_let_go(void);

#pragma clang assume_nonnull end
