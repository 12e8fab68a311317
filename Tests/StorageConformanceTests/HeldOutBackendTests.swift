import Foundation
import PropertyTesting
import RandomShare
import StorageContract
import StorageFaults
import Testing

@testable import StorageConformance

/// Broken backends that were written down before the laws of sizes, meanings and maintenance were (decision 19), and
/// that no law names: what the laws catch of what nobody told them.
@Suite struct HeldOutBackendTests {
  @Test(arguments: RandomShare.third(of: HeldOut.all + HeldOut.second)) func isCaught(_ backend: HeldOut) async throws {
    let laws = StorageLaws.all.filter { backend.laws.contains($0.id) }
    #expect(laws.count == backend.laws.count)
    let settings = RunSettings(cases: 100, seed: 0xD0, shrinks: false)
    for law in laws {
      let good = LawSelfTest.backend(for: law)
      let capabilities = try await ConformanceRun.capabilities(of: good)
      let run = ConformanceRun(settings: settings, sizes: SizeBudget(records: 1_024))
      let row = await run.row(of: law, over: good, capabilities, fault: backend.fault)
      await good.tearDown()
      if row.result?.verdict.counterexample != nil { return }
    }
    Issue.record("no law catches “\(backend.fault.fact)”")
  }
}

struct HeldOut: Sendable, CustomTestStringConvertible {
  let fault: Fault<LawSubject>
  /// Those that it is tried on, in this order.
  let laws: [String]

  var testDescription: String { fault.fact }
}
