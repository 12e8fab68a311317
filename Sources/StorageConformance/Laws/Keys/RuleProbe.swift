import Foundation
import PropertyTesting
import StorageContract

/// A call with names, keys, values and limits that keep the rules or just break them.
struct RuleProbe: Sendable {
  enum Call: String, Sendable, CaseIterable {
    case put, insert
    case compareAndSet = "compare-and-set"
    case get, delete, scan, count

    var hasFields: Bool { self == .put || self == .insert || self == .compareAndSet }
    var hasKey: Bool { self != .scan && self != .count }
    var onlyReads: Bool { self == .get || self == .scan || self == .count }
  }

  /// What a call must throw.
  enum Refusal: Equatable {
    case name(String)
    case key
    case value(field: String)
    case limit(Int)
  }

  let call: Call
  let collection: String
  let key: String
  let fields: [String: FieldValue]
  let limit: Int?
  /// The longest key that the store declares, in bytes.
  var maximumKeyBytes = 1_024

  /// The same over a store that declares shorter keys: a key as far from that limit as it was from the contract's.
  func limited(to maximumKeyBytes: Int) -> RuleProbe {
    let sizeBytes = key.utf8.count
    guard maximumKeyBytes < self.maximumKeyBytes, sizeBytes > 100, let first = key.unicodeScalars.first else { return self }
    let wanted = sizeBytes < 1_000 ? min(sizeBytes, maximumKeyBytes) : maximumKeyBytes + sizeBytes - self.maximumKeyBytes
    let (count, rest) = wanted.quotientAndRemainder(dividingBy: String(first).utf8.count)
    let fitting = String(repeating: String(first), count: count) + String(repeating: "y", count: rest)
    return RuleProbe(
      call: call, collection: collection, key: fitting, fields: fields, limit: limit, maximumKeyBytes: maximumKeyBytes)
  }

  /// In the order in which the rules are checked: collection, key, fields by their names, limit. An account of its own,
  /// beside that of `RecordRules`.
  var refusal: Refusal? {
    if !Self.isName(collection) { return .name(collection) }
    if call.hasKey, !(1...maximumKeyBytes).contains(key.utf8.count) { return .key }
    if call.hasFields {
      for (name, value) in fields.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
        if !Self.isName(name) { return .name(name) }
        if case .decimal(let decimal) = value, decimal.isNaN { return .value(field: name) }
      }
    }
    if call == .scan, let limit, limit < 0 { return .limit(limit) }
    return nil
  }

  private static func isName(_ text: String) -> Bool {
    let letters = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_".utf8)
    let digits = Set("0123456789".utf8)
    guard let first = text.utf8.first, text.utf8.count <= 64 else { return false }
    return letters.contains(first) && text.utf8.allSatisfy { letters.contains($0) || digits.contains($0) }
  }

  func perform(in transaction: any ReadTransaction) throws {
    switch call {
    case .get: _ = try transaction.get(key, in: collection)
    case .scan: _ = try transaction.scan(collection, from: nil, to: nil, limit: limit)
    case .count: _ = try transaction.count(collection, from: nil, to: nil)
    default: break
    }
  }

  func perform(in transaction: any WriteTransaction) throws {
    switch call {
    case .put: try transaction.put(fields, at: key, in: collection)
    case .insert: _ = try transaction.insert(fields, at: key, in: collection)
    case .compareAndSet: _ = try transaction.compareAndSet(fields, at: key, in: collection, version: 1)
    case .delete: try transaction.delete(key, in: collection)
    case .get, .scan, .count: try perform(in: transaction as any ReadTransaction)
    }
  }
}

extension RuleProbe: CounterexampleDescribable {
  var counterexampleDescription: String {
    var text = "\(call.rawValue) in \(Self.text(collection))"
    if call.hasKey { text += " at \(Self.text(key))" }
    if call.hasFields { text += " of \(describe(fields))" }
    if call == .scan { text += ", limit \(describe(limit))" }
    return text
  }

  private static func text(_ text: String) -> String {
    text.utf8.count > 40 ? "\(describe(String(text.prefix(1))))… of \(text.utf8.count) bytes" : describe(text)
  }
}

extension Generator where Value == RuleProbe {
  static let ruleProbe: Generator = Generator { source in
    let call = try source(.frequency((6, .anyCase()), (1, Generator<RuleProbe.Call>.constant(.scan))))
    let collection = try source(.nearName)
    // Two wrongs at once are rare where each is: of a scan there is one way only.
    let limits: Generator<Int?> =
      collection == "c" || call != .scan
      ? .frequency((2, .constant(nil)), (1, .element(of: [0, 1, -1, .min]))) : .element(of: [nil, -1])
    return RuleProbe(
      call: call, collection: collection, key: try source(.nearKey),
      fields: try source(
        .dictionary(
          of: .nearName, .frequency((2, .storable), (1, .constant(.decimal(.nan)))), count: 0...5)),
      limit: try source(limits))
  }
}

extension Generator where Value == String {
  /// Mostly names; otherwise what one edit makes of a name that is none any more.
  fileprivate static let nearName: Generator = .frequency(
    (10, .element(of: ["c", "_", "Z9", "a_1", String(repeating: "n", count: 64), String(repeating: "n", count: 63)])),
    (3, .element(of: [
      "", "1a", "9", "a b", " c", "c ", "a-b", "c.d", "é", "e\u{301}", "ca\u{301}", "c\u{0}", "c;", "٣", "c\n", "ａ",
      String(repeating: "n", count: 65), String(repeating: "é", count: 33),
    ])))

  /// Mostly keys, of few bytes or just within the limits; otherwise just without.
  fileprivate static let nearKey: Generator = .frequency(
    (6, .element(of: ["k", "K", "\u{0}", " ", "é"])),
    (2, repeated([1_024, 256, 1_023])),
    (1, .constant("")),
    (2, repeated([1_028, 1_025, 2_048])))

  /// One character over and over, up to one of the sizes in bytes.
  private static func repeated(_ sizesBytes: [Int]) -> Generator {
    Generator<(String, Int)>.zip(.element(of: ["x", "é", "😀"]), .element(of: sizesBytes)).map { scalar, sizeBytes in
      let (count, rest) = sizeBytes.quotientAndRemainder(dividingBy: scalar.utf8.count)
      return String(repeating: scalar, count: count) + String(repeating: "y", count: rest)
    }
  }
}
