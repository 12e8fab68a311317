import DeterministicScheduling
import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract

// What POS-15 says of an app's storage, one claim of it after the other.

extension EncryptionDriver {
  /// AES-256-GCM with a key of the keychain, as nonce, ciphertext and tag.
  mutating func expectEncryption(of plaintext: [UInt8]) async throws {
    let sealed = [try await encrypt(plaintext), try await encrypt(plaintext)]
    try expect("equal plaintexts give different ciphertexts", sealed[0] != sealed[1])
    for bytes in sealed {
      try expect("size of \(plaintext.count) bytes encrypted", bytes.count, equals: plaintext.count + 28)
      try expect("decrypted", try await app.storage.decryptData(bytes), equals: plaintext)
    }
    // The format, by a second reading of it.
    try expect(
      "opens as AES-256-GCM with a key that the keychain was given",
      device.stored.now.contains { $0.count == 32 && (try? AES256GCM.open(sealed[0], key: $0)) == plaintext })
  }

  mutating func expectRefusal(after tampering: EncryptionScenario.Tampering, with plaintext: [UInt8]) async throws {
    let sealed = tampering.applied(to: try await encrypt(plaintext))
    // The other device has a key of its own.
    _ = try await other.storage.encryptData([1])
    let reader = tampering.kind == .wrongKey ? other.storage : app.storage
    let failure = await thrownError { _ = try await reader.decryptData(sealed) }
    try expect("decrypting after \(tampering)", failure as? SecurityError, equals: .encryptionFailed)
  }

  /// Over all launches.
  func expectFreshNonces() throws { try expect("different nonces", Set(nonces).count, equals: nonces.count) }

  /// Parts of an app that encrypt at a time, before there is a key, use the same one.
  func expectOneKeyForAll(_ trial: Trial) async throws {
    let storage = try await SecureDevice.another(device.system).launch().storage
    let sealed = try trial.schedule {
      async let first = storage.encryptData([1])
      return [try await storage.encryptData([2]), try await first]
    }
    for (bytes, plaintext) in zip(sealed, [[2], [1]] as [[UInt8]]) {
      let opened = try? await storage.decryptData(bytes)
      try expect("decrypted, of two that were encrypted at a time", opened, equals: plaintext)
    }
  }

  // Notes of records.

  func expectSaved(_ records: [RawRecord]) async throws {
    let collections = [ProjectItem.collection, TradeRecord.collection]
    let found = try await app.sealed.contents().records.filter { collections.contains($0.collection) }
    try expect("records", found, equals: records)
  }

  /// Neither a note nor a key lies on the disk, and all notes are there after a launch.
  mutating func expectNothingReadable(_ scenario: EncryptionScenario) async throws {
    let search = try await relaunch()
    for note in scenario.trades + scenario.projects {
      // The marker that it begins with.
      try expect("a note", search.find(String(note.prefix(16))), equals: nil)
    }
    for key in device.stored.now { try expect("a key", search.find(key), equals: nil) }
    try await expectSaved(scenario.records)
  }

  /// Somebody exchanges the notes of two trades, and then changes one bit of one.
  func expectTamperedNotesRefused(_ scenario: EncryptionScenario) async throws {
    guard let first = scenario.records.first(where: { $0.collection == TradeRecord.collection })?.key else { return }
    if scenario.trades.count > 1 {
      try await changeNotesOnTheDisk { $0.swapAt(0, 1) }
      try await expectUnreadable(first, "with another trade's notes")
      try await changeNotesOnTheDisk { $0.swapAt(0, 1) }
    }
    try await changeNotesOnTheDisk { $0[0][$0[0].count / 2] ^= 4 }
    try await expectUnreadable(first, "with a changed bit")
  }

