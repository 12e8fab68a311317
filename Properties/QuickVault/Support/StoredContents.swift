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
    let ids = Set(ids)
    var (about, others) = ([StoredItem](), [StoredItem]())
    for record in records { if record.mentions(ids) { about.append(record) } else { others.append(record) } }
    return (about, others)
  }

  /// The first of the texts that stands in some record for all to read.
  func reading(_ secrets: [String]) -> String? { bytes.firstRevealed(of: secrets) }

  /// Keys and values, apart: nothing is made of the end of one and the beginning of the next.
  var bytes: [UInt8] {
    var all: [UInt8] = []
    for record in records {
      all += record.key.utf8
      for value in record.fields.values { all += value.plainBytes + [0] }
    }
    return all
  }

  /// Whether two of the fields that are made of bytes, encrypted ones among them, have twelve bytes in a row in common.
  var repeatsTwelveBytes: Bool {
    let fields = records.flatMap { record in
      record.fields.values.compactMap { if case .bytes(let bytes) = $0 { bytes } else { nil } }
    }
    // By hash first: of what is random none has a second.
    var places: [UInt64: Int] = [:]
    for (place, bytes) in fields.enumerated() where bytes.count >= 12 {
      var window: UInt64 = 0
      for (end, byte) in bytes.enumerated() {
        window = window << 8 | UInt64(byte)
        guard end >= 11 else { continue }
        // Eight of the twelve.
        if let other = places.updateValue(place, forKey: window), other != place,
          fields[other].holds(Array(bytes[end - 11...end]))
        {
          return true
        }
      }
    }
    return false
  }
}

struct StoredItem: Sendable, Equatable {
  let collection: String
  let key: String
  let fields: [String: FieldValue]

  static func == (left: StoredItem, right: StoredItem) -> Bool {
    left.collection == right.collection && left.key.utf8.elementsEqual(right.key.utf8) && left.fields == right.fields
  }

  /// Whether one of the ids is a field, or stands in a text or in the key.
  func mentions(_ ids: Set<UUID>) -> Bool {
    Self.ids(in: key).contains(where: ids.contains)
      || fields.values.contains { value in
        switch value {
        case .uuid(let id): ids.contains(id)
        case .text(let text): Self.ids(in: text).contains(where: ids.contains)
        default: false
        }
      }
  }

  private static func ids(in text: String) -> [UUID] {
    guard text.utf8.count >= 36 else { return [] }
    return text.split { !$0.isHexDigit && $0 != "-" }.compactMap { UUID(uuidString: String($0)) }
  }
}

extension [UInt8] {
  /// The first of the texts that can be read here: in UTF-8 or UTF-16, or in base64 or hexadecimal digits.
  func firstRevealed(of secrets: [String]) -> String? {
    secrets.first { secret in Self.forms(of: secret).contains(where: holds) }
  }

  private static func forms(of secret: String) -> [[UInt8]] {
    let plain = [UInt8](secret.utf8)
    let wide = secret.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    let digits = plain.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    var forms = [plain, wide, [UInt8](digits.utf8), [UInt8](digits.uppercased().utf8)]
    // Base64 writes three bytes at a time: without up to two bytes in front, and what does not fill a group at the end.
    for skipped in 0...2 {
      let group = plain.dropFirst(skipped).prefix((plain.count - skipped) / 3 * 3)
      if group.count >= 9 { forms.append([UInt8](Data(group).base64EncodedString().utf8)) }
    }
    return forms
  }

  /// Whether these bytes stand somewhere in it, one after the other.
  func holds(_ part: [UInt8]) -> Bool {
    guard !part.isEmpty else { return true }
    // Files and databases are text mostly, in which this byte is seldom found where the others are not.
    let anchor = part.firstIndex { $0 > 0x7F } ?? 0
    let rest = part.count - anchor
    return withUnsafeBytes { whole in
      guard let start = whole.baseAddress else { return false }
      var place = anchor
      while whole.count - place >= rest,
        let found = memchr(start + place, Int32(part[anchor]), whole.count - place - rest + 1)
      {
        if memcmp(found - anchor, part, part.count) == 0 { return true }
        place = UnsafeRawPointer(found) - start + 1
      }
      return false
    }
  }
}
