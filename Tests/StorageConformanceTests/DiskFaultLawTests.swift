import PropertyTesting
import StorageContract
import Testing

@testable import StorageConformance

/// Laws of failing disks, over the stores that show their file calls.
@Suite struct DiskFaultLawTests {
  static let laws = DiskFaultLaws.all.filter { $0.needs.contains { $0.isOverFiles } }

  @Test(arguments: laws.map(\.id)) func holdOverFiles(id: String) async throws {
    let law = try #require(Self.laws.first { $0.id == id })
    try await expectHolds(law, over: FileBackend(), cases: 500)
  }
}

/// Runs the law with more cases than usual.
func expectHolds(
  _ law: StorageLaw, over backend: any Backend, cases: Int = 100, seed: UInt64 = 1,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) async throws {
  let capabilities = try await ConformanceRun.capabilities(of: backend)
  let run = ConformanceRun(settings: RunSettings(cases: cases, seed: seed))
  let row = await run.row(of: law, over: backend, capabilities)
  #expect(row.isHeld, "\(law.id) over \(backend.name): \(row.outcome.story)", sourceLocation: sourceLocation)
  await backend.tearDown()
}

/// Every fault of the law is caught.
func expectCatches(
  _ law: StorageLaw, over backend: any Backend, sourceLocation: Testing.SourceLocation = #_sourceLocation
) async throws {
  let capabilities = try await ConformanceRun.capabilities(of: backend)
  for fault in law.property.faults {
    let run = ConformanceRun(settings: RunSettings(cases: 100, seed: 1, shrinks: false))
    let row = await run.row(of: law, over: backend, capabilities, fault: fault)
    switch row.result?.verdict {
    case .falsified: continue
    // A kill comes at another moment each time, and the more so on a busy machine.
    case .flaky where law.needs.contains(where: \.isInAnotherProcess): continue
    default: Issue.record("\(law.id) misses \(fault.fact): \(row.outcome.story)", sourceLocation: sourceLocation)
    }
  }
  await backend.tearDown()
}

extension ConformanceReport.Outcome {
  /// What a failed expectation shows of it.
  var story: String {
    guard case .ran(let result) = self else { return "\(self)" }
    guard let found = result.verdict.counterexample else { return "\(result.verdict)" }
    return "\(result.verdict.name): \(found.message)\n  " + found.trace.joined(separator: "\n  ")
  }
}
