import PropertyTesting
import SQLiteStorage
import StorageContract
import Testing

@testable import StorageConformance

/// The laws of values and keys: held over the good backends, and each catches the broken ones it names.
@Suite struct ValueAndKeyLawTests {
  static let laws = ValueLaws.all + KeyLaws.all

  @Test(arguments: laws.map(\.id), ["memory", "file", "sqlite"])
  func holds(id: String, backendName: String) async throws {
    let law = try #require(Self.laws.first { $0.id == id })
    // A limit of its own is kept as the default is, and many times faster reached.
    let rules = RecordRules(maximumFieldSizeBytes: (1 << 20) + 7)
    let backend: any Backend =
      switch backendName {
      case "file": FileBackend(options: FileStoreOptions(durability: .processCrash, rules: rules))
      case "sqlite": SQLiteBackend(options: SQLiteStoreOptions(durability: .processCrash, rules: rules))
      default: MemoryBackend()
      }
    let verdict = try await verdict(of: law, over: backend, seed: 1)
    await backend.tearDown()
    #expect(verdict.isHeld, "\(id) over \(backendName): \(verdict)")
  }

  @Test(arguments: laws.flatMap { law in law.property.faults.indices.map { (law.id, $0) } })
  func catches(id: String, fault: Int) async throws {
    let law = try #require(Self.laws.first { $0.id == id })
    let fault = law.property.faults[fault]
    for seed in 1...3 as ClosedRange<UInt64> {
      let verdict = try await verdict(of: law, over: MemoryBackend(), seed: seed, fault: fault)
      guard case .falsified = verdict else {
        Issue.record("\(id), seed \(seed): a store that \(fault.name) is not caught: \(verdict)")
        continue
      }
    }
  }

  private func verdict(
    of law: StorageLaw, over backend: any Backend, seed: UInt64, fault: Fault<LawSubject>? = nil
  ) async throws -> Verdict {
    let run = ConformanceRun(settings: RunSettings(cases: 100, seed: seed, shrinks: fault == nil))
    let capabilities = try await ConformanceRun.capabilities(of: backend)
    let row = await run.row(of: law, over: backend, capabilities, fault: fault)
    guard case .ran(let result) = row.outcome else {
      throw ExpectationFailure(
        claim: "\(law.id) is not skipped: \(row.outcome)",
        location: SourceLocation(fileID: #fileID, filePath: #filePath, line: #line))
    }
    return result.verdict
  }
}
