import SwiftLexing

/// Reads a declaration, as the compiler prints it into a symbol graph.
struct DeclarationReader {
  private var rest: ArraySlice<String>

  init(_ text: String) {
    let source = LexedSource(text)
    let tokens = source.tokens.filter { !$0.kind.isTrivia }
    rest =
      tokens.indices.flatMap { index -> [String] in
        // The compiler writes `Self` with backticks.
        let text = source.text(of: tokens[index]).filter { $0 != "`" }
        // `Set<Int>?` ends with one operator, and `func >>` is the name of one.
        let isName = index > 0 && source.text(of: tokens[index - 1]) == "func"
        guard tokens[index].kind == .operatorSign, !isName, text != "->", text.allSatisfy({ ">?!<".contains($0) }) else { return [text] }
        return text.map(String.init)
      }[...]
  }

  /// The whole text as a type.
  static func type(_ text: String) -> SwiftType {
    var reader = DeclarationReader(text)
    let type = reader.type()
    return reader.rest.isEmpty ? type : .other(text)
  }

  /// What follows the name of a function or an initializer, or of a case with a payload.
  mutating func signature() -> Signature {
    var signature = Signature()
    signature.attributes = Set(words(until: ["func", "init", "var", "let", "subscript", "case"]))
    let keyword = rest.popFirst() ?? ""
    if keyword == "var" || keyword == "let" || keyword == "case" {
      signature.isConstant = keyword == "let"
      _ = rest.popFirst()
      if rest.first == "(" { signature.parameters = parameters() }
      if take(":") { signature.result = result() }
    } else {
      if keyword == "func" { _ = rest.popFirst() }
      if take("?") || take("!") { signature.isFailable = true }
      if rest.first == "<" { skipAngles() }
      signature.parameters = parameters(namesAreLabels: keyword != "subscript")
      for word in words(until: ["->", "where", "{"]) { signature.attributes.insert(word) }
      if take("->") { signature.result = result() }
    }
    if rest.contains("{") {
      signature.isReadOnly = !rest.contains("set")
      signature.attributes.insert(signature.isReadOnly ? "get" : "set")
      for word in ["async", "throws"] where rest.contains(word) { signature.attributes.insert(word) }
    }
    return signature
  }

  /// What is returned: a type that the declaration does not name is none that a value could be compared with.
  private mutating func result() -> SwiftType { take("some") ? .other("some \(type())") : type() }

  private mutating func words(until ends: Set<String>) -> [String] {
    var words: [String] = []
    while let next = rest.first, !ends.contains(next) {
      words.append(next)
      rest.removeFirst()
    }
    return words
  }

  private mutating func take(_ text: String) -> Bool {
    guard rest.first == text else { return false }
    rest.removeFirst()
    return true
  }

  /// - Parameter namesAreLabels: whether a caller writes the only name of a parameter: not in brackets.
  private mutating func parameters(namesAreLabels: Bool = true) -> [Parameter] {
    guard take("(") else { return [] }
    var found: [Parameter] = []
    while let first = rest.first, first != ")" {
      var names: [String] = []
      while let next = rest.first, next != ":", next != ",", next != ")" {
        names.append(next)
        rest.removeFirst()
      }
      if !take(":") {
        // A payload of an enumeration without a label: what was read is its type.
        let type = Self.type(names.joined(separator: names.contains("any") ? " " : ""))
        found.append(Parameter(label: nil, name: "value", type: type, hasDefault: false))
      } else {
        var type = type()
        if take("...") { type = .other("\(type)...") }
        let label = names.first == "_" || names.count == 1 && !namesAreLabels ? nil : names.first
        var parameter = Parameter(label: label, name: names.last ?? "value", type: type, hasDefault: false)
        if take("=") {
          parameter.hasDefault = true
          skip(to: [",", ")"])
        }
        found.append(parameter)
      }
      if !take(",") { break }
    }
    skip(to: [")"])
    _ = take(")")
    return found
  }