  /// The refusal says which record it is.
  private func expectUnreadable(_ key: String, _ manner: String) async throws {
    let data = DataActor(store: app.sealed)
    let all = await thrownError { try await data.perform { _ = try $0.fetch(TradeRecord.self) } }
    let one = await thrownError { try await data.perform { _ = try $0.fetch(TradeRecord.self, key: key) } }
    try expect("the field that does not read \(manner)", (all as? UnreadableRecord)?.field, equals: "notes")
    try expect("the trade that does not read \(manner)", (one as? UnreadableRecord)?.key, equals: key)
  }

  /// The first note needs a key: a transaction that goes on without it does not leave the note out.
  func expectFirstNoteSealed() async throws {
    let app = try await SecureDevice.another(device.system).launch()
    let (trades, projects) = (TradeRecord.collection, ProjectItem.collection)
    try await app.sealed.write { transaction in
      _ = try? transaction.put(["notes": .text("a note")], at: "1", in: trades)
      try transaction.put(["symbol": .text("A")], at: "2", in: trades)
    }
    let kept = try await app.store.read { try $0.get("1", in: trades)?.fields["notes"] }
    try expect("the kind of the first note on the disk", kept?.kind, equals: "bytes")
    try await app.store.write { _ = try $0.put(["notes": kept ?? .null], at: "1", in: projects) }
    let read = try await app.sealed.read { try $0.scan(trades).map(\.fields) }
    let written: [[String: FieldValue]] = [["notes": .text("a note")], ["symbol": .text("A")]]
    try expect("the first note, and what was written after it", read, equals: written)
    let moved = try await app.sealed.read { try $0.get("1", in: projects)?.fields["notes"] }
    try expect("that the note of a trade does not open as a project's", moved != .text("a note"))

    // Notes of an older version are sealed once.
    let sealing = device.system.security.makeSealing(app.storage)
    let data = DataActor(store: app.store)
    var found = [try await sealing.sealPlainRows(of: data)]
    try await app.store.write { _ = try $0.put(["notes": .text("older")], at: "3", in: trades) }
    for _ in 1...2 { found.append(try await sealing.sealPlainRows(of: data)) }
    try expect("whether there were notes in clear", found, equals: [false, true, false])
  }

  /// A backup that an older version made in clear is read as it is; each new one is sealed, for this device alone.
  func expectSealedBackups(of contents: [UInt8]) async throws {
    let place = MemoryBackupPlace()
    let backups = device.system.security.sealBackups(place, app.storage)
    let older = try await place.write(contents)
    let new = try await backups.write(contents)
    try expect("a backup of an older version", try await backups.read(older), equals: contents)
    try expect("a new backup", try await backups.read(new), equals: contents)
    try expect("that a new backup is another file than its contents", try await place.read(new) != contents)
    let locked = try SecureDevice.another(device.system)
    let refusing = device.system.security.sealBackups(place, try await locked.launch().storage)
    locked.lock.restart()
    let refusal = await thrownError { _ = try await refusing.write(contents) }
    try expect("a backup before the first unlock", refusal as? SecurityError, equals: .keychainAccessDenied)
    try expect("backups", try await backups.all(), equals: [older, new])
    let elsewhere = device.system.security.sealBackups(place, other.storage)
    let failure = await thrownError { _ = try await elsewhere.read(new) }
    try expect("whether a backup is refused without its key", failure as? SecurityError, equals: .encryptionFailed)
    try await backups.deleteAll()
    try expect("backups after a deletion", await place.all(), equals: [])
  }
}

extension EncryptionScenario {
  /// Projects and trades in the order of their keys; the notes alone matter.
  var records: [RawRecord] {
    let trades = trades.enumerated().map { number, notes in
      var record = RawRecord(AppDriver.record(of: AppModel.Trade(symbol: 0, quantity: 1, day: 0), number))
      record.fields["notes"] = .text(notes)
      return record
    }
    let projects = projects.enumerated().map { number, notes in
      RawRecord(collection: ProjectItem.collection, key: "\(number)", fields: ["notes": .text(notes)])
    }
    return projects + trades
  }
}
