// The interface where a platform has no schedules: it does nothing, and ts_is_supported says so before anything is asked of it.
#include "private.h"

#if TS_HAS_SCHEDULES

bool ts_is_supported(void) { return true; }

#else

bool ts_is_supported(void) { return false; }

bool ts_install_hooks(void) { return false; }
bool ts_layout_is_known(void) { return false; }
void *ts_current_task(void) { return NULL; }
uint64_t ts_current_task_id(void) { return 0; }
uint64_t ts_task_id(void *job) { (void)job; return 0; }
void *ts_task_of(void *job) { (void)job; return NULL; }
void ts_keep(ts_run *run, void *task) { (void)run, (void)task; }
void ts_forget_diversions(ts_run *run) { (void)run; }
void ts_begin_turn(const void *actor) { (void)actor; }
void ts_end_turn(const void *actor) { (void)actor; }
void ts_enqueue(void *job, void *actor) { (void)job, (void)actor; }
void ts_retain_memory(void *object) { (void)object; }
void ts_release_memory(void *object) { (void)object; }
bool ts_is_cancelled(void *task) { (void)task; return false; }
void *ts_turn_actor(void *job) { (void)job; return NULL; }
uint8_t ts_priority(void *task) { (void)task; return 0; }
const void *ts_watch(void *task) { (void)task; return NULL; }

ts_wait ts_waits_for(void *task) {
  (void)task;
  return (ts_wait){0, NULL};
}

int ts_async_frames(void *task, const void **frames, int capacity) {
  (void)task, (void)frames, (void)capacity;
  return 0;
}

#endif
