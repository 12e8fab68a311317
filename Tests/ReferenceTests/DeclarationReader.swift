import SwiftLexing

/// Reads the declarations of a source, from file and type scope: what stands in a body is nobody else's concern.
struct DeclarationReader {
  private enum Scope {
    /// A type, a protocol or an extension, whose members are declarations.
    case members(name: String, keyword: String, isPublic: Bool)
    /// A function, an accessor, a closure.
    case body
  }

  private(set) var declarations: [Declaration] = []

  private let source: LexedSource
  private let file: String
  /// Without trivia.
  private var tokens: [SwiftToken] = []
  private var words: [String] = []
  /// Whether a documentation comment stands between a token and the one before it.
  private var isCommented: [Bool] = []
  private var scopes: [Scope] = []

  private static let typeWords: Set<String> = ["struct", "class", "enum", "actor", "protocol", "extension"]
  private static let memberWords: Set<String> = [
    "func", "init", "subscript", "var", "let", "case", "typealias", "associatedtype",
  ]
  private static let modifiers: Set<String> = [
    "public", "open", "package", "internal", "private", "fileprivate", "static", "class", "final", "mutating", "nonmutating",
    "nonisolated", "override", "required", "convenience", "lazy", "weak", "unowned", "indirect", "dynamic", "prefix", "postfix",
    "infix", "consuming", "borrowing", "distributed",
  ]

  /// What may stand in the parentheses of a modifier: `private(set)`, `unowned(unsafe)`, `nonisolated(unsafe)`.
  private static let modifierArguments: Set<String> = ["set", "unsafe", "safe", "nonsending"]

  init(file: String, _ text: String) {
    self.file = file
    source = LexedSource(text)
    readTokens()
    readDeclarations()
  }

  private mutating func readTokens() {
    var commented = false
    for token in source.tokens {
      guard token.kind.isTrivia else {
        tokens.append(token)
        words.append(source.text(of: token))
        isCommented.append(commented)
        commented = false
        continue
      }
      // A comment that ends the line of another declaration is not the next one's.
      if let last = tokens.last, last.line == token.line { continue }
      let text = source.text(of: token)
      if token.kind == .lineComment, text.hasPrefix("///"), text.contains(where: { $0 != "/" && $0 != " " }) { commented = true }
      if token.kind == .blockComment, text.hasPrefix("/**") { commented = true }
    }
  }

  private mutating func readDeclarations() {
    var pending: Scope?
    var parentheses = 0
    for place in tokens.indices {
      switch words[place] {
      case "(", "[": parentheses += 1
      case ")", "]": parentheses -= 1
      case "{":
        scopes.append(parentheses == 0 ? pending ?? .body : .body)
        if parentheses == 0 { pending = nil }
      case "}": if !scopes.isEmpty { scopes.removeLast() }
      default:
        guard parentheses == 0, pending == nil, tokens[place].kind == .word, place + 1 < tokens.count, isInMembers else { continue }
        if place > 0, words[place - 1] == "." { continue }
        let word = words[place]
        let declaresMember = Self.memberWords.contains(words[place + 1])
        if Self.typeWords.contains(word), [.word, .escapedWord].contains(tokens[place + 1].kind), !declaresMember {
          pending = readType(at: place)
        } else if Self.memberWords.contains(word) {
          readMember(at: place)
        }
      }
    }
  }

  private var isInMembers: Bool {
    if case .body? = scopes.last { false } else { true }
  }

  private var path: [String] {
    scopes.flatMap { scope -> [String] in
      if case .members(let name, _, _) = scope { name.split(separator: ".").map(String.init) } else { [] }
    }
  }

  // MARK: Types and members

  private mutating func readType(at place: Int) -> Scope {
    var next = place + 1
    var name = words[next]
    while next + 2 < tokens.count, words[next + 1] == "." {
      name += "." + words[next + 2]
      next += 2
    }
    let access = access(at: place)
    let isPublic = words[place] == "extension" ? access.modifiers.contains("public") : isPublic(access.modifiers, keyword: words[place])
    declarations.append(
      Declaration(
        keyword: words[place], name: name, file: file, line: tokens[place].line, path: path, isPublic: isPublic,
        hasComment: isCommented[access.start], inherited: inherited(after: next)))
    return .members(name: name, keyword: words[place], isPublic: isPublic)
  }

