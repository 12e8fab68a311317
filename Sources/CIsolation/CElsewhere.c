// The interface where a program cannot make and watch processes: see cisolation_is_supported.
#include "CIsolation.h"

#if !CISOLATION_HAS_PROCESSES

#include <errno.h>

bool cisolation_is_supported(void) { return false; }

static int refuse(void) {
  errno = ENOSYS;
  return -1;
}

pid_t cisolation_fork(void) { return refuse(); }

void cisolation_enter_worker(
  pid_t supervisor, int error_descriptor, int own_socket, bool is_copy, uint64_t memory_bytes, cisolation_crash *crash) {
  (void)supervisor;
  (void)error_descriptor;
  (void)own_socket;
  (void)is_copy;
  (void)memory_bytes;
  (void)crash;
}

void cisolation_enter_trial(void) {}

int cisolation_socket_pair(int descriptors[2]) {
  (void)descriptors;
  return ENOSYS;
}

int cisolation_pipe(int descriptors[2]) {
  (void)descriptors;
  return ENOSYS;
}

int cisolation_blocking_pipe(int descriptors[2]) {
  (void)descriptors;
  return ENOSYS;
}

ssize_t cisolation_send(int descriptor, const void *bytes, size_t count) {
  (void)descriptor;
  (void)bytes;
  (void)count;
  return refuse();
}

ssize_t cisolation_write(int descriptor, const void *bytes, size_t count) { return cisolation_send(descriptor, bytes, count); }

void cisolation_set_nonblocking(int descriptor) { (void)descriptor; }

int cisolation_process_descriptor(pid_t process) {
  (void)process;
  return refuse();
}

bool cisolation_is_lock_of_a_library(long call, uint64_t address) {
  (void)call;
  (void)address;
  return false;
}

cisolation_wait_result cisolation_wait(pid_t process, bool blocks) {
  (void)process;
  (void)blocks;
  return (cisolation_wait_result){true, true, 0, 0};
}

void cisolation_kill(pid_t process) { (void)process; }

void *cisolation_map_shared(size_t bytes) {
  (void)bytes;
  refuse();
  return NULL;
}

int cisolation_shared_descriptor(size_t bytes) {
  (void)bytes;
  return refuse();
}

void *cisolation_map_descriptor(int descriptor, size_t bytes) {
  (void)descriptor;
  return cisolation_map_shared(bytes);
}

void cisolation_unmap(void *address, size_t bytes) {
  (void)address;
  (void)bytes;
}

pid_t cisolation_spawn(
  const char *program, char *const arguments[], char *const environment[], int error_descriptor, int socket, int memory) {
  (void)program;
  (void)arguments;
  (void)environment;
  (void)error_descriptor;
  (void)socket;
  (void)memory;
  return -ENOSYS;
}

pid_t cisolation_run_command(const char *command, int input, int output, int errors, const char *recording) {
  (void)command;
  (void)input;
  (void)output;
  (void)errors;
  (void)recording;
  return -ENOSYS;
}

void cisolation_enter_server(int error_descriptor, int own_socket) {
  (void)error_descriptor;
  (void)own_socket;
}

int cisolation_limit_file_size(pid_t process, int64_t bytes) {
  (void)process;
  (void)bytes;
  return ENOSYS;
}

uint64_t cisolation_anchor(void) { return 0; }

int64_t cisolation_offset(const cisolation_crash *crash) {
  (void)crash;
  return 0;
}

#endif
