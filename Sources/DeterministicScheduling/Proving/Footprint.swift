/// What a stretch of code touched that other tasks may touch too, as far as the order of the two matters.
struct Footprint {
  /// The actors onto whose queues it put a job. The order in which they come there is the order in which they run.
  var queues: Set<Label> = []
  /// The actor that it ran on.
  var actor: Label?
  /// All else that it touched: what tasks of one group hand over, the main actor, random numbers, clocks, timers, cancellation.
  var others: Set<Label> = []
  /// Jobs of a higher priority overtake others in an actor's queue.
  var priorities: Set<UInt8> = []

  /// A thing that is shared, by a number that is the same in every run of a case.
  typealias Label = Int

  /// Memory that anything may reach, where nothing is said of what is shared.
  static let memory: Label = -1
  static let mainActor: Label = -2
  static let randomNumbers: Label = -3
  static let clocks: Label = -4
  static let timers: Label = -5

  mutating func formUnion(_ other: Footprint) {
    queues.formUnion(other.queues)
    others.formUnion(other.others)
    priorities.formUnion(other.priorities)
    actor = actor ?? other.actor
  }

  /// Whether the order of the two can be told from what comes of them.
  ///
  /// To come onto an actor's queue while that actor runs another job is the same as to come after it: jobs of one priority run
  /// in the order in which they came.
  func depends(on other: Footprint) -> Bool {
    if !queues.isDisjoint(with: other.queues) || !others.isDisjoint(with: other.others) { return true }
    if priorities == other.priorities, priorities.count < 2 { return false }
    return actor.map { other.queues.contains($0) } ?? false || other.actor.map { queues.contains($0) } ?? false
  }
}

/// Names for what a run makes, the same in every run of a case: by the task that made it and its place among what that task
/// made.
final class Names {
  enum Kind: Hashable { case task, actor, group, job, cancellation }

  enum Origin: Hashable {
    case made(Kind, by: Int, ordinal: Int)
    /// It was there before the run.
    case address(UInt)
  }

  private var known: [Origin: Int] = [:]

  func name(_ origin: Origin) -> Int {
    if let name = known[origin] { return name }
    let name = known.count + 1
    known[origin] = name
    return name
  }
}