  private mutating func readMember(at place: Int) {
    let keyword = words[place]
    let access = access(at: place)
    var name = words[place + 1]
    if keyword == "subscript" { name = "subscript" }
    if keyword == "init" { name = "init(" + firstLabel(after: place) + ")" }
    declarations.append(
      Declaration(
        keyword: keyword, name: name, file: file, line: tokens[place].line, path: path,
        isPublic: isPublic(access.modifiers, keyword: keyword), hasComment: isCommented[access.start],
        carriesUnnamedValue: keyword == "case" && carriesUnnamedValue(at: place)))
  }

  /// A requirement of a protocol and a case of an enum are as public as these.
  private func isPublic(_ modifiers: Set<String>, keyword: String) -> Bool {
    guard case .members(_, let container, let containerIsPublic)? = scopes.last else {
      return modifiers.contains("public") || modifiers.contains("open")
    }
    if container == "extension", containerIsPublic {
      return modifiers.isDisjoint(with: ["private", "fileprivate", "internal", "package"])
    }
    if container == "protocol" || keyword == "case" { return containerIsPublic }
    return (containerIsPublic || container == "extension") && (modifiers.contains("public") || modifiers.contains("open"))
  }

  // MARK: What stands around the keyword

  /// The first token of the declaration, and its modifiers. A modifier with parentheses, `private(set)`, says nothing of who may read.
  private func access(at place: Int) -> (start: Int, modifiers: Set<String>) {
    var start = place
    var modifiers: Set<String> = []
    while start > 0 {
      var before = start - 1
      let hasArguments = words[before] == ")"
      if hasArguments { before = opening(of: before) - 1 }
      guard before >= 0, tokens[before].kind == .word else { break }
      if before > 0, words[before - 1] == "@" {
        start = before - 1
      } else if hasArguments, Self.modifierArguments.contains(words[before + 2]), start - before == 4 {
        start = before
      } else if !hasArguments, Self.modifiers.contains(words[before]) {
        modifiers.insert(words[before])
        start = before
      } else {
        break
      }
    }
    return (start, modifiers)
  }

  /// The place of the parenthesis that the one at `place` closes.
  private func opening(of place: Int) -> Int {
    var depth = 0
    for before in stride(from: place, through: 0, by: -1) {
      if words[before] == ")" { depth += 1 }
      if words[before] == "(" { depth -= 1 }
      if depth == 0 { return before }
    }
    return 0
  }

  /// The words between the colon after a type's name and what follows its list: `where` or `{`.
  private func inherited(after place: Int) -> [String] {
    var next = place + 1
    var list: [String] = []
    var depth = 0
    var isList = false
    while next < tokens.count, words[next] != "{", words[next] != "where" {
      if words[next].hasPrefix("<") { depth += 1 }
      if words[next].hasPrefix(">") { depth -= 1 }
      if depth == 0, words[next] == ":" { isList = true }
      if isList, tokens[next].kind == .word { list.append(words[next]) }
      next += 1
    }
    return list
  }

  private func firstLabel(after place: Int) -> String {
    var next = place + 1
    while next < tokens.count, words[next] != "(" { next += 1 }
    guard next + 1 < tokens.count, words[next + 1] != ")" else { return "" }
    return words[next + 1] + ":"
  }

  private func carriesUnnamedValue(at place: Int) -> Bool {
    var next = place + 2
    guard next < tokens.count, words[next] == "(" else { return false }
    var depth = 0
    var beginsValue = false
    while next < tokens.count {
      switch words[next] {
      case "(", "[", "<": depth += 1
      case ")", "]", ">": depth -= 1
      default: break
      }
      if depth == 0 { return false }
      if beginsValue, next + 1 < tokens.count, words[next + 1] != ":" { return true }
      beginsValue = depth == 1 && (words[next] == "(" || words[next] == ",")
      next += 1
    }
    return false
  }
}
