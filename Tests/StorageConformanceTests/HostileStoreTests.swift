import Foundation
import PropertyTesting
import StorageContract
import Testing

@testable import StorageConformance

/// Stores that are wrong in every way at once: the kit says so, and neither ends the process nor waits for ever.
@Suite("Hostile stores")
struct HostileStoreTests {
  @Test(arguments: HostileStore.Manner.allCases)
  func areToldOff(_ manner: HostileStore.Manner) async throws {
    let backend = PlacedBackend("hostile") { _ in HostileStore(manner) }
    // Each attempt over a store in another process costs a copy of this one.
    let run = ConformanceRun(settings: RunSettings(cases: 10, seed: 1, shrinkCalls: 40, failures: 1, explanationCalls: 0))
    let report = try await run.report(over: backend)
    let held = report.rows.filter(\.isHeld).map(\.law.id)
    // Who shows nothing shows nothing that nobody may see, and waits for nobody.
    #expect(held == (manner == .saysNothing ? ["STO-33", "STO-35", "STO-36", "STO-38", "STO-68"] : []), "\(manner)")
    for row in report.rows where !row.isHeld && !row.isSkipped {
      let text = ConformanceText().line(row)
      #expect(text.utf8.count < 20_000, "\(row.law.id) has \(text.utf8.count) bytes to say of it")
    }
    await backend.tearDown()
  }

  @Test func onePlaceThatNeverOpensIsNoReport() async throws {
    let backend = PlacedBackend("hostile") { _ in throw HostileError() }
    await #expect(throws: (any Error).self) { _ = try await ConformanceRun().report(over: backend) }
    await backend.tearDown()
  }
}

struct HostileError: Error {}

actor HostileStore: Store {
  enum Manner: String, CaseIterable, Sendable {
    /// Every call throws what no store throws.
    case throwsOddErrors
    /// So does every call in a transaction.
    case throwsInTransactions
    /// Nothing is ever there.
    case saysNothing
    /// Numbers at the ends of the range, NaN, records of other keys, more of them than asked for.
    case saysNonsense
    /// The closure is not run.
    case runsNothing
  }

  nonisolated let capabilities = StoreCapabilities(
    durability: .powerLoss, isolation: .strictSerializable, backup: true, maximumFieldSizeBytes: 1 << 16,
    simultaneousStores: true, compaction: true, integrity: .checksums)
  private let manner: Manner

  init(_ manner: Manner) { self.manner = manner }

  func read<Result: Sendable>(_ body: @Sendable (any ReadTransaction) throws -> Result) async throws -> Result {
    if manner == .throwsOddErrors || manner == .runsNothing { throw HostileError() }
    return try body(HostileTransaction(manner))
  }

  func write<Result: Sendable>(_ body: @Sendable (any WriteTransaction) throws -> Result) async throws -> Result {
    if manner == .throwsOddErrors { throw HostileError() }
    if manner == .runsNothing { throw StoreError.conflict(reason: "as always") }
    return try body(HostileTransaction(manner))
  }

  func backup(to path: String) async throws { try end() }
  func restore(from path: String) async throws { try end() }
  func compact() async throws { try end() }
  func close() async throws {}

  private func end() throws { if manner == .throwsOddErrors { throw HostileError() } }
}

private final class HostileTransaction: WriteTransaction {
  private let isNonsense: Bool
  private let isThrowing: Bool
  private let nonsense: [Record] = [
    Record(key: "k", version: .max, fields: ["n": .int64(.max), "value": .double(.nan)]),
    Record(key: "other", version: .min, fields: ["n": .int64(.min), "not a name": .decimal(.nan)]),
    Record(key: "", version: -1, fields: [:]),
  ]

  init(_ manner: HostileStore.Manner) {
    isNonsense = manner == .saysNonsense
    isThrowing = manner == .throwsInTransactions
  }

  private func answer<Answer>(_ nothing: Answer, _ something: Answer) throws -> Answer {
    if isThrowing { throw HostileError() }
    return isNonsense ? something : nothing
  }

  func put(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64 {
    try answer(0, .max)
  }

  func insert(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64? {
    try answer(nil, .min)
  }

  func compareAndSet(
    _ fields: [String: FieldValue], at key: String, in collection: String, version: Int64
  ) throws -> Int64? { try answer(nil, .max) }

  func delete(_ key: String, in collection: String) throws -> Bool { try answer(false, true) }
  func setSchemaVersion(_ version: Int64) throws { try answer((), ()) }
  func get(_ key: String, in collection: String) throws -> Record? { try answer(nil, nonsense[0]) }

  func scan(_ collection: String, from lower: String?, to upper: String?, limit: Int?) throws -> [Record] {
    try answer([], nonsense + nonsense)
  }

  func count(_ collection: String, from lower: String?, to upper: String?) throws -> Int { try answer(0, .min) }
  func collections() throws -> [String] { try answer([], ["", "a b", "c", "c"]) }
  func schemaVersion() throws -> Int64 { try answer(0, .max) }
}
