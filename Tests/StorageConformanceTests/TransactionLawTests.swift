import PropertyTesting
import SQLiteStorage
import StorageContract
import Testing

@testable import StorageConformance

@Suite("Laws of transactions")
struct TransactionLawTests {
  static let backends = ["memory", "file", "sqlite"]

  private static func backend(_ name: String) -> any Backend {
    switch name {
    case "file": FileBackend(options: FileStoreOptions(durability: .processCrash))
    case "sqlite": SQLiteBackend(options: SQLiteStoreOptions(durability: .processCrash))
    default: MemoryBackend()
    }
  }

  /// - Parameter seed: of 100 cases, or fewer where the law is expensive.
  private static func verdict(
    _ law: StorageLaw, over backend: any Backend, seed: UInt64, fault: Fault<LawSubject>? = nil, shrinks: Bool = true
  ) async throws -> PropertyResult? {
    let capabilities = try await ConformanceRun.capabilities(of: backend)
    let run = ConformanceRun(settings: RunSettings(cases: 100, seed: seed, shrinks: shrinks))
    guard case .ran(let result) = await run.row(of: law, over: backend, capabilities, fault: fault).outcome else {
      Issue.record("skipped: \(law.id)")
      return nil
    }
    return result
  }

  @Test(arguments: TransactionLaws.all.indices, backends)
  func holds(_ index: Int, over name: String) async throws {
    let law = TransactionLaws.all[index]
    let backend = Self.backend(name)
    for seed in [1, 2, 3] as [UInt64] {
      guard let result = try await Self.verdict(law, over: backend, seed: seed) else { continue }
      #expect(result.verdict.isHeld, "\(FailureReport(result).text)")
    }
    await backend.tearDown()
  }

  @Test(arguments: TransactionLaws.all.indices, backends)
  func everyFaultIsCaught(_ index: Int, over name: String) async throws {
    let law = TransactionLaws.all[index]
    let backend = Self.backend(name)
    #expect(!law.property.faults.isEmpty)
    for fault in law.property.faults {
      for seed in [1, 2, 3] as [UInt64] {
        let result = try await Self.verdict(law, over: backend, seed: seed, fault: fault, shrinks: false)
        guard case .falsified? = result?.verdict else {
          Issue.record("\(law.id) does not catch \(fault.name), seed \(seed): \(result?.verdict.name ?? "")")
          continue
        }
      }
    }
    await backend.tearDown()
  }

  @Test func theNumbersAreAllThere() {
    #expect(TransactionLaws.all.map(\.id) == (23...32).map { "STO-\($0)" })
  }
}
