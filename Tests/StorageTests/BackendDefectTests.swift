import StorageContract
import StorageFaults
import Testing

/// What the laws cannot say of the defects: that each is caught is for the laws' own tests.
@Suite struct BackendDefectTests {
  @Test func haveNamesOfTheirOwn() {
    #expect(Set(BackendDefect.all.map(\.id)).count == 20)
    #expect(Set(BackendDefect.all.map(\.name)).count == 20)
  }

  @Test func aSwallowedCommitFailureIsReportedAsDone() async throws {
    let files = FaultInjectingFileLayer()
    let backend = FileBackend(options: FileStoreOptions(durability: .powerLoss, files: files))
    let store = try await backend.with(.swallowsWriteErrors).makeLocation().open()
    files.inject(.init(.append, code: 28))
    let version = try await store.write { try $0.put([:], at: "k", in: "c") }
    #expect(version == 1)
    #expect(try await store.read { try $0.get("k", in: "c") } == nil)
    try await store.close()
    await backend.tearDown()
  }
}
