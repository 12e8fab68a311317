import PropertyTesting
import StorageContract

extension RequestLog {
  var wasCancelled: Bool { events.contains(.cancelled) }

  /// What it did, without when it was cancelled.
  var effects: [Event] { events.filter(\.isEffect) }

  /// Nothing after the cancellation. Before it, what the plan says, each effect once and none left out; all of it without one.
  func expectEffectsUpToTheCancellation() throws {
    let planned = plan.effects
    if let cancellation = events.firstIndex(of: .cancelled) {
      try expect(
        "effects of \(name) after it was cancelled", events[cancellation...].filter(\.isEffect), equals: [])
    }
    let expected = wasCancelled ? Array(planned.prefix(effects.count)) : planned
    try expect("effects of \(name), in the order of its steps", effects, equals: expected)
  }

  /// A cancellation is told of where it left something out.
  func expectHonestOutcome() throws {
    let whole: Outcome = plan.fails ? .failed : .finished
    if effects == plan.effects && !wasCancelled {
      try expect("outcome of \(name)", outcome, equals: whole)
    } else if effects != plan.effects {
      try expect("outcome of \(name), which was cancelled", outcome, equals: .cancelled)
    } else {
      // All its effects were made, then it was cancelled: before its end, or too late.
      try expect("outcome of \(name)", outcome == whole || outcome == .cancelled)
    }
  }

  /// The store holds the transactions that were through before the cancellation, whole, and nothing else of
  /// this request.
  func expectStored(in records: [Record], cancelledInside interrupted: Int? = nil) throws {
    let stored = records.map(\.key).filter { $0.hasPrefix(name + " ") }
    var expected: [String] = []
    for (step, kind) in plan.steps.enumerated() where step != interrupted {
      guard case .save(let writes) = kind else { continue }
      let keys = (0..<writes).map { key(step: step, write: $0) }
      if effects.contains(.wrote(step: step, write: writes - 1)) { expected += keys }
    }
    try expect("what \(name) left in the store", stored.sorted(), equals: expected.sorted())
  }
}
