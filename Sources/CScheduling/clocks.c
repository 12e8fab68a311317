// The C library's clocks, sleeps and random numbers in front of the real ones: on a run's thread they are
// the run's. Everything else is passed on.
#define _GNU_SOURCE
#include "private.h"

#if TS_HAS_SCHEDULES
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

TS_UNSANITIZED_BEGIN

// 2026-01-01T00:00:00Z, and a machine that has been up for ten days.
enum { real_start = 1767225600, uptime_start = 864000 };

// Fixed, so that a time that gets into a value is the same in every run.
static int64_t virtual_start(int clock) {
  bool is_real = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
  return (is_real ? real_start : uptime_start) * (int64_t)1000000000;
}

static ts_run *virtual_run(void) {
  ts_run *run = ts_thread_run;
  return run && run->has_virtual_clock ? run : NULL;
}

static bool is_virtual(clockid_t clock) {
  switch (clock) {
  case CLOCK_REALTIME: case CLOCK_REALTIME_COARSE: case CLOCK_MONOTONIC: case CLOCK_MONOTONIC_RAW:
  case CLOCK_MONOTONIC_COARSE: case CLOCK_BOOTTIME:
    return true;
  default:
    return false;
  }
}

// Code that waits by reading a clock over and over would never see its time come: after many readings at
// one time, time creeps, by more with each of them.
static int64_t read_time(ts_run *run) {
  enum { patience = 10000 };
  if (run->read_at != run->now) {
    // Moved by somebody else.
    run->read_at = run->now;
    run->readings = 0;
  }
  if (++run->readings > patience && run->now < INT64_MAX / 2) {
    run->now += (run->readings - patience) * 1000;
    run->read_at = run->now;
  }
  return run->now;
}

TS_EXPORT int clock_gettime(clockid_t clock, struct timespec *time) {
  ts_run *run = virtual_run();
  if (run && is_virtual(clock)) {
    int64_t now = virtual_start(clock) + read_time(run);
    time->tv_sec = now / 1000000000;
    time->tv_nsec = now % 1000000000;
    return 0;
  }
  typedef int (*function)(clockid_t, struct timespec *);
  TS_NEXT(function, "clock_gettime")
  return original ? original(clock, time) : (int)syscall(SYS_clock_gettime, clock, time);
}

TS_EXPORT int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  ts_run *run = virtual_run();
  if (run) {
    int64_t now = virtual_start(CLOCK_REALTIME) + read_time(run);
    time->tv_sec = now / 1000000000;
    time->tv_usec = now % 1000000000 / 1000;
    return 0;
  }
  typedef int (*function)(struct timeval *restrict, void *restrict);
  TS_NEXT(function, "gettimeofday")
  return original ? original(time, zone) : (int)syscall(SYS_gettimeofday, time, zone);
}

TS_EXPORT time_t time(time_t *seconds) {
  // Of the coarse clock, as the C library's: it reads the same.
  struct timespec now = {0, 0};
  clock_gettime(CLOCK_REALTIME_COARSE, &now);
  if (seconds) *seconds = now.tv_sec;
  return now.tv_sec;
}

TS_EXPORT int timespec_get(struct timespec *now, int base) {
  if (base != TIME_UTC) return 0;
  return clock_gettime(CLOCK_REALTIME, now) == 0 ? base : 0;
}

// Whether it is a time at all; if not, the C library says so.
static bool is_valid(const struct timespec *time) {
  return time->tv_sec >= 0 && time->tv_nsec >= 0 && time->tv_nsec < 1000000000;
}

// Centuries are as good as for ever, and do not overflow.
static uint64_t nanoseconds(const struct timespec *time) {
  uint64_t longest = 9000000000;
  uint64_t seconds = (uint64_t)time->tv_sec < longest ? (uint64_t)time->tv_sec : longest;
  return seconds * 1000000000 + (uint64_t)time->tv_nsec;
}

TS_EXPORT int clock_nanosleep(
  clockid_t clock, int flags, const struct timespec *wanted, struct timespec *left) {
  ts_run *run = virtual_run();
  if (run && run->sleep && is_virtual(clock) && is_valid(wanted)) {
    uint64_t length = nanoseconds(wanted);
    if (flags & TIMER_ABSTIME) {
      uint64_t now = (uint64_t)(virtual_start(clock) + run->now);
      length = length > now ? length - now : 0;
    }
    run->sleep(run->context, length);
    return 0;
  }
  typedef int (*function)(clockid_t, int, const struct timespec *, struct timespec *);
  TS_NEXT(function, "clock_nanosleep")
  if (original) return original(clock, flags, wanted, left);
  return syscall(SYS_clock_nanosleep, clock, flags, wanted, left) == 0 ? 0 : errno;
}

