import OwnStore
import StorageConformance
import Testing

@Test func keepsTheStorageLaws() async throws {
  try await StorageConformance.check { try DocumentStore(directory: $0.directory) }
}
