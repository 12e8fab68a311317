import StorageContract
import Testing

@Test func aRecordSurvivesReopening() async throws {
  let location = MemoryLocation()
  let store = try await location.open()
  try await store.write { _ = try $0.put(["cents": .int64(250)], at: "alice", in: "accounts") }
  try await store.close()
  let record = try await location.open().read { try $0.get("alice", in: "accounts") }
  #expect(record?.fields == ["cents": .int64(250)])
}
