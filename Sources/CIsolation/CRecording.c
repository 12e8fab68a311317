// The calls by which a process and all that it starts change files, written down by a process that traces them.
//
// ptrace(2) rather than a library that is loaded into the process: it sees the calls that libc makes inside of itself
// (fflush), programs without libc (Go), and copies of this process, into which nothing more can be loaded. A filter of
// seccomp(2) stops the process at the calls that matter and at no other.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CIsolation.h"

#include <errno.h>

#if defined(__linux__) && __has_include(<linux/filter.h>) && __has_include(<linux/seccomp.h>)

#include <fcntl.h>
#include <limits.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

// Of <linux/ptrace.h>, which does not go together with <sys/ptrace.h>.
#define GET_SYSCALL_INFO 0x420e
struct syscall_info {
  uint8_t op;
  uint8_t pad[3];
  uint32_t arch;
  uint64_t instruction_pointer;
  uint64_t stack_pointer;
  union {
    struct { uint64_t number; uint64_t arguments[6]; } entry;
    struct { int64_t value; uint8_t is_error; } exit;
  };
};

/// The calls that are looked at.
static const int traced_calls[] = {
#ifdef SYS_open
  SYS_open, SYS_creat, SYS_rename, SYS_unlink, SYS_rmdir, SYS_mkdir, SYS_link,
#endif
#ifdef SYS_renameat
  SYS_renameat,
#endif
  SYS_openat, SYS_openat2, SYS_write, SYS_pwrite64, SYS_writev, SYS_pwritev, SYS_pwritev2, SYS_ftruncate, SYS_truncate,
  SYS_fallocate, SYS_fsync, SYS_fdatasync, SYS_sync, SYS_syncfs, SYS_renameat2, SYS_unlinkat, SYS_mkdirat, SYS_linkat,
  SYS_sendfile, SYS_copy_file_range, SYS_mmap,
};
enum { traced_count = sizeof traced_calls / sizeof *traced_calls };

/// A thread between the beginning and the end of a call.
typedef struct {
  pid_t thread;
  long number;
  uint64_t arguments[6];
  /// As resolved when the call began.
  char path[PATH_MAX], other[PATH_MAX];
} pending_call;

enum { most_threads = 512 };
static pending_call *pending;
static int log_file = -1;
static bool is_recorded;

bool cisolation_is_recorded(void) { return is_recorded; }

// MARK: The log

static void put(
  char kind, uint64_t file, int64_t number, const char *path, const void *bytes, size_t count
) {
  const size_t length = path ? strlen(path) : 0;
  struct { uint64_t kind, file, number, path_bytes, bytes; } head =
    {(uint64_t)kind, file, (uint64_t)number, length, count};
  struct iovec parts[] = {{&head, sizeof head}, {(void *)path, length}, {(void *)bytes, count}};
  size_t left = sizeof head + length + count;
  int first = 0;
  while (left > 0) {
    ssize_t written = writev(log_file, parts + first, 3 - first);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) _exit(125);
    left -= (size_t)written;
    while (first < 3 && (size_t)written >= parts[first].iov_len) written -= (ssize_t)parts[first++].iov_len;
    if (first < 3) {
      parts[first].iov_base = (char *)parts[first].iov_base + written;
      parts[first].iov_len -= (size_t)written;
    }
  }
}

// MARK: What a call is about

static pending_call *slot(pid_t thread, bool makes, bool *is_new) {
  pending_call *empty = NULL;
  for (int i = 0; i < most_threads; i++) {
    if (pending[i].thread == thread) return &pending[i];
    if (!empty && pending[i].thread == 0) empty = &pending[i];
  }
  if (!makes || !empty) return NULL;
  empty->thread = thread;
  empty->number = -1;
  if (is_new) *is_new = true;
  return empty;
}

static uint64_t identity(const struct stat *status) {
  return (uint64_t)status->st_ino ^ ((uint64_t)status->st_dev << 44);
}

/// Whether the thread's descriptor is of a file or a folder, and which.
static bool look_at(pid_t thread, int descriptor, char link[64], struct stat *status) {
  snprintf(link, 64, "/proc/%d/fd/%d", thread, descriptor);
  return stat(link, status) == 0 && (S_ISREG(status->st_mode) || S_ISDIR(status->st_mode));
}

static bool read_link(const char *link, char path[PATH_MAX]) {
  ssize_t count = readlink(link, path, PATH_MAX - 1);
  if (count < 0) return false;
  path[count] = 0;
  return path[0] == '/';
}

