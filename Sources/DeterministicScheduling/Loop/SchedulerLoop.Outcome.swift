import CScheduling

extension SchedulerLoop {
  /// What could happen next.
  struct ReadyJob {
    /// Nil: the next one of `queue` has its turn.
    let job: UnownedJob?
    /// With a job: where it comes to, if that is all that happens.
    let queue: ActorQueue?
    /// Where it comes from: nothing else runs there before it has come.
    var source: ActorQueue?
    /// The identity of the task that it moves; of a job that is none, of the task that asked for it.
    let owner: UInt64

    /// Whether a job comes onto a queue.
    var isArrival: Bool { job != nil && queue != nil }
    /// A turn of an actor that keeps its own queue: several tasks may wait for it.
    var isWholeTurn: Bool { job.map { ts_turn_actor($0.pointer) != nil } ?? false }
  }

  /// What cannot be controlled, and the return addresses of the code that did it.
  struct Stray: Hashable {
    let what: String
    let sites: [UInt]
  }

  /// How the run of a body ended.
  enum Ending {
    case finished
    /// The body has not finished, and nothing can run.
    case stuck
    case stepLimit
  }

  struct Outcome {
    var ending = Ending.finished
    var steps = 0
    /// At the step limit: how many of the last steps were one task's alone.
    var stepsAlone = 0
    /// Whether more than one task ran.
    var hadSeveralTasks = false
    /// How often another thread woke a task.
    var externalWakes = 0
    /// Over what was chosen out of how many, and when.
    var traceHash: UInt64 = 0
  }
}
