import SwiftLexing

/// A Swift source by its path, from the folder that the rules are about.
public struct SourceText: Sendable, Equatable {
  public var path: String
  public var text: String

  public init(path: String, _ text: String) {
    self.path = path
    self.text = text
  }
}

/// What a source imports, declares and names.
struct LayeredSource {
  struct Import {
    let module: String
    /// Whoever imports this module is given that one too.
    let isExported: Bool
    let token: SwiftToken
  }

  struct Name {
    let text: String
    /// What stands before the dot in front of it.
    let qualifier: String?
    let token: SwiftToken
  }

  private(set) var imports: [Import] = []
  /// The types that other files of the module can name.
  private(set) var types: Set<String> = []
  /// All types and generic parameters that the file declares, at any depth: in here such a name is theirs.
  private(set) var ownNames: Set<String> = []
  /// Words that begin with a capital letter and may name a type.
  private(set) var names: [Name] = []

  private static let typeWords: Set<String> = ["struct", "class", "enum", "actor", "protocol", "typealias"]
  private static let kindWords = typeWords.union(["let", "var", "func"])
  private static let modifiers: Set<String> = [
    "public", "internal", "package", "private", "fileprivate", "open", "final", "indirect", "nonisolated", "distributed",
  ]

  init(_ text: String) {
    let source = LexedSource(text)
    let tokens = source.tokens.filter { !$0.kind.isTrivia }
    let words = tokens.map { token in
      let text = source.text(of: token)
      return token.kind == .escapedWord ? String(text.dropFirst().dropLast()) : text
    }
    var depth = 0
    for (place, token) in tokens.enumerated() {
      switch token.kind {
      case .punctuation:
        if words[place] == "{" { depth += 1 }
        if words[place] == "}" { depth = max(0, depth - 1) }
      case .word:
        if words[place] == "import" { readImport(at: place, tokens, words) }
        if Self.typeWords.contains(words[place]) || words[place] == "associatedtype" {
          readDeclaration(at: place, depth, tokens, words)
        }
        readName(at: place, tokens, words)
      case .escapedWord:
        readName(at: place, tokens, words)
      default: break
      }
    }
  }

  private mutating func readImport(at place: Int, _ tokens: [SwiftToken], _ words: [String]) {
    var start = place
    var isExported = false
    while start > 0 {
      // Attributes and access levels stand before it.
      if Self.modifiers.contains(words[start - 1]) {
        start -= 1
      } else if start > 1, words[start - 2] == "@" {
        isExported = isExported || words[start - 1] == "_exported"
        start -= 2
      } else {
        break
      }
    }
    // A member or a label of that name is none.
    let beginsStatement = start == 0 || words[start - 1] == ";" || tokens[start - 1].line < tokens[start].line
    var next = place + 1
    guard beginsStatement, next < tokens.count else { return }
    if Self.kindWords.contains(words[next]) { next += 1 }
    guard next < tokens.count, [.word, .escapedWord].contains(tokens[next].kind) else { return }
    imports.append(Import(module: words[next], isExported: isExported, token: tokens[next]))
  }

  private mutating func readDeclaration(at place: Int, _ depth: Int, _ tokens: [SwiftToken], _ words: [String]) {
    let next = place + 1
    guard next < tokens.count, [.word, .escapedWord].contains(tokens[next].kind), place == 0 || words[place - 1] != "." else {
      return
    }
    ownNames.insert(words[next])
    var before = place
    var isPrivate = false
    while before > 0, Self.modifiers.contains(words[before - 1]) {
      before -= 1
      isPrivate = isPrivate || words[before] == "private" || words[before] == "fileprivate"
    }
    // `import struct A.B` declares nothing.
    let isImport = before > 0 && words[before - 1] == "import"
    if depth == 0 && !isPrivate && !isImport && words[place] != "associatedtype" { types.insert(words[next]) }
    if isImport { ownNames.remove(words[next]) }
  }

  private mutating func readName(at place: Int, _ tokens: [SwiftToken], _ words: [String]) {
    guard let first = words[place].unicodeScalars.first, first.properties.isUppercase else { return }
    let isMember = place > 0 && words[place - 1] == "."
    if isMember && place < 2 { return }
    names.append(Name(text: words[place], qualifier: isMember ? words[place - 2] : nil, token: tokens[place]))
  }
}
