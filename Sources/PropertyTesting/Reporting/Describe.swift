import Foundation

/// Prints any value in one canonical way: the same in every process, and different for values that differ. After ten million parts
/// the rest prints as `…`: a value that shares its parts may have more than any memory holds.
///
/// Sets and dictionaries are sorted by their printed elements, because their own order changes from run to run. Text is quoted, with
/// every invisible or combining scalar escaped. Numbers print exactly, and records print field by field. Below 64 levels a value prints
/// as `…`.
///
/// The engine compares these texts: those of a value when it replays a case, and those of two results that have no `==`. If a type prints
/// an address, a counter or less than its whole value, conform it to ``CounterexampleDescribable``.
public func describe<Value>(_ value: Value) -> String { describe(value, parts: 10_000_000) }

/// As much of a value as so many parts.
func describe<Value>(_ value: Value, parts: Int) -> String {
  var printer = ValuePrinter()
  printer.room = parts
  printer.print(value)
  return printer.text
}

/// A value in print; and whether it has functions in it, which print what they were asked until then.
func describeNoting<Value>(_ value: Value) -> (text: String, hasFunctions: Bool) {
  var printer = ValuePrinter()
  printer.print(value)
  return (printer.text, printer.hasFunctions)
}

/// Two values that differ, in print. If what they print of themselves is alike, they print all their stored properties.
@usableFromInline
func describeApart<Value>(_ one: Value, _ other: Value) -> (String, String) {
  let texts = (describe(one), describe(other))
  guard texts.0 == texts.1 else { return texts }
  func whole(_ value: Value) -> String {
    var printer = ValuePrinter()
    printer.showsAll = true
    printer.print(value)
    return printer.text
  }
  return (whole(one), whole(other))
}

/// A type that prints itself in reports.
///
/// Without this conformance, ``describe(_:)`` prints the stored properties of a value. This is wrong for a type that holds a cache, an
/// object or a counter: its replays are then stale, because the engine compares the printed values. A `description` does not help:
/// ``describe(_:)`` does not read the one of a struct or a class.
public protocol CounterexampleDescribable {
  /// The value as reports print it. It must be deterministic, and different for values that differ.
  var counterexampleDescription: String { get }
}

/// An array gives its elements without a mirror, which takes many times as long.
private protocol ElementList {
  var parts: [(String?, Any)] { get }
}

extension Array: ElementList {
  fileprivate var parts: [(String?, Any)] { map { (nil, $0) } }
}

private struct ValuePrinter {
  private(set) var text = ""
  private var depth = 0
  /// The objects that are being printed: one that is met again is not printed again.
  private var open: Set<ObjectIdentifier> = []
  /// Whether also what prints itself is printed by its stored properties.
  var showsAll = false
  /// See ``AskedFunction``.
  private(set) var hasFunctions = false
  /// How many parts there is room for.
  fileprivate(set) var room = 10_000_000

  mutating func print(_ value: Any) {
    room -= 1
    guard room > 0 else {
      if room == 0 { text += "…" }
      return
    }
    // Not by a cast: any empty array can be cast to any array type.
    if type(of: value) == [UInt8].self, let bytes = value as? [UInt8] {
      return text += describe(bytes: bytes)
    }
    switch value {
    case let value as any CounterexampleDescribable where !showsAll:
      text += value.counterexampleDescription
      if value is any AskedFunction { hasFunctions = true }
    // Before the others, because most values are numbers, and each cast takes its time.
    case let value as any BinaryInteger: text += String(describing: value)
    case let value as any BinaryFloatingPoint: text += String(describing: value)
    case let value as String: text += quoted(value)
    case let value as Substring: text += quoted(String(value))
    case let value as Character: text += quoted(String(value))
    case let value as Unicode.Scalar: text += quoted(String(Character(value)))
    case let value as Date: text += describe(date: value)
    case let value as Duration: text += describe(duration: value)
    case let value as Decimal: text += value.description
    case let value as UUID: text += value.uuidString
    case let value as Data: text += describe(bytes: Array(value))
    case let value as URL: text += value.absoluteString
    case let value as Bool: text += value ? "true" : "false"
    case is Void: text += "()"
    default: printMirror(of: value)
    }
  }

