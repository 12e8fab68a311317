/// Applies the rules to the tokens of a file.
struct RuleReading {
  struct Match {
    let rule: ScanRule
    /// The finding's text in its standard form: see ``SourceFinding/token``.
    let token: String
    /// The index of the token at which the finding begins.
    let index: Int
  }

  let tokens: [SourceToken]
  /// For each closing parenthesis, the index of its opening parenthesis.
  let openings: [Int: Int]
  var matches: [Match] = []

  init(tokens: [SourceToken]) {
    self.tokens = tokens
    var open: [Int] = []
    var openings: [Int: Int] = [:]
    for (index, token) in tokens.enumerated() where token.kind == .punctuation {
      if token.text == "(" { open.append(index) }
      if token.text == ")", let opening = open.popLast() { openings[index] = opening }
    }
    self.openings = openings
  }

  subscript(index: Int) -> SourceToken? { tokens.indices.contains(index) ? tokens[index] : nil }

  mutating func match(_ rule: ScanRule, _ token: String, at index: Int) {
    matches.append(Match(rule: rule, token: token, index: index))
  }

  /// Applies every rule except the one about money.
  mutating func readAll() {
    var depth = 0
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      case .word, .escapedWord: readWord(token, at: index, isGlobal: depth == 0)
      case .punctuation:
        if token.text == "@" { readAttribute(at: index) }
        if ["{", "(", "["].contains(token.text) { depth += 1 }
        if ["}", ")", "]"].contains(token.text) { depth = max(0, depth - 1) }
      case .operatorSign where token.text == "!": readForce(token, at: index)
      case .operatorSign, .integer, .float, .text, .directive: break
      }
    }
  }

  private mutating func readWord(_ token: SourceToken, at index: Int, isGlobal: Bool) {
    switch token.text {
    case "ObservableObject": match(.observableObject, token.text, at: index)
    case "objectWillChange": match(.changePublisher, token.text, at: index)
    case "fatalError" where isCall(index): match(.fatalError, token.text, at: index)
    case "preconditionFailure" where isCall(index): match(.preconditionFailure, token.text, at: index)
    case "import" where token.kind == .word: readImport(at: index)
    case "typealias" where token.kind == .word: readTypealias(at: index)
    case "nonisolated" where token.kind == .word:
      if self[index + 1]?.isPunctuation("(") == true, self[index + 2]?.isWord("unsafe") == true {
        match(.nonisolatedUnsafe, "nonisolated(unsafe)", at: index)
      }
    case "var" where token.kind == .word && isGlobal:
      if isStored(variableAt: index) { match(.globalVariable, "var", at: index) }
    default: break
    }
  }

  /// The property wrappers that Observation replaced.
  private static let wrappers: [String: ScanRule] = [
    "Published": .published, "StateObject": .stateObject, "ObservedObject": .observedObject,
    "EnvironmentObject": .environmentObject,
  ]

  /// Recognizes `@Published`, `@Combine.Published`, `@unchecked Sendable`.
  private mutating func readAttribute(at index: Int) {
    guard let name = path(from: index + 1) else { return }
    if let rule = Self.wrappers[name.last] { match(rule, "@" + name.last, at: index) }
    if name.last == "unchecked", path(from: name.end)?.last == "Sendable" {
      match(.uncheckedSendable, "@unchecked Sendable", at: index)
    }
  }

  /// Recognizes `import Combine`, `import class Combine.AnyCancellable`.
  private mutating func readImport(at index: Int) {
    let kinds: Set = ["typealias", "struct", "class", "enum", "protocol", "let", "var", "func", "actor"]
    let isOfOneName = self[index + 1].map { $0.kind == .word && kinds.contains($0.text) } ?? false
    if self[index + (isOfOneName ? 2 : 1)]?.isWord("Combine") == true {
      match(.importsCombine, "import Combine", at: index)
    }
  }

  /// Recognizes `typealias Stored = Published`: an alias for a wrapper counts as the wrapper.
  private mutating func readTypealias(at index: Int) {
    var next = index + 1
    while let token = self[next], !token.isOperator("="), next < index + 40 { next += 1 }
    if let name = path(from: next + 1), let rule = Self.wrappers[name.last] {
      match(rule, "@" + name.last, at: name.end - 1)
    }
  }

  /// Whether the name is the standard library's function. A member, declaration or label of the same name does not
  /// count.
  private func isCall(_ index: Int) -> Bool {
    if self[index + 1]?.isPunctuation(":") == true { return false }
    guard let before = self[index - 1] else { return true }
    if before.isPunctuation(".") { return self[index - 2]?.isWord("Swift") == true }
    return !["func", "case", "let", "var"].contains { before.isKeyword($0) }
  }

  private mutating func readForce(_ token: SourceToken, at index: Int) {
    guard token.followsDirectly, let before = self[index - 1] else { return }
    if before.isKeyword("try") {
      match(.forceTry, before.text + token.text, at: index - 1)
    } else if before.isKeyword("as") {
      match(.forceCast, before.text + token.text, at: index - 1)
    } else if before.endsOperand {
      match(.forceUnwrap, "!", at: index)
    }
  }

  /// Whether the global variable declared here stores a value instead of computing it. The search goes no further than
  /// the next variable, so that the time for a file grows only linearly with its size.
  private func isStored(variableAt index: Int) -> Bool {
    var next = index + 1
    var depth = 0
    while let token = self[next] {
      if depth == 0 {
        if token.isOperator("=") { return true }
        if token.isPunctuation("{") { return false }
        if token.isPunctuation(";") || token.isKeyword("var") || token.kind == .directive { return true }
        // A name or attribute at the beginning of a line, after a name or a type, begins another declaration.
        if let before = self[next - 1], token.kind == .word || token.isPunctuation("@"),
          token.line > before.line, before.endsOperand
        {
          return true
        }
      }
      if ["(", "["].contains(token.text) { depth += 1 }
      if [")", "]"].contains(token.text) { depth -= 1 }
      if depth < 0 || token.isPunctuation("}") { return true }
      next += 1
    }
    return true
  }

  /// Reads a path of names such as `Combine.Published`, from the token at `start` on.
  /// - Returns: the first and the last name, and the index after the last one. Nil if no name stands at `start`.
  func path(from start: Int) -> (first: String, last: String, end: Int)? {
    func name(_ index: Int) -> String? {
      self[index].flatMap { [.word, .escapedWord].contains($0.kind) ? $0.text : nil }
    }
    guard let first = name(start) else { return nil }
    var (last, end) = (first, start + 1)
    while self[end]?.isPunctuation(".") == true, let next = name(end + 1) {
      (last, end) = (next, end + 2)
    }
    return (first, last, end)
  }
}
