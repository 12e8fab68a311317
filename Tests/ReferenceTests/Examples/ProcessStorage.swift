import ProcessStorage
import StorageContract

/// Talks to an adapter in any language, and prints what both sides say.
func showConversation(with command: String) async throws {
  let options = ProcessOptions { traffic in print(traffic) }
  let backend = ProcessBackend(command, options: options)
  let store = try await backend.makeLocation().open()
  try await store.write { _ = try $0.put(["cents": .int64(250)], at: "alice", in: "accounts") }
  await backend.tearDown()
}
