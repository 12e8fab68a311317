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
    return try paths.flatMap { path in
      try claims(in: try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8), path)
    }
  }

  private static func claims(in text: String, _ path: String) throws -> [SourceClaim] {
    let source = LexedSource(text)
    let tokens = source.tokens.filter { !$0.kind.isTrivia }
    let parts = path.split(separator: "/")
    // The module of Properties/CountMe is CountMeProperties.
    let fileID = "\(parts.first ?? "")Properties/\(parts.last ?? "")"
    return tokens.indices.dropLast().compactMap { index in
      let token = tokens[index]
      guard token.kind == .word, calls.contains(source.text(of: token)), source.text(of: tokens[index + 1]) == "(",
        index == 0 || source.text(of: tokens[index - 1]) != "func"
      else { return nil }
      let arguments = argument(after: index + 1, tokens, source)
      if arguments.contains("line: line") { return nil }
      if source.text(of: token) == "expect", !isOfTheEngine(index + 1, tokens, source) { return nil }
      return SourceClaim(path: path, place: .init(fileID: fileID, line: token.line), text: arguments)
    }
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
