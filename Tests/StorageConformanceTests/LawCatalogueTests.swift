import Foundation
import PropertyTesting
import RandomShare
import SQLiteStorage
import StorageContract
import StorageFaults
import Testing

@testable import StorageConformance

/// The kit is whole, and tests itself.
@Suite("The storage laws")
struct LawCatalogueTests {
  /// ThreadSanitizer does not bear copies of a process with threads.
  private static let laws = StorageLaws.all.filter { !isUnderThreadSanitizer || !$0.needs.contains(where: \.isInAnotherProcess) }
  /// What every broken backend needs; `touchstone conformance` goes further.
  private static let sizes = SizeBudget(records: 1_024)
  private static let isUnderThreadSanitizer = dlsym(nil, "__tsan_init") != nil

  @Test func areNumberedWithoutGaps() {
    let expected = (1...68).map { String(format: "STO-%02d", $0) }
    #expect(StorageLaws.all.map(\.id) == expected)
    #expect(Set(StorageLaws.all.map(\.title)).count == StorageLaws.all.count)
  }

  @Test(arguments: StorageLaws.all) func sayWhatTheyDemandAndWhatTheyCatch(_ law: StorageLaw) {
    #expect(law.says.hasSuffix("."), "\(law.says)")
    #expect(!law.property.faults.isEmpty)
    #expect(Set(law.property.faults.map(\.id)).count == law.property.faults.count)
  }

  @Test func everyBrokenBackendHasALaw() {
    let caught = Set(StorageLaws.all.flatMap { $0.property.faults.map(\.fact) })
    for defect in BackendDefect.all { #expect(caught.contains("\(defect.id) \(defect.name)"), "\(defect)") }
    #expect(BackendDefect.all.map(\.id).count == 20)
  }

  @Test func areDocumented() throws {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("docs/storage-laws.md")
    #expect(try String(contentsOf: path, encoding: .utf8) == LawTable.markdown() + "\n", "run make docs")
  }

  @Test(arguments: laws) func holdOverGoodBackends(_ law: StorageLaw) async throws {
    for good in RandomShare.third(of: GoodBackend.allCases) {
      let backend = good.make()
      let run = ConformanceRun(settings: RunSettings(cases: good.cases, seed: 0x5eed), sizes: Self.sizes)
      let row = await run.row(of: law, over: backend, try await ConformanceRun.capabilities(of: backend))
      if !row.isSkipped { #expect(row.isHeld, "\(ConformanceText().line(row))") }
      await backend.tearDown()
    }
  }

  /// A third of them, from one seed; `make faults` does it with all, from three.
  @Test(arguments: laws) func catchTheirBrokenBackends(_ law: StorageLaw) async throws {
    let backend = LawSelfTest.backend(for: law)
    let capabilities = try await ConformanceRun.capabilities(of: backend)
    #expect(law.reasonToSkip(backend, capabilities) == nil, "its own backend is not held to it")
    for fault in RandomShare.third(of: law.property.faults) {
      let run = ConformanceRun(settings: RunSettings(cases: 100, seed: 1, shrinks: false), sizes: Self.sizes)
      let row = await run.row(of: law, over: backend, capabilities, fault: fault)
      #expect(
        row.result?.verdict.counterexample != nil, "\(law.id) does not catch “\(fault.fact)”: \(row.word)")
    }
    await backend.tearDown()
  }
}

/// Backends that keep the laws. Values over the limit are made sooner where it is small.
private enum GoodBackend: CaseIterable {
  case memory, file, sqlite, validating, locking, snapshots

  /// `make conformance` runs the first three with all cases. Fewer still if the store is memory once more: the laws of overlapping
  /// transactions have tests of their own.
  var cases: Int {
    switch self {
    case .memory, .file, .sqlite: 30
    case .validating, .locking, .snapshots: 20
    }
  }

  func make() -> any Backend {
    let rules = RecordRules(maximumFieldSizeBytes: 1 << 20 | 7)
    return switch self {
    case .memory: MemoryBackend(rules: rules)
    case .file: FileBackend(options: FileStoreOptions(durability: .processCrash, rules: rules))
    case .sqlite: SQLiteBackend(options: SQLiteStoreOptions(durability: .processCrash, rules: rules))
    case .validating: OverlappingMemoryBackend(.validating, rules: rules)
    case .locking: OverlappingMemoryBackend(.locking, rules: rules)
    case .snapshots: OverlappingMemoryBackend(.snapshots, rules: rules)
    }
  }
}

extension StorageLaw: CustomTestStringConvertible {
  public var testDescription: String { id }
}
