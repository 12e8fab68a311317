/// Permits that are acquired and released: a mutex has one, a semaphore several. With owners, only who holds it releases it.
struct PermitObject: SequentialObject {
  struct Operation: Hashable, Sendable {
    /// How many permits, at least 1.
    var permits = 1
    var acquires: Bool
    /// The owner's number; nil if owners do not matter.
    var owner: Int?
  }

  /// What each owner holds, without those who hold nothing; without owners, all stand under -1.
  typealias State = [Int: Int]

  var permits = 1
  var initial: State { [:] }
  var name: @Sendable (Int) -> String = { "\($0)" }

  func step(_ state: State, _ operation: Operation) -> [State] {
    let owner = operation.owner ?? -1
    let held = state[owner, default: 0]
    var next = state
    if operation.acquires {
      guard operation.permits <= permits - state.values.reduce(0, +) else { return [] }
      next[owner] = held + operation.permits
    } else {
      guard held >= operation.permits else { return [] }
      next[owner] = held == operation.permits ? nil : held - operation.permits
    }
    return [next]
  }

  func observes(_ operation: Operation) -> Bool { false }

  func text(of state: State) -> String {
    if state.isEmpty { return permits == 1 ? "the lock is free" : "all \(permits) permits are free" }
    if let held = state[-1] { return permits == 1 ? "the lock is held" : "\(held) of \(permits) permits are held" }
    return state.sorted { $0.key < $1.key }.map { "\(name($0.key)) holds \(permits == 1 ? "the lock" : "\($0.value) of \(permits)")" }
      .joined(separator: ", ")
  }
}
