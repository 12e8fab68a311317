#if PostgreSQL
import PostgresStorage
import StorageContract

/// Writes one record into a schema of its own, which the backend drops at the end.
func tryServer(at url: String) async throws {
  let backend = PostgresBackend(url: url)
  let store = try await backend.makeLocation().open()
  try await store.write { _ = try $0.put(["cents": .int64(250)], at: "alice", in: "accounts") }
  await backend.tearDown()
}
#endif
