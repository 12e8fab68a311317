import SQLiteStorage
import StorageContract

/// The cents of an account, in a database that the `sqlite3` shell can read.
func deposit(_ cents: Int64, to account: String, in path: String) async throws {
  let store = try SQLiteStore(path: path)
  try await store.write { _ = try $0.put(["cents": .int64(cents)], at: account, in: "accounts") }
  try await store.close()
}
