import Foundation

/// Writes values as Swift does, to be pasted in a test.
enum SwiftSource {
  /// An expression that makes `value`; nil if there is none: for objects, closures, and values that hold more than their initializer takes.
  ///
  /// A struct is written with the initializer that Swift gives it, and an optional URL or UUID is unwrapped, because the text is one.
  static func expression(_ value: Any) -> String? {
    switch value {
    case let value as any BinaryInteger: return "\(value)"
    case let value as Double: return number(value, "Double")
    case let value as Float: return number(Double(value), "Float")
    case let value as Bool: return value ? "true" : "false"
    case let value as String: return literal(value)
    case let value as Substring: return literal(String(value))
    case let value as Character: return literal(String(value))
    case let value as Unicode.Scalar: return literal(String(Character(value)))
    case let value as Date: return "Date(timeIntervalSinceReferenceDate: \(value.timeIntervalSinceReferenceDate))"
    case let value as UUID: return "UUID(uuidString: \"\(value.uuidString)\")!"
    case let value as URL: return "URL(string: \(literal(value.absoluteString)))!"
    case let value as Data: return value.isEmpty ? "Data()" : "Data([\(value.map { "\($0)" }.joined(separator: ", "))])"
    case let value as Decimal: return "Decimal(string: \"\(value)\")!"
    case let value as Duration:
      let (seconds, attoseconds) = value.components
      return "Duration(secondsComponent: \(seconds), attosecondsComponent: \(attoseconds))"
    case is Void: return "()"
    default: return mirrored(value)
    }
  }

  private static func mirrored(_ value: Any) -> String? {
    let mirror = Mirror(reflecting: value)
    let children = Array(mirror.children)
    switch mirror.displayStyle {
    case .optional:
      guard let wrapped = children.first else { return "nil" }
      guard Mirror(reflecting: wrapped.value).displayStyle == .optional else { return expression(wrapped.value) }
      return expression(wrapped.value).map { ".some(\($0))" }
    case .collection: return list(children.map { (nil, $0.value) }).map { "[\($0)]" }
    case .set:
      guard let elements = all(children.map { expression($0.value) }) else { return nil }
      return "[\(elements.sorted().joined(separator: ", "))]"
    case .dictionary:
      let entries = all(
        children.map { child in
          all(Mirror(reflecting: child.value).children.map { expression($0.value) })?.joined(separator: ": ")
        })
      return entries.map { $0.isEmpty ? "[:]" : "[\($0.sorted().joined(separator: ", "))]" }
    case .tuple: return list(children.map(part)).map { "(\($0))" }
    case .enum:
      guard let payload = children.first, let name = payload.label else {
        return value is any CustomStringConvertible ? nil : ".\(value)"
      }
      let parts = Mirror(reflecting: payload.value)
      let arguments = parts.displayStyle == .tuple ? list(parts.children.map(part)) : list([(nil, payload.value)])
      return arguments.map { ".\(name)(\($0))" }
    case .struct:
      let name = name(of: type(of: value))
      if name.contains("<") { return nil }
      return list(children.map { ($0.label, $0.value) }).map { "\(name)(\($0))" }
    default: return nil
    }
  }

  private static func part(_ child: Mirror.Child) -> (String?, Any) {
    (child.label.flatMap { $0.hasPrefix(".") ? nil : $0 }, child.value)
  }

  private static func list(_ parts: [(String?, Any)]) -> String? {
    all(parts.map { label, value in expression(value).map { (label.map { "\($0): " } ?? "") + $0 } })?.joined(separator: ", ")
  }

  private static func all(_ texts: [String?]) -> [String]? {
    let known = texts.compactMap(\.self)
    return known.count == texts.count ? known : nil
  }

  private static func number(_ value: Double, _ type: String) -> String {
    if value.isNaN { return "\(type).nan" }
    if value.isInfinite { return value < 0 ? "-\(type).infinity" : "\(type).infinity" }
    return type == "Float" ? "\(Float(value))" : "\(value)"
  }

  /// A type as it is written where its module is imported.
  static func name(of type: Any.Type) -> String {
    // Without the marks of private types, and without modules: the first of several names.
    let parts = String(reflecting: type).components(separatedBy: "(unknown context at $")
    let name = parts[0] + parts.dropFirst().map { $0.components(separatedBy: ").").dropFirst().joined(separator: ").") }.joined()
    var (result, word) = ("", "")
    func withoutModule(_ word: String) -> String { word.firstIndex(of: ".").map { String(word[word.index(after: $0)...]) } ?? word }
    for character in name {
      if character.isLetter || character.isNumber || character == "_" || character == "." {
        word.append(character)
      } else {
        result += withoutModule(word) + String(character)
        word = ""
      }
    }
    return result + withoutModule(word)
  }

  /// A text in quotes.
  static func literal(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value >= 0x20 && scalar.value < 0x7F: result.unicodeScalars.append(scalar)
      default: result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    return result + "\""
  }
}
