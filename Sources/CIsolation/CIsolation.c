#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CIsolation.h"

#if CISOLATION_HAS_PROCESSES

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __APPLE__
#include <sys/ucontext.h>
#else
#include <ucontext.h>
#endif

#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#endif

bool cisolation_is_supported(void) { return true; }

pid_t cisolation_fork(void) { return fork(); }

uint64_t cisolation_anchor(void) { return (uint64_t)(uintptr_t)&cisolation_fork; }

static cisolation_crash *crash_record;

#ifdef __linux__
/// Follows the frame pointers, which Swift keeps. The memory is read by a system call, which fails where a plain read would
/// crash once more: what crashed may have spoilt its stack.
static void record_returns(uint64_t frame) {
  for (size_t i = 0; i < cisolation_return_count; i++) {
    // An asynchronous frame is marked in a bit that no address has.
    frame &= ~(UINT64_C(1) << 60);
    uint64_t words[2];
    struct iovec here = {.iov_base = words, .iov_len = sizeof words};
    struct iovec there = {.iov_base = (void *)(uintptr_t)frame, .iov_len = sizeof words};
    if (frame == 0 || process_vm_readv(getpid(), &here, 1, &there, 1, 0) != (ssize_t)sizeof words) return;
    crash_record->returns[i] = words[1];
    // The stack grows down: a caller's frame lies above.
    if (words[1] == 0 || (words[0] & ~(UINT64_C(1) << 60)) <= frame) return;
    frame = words[0];
  }
}
#endif

static void record_crash(int number, siginfo_t *info, void *context) {
  const ucontext_t *state = context;
  crash_record->address = (uint64_t)(uintptr_t)info->si_addr;
#if defined(__linux__) && defined(__x86_64__)
  crash_record->stack_pointer = (uint64_t)state->uc_mcontext.gregs[REG_RSP];
  crash_record->program_counter = (uint64_t)state->uc_mcontext.gregs[REG_RIP];
  record_returns((uint64_t)state->uc_mcontext.gregs[REG_RBP]);
#elif defined(__linux__) && defined(__aarch64__)
  crash_record->stack_pointer = state->uc_mcontext.sp;
  crash_record->program_counter = state->uc_mcontext.pc;
  record_returns(state->uc_mcontext.regs[29]);
#elif defined(__APPLE__) && defined(__arm64__)
  crash_record->stack_pointer = state->uc_mcontext->__ss.__sp;
  crash_record->program_counter = state->uc_mcontext->__ss.__pc;
#elif defined(__APPLE__) && defined(__x86_64__)
  crash_record->stack_pointer = state->uc_mcontext->__ss.__rsp;
  crash_record->program_counter = state->uc_mcontext->__ss.__rip;
#else
  (void)state;
#endif
  crash_record->signal = number;
  // The default action is in place again, and waits until this handler has returned.
  raise(number);
}

static void watch_for_crashes(cisolation_crash *crash) {
  crash_record = crash;
  memset((void *)crash, 0, sizeof *crash);
  crash->anchor = cisolation_anchor();
  // A stack that has overflowed has no room for a handler.
  static char stack[64 * 1024];
  stack_t alternative = {.ss_sp = stack, .ss_size = sizeof stack, .ss_flags = 0};
  sigaltstack(&alternative, NULL);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = record_crash;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND;
  const int crashes[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) sigaction(crashes[i], &action, NULL);
}

#ifdef __linux__
/// What counts against RLIMIT_DATA, in bytes; 0 where it cannot be read.
static uint64_t data_bytes(void) {
  char text[256] = {0};
  int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  unsigned long long pages = 0;
  if (count <= 0 || sscanf(text, "%*u %*u %*u %*u %*u %llu", &pages) != 1) return 0;
  return (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
}
#endif

/// Closes the pipes and sockets that came along: as long as a copy is open here, whoever reads the other end
/// elsewhere sees no end of it.
static void close_foreign_channels(int error_descriptor, int own_socket) {
#ifdef __linux__
  DIR *directory = opendir("/proc/self/fd");
#else
  DIR *directory = opendir("/dev/fd");
#endif
  if (!directory) return;
  const struct dirent *entry;
  while ((entry = readdir(directory))) {
    int descriptor = atoi(entry->d_name);
    if (descriptor <= STDERR_FILENO || descriptor == error_descriptor || descriptor == own_socket) continue;
    struct stat status;
    if (fstat(descriptor, &status) == 0 && (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode)))
      close(descriptor);
  }
  closedir(directory);
}

