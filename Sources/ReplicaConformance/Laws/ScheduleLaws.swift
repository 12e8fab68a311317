import DeterministicScheduling
import PropertyTesting
import ReplicaContract

extension ReplicaLaws {
  private static let overlapping: [BrokenReplica] = [.marksAfterWriting, .mergesIntoSnapshot]

  static let overlap = ReplicaLaw(
    .schedules, source: "Swift Evolution, SE-0306 “Actors”: reentrancy; Kleppmann et al., “Local-first software”, 2019, ideal 3",
    reach: """
      A schedule of its own says at each suspension of the replica who goes on: the sync, the edits of the same device, or the sync of \
      another one. What a replica does on queues or threads of its own is not scheduled, and replicas in other processes are suspended at \
      their calls alone.
      """,
    needs: [.records], examines: SyncSession.overlap, mustCatch: overlapping,
    Requirement(
      "REP-36", "Edits and syncs that overlap anywhere lose nothing",
      says: """
        The user edits while the device synchronizes, and perhaps another device does so too. Wherever one waits, the other may go on. No \
        acknowledged edit is lost in memory or on the disk, and all devices agree in the end.
        """,
      mustCatch: overlapping.map(\.fault)
    ).holds(
      forAll: .array(of: .zip(.optional(.int(in: 0...1)), OverlappingSync.generator), count: 1...4), scheduled: .mixed,
      requiring: [SyncSession.overlap: 0.1], claims: .completion
    ) { steps, subject, trial in
      var session = try await SyncSession(subject, devices: 2, [.reads, .converges, .presence, .values], trial)
      try await session.run { session in
        for (record, sync) in steps {
          if let record {
            try await session.make(.write(device: 1, record: record, field: 0))
            try await session.make(.sync(device: 1, .none))
          }
          try await session.make(sync)
        }
      }
    })
}