  /// Past everything in brackets, up to one of `ends` outside of them.
  private mutating func skip(to ends: Set<String>) {
    var depth = 0
    while let next = rest.first, depth > 0 || !ends.contains(next) {
      if "([{".contains(next) { depth += 1 }
      if ")]}".contains(next) { depth -= 1 }
      rest.removeFirst()
    }
  }

  private mutating func skipAngles() {
    var depth = 0
    while let next = rest.popFirst() {
      depth += next == "<" ? 1 : next == ">" ? -1 : 0
      if depth == 0 { return }
    }
  }

  mutating func type() -> SwiftType {
    var type = plainType()
    while let mark = rest.first, mark == "?" || mark == "!" {
      rest.removeFirst()
      type = .optional(type)
    }
    if let next = rest.first, next == "->" || next == "throws" || next == "async" || next == "&" {
      return .other("\(type) " + words(until: [",", ")", "=", "{", "where"]).joined(separator: " "))
    }
    return type
  }

  /// A type that a parameter with any type of a protocol takes.
  private static func standing(for bound: SwiftType) -> SwiftType {
    switch bound {
    case .named("Sequence", let parts), .named("Collection", let parts), .named("BidirectionalCollection", let parts),
      .named("RandomAccessCollection", let parts):
      parts.count == 1 ? .array(parts[0]) : .other("some \(bound)")
    case .named("StringProtocol", _): .named("String")
    case .named("BinaryInteger", _), .named("FixedWidthInteger", _): .named("Int")
    case .named("BinaryFloatingPoint", _): .named("Double")
    case .named("DataProtocol", _), .named("ContiguousBytes", _): .array(.named("UInt8"))
    default: .other("some \(bound)")
    }
  }

  private mutating func plainType() -> SwiftType {
    if take("[") {
      let first = type()
      let result = take(":") ? SwiftType.dictionary(first, type()) : .array(first)
      return take("]") ? result : .other("[\(first)")
    }
    if take("(") {
      var parts: [SwiftType] = []
      while rest.first != ")", !rest.isEmpty {
        // `(quotient: Int, remainder: Int)`
        if rest.count > 1, rest[rest.startIndex + 1] == ":" { rest.removeFirst(2) }
        parts.append(type())
        if !take(",") { break }
      }
      guard take(")") else { return .other("(") }
      return parts.count == 1 && rest.first != "->" ? parts[0] : .tuple(parts)
    }
    guard let word = rest.popFirst() else { return .other("") }
    if word == "some" { return Self.standing(for: type()) }
    if ["any", "inout", "borrowing", "consuming", "sending", "repeat", "each", "@", "~", "isolated"].contains(word) {
      if word == "@" { _ = rest.popFirst() }
      return .other("\(word) \(type())")
    }
    var name = word
    while take(".") { name += ".\(rest.popFirst() ?? "")" }
    guard take("<") else { return .named(name) }
    var arguments: [SwiftType] = []
    while rest.first != ">", !rest.isEmpty {
      arguments.append(type())
      if !take(",") { break }
    }
    guard take(">") else { return .other("\(name)<") }
    return rest.first == "." ? .other("\(name)<…>" + words(until: [",", ")", "=", "{", "where"]).joined()) : .named(name, arguments)
  }
}

/// What a declaration says besides its name.
struct Signature: Sendable {
  var parameters: [Parameter] = []
  var result: SwiftType?
  var isFailable = false
  var isConstant = false
  var isReadOnly = false
  /// `static`, `mutating`, `throws`, `async`, and whatever else stands before the keyword or behind the parameters.
  var attributes: Set<String> = []
}

struct Parameter: Sendable, Hashable {
  /// As the caller writes it; nil for `_`.
  let label: String?
  let name: String
  var type: SwiftType
  var hasDefault: Bool
}