static bool read_text(pid_t thread, uint64_t address, char text[PATH_MAX]) {
  size_t done = 0;
  while (done < PATH_MAX - 1) {
    // Not beyond a page at a time: the next one may not be there.
    size_t room = 4096 - ((address + done) & 4095);
    if (room > PATH_MAX - 1 - done) room = PATH_MAX - 1 - done;
    struct iovec own = {text + done, room}, foreign = {(void *)(uintptr_t)(address + done), room};
    ssize_t count = process_vm_readv(thread, &own, 1, &foreign, 1, 0);
    if (count <= 0) return false;
    if (memchr(text + done, 0, (size_t)count)) return true;
    done += (size_t)count;
  }
  text[PATH_MAX - 1] = 0;
  return false;
}

/// The full path of a name that need not be there, through the links of its folder.
static bool resolve(pid_t thread, int folder, uint64_t address, char result[PATH_MAX]) {
  char name[PATH_MAX], link[64], whole[2 * PATH_MAX], parent[PATH_MAX];
  if (!read_text(thread, address, name)) return false;
  if (name[0] == '/') {
    snprintf(whole, sizeof whole, "%s", name);
  } else {
    if (folder == AT_FDCWD) snprintf(link, sizeof link, "/proc/%d/cwd", thread);
    else snprintf(link, sizeof link, "/proc/%d/fd/%d", thread, folder);
    if (!read_link(link, parent)) return false;
    snprintf(whole, sizeof whole, "%s/%s", parent, name);
  }
  size_t length = strlen(whole);
  while (length > 1 && whole[length - 1] == '/') whole[--length] = 0;
  char *slash = strrchr(whole, '/');
  if (!slash) return false;
  *slash = 0;
  if (!realpath(slash == whole ? "/" : whole, parent)) return false;
  snprintf(result, PATH_MAX, "%.2000s/%.2000s", strcmp(parent, "/") == 0 ? "" : parent, slash + 1);
  return true;
}

/// Remembers what cannot be found out any more when the call has ended. Whether its end matters.
static bool begins(pending_call *call) {
  const uint64_t *arguments = call->arguments;
  const pid_t thread = call->thread;
  char link[64];
  struct stat status;
  switch (call->number) {
  case SYS_write: case SYS_pwrite64: case SYS_writev: case SYS_pwritev: case SYS_pwritev2: case SYS_ftruncate:
  case SYS_fallocate: case SYS_fsync: case SYS_fdatasync: case SYS_sendfile:
    return look_at(thread, (int)arguments[0], link, &status);
  case SYS_copy_file_range: return look_at(thread, (int)arguments[2], link, &status);
  case SYS_mmap:
    return (arguments[2] & PROT_WRITE) && (arguments[3] & MAP_SHARED) && !(arguments[3] & MAP_ANONYMOUS)
      && look_at(thread, (int)arguments[4], link, &status);
  case SYS_truncate: return resolve(thread, AT_FDCWD, arguments[0], call->path);
#ifdef SYS_open
  case SYS_unlink: case SYS_rmdir: case SYS_mkdir: return resolve(thread, AT_FDCWD, arguments[0], call->path);
  case SYS_rename: case SYS_link:
    return resolve(thread, AT_FDCWD, arguments[0], call->path) && resolve(thread, AT_FDCWD, arguments[1], call->other);
#endif
  case SYS_unlinkat: case SYS_mkdirat: return resolve(thread, (int)arguments[0], arguments[1], call->path);
#ifdef SYS_renameat
  case SYS_renameat:
#endif
  case SYS_renameat2: case SYS_linkat:
    return resolve(thread, (int)arguments[0], arguments[1], call->path)
      && resolve(thread, (int)arguments[2], arguments[3], call->other);
  default: return true;
  }
}

/// Where the descriptor is in its file, and with what flags it was opened.
static void position(pid_t thread, int descriptor, int64_t *offset, int *flags) {
  char path[64], text[256] = {0};
  snprintf(path, sizeof path, "/proc/%d/fdinfo/%d", thread, descriptor);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  *offset = 0;
  *flags = 0;
  if (file < 0) return;
  if (read(file, text, sizeof text - 1) > 0) {
    long long where = 0;
    unsigned bits = 0;
    if (sscanf(text, "pos: %lld flags: %o", &where, &bits) == 2) {
      *offset = where;
      *flags = (int)bits;
    }
  }
  close(file);
}

/// What the call has just written, as it stands in the file. Parts of it meet where sectors do: of a sector, a disk has the call's bytes
/// or none of them.
static void written(const char *link, uint64_t file, int64_t offset, int64_t count) {
  int copy = open(link, O_RDONLY | O_CLOEXEC);
  if (copy < 0) return;
  static char buffer[1 << 16];
  while (count > 0) {
    size_t room = sizeof buffer - (size_t)offset % sizeof buffer;
    ssize_t got = pread(copy, buffer, (size_t)count < room ? (size_t)count : room, offset);
    if (got <= 0) break;
    put('W', file, offset, NULL, buffer, (size_t)got);
    offset += got;
    count -= got;
  }
  close(copy);
}

