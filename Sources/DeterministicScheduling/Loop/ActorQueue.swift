import CScheduling

/// The jobs that wait for an actor, in the order in which they will run: that in which they came, the highest priority first.
///
/// Tasks are told that this is the executor that they go to. The loop keeps the queues instead of the runtime, so that each job is a
/// step of its own: an actor of the runtime runs all that waits for it in one go. While one of the jobs runs, it runs on the actor, and
/// has its lock.
final class ActorQueue: SerialExecutor, @unchecked Sendable {
  struct Entry {
    let job: UnownedJob
    let owner: UInt64
    let priority: UInt8
    /// The step in which it came; nil where no recorder counts.
    let step: Int?
  }

  // The loop owns it and outlives it.
  unowned(unsafe) var loop: SchedulerLoop?
  /// Nil: the main actor.
  fileprivate(set) var actor: UnsafeMutableRawPointer?
  private(set) var entries: [Entry] = []
  /// Whether its next job is among those that could run.
  var isReady = false
  /// Whether a task that ran here has not come to the actor that it calls, or returns to. The runtime lets no other job of this actor run
  /// before: of two calls that go the same way, the first to leave is the first to come.
  var isHeld = false
  /// The step in which the last such task came there.
  var released: Int?
  /// Whether one of its jobs is running.
  var isRunning = false

  func enqueue(_ job: consuming ExecutorJob) {
    loop?.add(UnownedJob(job), to: self)
  }

  /// Answers questions about the main actor's executor: on Linux the runtime's own executor cannot answer them.
  func isIsolatingCurrentContext() -> Bool? { isRunning }

  func add(_ entry: Entry) {
    let place = entries.lastIndex { $0.priority >= entry.priority }.map { $0 + 1 } ?? 0
    entries.insert(entry, at: place)
  }

  func takeFirst() -> Entry? { entries.isEmpty ? nil : entries.removeFirst() }

  func forget() {
    actor = nil
    entries.removeAll(keepingCapacity: true)
    (isReady, isHeld, isRunning, released) = (false, false, false, nil)
  }
}

/// The queues of a run's actors. They are used again by the next run.
struct ActorQueues {
  private var all: [ActorQueue] = []
  private var count = 0
  private var places: [UnsafeMutableRawPointer: Int] = [:]

  mutating func queue(of actor: UnsafeMutableRawPointer, in loop: SchedulerLoop) -> ActorQueue {
    if let place = places[actor] { return all[place] }
    if count == all.count {
      let queue = ActorQueue()
      queue.loop = loop
      all.append(queue)
    }
    let queue = all[count]
    queue.actor = actor
    places[actor] = count
    count += 1
    return queue
  }

  mutating func forget() {
    for queue in all.prefix(count) { queue.forget() }
    count = 0
    places.removeAll(keepingCapacity: true)
  }
}
