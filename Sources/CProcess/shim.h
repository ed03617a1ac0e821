#pragma once
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

// prctl is variadic, which Swift does not import.
static inline int process_die_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0); }

// Swift does not import fork. Safe here because only the engine, which has one thread, calls it.
static inline pid_t process_fork(void) { return fork(); }
// The flags with which glibc's fork calls clone: CLONE_CHILD_SETTID, CLONE_CHILD_CLEARTID and the signal at the end.
static const int32_t process_fork_flags = 0x01200000 | SIGCHLD;

// `environ` is a mutable global, which Swift 6 refuses to read.
extern char **environ;
static inline char **process_environment(void) { return environ; }

// Hidden from Swift by the feature macros its Glibc module is built with; the first is in glibc 2.34 and later.
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *);
extern int pthread_setname_np(pthread_t, const char *);
// POSIX_SPAWN_SETSID of glibc's <spawn.h>.
static inline int process_spawn_in_session(void) { return 0x80; }

// The user at the other end of a Unix socket, or -1; `struct ucred` is hidden from Swift as well. <sys/socket.h> is not
// included: its constants would belong to this module, and files that import Glibc alone would not find them.
extern int getsockopt(int, int, int, void *, unsigned *);
static inline long process_socket_peer(int descriptor) {
  struct { int pid; unsigned uid; unsigned gid; } peer;
  unsigned size = sizeof peer;
  return getsockopt(descriptor, 1 /* SOL_SOCKET */, 17 /* SO_PEERCRED */, &peer, &size) == 0 ? (long)peer.uid : -1;
}

// A process that gives up privileges for good, as the kernel asks before it takes a filter from an ordinary user.
static inline int process_refuse_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

// Landlock has no functions in glibc. The structures of <linux/landlock.h> as the newest kernels know them: older
// kernels take them as long as the fields that they do not know are 0, older headers lack them.
struct process_landlock_rights { uint64_t files, network, scopes; };
struct __attribute__((packed)) process_landlock_folder { uint64_t allowed; int32_t descriptor; };
static inline long process_landlock_version(void) {
  return syscall(SYS_landlock_create_ruleset, NULL, 0, 1 /* LANDLOCK_CREATE_RULESET_VERSION */);
}
static inline long process_landlock_create(const struct process_landlock_rights *handled) {
  return syscall(SYS_landlock_create_ruleset, handled, sizeof *handled, 0);
}
static inline long process_landlock_allow(int ruleset, const struct process_landlock_folder *folder) {
  return syscall(SYS_landlock_add_rule, ruleset, 1 /* LANDLOCK_RULE_PATH_BENEATH */, folder, 0);
}
static inline long process_landlock_enter(int ruleset) { return syscall(SYS_landlock_restrict_self, ruleset, 0); }

// The types of the first parameters are enumerations of C that differ from Swift to Swift.
static inline int process_limit(int resource, rlim_t soft, rlim_t hard) {
  struct rlimit limit = {soft, hard};
  return setrlimit((__rlimit_resource_t)resource, &limit);
}
static inline rlim_t process_hard_limit(int resource) {
  struct rlimit limit;
  return getrlimit((__rlimit_resource_t)resource, &limit) == 0 ? limit.rlim_max : RLIM_INFINITY;
}
static inline int process_alarm_after_computing(long milliseconds) {
  struct itimerval timer = {{0, 0}, {milliseconds / 1000, milliseconds % 1000 * 1000}};
  return setitimer(ITIMER_PROF, &timer, NULL);
}
