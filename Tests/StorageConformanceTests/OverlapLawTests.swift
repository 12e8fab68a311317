import PropertyTesting
import StorageContract
import Testing

@testable import StorageConformance

@Suite struct OverlapLawTests {
  private static let goodSchemes: [OverlapScheme] = [.validating, .locking, .snapshots]

  private func result(
    of law: StorageLaw, over scheme: OverlapScheme, seed: UInt64, cases: Int = 100, fault: Fault<LawSubject>? = nil
  ) async throws -> PropertyResult? {
    let backend = OverlappingMemoryBackend(scheme)
    let run = ConformanceRun(settings: RunSettings(cases: cases, seed: seed, shrinks: false))
    let capabilities = try await ConformanceRun.capabilities(of: backend)
    let row = await run.row(of: law, over: backend, capabilities, fault: fault)
    guard case .ran(let result) = row.outcome else { return nil }
    return result
  }

  @Test(arguments: OverlapLaws.all.map(\.id), goodSchemes)
  func goodBackendsHoldIt(id: String, scheme: OverlapScheme) async throws {
    let law = try #require(OverlapLaws.all.first { $0.id == id })
    let result = try await result(of: law, over: scheme, seed: 1)
    let isHeldTo = scheme.isolation != .snapshot || !["STO-36", "STO-37"].contains(id)
    #expect((result != nil) == isHeldTo)
    guard let result, !result.verdict.isHeld else { return }
    Issue.record("\(FailureReport(result).text)")
  }

  @Test(arguments: OverlapLaws.all.map(\.id), [1, 2, 3] as [UInt64])
  func everyFaultIsCaught(id: String, seed: UInt64) async throws {
    let law = try #require(OverlapLaws.all.first { $0.id == id })
    for fault in law.property.faults {
      let result = try #require(try await result(of: law, over: .validating, seed: seed, fault: fault))
      guard case .falsified = result.verdict else {
        Issue.record("\(id) does not catch “\(fault.name)” from seed \(seed): \(result.verdict.name)")
        continue
      }
    }
  }

  /// Each in its own words: what the law of that name says of it.
  @Test func brokenBackendsAreCaughtByTheLawNamedForThem() throws {
    let named: [(String, OverlapScheme)] = [
      ("STO-33", .dirtyReads), ("STO-33", .abortedWritesSurvive), ("STO-34", .lostUpdates), ("STO-35", .readSkew),
      ("STO-36", .writeSkew), ("STO-36", .phantoms), ("STO-37", .nonStrict), ("STO-38", .deadlocking),
    ]
    #expect(named.map(\.1.name).sorted() == OverlapScheme.broken.map(\.name).sorted())
    for (id, scheme) in named {
      let law = try #require(OverlapLaws.all.first { $0.id == id })
      #expect(law.property.faults.contains { $0.name == scheme.name }, "\(id) \(scheme)")
    }
  }

  /// The shares are judged over a hundred cases, which the laws themselves run only in longer runs.
  @Test(arguments: OverlapLaws.all.map(\.id))
  func classesAreMet(id: String) async throws {
    let law = try #require(OverlapLaws.all.first { $0.id == id })
    let result = try #require(try await result(of: law, over: .validating, seed: 1, cases: 400 * law.weight))
    #expect(result.verdict.isHeld, "\(FailureReport(result).text)")
  }

  @Test func aBackendThatOpensOneStoreAtATimeIsNotHeldToThem() async throws {
    let capabilities = try await ConformanceRun.capabilities(of: MemoryBackend())
    for law in OverlapLaws.all {
      #expect(law.reasonToSkip(capabilities) == "it does not declare simultaneous stores")
    }
  }
}
