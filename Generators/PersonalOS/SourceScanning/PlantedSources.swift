import PropertyTesting

/// A Swift source with known uses of the interfaces that Observation replaced.
public struct PlantedSource: Sendable {
  /// One use that a scanner must find.
  public struct Planted: Sendable, Hashable, Comparable {
    /// The line, from 1.
    public let line: Int
    /// The column, from 1, in UTF-8 bytes.
    public let column: Int
    /// The token of the use, as a rule names it: "@Published" also for `@Combine.Published`.
    public let token: String

    public static func < (left: Planted, right: Planted) -> Bool {
      (left.line, left.column, left.token) < (right.line, right.column, right.token)
    }
  }

  /// The source, without marks.
  public let text: String
  /// The uses, ordered by line and column.
  public let planted: [Planted]
  /// The names of the classes that the source falls into.
  public let kinds: Set<String>
}

extension PlantedSource {
  /// Parses a source that consists of ``SourceSnippets``: removes the marks and records their places.
  init(marked text: String, kinds: Set<String>) {
    var plain = ""
    var planted: [Planted] = []
    var (line, column) = (1, 1)
    var rest = Substring(text)
    func advance(_ character: Character) {
      plain.append(character)
      if character.isNewline {
        (line, column) = (line + 1, 1)
      } else {
        column += character.utf8.count
      }
    }
    while let character = rest.popFirst() {
      guard character == "«", let end = rest.firstIndex(of: "»") else {
        advance(character)
        continue
      }
      let parts = rest[..<end].split(separator: "|", maxSplits: 1)
      rest = rest[rest.index(after: end)...]
      planted.append(Planted(line: line, column: column, token: String(parts[0])))
      for character in parts[parts.count - 1] { advance(character) }
    }
    self.init(text: plain, planted: planted, kinds: kinds)
  }
}

extension Generator where Value == PlantedSource {
  /// Sources with uses of every shape, or with none, among code and decoys: in comments, in strings and raw strings, in
  /// the branches of `#if`. Simplest is one line without a use.
  public static var plantedSource: Generator {
    let piece = Generator<MarkedPiece>.piece
    let newline = Generator<String>.frequency((8, .constant("\n")), (1, .constant("\r\n")))
    let filler = Generator<Int>.frequency((30, .constant(0)), (1, .int(in: 1_000...1_500)))
    let count = Generator<Int>.frequency((3, .int(in: 0...2)), (4, .int(in: 4...14)))
    return Generator { source in
      let pieces = try source.array(of: piece, count: try source(count))
      let filler = String(repeating: "let a = 1 / 2\n", count: try source(filler))
      let text = filler + pieces.map { $0.text + "\n" }.joined()
      let newline = try source(newline)
      var kinds = Set(pieces.flatMap(\.kinds))
      if !filler.isEmpty { kinds.insert("thousands of lines") }
      return PlantedSource(
        marked: newline == "\n"
          ? text
          : text.split(separator: "\n", omittingEmptySubsequences: false)
            .joined(separator: newline),
        kinds: kinds)
    }
  }
}

/// A part of a source, including its marks.
struct MarkedPiece: Sendable {
  var text: String
  var kinds: Set<String>

  /// The text without its marks, for places where the scanner must find nothing.
  var unmarked: String { PlantedSource(marked: text, kinds: []).text }
}

extension Generator where Value == MarkedPiece {
  fileprivate static var piece: Generator {
    .recursive(leaf: .leaf) { inner in
      .oneOf(
        .leaf, inner.map(\.inActiveBranch), inner.map(\.inInactiveBranch), inner.map(\.inBraces),
        inner.map(\.inLineComments), inner.map(\.inBlockComment), inner.map(\.inRawString))
    }
  }

  private static var leaf: Generator {
    let violations = SourceSnippets.violations.map(of)
    let decoys = SourceSnippets.decoys.map(of)
    return .frequency(
      (4, of(SourceSnippets.harmless)),
      (7, Generator<Int>.int(in: 0...(violations.count - 1)).flatMap { violations[$0] }),
      (3, Generator<Int>.int(in: 0...(decoys.count - 1)).flatMap { decoys[$0] }))
  }

  private static func of(_ kind: SourceSnippets.Kind) -> Generator {
    Generator<String>.element(of: kind.templates).map { MarkedPiece(text: $0, kinds: [kind.name]) }
  }
}

extension MarkedPiece {
  fileprivate var inActiveBranch: MarkedPiece {
    wrapped("#if swift(>=6.0)\n", "\n#endif", "in a branch of #if")
  }

  fileprivate var inInactiveBranch: MarkedPiece {
    wrapped("#if swift(>=6.0)\nlet a = 1\n#else\n", "\n#endif", "in an inactive branch")
  }

  fileprivate var inBraces: MarkedPiece { wrapped("enum Space { func f() {", "\n}}", "in braces") }

  fileprivate var inLineComments: MarkedPiece {
    MarkedPiece(
      text: unmarked.split(separator: "\n", omittingEmptySubsequences: false).map { "// " + $0 }
        .joined(separator: "\n"),
      kinds: ["in a comment"])
  }

  /// Inside a comment there are no strings. A text can therefore only become a comment if it opens and closes the same
  /// number of comments.
  fileprivate var inBlockComment: MarkedPiece {
    let text = unmarked
    return Self.balancesComments(text)
      ? MarkedPiece(
        text: "/* \(text) */", kinds: [text.contains("/*") ? "in a nested comment" : "in a comment"])
      : self
  }

  fileprivate var inRawString: MarkedPiece {
    let text = unmarked
    var (run, longest) = (0, 0)
    for character in text {
      run = character == "#" ? run + 1 : 0
      longest = max(longest, run)
    }
    let hashes = String(repeating: "#", count: longest + 1)
    return MarkedPiece(
      text: "let s = \(hashes)\"\"\"\n\(text)\n\"\"\"\(hashes)", kinds: ["in a raw string"])
  }

  private func wrapped(_ opening: String, _ closing: String, _ kind: String) -> MarkedPiece {
    MarkedPiece(text: opening + text + closing, kinds: kinds.union([kind]))
  }

  private static func balancesComments(_ text: String) -> Bool {
    var depth = 0
    var rest = Substring(text)
    while !rest.isEmpty {
      if rest.hasPrefix("/*") {
        depth += 1
        rest = rest.dropFirst(2)
      } else if rest.hasPrefix("*/") {
        depth -= 1
        if depth < 0 { return false }
        rest = rest.dropFirst(2)
      } else {
        rest = rest.dropFirst()
      }
    }
    return depth == 0
  }
}

extension PlantedSource: CounterexampleDescribable {
  /// The source, and the place of each use.
  public var counterexampleDescription: String {
    "\(describe(text)) with "
      + (planted.isEmpty
        ? "nothing" : planted.map { "\($0.token) at \($0.line):\($0.column)" }.joined(separator: ", "))
  }
}
