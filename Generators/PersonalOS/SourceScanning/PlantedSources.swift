import PropertyTesting

/// A Swift source with known uses of what the scanner's rules forbid.
public struct PlantedSource: Sendable {
  /// One finding that the scanner must report.
  public struct Planted: Sendable, Equatable {
    /// The token that the rule names, which may differ from the text in the source: "@Published" also for `@Combine.Published`.
    public let token: String
    /// The line, from 1.
    public let line: Int
    /// The column, from 1, in UTF-8 bytes.
    public let column: Int
    /// Whether a name nearby makes the number money.
    public let isMoneyByName: Bool
    /// The name of the rule, as on the command line.
    public var rule: String { SourceSnippets.rules[token] ?? "double-money" }

    /// The finding with the path of its file.
    public func finding(in file: String) -> String { "\(file):\(line):\(column) \(rule): \(token)" }
  }

  /// The source, without marks.
  public let text: String
  /// The findings, ordered by line and column.
  public let planted: [Planted]
  /// The names of the classes that the source falls into.
  public let kinds: Set<String>
}

extension PlantedSource {
  /// Parses a source that consists of ``SourceSnippets``: removes the marks and records their places.
  init(marked text: String, kinds: Set<String> = []) {
    var (plain, planted) = ("", [Planted]())
    var (line, column) = (1, 1)
    func write(_ text: Substring) {
      plain += text
      for character in text { (line, column) = character.isNewline ? (line + 1, 1) : (line, column + character.utf8.count) }
    }
    for piece in text.split(separator: "«", omittingEmptySubsequences: false) {
      let halves = piece.split(separator: "»", maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.count == 2 else {
        write(piece)
        continue
      }
      let signs = halves[0].prefix { "+-".contains($0) }
      let parts = halves[0].dropFirst(signs.count).split(separator: "|", maxSplits: 1)
      planted.append(Planted(token: String(parts[0]), line: line, column: column, isMoneyByName: signs.last == "+"))
      write(parts[parts.count - 1])
      write(halves[1])
    }
    self.init(text: plain, planted: planted, kinds: kinds)
  }
}

extension PlantedSource: CounterexampleDescribable {
  /// The source, and the place of each finding.
  public var counterexampleDescription: String {
    let places = planted.map { "\($0.token) at \($0.line):\($0.column)" }.joined(separator: ", ")
    return "\(describe(text)) with \(places.isEmpty ? "nothing" : places)"
  }
}

extension Generator where Value == PlantedSource {
  /// Sources with uses of what Observation replaced, or with none, among code and decoys: in comments, in strings and raw
  /// strings, in the branches of `#if`. Simplest is one line without a use.
  public static var plantedSource: Generator {
    let filler = Generator<Int>.frequency((30, .constant(0)), (1, .int(in: 1_000...1_500)))
    let count = Generator<Int>.frequency((3, .int(in: 0...2)), (4, .int(in: 4...14)))
    return Generator { source in
      let pieces = try source.array(of: .piece, count: try source(count))
      let filler = String(repeating: "let a = 1 / 2\n", count: try source(filler))
      let text = filler + pieces.map { $0.text + "\n" }.joined()
      let newline = try source(.frequency((8, .constant("\n")), (1, .constant("\r\n"))))
      let kinds = Set(pieces.flatMap(\.kinds)).union(filler.isEmpty ? [] : ["thousands of lines"])
      return PlantedSource(marked: newline == "\n" ? text : text.replacing("\n", with: newline), kinds: kinds)
    }
  }

  /// Declarations and expressions that break rules of all kinds, or almost break them.
  public static var ruleSource: Generator {
    let others = SourceSnippets.traps + SourceSnippets.sharing + SourceSnippets.observation
    let money = Generator<[String]>.moneySnippets.flatMap { .element(of: $0) }
    // All pieces except those about money, beginning with any of them.
    let every = Generator<Int>.int(in: 0...others.count - 1).map { Array(others[$0...] + others[..<$0]) }
    return Generator<[String]>.frequency(
      (4, .array(of: .frequency((6, money), (4, .element(of: others))), count: 2...16)), (1, every), (2, .moneySnippets)
    ).map { PlantedSource(marked: $0.joined(separator: "\nlet z = 0;\n")) }
  }
}

extension Generator where Value == [String] {
  /// All pieces about one name.
  fileprivate static var moneySnippets: Generator {
    Generator { source in
      let (name, isMoney) = try source(.spokenName)
      let type = try source(.element(of: ["Double", "Float", "CGFloat", "Float16", "Float32", "Float64", "Float80"]))
      let literal = try source(.element(of: ["9.99", "0.5", "1e3", "0x1p3", "12_000.25"]))
      return SourceSnippets.money.map { piece in
        piece.replacing("«", with: isMoney ? "«+" : "«-").replacing("T»", with: type + "»").replacing("L»", with: literal + "»")
          .replacing("$", with: name)
      }
    }
  }
}

extension Generator where Value == (String, Bool) {
  /// A name, and whether it is about money.
  fileprivate static var spokenName: Generator {
    Generator { source in
      let money = try source(.element(of: MoneyVocabulary.money))
      let measure = try source(.element(of: MoneyVocabulary.otherMeasures))
      return switch try source(.int(in: 0...10)) {
      case 0, 1: (money, true)
      case 2: ("unit" + money.capitalized, true)
      case 3: (money + "_max", true)
      case 4: (money.uppercased(), true)
      case 5: ("itemUSD" + money.capitalized + "Value", true)
      case 6: (money + measure.capitalized, false)
      case 7: (measure + money.capitalized, false)
      case 8: (measure, false)
      case 9: (money + "less", false)
      default: (try source(.element(of: ["coffee", "value", "Moneyball", "discounter"])), false)
      }
    }
  }
}

extension String {
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
