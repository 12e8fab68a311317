import SwiftLexing

/// What a source declares, as far as planting needs it: the bodies of its functions and accessors, the values of its
/// properties and parameters, the signatures of its functions and the cases of its enumerations.
///
/// It reads without a grammar, from brackets, keywords and line ends. What it does not understand, or what stands in a
/// branch of `#if`, becomes no unit, and has no mutants.
struct Outline: Sendable {
  private(set) var units: [Unit] = []
  private(set) var signatures: [Signature] = []
  private(set) var enumerations: [CaseList] = []

  private let code: SourceCode

  init(_ code: SourceCode) {
    self.code = code
    readDeclarations(in: 0..<code.tokens.count, path: [], isProtocol: false)
  }

  private static let typeKeywords: Set<String> = ["struct", "class", "enum", "actor", "extension", "protocol"]
  private static let accessors: Set<String> = [
    "get", "set", "willSet", "didSet", "_read", "_modify", "read", "modify", "init", "unsafeAddress",
    "unsafeMutableAddress",
  ]
  private static let declarations: Set<String> = [
    "func", "init", "deinit", "subscript", "var", "let", "struct", "class", "enum", "actor", "extension", "protocol",
    "case",
    "typealias", "associatedtype", "import", "operator", "precedencegroup", "macro", "public", "private", "internal",
    "fileprivate", "open", "package", "static", "final", "override", "mutating", "nonmutating", "nonisolated",
    "isolated",
    "lazy", "weak", "unowned", "required", "convenience", "indirect", "prefix", "postfix", "infix", "dynamic",
    "optional",
    "borrowing", "consuming", "distributed",
  ]

  // MARK: Declarations

  private mutating func readDeclarations(in range: Range<Int>, path: [String], isProtocol: Bool) {
    var cases: [String] = []
    var index = range.lowerBound
    while index < range.upperBound {
      guard code.kind(index) == .word, !code.isSign(index - 1, ".") else {
        // Which branch of `#if` is compiled is the compiler's to say.
        if code.kind(index) == .directive, code.text(index) == "#if" {
          index = endOfConditional(from: index, in: range)
        } else {
          index = code.after(index)
        }
        continue
      }
      switch code.text(index) {
      case "class" where code.isWord(index + 1, in: Self.declarations): index += 1
      case let word where Self.typeKeywords.contains(word):
        index = readType(at: index, in: range, path: path)
      case "func", "init", "subscript", "deinit":
        index = readFunction(at: index, in: range, path: path, isProtocol: isProtocol)
      case "var", "let": index = readProperty(at: index, in: range, path: path, isProtocol: isProtocol)
      case "case": index = readCase(at: index, in: range, into: &cases)
      case "import", "typealias", "associatedtype", "operator": index = endOfLine(from: index, in: range)
      default: index += 1
      }
    }
    if cases.count > 1 { enumerations.append(CaseList(names: cases)) }
  }

  private mutating func readType(at keyword: Int, in range: Range<Int>, path: [String]) -> Int {
    guard let open = code.first(in: (keyword + 1)..<range.upperBound, where: { code.isSign($0, "{") }),
      let close = code.partners[open]
    else { return range.upperBound }
    var end = keyword + 2
    while end < open, code.isSign(end, "."), code.isJoinedToLast(end) { end += 2 }
    let name = code.text((keyword + 1)..<min(end, open))
    readDeclarations(in: (open + 1)..<close, path: path + [name], isProtocol: code.isWord(keyword, "protocol"))
    return close + 1
  }

  private mutating func readCase(at keyword: Int, in range: Range<Int>, into cases: inout [String]) -> Int {
    let end = endOfLine(from: keyword, in: range)
    for element in code.elements(of: (keyword + 1)..<end) where !code.isSign(element.lowerBound + 1, "(") {
      cases.append(code.text(element.lowerBound))
    }
    return end
  }

  private mutating func readFunction(at keyword: Int, in range: Range<Int>, path: [String], isProtocol: Bool) -> Int {
    let word = code.text(keyword)
    let name = word == "func" ? code.text(keyword + 1) : word
    var end = keyword + 1
    var returned: String?
    if word != "deinit" {
      guard let open = ((keyword + 1)..<range.upperBound).first(where: { code.isSign($0, "(") }),
        let close = code.partners[open]
      else { return keyword + 1 }
      readParameters(in: (open + 1)..<close, of: word == "init" ? path.last ?? name : name, path: path)
      end = close + 1
      // To the body, or to what stands in its place in a protocol.
      while end < range.upperBound, !code.isSign(end, "{") {
        if code.beginsLine(end), isProtocol || code.isWord(end, in: Self.declarations) || code.isSign(end, "@", ";") {
          return end
        }
        if code.kind(end) == .directive { return end }
        end = code.after(end)
      }
      if let arrow = code.first(in: (close + 1)..<end, where: { code.isSign($0, "->") }) {
        let limit = code.first(in: arrow..<end, where: { code.isWord($0, "where") }) ?? end
        returned = code.text((arrow + 1)..<limit)
      }
    }
    guard end < range.upperBound, code.isSign(end, "{"), let close = code.partners[end], !isProtocol else { return end }
    let unitName = (path + [name]).joined(separator: ".")
    if word == "subscript" {
      readAccessors(in: (end + 1)..<close, returns: returned, name: unitName)
    } else if !(name == "hash" && code.isWord(keyword + 3, "into")) {
      // What a value is hashed by is not seen from outside.
      append(.body(returns: returned), (end + 1)..<close, unitName)
    }
    return close + 1
  }

