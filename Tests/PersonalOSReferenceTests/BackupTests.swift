import Foundation
import PersonalOSReference
import PlatformStandIns
import StorageContract
import Testing

@Suite("Backups")
struct BackupTests {
  private static let envelope = BackupEnvelope(
    schemaVersion: 4,
    tables: [
      BackupEnvelope.Table(
        name: "assets",
        records: [
          RawRecord(
            collection: "assets", key: "A\u{E9}",
            fields: [
              "quantity": .decimal(Decimal(sign: .plus, exponent: -1, significand: 15)), "note": .null,
              "date": .date(Date(timeIntervalSinceReferenceDate: 0.1)), "bytes": .bytes([0, 255]),
              "text": .text("a\u{0}\n\""), "isSample": .bool(true),
            ])
        ]), BackupEnvelope.Table(name: "trades", records: []),
    ])

  private static let tables =
    #"{"assets":[{"fields":{"bytes":{"bytes":"AP8="},"date":{"date":"0.1"},"isSample":true,"note":null,"#
    + #""quantity":{"decimal":"1.5"},"text":"a\u0000\n\""},"key":"Aé"}],"trades":[]}"#

  @Test("The file is what the documentation says, byte for byte, and its checksum that of what follows")
  func file() throws {
    let content = #""format":"personalos.backup.1","schemaVersion":4,"tables":\#(Self.tables)}"#
    let text = #"{"checksum":"\#(SHA256Digest.of(content).hexadecimalText)",\#(content)"#
    #expect(String(decoding: Self.envelope.bytes, as: UTF8.self) == text)
    let read = try BackupEnvelope(Array(text.utf8))
    #expect(read.schemaVersion == 4 && read.tables.map(\.name) == ["assets", "trades"])
    #expect(read.records == Self.envelope.records)
    // Any other reader takes it for JSON.
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    #expect(json?.keys.sorted() == ["checksum", "format", "schemaVersion", "tables"])
  }

  @Test("Every single flipped bit is found")
  func flippedBits() {
    let bytes = Self.envelope.bytes
    for place in bytes.indices {
      for bit in 0..<8 {
        var flipped = bytes
        flipped[place] ^= 1 << bit
        #expect(throws: BackupError.self, "bit \(bit) of byte \(place)") { try BackupEnvelope(flipped) }
      }
    }
  }

