import CountMeReference
import Foundation
import PropertyTesting

/// A pass, and what other tasks do before it, during it or after it, as it happens. A turn is one `Task.yield()`.
struct PassBesideOthers: Sendable {
  /// For each operation, in the order in which they are sent; success past the end.
  let answers: [ServerAnswer]
  /// Each queued by a task of its own; on different entities.
  let queued: [SyncOperation]
  /// The first of those tasks waits for so many turns of others, the second for twice as many.
  let turnsBeforeQueueing: Int
  let turnsBeforePass: Int
  /// Of a pass that another task asks for; nil: none does.
  let turnsBeforeOtherPass: Int?
  /// Of the task of the first pass.
  let turnsBeforeCancellation: Int?
}

/// What must be true of a pass beside others, in whatever order things happened.
extension PassBesideOthers {
  /// - Parameter before: what was in the queue before.
  func expectAllowed(_ found: PassRecord, from before: [SyncOperation]) throws {
    let attempts = found.attempts
    let saysSo = found.cancelledPasses.contains(1)
    try expect("only a pass that was cancelled says so", turnsBeforeCancellation != nil || !saysSo)
    try expect("a pass is not cancelled with another's task", !found.cancelledPasses.contains(2))
    try expect("one attempt at a time", !attempts.contains(where: \.isBesideAnother))
    try expect("isSyncing during each attempt", attempts.allSatisfy(\.isSyncing))
    try expect(
      "nothing was tried after the attempt that was cancelled",
      (1...2).allSatisfy { pass in
        attempts.filter { $0.pass == pass }.dropLast().allSatisfy { $0.end != .cancelled }
      })
    try expectEveryOperationAccountedFor(found, from: before)
    try expectNoneGivenUp(found)
    try expectOrderByTime(found, from: before)
    try expectQueueInOrder(found, from: before)
    try expect(
      "logged failures",
      found.failures.map { "\(describe(ScriptedServer.Request(sending: $0.operation))): \($0.error)" },
      equals: attempts.compactMap { attempt in attempt.failure.map { "\(describe(attempt.request)): \($0)" } })
    try expect("isSyncing after the passes", found.isSyncingAfterwards, equals: false)
  }

  /// No operation is lost, and none is sent twice: each was sent once and is gone, or was not and is there.
  ///
  /// A newcomer that came before the pass took its queue replaced what was there on its entity, which then is not sent.
  private func expectEveryOperationAccountedFor(_ found: PassRecord, from before: [SyncOperation]) throws {
    for operation in before + queued {
      let old = before.filter { $0.concernsSameEntity(as: operation) }
      let newcomer = queued.first { $0.concernsSameEntity(as: operation) }
      let left = found.left.filter { $0.concernsSameEntity(as: operation) }
      let sent = found.attempts.count { $0.isOver && $0.request.concerns(operation) }
      let story = "\(old.count) before, \(newcomer == nil ? 0 : 1) queued meanwhile, sent \(sent) times"
      try expect(
        "one entity's operations: \(story), left \(describe(left))",
        [true, false].contains { newcomerIsLeft in
          isPossible(sent, left, of: old, newcomer, newcomerIsLeft, wasCancelled: !found.cancelledPasses.isEmpty)
        })
    }
  }

  private func isPossible(
    _ sent: Int, _ left: [SyncOperation], of old: [SyncOperation], _ newcomer: SyncOperation?, _ newcomerIsLeft: Bool,
    wasCancelled: Bool
  ) -> Bool {
    var rest = left
    if newcomerIsLeft {
      guard let newcomer, let last = rest.popLast() else { return false }
      let staysCreate = newcomer.kind == .update && old.contains { $0.kind == .create }
      guard last == newcomer || staysCreate && last == newcomer.changed(to: .create) else { return false }
    }
    guard isSubsequence(rest, of: old), wasCancelled || rest.isEmpty else { return false }
    let gone = old.count - rest.count
    let newcomersSent = newcomer == nil || newcomerIsLeft ? 0 : 1
    let most = gone + newcomersSent
    if newcomer == nil || old.isEmpty { return sent == most }
    // What was replaced in time need not have been sent; what was replaced too late was.
    let least = newcomerIsLeft && !wasCancelled ? gone : newcomersSent
    return (least...most).contains(sent)
  }

  /// What was begun was tried until it was answered for good; but for the one that the cancellation met.
  private func expectNoneGivenUp(_ found: PassRecord) throws {
    for pass in 1...2 {
      let attempts = found.attempts.filter { $0.pass == pass }
      let givenUp = attempts.count { $0.number == 1 } - attempts.count(where: \.isOver)
      try expect("given up by pass \(pass): \(givenUp)", givenUp <= (found.cancelledPasses.contains(pass) ? 1 : 0))
    }
  }

  /// Each pass sends by time, and of one time what was queued first.
  private func expectOrderByTime(_ found: PassRecord, from before: [SyncOperation]) throws {
    for pass in 1...2 {
      let begun = found.attempts.filter { $0.pass == pass && $0.number == 1 }
      let places: [(time: Date, place: Int)] = begun.compactMap { attempt in
        let candidates = (before + queued).filter { attempt.request.concerns($0) }
        // Which of two operations on one entity was sent does not show.
        guard candidates.count == 1, let operation = candidates.first else { return nil }
        return (operation.timestamp, before.firstIndex(of: operation) ?? before.count)
      }
      let isAscending = zip(places, places.dropFirst()).allSatisfy { $0 <= $1 }
      try expect("pass \(pass) sends by time: \(places.map(\.time.timeIntervalSinceReferenceDate))", isAscending)
    }
  }

  /// What was there keeps its order, and newcomers come after it.
  private func expectQueueInOrder(_ found: PassRecord, from before: [SyncOperation]) throws {
    let newcomers = queued + queued.map { $0.changed(to: .create) }
    let isInOrder = (0...found.left.count).contains { split in
      isSubsequence(found.left[..<split], of: before) && found.left[split...].allSatisfy(newcomers.contains)
    }
    try expect("the rest in its order, and newcomers at the tail of \(describe(found.left))", isInOrder)
  }
}

extension SyncOperation {
  func changed(to kind: Kind) -> SyncOperation {
    SyncOperation(kind, entityId: entityId, entityType: entityType, timestamp: timestamp)
  }
}

private func isSubsequence(_ part: some Sequence<SyncOperation>, of whole: [SyncOperation]) -> Bool {
  var rest = Array(part)
  for operation in whole where operation == rest.first { rest.removeFirst() }
  return rest.isEmpty
}
