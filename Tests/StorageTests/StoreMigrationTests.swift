import StorageContract
import Testing

/// What STO-55 does not ask of a backend, since it is decided before the store is.
@Suite struct StoreMigrationTests {
  @Test func twoStepsToOneVersionAreRefused() async throws {
    let store = try await MemoryBackend().makeLocation().open()
    let steps = ([1, 2, 1] as [Int64]).map { StoreMigrationStep(to: $0) { _ in } }
    await #expect(throws: StoreMigrationError.ambiguousStep(version: 1)) {
      try await store.migrate(to: 2, steps: steps)
    }
    #expect(try await store.read { try $0.schemaVersion() } == 0)
    try await store.close()
  }
}