/// Takes out what a test framework has called for every error that is thrown. Swift Testing takes a lock there,
/// which another thread may have held just when this process was copied: then the first throw would wait for ever.
static void forget_throw_hooks(void) {
  const char *const names[] = {"_swift_willThrow", "_swift_willThrowTypedImpl"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    void *volatile *hook = dlsym(RTLD_DEFAULT, names[i]);
    if (hook) *hook = NULL;
  }
}

void cisolation_enter_trial(void) {
  forget_throw_hooks();
  const int endings[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGALRM};
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) signal(endings[i], SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  const struct rlimit core = {1, 1};
  setrlimit(RLIMIT_CORE, &core);
  // Of what it says, nothing explains how the process ends that made it.
  int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);
  alarm(1);
}

void cisolation_enter_worker(
  pid_t supervisor, int error_descriptor, int own_socket, bool is_copy, uint64_t memory_bytes,
  cisolation_crash *crash
) {
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  // The supervisor may have ended before that.
  if (getppid() != supervisor) _exit(1);
  // A group of its own: Ctrl-C is for the supervisor, and with it ends the worker.
  setpgid(0, 0);
  // Not the supervisor's way to clean up: the worker's handlers would never run.
  const int endings[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM};
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) signal(endings[i], SIG_DFL);
  watch_for_crashes(crash);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  // A limit of one byte, unlike one of none, also keeps a core pattern's program from being started.
  const struct rlimit core = {1, 1};
  setrlimit(RLIMIT_CORE, &core);
  if (is_copy) {
    forget_throw_hooks();
    close_foreign_channels(error_descriptor, own_socket);
  }
  int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  dup2(nothing, STDIN_FILENO);
  dup2(nothing, STDOUT_FILENO);
  dup2(error_descriptor, STDERR_FILENO);
  close(nothing);
#ifdef __linux__
  uint64_t used = data_bytes();
  if (memory_bytes > 0 && used > 0) {
    struct rlimit data;
    getrlimit(RLIMIT_DATA, &data);
    const rlim_t most = used + memory_bytes;
    if (data.rlim_cur == RLIM_INFINITY || most < data.rlim_cur) {
      data.rlim_cur = most;
      setrlimit(RLIMIT_DATA, &data);
    }
  }
#else
  (void)memory_bytes;
#endif
}

int cisolation_socket_pair(int descriptors[2]) {
#ifdef __linux__
  return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, descriptors) == 0 ? 0 : errno;
#else
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, descriptors) != 0) return errno;
  for (int i = 0; i < 2; i++) {
    int on = 1;
    fcntl(descriptors[i], F_SETFD, FD_CLOEXEC);
    setsockopt(descriptors[i], SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
  }
  return 0;
#endif
}

int cisolation_pipe(int descriptors[2]) {
#ifdef __linux__
  if (pipe2(descriptors, O_CLOEXEC) != 0) return errno;
#else
  if (pipe(descriptors) != 0) return errno;
  for (int i = 0; i < 2; i++) fcntl(descriptors[i], F_SETFD, FD_CLOEXEC);
#endif
  cisolation_set_nonblocking(descriptors[0]);
  return 0;
}

ssize_t cisolation_send(int descriptor, const void *bytes, size_t count) {
#ifdef __linux__
  return send(descriptor, bytes, count, MSG_NOSIGNAL);
#else
  return send(descriptor, bytes, count, 0);
#endif
}

