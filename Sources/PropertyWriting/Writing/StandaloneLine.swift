import SwiftLexing

/// A failure as one line of Swift that needs the package alone: to paste below its source, or in an issue.
struct StandaloneLine {
  /// What can be made outside of the package: the labels of each initializer, by the type.
  let initializers: [String: [[String]]]
  /// The module of each type and, for its functions, of the module itself.
  let modules: [String: String]
}

extension StandaloneLine {
  init(_ apis: [PublicAPI]) {
    var initializers: [String: [[String]]] = [:]
    var modules: [String: String] = [:]
    for api in apis {
      modules[api.module] = api.module
      for type in api.types {
        modules[type.path] = api.module
        initializers["\(type.type)"] = type.members.filter { $0.kind == .initializer }.map { $0.required.map { $0.label ?? "" } }
      }
    }
    self.init(initializers: initializers, modules: modules)
  }

  /// - Returns: nil if the values have no form in code, or if the property is one of laws, which draw for themselves.
  func code(of proposal: Proposal, _ result: RunResults.Result) -> String? {
    guard let module = modules[proposal.subject], !proposal.inputs.isEmpty, let value = result.given, !value.contains("…"),
      proposal.inputs.allSatisfy({ isPrinted($0.type, in: value) }), canBeMade(value)
    else { return nil }
    let names = proposal.inputs.map(\.name).joined(separator: ", ")
    let types = proposal.inputs.map { "\($0.type)" }.joined(separator: ", ")
    let values = proposal.inputs.count > 1 ? "let (\(names)): (\(types)) = \(value)" : "let \(names): \(types) = \(value)"
    var statements = proposal.body.filter { !$0.hasPrefix("trial.") }
    // Of many questions, the one that has no answer.
    let claim = result.claim
    let told = statements.filter { line in
      Self.claim(line).map { claim.hasPrefix("\($0.label):") || claim.contains(".\($0.label)") } ?? false
    }
    if statements.count > 4, !told.isEmpty, statements.allSatisfy({ $0.hasPrefix("try expect(") }) { statements = told }
    guard statements.count <= 12 else { return nil }
    var line = "import \(module); \(values)"
    for statement in statements {
      guard let text = Self.plain(statement) else { continue }
      line += (line.hasSuffix("{") || text.hasPrefix("}") ? " " : "; ") + text
    }
    return line
  }

  /// Whether the values of a type are printed as Swift writes them, and not by a description.
  private func isPrinted(_ type: SwiftType, in text: String) -> Bool {
    switch type {
    case .optional(let part), .array(let part): text == "nil" || text == "[]" || isPrinted(part, in: text)
    case .dictionary(let key, let value): isPrinted(key, in: text) && isPrinted(value, in: text)
    case .tuple(let parts): parts.allSatisfy { isPrinted($0, in: text) }
    case .named(let name, []):
      ["Int", "UInt", "UInt8", "Int64", "Double", "Bool", "String"].contains(name)
        || initializers[name].map { text.contains("\(name)(") || $0.isEmpty && text.contains(".") } ?? false
    case .named, .other: false
    }
  }

  /// Whether an expression has literals and cases, and initializers that are public, and nothing else.
  private func canBeMade(_ expression: String) -> Bool {
    let source = LexedSource(expression)
    let tokens = source.tokens.filter { !$0.kind.isTrivia }
    func text(_ index: Int) -> String { tokens.indices.contains(index) ? source.text(of: tokens[index]) : "" }
    return tokens.indices.allSatisfy { index in
      guard tokens[index].kind == .word else { return true }
      if text(index - 1) == "." { return text(index - 2).first?.isLetter != true }
      // A literal, or a label.
      if ["true", "false", "nil"].contains(text(index)) || text(index + 1) == ":" { return true }
      guard text(index + 1) == "(", let known = initializers[text(index)] else { return false }
      let labels = Self.arguments(source, tokens, from: index + 2).map { part in
        part.count > 1 && source.text(of: part[part.startIndex + 1]) == ":" ? source.text(of: part[part.startIndex]) : ""
      }
      return known.contains(labels)
    }
  }

  /// The arguments of a call as tokens.
  private static func arguments(_ source: LexedSource, _ tokens: [SwiftToken], from start: Int) -> [ArraySlice<SwiftToken>] {
    var found: [ArraySlice<SwiftToken>] = []
    var (depth, first) = (0, start)
    for index in tokens.indices.dropFirst(start) {
      let text = source.text(of: tokens[index])
      if ["(", "[", "{"].contains(text) || tokens[index].kind == .stringHead { depth += 1 }
      if [")", "]", "}"].contains(text) || tokens[index].kind == .stringTail { depth -= 1 }
      if depth < 0 || depth == 0 && text == "," {
        if index > first { found.append(tokens[first..<index]) }
        first = index + 1
      }
      if depth < 0 { break }
    }
    return found
  }

  /// The label and the arguments of `try expect("label", …)`, the rest of the line behind it.
  private static func claim(_ statement: String) -> (label: String, arguments: [String], before: String, after: String)? {
    let source = LexedSource(statement)
    let tokens = source.tokens.filter { !$0.kind.isTrivia }
    guard let start = tokens.indices.first(where: { source.text(of: tokens[$0]) == "expect" }), start > 0, start + 2 < tokens.count else {
      return nil
    }
    func text(_ range: Range<Int>) -> String { String(decoding: source.bytes[range], as: UTF8.self) }
    let parts = arguments(source, tokens, from: start + 2)
    guard let last = parts.last?.last else { return nil }
    let texts = parts.compactMap { part in part.first.map { text($0.range.lowerBound..<(part.last ?? $0).range.upperBound) } }
    return (
      String(texts[0].dropFirst().dropLast()), Array(texts.dropFirst()), text(0..<tokens[start - 1].range.lowerBound),
      text((last.range.upperBound + 1)..<source.bytes.count)
    )
  }

  /// A statement without the engine: a claim prints whether it holds.
  private static func plain(_ statement: String) -> String? {
    var text = statement.trimmingPrefix { $0 == " " }[...]
    if let claim = claim(String(text)) {
      let first = claim.arguments.first ?? ""
      // The claim is that the process is still there.
      if first == "true" { return nil }
      let same = first.hasPrefix("isSame(") ? first.dropFirst("isSame".count) : nil
      let second = claim.arguments.dropFirst().first.map { " == \($0.dropFirst("equals: ".count))" } ?? ""
      text = "\(claim.before)print\(same.map(String.init) ?? "(\(first)\(second))")\(claim.after)"
    }
    guard let start = text.firstRange(of: "throw Discard("), let end = text[start.upperBound...].firstIndex(of: ")")
    else { return String(text) }
    return text[..<start.lowerBound] + "throw CancellationError()" + text[text.index(after: end)...]
  }
}
