import Foundation
import PlatformStandIns
import StorageContract

/// Another keychain, as one might write it over a table: rows with numbers for keys, found by looking
/// through them. It holds POS-16.
actor TableKeychain: BackedUpKeychain {
  private struct Row: Codable {
    var number: String
    var name: Data
    var accessibility: KeychainAccessibility
    var value: Data
  }

  private static let table = "keychain_rows"

  private let store: any Store
  private let device: DeviceLock
  private let key: [UInt8]

  init(_ store: any Store, _ device: DeviceLock, _ key: [UInt8]) {
    self.store = store
    self.device = device
    self.key = key
  }

  func store(_ value: [UInt8], for name: String, accessibility: KeychainAccessibility) async throws {
    try demand(accessibility, name)
    let rows = try await rows()
    let next = (rows.compactMap { Int($0.number) }.max() ?? 0) + 1
    let number = rows.first { $0.name == Data(name.utf8) }?.number ?? String(next)
    try await put(
      Row(number: number, name: Data(name.utf8), accessibility: accessibility, value: Data(value)))
  }

  func retrieve(_ name: String) async throws -> [UInt8]? {
    guard let row = try await rows().first(where: { $0.name == Data(name.utf8) }) else { return nil }
    try demand(row.accessibility, name)
    return Array(row.value)
  }

  func delete(_ name: String) async throws {
    let numbers = try await rows().filter { $0.name == Data(name.utf8) }.map(\.number)
    try await store.write { transaction in
      for number in numbers { try transaction.delete(number, in: Self.table) }
    }
  }

  func deleteAll() async throws {
    let numbers = try await rows().map(\.number)
    try await store.write { transaction in
      for number in numbers { try transaction.delete(number, in: Self.table) }
    }
  }

  func exportBackup(key backupKey: [UInt8]) async throws -> [UInt8] {
    let rows = try await rows().filter { !$0.accessibility.staysOnThisDevice }
    for row in rows { try demand(row.accessibility, row.number) }
    return try AES256GCM.seal(
      Array(try JSONEncoder().encode(rows)), key: backupKey, nonce: try SecureRandom.bytes(12))
  }

  func restoreBackup(_ backup: [UInt8], key backupKey: [UInt8]) async throws {
    let opened = Data(try AES256GCM.open(backup, key: backupKey))
    for row in try JSONDecoder().decode([Row].self, from: opened) {
      try await store(
        Array(row.value), for: String(decoding: row.name, as: UTF8.self), accessibility: row.accessibility)
    }
  }

  private func demand(_ accessibility: KeychainAccessibility, _ name: String) throws {
    if device.permits(accessibility) { return }
    throw KeychainError.locked(key: name, accessibility: accessibility)
  }

  private func put(_ row: Row) async throws {
    let fields: [String: FieldValue] = [
      "name": .bytes(try sealed(row.name)), "value": .bytes(try sealed(row.value)),
      "class": .text(row.accessibility.rawValue),
    ]
    _ = try await store.write { try $0.put(fields, at: row.number, in: Self.table) }
  }

  /// A row without a value is none: nothing marks an item whose value is empty.
  private func rows() async throws -> [Row] {
    try await store.read { try $0.scan(Self.table) }.compactMap { record in
      guard case .bytes(let name)? = record.fields["name"], case .bytes(let value)? = record.fields["value"],
        case .text(let text)? = record.fields["class"],
        let accessibility = KeychainAccessibility(rawValue: text)
      else { return nil }
      return Row(
        number: record.key, name: Data(try opened(name)), accessibility: accessibility,
        value: Data(try opened(value)))
    }
  }

  /// Nothing, encrypted, is nothing.
  private func sealed(_ data: Data) throws -> [UInt8] {
    if data.isEmpty { return [] }
    return try AES256GCM.seal(Array(data), key: key, nonce: try SecureRandom.bytes(12))
  }

  private func opened(_ bytes: [UInt8]) throws -> [UInt8] {
    if bytes.isEmpty { return [] }
    return try AES256GCM.open(bytes, key: key)
  }
}
