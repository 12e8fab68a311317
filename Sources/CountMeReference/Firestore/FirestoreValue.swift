import Foundation

/// A document: its fields by name.
public typealias FirestoreData = [String: FirestoreValue]

/// One value of a Firestore document.
///
/// The seed's `[String: Any]` makes the meaning of a number depend on the platform: on Linux
/// `5 as? Double` is nil, and after JSON `true as? Double` is 1 (catalogue, fact 12). Here each kind is
/// a case. Equality is by representation (see ``ValidationError``); only a map's keys are compared as
/// `String` compares them.
public enum FirestoreValue: Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case double(Double)
  case string(String)
  case timestamp(Date)
  case array([FirestoreValue])
  case map(FirestoreData)

  /// The number, whether stored as an integer or as a double; nil for anything else, a Bool included.
  /// An integer beyond 2^53 becomes the nearest double.
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
  /// For messages: scalars in full, text quoted, containers by kind and size alone.
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
