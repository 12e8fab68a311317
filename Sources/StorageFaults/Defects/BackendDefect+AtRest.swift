import Foundation
import StorageContract

/// Defects that change what is on the disk while no store is open.
extension BackendDefect {
  /// BF-18: A bit flips between closing and opening, and no checksum detects it. The bit is in the record that was
  /// written last, in its first field that holds a text, bytes or a decimal. Flipping the lowest bit turns a digit
  /// into another digit, and a letter into another letter.
  public static let flipsBitsAtRest = BackendDefect(
    "BF-18", "flipsBitsAtRest", "A bit flips between closing and opening, and no checksum detects it."
  ) { hooks in
    let lastWritten = Remembered<RecordChange?>(nil)
    hooks.afterCommits { changes in
      guard let last = changes.last(where: { $0.after.flatMap(withABitFlipped) != nil }) else { return }
      lastWritten.set(last)
    }
    hooks.close = { store in
      if let written = lastWritten.now {
        // Once: the next closing would flip it back.
        lastWritten.set(nil)
        do {
          try await store.write { transaction in
            guard let record = try transaction.get(written.key, in: written.collection),
              let flipped = withABitFlipped(record.fields)
            else { return }
            var fields = record.fields
            fields[flipped.name] = flipped.value
            try transaction.put(fields, at: written.key, in: written.collection)
          }
        } catch StoreError.closed {
          // A store that is closed already cannot be written to.
        }
      }
      try await store.close()
    }
  }

  /// BF-19: Deleted and replaced values stay readable in the files, even after a compaction.
  public static let keepsDeletedPlaintext = BackendDefect(
    "BF-19", "keepsDeletedPlaintext",
    "Deleted and replaced values stay readable in the files, even after a compaction."
  ) { hooks in
    let kept = Remembered<[UInt8]>([])
    hooks.afterCommits { changes in
      kept.withValue { kept in
        for case let before? in changes.map(\.before) {
          for (name, value) in before.fields.sorted(by: { KeyBytes.precedes($0.key, $1.key) }) {
            kept += Array("\(before.key) \(name) ".utf8)
            if case .bytes(let bytes) = value { kept += bytes } else { kept += Array(value.exactText.utf8) }
          }
        }
      }
    }
    hooks.rawBytes = { try await $0.rawBytes() + kept.now }
  }
}

private func withABitFlipped(_ fields: [String: FieldValue]) -> (name: String, value: FieldValue)? {
  for (name, value) in fields.sorted(by: { KeyBytes.precedes($0.key, $1.key) }) {
    switch value {
    case .text(let text):
      // Of an ASCII character, so that the text stays one.
      var bytes = Array(text.utf8)
      guard let place = bytes.lastIndex(where: { $0 > 0x20 && $0 < 0x7F }) else { continue }
      bytes[place] ^= 1
      return (name, .text(String(decoding: bytes, as: UTF8.self)))
    case .bytes(var bytes):
      guard !bytes.isEmpty else { continue }
      bytes[bytes.count / 2] ^= 1
      return (name, .bytes(bytes))
    case .decimal(let decimal):
      var digits = Array("\(decimal)".utf8)
      guard let place = digits.lastIndex(where: { 0x30...0x39 ~= $0 }) else { continue }
      digits[place] ^= 1
      let text = String(decoding: digits, as: UTF8.self)
      guard let other = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) else { continue }
      return (name, .decimal(other))
    default: continue
    }
  }
  return nil
}