static void wrote(pid_t thread, int descriptor, const uint64_t *at, int64_t count, bool flushes) {
  char link[64];
  struct stat status;
  if (count <= 0 || !look_at(thread, descriptor, link, &status)) return;
  int64_t offset;
  int flags;
  position(thread, descriptor, &offset, &flags);
  written(link, identity(&status), at ? (int64_t)*at : offset - count, count);
  if (flushes || (flags & O_DSYNC)) put('S', identity(&status), 0, NULL, NULL, 0);
}

static void opened(pid_t thread, int descriptor, bool truncates) {
  char link[64], path[PATH_MAX];
  struct stat status;
  if (!look_at(thread, descriptor, link, &status) || !S_ISREG(status.st_mode) || !read_link(link, path)) return;
  put('O', identity(&status), truncates, path, NULL, 0);
}

static void ends(pending_call *call, int64_t value) {
  const uint64_t *arguments = call->arguments;
  const pid_t thread = call->thread;
  char link[64], path[PATH_MAX];
  struct stat status;
  switch (call->number) {
#ifdef SYS_open
  case SYS_open: opened(thread, (int)value, arguments[1] & O_TRUNC); break;
  case SYS_creat: opened(thread, (int)value, true); break;
  case SYS_rename:
#endif
#ifdef SYS_renameat
  case SYS_renameat:
#endif
  case SYS_renameat2: put('R', 0, 0, call->path, call->other, strlen(call->other)); break;
#ifdef SYS_open
  case SYS_link:
#endif
  case SYS_linkat: put('L', 0, 0, call->path, call->other, strlen(call->other)); break;
#ifdef SYS_open
  case SYS_unlink: case SYS_rmdir:
#endif
  case SYS_unlinkat: put('U', 0, 0, call->path, NULL, 0); break;
#ifdef SYS_open
  case SYS_mkdir:
#endif
  case SYS_mkdirat: put('M', 0, 0, call->path, NULL, 0); break;
  case SYS_openat: opened(thread, (int)value, arguments[2] & O_TRUNC); break;
  case SYS_openat2: opened(thread, (int)value, false); break;
  case SYS_write: case SYS_writev: wrote(thread, (int)arguments[0], NULL, value, false); break;
  case SYS_sendfile: wrote(thread, (int)arguments[0], NULL, value, false); break;
  case SYS_pwrite64: case SYS_pwritev: wrote(thread, (int)arguments[0], &arguments[3], value, false); break;
  case SYS_pwritev2: {
    const bool is_positioned = (int64_t)arguments[3] != -1;
    // RWF_DSYNC and RWF_SYNC.
    wrote(thread, (int)arguments[0], is_positioned ? &arguments[3] : NULL, value, arguments[5] & (2 | 4));
    break;
  }
  case SYS_copy_file_range:
    if (value > 0 && look_at(thread, (int)arguments[2], link, &status)) {
      int64_t offset = 0;
      int flags;
      position(thread, (int)arguments[2], &offset, &flags);
      if (arguments[3]) {
        struct iovec own = {&offset, sizeof offset}, foreign = {(void *)(uintptr_t)arguments[3], sizeof offset};
        process_vm_readv(thread, &own, 1, &foreign, 1, 0);
      }
      written(link, identity(&status), offset - value, value);
    }
    break;
  case SYS_ftruncate: case SYS_fallocate:
    if (look_at(thread, (int)arguments[0], link, &status)) put('T', identity(&status), status.st_size, NULL, NULL, 0);
    break;
  case SYS_truncate:
    if (stat(call->path, &status) == 0) {
      put('O', identity(&status), 0, call->path, NULL, 0);
      put('T', identity(&status), status.st_size, NULL, NULL, 0);
    }
    break;
  case SYS_fsync: case SYS_fdatasync:
    if (!look_at(thread, (int)arguments[0], link, &status)) break;
    if (S_ISREG(status.st_mode)) put('S', identity(&status), 0, NULL, NULL, 0);
    else if (read_link(link, path)) put('D', 0, 0, path, NULL, 0);
    break;
  case SYS_sync: case SYS_syncfs: put('A', 0, 0, NULL, NULL, 0); break;
  case SYS_mmap:
    if (look_at(thread, (int)arguments[4], link, &status) && S_ISREG(status.st_mode))
      put('P', identity(&status), 0, NULL, NULL, 0);
    break;
  default: break;
  }
}

// MARK: Tracing