  private mutating func readParameters(in range: Range<Int>, of name: String, path: [String]) {
    var labels: [String] = []
    var types: [String] = []
    for parameter in code.elements(of: range) {
      guard let colon = code.first(in: parameter, where: { code.isSign($0, ":") }) else { continue }
      let equal = code.first(in: parameter, where: { code.isSign($0, "=") })
      labels.append(code.text(hasOwnLabel(parameter, colon) ? colon - 2 : colon - 1))
      types.append(code.text((colon + 1)..<(equal ?? parameter.upperBound)))
      if let equal { append(.value, (equal + 1)..<parameter.upperBound, (path + [name]).joined(separator: ".")) }
    }
    signatures.append(Signature(name: name, labels: labels, types: types))
  }

  /// `at place: Int`; an attribute before the name is none.
  private func hasOwnLabel(_ parameter: Range<Int>, _ colon: Int) -> Bool {
    colon - 2 >= parameter.lowerBound && code.kind(colon - 2) == .word && !code.isSign(colon - 3, "@")
  }

  private mutating func readProperty(at keyword: Int, in range: Range<Int>, path: [String], isProtocol: Bool) -> Int {
    var index = keyword + 1
    while index < range.upperBound {
      let name = (path + [code.text(index)]).joined(separator: ".")
      index = code.after(index)
      var type: String?
      if code.isSign(index, ":") {
        let start = index + 1
        index = start
        while index < range.upperBound, !code.isSign(index, "{", "=", ",", ";", "}"),
          index == start || continuesType(index)
        {
          index = code.after(index)
        }
        type = code.text(start..<index)
      }
      if code.isSign(index, "=") {
        let end = endOfExpression(from: index + 1, in: range)
        append(.value, (index + 1)..<end, name)
        index = end
      }
      if index < range.upperBound, code.isSign(index, "{"), let close = code.partners[index] {
        if !isProtocol { readAccessors(in: (index + 1)..<close, returns: type, name: name) }
        index = close + 1
      }
      guard index < range.upperBound, code.isSign(index, ",") else { break }
      index += 1
    }
    return index
  }

  private func continuesType(_ index: Int) -> Bool {
    !code.beginsLine(index) || code.isSign(index - 1, in: ["->", "&", ".", ":"])
      || code.isSign(index, in: ["->", "&", "."])
  }

  private mutating func readAccessors(in range: Range<Int>, returns type: String?, name: String) {
    let first = code.first(in: range) { code.isWord($0, in: Self.accessors) }
    guard let first, (range.lowerBound..<first).allSatisfy({ isModifier($0) }), isAccessor(first) else {
      return append(.body(returns: type), range, name)
    }
    var index = range.lowerBound
    while index < range.upperBound {
      guard code.isSign(index, "{"), let close = code.partners[index] else {
        index = code.kind(index) == .directive ? range.upperBound : code.after(index)
        continue
      }
      let word = (range.lowerBound..<index).last { code.isWord($0, in: Self.accessors) }.map { code.text($0) }
      append(.body(returns: word == "get" ? type : nil), (index + 1)..<close, "\(name).\(word ?? "get")")
      index = close + 1
    }
  }

  private func isModifier(_ index: Int) -> Bool {
    code.isSign(index, "@") || code.isSign(index - 1, "@")
      || code.isWord(index, "mutating", "nonmutating", "nonisolated")
  }

  private func isAccessor(_ index: Int) -> Bool {
    code.isSign(index + 1, "{", "(") || code.isWord(index + 1, "async", "throws")
  }

  private mutating func append(_ form: Unit.Form, _ tokens: Range<Int>, _ name: String) {
    if !tokens.isEmpty { units.append(Unit(form: form, tokens: tokens, name: name)) }
  }

  // MARK: Ends

  private func endOfLine(from start: Int, in range: Range<Int>) -> Int {
    var index = start + 1
    while index < range.upperBound, !code.isSign(index, ";") {
      if code.beginsLine(index), !code.isSign(index - 1, ",", "=", ":") { break }
      index = code.after(index)
    }
    return index
  }

  private func endOfExpression(from start: Int, in range: Range<Int>) -> Int {
    var index = start
    var conditions = 0
    while index < range.upperBound {
      if index > start, code.beginsLine(index), !continuesExpression(code, index) { break }
      if code.isSign(index, ",", ";") { break }
      if code.isSign(index, "?"), code.isInfix(index) { conditions += 1 }
      if code.isSign(index, ":") {
        if conditions == 0 { break }
        conditions -= 1
      }
      // Observers, not a closure.
      if code.isSign(index, "{"), code.isWord(index + 1, "willSet", "didSet") { break }
      index = code.after(index)
    }
    return index
  }

  private func endOfConditional(from start: Int, in range: Range<Int>) -> Int {
    var depth = 0
    for index in start..<range.upperBound where code.kind(index) == .directive {
      if code.text(index) == "#if" { depth += 1 }
      if code.text(index) == "#endif" { depth -= 1 }
      if depth == 0 { return index + 1 }
    }
    return range.upperBound
  }
}

/// Whether a token that begins a line goes on with what the line before began.
func continuesExpression(_ code: SourceCode, _ index: Int) -> Bool {
  switch code.kind(index) {
  case .operatorSign:
    // A prefix operator begins something new.
    if !code.isJoinedToNext(index) || code.isSign(index, "?", "!") { return true }
  case .punctuation:
    if code.isSign(index, ".", ":", ",", "{", ")", "]", "}") { return true }
  case .word:
    if code.isWord(index, "else", "catch", "as", "is", "where", "throws", "async") { return true }
  default: break
  }
  let last = index - 1
  if code.kind(last) == .operatorSign { return !code.isJoinedToLast(last) || code.isSign(last, "->") }
  return code.isSign(last, ",", ":", "=") || code.isWord(last, "try", "await", "in", "as", "is")
}
