// Threads, locks, atomics and Dispatch under a chosen schedule.
#pragma once
#include <stdbool.h>
