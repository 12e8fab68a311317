// What the deterministic scheduler needs of the Swift runtime and of the C library beyond their public
// interfaces. All of it is gated by one thread-local pointer: on a thread without a run, everything is
// passed on to where it would have gone. See docs/decisions/0010-deterministic-scheduling.md.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// An executor as the runtime holds it: the object and its witness table.
typedef struct {
  void *_Nullable identity;
  uintptr_t implementation;
} ts_executor;

/// A task that has not finished, and the context with which it began.
typedef struct {
  void *task;
  const void *initial_context;
} ts_kept_task;

enum { ts_most_kept_tasks = 32 };

/// One run of a schedule, on the thread that it was entered on.
typedef struct {
  /// The Swift object that is handed back to the callbacks, not retained.
  void *_Nullable context;
  /// The preference given to every task that is created on this thread.
  ts_executor task_executor;
  /// Stands in for the main actor's executor.
  ts_executor main_executor;
  /// The pool's own executor: a preference for it is none.
  ts_executor global_executor;
  /// The executor that keeps the queue of an actor; null: the actors of this run keep their own.
  ts_executor (*_Nullable queue_of)(void *_Nullable context, void *actor);
  /// Set when a task that runs on this thread leaves for an actor by a call or a return.
  bool hops;
  /// Whether tasks that begin to run in an actor's turn go to the queue that the scheduler keeps, all but `expected`.
  bool diverts;
  void *_Nullable expected;
  /// How many tasks run in this turn, one within another.
  uint32_t depth;
  /// The tasks on their way there.
  struct ts_diversion *_Nullable diversions;
  /// How many tasks were given another executor than these.
  uint64_t foreign;
  /// Whether tasks are kept that have not finished, for who says where each waits: the first of them that there is room for.
  bool keeps_tasks;
  /// Set while an `async let` begins: the next task that comes up is its.
  bool begins_let;
  int kept_count;
  ts_kept_task kept[ts_most_kept_tasks];
  /// A job that would have gone to the global pool.
  void (*_Nullable enqueue_global)(void *_Nullable context, void *job);
  /// The same, to be run `delay` nanoseconds from now.
  void (*_Nullable enqueue_after)(void *_Nullable context, void *job, uint64_t delay);
  /// Fills a buffer with what passes for random.
  void (*_Nullable fill_random)(void *_Nullable context, void *buffer, size_t count);
  /// The calling code sleeps, in the middle of a step.
  void (*_Nullable sleep)(void *_Nullable context, uint64_t nanoseconds);
  /// A task was created by the code at `site`, a return address, in a `group` if it is a part of one; `name` is null or lives
  /// as long as the call. Null where nobody asks.
  void (*_Nullable task_created)(
    void *_Nullable context, void *task, void *_Nullable group, const char *_Nullable name,
    const void *const _Nullable *_Nonnull site, int depth);
  /// A watched task has finished: see ts_watch.
  void (*_Nullable task_finished)(void *_Nullable context, const void *initial_context);
  /// The current task begins to run on this thread. Null where nobody asks, as are the two that follow.
  void (*_Nullable task_entered)(void *_Nullable context);
  /// An actor is initialized.
  void (*_Nullable actor_made)(void *_Nullable context, void *actor);
  /// The current task awaits the end of a task, which may have come; null: of an `async let` of its own.
  void (*_Nullable task_awaits)(void *_Nullable context, void *_Nullable task);
  /// The current task cancels a task, or asks whether it is cancelled.
  void (*_Nullable cancellation_used)(void *_Nullable context, void *task, bool is_read);
  /// The current task takes a lock of the C library. A `Mutex` and an atomic are inlined into their users, and leave no trace.
  void (*_Nullable lock_taken)(void *_Nullable context, const void *lock);
  /// The calling code hands work to threads of Dispatch by a function of that name, or starts a thread of its own.
  void (*_Nullable dispatched)(
    void *_Nullable context, const char *function, const void *const _Nullable *_Nonnull sites, int depth);
  /// Whether clocks show `now`, in nanoseconds since the run began, on top of fixed beginnings.
  bool has_virtual_clock;
  int64_t now;
  /// How often clocks were read at the time `read_at`.
  int64_t read_at, readings;
} ts_run;

/// Whether tasks can be scheduled on this platform at all. If not, nothing below does more than it must.
bool ts_is_supported(void);

/// Makes `run` the run of this thread; null: none. Gives the one before it.
ts_run *_Nullable ts_enter(ts_run *_Nullable run);
ts_run *_Nullable ts_current(void);

/// Makes fork(2) wait until ts_let_forks_go, on any thread. One caller at a time: others wait as well.
void ts_hold_forks(void);
void ts_let_forks_go(void);

/// Runs `body` to its end on a thread that is made for it, and gives the memory that it leaves back to the system. False
/// where no thread can be made.
bool ts_run_on_new_thread(void (*_Nonnull body)(void *_Nullable context), void *_Nullable context);

/// Installs the runtime's hooks, once and for ever. False where this runtime has none.
bool ts_install_hooks(void);

/// The identity of the task that a job belongs to; 0 for a job that is no task (an actor's turn).
uint64_t ts_task_id(void *job);
/// The task that goes on with a job; null where none does (an actor's turn), or where it cannot be told.
void *_Nullable ts_task_of(void *job);
/// The identity of the task that is running on this thread; 0 where there is none.
uint64_t ts_current_task_id(void);
void *_Nullable ts_current_task(void);

/// Where a suspended task goes on: its resume function, then those of its callers, innermost first.
/// Gives how many were written to `frames`.
int ts_async_frames(void *task, const void *_Nullable *_Nonnull frames, int capacity);

/// What a task waits for: another one, a continuation, or a group; 0: unknown.
enum { ts_waits_for_task = 1, ts_waits_for_continuation = 2, ts_waits_for_group = 3 };
typedef struct {
  uint32_t kind;
  void *_Nullable what;
} ts_wait;

/// What the runtime has written down of a suspended task.
ts_wait ts_waits_for(void *task);

/// Has `task_finished` called when a task that has not started yet is done. Gives the context that it will
/// be called with; null where the task's completion function is not known.
const void *_Nullable ts_watch(void *task);

/// Keeps a task that has not started yet until it has finished, if `run` keeps tasks and has room.
void ts_keep(ts_run *run, void *task);

/// Forgets the tasks on their way that an earlier run has abandoned.
void ts_forget_diversions(ts_run *run);

/// Keeps other schedules of this process off an actor, null: the main actor, until ts_end_turn on the same thread. Waits for theirs to end.
void ts_begin_turn(const void *_Nullable actor);
void ts_end_turn(const void *_Nullable actor);
/// Puts a job onto an actor's own queue.
void ts_enqueue(void *job, void *actor);

/// The actor whose turn a job is; null if it is none.
void *_Nullable ts_turn_actor(void *job);

/// Keeps the memory of an object, which may end meanwhile, and lets go of it.
void ts_retain_memory(void *object);
void ts_release_memory(void *object);
/// Whether a task that has not finished is cancelled.
bool ts_is_cancelled(void *task);
/// The priority of a task.
uint8_t ts_priority(void *task);

/// Whether the word of a task is known at which ts_async_frames and ts_watch look: it is looked for in the
/// first task that is created.
bool ts_layout_is_known(void);

#pragma clang assume_nonnull end
