import GRDBStorage
import StorageConformance
import Testing

@Test func keepsTheStorageLaws() async throws {
  try await StorageConformance.check { try GRDBStore(path: $0.path("data.db")) }
}
