/// A type as a declaration spells it, in the shapes that values can be generated for.
indirect enum SwiftType: Hashable, Sendable, CustomStringConvertible {
  /// `Int`, `BigInt.Sign`, `Set<Int>`.
  case named(String, [SwiftType] = [])
  case optional(SwiftType)
  case array(SwiftType)
  case dictionary(SwiftType, SwiftType)
  /// `()` has no parts.
  case tuple([SwiftType])
  /// Anything else: a function, `any P`, `inout T`.
  case other(String)

  static let void = SwiftType.tuple([])

  var description: String {
    switch self {
    case .named(let name, let arguments):
      arguments.isEmpty ? name : "\(name)<\(arguments.map(\.description).joined(separator: ", "))>"
    case .optional(let wrapped): "\(wrapped)?"
    case .array(let element): "[\(element)]"
    case .dictionary(let key, let value): "[\(key): \(value)]"
    case .tuple(let parts): "(\(parts.map(\.description).joined(separator: ", ")))"
    case .other(let text): text
    }
  }

  var isOptional: Bool { if case .optional = self { true } else { false } }

  /// The type with other types in place of names: of generic parameters, of `Self`, of typealiases.
  func replacing(_ names: [String: SwiftType]) -> SwiftType {
    switch self {
    case .named(let name, let arguments):
      arguments.isEmpty ? names[name] ?? self : .named(name, arguments.map { $0.replacing(names) })
    case .optional(let wrapped): .optional(wrapped.replacing(names))
    case .array(let element): .array(element.replacing(names))
    case .dictionary(let key, let value): .dictionary(key.replacing(names), value.replacing(names))
    case .tuple(let parts): .tuple(parts.map { $0.replacing(names) })
    case .other: self
    }
  }

  /// All names in the type, its own first.
  var names: [String] {
    switch self {
    case .named(let name, let arguments): [name] + arguments.flatMap(\.names)
    case .optional(let wrapped): wrapped.names
    case .array(let element): element.names
    case .dictionary(let key, let value): key.names + value.names
    case .tuple(let parts): parts.flatMap(\.names)
    case .other(let text): [text]
    }
  }
}
