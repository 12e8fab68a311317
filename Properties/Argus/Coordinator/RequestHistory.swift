import ArgusGenerators
import ArgusReference
import PropertyTesting

/// What happened to requests that several clients made at the same time, and what must be true of it, whatever the order was.
struct RequestHistory: Sendable {
  /// By number.
  let requests: [CloudRequest]
  let events: [RequestLog.Event]
  /// What each operation had written when it ended.
  let calls: History<CountCall, CountCall.Output>
  /// When all is quiet.
  let load: CoordinatorLoad
  let health: CloudHealth

  func expectSettled() throws {
    for (number, request) in requests.enumerated() {
      let began = events.count { $0 == .began(number) }
      try expect("the body of request \(number) ran at most once, not \(began) times", began <= 1)
      // A body that ran decides; one that did not run belongs to somebody who was cancelled.
      if began == 0 { try expect("request \(number) did not run, so it was cancelled", request.cancelledAfter != nil) }
      let settled = events.filter { if case .settled(number, _) = $0 { true } else { false } }
      try expect("what request \(number) got", settled, equals: [.settled(number, began == 0 ? .cancelled : request.end)])
    }
    try expect("load when all is quiet", load, equals: CoordinatorLoad(running: 0, pending: 0))
  }

  func expectNoOverlap() throws {
    var inside: [CloudOperationType: Int] = [:]
    for event in events {
      if case .began(let number) = event {
        let other = inside.updateValue(number, forKey: requests[number].type)
        try expect("\(requests[number].type.rawValue) \(number) runs beside \(other ?? -1)", other == nil)
      }
      if case .ended(let number) = event { inside[requests[number].type] = nil }
    }
  }

  func expectReports() throws {
    let ended = events.compactMap { if case .ended(let number) = $0 { number } else { nil } }
    let told = events.compactMap { if case .reported(let number, _) = $0 { number } else { nil } }
    // Of one type, the next body begins when the one before has ended; of several, who ends first is for the schedule to say.
    for type in Set(requests.map(\.type)) {
      try expect(
        "reports on \(type.rawValue), in the order of completion",
        told.filter { requests.indices.contains($0) && requests[$0].type == type },
        equals: ended.filter { requests[$0].type == type && requests[$0].end != .cancelled })
    }
    for (number, request) in requests.enumerated() {
      let own = events.filter { if case .reported(number, _) = $0 { true } else { false } }
      guard let end = events.firstIndex(of: .ended(number)), request.end != .cancelled else {
        try expect("reports on the cancelled operation \(number)", own, equals: [])
        continue
      }
      try expect("reports on operation \(number)", own, equals: [.reported(number, request.end == .value ? .success : .failure)])
      let settled = events.firstIndex(of: .settled(number, request.end))
      guard let reported = events.firstIndex(of: own[0]), let settled else { continue }
      try expect("operation \(number) is reported after its body and before its caller goes on", end < reported && reported < settled)
    }
  }

  func expectHealth() throws {
    let outcomes = events.compactMap { if case .reported(_, let outcome) = $0 { outcome } else { nil } }
    try expect("health after \(outcomes.letters)", health, equals: HealthTable.walk(outcomes).last ?? .unknown)
  }
}

/// A request that adds to the number of its type, and gives the sum.
struct CountCall: Sendable {
  enum Output: Sendable, Equatable {
    case sum(Int)
    /// The operation's own error says what it had written.
    case failure(sum: Int)
    /// The operation has written, and then thrown a cancellation.
    case cancelled
    case other(String)
  }

  let type: CloudOperationType
  /// 0: only looks.
  let count: Int

  /// One number of each type.
  static let model = SequentialModel<Int, CountCall, Output>(initial: 0) { number, call, output in
    let sum = number + call.count
    switch output {
    case .sum(sum), .failure(sum: sum), .cancelled, nil: return [sum]
    case .sum, .failure, .other: return []
    }
  }.partitioned(by: \.type)
}
