/// What a step touched that other tasks may touch too, as far as the order of the two matters.
struct Footprint {
  /// The actors onto whose queues a job came. The order in which they come there is the order in which they run.
  var queues: Set<Label> = []
  /// The actor that it ran on.
  var actor: Label?
  /// All else that it changed: the ends of tasks, random numbers, clocks, timers, cancellation, priorities that it raised.
  var others: Set<Label> = []
  /// What it may only have read: whether it, or a task that it is a part of, is cancelled, and their priorities.
  var reads: Set<Label> = []
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

  func depends(on other: Footprint) -> Bool {
    Footprint.isOrderTold(
      ofQueues: !queues.isDisjoint(with: other.queues), ofOthers: !others.isDisjoint(with: other.others) || !others.isDisjoint(with: other.reads) || !reads.isDisjoint(with: other.others),
      ofTurn: actor.map(other.queues.contains) ?? false || other.actor.map(queues.contains) ?? false,
      priorities, other.priorities)
  }

  /// Whether the order of two steps can be told from what comes of them: if both put jobs onto one queue, or touch something
  /// else in common.
  ///
  /// To come onto an actor's queue while that actor runs another job (`ofTurn`) is the same as to come after it, if there is one
  /// priority: those jobs run in the order in which they came.
  static func isOrderTold(
    ofQueues: Bool, ofOthers: Bool, ofTurn: Bool, _ priorities: Set<UInt8>, _ others: Set<UInt8>
  ) -> Bool {
    ofQueues || ofOthers || ofTurn && (priorities != others || priorities.count > 1)
  }
}

/// Names for what a run makes, the same in every run of a case: by the task that made it and its place among what that task
/// made.
final class Names {
  enum Kind: Hashable { case task, actor, job, cancellation, end, children, priority }

  enum Origin: Hashable {
    case made(Kind, by: Int, ordinal: Int)
    /// It was there before the run.
    case address(UInt)
  }

  private var known: [Origin: Int] = [:]
  private var hashes = [0]

  func name(_ origin: Origin) -> Int {
    if let name = known[origin] { return name }
    let name = known.count + 1
    known[origin] = name
    hashes.append(hash(of: origin))
    return name
  }

  /// Of what a name stands for: the same in the names of another run of this process, where it may have come at another time.
  func hash(of name: Int) -> Int {
    hashes.indices.contains(name) ? hashes[name] : name
  }

  private func hash(of origin: Origin) -> Int {
    var hasher = Hasher()
    switch origin {
    case .made(let kind, let maker, let ordinal):
      hasher.combine(kind)
      hasher.combine(hash(of: maker))
      hasher.combine(ordinal)
    case .address(let address): hasher.combine(address)
    }
    return hasher.finalize()
  }
}
