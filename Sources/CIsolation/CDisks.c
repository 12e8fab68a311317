#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CIsolation.h"

#include <errno.h>

#ifdef __linux__

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

static int write_text(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return errno;
  int failure = write(file, text, strlen(text)) < 0 ? errno : 0;
  close(file);
  return failure;
}

/// The numbers of the user and the group stay what they are.
static int enter_own_mounts(void) {
  unsigned user = geteuid(), group = getegid();
  if (unshare(CLONE_NEWNS) != 0) {
    char map[40];
    int failure;
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return errno;
    snprintf(map, sizeof map, "%u %u 1", user, user);
    if ((failure = write_text("/proc/self/uid_map", map)) != 0) return failure;
    if ((failure = write_text("/proc/self/setgroups", "deny")) != 0) return failure;
    snprintf(map, sizeof map, "%u %u 1", group, group);
    if ((failure = write_text("/proc/self/gid_map", map)) != 0) return failure;
  }
  return mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 ? 0 : errno;
}

int cisolation_take_own_mounts(void) {
  // A copy tries it first: what succeeds by half could not be undone here.
  pid_t copy = fork();
  if (copy < 0) return errno;
  if (copy == 0) {
    int failure = enter_own_mounts();
    if (failure == 0) failure = cisolation_mount_disk("/tmp", 4096);
    _exit(failure);
  }
  int status;
  while (waitpid(copy, &status, 0) < 0) {
    if (errno != EINTR) return errno;
  }
  if (!WIFEXITED(status)) return EPERM;
  return WEXITSTATUS(status) != 0 ? WEXITSTATUS(status) : enter_own_mounts();
}

static int mount_disk(const char *folder, int64_t bytes, unsigned long flags) {
  char size[40];
  snprintf(size, sizeof size, "size=%lld", (long long)bytes);
  return mount("tmpfs", folder, "tmpfs", flags | MS_NOSUID | MS_NODEV, size) == 0 ? 0 : errno;
}

int cisolation_mount_disk(const char *folder, int64_t bytes) { return mount_disk(folder, bytes, 0); }

int cisolation_leave_room(const char *folder, int64_t bytes) {
  struct statvfs disk;
  if (statvfs(folder, &disk) != 0) return errno;
  return mount_disk(folder, (int64_t)((disk.f_blocks - disk.f_bfree) * disk.f_frsize) + bytes, MS_REMOUNT);
}

int cisolation_unmount_disk(const char *folder) { return umount2(folder, MNT_DETACH) == 0 ? 0 : errno; }

#else

int cisolation_take_own_mounts(void) { return ENOSYS; }

int cisolation_mount_disk(const char *folder, int64_t bytes) {
  (void)folder;
  (void)bytes;
  return ENOSYS;
}

int cisolation_leave_room(const char *folder, int64_t bytes) { return cisolation_mount_disk(folder, bytes); }

int cisolation_unmount_disk(const char *folder) { return cisolation_mount_disk(folder, 0); }

#endif
