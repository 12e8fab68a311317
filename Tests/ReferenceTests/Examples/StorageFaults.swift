import StorageContract
import StorageFaults
import Testing

@Test func aCommitThatFailsChangesNothing() async throws {
  let faults = StoreFaults([StoreFault(.commit, .fails)])
  let store = try await MemoryLocation().with(faults).open()
  await #expect(throws: StoreError.self) {
    try await store.write { _ = try $0.put(["cents": .int64(250)], at: "alice", in: "accounts") }
  }
  #expect(try await store.read { try $0.count("accounts") } == 0)
}
