// What worker processes need and Swift cannot call: fork, signal handlers on a stack of their own, system calls
// without a wrapper.

#ifndef CISOLATION_H
#define CISOLATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#if defined(__APPLE__)
#include <TargetConditionals.h>
#endif

// Processes that a program makes and watches: Linux and macOS. The other systems of Apple forbid it, Windows has other calls, WASI none.
#if defined(__linux__) || (defined(__APPLE__) && TARGET_OS_OSX)
#define CISOLATION_HAS_PROCESSES 1
#endif

#if defined(_MSC_VER)
typedef int pid_t;
typedef ptrdiff_t ssize_t;
#endif

/// Whether this platform has processes that a program makes and watches. If not, each function below that can fail fails with ENOSYS, and
/// the others do nothing.
bool cisolation_is_supported(void);

/// How many calls of a crash are kept.
enum { cisolation_return_count = 64 };

/// Where a worker's signal handler leaves what it knows, in memory that outlives the worker.
typedef struct {
  /// 0 where no handler ran.
  volatile int64_t signal;
  volatile uint64_t address;
  volatile uint64_t stack_pointer;
  volatile uint64_t program_counter;
  /// The address of one fixed function of this program: the same code has the same distance from it in
  /// every process.
  volatile uint64_t anchor;
  /// The addresses that the calls return to in which it crashed, innermost first; 0 after the last.
  volatile uint64_t returns[cisolation_return_count];
} cisolation_crash;

/// fork(2).
pid_t cisolation_fork(void);

/// In a process that has just been made, a copy of its supervisor or not: prepares it to run cases. It ends with its supervisor; it keeps no core
/// dump; it reads nothing and writes to `error_descriptor` alone; a copy keeps no
/// socket and no pipe but `own_socket`; it may use `memory_bytes` more than it does now
/// (0: any amount). Ends the process where the supervisor is gone already.
void cisolation_enter_worker(
  pid_t supervisor, int error_descriptor, int own_socket, bool is_copy, uint64_t memory_bytes,
  cisolation_crash *crash);

/// In a copy that is made to see whether it survives a call: it ends by every signal, within a second, and says nothing.
void cisolation_enter_trial(void);

/// A pair of connected sockets, closed on exec.
/// Returns 0, or errno.
int cisolation_socket_pair(int descriptors[2]);

/// A pipe, closed on exec; the first descriptor is for reading and does not block.
/// Returns 0, or errno.
int cisolation_pipe(int descriptors[2]);

/// send(2) that never raises SIGPIPE.
ssize_t cisolation_send(int descriptor, const void *bytes, size_t count);

/// Makes reading and writing return at once.
void cisolation_set_nonblocking(int descriptor);

/// A descriptor that can be read once the process has ended, or -1 where the system has none.
int cisolation_process_descriptor(pid_t process);

/// Whether a copy of this process that is in this system call, with this first argument, waits for a lock that is a variable of the
/// system's or Swift's libraries: it is at the same address here.
bool cisolation_is_lock_of_a_library(long call, uint64_t address);

/// What waitpid(2) says of one child.
typedef struct {
  /// Whether it has ended, and is gone now.
  bool ended;
  /// Whether there is no such child: something else has waited for it.
  bool lost;
  /// The signal that ended it, or 0.
  int signal;
  /// The status that it ended with, where no signal did.
  int status;
} cisolation_wait_result;

cisolation_wait_result cisolation_wait(pid_t process, bool blocks);

/// Kills the worker and all that it started which stayed in its process group.
void cisolation_kill(pid_t process);

/// Memory that processes share, or NULL, with errno set. Pages cost nothing before they are touched.
void *cisolation_map_shared(size_t bytes);

/// The same as a descriptor, closed on exec, without a name in any folder; or -1, with errno set.
int cisolation_shared_descriptor(size_t bytes);
/// Maps what such a descriptor stands for, or NULL, with errno set.
void *cisolation_map_descriptor(int descriptor, size_t bytes);
void cisolation_unmap(void *address, size_t bytes);

