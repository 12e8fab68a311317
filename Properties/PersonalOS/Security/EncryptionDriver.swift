import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract

/// An app that encrypts on its device, beside an app on another device.
struct EncryptionDriver {
  let device: SecureDevice
  private(set) var app: SecureDevice.App
  let other: SecureDevice.App
  private(set) var nonces: [[UInt8]] = []

  /// Over an empty store.
  init(_ system: PersonalOSSystem) async throws {
    device = try SecureDevice(system)
    app = try await device.launch()
    other = try await SecureDevice.another(system).launch()
    try await app.store.fill(with: StoreContents(schemaVersion: Int64(SchemaVersion.current.rawValue), records: []))
  }

  mutating func encrypt(_ plaintext: [UInt8]) async throws -> [UInt8] {
    let sealed = try await app.storage.encryptData(plaintext)
    nonces.append(Array(sealed.prefix(AES256GCM.nonceSize)))
    return sealed
  }

  /// What lies on the device's disk between two launches.
  mutating func relaunch() async throws -> SecretSearch {
    try await app.store.close()
    let search = try await device.whatIsAtRest()
    app = try await device.launch()
    return search
  }

  /// Writes the records, each in one of the ways in which a transaction can.
  func save(_ records: [RawRecord]) async throws {
    for (number, record) in records.enumerated() {
      let (key, fields, collection) = (record.key, record.fields, record.collection)
      try await app.sealed.write { transaction in
        if number % 3 == 2 {
          try transaction.put(fields, at: key, in: collection)
          return
        }
        let version = try transaction.insert(fields, at: key, in: collection)
        try expect("that a new record is inserted", version != nil)
        if number % 3 == 0 { return }
        let present = try transaction.get(key, in: collection)?.version ?? -1
        let exchanged = try transaction.compareAndSet(fields, at: key, in: collection, version: present)
        try expect("that a record is exchanged of which the version is known", exchanged != nil)
      }
    }
  }

  /// The notes of trades as they lie on the disk, changed there by somebody.
  func changeNotesOnTheDisk(_ change: @escaping @Sendable (inout [[UInt8]]) -> Void) async throws {
    try await app.store.write { transaction in
      let records = try transaction.scan(TradeRecord.collection)
      var notes = records.compactMap { record in
        if case .bytes(let bytes)? = record.fields["notes"] { bytes } else { nil }
      }
      try expect("how many notes are stored as encrypted bytes", notes.count, equals: records.count)
      change(&notes)
      for (record, notes) in zip(records, notes) {
        let fields = record.fields.merging(["notes": .bytes(notes)]) { $1 }
        try transaction.put(fields, at: record.key, in: TradeRecord.collection)
      }
    }
  }

  func close() async throws {
    try await app.store.close()
    try await other.store.close()
  }
}
