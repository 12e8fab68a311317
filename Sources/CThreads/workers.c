// The threads of the machine behind those of a run. Each lends a thread its stack, its thread-local values and its identity, and sleeps
// meanwhile: the thread that called ct_run runs them all, one at a time, by a switch of stacks. So a switch costs nothing in the kernel,
// however busy the machine is. The machine's threads are kept from run to run.
#include "private.h"

#if CT_HAS_THREADS
#include <asm/prctl.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

static long futex(_Atomic int *word, int operation, int value, const struct timespec *limit) {
  // Not through `syscall`, which stands in front of the C library's.
  register long r10 __asm__("r10") = (long)limit;
#if defined(__x86_64__)
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(SYS_futex), "D"(word), "S"(operation), "d"(value), "r"(r10) : "rcx", "r11", "memory");
  return result;
#else
  (void)r10;
  return syscall(SYS_futex, word, operation, value, limit, NULL, 0);
#endif
}

void ct_futex_wait(_Atomic int *word, int value, int64_t nanoseconds) {
  struct timespec limit = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  futex(word, FUTEX_WAIT_PRIVATE, value, nanoseconds < 0 ? NULL : &limit);
}

void ct_futex_wake(_Atomic int *word) { futex(word, FUTEX_WAKE_PRIVATE, 1, NULL); }

static ct_worker *idle, *every;

// Registers that a call keeps, and the control words of floating point, lie on the stack that is left.
void ct_switch_stack(void **from, void *to);
__asm__(
  ".text\n.p2align 4\n.globl ct_switch_stack\n.hidden ct_switch_stack\n.type ct_switch_stack,@function\nct_switch_stack:\n"
  "pushq %rbp\npushq %rbx\npushq %r12\npushq %r13\npushq %r14\npushq %r15\n"
  "subq $8, %rsp\nstmxcsr (%rsp)\nfnstcw 4(%rsp)\n"
  "movq %rsp, (%rdi)\nmovq %rsi, %rsp\n"
  "ldmxcsr (%rsp)\nfldcw 4(%rsp)\naddq $8, %rsp\n"
  "popq %r15\npopq %r14\npopq %r13\npopq %r12\npopq %rbx\npopq %rbp\nretq\n"
  ".size ct_switch_stack, .-ct_switch_stack\n");

static bool sets_base_directly;

__attribute__((noinline, target("fsgsbase"))) void ct_become(uintptr_t local) {
  if (sets_base_directly) __builtin_ia32_wrfsbase64(local);
  else {
    long result;
    __asm__ volatile("syscall" : "=a"(result) : "a"(SYS_arch_prctl), "D"(ARCH_SET_FS), "S"(local) : "rcx", "r11", "memory");
  }
}

uintptr_t ct_own_local(void) {
  uintptr_t local;
  __asm__("movq %%fs:0, %0" : "=r"(local));
  return local;
}

ct_caller_state ct_caller;

__attribute__((noinline)) void ct_switch_to(ct_thread *me, ct_thread *next) {
  ct_become(next->worker->local);
  ct_switch_stack(&me->worker->saved, next->worker->saved);
}

/// Back to ct_run. Nobody comes back from there.
_Noreturn __attribute__((noinline)) void ct_return(ct_thread *me) {
  ct_become(ct_caller.local);
  ct_switch_stack(&me->worker->saved, ct_caller.stack);
  abort();
}

/// What a worker is asked to do as itself.
static void serve(ct_worker *worker) {
  worker->request(worker->request_word, (uint32_t)worker->system_id);
  atomic_store(&worker->is_served, 1);
  ct_futex_wake(&worker->is_served);
}

void ct_ask_worker(ct_worker *worker, void (*request)(void *, uint32_t), void *word) {
  worker->request = request;
  worker->request_word = word;
  atomic_store(&worker->is_served, 0);
  atomic_store(&worker->turn, 2);
  ct_futex_wake(&worker->turn);
  while (!atomic_load(&worker->is_served)) ct_futex_wait(&worker->is_served, 0, -1);
}

static void *work(void *argument) {
  ct_worker *worker = argument;
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, NULL);
  worker->local = ct_own_local();
  // Below what this function and the waiting need.
  worker->top = ((uintptr_t)__builtin_frame_address(0) - 16384) & ~(uintptr_t)63;
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(SYS_gettid) : "rcx", "r11", "memory");
  worker->system_id = (int)result;
  atomic_store(&worker->is_served, 1);
  ct_futex_wake(&worker->is_served);
  for (;;) {
    int turn;
    while (!(turn = atomic_exchange(&worker->turn, 0))) ct_futex_wait(&worker->turn, 0, -1);
    if (turn == 3) break;
    serve(worker);
  }
  // What ends with this thread of the machine belongs to no run.
  ct_me = NULL;
  ts_enter(NULL);
  free(worker);
  return NULL;
}

typedef int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

static ct_worker *make_worker(void) {
  CT_NEXT(create, "pthread_create")
  ct_worker *worker = calloc(1, sizeof *worker);
  if (!worker) return NULL;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 8 << 20);
  ts_run *run = ts_enter(NULL);
  int error = original(&worker->handle, &attributes, work, worker);
  ts_enter(run);
  pthread_attr_destroy(&attributes);
  if (error) {
    free(worker);
    return NULL;
  }
  while (!atomic_load(&worker->is_served)) ct_futex_wait(&worker->is_served, 0, -1);
  worker->every = every;
  every = worker;
  return worker;
}

/// A stack on which `begins` does.
static void prepare(ct_worker *worker, void (*begins)(void)) {
  void **top = (void **)worker->top;
  // As after a call: the place to return to, of which there is none.
  *--top = NULL;
  *--top = (void *)begins;
  for (int i = 0; i < 6; i++) *--top = NULL;
  *--top = NULL;
  __asm__ volatile("stmxcsr (%0)\nfnstcw 4(%0)" : : "r"(top) : "memory");
  worker->saved = top;
}

void ct_begin_with_workers(void) {
  sets_base_directly = getauxval(AT_HWCAP2) & 2;
  // In one run, each thread is another of the machine: its stack and its thread-local values are its own.
  idle = NULL;
  for (ct_worker *worker = every; worker; worker = worker->every) worker->next = idle, idle = worker;
}

ct_worker *ct_take_worker(ct_thread *thread, void (*begins)(void)) {
  ct_worker *worker = idle;
  if (worker) idle = worker->next;
  else worker = make_worker();
  if (!worker) return NULL;
  worker->thread = thread;
  prepare(worker, begins);
  return worker;
}

void ct_end_worker(ct_worker *worker) {
  for (ct_worker **link = &every; *link; link = &(*link)->every)
    if (*link == worker) {
      *link = worker->every;
      break;
    }
  pthread_detach(worker->handle);
  atomic_store(&worker->turn, 3);
  ct_futex_wake(&worker->turn);
}

void ct_forget_workers(void) { every = idle = NULL; }

#endif
