import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract

// Where notes lie beside the records of an app that has its key already.
extension EncryptionSession {
  /// A backup that an older version made in clear is read as it is; each new one is sealed, for this device alone.
  func expectSealedBackups(of contents: [UInt8]) async throws {
    let place = MemoryBackupPlace()
    let backups = system.security.sealBackups(place, storage)
    let older = try await place.write(contents)
    let new = try await backups.write(contents)
    try expect("a backup of an older version", try await backups.read(older), equals: contents)
    try expect("a new backup", try await backups.read(new), equals: contents)
    try expect("that a new backup is another file than its contents", try await place.read(new) != contents)
    try expect("backups", try await backups.all(), equals: [older, new])
    let elsewhere = system.security.sealBackups(place, try await storageWithoutKey())
    let failure = await thrownError { _ = try await elsewhere.read(new) }
    try expect("whether a backup is refused without its key", failure as? SecurityError, equals: .encryptionFailed)
    try await backups.deleteAll()
    try expect("backups after a deletion", await place.all(), equals: [])
  }

  /// The first note needs a key. A transaction that goes on without it does not leave the note out.
  func expectSealedThoughNobodyWaits() async throws {
    let (bare, collection) = (try await MemoryLocation().open(), TradeRecord.collection)
    let store = system.security.makeSealing(try await storageWithoutKey()).over(bare)
    try await store.write { transaction in
      _ = try? transaction.put(["notes": .text("a note")], at: "1", in: collection)
      try transaction.put(["symbol": .text("A")], at: "2", in: collection)
    }
    let kept = try await bare.read { try $0.get("1", in: collection)?.fields["notes"] }
    try expect("the first note is stored encrypted, not as \(describe(kept))", kept.map { $0.kind == "bytes" } ?? false)
    let read = try await store.read { transaction in
      (try transaction.get("1", in: collection)?.fields["notes"], try transaction.get("2", in: collection)?.fields["symbol"])
    }
    try expect("the first note", read.0, equals: .text("a note"))
    try await bare.write { _ = try $0.put(["notes": kept ?? .null], at: "1", in: ProjectItem.collection) }
    let moved = try await store.read { try $0.get("1", in: ProjectItem.collection)?.fields["notes"] }
    try expect("that the note of a trade does not open as a project's", moved != .text("a note"))
    try expect("what was written after it", read.1, equals: .text("A"))

    let sealing = system.security.makeSealing(storage)
    var found: [Bool] = []
    for _ in 1...2 { found.append(try await sealing.sealPlainRows(of: bare)) }
    try await bare.write { _ = try $0.put(["notes": .text("older")], at: "3", in: collection) }
    for _ in 1...2 { found.append(try await sealing.sealPlainRows(of: bare)) }
    try expect("whether there were notes in clear", found, equals: [false, false, true, false])
  }
}
