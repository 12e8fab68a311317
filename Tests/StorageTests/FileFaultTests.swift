import Foundation
import StorageContract
import StorageFaults
import Testing

/// What a file store does when the operating system does not do its part.
@Suite struct FileFaultTests {
  private static func put(_ key: String, in store: FileStore) async throws {
    try await store.write { _ = try $0.put(["key": .text(key)], at: key, in: "c") }
  }

  /// A full disk: nothing, half or nearly all of the line written.
  @Test(arguments: [0, 1, 30, 90])
  func aFailedAppendLeavesTheStoreAsItWas(writtenBytes: Int) async throws {
    let harness = FileStoreHarness()
    let store = try harness.open()
    try await Self.put("before", in: store)
    let dump = try await store.dump()
    let journal = harness.journal
    harness.files.inject(.init(.append, code: ENOSPC, writtenBytes: writtenBytes))
    await #expect {
      try await Self.put("lost", in: store)
    } throws: { error in
      guard case .io("append to the journal", harness.journalPath, let reason)? = error as? StoreError
      else { return false }
      return reason.contains(writtenBytes == 0 ? "No space left on device" : "disk may be full")
    }
    #expect(try await store.dump() == dump)
    #expect(harness.journal == journal)
    // There is space again: the same store goes on, and the version is given anew.
    try await Self.put("after", in: store)
    #expect(try await store.read { try $0.get("after", in: "c")?.version } == 2)
    let after = try await store.dump()
    try await store.close()
    #expect(try await harness.dump() == after)
  }

  @Test func anAppendThatCannotBeUndoneEndsWriting() async throws {
    let harness = FileStoreHarness()
    let store = try harness.open()
    try await Self.put("before", in: store)
    let dump = try await store.dump()
    harness.files.inject(.init(.append, code: ENOSPC, writtenBytes: 20))
    harness.files.inject(.init(.truncate, code: EIO))
    await #expect(throws: StoreError.self) { try await Self.put("lost", in: store) }
    // Behind the torn line, a good one would be damage in the middle.
    await #expect {
      try await Self.put("refused", in: store)
    } throws: { "\($0)".contains("close the store and open it again") }
    #expect(try await store.dump() == dump)
    try await store.close()
    let reopened = try harness.open()
    #expect(try await reopened.dump() == dump)
    try await Self.put("after", in: reopened)
    try await reopened.close()
  }

  @Test func aFailedFlushEndsWriting() async throws {
    let harness = FileStoreHarness()
    let store = try harness.open()
    try await Self.put("before", in: store)
    let dump = try await store.dump()
    harness.files.inject(.init(.sync, code: EIO))
    await #expect(
      throws: StoreError.io(
        operation: "flush the journal", path: harness.journalPath, reason: "Input/output error")
    ) { try await Self.put("lost", in: store) }
    #expect(try await store.dump() == dump)
    await #expect {
      try await Self.put("refused", in: store)
    } throws: { "\($0)".contains("what is on the disk is not known") }
    #expect(try await store.dump() == dump)
    try await store.close()
    let reopened = try harness.open()
    #expect(try await reopened.dump() == dump)
    try await Self.put("after", in: reopened)
    #expect(try await reopened.read { try $0.count("c") } == 2)
    try await reopened.close()
  }

  /// One write and one flush per commit, in that order; neither for a transaction that changes nothing.
  @Test func aCommitIsOneWriteAndOneFlush() async throws {
    for (durability, expected) in [
      (StoreCapabilities.Durability.powerLoss, [FaultInjectingFileLayer.Operation.append, .sync]),
      (.processCrash, [.append]),
    ] {
      let harness = FileStoreHarness(durability: durability)
      let store = try harness.open()
      let before = harness.files.calls.count
      try await store.write { transaction in
        for number in 0..<100 { try transaction.put([:], at: "\(number)", in: "c") }
      }
      #expect(Array(harness.files.calls[before...]) == expected)
      try await store.write { transaction in
        _ = try transaction.insert([:], at: "1", in: "c")
        try transaction.delete("none", in: "c")
      }
      #expect(harness.files.calls.count == before + expected.count)
      #expect(store.capabilities.durability == durability)
      try await store.close()
    }
  }

  @Test func theJournalIsMadeWholeOrNotAtAll() async throws {
    for operation in [FaultInjectingFileLayer.Operation.create, .append, .sync, .rename, .syncDirectory] {
      let harness = FileStoreHarness()
      harness.files.inject(.init(operation, code: EIO))
      #expect(throws: StoreError.self, "\(operation)") { try harness.open() }
      #expect(!FileManager.default.fileExists(atPath: harness.directory + "/journal.new"))
      // The lock was given back, and a new attempt starts well.
      #expect(try await harness.dump() == "schemaVersion 0\n", "\(operation)")
    }
  }

  @Test func whereNothingMayBeWrittenTheErrorSaysSo() throws {
    for (operation, code) in [
      (FaultInjectingFileLayer.Operation.makeDirectory, EROFS), (.lock, EACCES), (.create, EROFS),
    ] {
      let harness = FileStoreHarness()
      harness.files.inject(.init(operation, code: code))
      #expect {
        try harness.open()
      } throws: {
        if case .readOnly(let path)? = $0 as? StoreError { path.hasPrefix(harness.directory) } else { false }
      }
    }
    #expect(throws: StoreError.self) { try FileStore(directory: "/dev/null/store") }
  }

  /// A journal that cannot be seen is not one that is not there: a new one would take its place.
  @Test func aJournalThatCannotBeSeenIsNotReplaced() async throws {
    let harness = FileStoreHarness()
    let dumps = try await harness.fill()
    let journal = harness.journal
    for skipping in 0..<3 {
      harness.files.inject(.init(.exists, code: EIO, skipping: skipping))
      #expect(throws: StoreError.self) { try harness.open() }
      #expect(harness.journal == journal)
    }
    harness.files.inject(.init(.read, code: EIO))
    #expect(throws: StoreError.self) { try harness.open() }
    #expect(try await harness.dump() == dumps[3])
  }

  @Test func compactionKeepsTheContentsAndShrinksTheJournal() async throws {
    let harness = FileStoreHarness(compactionFloorBytes: 2_000)
    let store = try harness.open()
    var largest = 0
    for round in 0..<200 {
      try await store.write { transaction in
        try transaction.put(["round": .int64(Int64(round))], at: "\(round % 5)", in: "c")
        try transaction.setSchemaVersion(Int64(round))
      }
      largest = max(largest, harness.journal.count)
    }
    let dump = try await store.dump()
    try await store.close()
    #expect(largest < 2_500)
    #expect(harness.files.calls.filter { $0 == .rename }.count > 5)
    #expect(try await harness.dump() == dump)
    let reopened = try harness.open()
    #expect(try await reopened.write { try $0.put([:], at: "k", in: "c") } == 201)
    try await reopened.close()
  }

  /// A compaction that fails at any step costs nothing but space; what is left of it goes on opening.
  @Test(arguments: [FaultInjectingFileLayer.Operation.create, .append, .sync, .rename])
  func aFailedCompactionIsHarmless(operation: FaultInjectingFileLayer.Operation) async throws {
    // The same history over good files tells which call is the compaction's first.
    let probe = FileStoreHarness(compactionFloorBytes: 1_000)
    let probed = try probe.open()
    let opening = probe.files.calls.count
    while probe.files.calls[opening...].allSatisfy({ $0 != .create }) {
      try await Self.put("k", in: probed)
    }
    try await probed.close()
    let commits = probe.files.calls[opening...].prefix { $0 != .create }

    let harness = FileStoreHarness(compactionFloorBytes: 1_000)
    let store = try harness.open()
    harness.files.inject(
      .init(operation, code: ENOSPC, skipping: commits.filter { $0 == operation }.count))
    harness.files.inject(.init(.remove, code: EIO, times: nil))
    for _ in commits.filter({ $0 == .append }) { try await Self.put("k", in: store) }
    #expect(harness.files.calls.last == (operation == .create ? .create : .remove))
    for number in 0..<5 { try await Self.put("k\(number)", in: store) }
    let dump = try await store.dump()
    try await store.close()
    harness.files.heal()
    #expect(try await harness.dump() == dump)
    #expect(!FileManager.default.fileExists(atPath: harness.directory + "/journal.new"))
  }

  @Test func anUnfinishedCompactionIsRemovedOnOpening() async throws {
    let harness = FileStoreHarness()
    let dumps = try await harness.fill()
    let path = harness.directory + "/journal.new"
    try Data("half a jour".utf8).write(to: URL(fileURLWithPath: path))
    #expect(try await harness.dump() == dumps[3])
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func aBackupThatCannotBeWrittenLeavesNoFile() async throws {
    let harness = FileStoreHarness()
    _ = try await harness.fill()
    let store = try harness.open()
    let path = temporaryPath()
    for operation in [FaultInjectingFileLayer.Operation.create, .append, .sync] {
      harness.files.inject(.init(operation, code: ENOSPC))
      await #expect(throws: StoreError.self) { try await store.backup(to: path) }
      #expect(!FileManager.default.fileExists(atPath: path))
    }
    try await store.close()
  }

  @Test func aRestoreThatFailsLeavesTheStoreAsItWas() async throws {
    let harness = FileStoreHarness()
    _ = try await harness.fill()
    let store = try harness.open()
    let path = temporaryPath()
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await store.backup(to: path)
    try await Self.put("since", in: store)
    let dump = try await store.dump()
    for operation in [FaultInjectingFileLayer.Operation.read, .create, .append, .sync, .rename] {
      harness.files.inject(.init(operation, code: EIO))
      await #expect(throws: StoreError.self, "\(operation)") { try await store.restore(from: path) }
      #expect(try await store.dump() == dump)
    }
    // A live journal is not a backup.
    await #expect(throws: StoreError.self) { try await store.restore(from: harness.journalPath) }
    try await store.close()
    #expect(try await harness.dump() == dump)
  }
}
