// Where threads hand over: who can go on, who does, and what it means if nobody can.
#include "private.h"

#if CT_HAS_THREADS
#include <execinfo.h>
#include <stdlib.h>
#include <string.h>

ct_state ct_now;
_Thread_local ct_thread *ct_me __attribute__((tls_model("initial-exec")));

enum { polls = 12, most_idle = 400, after_body = 1000 };

static ct_step *steps;
static int step_count, step_capacity;
enum { most_steps = 20000 };

static ct_waiting waiting[ct_most_threads];
static int waiting_count;

int ct_step_count(void) { return step_count; }
ct_step ct_step_at(int index) { return steps[index]; }
int ct_waiting_count(void) { return waiting_count; }
ct_waiting ct_waiting_at(int index) { return waiting[index]; }

void ct_start_run(void) { step_count = waiting_count = 0; }

static void keep(ct_thread *thread, bool is_switch) {
  if (step_count >= most_steps) return;
  if (step_count == step_capacity) {
    int wanted = step_capacity ? 2 * step_capacity : 256;
    ct_step *larger = realloc(steps, (size_t)wanted * sizeof *steps);
    if (!larger) return;
    steps = larger, step_capacity = wanted;
  }
  ct_step *step = &steps[step_count++];
  *step = (ct_step){
    .thread = thread->id, .kind = thread->operation.kind, .object = thread->operation.object, .place = thread->operation.place,
    .stack = thread->stack, .time = ct_surroundings.now, .is_switch = is_switch};
  while (step->held < thread->held_count && step->held < 4) {
    step->holds[step->held] = thread->held[step->held].object;
    step->held++;
  }
}

void ct_tell_step(int kind, const uint64_t *value) {
  if (!ct_now.settings.is_observed || !step_count || step_count == most_steps) return;
  ct_step *step = &steps[step_count - 1];
  if (kind) step->kind = kind;
  if (value) step->value = *value, step->has_value = true;
}

static void note_waiting(void) {
  waiting_count = 0;
  for (int i = 0; i < ct_now.count; i++) {
    ct_thread *thread = ct_now.threads[i];
    if (thread->is_done || thread->is_daemon) continue;
    ct_object *object = thread->operation.object ? ct_known_object(thread->operation.object) : NULL;
    ct_waiting *one = &waiting[waiting_count++];
    *one = (ct_waiting){
      .thread = i, .kind = thread->operation.kind, .object = thread->operation.object, .place = thread->operation.place,
      .stack = thread->stack, .holder = -1, .is_blocked = thread->condition != NULL, .is_spinning = thread->idle >= polls};
    if (object && object->owner)
      one->holder = object->owner->id, one->holder_place = object->place, one->holder_stack = object->stack;
    // A `Mutex` says by its word who holds it.
    for (int j = 0; one->holder < 0 && j < ct_now.count; j++)
      for (int k = 0; k < ct_now.threads[j]->held_count; k++) {
        ct_held *held = &ct_now.threads[j]->held[k];
        if (held->object != thread->operation.object || ct_now.threads[j]->is_done) continue;
        one->holder = j, one->holder_place = held->place, one->holder_stack = held->stack;
      }
  }
}

static void finish(int ending) {
  ct_now.outcome.ending = ending;
  ct_now.is_ending = true;
  note_waiting();
}

/// Ends the run in the middle.
_Noreturn void ct_end_run(ct_thread *me, int ending) {
  me->inside++;
  finish(ending);
  ct_return(me);
}

bool ct_never(ct_thread *me, void *object) {
  (void)me, (void)object;
  return false;
}

static bool is_polling(ct_thread *thread) { return thread->idle >= polls && thread->idle_version == ct_now.version; }

static bool is_ready(ct_thread *thread) {
  if (thread->is_done) return false;
  return !thread->condition || thread->condition(thread, thread->condition_object);
}

