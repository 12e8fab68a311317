import PropertyTesting
import ReplicaContract

extension ReplicaLaws {
  private static let forgetting: [BrokenReplica] = [.writesKnownFieldsAlone, .emptiesUnknownFields]

  static let unknownFields = ReplicaLaw(
    .versions, source: "Google, “Protocol Buffers”, on unknown fields; Litt et al., “Project Cambria”, 2020, on apps of different versions",
    reach: """
      One device is up to date, and one knows the first field only. It looks at both once everybody has synchronized. Fields keep their \
      kinds, and none is removed.
      """,
    needs: [.unknownFields], mustCatch: forgetting,
    Requirement(
      "REP-33", "What an older app does not know survives it",
      says: """
        One device has an older version of the app, which knows only the first field of a record. It edits that field and synchronizes. \
        The other fields keep on the newer device what was written there.
        """,
      mustCatch: forgetting.map(\.fault)
    ).holds(forAll: .array(of: .zip(.int(in: 0...1), .int(in: 0...1), .bool), count: 1...12)) { edits, subject, trial in
      var session = try await SyncSession(subject, devices: 2, oldApps: [1], [], trial)
      try await session.run { session in
        try await session.make(.write(device: 0, record: 0, field: 0))
        try await session.make(.syncAll)
        for (device, field, isFollowed) in edits {
          try await session.make(.write(device: device, record: 0, field: device == 1 ? 0 : field))
          if isFollowed { try await session.make(.sync(device: device, .none)) }
        }
        for _ in 0..<2 { try await session.make(.syncAll) }
        let (new, old) = (try await session.contents(0), try await session.contents(1))
        let judge = SyncJudge(model: session.model, capabilities: subject.capabilities, name: "A")
        try judge.presence(new)
        try judge.values(new)
        let known = new.records.mapValues { $0.filter { $0.key == subject.capabilities.fields.first } }
        try expect("records of B, beside the first fields of those of A", old.records, equals: known)
      }
    })
}
