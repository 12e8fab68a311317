// The interface where a platform has no schedules of threads: it does nothing, and ct_is_supported says so before anything is asked of it.
#include "private.h"

#if CT_HAS_THREADS

bool ct_is_supported(void) { return true; }

#else

bool ct_is_supported(void) { return false; }
bool ct_is_instrumented(void) { return false; }
void ct_hold(void) {}
void ct_let_go(void) {}
int ct_step_count(void) { return 0; }
int ct_waiting_count(void) { return 0; }
const char *ct_thread_name(int thread) { (void)thread; return NULL; }
const void *ct_thread_place(int thread) { (void)thread; return NULL; }
const ct_stack *ct_thread_stack(int thread) { (void)thread; return NULL; }

ct_step ct_step_at(int index) {
  (void)index;
  return (ct_step){0};
}

ct_waiting ct_waiting_at(int index) {
  (void)index;
  return (ct_waiting){0};
}

ct_outcome ct_run(const ct_settings *settings, void (*body)(void *), void *context) {
  (void)settings, (void)body, (void)context;
  return (ct_outcome){.ending = ct_no_thread};
}

#endif