  @Test("What is wrong is said by name")
  func refusals() throws {
    #expect(throws: BackupError.notABackup(reason: "{\"checksum\": should stand here (byte 0)")) {
      try BackupEnvelope(Array("{}".utf8))
    }
    let bytes = String(decoding: Self.envelope.bytes, as: UTF8.self)
    #expect(throws: BackupError.wrongFormat(found: "personalos.backup.2")) {
      try BackupEnvelope(Array(bytes.replacing("backup.1", with: "backup.2").utf8))
    }
    #expect(throws: BackupError.wrongChecksum) {
      try BackupEnvelope(Array(bytes.replacing("1.5", with: "2.5").utf8))
    }
    var twice = Self.envelope
    twice.tables[0].records.append(twice.tables[0].records[0])
    #expect(throws: BackupError.duplicateRecord(table: "assets", key: "A\u{E9}")) {
      try BackupEnvelope(twice.bytes)
    }
  }

  @Test("Decision: an import names the table that is missing, and another layout's version")
  func imports() async throws {
    let store = try await MemoryLocation().open()
    let service = DataBackupService(
      BackupSetup(
        data: DataActor(store: store), backups: MemoryBackupPlace(), keychain: NoKeychain(),
        notifications: NotificationScheduler()))
    var empty = try BackupEnvelope([UInt8](try await service.exportAllData()))
    let names = empty.tables.map(\.name)
    empty.schemaVersion = 3
    await #expect(throws: BackupError.wrongSchemaVersion(found: 3, expected: 4)) {
      try await service.importData(Data(empty.bytes))
    }
    empty.schemaVersion = 4
    empty.tables.removeLast()
    await #expect(throws: BackupError.wrongTables(found: names.dropLast(), expected: names)) {
      try await service.importData(Data(empty.bytes))
    }
  }

  private func service(over store: any Store, _ keychain: any Keychain = NoKeychain()) -> DataBackupService {
    DataBackupService(
      BackupSetup(
        data: DataActor(store: store), backups: MemoryBackupPlace(), keychain: keychain,
        notifications: NotificationScheduler()))
  }

  @Test("Decision: what could not be imported is not exported, and the error names it")
  func unreadableExport() async throws {
    let store = try await MemoryLocation().open()
    let fields: [String: FieldValue] = ["text": .int64(7), "createdAt": .null, "status": .null]
    let id = UUID().uuidString
    try await store.write { _ = try $0.put(fields, at: id, in: "posts") }
    let error = await #expect(throws: BackupError.self) { try await service(over: store).exportAllData() }
    let reason = "record \(id) of posts: text must be text, found int64 7"
    #expect(error?.description == "The backup cannot be used: \(reason).")
  }

  @Test("Decision: everything is deleted, whatever version of the app wrote the record of its last migration")
  func deletionAfterANewerApp() async throws {
    let store = try await MemoryLocation().open()
    try await store.write { transaction in
      let metadata: [String: FieldValue] = ["version": .int64(9), "backupURL": .text("memory:backup-1")]
      try transaction.put(metadata, at: "metadata", in: "schema")
      try transaction.put(["text": .text("hello")], at: "1", in: "letters")
    }
    try await service(over: store).deleteAllUserData()
    let metadata = try await store.read { try $0.get("metadata", in: "schema") }
    #expect(metadata?.fields == ["version": .int64(9), "backupURL": .null])
    #expect(try await store.read { try $0.collections() } == ["schema"])
  }

  @Test("Of a keychain that was emptied nothing stays in its file, sealed or not")
  func emptiedKeychain() async throws {
    let backend = FileBackend()
    let location = try await backend.makeLocation()
    let store = try await location.open()
    let keychain = try KeychainStore(
      store: store, device: DeviceLock(), deviceKey: try SecureRandom.bytes(32))
    try await keychain.store([1, 2, 3], for: "token", accessibility: .whenUnlocked)
    let records = try await store.read { try $0.scan("keychain_items") }
    guard case .bytes(let sealed)? = records.first?.fields["item"] else {
      Issue.record("\(records)")
      return
    }
    let text = Data(sealed).base64EncodedData()
    try await keychain.deleteAll()
    try await store.close()
    #expect(Data(try await location.rawBytes()).range(of: text) == nil)
    await backend.recycle(location)
    await backend.tearDown()
  }

  @Test("The models that are exported are all that there are")
  func models() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/PersonalOSReference").standardized
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var collections: [String] = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let declaration = #/extension \w+: StoredModel \{\s+public static let collection = "(\w+)"/#
      let text = try String(contentsOf: file, encoding: .utf8)
      collections += text.matches(of: declaration).map { String($0.1) }
    }
    #expect(collections.sorted() == DataBackupService.models.map { $0.collection })
  }

  @Test("A folder keeps backups in order, gives them back, and deletes nothing else")
  func folder() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("personalos-backups-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let place = BackupFolder(folder)
    #expect(try await place.all() == [])
    var urls: [URL] = []
    for number in 1...11 { urls.append(try await place.write([UInt8(number)])) }
    #expect(try await place.all().map(\.lastPathComponent) == urls.map(\.lastPathComponent))
    #expect(try await place.read(urls[9]) == [10])
    let other = folder.appendingPathComponent("letter.txt")
    try Data([1]).write(to: other)
    try await place.deleteAll()
    #expect(try await place.all() == [])
    #expect(FileManager.default.fileExists(atPath: other.path))
    await #expect(throws: BackupError.missing(urls[0])) { try await place.read(urls[0]) }
  }
}

/// Holds nothing.
private struct NoKeychain: Keychain {
  func store(_ value: [UInt8], for key: String, accessibility: KeychainAccessibility) async throws {}
  func retrieve(_ key: String) async throws -> [UInt8]? { nil }
  func delete(_ key: String) async throws {}
  func deleteAll() async throws {}
}
