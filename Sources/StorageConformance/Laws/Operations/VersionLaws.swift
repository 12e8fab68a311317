import PropertyTesting
import StorageContract

/// STO-19 and 20: versions.
extension OperationLaws {
  static let setsAtTheVersionOnly = StorageLaw(
    .operations,
    Requirement(
      "STO-19", "Compare-and-set sets at the record's version only",
      says: """
        A compare-and-set replaces a record only if the record has exactly the given version. It does \
        not replace the record if given an earlier or later version of it, the version of another \
        record, zero, a negative number, one that ends in the same bits or an end of the range. It sets \
        nothing if there is no record, whether never put or deleted. If it does not replace the record, it returns nil, and the dump \
        and the next version are as if it had not been called.
        """,
      mustCatch: [
        .over(.ignoresTheVersion), .comparesVersionsByOrder, .createsAtVersionZero,
        .countsARefusedCompareAndSet, .comparesWithVersionsOfDeletedRecords, .comparesTheLastByteOfVersions,
      ]
    ).holds(
      forAll: .zip(
        .array(of: .array(of: .frequency((3, .historyDelete), (5, .historyPut)), count: 2...8), count: 1...5),
        .array(of: .compareAndSetAttempt, count: 2...10)),
      requiring: [
        "sets": 0.15, "at a version that the record had": 0.03, "at the version of a deleted record": 0.01,
        "no record": 0.2, "one off": 0.2,
      ]
    ) { generated, subject, trial in
      let (batches, attempts) = generated
      var session = try await HistorySession(at: subject.location, trial)
      var history: [RecordPlace: [Int64]] = [:]
      for batch in batches {
        for (call, answer) in zip(batch, try await session.write(batch)) {
          if case (.put(let place, _), .version(let version?)) = (call, answer) {
            history[place, default: []].append(version)
          }
        }
      }
      for attempt in attempts {
        let gone = history.keys.filter { session.model.records[$0] == nil }.sorted()
        let place = attempt.place(in: session.model, gone: gone)
        let record = session.model.records[place]
        let earlier = history[place, default: []].filter { $0 != record?.version }
        let version = attempt.version.number(
          current: record?.version ?? 0, earlier: earlier, next: session.model.puts + 1)
        let before = try await session.store.dumped()
        let call = HistoryCall.compareAndSet(place, attempt.fields, version: version)
        let answer = try await session.write([call]).first
        if answer == .version(nil) {
          try expect("dump after \(call), which set nothing", try await session.store.dumped(), equals: before)
        } else {
          trial.label("sets")
          history[place, default: []].append(session.model.puts)
        }
        trial.label("no record", if: record == nil)
        trial.label("one off", if: abs(version.subtractingReportingOverflow(record?.version ?? -9).partialValue) == 1)
        trial.label("at a version that the record had", if: record != nil && earlier.contains(version))
        trial.label("at the version of a deleted record", if: record == nil && earlier.contains(version))
      }
      // The next version is as if what was not set had never been tried.
      try await session.write([.put(RecordPlace("next", in: "c"), [:])])
      try await session.close()
    })

