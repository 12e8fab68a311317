// Queues of Dispatch, as its documentation says they behave: first in, first out; a serial queue runs one job at a time, a concurrent one
// several, but a barrier alone; a queue with a target runs its work as work of the target.
#include "private.h"

#if CT_HAS_THREADS
#include <stdlib.h>
#include <string.h>

// What is known of each queue from the time it was made, in any thread.
typedef struct made {
  struct made *next;
  void *real, *target;
  bool is_serial, is_inactive;
} made;

static made *all_made[1 << 10];
static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;

static made **bucket_of(void *real) { return &all_made[((uint64_t)real * 0x9e3779b97f4a7c15) >> 54]; }

static made *made_of(void *real) {
  for (made *known = *bucket_of(real); known; known = known->next)
    if (known->real == real) return known;
  return NULL;
}

void ct_queue_made(void *real, bool is_serial, bool is_inactive, void *target) {
  ct_thread *me = ct_me;
  if (me) me->inside++;
  pthread_mutex_lock(&making);
  made *known = made_of(real);
  if (!known && (known = malloc(sizeof *known))) {
    *known = (made){.next = *bucket_of(real), .real = real};
    *bucket_of(real) = known;
  }
  if (known) known->target = target, known->is_serial = is_serial, known->is_inactive = is_inactive;
  pthread_mutex_unlock(&making);
  if (me) {
    // Another may have had this address.
    ct_object *object = ct_known_object(real);
    if (object) object->more = NULL;
    me->inside--;
  }
}

extern char _dispatch_main_q __attribute__((weak));

static ct_queue *queue_of(void *real) {
  ct_object *object = ct_object_at(real);
  if (object->more) return object->more;
  ct_queue *queue = ct_allocate(sizeof *queue);
  memset(queue, 0, sizeof *queue);
  queue->real = real;
  object->more = queue;
  pthread_mutex_lock(&making);
  made *known = made_of(real);
  void *target = known ? known->target : NULL;
  // Those that nobody made are the system's: the main queue, and the global ones.
  queue->is_serial = known ? known->is_serial : real == (void *)&_dispatch_main_q;
  queue->is_global = !known && !queue->is_serial;
  queue->suspensions = known && known->is_inactive;
  pthread_mutex_unlock(&making);
  if (target) queue->target = queue_of(target);
  return queue;
}

ct_queue *ct_queue_of(void *real) {
  ct_thread *me = ct_me;
  me->inside++;
  ct_queue *queue = queue_of(real);
  me->inside--;
  return queue;
}

void ct_call_block(void *block) {
  struct { void *isa; int flags, reserved; void (*invoke)(void *); } *layout = block;
  layout->invoke(block);
}

/// Whether the first job of a queue may begin.
static bool can_begin(ct_queue *queue, ct_job *job) {
  if (!job || queue->first != job || queue->suspensions || queue->has_barrier) return false;
  if ((queue->is_serial || job->is_barrier) && queue->running) return false;
  for (ct_queue *target = queue->target; target; target = target->target)
    if (target->suspensions || target->has_barrier || (target->is_serial && target->running)) return false;
  return true;
}

static void append(ct_queue *queue, ct_job *job) {
  if (queue->is_global) job->is_barrier = false;
  job->next = NULL;
  if (queue->last) queue->last->next = job;
  else queue->first = job;
  queue->last = job;
}

static void begin(ct_thread *me, ct_queue *queue, ct_job *job, const void *place) {
  queue->first = job->next;
  if (!queue->first) queue->last = NULL;
  bool is_alone = queue->is_serial || job->is_barrier;
  queue->has_barrier = job->is_barrier && !queue->is_serial;
  ct_acquire(me, &job->clock);
  ct_acquire(me, &queue->barriers);
  if (is_alone) ct_acquire(me, &queue->others);
  for (ct_queue *at = queue; at; at = at->target) {
    at->running++;
    if (at != queue && at->is_serial) ct_acquire(me, &at->barriers);
    if (!at->is_serial) continue;
    ct_object *object = ct_object_at(at->real);
    object->owner = me;
    object->place = place;
    object->stack = me->stack;
  }
  ct_changed(me);
}

