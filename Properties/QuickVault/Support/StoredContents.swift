import Foundation
import QuickVaultReference
import StorageContract

/// Everything that a store holds, whatever the service that wrote it calls it.
struct StoredContents: Sendable, Equatable {
  var records: [StoredItem]

  init(records: [StoredItem]) {
    self.records = records
  }

  init(_ store: any Store) async throws {
    records = try await store.read { transaction in
      try transaction.collections().flatMap { collection in
        try transaction.scan(collection).map {
          StoredItem(collection: collection, key: $0.key, fields: $0.fields)
        }
      }
    }
  }

  /// The records that speak of one of these ids, and all others.
  func parted(by ids: [UUID]) -> (about: [StoredItem], others: [StoredItem]) {
    (records.filter { $0.mentions(ids) }, records.filter { !$0.mentions(ids) })
  }

  /// The first of the texts that stands in some record for all to read.
  func reading(_ secrets: [String]) -> String? {
    let bytes = records.flatMap { [$0.key] + $0.fields.values.map(\.exactText) }.map { Array($0.utf8) }
      + records.flatMap { $0.fields.values.compactMap { if case .bytes(let bytes) = $0 { bytes } else { nil } } }
    return secrets.first { secret in bytes.contains { $0.reveal(secret) } }
  }

  /// The bytes of all fields that are made of bytes: what is encrypted is among them.
  var byteFields: [[UInt8]] {
    records.flatMap { record in
      record.fields.sorted { $0.key < $1.key }.compactMap { if case .bytes(let bytes) = $0.value { bytes } else { nil } }
    }
  }
}

struct StoredItem: Sendable, Equatable {
  let collection: String
  let key: String
  let fields: [String: FieldValue]

  static func == (left: StoredItem, right: StoredItem) -> Bool {
    left.collection == right.collection && left.key.utf8.elementsEqual(right.key.utf8) && left.fields == right.fields
  }

  func mentions(_ ids: [UUID]) -> Bool {
    ids.contains { id in
      key.uppercased().contains(id.uuidString)
        || fields.values.contains { value in
          switch value {
          case .uuid(let other): other == id
          case .text(let text): text.uppercased().contains(id.uuidString)
          default: false
          }
        }
    }
  }
}

extension [UInt8] {
  /// Whether the text can be read here: in UTF-8 or UTF-16, or in base64 or hexadecimal digits.
  func reveal(_ secret: String) -> Bool {
    let data = Data(self)
    let plain = Data(secret.utf8)
    let wide = Data(secret.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })
    let hexadecimal = plain.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    var forms = [plain, wide, Data(hexadecimal.utf8), Data(hexadecimal.uppercased().utf8)]
    // Base64 writes three bytes at a time: without up to two bytes in front, and what does not fill a group at the end.
    for skipped in 0...2 {
      let whole = plain.dropFirst(skipped)
      let group = Data(whole.prefix(whole.count / 3 * 3))
      if group.count >= 9 { forms.append(Data(group.base64EncodedString().utf8)) }
    }
    return forms.contains { data.range(of: $0) != nil }
  }
}
