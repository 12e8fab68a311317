import Foundation
import SwiftLexing

/// The texts that a package's own tests give to functions: values that mean something to them, as random texts hardly ever do.
struct TextCorpus: Sendable {
  /// Literals, as written, by what is called with them: `Version`, `parse`.
  private var literals: [String: [String]] = [:]
  /// Short literals of any use, as written, each once.
  private var all: [String] = []

  init() {}

  /// - Parameter sources: Swift texts.
  init(_ sources: [String]) {
    var seen: Set<String> = []
    for text in sources {
      let source = LexedSource(text)
      let tokens = source.tokens.filter { !$0.kind.isTrivia }
      for (index, token) in tokens.enumerated() where token.kind == .string && index >= 2 {
        let literal = source.text(of: token)
        guard literal.hasPrefix("\""), !literal.hasPrefix("\"\"\""), literal.count < 120 else { continue }
        if literal.count < 60, seen.insert(literal).inserted { all.append(literal) }
        var open = index - 1
        // `f("x")` and `f(label: "x")`
        if source.text(of: tokens[open]) == ":" { open -= 2 }
        guard open >= 1, source.text(of: tokens[open]) == "(", tokens[open - 1].kind == .word else { continue }
        let name = source.text(of: tokens[open - 1])
        if literals[name, default: []].count < 40, !literals[name, default: []].contains(literal) {
          literals[name, default: []].append(literal)
        }
      }
    }
  }

  /// Literals for a function of one text; for an initializer, those that are given to its type.
  func texts(for callable: Callable) -> [String] {
    guard callable.kind == .initializer else { return literals[callable.name] ?? [] }
    guard case .named(let path, _)? = callable.owner else { return [] }
    return literals[path.split(separator: ".").last.map(String.init) ?? path] ?? []
  }

  /// A few of all short literals, from every part of the tests.
  var sample: [String] { stride(from: 0, to: all.count, by: max(1, all.count / 60)).map { all[$0] } }

  /// The corpus of every Swift file below a folder.
  static func read(below folder: String) -> TextCorpus {
    let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    let swift = files.filter { $0.hasSuffix(".swift") }.sorted().prefix(400)
    return TextCorpus(swift.compactMap { try? String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) })
  }
}