/// The numbers under which a process that is started anew finds its socket and the shared memory.
enum { cisolation_socket_number = 198, cisolation_memory_number = 199 };

/// Starts the program of this process anew, with its standard error and the two descriptors.
/// Returns the process, or the negative errno.
pid_t cisolation_spawn(
  const char *program, char *const arguments[], char *const environment[], int error_descriptor, int socket,
  int memory);

/// A pipe, closed on exec, whose ends both block.
/// Returns 0, or errno.
int cisolation_blocking_pipe(int descriptors[2]);

/// write(2) that never raises SIGPIPE, for pipes and sockets.
ssize_t cisolation_write(int descriptor, const void *bytes, size_t count);

/// Starts `/bin/sh -c command` with these as its standard input, output and error, and no other descriptor: in a
/// process group of its own, every signal as it is at the start of a program, but that a file which grows over its
/// limit is an error and no death (SIGXFSZ is ignored).
/// - recording: the path for the log of `cisolation_record_calls`; NULL: the calls are not recorded.
/// Returns the process, or the negative errno.
pid_t cisolation_run_command(const char *command, int input, int output, int errors, const char *recording);

/// Whether `cisolation_record_calls` works here: 0, or errno.
int cisolation_can_record_calls(void);

/// Returns in a new process, a child of this one; this one never returns, writes to the file at `path` which files the
/// child and all that it starts open, write, flush, rename and remove, and ends with the child's status. Killing it kills all
/// of them. A call stands in the log before the process that made it goes on. Each is five numbers of 8 bytes in the
/// order of this machine (its kind, a letter; the file's number; an offset, a size or a flag; the number of bytes of a
/// path; the number of further bytes), the path, and the further bytes:
///   O path was opened as file (1: it was made empty)   W bytes were written at the offset   T file has the size
///   S file was flushed   D folder was flushed   A everything was   P file may be written through a mapping
///   R path is called as the further bytes say   L path has also that name   U path was removed   M folder was made
/// Returns errno, in the process that called, if nothing could be begun.
int cisolation_record_calls(const char *path);

/// Whether this process is such a child.
bool cisolation_is_recorded(void);

/// In a copy of this process: prepares it to serve requests that come over `own_socket`. It keeps that one and
/// `error_descriptor`, as its standard error, and no other descriptor; its process group and its signals are as
/// after `cisolation_run_command`, but that a closed socket is an error and no death. It does not end by itself
/// when its parent does: the socket tells it.
void cisolation_enter_server(int error_descriptor, int own_socket);

/// Lets no file that another process writes grow beyond `bytes`; -1: as large as they were allowed to be at first. Writes
/// beyond it then fail with EFBIG where the process ignores SIGXFSZ.
/// Returns 0, or errno: ENOSYS where the system has no such call.
int cisolation_limit_file_size(pid_t process, int64_t bytes);

/// Gives this process, which may have one thread only, mounts of its own: what it and its children mount nobody else sees, and it
/// ends with them. Needs root or user namespaces, on Linux. Returns 0, or errno, and nothing has changed.
int cisolation_take_own_mounts(void);

/// Lays an empty disk in memory over a folder, for `bytes`. Returns 0 or errno.
int cisolation_mount_disk(const char *folder, int64_t bytes);

/// Lets such a disk be larger than what lies on it by `bytes`, rounded up to pages. Returns 0 or errno.
int cisolation_leave_room(const char *folder, int64_t bytes);

/// Takes it away, with all that lies on it, as soon as nobody uses it. Returns 0 or errno.
int cisolation_unmount_disk(const char *folder);

/// The address of the fixed function in this process: see `anchor`.
uint64_t cisolation_anchor(void);

/// The distance of `crash`'s program counter from the anchor; 0 where it is not known.
int64_t cisolation_offset(const cisolation_crash *crash);

#endif
