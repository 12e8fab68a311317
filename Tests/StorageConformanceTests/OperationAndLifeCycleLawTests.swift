import PropertyTesting
import SQLiteStorage
import StorageContract
import Testing

@testable import StorageConformance

/// The laws of operations, of damaged files and of the life cycle: held by the good backends, and each of their broken
/// ones caught.
@Suite struct OperationAndLifeCycleLawTests {
  enum Kind: String, CaseIterable, Sendable {
    case memory, file, sqlite

    func make() -> any Backend {
      switch self {
      case .memory: MemoryBackend()
      case .file: FileBackend()
      case .sqlite: SQLiteBackend()
      }
    }

    /// The laws that it does not declare what they are about.
    var skipped: Set<String> {
      switch self {
      case .memory: ["STO-46", "STO-47"]
      case .file: []
      case .sqlite: ["STO-47"]
      }
    }
  }

  static let laws = OperationLaws.all + DamageLaws.all + LifeCycleLaws.all

  @Test(arguments: Kind.allCases)
  func everyLawHolds(over kind: Kind) async throws {
    let backend = kind.make()
    let capabilities = try await ConformanceRun.capabilities(of: backend)
    let run = ConformanceRun(settings: RunSettings(cases: 100, seed: 1))
    for law in Self.laws {
      switch await run.row(of: law, over: backend, capabilities).outcome {
      case .ran(let result):
        #expect(!kind.skipped.contains(law.id))
        do { try result.requireHeld() } catch { Issue.record("\(law.id) over \(kind): \(error)") }
      case .skipped(let reason):
        #expect(kind.skipped.contains(law.id), "\(law.id) over \(kind) is skipped: \(reason)")
      }
    }
    await backend.tearDown()
  }

  @Test(arguments: Kind.allCases)
  func everyFaultIsCaught(over kind: Kind) async throws {
    let backend = kind.make()
    let capabilities = try await ConformanceRun.capabilities(of: backend)
    for seed in [1, 2, 3] as [UInt64] {
      let run = ConformanceRun(settings: RunSettings(cases: 100, seed: seed, shrinks: false))
      for law in Self.laws where law.reasonToSkip(capabilities) == nil {
        #expect(!law.property.faults.isEmpty, "\(law.id)")
        for fault in law.property.faults {
          let row = await run.row(of: law, over: backend, capabilities, fault: fault)
          guard case .ran(let result) = row.outcome else {
            Issue.record("\(law.id) is skipped")
            continue
          }
          #expect(
            result.verdict.counterexample != nil,
            "\(law.id) over \(kind), seed \(seed): \"\(fault.name)\" survived: \(result.verdict.name)")
        }
      }
    }
    await backend.tearDown()
  }

  @Test func aMigrationWithTwoStepsToOneVersionIsRefused() async throws {
    let store = try await MemoryBackend().makeLocation().open()
    let steps = ([1, 2, 1] as [Int64]).map { StoreMigrationStep(to: $0) { _ in } }
    await #expect(throws: StoreMigrationError.ambiguousStep(version: 1)) {
      try await store.migrate(to: 2, steps: steps)
    }
    #expect(try await store.read { try $0.schemaVersion() } == 0)
    try await store.close()
  }

  @Test func everyLawIsToldApart() {
    let numbers = Array(16...22) + Array(46...55) + Array(57...59)
    #expect(Self.laws.map(\.id) == numbers.map { "STO-\($0)" })
    #expect(Set(Self.laws.map(\.title)).count == Self.laws.count)
  }
}
