import DeterministicScheduling
import PropertyTesting
import StorageContract
import Synchronization

/// Who writes and reads records that belong together.
struct ConcurrentReading: Sendable, CounterexampleDescribable {
  /// How many records are always equal.
  let records: Int
  /// For each writer, whether each of its transactions throws half-way.
  let writers: [[Bool]]
  /// For each reader, how often it reads.
  let readers: [Int]

  var counterexampleDescription: String {
    let writers = writers.map { "[" + $0.map { $0 ? "abandoned" : "committed" }.joined(separator: ", ") + "]" }
    return "\(records) equal records, writers \(writers.joined(separator: " ")), reads \(readers)"
  }
}

extension Generator where Value == ConcurrentReading {
  static let concurrentReading = Generator { source in
    ConcurrentReading(
      records: try source(.int(in: 2...4)),
      writers: try source(
        .array(of: .array(of: Generator<Int>.int(in: 0...3).map { $0 == 1 }, count: 1...3), count: 1...2)),
      readers: try source(.array(of: .int(in: 1...4), count: 1...2)))
  }
}

extension TransactionLaws {
  static let wholeReads = StorageLaw(
    .transactions,
    Requirement(
      "STO-29", "A reader sees whole transactions, and never goes back in time",
      says: """
        A reader, in gets, scans and counts, sees all of a transaction or none of it. It sees nothing \
        of a transaction that is rolled back, not even for a moment, and never an older state after a \
        newer one. If the store declares strict serialisability, the reader also sees every \
        transaction that was acknowledged before it began to read.
        """,
      mustCatch: [
        .over(.losesLastWriteOfABatch), .over(.servesStaleReads), .commitsInTwoHalves,
        .showsUncommittedWrites, .readsLagBehind, .readsGoBackInTime,
      ]
    ).holds(
      forAll: .concurrentReading, scheduled: .mixed,
      requiring: ["abandons": 0.2, "reads between two transactions": 0.05]
    ) { plan, subject, trial in
      trial.label("abandons", if: plan.writers.joined().contains(true))
      let committed = Int64(plan.writers.joined().filter { !$0 }.count)
      let isStrict = subject.capabilities.isolation == .strictSerializable
      /// The newest state that was acknowledged.
      let acknowledged = Mutex<Int64>(0)
      try await subject.withStore { store in
        let writers: [@Sendable () async throws -> Void] = plan.writers.enumerated().map { number, transactions in
          {
            for isAbandoned in transactions {
              guard let state = try await writeNext(plan.records, to: store, isAbandoned) else { continue }
              trial.note("client \(number + 1) has written \(state)")
              acknowledged.withLock { $0 = max($0, state) }
            }
          }
        }
        let readers: [@Sendable () async throws -> Void] = plan.readers.enumerated().map { number, reads in
          {
            var latest: Int64 = 0
            for _ in 0..<reads {
              let known = isStrict ? acknowledged.withLock { $0 } : 0
              let seen = try await store.readAgain { try ConcurrentSight($0, records: plan.records) }
              trial.note("client \(plan.writers.count + number + 1) reads \(seen.text)")
              try expect(
                "no dirty read and no read skew: records that are always equal are \(seen.text)",
                Set(seen.numbers).count == 1)
              let state = seen.numbers[0]
              try expect("no read skew: \(seen.text), a log of all transactions", seen.logged, equals: state)
              try expect("no read skew: \(seen.text), counted in the log", seen.counted, equals: state)
              try expect("no reader goes back in time: one that saw state \(latest) now sees \(state)", state >= latest)
              try expect("no stale read: state \(known) was acknowledged, the reader sees \(state)", state >= known)
              trial.label("reads between two transactions", if: state > 0 && state < committed)
              latest = state
            }
          }
        }
        try await ConcurrentClients.together(writers + readers)
        let end = try await store.readAgain { try ConcurrentSight($0, records: plan.records) }
        try expect("the last state", end.numbers[0], equals: isStrict ? committed : end.numbers[0])
      }
    })

  /// - Returns: the state that was written; nil where it was not.
  private static func writeNext(_ records: Int, to store: any Store, _ isAbandoned: Bool) async throws -> Int64? {
    do {
      return try await store.writeAgain { transaction in
        let next = try transaction.concurrentNumber("r0") &+ 1
        for record in 0..<records {
          try transaction.put(number: next, at: "r\(record)")
          if isAbandoned && record == records / 2 { throw StoreHistoryAbandoned(outputs: []) }
        }
        try transaction.put(StoreHistoryRecord.fields(next), at: "\(next)", in: "log")
        return next
      }
    } catch is StoreHistoryAbandoned where isAbandoned {
      return nil
    }
  }
}

/// What a reader sees in one transaction.
private struct ConcurrentSight: Sendable {
  /// Of the records that are always equal.
  let numbers: [Int64]
  let logged: Int64
  let counted: Int64

  init(_ transaction: any ReadTransaction, records: Int) throws {
    numbers = try (0..<records).map { try transaction.concurrentNumber("r\($0)") }
    logged = Int64(try transaction.scan("log").count)
    counted = Int64(try transaction.count("log"))
  }

  var text: String { "\(numbers), \(logged) in the log" }
}
