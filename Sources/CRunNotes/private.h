#pragma once
#include "CRunNotes.h"

#if defined(__wasi__) || defined(_WIN32)
// No signals, or no threads: a case that traps ends the process, and leaves nothing.
#define crn_has_signals 0
#else
#define crn_has_signals 1
#endif

/// A note to look at: the first, or the one behind `note`. Notes are never freed. NULL: there is none.
crn_note *crn_next(crn_note *note);
bool crn_is_open(crn_note *note);
/// Writes a note to standard error: what became of it, such as "has not ended for 10 s", and further lines. Not for handlers.
/// The mark is ✘ of a verdict and ◇ of what goes on.
void crn_tell(crn_note *note, const char *mark, const char *what, const char *lines);
void crn_start_watchdog(void);
