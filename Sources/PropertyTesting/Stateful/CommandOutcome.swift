/// What came of a command, in the model or in the system: a result, or an error, which is a result like any other.
enum CommandOutcome: Sendable {
  case returned(any ReturnedValue)
  case threw(any Error)

  /// As a trace shows it; empty for a result that is no news.
  var text: String {
    switch self {
    case .returned(let value): value.text
    case .threw(let error): "error \(describe(error))"
    }
  }

  var isError: Bool { if case .threw = self { true } else { false } }
}

protocol ReturnedValue: Sendable {
  var text: String { get }
  var any: Any { get }
}

struct Returned<Value: Sendable>: ReturnedValue {
  let value: Value
  /// Printed in its place.
  var alias: String?

  var any: Any { value }

  var text: String { alias ?? (Value.self == Void.self ? "done" : describe(value)) }
}

/// Whether two results are the same: by `==` where their type has one, otherwise by how they print, which tells
/// apart what differs (tuples, say).
func areEqual<Value: Sendable>(_ left: Value, _ right: Value) -> Bool {
  if Value.self == Void.self { return true }
  if let type = Value.self as? any Equatable.Type { return type.compare(left, right) }
  return describe(left) == describe(right)
}

/// Whether two errors are the same: of one type and equal, or, where the type has no `==`, of one print.
func areEqual(_ left: any Error, _ right: any Error) -> Bool {
  guard type(of: left) == type(of: right) else { return false }
  if let type = type(of: left) as? any Equatable.Type { return type.compare(left, right) }
  return describe(left) == describe(right)
}

extension Equatable {
  fileprivate static func compare(_ left: Any, _ right: Any) -> Bool {
    guard let left = left as? Self, let right = right as? Self else { return false }
    return left == right
  }
}
