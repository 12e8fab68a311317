import Foundation
import StorageContract

/// A keychain over any store: stands in for the system's. One record an item, of which nothing can be read
/// without the device's key: neither value nor class nor name.
///
/// Names are compared by their UTF-8 bytes. A write is refused by the class of the item that is written,
/// whatever class the item in its place has; deleting needs no unlocked device.
public actor KeychainStore: BackedUpKeychain {
  private struct Item: Codable {
    var name: Data
    var accessibility: KeychainAccessibility
    var value: Data
  }

  private static let collection = "keychain_items"

  private let store: any Store
  private let device: DeviceLock
  private let nameKey: [UInt8]
  private let itemKey: [UInt8]

  /// - Parameter deviceKey: what stands for the key in the device's hardware: 32 random bytes that lie in
  ///   no file.
  /// - Throws: `CryptographyError.wrongSize` for a key of another size.
  public init(store: any Store, device: DeviceLock, deviceKey: [UInt8]) throws {
    guard deviceKey.count == 32 else {
      throw CryptographyError.wrongSize(of: "the device's key", expected: "32 bytes", found: deviceKey.count)
    }
    self.store = store
    self.device = device
    nameKey = try HMACSHA256.code(of: Array("names".utf8), key: deviceKey)
    itemKey = try HMACSHA256.code(of: Array("items".utf8), key: deviceKey)
  }

  public func store(
    _ value: [UInt8], for key: String, accessibility: KeychainAccessibility
  ) async throws {
    try await put([
      Item(name: Data(key.utf8), accessibility: accessibility, value: Data(value))
    ])
  }

  public func retrieve(_ key: String) async throws -> [UInt8]? {
    let place = try place(of: Data(key.utf8))
    guard let record = try await store.read({ try $0.get(place, in: Self.collection) }) else { return nil }
    let item = try item(in: record, key: key)
    try demandAccess(to: item)
    return Array(item.value)
  }

  public func delete(_ key: String) async throws {
    let place = try place(of: Data(key.utf8))
    _ = try await store.write { try $0.delete(place, in: Self.collection) }
  }

  public func deleteAll() async throws {
    try await store.write { transaction in
      for record in try transaction.scan(Self.collection) {
        try transaction.delete(record.key, in: Self.collection)
      }
    }
    do {
      try await store.compact()
    } catch StoreError.unsupported {
      // What then stays in the file is of no use without the device's key.
    }
  }

  public func exportBackup(key backupKey: [UInt8]) async throws -> [UInt8] {
    var items: [Item] = []
    for record in try await store.read({ try $0.scan(Self.collection) }) {
      let item = try item(in: record, key: record.key)
      if item.accessibility.staysOnThisDevice { continue }
      try demandAccess(to: item)
      items.append(item)
    }
    let backup = Array(try JSONEncoder().encode(items))
    return try AES256GCM.seal(
      backup, key: backupKey, nonce: try SecureRandom.bytes(AES256GCM.nonceSize))
  }

  public func restoreBackup(_ backup: [UInt8], key backupKey: [UInt8]) async throws {
    let opened = try AES256GCM.open(backup, key: backupKey)
    try await put(try JSONDecoder().decode([Item].self, from: Data(opened)))
  }

  private func put(_ items: [Item]) async throws {
    let records = try items.map { item in
      try demandAccess(to: item)
      let place = try place(of: item.name)
      let sealed = try AES256GCM.seal(
        Array(try JSONEncoder().encode(item)), key: itemKey,
        nonce: try SecureRandom.bytes(AES256GCM.nonceSize), associatedData: Array(place.utf8))
      return (place, sealed)
    }
    try await store.write { transaction in
      for (place, sealed) in records {
        try transaction.put(["item": .bytes(sealed)], at: place, in: Self.collection)
      }
    }
  }

  private func demandAccess(to item: Item) throws(KeychainError) {
    guard device.permits(item.accessibility) else {
      throw .locked(
        key: String(decoding: item.name, as: UTF8.self), accessibility: item.accessibility)
    }
  }

  /// The record's key: says nothing of the name to one who has not the device's key.
  private func place(of name: Data) throws -> String {
    try HMACSHA256.code(of: Array(name), key: nameKey).hexadecimalText
  }

  /// The item is bound to its record: one that was moved to another's place does not open there.
  private func item(in record: Record, key: String) throws -> Item {
    guard case .bytes(let sealed)? = record.fields["item"],
      let opened = try? AES256GCM.open(
        sealed, key: itemKey, associatedData: Array(record.key.utf8)),
      let item = try? JSONDecoder().decode(Item.self, from: Data(opened))
    else { throw KeychainError.damaged(key: key) }
    return item
  }
}
