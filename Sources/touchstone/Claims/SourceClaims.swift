import Foundation
import PropertyTesting
import SwiftLexing

/// A claim as it stands in the sources of properties.
struct SourceClaim: Hashable {
  /// Relative to the folder from which the sources were read.
  let path: String
  let place: ClaimLedger.Place
  /// The source of what it claims, on one line: `"the list then", place.list.cards.map(\.title).sorted(), equals: …`.
  let text: String

  /// Whether it stands where nobody is to come, and is evaluated only when it fails.
  var isForbiddenPlace: Bool { text.hasSuffix(", false") }

  /// Calls that evaluate a claim where they stand.
  private static let calls: Set<String> = ["expect", "expectThrows", "expectLinearizable", "eventually", "Invariant"]

  /// The claims in all Swift sources of `folder`, file by file.
  ///
  /// A call that hands on the place of its caller is none: the claim stands there.
  /// - Throws: an error of the file system.
  static func all(in folder: String) throws -> [SourceClaim] {
    let root = URL(fileURLWithPath: folder).resolvingSymlinksInPath()
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".swift") }.sorted()
    let sources = try paths.map { LexedSource(try String(contentsOf: root.appendingPathComponent($0), encoding: .utf8)) }
    let tokens = sources.map { $0.tokens.filter { !$0.kind.isTrivia } }
    let calls = zip(sources, tokens).reduce(into: calls) { $0.formUnion(otherNames($1.1, $1.0)) }
    return paths.indices.flatMap { claims(of: calls, tokens[$0], sources[$0], paths[$0]) }
  }

  /// What else an `Invariant` is called: `typealias AppInvariant = Invariant<…>`.
  private static func otherNames(_ tokens: [SwiftToken], _ source: LexedSource) -> [String] {
    tokens.indices.dropLast(3).filter { source.text(of: tokens[$0]) == "typealias" && source.text(of: tokens[$0 + 3]) == "Invariant" }
      .map { source.text(of: tokens[$0 + 1]) }
  }

  private static func claims(of calls: Set<String>, _ tokens: [SwiftToken], _ source: LexedSource, _ path: String) -> [SourceClaim] {
    let parts = path.split(separator: "/")
    // The module of Properties/CountMe is CountMeProperties.
    let fileID = "\(parts.first ?? "")Properties/\(parts.last ?? "")"
    return tokens.indices.dropLast().compactMap { index in
      let token = tokens[index]
      guard token.kind == .word, calls.contains(source.text(of: token)), let open = parenthesis(after: index, tokens, source),
        index == 0 || source.text(of: tokens[index - 1]) != "func"
      else { return nil }
      let arguments = argument(after: open, tokens, source)
      if arguments.contains("line: line") { return nil }
      if source.text(of: token) == "expect", !isOfTheEngine(open, tokens, source) { return nil }
      return SourceClaim(path: path, place: .init(fileID: fileID, line: token.line), text: arguments)
    }
  }

  /// Where the arguments of the call at `index` begin, whose types may be named: `Invariant<Model, Driver>(`.
  private static func parenthesis(after index: Int, _ tokens: [SwiftToken], _ source: LexedSource) -> Int? {
    var depth = 0
    for place in (index + 1)..<tokens.count {
      switch source.text(of: tokens[place]) {
      case "(" where depth == 0: return place
      case "<": depth += 1
      case ">": depth -= 1
      case ".", ",", "[", "]", ":", "?": if depth == 0 { return nil }
      default: if depth == 0 || tokens[place].kind != .word { return nil }
      }
    }
    return nil
  }

  /// Sessions have functions named `expect` too. The engine's begins with what is claimed, and knows one label.
  private static func isOfTheEngine(_ open: Int, _ tokens: [SwiftToken], _ source: LexedSource) -> Bool {
    guard open + 1 < tokens.count, [.string, .stringHead].contains(tokens[open + 1].kind) else { return false }
    var depth = 0
    for index in open..<tokens.count {
      let text = source.text(of: tokens[index])
      if tokens[index].kind == .punctuation, "([{".contains(text) { depth += 1 }
      if tokens[index].kind == .punctuation, ")]}".contains(text) { depth -= 1 }
      if depth == 0 { return true }
      if depth == 1, text == ":", source.text(of: tokens[index - 2]) == ",", source.text(of: tokens[index - 1]) != "equals" { return false }
    }
    return true
  }

  /// What stands between the parentheses that open at `open`, on one line.
  private static func argument(after open: Int, _ tokens: [SwiftToken], _ source: LexedSource) -> String {
    var depth = 0
    for index in open..<tokens.count {
      let kind = tokens[index].kind
      let text = source.text(of: tokens[index])
      if kind == .punctuation, text == "(" || text == "[" || text == "{" { depth += 1 }
      if kind == .punctuation, text == ")" || text == "]" || text == "}" { depth -= 1 }
      guard depth == 0 else { continue }
      let bytes = source.bytes[tokens[open].range.upperBound..<tokens[index].range.lowerBound]
      return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    return ""
  }
}
