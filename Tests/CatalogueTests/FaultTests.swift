import Foundation
import PropertyTesting
import RandomShare
import StorageContract
import Testing
import TouchstoneCatalogue

/// Every property catches its faults, from a fixed seed, within the default number of cases. Each run tries a third of the faults
/// (``RandomShare``), or all faults of the properties that TOUCHSTONE_ONLY names. `make faults` tries all, from three seeds.
@Suite("Faults")
struct FaultTests {
  @Test("Catches its faults", arguments: Environment.current.entries.map(Entry.init))
  func catches(_ entry: Entry) async throws {
    let entry = entry.entry
    #expect(Set(entry.faults.map(\.id)).count == entry.faults.count, "the ids of faults must differ")
    #expect(Set(entry.faults.map(\.fact)).count == entry.faults.count, "the sentences of faults must differ")
    let faults = entry.faults.filter { !$0.endsProcess }
    for fault in Self.tried(of: faults) { try await expectCaught(fault, by: entry) }
  }

  /// ThreadSanitizer does not bear copies of a process with threads.
  @Test(
    "Catches its faults that end the process", .disabled(if: isUnderThreadSanitizer),
    arguments: Environment.current.entries.filter { $0.faults.contains(where: \.endsProcess) }.map(Entry.init))
  func catchesDeaths(_ entry: Entry) async throws {
    for fault in entry.entry.faults where fault.endsProcess { try await expectCaught(fault, by: entry.entry) }
  }

  private func expectCaught(_ fault: FaultSummary, by entry: CatalogueEntry) async throws {
    let runner = Runner(settings: RunSettings(seed: 1, shrinks: false))
    let result = try await entry.run(with: runner, on: MemoryBackend(), fault: fault.id)
    #expect(
      entry.isCaught(fault, by: result), "\(entry.id) does not catch “\(fault.fact)”: \(result.verdict.name)")
  }

  private static let isUnderThreadSanitizer = dlsym(nil, "__tsan_init") != nil

  /// What the faults are changes of: without a defect a twin holds, so that a property catches the defect and not the
  /// difference.
  @Test(
    "Holds over the twins of its faults, without a defect",
    arguments: tried(of: Environment.current.entries.filter { !$0.twins.isEmpty }).map(Entry.init))
  func holdsOverTwins(_ entry: Entry) async throws {
    var settings = RunSettings(seed: 1)
    settings.cases = min(settings.cases, Environment.current.settings(over: .memory).cases)
    for twin in entry.entry.twins {
      let result = try await entry.entry.run(with: Runner(settings: settings), on: MemoryBackend(), twin: twin)
      #expect(result.verdict.isHeld, "\(twin)\n\(FailureReport(result).text)")
    }
  }

  @Test("A fault that there is not is an error, and no silent run of the reference")
  func unknownFault() async throws {
    let entry = try #require(Catalogue.entries.first { $0.id == "CM-13" })
    await #expect(throws: UnknownFault.self) {
      try await entry.run(with: Runner(), on: MemoryBackend(), fault: "dropsTheNewest")
    }
    let token = try ReplayToken("CM-13:AQHelgxK_5-GxjFy4LX4i7SYAAEEAAACAwEEAAAABAAEAAQABgBBp295")
    await #expect(throws: UnknownFault.self) {
      try await entry.replay(token, with: Runner(), on: MemoryBackend(), fault: "")
    }
    await #expect(throws: UnknownName.self) {
      try await entry.run(with: Runner(), on: MemoryBackend(), twin: "SyncEngine")
    }
  }

  /// All rows if TOUCHSTONE_ONLY names the properties.
  private static func tried<Row>(of rows: [Row]) -> [Row] {
    Environment.current.only == nil ? RandomShare.third(of: rows) : rows
  }

  struct Entry: Sendable, CustomTestStringConvertible {
    let entry: CatalogueEntry
    var testDescription: String { entry.id }
  }
}

/// The harness can still see: a fault that is switched on goes all the way to a red verdict, through the
/// same path as the properties, over every backend.
@Suite("Canary")
struct CanaryTests {
  @Test("A property over a broken system must fail", arguments: BackendSpec.standard)
  func mustFail(_ spec: BackendSpec) async throws {
    let entry = try #require(Catalogue.entries.first { $0.id == "CM-13" })
    let backend = spec.makeBackend()
    let result = try await entry.run(
      // A busy machine must not end the shrinking early.
      with: Runner(settings: RunSettings(seed: 0x5eed, shrinkTime: .seconds(3_600), failures: 1, explanationCalls: 0)), on: backend,
      fault: "dropsTheNewestAtTheCap")
    await backend.tearDown()
    guard case .falsified(let found) = result.verdict else {
      Issue.record("the canary is alive: \(result.verdict.name)")
      return
    }
    // The least history: a queue at its cap, and one operation more.
    #expect(found.value == "[queueNewEntities(first: 0, count: 3)] from a queue of 0 with a cap of 2")
    #expect(found.shrinking.choicesAfter == 7)
  }
}
