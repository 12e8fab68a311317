import CountMeReference
import Foundation
import PropertyTesting

/// What became of a queue in a pass with others at work, and what must be true of it in every order.
struct ProcessingOutcome {
  /// In the queue before.
  let before: [SyncOperation]
  /// Queued meanwhile, on different entities, which may be those of operations that were there.
  let newcomers: [SyncOperation]
  let sendings: [PassScript.Sending]
  /// Whether the first pass ended by its cancellation.
  let wasCancelled: Bool
  /// In the queue afterwards.
  let after: [SyncOperation]

  /// No operation is lost, and none is sent twice: each was sent once and is gone, or was not and is there.
  ///
  /// A newcomer that came before the pass took its queue replaced what was there on its entity, which then is
  /// not sent at all.
  func expectEveryOperationAccountedFor() throws {
    for operation in before + newcomers {
      let old = before.filter { $0.concernsSameEntity(as: operation) }
      let newcomer = newcomers.first { $0.concernsSameEntity(as: operation) }
      let left = after.filter { $0.concernsSameEntity(as: operation) }
      let sent = sendings.count { $0.isOver && $0.concerns(operation) }
      let story = "\(old.count) before, \(newcomer == nil ? 0 : 1) queued meanwhile, sent \(sent) times"
      try expect(
        "one entity's operations: \(story), left \(describe(left))",
        isPossible(sent: sent, left, of: old, newcomer))
    }
    try expect(
      "in the queue from nowhere",
      after.filter { left in !(before + newcomers).contains { $0.concernsSameEntity(as: left) } }, equals: [])
  }

  private func isPossible(
    sent: Int, _ left: [SyncOperation], of old: [SyncOperation], _ newcomer: SyncOperation?
  ) -> Bool {
    func isPossible(newcomerIsLeft: Bool) -> Bool {
      var rest = left
      if newcomerIsLeft {
        guard let newcomer, let last = rest.popLast() else { return false }
        let staysCreate = newcomer.kind == .update && old.contains { $0.kind == .create }
        guard last == newcomer || staysCreate && last == newcomer.changed(to: .create) else { return false }
      }
      guard Self.isSubsequence(rest, of: old), wasCancelled || rest.isEmpty else { return false }
      let gone = old.count - rest.count
      let newcomersSent = newcomer == nil || newcomerIsLeft ? 0 : 1
      let most = gone + newcomersSent
      if newcomer == nil || old.isEmpty { return sent == most }
      // What was replaced in time need not have been sent; what was replaced too late was.
      let least = newcomerIsLeft && !wasCancelled ? gone : newcomersSent
      return (least...most).contains(sent)
    }
    return isPossible(newcomerIsLeft: false) || isPossible(newcomerIsLeft: true)
  }

  /// What was begun was tried until it was answered for good; but for the one that the cancellation met.
  func expectNoneGivenUp() throws {
    let unfinished = sendings.filter { !$0.isOver }
    try expect(
      "given up by a pass that was not cancelled",
      unfinished.count { $0.pass != 1 || !wasCancelled }, equals: 0)
    try expect("\(unfinished.count) given up by the pass that was cancelled, at most 1", unfinished.count <= 1)
  }

  /// Each pass sends by time, and of one time what was queued first.
  func expectOrderByTime() throws {
    for pass in 1...2 {
      let sent = sendings.filter { $0.pass == pass }
      let places: [(time: Date, place: Int)] = sent.compactMap { sending in
        let candidates = (before + newcomers).filter { sending.concerns($0) }
        // Which of two operations on one entity was sent does not show.
        guard candidates.count == 1, let operation = candidates.first else { return nil }
        return (operation.timestamp, before.firstIndex(of: operation) ?? before.count)
      }
      let isAscending = zip(places, places.dropFirst()).allSatisfy { $0 <= $1 }
      let seconds = places.map(\.time.timeIntervalSinceReferenceDate)
      try expect("pass \(pass) sends by time: \(seconds)", isAscending)
    }
  }

  /// What was there keeps its order, and newcomers come after it.
  func expectQueueInOrder() throws {
    let entities = newcomers
    let kept = after.filter { left in !entities.contains { $0.concernsSameEntity(as: left) } }
    try expect("the rest in its order", Self.isSubsequence(kept, of: before))
    let firstNew = after.firstIndex { left in !before.contains { $0.concernsSameEntity(as: left) } }
    let lastKept = after.lastIndex { left in kept.contains(left) }
    try expect("newcomers at the tail of \(describe(after))", (lastKept ?? -1) < (firstNew ?? after.count))
  }

  /// Whose upload was cancelled.
  var cancelledOperation: SyncOperation? {
    guard let sending = sendings.last(where: { $0.end == .cancelled }) else { return nil }
    return after.last { sending.concerns($0) }
  }

  var failures: [LoggedRequest] {
    sendings.compactMap { sending in
      if case .failed(let reason)? = sending.end { LoggedRequest(sending.request, reason) } else { nil }
    }
  }

  var classes: [String] {
    var classes: [String] = []
    if sendings.contains(where: { $0.pass == 1 }), sendings.contains(where: { $0.pass == 2 }) {
      classes.append("two passes run one after the other")
    }
    let sentAtOnce = newcomers.contains { newcomer in
      !before.contains { $0.concernsSameEntity(as: newcomer) }
        && sendings.contains { $0.pass == 1 && $0.concerns(newcomer) }
    }
    if sentAtOnce { classes.append("queued before the pass takes its queue") }
    if wasCancelled && !after.isEmpty { classes.append("a pass is cancelled with operations left") }
    if sendings.contains(where: { $0.end == .cancelled }) { classes.append("an upload is cancelled") }
    for (index, sending) in sendings.enumerated() {
      switch sending.end {
      case .ok: if sending.attempts > 1 { classes.append("succeeds after retries") }
      case .failed(.retriesUsedUp): classes.append("runs out of retries")
      case .failed(.refused): classes.append("is refused")
      case .failed(.other), .cancelled, nil: break
      }
      let failed = sendings[..<index].contains { $0.pass == sending.pass && $0.isFailure }
      if failed { classes.append("goes on past a failure") }
    }
    return classes
  }

  /// Whether one pass sent nothing and ended while the other was at it.
  func isTurnedAway(_ ended: [Int]) -> Bool {
    guard ended.count == 2 else { return false }
    return !sendings.isEmpty && !sendings.contains { $0.pass == ended[0] }
  }

  /// For a report's trace.
  var summary: String {
    let passes = (1...2).map { pass in
      "pass \(pass) sent \(sendings.count { $0.pass == pass })"
    }
    return passes.joined(separator: ", ") + (wasCancelled ? ", pass 1 was cancelled" : "")
      + ", left \(describe(after))"
  }

  private static func isSubsequence(_ part: [SyncOperation], of whole: [SyncOperation]) -> Bool {
    var rest = part[...]
    for operation in whole where operation == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }
}

extension PassScript.Sending {
  /// Answered for good, well or not.
  fileprivate var isOver: Bool { end != nil && end != .cancelled }

  fileprivate var isFailure: Bool { if case .failed? = end { true } else { false } }

  fileprivate func concerns(_ operation: SyncOperation) -> Bool {
    request.entityId == operation.entityId && request.entityType == operation.entityType
  }
}