void cisolation_set_nonblocking(int descriptor) {
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

int cisolation_process_descriptor(pid_t process) {
#if defined(__linux__) && defined(SYS_pidfd_open)
  return (int)syscall(SYS_pidfd_open, process, 0);
#else
  (void)process;
  return -1;
#endif
}

bool cisolation_is_lock_of_a_library(long call, uint64_t address) {
#ifdef __linux__
  Dl_info image;
  if (call != SYS_futex || dladdr((void *)(uintptr_t)address, &image) == 0 || !image.dli_fname) return false;
  const char *slash = strrchr(image.dli_fname, '/');
  const char *name = slash ? slash + 1 : image.dli_fname;
  static const char *const libraries[] = {"libswift", "libc.", "ld-", "libdispatch", "libFoundation", "lib_Foundation"};
  for (size_t at = 0; at < sizeof libraries / sizeof *libraries; at++) {
    if (strncmp(name, libraries[at], strlen(libraries[at])) == 0) return true;
  }
#else
  (void)call;
  (void)address;
#endif
  return false;
}

cisolation_wait_result cisolation_wait(pid_t process, bool blocks) {
  cisolation_wait_result result = {false, false, 0, 0};
  siginfo_t info;
  memset(&info, 0, sizeof info);
  int seen;
  do seen = waitid(P_PID, (id_t)process, &info, WEXITED | WNOWAIT | (blocks ? 0 : WNOHANG));
  while (seen < 0 && errno == EINTR);
  if (seen == 0 && info.si_pid == 0) return result;
  // What the case started goes with it. As long as it has not been waited for, the group is still its own.
  if (seen == 0) kill(-process, SIGKILL);
  int status = 0;
  pid_t waited;
  do waited = waitpid(process, &status, 0); while (waited < 0 && errno == EINTR);
  result.ended = true;
  if (waited < 0) {
    result.lost = true;
  } else if (WIFSIGNALED(status)) {
    result.signal = WTERMSIG(status);
  } else {
    result.status = WEXITSTATUS(status);
  }
  return result;
}

void cisolation_kill(pid_t process) {
  kill(-process, SIGKILL);
  kill(process, SIGKILL);
}

void *cisolation_map_shared(size_t bytes) {
  int flags = MAP_SHARED | MAP_ANONYMOUS;
#ifdef MAP_NORESERVE
  flags |= MAP_NORESERVE;
#endif
  void *address = mmap(NULL, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
  return address == MAP_FAILED ? NULL : address;
}

int cisolation_shared_descriptor(size_t bytes) {
#ifdef __linux__
  int descriptor = memfd_create("worker", MFD_CLOEXEC);
#else
  char name[32];
  static int count = 0;
  snprintf(name, sizeof name, "/worker-%d-%d", getpid(), __sync_fetch_and_add(&count, 1));
  int descriptor = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
  if (descriptor >= 0) {
    shm_unlink(name);
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  }
#endif
  if (descriptor >= 0 && ftruncate(descriptor, (off_t)bytes) != 0) {
    int failure = errno;
    close(descriptor);
    errno = failure;
    return -1;
  }
  return descriptor;
}

void *cisolation_map_descriptor(int descriptor, size_t bytes) {
  void *address = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  return address == MAP_FAILED ? NULL : address;
}

pid_t cisolation_spawn(
  const char *program, char *const arguments[], char *const environment[], int error_descriptor, int socket,
  int memory
) {
  // Out of the way of the two fixed numbers: one of these could have the other's already.
  int own_socket = fcntl(socket, F_DUPFD_CLOEXEC, cisolation_memory_number + 1);
  int own_memory = fcntl(memory, F_DUPFD_CLOEXEC, cisolation_memory_number + 1);
  if (own_socket < 0 || own_memory < 0) {
    int failure = errno;
    if (own_socket >= 0) close(own_socket);
    if (own_memory >= 0) close(own_memory);
    return -failure;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, error_descriptor, STDERR_FILENO);
  posix_spawn_file_actions_adddup2(&actions, own_socket, cisolation_socket_number);
  posix_spawn_file_actions_adddup2(&actions, own_memory, cisolation_memory_number);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  pid_t process = 0;
  int failure = posix_spawn(&process, program, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  close(own_socket);
  close(own_memory);
  return failure ? -failure : process;
}

int cisolation_blocking_pipe(int descriptors[2]) {
#ifdef __linux__
  return pipe2(descriptors, O_CLOEXEC) == 0 ? 0 : errno;
#else
  if (pipe(descriptors) != 0) return errno;
  for (int i = 0; i < 2; i++) fcntl(descriptors[i], F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

ssize_t cisolation_write(int descriptor, const void *bytes, size_t count) {
  sigset_t pipe_signal, before, pending;
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  sigpending(&pending);
  pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
  ssize_t written = write(descriptor, bytes, count);
  int failure = errno;
  if (written < 0 && failure == EPIPE && !sigismember(&pending, SIGPIPE)) {
    // It waits for this thread: taken away here, before it is let through.
    int number;
    sigpending(&pending);
    if (sigismember(&pending, SIGPIPE)) sigwait(&pipe_signal, &number);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = failure;
  return written;
}

/// Closes the descriptors from `first` to `last`, of which -1 is the last of all. Safe after fork.
static void close_all(int first, int last) {
  if (last >= 0 && last < first) return;
#if defined(__linux__) && defined(SYS_close_range)
  if (syscall(SYS_close_range, (unsigned)first, last < 0 ? ~0U : (unsigned)last, 0) == 0) return;
#endif
  long most = sysconf(_SC_OPEN_MAX);
  if (most < 0 || most > 1 << 16) most = 1 << 16;
  if (last < 0 || last >= most) last = (int)most - 1;
  for (int descriptor = first; descriptor <= last; descriptor++) close(descriptor);
}

/// A process group of its own, and signals as a program finds them; files over their limit are errors.
static void become_a_server(void) {
  // One that is recorded is in the group of the process that records it.
  if (!cisolation_is_recorded()) setpgid(0, 0);
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  signal(SIGXFSZ, SIG_IGN);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

pid_t cisolation_run_command(const char *command, int input, int output, int errors, const char *recording) {
  sigset_t all, before;
  sigfillset(&all);
  // Handlers of this process must not run in the copy.
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t process = fork();
  if (process == 0) {
    become_a_server();
    // Out of the way of the three numbers first: one of these could have another's.
    input = fcntl(input, F_DUPFD, 3);
    output = fcntl(output, F_DUPFD, 3);
    errors = fcntl(errors, F_DUPFD, 3);
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(errors, STDERR_FILENO);
    close_all(3, -1);
    if (recording && cisolation_record_calls(recording) != 0) _exit(126);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
  }
  int failure = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  // Whoever comes first: the group must be there before anybody kills it.
  if (process > 0) setpgid(process, process);
  return process < 0 ? -failure : process;
}

void cisolation_enter_server(int error_descriptor, int own_socket) {
  become_a_server();
  signal(SIGPIPE, SIG_IGN);
  const struct rlimit core = {1, 1};
  setrlimit(RLIMIT_CORE, &core);
  forget_throw_hooks();
  dup2(error_descriptor, STDERR_FILENO);
  int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  dup2(nothing, STDIN_FILENO);
  dup2(nothing, STDOUT_FILENO);
  // A copy of a locked file would keep the lock for as long as this process lives.
  close_all(3, own_socket - 1);
  close_all(own_socket + 1, -1);
}

int cisolation_limit_file_size(pid_t process, int64_t bytes) {
#ifdef __linux__
  struct rlimit limit;
  if (prlimit(process, RLIMIT_FSIZE, NULL, &limit) != 0) return errno;
  // The lower of the two alone, which may be raised again.
  limit.rlim_cur = bytes < 0 || (rlim_t)bytes > limit.rlim_max ? limit.rlim_max : (rlim_t)bytes;
  return prlimit(process, RLIMIT_FSIZE, &limit, NULL) == 0 ? 0 : errno;
#else
  (void)process;
  (void)bytes;
  return ENOSYS;
#endif
}

void cisolation_unmap(void *address, size_t bytes) { munmap(address, bytes); }

int64_t cisolation_offset(const cisolation_crash *crash) {
  if (crash->program_counter == 0) return 0;
  return (int64_t)(crash->program_counter - crash->anchor);
}

#endif
