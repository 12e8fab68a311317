import CountMeReference
import Foundation
import PropertyTesting

/// What must be true of a pass beside others, in whatever order things happened.
extension PassBesideOthers {
  /// - Parameter before: what was in the queue before.
  func expectAllowed(_ found: Found, from before: [SyncOperation]) throws {
    try expect("only a pass that was cancelled says so", cancellation != nil || !found.wasCancelled)
    try expect("a pass is not cancelled with another's task", !found.otherWasCancelled)
    try expect("attempts on their way at one time", found.mostOnTheirWay, equals: min(1, found.sendings.count))
    try expect("isSyncing during each attempt", !found.wasIdleWhileSending)
    try expect("nothing was tried after the attempt that was cancelled", !found.wentOnAfterCancellation)
    try expectEveryOperationAccountedFor(found, from: before)
    try expectNoneGivenUp(found)
    try expectOrderByTime(found, from: before)
    try expectQueueInOrder(found, from: before)
    let failed = found.sendings.compactMap { sending in
      if case .failed(let reason)? = sending.end { FailedRequest(request: sending.request, reason: reason.logged) } else { nil }
    }
    try expect("logged failures", found.failures, equals: failed)
    try expect("isSyncing after the passes", found.isSyncingAfterwards, equals: false)
  }

  /// No operation is lost, and none is sent twice: each was sent once and is gone, or was not and is there.
  ///
  /// A newcomer that came before the pass took its queue replaced what was there on its entity, which then is
  /// not sent at all.
  private func expectEveryOperationAccountedFor(_ found: Found, from before: [SyncOperation]) throws {
    for operation in before + queued {
      let old = before.filter { $0.concernsSameEntity(as: operation) }
      let newcomer = queued.first { $0.concernsSameEntity(as: operation) }
      let left = found.left.filter { $0.concernsSameEntity(as: operation) }
      let sent = found.sendings.count { $0.isOver && $0.concerns(operation) }
      let story = "\(old.count) before, \(newcomer == nil ? 0 : 1) queued meanwhile, sent \(sent) times"
      try expect(
        "one entity's operations: \(story), left \(describe(left))",
        isPossible(sent: sent, left, of: old, newcomer, wasCancelled: found.wasCancelled))
    }
    try expect(
      "in the queue from nowhere",
      found.left.filter { left in !(before + queued).contains { $0.concernsSameEntity(as: left) } }, equals: [])
  }

  private func isPossible(
    sent: Int, _ left: [SyncOperation], of old: [SyncOperation], _ newcomer: SyncOperation?, wasCancelled: Bool
  ) -> Bool {
    func isPossible(newcomerIsLeft: Bool) -> Bool {
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
    return isPossible(newcomerIsLeft: false) || isPossible(newcomerIsLeft: true)
  }

  /// What was begun was tried until it was answered for good; but for the one that the cancellation met.
  private func expectNoneGivenUp(_ found: Found) throws {
    let unfinished = found.sendings.filter { !$0.isOver }
    try expect(
      "given up by a pass that was not cancelled",
      unfinished.count { $0.pass != 1 || !found.wasCancelled }, equals: 0)
    try expect("\(unfinished.count) given up by the pass that was cancelled, at most 1", unfinished.count <= 1)
  }

  /// Each pass sends by time, and of one time what was queued first.
  private func expectOrderByTime(_ found: Found, from before: [SyncOperation]) throws {
    for pass in 1...2 {
      let places: [(time: Date, place: Int)] = found.sendings.filter { $0.pass == pass }.compactMap { sending in
        let candidates = (before + queued).filter { sending.concerns($0) }
        // Which of two operations on one entity was sent does not show.
        guard candidates.count == 1, let operation = candidates.first else { return nil }
        return (operation.timestamp, before.firstIndex(of: operation) ?? before.count)
      }
      let isAscending = zip(places, places.dropFirst()).allSatisfy { $0 <= $1 }
      try expect("pass \(pass) sends by time: \(places.map(\.time.timeIntervalSinceReferenceDate))", isAscending)
    }
  }

  /// What was there keeps its order, and newcomers come after it.
  private func expectQueueInOrder(_ found: Found, from before: [SyncOperation]) throws {
    let kept = found.left.filter { left in !queued.contains { $0.concernsSameEntity(as: left) } }
    try expect("the rest in its order", isSubsequence(kept, of: before))
    let firstNew = found.left.firstIndex { left in !before.contains { $0.concernsSameEntity(as: left) } }
    let lastKept = found.left.lastIndex { left in kept.contains(left) }
    try expect("newcomers at the tail of \(describe(found.left))", (lastKept ?? -1) < (firstNew ?? found.left.count))
  }
}

extension SyncOperation {
  func changed(to kind: Kind) -> SyncOperation {
    SyncOperation(kind, entityId: entityId, entityType: entityType, timestamp: timestamp)
  }
}

private func isSubsequence(_ part: [SyncOperation], of whole: [SyncOperation]) -> Bool {
  var rest = part[...]
  for operation in whole where operation == rest.first { rest.removeFirst() }
  return rest.isEmpty
}
