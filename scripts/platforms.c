// Says which C parts a platform has, and fails if one that is missing does anything else than say so: scripts/platforms.sh, which adds a
// list of every function.
#include "CCoverage.h"
#include "CIsolation.h"
#include "CRunNotes.h"
#include "CScheduling.h"
#include "CThreads.h"

#include <errno.h>
#include <stdio.h>
#include <time.h>

extern const void *const every_function[];

// Of code that was built to be watched.
void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop);
void __sanitizer_cov_trace_pc_guard(uint32_t *guard);

static void note(void *context) { *(bool *)context = true; }

static bool has_processes(void) {
  int ends[2];
  pid_t process;
  if (!cisolation_is_supported()) {
    return !(cisolation_socket_pair(ends) == ENOSYS && cisolation_pipe(ends) == ENOSYS && cisolation_map_shared(1) == NULL
      && cisolation_run_command("true", 0, 1, 2, NULL) == -ENOSYS && cisolation_fork() == -1 && errno == ENOSYS
      && cisolation_can_record_calls() == ENOSYS && cisolation_wait(1, true).lost);
  }
  process = cisolation_run_command("exit 3", 0, 1, 2, NULL);
  return process > 0 && cisolation_wait(process, true).status == 3;
}

static bool has_schedules(void) {
  ts_run run = {0};
  bool is_on_thread = false;
  ts_run *before = ts_enter(&run);
  bool is_current = before == NULL && ts_current() == &run && ts_enter(NULL) == &run;
  ts_hold_forks();
  ts_let_forks_go();
  // Without threads the caller calls it.
  if (!ts_run_on_new_thread(note, &is_on_thread)) note(&is_on_thread);
  return is_current && is_on_thread && ts_is_supported();
}

static bool has_coverage(void) {
  uint32_t guards[2] = {0, 0}, features[4];
  __sanitizer_cov_trace_pc_guard_init(guards, guards + 2);
  ccoverage_begin();
  __sanitizer_cov_trace_pc_guard(&guards[1]);
  ccoverage_end();
  return ccoverage_branch_count() == 2 && ccoverage_features(features, 4) == 1;
}

// Whether the C library's functions that the scheduler stands in front of still do their work.
static bool tells_time(void) {
  struct timespec now = {0, 0};
  return timespec_get(&now, TIME_UTC) == TIME_UTC && now.tv_sec > 1700000000 && time(NULL) > 1700000000;
}

int main(void) {
  if (every_function[0] == NULL || !tells_time()) return 1;
  printf("schedules: %s; processes: %s; coverage: %s\n", has_schedules() ? "yes" : "no", has_processes() ? "yes" : "no",
    has_coverage() ? "yes" : "no");
  return 0;
}
