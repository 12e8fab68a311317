import PropertyTesting
import StorageContract

/// STO-21: calls that are refused.
extension OperationLaws {
  static let refusalsChangeNothing = StorageLaw(
    .operations,
    Requirement(
      "STO-21", "A refused call changes nothing, and the transaction goes on",
      says: """
        A call with a name, key, value or limit that no store accepts throws the error that the \
        contract names, and leaves the transaction as it was before that call. If the caller catches \
        the error, the transaction goes on: writes after the refused call are committed like those \
        before it.
        """,
      mustCatch: [
        .over(.swallowsWriteErrors), .losesTheRecordOnARefusedPut, .ignoresWritesAfterARefusal,
        .countsARefusedPut,
      ]
    ).holds(
      forAll: .zip(
        .array(of: .historyChange, count: 0...9),
        .array(
          of: .zip(.array(of: .historyChange, count: 0...2), .refusedCall, .array(of: .historyChange, count: 0...2)),
          count: 1...4)),
      requiring: ["at a present record": 0.07, "writes before it": 0.4, "writes after it": 0.4, "nothing else": 0.1]
    ) { generated, subject, trial in
      let (setUp, transactions) = generated
      var session = try await HistorySession(at: subject.location, trial)
      try await session.write(setUp)
      for (before, refused, after) in transactions {
        trial.label("writes before it", if: !before.isEmpty)
        trial.label("writes after it", if: !after.isEmpty)
        trial.label("nothing else", if: before.isEmpty && after.isEmpty)
        trial.label("at a present record", if: session.model.records[refused.place] != nil)
        // All that is there, as the transaction sees it right before the call and right after it.
        let look: [HistoryCall] = [.collections] + ["c", "d", "c_1"].map { .scan($0, from: nil, to: nil, limit: nil) }
        let dump = try await session.store.dumped()
        try await session.write(before + look + [.refused(refused)] + look + after)
        if before.isEmpty && after.isEmpty {
          try expect("dump after \(refused)", try await session.store.dumped(), equals: dump)
        }
      }
      try await session.write([.put(RecordPlace("next", in: "c"), [:])])
      try await session.close()
    })
}