static void end(ct_thread *me, ct_queue *queue, ct_job *job) {
  bool is_alone = queue->is_serial || job->is_barrier;
  ct_release(me, is_alone ? &queue->barriers : &queue->others);
  if (job->is_barrier) queue->has_barrier = false;
  for (ct_queue *at = queue; at; at = at->target) {
    at->running--;
    if (!at->is_serial) continue;
    if (at != queue) ct_release(me, &at->barriers);
    ct_object_at(at->real)->owner = NULL;
  }
  ct_changed(me);
}

// A lane is a thread that takes jobs of one queue.
static bool has_job(ct_thread *me, void *queue) {
  (void)me;
  ct_job *first = ((ct_queue *)queue)->first;
  // Who waits in `sync` runs its job itself.
  return first && !first->is_sync && can_begin(queue, first);
}

static void block_release(void *block) {
  typedef void (*function)(const void *);
  CT_NEXT(function, "_Block_release")
  original(block);
}

static void *run_lane(void *argument) {
  ct_queue *queue = argument;
  ct_thread *me = ct_me;
  for (;;) {
    me->is_daemon = true;
    ct_point_when(me, ct_queue_begin, queue->real, me->place, has_job, queue, CT_NEVER);
    me->is_daemon = false;
    me->inside++;
    ct_job *job = queue->first;
    if (!queue->is_serial) {
      // What the lane did before does not come before this job.
      uint32_t own = me->times[me->id];
      memset(me->times, 0, sizeof me->times);
      me->times[me->id] = own + 1;
    }
    begin(me, queue, job, me->place);
    me->queue = queue;
    me->inside--;
    job->body(job->context);
    // What the block held may end with it, and that is the program's.
    if (job->is_block) block_release(job->context);
    ct_point(me, ct_queue_end, queue->real, me->place);
    me->inside++;
    me->queue = NULL;
    end(me, queue, job);
    if (job->group) ct_leave_group(me, job->group, me->place);
    me->inside--;
  }
}

const char *ct_label_of(void *real);

void ct_submit(ct_thread *me, ct_queue *queue, ct_job job, const void *place) {
  ct_point(me, ct_queue_async, queue->real, place);
  me->inside++;
  ct_job *kept = ct_allocate(sizeof *kept);
  *kept = job;
  kept->clock = (ct_clock){0};
  ct_release(me, &kept->clock);
  append(queue, kept);
  // A new thread for each job of a concurrent queue, up to a number: then those that are idle.
  int most = queue->is_serial ? 1 : 16;
  if (queue->lanes < most) {
    ct_thread *lane = ct_make_thread(run_lane, queue, ct_label_of(queue->real), place);
    if (lane) queue->lane[queue->lanes++] = lane;
    else ct_escapes("more threads than a schedule takes (512)", place);
  }
  ct_changed(me);
  me->inside--;
}

static bool is_first(ct_thread *me, void *queue) { return can_begin(queue, me->waits_on); }

void ct_run_on_queue(ct_thread *me, ct_queue *queue, ct_job job, const void *place) {
  me->inside++;
  ct_job *kept = ct_allocate(sizeof *kept);
  *kept = job;
  kept->is_sync = true;
  kept->clock = (ct_clock){0};
  me->inside--;
  // The place in the queue is taken when the call is made.
  ct_point(me, ct_queue_async, queue->real, place);
  append(queue, kept);
  me->waits_on = kept;
  if (!can_begin(queue, kept)) ct_point_when(me, ct_queue_sync, queue->real, place, is_first, queue, CT_NEVER);
  me->inside++;
  ct_queue *outer = me->queue;
  begin(me, queue, kept, place);
  ct_hold_lock(me, queue->real, 'q', place);
  me->queue = queue;
  me->inside--;
  kept->body(kept->context);
  ct_point(me, ct_queue_end, queue->real, place);
  me->inside++;
  me->queue = outer;
  ct_drop_lock(me, queue->real);
  end(me, queue, kept);
  me->inside--;
}

#endif
