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
      return SourceClaim(path: path, place: .init(fileID: fileID, line: token.line), text: arguments)
    }
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
