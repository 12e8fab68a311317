import PropertyTesting

/// What becomes of a backup between its writing and its restoring.
enum BackupAlteration: Sendable, CustomStringConvertible, CounterexampleDescribable {
  case cut(DamagePlace)
  case flipped(DamagePlace, bit: Int)
  case appended([UInt8])
  case foreign([UInt8])
  case empty
  case missing

  var name: String {
    switch self {
    case .cut: "cut"
    case .flipped: "flipped"
    case .appended: "appended"
    case .foreign: "foreign"
    case .empty: "empty"
    case .missing: "missing"
    }
  }

  var description: String {
    switch self {
    case .cut(let place): "cut \(place)"
    case .flipped(let place, let bit): "flipped in bit \(bit) of the byte \(place)"
    case .appended(let bytes): "followed by \(describe(bytes))"
    case .foreign(let bytes): "not a backup but \(describe(bytes))"
    case .empty: "empty"
    case .missing: "missing"
    }
  }

  var counterexampleDescription: String { description }

  /// The kind of error that restoring it throws.
  var expected: String { if case .missing = self { "io" } else { "damaged" } }

  /// Nil: no file.
  func altered(_ backup: [UInt8]) -> [UInt8]? {
    switch self {
    case .cut(let place): return Array(backup.prefix(place.offset(in: backup)))
    case .flipped(let place, let bit):
      var copy = backup
      let offset = place.offset(in: backup)
      guard copy.indices.contains(offset) else { return [] }
      copy[offset] ^= 1 << UInt8(bit)
      return copy
    case .appended(let bytes): return backup + bytes
    case .foreign(let bytes): return bytes
    case .empty: return []
    case .missing: return nil
    }
  }
}

/// A byte of a file whose size is not known when it is drawn: never behind its end.
enum DamagePlace: Sendable, CustomStringConvertible, CounterexampleDescribable {
  case fromStart(Int)
  /// 1: the last byte.
  case fromEnd(Int)
  case millionths(Int)
  /// Behind one of the line feeds, counted around and around: where a part of many formats ends.
  case lineEnd(Int)
  /// Where one of the pages of 4,096 bytes begins, likewise.
  case page(Int)
  /// In one of the places that hold the text of ``HistoryCall/bulkyChange``, by their share of all such places.
  case text(millionths: Int)

  func offset(in bytes: [UInt8]) -> Int {
    let last = max(0, bytes.count - 1)
    switch self {
    case .fromStart(let offset): return min(offset, last)
    case .fromEnd(let offset): return max(0, bytes.count - max(1, offset))
    case .millionths(let share): return min(last, share * bytes.count / 1_000_000)
    case .lineEnd(let number):
      let ends = bytes.dropLast().indices.filter { bytes[$0] == 0x0A }
      return ends.isEmpty ? last : ends[number % ends.count] + 1
    case .text(let share):
      let places = Self.textPlaces(in: bytes)
      return places.isEmpty ? last : places[min(places.count - 1, share * places.count / 1_000_000)]
    case .page(let number): return number % (bytes.count / 4_096 + 1) * 4_096 % max(1, bytes.count)
    }
  }

  /// Behind eight bytes that are all of that text.
  private static func textPlaces(in bytes: [UInt8]) -> [Int] {
    var isLetter = [Bool](repeating: false, count: 256)
    for letter in "0long é".utf8 { isLetter[Int(letter)] = true }
    var length = 0
    return bytes.indices.filter { place in
      length = isLetter[Int(bytes[place])] ? length + 1 : 0
      return length > 8
    }
  }

  var description: String {
    switch self {
    case .fromStart(let offset): "at byte \(offset)"
    case .fromEnd(let offset): "at byte \(offset) from its end"
    case .millionths(let share): "at \(share) millionths of its length"
    case .lineEnd(let number): "behind line feed \(number), counted around"
    case .text(let share): "in text, at \(share) millionths of it"
    case .page(let number): "where page \(number) begins, counted around"
    }
  }

  var counterexampleDescription: String { description }
}

extension Generator where Value == DamagePlace {
  static var damagePlace: Generator {
    .frequency(
      (2, Generator { .fromStart(try $0(.int(in: 0...200))) }),
      (2, Generator { .fromEnd(try $0(.int(in: 1...200))) }),
      (4, Generator { .millionths(try $0(.int(in: 0...999_999))) }),
      (6, Generator { .lineEnd(try $0(.int(in: 0...19))) }),
      (1, Generator { .page(try $0(.int(in: 0...19))) }),
      (4, Generator { .text(millionths: try $0(.int(in: 0...999_999))) }))
  }
}

extension Generator where Value == BackupAlteration {
  static var backupAlteration: Generator {
    let foreign = Generator<String>.element(of: ["\n", "hello\n", "SQLite format 3\u{0}", "{}\n"])
    return .frequency(
      (2, .element(of: [.empty, .missing])),
      (3, Generator { .cut(try $0(.damagePlace)) }),
      (3, Generator { .flipped(try $0(.damagePlace), bit: try $0(.int(in: 0...7))) }),
      // The case of a letter, where checksums in hexadecimal digits stand.
      (1, Generator { .flipped(.fromEnd(try $0(.int(in: 1...70))), bit: 5) }),
      (1, Generator { .appended(try $0(.bytes(count: 1...3))) }),
      (1, Generator { .foreign([UInt8](try $0(foreign).utf8)) }))
  }
}
