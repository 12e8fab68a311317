import Foundation

/// The fields of a document by name.
public typealias FirestoreData = [String: FirestoreValue]

/// One value of a Firestore document.
///
/// With the seed's `[String: Any]`, the meaning of a number depends on the platform: on Linux `5 as? Double` is nil,
/// and after JSON `true as? Double` is 1 (catalogue, fact 12). Here each kind is a case. Equality is by representation
/// (see ``ValidationError``), except that the keys of a map are compared with `String ==`.
public enum FirestoreValue: Sendable {
  case null
  /// True or false. It never counts as a number.
  case bool(Bool)
  /// A whole number, which ``number`` converts to a double.
  case integer(Int64)
  /// A binary floating-point number; NaN and infinities are possible.
  case double(Double)
  /// Any text, compared by its UTF-8 bytes.
  case string(String)
  /// A moment, compared by the bits of its seconds.
  case timestamp(Date)
  /// A list of values, in order.
  case array([FirestoreValue])
  /// A nested document.
  case map(FirestoreData)

  /// The number, whether it is an integer or a double. Nil for anything else, including a Bool. An integer beyond 2^53
  /// becomes the nearest double.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    case .null, .bool, .string, .timestamp, .array, .map: nil
    }
  }
}

extension FirestoreValue: Equatable {
  public static func == (left: FirestoreValue, right: FirestoreValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.double(let a), .double(let b)): identical(a, b)
    case (.string(let a), .string(let b)): identical(a, b)
    case (.timestamp(let a), .timestamp(let b)): identical(a, b)
    case (.array(let a), .array(let b)): a == b
    case (.map(let a), .map(let b)): a == b
    default: false
    }
  }
}

extension FirestoreValue: CustomStringConvertible {
  /// The value in messages: scalars in full, text in quotes, containers by kind and size alone.
  public var description: String {
    switch self {
    case .null: "null"
    case .bool(let value): "the Bool \(value)"
    case .integer(let value): "the integer \(value)"
    case .double(let value): "the number \(value)"
    case .string(let value): "the text \(value.debugDescription)"
    case .timestamp(let value): "the timestamp \(value.timeIntervalSince1970)"
    case .array(let values): "an array of \(values.count)"
    case .map(let values): "a map of \(values.count)"
    }
  }
}