static bool passes_time(void) {
  ct_thread *first = NULL;
  for (int i = 0; i < ct_now.count; i++) {
    ct_thread *thread = ct_now.threads[i];
    if (thread->is_done || !thread->condition || thread->deadline == CT_NEVER) continue;
    if (!first || thread->deadline < first->deadline) first = thread;
  }
  if (!first) return false;
  if ((int64_t)first->deadline > ct_surroundings.now) ct_surroundings.now = (int64_t)first->deadline;
  first->has_timed_out = true;
  first->condition = NULL;
  ct_now.version++;
  return true;
}

/// Who reads a clock while it polls may wait for a time.
static bool clock_passes(void) {
  if (!ct_surroundings.readings) return false;
  ct_surroundings.readings = 0;
  ct_surroundings.read_at = ct_surroundings.now += 1000000;
  ct_now.version++;
  return true;
}

/// Who goes on: `me`, if it can and nothing else is chosen. Null: nobody is left, or the run has ended.
ct_thread *ct_pick(ct_thread *me) {
  static ct_alternative alternatives[ct_most_threads];
  int count = 0;
  for (;;) {
    int polling = 0;
    count = 0;
    ct_thread *oldest = NULL;
    for (int i = 0; i < ct_now.count; i++) {
      ct_thread *thread = ct_now.threads[i];
      if (!is_ready(thread)) continue;
      if (is_polling(thread)) {
        polling++;
        continue;
      }
      alternatives[count++] = (ct_alternative){i, thread->operation.kind, thread->operation.object};
      if (!oldest || thread->stamp < oldest->stamp) oldest = thread;
    }
    if (!count && polling) {
      // Whoever polls may have a limit of its own. Time passes if it has none.
      bool is_hopeless = true;
      for (int i = 0; i < ct_now.count; i++) {
        ct_thread *thread = ct_now.threads[i];
        if (!is_ready(thread) || !is_polling(thread)) continue;
        is_hopeless = is_hopeless && thread->idle >= most_idle;
        alternatives[count++] = (ct_alternative){i, thread->operation.kind, thread->operation.object};
        if (!oldest || thread->stamp < oldest->stamp) oldest = thread;
      }
      if (is_hopeless) {
        if (passes_time() || clock_passes()) continue;
        finish(ct_now.body_is_done ? ct_finished : ct_livelock);
        return NULL;
      }
      return oldest;
    }
    if (!count) {
      if (passes_time()) continue;
      finish(ct_now.alive == 0 || ct_now.body_is_done ? ct_finished : ct_stuck);
      return NULL;
    }
    // The default first: whoever runs, or has waited longest.
    bool continues = me && !me->is_done && is_ready(me) && !is_polling(me) && !(me->alone >= ct_most_alone && count > 1);
    if (me && me->alone >= ct_most_alone && count > 1 && oldest == me)
      for (int i = 0; i < count; i++)
        if (alternatives[i].thread != me->id) oldest = ct_now.threads[alternatives[i].thread];
    ct_thread *preferred = continues ? me : oldest;
    if (!preferred) preferred = ct_now.threads[alternatives[0].thread];
    for (int i = 0; i < count; i++)
      if (alternatives[i].thread == preferred->id) {
        ct_alternative first = alternatives[i];
        memmove(alternatives + 1, alternatives, (size_t)i * sizeof first);
        alternatives[0] = first;
        break;
      }
    if (me && me->alone >= ct_most_alone && !ct_now.settings.asks_always) return preferred;
    break;
  }
  int choice = 0;
  int offered = count;
  if (ct_now.settings.timers_race)
    for (int i = 0; i < ct_now.count; i++) {
      ct_thread *thread = ct_now.threads[i];
      if (thread->is_done || !thread->condition || thread->deadline == CT_NEVER) continue;
      alternatives[offered++] = (ct_alternative){-1, ct_time, NULL};
      break;
    }
  if (offered > 1 || ct_now.settings.asks_always) {
    choice = ct_now.settings.choose(ct_now.settings.context, alternatives, offered);
    if (choice < 0 || choice >= offered) choice = 0;
  }
  if (alternatives[choice].thread < 0) {
    passes_time();
    return ct_pick(me);
  }
  ct_thread *next = ct_now.threads[alternatives[choice].thread];
  if (ct_now.settings.is_observed) keep(next, choice != 0);
  return next;
}

