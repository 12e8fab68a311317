import StorageConformance
import StorageContract
import Testing

/// The kit's own stores of which several may be open. That they keep the laws is for ``LawCatalogueTests``.
@Suite struct OverlappingMemoryTests {
  private static let schemes: [OverlapScheme] = [.validating, .locking, .snapshots]

  @Test(arguments: schemes) func storesAtOneLocationShareTheirData(scheme: OverlapScheme) async throws {
    let backend = OverlappingMemoryBackend(scheme)
    let location = try await backend.makeLocation()
    let first = try await location.open()
    let second = try await location.open()
    #expect(first.capabilities.simultaneousStores)
    #expect(try await first.write { try $0.put(["n": .int64(1)], at: "k", in: "c") } == 1)
    #expect(try await second.write { try $0.put(["n": .int64(2)], at: "k", in: "c") } == 2)
    #expect(try await first.dump() == second.dump())
    try await first.close()
    await #expect(throws: StoreError.inUse(path: "memory")) { _ = try await location.rawBytes() }
    #expect(try await second.read { try $0.count("c") } == 1)
    await backend.recycle(location)
    await #expect(throws: StoreError.closed) { try await second.read { try $0.count("c") } }
  }
}