  private mutating func printMirror(of value: Any) {
    let mirror = Mirror(reflecting: value)
    guard depth < 64 else { return text += "…" }
    depth += 1
    defer { depth -= 1 }
    if case .collection = mirror.displayStyle, let elements = value as? any ElementList {
      return list(elements.parts, "[", "]")
    }
    let children = Array(mirror.children)
    switch mirror.displayStyle {
    case .optional:
      guard let wrapped = children.first else { return text += "nil" }
      // An optional in an optional keeps its wrapping in print, so that some(nil) is not nil.
      let isNested = Mirror(reflecting: wrapped.value).displayStyle == .optional
      if isNested { text += ".some(" }
      print(wrapped.value)
      if isNested { text += ")" }
    case .collection: list(children.map { ($0.label, $0.value) }, "[", "]")
    case .tuple: list(children.map { (label($0), $0.value) }, "(", ")")
    case .set:
      text += "[" + nested(children.map(\.value)).sorted().joined(separator: ", ") + "]"
    case .dictionary:
      let entries = children.map { child in
        nested(Mirror(reflecting: child.value).children.map(\.value)).joined(separator: ": ")
      }
      text += entries.isEmpty ? "[:]" : "[" + entries.sorted().joined(separator: ", ") + "]"
    case .enum:
      guard let payload = children.first else {
        // A description of its own, which may be a sentence, is no name of a case.
        return text += (value is any CustomStringConvertible ? "" : ".") + String(describing: value)
      }
      text += "." + (payload.label ?? "")
      let parts = Mirror(reflecting: payload.value)
      if parts.displayStyle == .tuple {
        list(parts.children.map { (label($0), $0.value) }, "(", ")")
      } else {
        list([(nil, payload.value)], "(", ")")
      }
    case .class:
      let identity = ObjectIdentifier(value as AnyObject)
      guard open.insert(identity).inserted else { return text += "↩ " + typeName(of: value) }
      text += typeName(of: value)
      list(inherited(mirror).map { (label($0), $0.value) }, "(", ")")
      open.remove(identity)
    case .struct:
      text += typeName(of: value)
      list(children.map { (label($0), $0.value) }, "(", ")")
    default: text += String(describing: value)
    }
  }

  /// Each on its own, to be sorted; as deep as this is.
  private mutating func nested(_ values: [Any]) -> [String] {
    var printer = ValuePrinter()
    (printer.depth, printer.open, printer.showsAll, printer.room) = (depth, open, showsAll, room)
    defer {
      room = printer.room
      hasFunctions = hasFunctions || printer.hasFunctions
    }
    return values.map { value in
      printer.text = ""
      printer.print(value)
      return printer.text
    }
  }

  /// The fields of an object, those of its superclasses first.
  private func inherited(_ mirror: Mirror) -> [Mirror.Child] {
    (mirror.superclassMirror.map(inherited) ?? []) + Array(mirror.children)
  }

  /// "FoodItem.Fields": with the types around it, without the module and the marks of private ones.
  private func typeName(of value: Any) -> String {
    let full = String(reflecting: type(of: value))
    // Generic arguments would need their own modules cut off: the short name serves.
    guard !full.contains("<"), !full.contains("(") else { return "\(type(of: value))" }
    return full.split(separator: ".").dropFirst().joined(separator: ".")
  }

  /// Unlabelled parts of tuples are called `.0`, `.1`.
  private func label(_ child: Mirror.Child) -> String? {
    guard let label = child.label, !label.hasPrefix(".") else { return nil }
    return label
  }

  private mutating func list(_ parts: [(String?, Any)], _ open: String, _ close: String) {
    text += open
    for (index, part) in parts.enumerated() where room > 0 {
      if index > 0 { text += ", " }
      if let label = part.0 { text += "\(label): " }
      print(part.1)
    }
    text += close
  }
}

/// In quotes; scalars that do not show, or that join what precedes them, as `\u{…}`. In a text that is not
/// in composed normal form (NFC) all beyond ASCII are written so, for it would look like the one that is.
private func quoted(_ text: String) -> String {
  let isComposed = text.precomposedStringWithCanonicalMapping.utf8.elementsEqual(text.utf8)
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    case "\0": result += "\\0"
    case " ": result += " "
    default:
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
        .paragraphSeparator, .spaceSeparator, .nonspacingMark, .spacingMark, .enclosingMark:
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      case _ where !isComposed && !scalar.isASCII:
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
  return result + "\""
}

private func describe(bytes: [UInt8]) -> String {
  "<" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ") + ">"
}

/// In seconds, exact to the attosecond: "1.5 s".
private func describe(duration: Duration) -> String {
  let (seconds, attoseconds) = duration.components
  let sign = seconds < 0 || attoseconds < 0 ? "-" : ""
  var fraction = String(attoseconds.magnitude)
  fraction = String(repeating: "0", count: 18 - fraction.count) + fraction
  while fraction.last == "0" { fraction.removeLast() }
  return "\(sign)\(seconds.magnitude)" + (fraction.isEmpty ? "" : "." + fraction) + " s"
}

/// The reference date plus so many seconds, exact; and the calendar's view of it where that is in print.
private func describe(date: Date) -> String {
  let seconds = date.timeIntervalSinceReferenceDate
  guard seconds.magnitude < 63_200_000_000 else { return "Date(\(seconds))" }
  let whole = seconds.rounded(.down)
  let calendarText = Date(timeIntervalSinceReferenceDate: whole).formatted(.iso8601)
  return seconds == whole ? calendarText : "\(calendarText) + \(seconds - whole) s [\(seconds)]"
}
