import SQLiteStorage
import StorageConformance

/// Throws a scored report if the store breaks one of the storage laws.
func checkSQLite() async throws {
  try await StorageConformance.check { place in try SQLiteStore(path: place.path("data.db")) }
}