void ct_count_step(ct_thread *next) {
  ct_now.outcome.trace_hash = ct_now.outcome.trace_hash * 1099511628211u + (uint64_t)(next->id * 64 + next->operation.kind);
  ct_now.starting = next;
}

static void hand_over(ct_thread *me) {
  ct_now.steps++;
  if (ct_now.body_is_done && ++ct_now.steps_after > after_body) ct_end_run(me, ct_finished);
  if (ct_now.steps > ct_now.settings.step_limit) ct_end_run(me, ct_too_long);
  me->stamp = ++ct_now.stamps;
  ct_thread *next = ct_pick(me);
  if (!next) ct_return(me);
  ct_count_step(next);
  if (next == me) {
    me->alone += me->operation.kind == ct_read || me->operation.kind == ct_write ? 1 : ct_alone_by_point;
  } else {
    me->alone = 0;
    ct_note_task(me);
    ct_switch_to(me, next);
  }
  me->condition = NULL;
}

void ct_point(ct_thread *me, int kind, const void *object, const void *place) {
  ct_point_when(me, kind, object, place, NULL, NULL, CT_NEVER);
}

// The program's own code: not that of libraries.
extern char __executable_start, etext;
bool ct_is_program(const void *place) { return (const char *)place >= &__executable_start && (const char *)place < &etext; }

/// Where the program called the library that called the runtime.
static const void *user_place(const void *place) {
  if (!place || ct_is_program(place)) return place;
  void *calls[32];
  int count = backtrace(calls, 32), first = 0;
  while (first < count && calls[first] != place) first++;
  for (int i = first; i < count; i++)
    if (ct_is_program(calls[i])) return calls[i];
  return place;
}

/// A `Mutex` that the thread no longer holds: its unlocking was in code without the instrumentation. The linker keeps one copy of a generic
/// function that several modules emit, and this may be one of those.
static void note_released(ct_thread *me) {
  for (int i = me->held_count - 1; i >= 0; i--) {
    ct_held *held = &me->held[i];
    if (held->kind != 'M' || ct_holds_mutex(me->worker, held->object)) continue;
    ct_release(me, &ct_object_at(held->object)->clock);
    ct_drop_lock(me, held->object);
    ct_changed(me);
  }
}

bool ct_point_when(
  ct_thread *me, int kind, const void *object, const void *place, ct_condition condition, void *condition_object, uint64_t deadline) {
  me->inside++;
  note_released(me);
  me->operation = (ct_operation){kind, object, ct_now.settings.is_observed ? user_place(place) : place};
  me->condition = condition;
  me->condition_object = condition_object;
  me->deadline = deadline;
  me->has_timed_out = false;
  me->plain = 0;
  hand_over(me);
  me->inside--;
  return !me->has_timed_out;
}

void ct_hold_lock(ct_thread *me, const void *object, int kind, const void *place) {
  if (me->held_count < ct_most_held) me->held[me->held_count++] = (ct_held){object, kind, place, me->stack};
}

void ct_drop_lock(ct_thread *me, const void *object) {
  for (int i = me->held_count - 1; i >= 0; i--)
    if (me->held[i].object == object) {
      memmove(&me->held[i], &me->held[i + 1], (size_t)(me->held_count - i - 1) * sizeof *me->held);
      me->held_count--;
      return;
    }
}

void ct_escapes(const char *what, const void *place) {
  if (ct_now.outcome.escape) return;
  ct_now.outcome.escape = what;
  ct_now.outcome.escape_place = place;
}

#endif
