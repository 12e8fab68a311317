import PropertyTesting
import ReplicaContract

extension ReplicaLaws {
  static let quiet = ReplicaLaw(
    "REP-28", "Nothing is sent twice for ever", .costs,
    says: "When all devices have exchanged everything, a sync sends no record and fetches none, whatever has gone wrong before.",
    source: "Apple, “CKServerChangeToken”: fetch what has changed since",
    reach: "It counts the records of the third sync of each device in a row.",
    of: SyncHistories(
      weights: [.write: 6, .delete: 1, .put: 2, .sync: 5],
      troubles: [.atCall { .losesRequest(call: $0) }, .atCall { .losesAnswer(call: $0) }, .constant(.forgetsToken)]),
    claims: [.quiet], mustCatch: [.fetchesAllEachTime, .sendsAllEachTime, .oursWins])

  private static let growing: [BrokenReplica] = [.keepsAllValues]

  static let growth = ReplicaLaw(
    .costs, source: "Bieniusa et al., “An optimized conflict-free replicated set”, 2012: metadata that stays bounded",
    reach: """
      It compares the bytes of the server's latest versions, and of the disks of the places, after eight edits of one record and after \
      forty. It does not see files that a replica keeps elsewhere.
      """,
    needs: [.bounded], mustCatch: growing,
    Requirement(
      "REP-29", "A record that is edited often stays small",
      says: "Two devices edit one record again and again, with syncs in between. What the server and the devices keep stays within limits.",
      mustCatch: growing.map(\.fault)
    ).holds(forAll: .array(of: .zip(.int(in: 0...1), .int(in: 0...1), .bool), count: 8)) { edits, subject, trial in
      try await expectNoGrowth(
        edits.map { (.write(device: $0, record: 0, field: $1), $0, $2) }, subject, trial)
    })

  /// Eight edits of one record, made five times, need not much more room than once.
  /// - Parameters:
  ///   - edits: each edit, its device, and whether the other device synchronizes after it, too.
  ///   - pause: what comes before the room is measured.
  static func expectNoGrowth(
    _ edits: [(step: SyncStep, device: Int, bothSync: Bool)], pause: [SyncStep] = [], _ subject: ReplicaSubject, _ trial: Trial
  ) async throws {
    var session = try await SyncSession(subject, devices: 2, [], trial)
    var sizes: [Int] = []
    for _ in 0..<5 {
      for (step, device, bothSync) in edits {
        try await session.make(step)
        try await session.make(.sync(device: device, .none))
        if bothSync { try await session.make(.sync(device: 1 - device, .none)) }
      }
      for step in pause { try await session.make(step) }
      sizes.append(session.sizeBytes)
    }
    await session.close()
    let (first, last) = (sizes[0], sizes[4])
    try expect(
      "after 40 edits of one record, what is kept is at most half larger than after 8: \(first) bytes, then \(last)",
      last <= first + first / 2 + 64)
  }
}
