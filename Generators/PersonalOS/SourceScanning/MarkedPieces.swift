import PropertyTesting

/// A part of a source, including its marks.
struct MarkedPiece: Sendable {
  var text: String
  var kinds: Set<String>

  /// The text without its marks, for places where the scanner must find nothing.
  var unmarked: String { PlantedSource(marked: text).text }
}

extension Generator where Value == MarkedPiece {
  static var piece: Generator {
    .recursive(leaf: .leaf) { inner in
      .oneOf(
        .leaf, inner.map { $0.wrapped("#if swift(>=6.0)\n", "\n#endif", "in a branch of #if") },
        inner.map { $0.wrapped("#if swift(>=6.0)\nlet a = 1\n#else\n", "\n#endif", "in an inactive branch") },
        inner.map { $0.wrapped("enum Space { func f() {", "\n}}", "in braces") },
        inner.map(\.inLineComments), inner.map(\.inBlockComment), inner.map(\.inRawString))
    }
  }

  private static var leaf: Generator {
    let harmless = of("harmless code", SourceSnippets.harmless)
    let violations = SourceSnippets.violations.map { of($0.key, $0.value) }
    return .frequency((4, harmless), (7, .oneOf(violations)), (3, .oneOf(SourceSnippets.decoys.map { of($0.key, $0.value) })))
  }

  private static func of(_ kind: String, _ templates: [String]) -> Generator {
    Generator<String>.element(of: templates).map { MarkedPiece(text: $0, kinds: [kind]) }
  }
}

extension MarkedPiece {
  fileprivate func wrapped(_ opening: String, _ closing: String, _ kind: String) -> MarkedPiece {
    MarkedPiece(text: opening + text + closing, kinds: kinds.union([kind]))
  }

  fileprivate var inLineComments: MarkedPiece {
    MarkedPiece(text: "// " + unmarked.replacing("\n", with: "\n// "), kinds: ["in a comment"])
  }

  /// Inside a comment there are no strings. A text can therefore only become a comment if it opens and closes the same
  /// number of comments.
  fileprivate var inBlockComment: MarkedPiece {
    let text = unmarked
    guard balancesComments(text) else { return self }
    return MarkedPiece(text: "/* \(text) */", kinds: [text.contains("/*") ? "in a nested comment" : "in a comment"])
  }

  fileprivate var inRawString: MarkedPiece {
    let text = unmarked
    let longest = text.split { $0 != "#" }.map(\.count).max() ?? 0
    let hashes = String(repeating: "#", count: longest + 1)
    return MarkedPiece(text: "let s = \(hashes)\"\"\"\n\(text)\n\"\"\"\(hashes)", kinds: ["in a raw string"])
  }
}

private func balancesComments(_ text: String) -> Bool {
  var depth = 0
  for sign in text.matches(of: #/\/\*|\*\//#) {
    depth += sign.output == "/*" ? 1 : -1
    if depth < 0 { return false }
  }
  return depth == 0
}
