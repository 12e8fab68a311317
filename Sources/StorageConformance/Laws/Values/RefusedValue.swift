import Foundation
import PropertyTesting
import StorageContract

/// A value that no store takes, a near one that every store takes, and the call that tries it.
struct RefusedValue: Sendable {
  enum Value: Sendable, Equatable {
    /// Too long by so many bytes.
    case text(over: Int)
    /// Of characters of two bytes: too many bytes, though not too many characters.
    case wideText(over: Int)
    case bytes(over: Int)
    case nanDecimal
    /// 39 significant digits: these and a last one that is no zero.
    case longDecimal(isNegative: Bool, firstDigits: String, exponent: Int)
    case date(seconds: Double)
  }

  enum Call: String, Sendable, CaseIterable {
    case put, insert
    case compareAndSet = "compare-and-set"
  }

  let value: Value
  let call: Call
  /// Otherwise the field comes after a good one.
  let isFirstField: Bool
  /// Whether the error leaves the transaction, and so ends it.
  let escapes: Bool
}

extension RefusedValue.Value {
  /// A value of a backend with this limit; nil where the limit is too high to try to pass it.
  func value(limit: Int) -> FieldValue? {
    switch self {
    case .text(let over):
      return Self.isTried(limit) ? .text(Self.text("x", sizeBytes: limit + over)) : nil
    case .wideText(let over):
      return Self.isTried(limit) ? .text(Self.text("é", sizeBytes: (limit + over + 1) / 2 * 2)) : nil
    case .bytes(let over):
      return Self.isTried(limit) ? .bytes([UInt8](repeating: 7, count: limit + over)) : nil
    case .nanDecimal:
      return .decimal(.nan)
    case .longDecimal(let isNegative, let firstDigits, let exponent):
      // The first digit is low enough for 39 digits to fit into 128 bits.
      let digits = "1" + firstDigits + "9"
      return .decimal(StoredDecimal(isNegative: isNegative, digits: digits, exponent: exponent).decimal)
    case .date(let seconds):
      return .date(Date(timeIntervalSinceReferenceDate: seconds))
    }
  }

  /// The nearest value that is stored.
  func nearMiss(limit: Int) -> FieldValue {
    switch self {
    case .text(let over), .wideText(let over): .text(Self.text("é", sizeBytes: min(limit, 2 * over)))
    case .bytes(let over): .bytes([UInt8](repeating: 7, count: min(limit, over)))
    case .nanDecimal: .decimal(0)
    case .longDecimal(let isNegative, let firstDigits, let exponent):
      .decimal(StoredDecimal(isNegative: isNegative, digits: "9" + firstDigits, exponent: exponent).decimal)
    case .date(let seconds): .date(Date(timeIntervalSinceReferenceDate: seconds < 0 ? -1e308 : 1e308))
    }
  }

  private static func isTried(_ limit: Int) -> Bool { limit <= 4 * SizedValue.largestTriedBytes }

  private static func text(_ character: String, sizeBytes: Int) -> String {
    let unit = Array(character.utf8)
    var bytes = unit
    while bytes.count < sizeBytes { bytes += bytes }
    return String(decoding: bytes.prefix(sizeBytes / unit.count * unit.count), as: UTF8.self)
  }
}

extension Generator where Value == RefusedValue {
  static let refusedValue: Generator = Generator { source in
    RefusedValue(
      value: try source(.refused), call: try source(.anyCase()), isFirstField: try source(.bool),
      escapes: try source(.bool))
  }
}

extension Generator where Value == RefusedValue.Value {
  fileprivate static let refused: Generator = .frequency(
    (3, .constant(.nanDecimal)),
    (3, Generator { source in .date(seconds: try source(.element(of: [.infinity, -.infinity, .nan, -.nan]))) }),
    (6, .longDecimal),
    // A limit is usually of many megabytes, which take their time to fill.
    (1, Generator<Int>.int(in: 1...3).map { .text(over: $0) }),
    (1, Generator<Int>.int(in: 1...3).map { .wideText(over: $0) }),
    (1, Generator<Int>.int(in: 1...3).map { .bytes(over: $0) }))

  private static let longDecimal = Generator { source in
    let high = String(try source(Generator<UInt64>.integer(in: 0...999_999_999_999_999_999)))
    let low = String(try source(Generator<UInt64>.integer(in: 0...9_999_999_999_999_999_999)))
    return .longDecimal(
      isNegative: try source(.bool),
      firstDigits: String(repeating: "0", count: 18 - high.utf8.count) + high
        + String(repeating: "0", count: 19 - low.utf8.count) + low,
      exponent: try source(.frequency((2, .int(in: -38...0)), (1, .element(of: [-128, 127])))))
  }
}

extension RefusedValue: CounterexampleDescribable {
  var counterexampleDescription: String {
    "\(call.rawValue) of \(describe(value)), \(isFirstField ? "in the first field" : "after a good field"), "
      + "and the error \(escapes ? "ends the transaction" : "is caught in the transaction")"
  }
}