TS_EXPORT int nanosleep(const struct timespec *wanted, struct timespec *left) {
  ts_run *run = virtual_run();
  if (run && run->sleep && is_valid(wanted)) {
    run->sleep(run->context, nanoseconds(wanted));
    return 0;
  }
  typedef int (*function)(const struct timespec *, struct timespec *);
  TS_NEXT(function, "nanosleep")
  return original ? original(wanted, left) : (int)syscall(SYS_nanosleep, wanted, left);
}

TS_EXPORT int usleep(useconds_t microseconds) {
  struct timespec wanted = {microseconds / 1000000, microseconds % 1000000 * 1000};
  return nanosleep(&wanted, NULL);
}

TS_EXPORT unsigned sleep(unsigned seconds) {
  struct timespec wanted = {seconds, 0}, left = {0, 0};
  return nanosleep(&wanted, &left) == 0 ? 0 : (unsigned)left.tv_sec;
}

static ts_run *random_run(void) {
  ts_run *run = ts_thread_run;
  return run && run->fill_random ? run : NULL;
}

TS_EXPORT ssize_t getrandom(void *buffer, size_t count, unsigned flags) {
  ts_run *run = random_run();
  if (run) {
    run->fill_random(run->context, buffer, count);
    return (ssize_t)count;
  }
  return syscall(SYS_getrandom, buffer, count, flags);
}

TS_EXPORT int getentropy(void *buffer, size_t count) {
  ts_run *run = random_run();
  if (run) {
    run->fill_random(run->context, buffer, count);
    return 0;
  }
  typedef int (*function)(void *, size_t);
  TS_NEXT(function, "getentropy")
  if (original) return original(buffer, count);
  errno = ENOSYS;
  return -1;
}

// Foundation's UUID, which reads /dev/urandom. Weak: where Foundation is linked statically, its own is used.
TS_EXPORT_WEAK void _foundation_uuid_generate_random(unsigned char *identifier) {
  ts_run *run = random_run();
  if (run) {
    run->fill_random(run->context, identifier, 16);
    // Version 4, variant 1 (RFC 9562).
    identifier[6] = (identifier[6] & 0x0f) | 0x40;
    identifier[8] = (identifier[8] & 0x3f) | 0x80;
    return;
  }
  typedef void (*function)(unsigned char *);
  TS_NEXT(function, "_foundation_uuid_generate_random")
  if (original) original(identifier);
}

extern __attribute__((weak)) long ct_gettid(void);
extern __attribute__((weak)) bool ct_lends(void);
extern __attribute__((weak)) long ct_futex_by_owner(const long arguments[6]);

/// Whether the kernel asks which thread it is that calls: locks with priority inheritance, by which Swift's runtime does things once.
static bool is_of_owner(long number, long operation) {
  // As in linux/futex.h, which not every library has; the two flags are no part of the command.
  enum { lock_pi = 6, unlock_pi = 7, trylock_pi = 8, lock_pi2 = 13, flags = 128 | 256 };
  long command = operation & ~(long)flags;
  return number == SYS_futex && (command == lock_pi || command == unlock_pi || command == trylock_pi || command == lock_pi2);
}

// Swift's SystemRandomNumberGenerator asks the kernel through this one.
TS_EXPORT long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long);
  long d = va_arg(list, long), e = va_arg(list, long), f = va_arg(list, long);
  va_end(list);
  // A thread of CThreads has another identity than the one that runs it.
  if (number == SYS_gettid && &ct_lends && ct_lends()) return ct_gettid();
  if (is_of_owner(number, b) && &ct_lends && ct_lends()) {
    long result = ct_futex_by_owner((long[6]){a, b, c, d, e, f});
    if (result >= 0) return result;
    errno = (int)-result;
    return -1;
  }
  ts_run *run = number == SYS_getrandom ? random_run() : NULL;
  if (run) {
    run->fill_random(run->context, (void *)a, (size_t)b);
    return b;
  }
  typedef long (*function)(long, ...);
  TS_NEXT(function, "syscall")
  if (original) return original(number, a, b, c, d, e, f);
  errno = ENOSYS;
  return -1;
}

TS_UNSANITIZED_END

#endif