/// Returns with the status of `first` once it and all that it started have ended.
static int trace(pid_t first) {
  int end = 0;
  for (;;) {
    int status;
    pid_t thread = waitpid(-1, &status, __WALL);
    if (thread < 0 && errno == EINTR) continue;
    if (thread < 0) return end;
    if (!WIFSTOPPED(status)) {
      if (thread == first) end = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
      pending_call *call = slot(thread, false, NULL);
      if (call) call->thread = 0;
      continue;
    }
    bool is_new = false;
    pending_call *call = slot(thread, true, &is_new);
    const int number = WSTOPSIG(status), event = status >> 16;
    struct syscall_info info;
    int how = PTRACE_CONT;
    long passed_on = 0;
    if (event == PTRACE_EVENT_SECCOMP) {
      if (call && ptrace(GET_SYSCALL_INFO, thread, sizeof info, &info) > 0) {
        call->number = (long)info.entry.number;
        memcpy(call->arguments, info.entry.arguments, sizeof call->arguments);
        if (begins(call)) how = PTRACE_SYSCALL;
        else call->number = -1;
      }
    } else if (number == (SIGTRAP | 0x80)) {
      if (call && call->number >= 0 && ptrace(GET_SYSCALL_INFO, thread, sizeof info, &info) > 0 && !info.exit.is_error)
        ends(call, info.exit.value);
      if (call) call->number = -1;
    } else if (event == 0 && !(number == SIGSTOP && is_new)) {
      // The first stop of a thread is the system's, every other signal its own.
      passed_on = number;
    }
    ptrace(how, thread, NULL, passed_on);
  }
}

static bool install_filter(void) {
  struct sock_filter filter[traced_count + 8];
  unsigned short count = 0;
  filter[count++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  // Writes by way of a ring would not be seen. What uses one does without where there is none.
  filter[count++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_io_uring_setup, 0, 1);
  filter[count++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS);
  for (int i = 0; i < traced_count; i++)
    filter[count++] = (struct sock_filter)BPF_JUMP(
      BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)traced_calls[i], (uint8_t)(traced_count - i), 0);
  filter[count++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  filter[count++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE);
  struct sock_fprog program = {count, filter};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/// Waits for the tracer, whose child this process is, and has it stop this process at the calls that matter.
static bool become_traced(void) {
  return ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0 && raise(SIGSTOP) == 0 && install_filter();
}

/// Returns 0 once `process` runs, traced by this one; or errno.
static int begin_to_trace(pid_t process) {
  int status;
  while (waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) return errno;
  }
  if (!WIFSTOPPED(status)) return EPERM;
  const long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE
    | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL | PTRACE_O_TRACESECCOMP;
  struct syscall_info info;
  if (ptrace(PTRACE_SETOPTIONS, process, NULL, options) != 0) return errno;
  if (ptrace(GET_SYSCALL_INFO, process, sizeof info, &info) <= 0) return errno;
  return ptrace(PTRACE_CONT, process, NULL, NULL) == 0 ? 0 : errno;
}

/// Like fork, without what libraries have said is to be done at a fork: in a copy of a process with threads that may wait for a
/// thread that is not there. The copy may call the system, and nothing else.
static pid_t bare_fork(void) {
#ifdef SYS_fork
  return (pid_t)syscall(SYS_fork);
#else
  return (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
#endif
}

int cisolation_can_record_calls(void) {
  pid_t process = bare_fork();
  if (process < 0) return errno;
  if (process == 0) _exit(become_traced() ? 0 : 1);
  int failure = begin_to_trace(process), status = 0;
  if (failure) kill(process, SIGKILL);
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {}
  return failure ? failure : WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : EPERM;
}

int cisolation_record_calls(const char *path) {
  setpgid(0, 0);
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) return errno;
  pid_t process = fork();
  if (process < 0) return errno;
  if (process == 0) {
    close(file);
    is_recorded = true;
    if (!become_traced()) _exit(126);
    return 0;
  }
  // As long as a pipe is open here, whoever reads its other end sees no end of it.
  log_file = dup2(file, 3);
  for (int descriptor = 0; descriptor < 3; descriptor++) close(descriptor);
  syscall(SYS_close_range, 4U, ~0U, 0);
  pending = mmap(NULL, most_threads * sizeof *pending, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pending == MAP_FAILED || begin_to_trace(process) != 0) {
    kill(process, SIGKILL);
    _exit(126);
  }
  _exit(trace(process));
}

#else

bool cisolation_is_recorded(void) { return false; }
int cisolation_can_record_calls(void) { return ENOSYS; }
int cisolation_record_calls(const char *path) {
  (void)path;
  return ENOSYS;
}

#endif