  static let versionsAreNew = StorageLaw(
    .operations,
    Requirement(
      "STO-20", "Versions are never used again",
      says: """
        A record's version is the value of the store's put counter at its put. The counter counts \
        committed puts, inserts and compare-and-sets from 1, over all collections. So versions rise, are \
        unique in the store, and are never used again: not after deletes, a reopening or a compaction. A \
        transaction that is rolled back returns its versions, because nobody can read a record that had \
        them. If a store declares that its versions have gaps, they rise and are unique, and need not count.
        """,
      mustCatch: [.reusesVersionsOnceReopened, .countsVersionsByRecord, .reusesVersionsOfDeletedRecords]
    ).holds(
      forAll: .array(of: .versionStep, count: 1...16),
      requiring: ["deletes the newest record": 0.08, "rolls back": 0.15, "reopens": 0.25, "compacts": 0.1]
    ) { steps, subject, trial in
      var session = try await HistorySession(at: subject.location, trial)
      var last: Int64 = 0
      for step in steps {
        switch step {
        case .write(let calls, let abandoned):
          for (call, answer) in zip(calls, try await session.write(calls, abandoned: abandoned)) {
            guard !abandoned, case .version(let version?) = answer else { continue }
            try expect("version \(version) of \(call) is above all before it, up to \(last)", version > last)
            last = version
          }
          trial.label("rolls back", if: abandoned)
        case .deleteNewest:
          guard let newest = session.model.newest else { continue }
          trial.label("deletes the newest record")
          try await session.write([.delete(newest)])
        case .reopen:
          try await session.reopen()
          trial.label("reopens")
        case .compact:
          trial.label("compacts")
          guard subject.capabilities.compaction else { continue }
          trial.note("compact")
          try await session.store.compact()
          try await session.audit("after the compaction, ")
        }
      }
      try await session.write([.put(RecordPlace("next", in: "d"), [:])])
      try await session.close()
    })
}

/// A compare-and-set, where to is said by what is there.
struct CompareAndSetAttempt: Sendable {
  enum Version: String, Sendable, CaseIterable {
    case current, earlier, before, after, next, zero, negative, sameByte, sameHalf, greatest, least

    func number(current: Int64, earlier: [Int64], next: Int64) -> Int64 {
      switch self {
      case .current: current
      case .earlier: earlier.last ?? current - 1
      case .before: current - 1
      case .after: current + 1
      case .next: next
      case .zero: 0
      case .negative: -current
      case .sameByte: current &+ 1 << 8
      case .sameHalf: current &+ 1 << 32
      case .greatest: .max
      case .least: .min
      }
    }
  }

  enum Target: Sendable {
    /// The place of a record.
    case present(Int)
    /// Where one was deleted.
    case gone(Int)
    case any
  }

  let target: Target
  /// For a target of which there is none.
  let other: RecordPlace
  let version: Version
  let fields: [String: FieldValue]

  func place(in model: HistoryModel, gone: [RecordPlace]) -> RecordPlace {
    let places = model.records.keys.sorted()
    switch target {
    case .present(let index) where !places.isEmpty: return places[index % places.count]
    case .gone(let index) where !gone.isEmpty: return gone[index % gone.count]
    default: return other
    }
  }
}

extension Generator where Value == CompareAndSetAttempt {
  static var compareAndSetAttempt: Generator {
    let target = Generator<CompareAndSetAttempt.Target>.frequency(
      (4, Generator<CompareAndSetAttempt.Target> { .present(try $0(.int(in: 0...5))) }),
      (5, Generator<CompareAndSetAttempt.Target> { .gone(try $0(.int(in: 0...3))) }),
      (1, .constant(.any)))
    let version = Generator<CompareAndSetAttempt.Version>.frequency(
      (2, .constant(.current)), (5, .constant(.earlier)), (5, .anyCase()))
    return Generator { source in
      CompareAndSetAttempt(
        target: try source(target), other: try source(.historyPlace), version: try source(version),
        fields: try source(.historyFields))
    }
  }
}

enum VersionStep: Sendable {
  case write([HistoryCall], abandoned: Bool)
  case deleteNewest
  case reopen
  case compact
}

extension Generator where Value == VersionStep {
  static var versionStep: Generator {
    let change = Generator<HistoryCall>.frequency((3, .historyDelete), (4, .historyPut), (1, .historyInsert))
    let changes = Generator<[HistoryCall]>.array(of: change, count: 1...4)
    return .frequency(
      (2, .constant(.reopen)), (1, .constant(.compact)), (2, .constant(.deleteNewest)),
      (6, Generator { .write(try $0(changes), abandoned: try $0(.onceIn(5))) }))
  }
}
