import PropertyTesting
import StorageContract
import Testing

@testable import StorageConformance

@Suite struct OverlapLawTests {
  /// Each in its own words: what the law of that name says of it.
  @Test func brokenBackendsAreCaughtByTheLawNamedForThem() throws {
    let named: [(String, OverlapScheme)] = [
      ("STO-33", .dirtyReads), ("STO-33", .abortedWritesSurvive), ("STO-34", .lostUpdates), ("STO-35", .readSkew),
      ("STO-35", .readSkewOfCollections), ("STO-36", .writeSkew), ("STO-36", .phantoms), ("STO-36", .writeSkewOfCollections),
      ("STO-37", .nonStrict), ("STO-38", .deadlocking), ("STO-33", .refusedDeletesStay), ("STO-33", .refusedSchemaVersionStays),
      ("STO-34", .compareAndSetsUnread), ("STO-35", .limitsSeeTheLatest), ("STO-35", .countsSeeTheLatest),
      ("STO-35", .collectionsSeeTheLatest), ("STO-35", .schemaVersionSeesTheLatest), ("STO-36", .writeSkewBesideTheCounter),
      ("STO-68", .limitsUnread), ("STO-68", .emptyRangesUnread), ("STO-68", .countsUnread), ("STO-68", .collectionsUnread),
      ("STO-68", .schemaVersionUnread), ("STO-68", .insertsUnread), ("STO-68", .absentDeletesUnread),
      ("STO-68", .phantomsBesideTheCounter),
    ]
    #expect(named.map(\.1.name).sorted() == OverlapScheme.broken.map(\.name).sorted())
    for (id, scheme) in named {
      let law = try #require(OverlapLaws.all.first { $0.id == id })
      #expect(law.property.faults.contains { $0.fact == scheme.name }, "\(id) \(scheme)")
    }
  }

  /// The shares are judged over a hundred cases, which the laws themselves run only in longer runs.
  @Test(arguments: OverlapLaws.all.map(\.id))
  func classesAreMet(id: String) async throws {
    let law = try #require(OverlapLaws.all.first { $0.id == id })
    let backend = OverlappingMemoryBackend()
    let run = ConformanceRun(settings: RunSettings(cases: 100 * law.weight, seed: 1, shrinks: false))
    let row = await run.row(of: law, over: backend, try await ConformanceRun.capabilities(of: backend))
    #expect(row.isHeld, "\(ConformanceText().line(row))")
  }

  @Test func aBackendThatOpensOneStoreAtATimeIsNotHeldToThem() async throws {
    let capabilities = try await ConformanceRun.capabilities(of: MemoryBackend())
    for law in OverlapLaws.all {
      #expect(law.reasonToSkip(capabilities) == "it does not declare simultaneous stores")
    }
  }
}
