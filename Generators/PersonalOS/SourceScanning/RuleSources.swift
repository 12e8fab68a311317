import PropertyTesting

/// A source with the known findings of each rule of the scanner.
public struct RuleSource: Sendable {
  /// One finding that the scanner must report.
  public struct Planted: Sendable, Equatable {
    /// The name of the rule, as on the command line.
    public let rule: String
    /// The token that the rule names, which may differ from the text in the source.
    public let token: String
    /// The line, from 1.
    public let line: Int
    /// The column, from 1, in UTF-8 bytes.
    public let column: Int
    /// Whether the rule is the one about binary floating point, and a name nearby makes the number money.
    public let isMoneyByName: Bool
  }

  /// The source, without marks.
  public let text: String
  /// The findings, ordered by line and column.
  public let planted: [Planted]
}

extension RuleSource {
  /// Reads marks: «rule|token», or «rule|token|as written». The rule `money` stands for floating point that a name
  /// gives to money.
  init(marked text: String) {
    var (plain, planted) = ("", [Planted]())
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if number > 0 { plain += "\n" }
      var column = 1
      for (index, piece) in line.split(separator: "«", omittingEmptySubsequences: false).enumerated() {
        let halves = piece.split(separator: "»", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard index > 0, halves.count == 2 else {
          plain += piece
          column += piece.utf8.count
          continue
        }
        let parts = halves[0].split(separator: "|", maxSplits: 2).map(String.init)
        planted.append(
          Planted(
            rule: parts[0] == "money" ? "double-money" : parts[0], token: parts[1], line: number + 1, column: column,
            isMoneyByName: parts[0] == "money"))
        plain += parts[parts.count - 1] + halves[1]
        column += parts[parts.count - 1].utf8.count + halves[1].utf8.count
      }
    }
    self.init(text: plain, planted: planted)
  }
}

extension RuleSource: CounterexampleDescribable {
  /// The source, and the place of each finding.
  public var counterexampleDescription: String {
    "\(describe(text)) with " + planted.map { "\($0.token) at \($0.line):\($0.column)" }.joined(separator: ", ")
  }
}

extension Generator where Value == RuleSource {
  /// Declarations and expressions that break rules of all kinds, or almost break them.
  public static var ruleSource: Generator {
    let money = Generator<String>.moneySnippet
    let other = Generator<String>.element(of: RuleSnippets.traps + RuleSnippets.sharing + RuleSnippets.observation)
    let some = Generator<[String]>.array(of: .frequency((6, money), (4, other)), count: 2...16)
    let all = RuleSnippets.traps + RuleSnippets.sharing + RuleSnippets.observation
    // All pieces except those about money, beginning with any of them.
    let every = Generator<Int>.int(in: 0...all.count - 1).map { Array(all[$0...] + all[..<$0]) }
    return Generator<[String]>.frequency((4, some), (1, every), (2, .everyMoneySnippet)).map { pieces in
      // The separator ends each piece.
      RuleSource(marked: pieces.joined(separator: "\nlet z = 0;\n"))
    }
  }
}

extension Generator where Value == [String] {
  /// All pieces about one name.
  fileprivate static var everyMoneySnippet: Generator {
    Generator { source in
      let (name, isMoney) = try source(.spokenName)
      let type = try source(.element(of: ["Double", "Float", "CGFloat", "Float16", "Float32", "Float64", "Float80"]))
      let literal = try source(.element(of: ["9.99", "0.5", "1e3", "0x1p3", "12_000.25"]))
      return RuleSnippets.money(
        name, type: "«\(isMoney ? "money" : "double-money")|\(type)»",
        literal: "«\(isMoney ? "money" : "double-money")|\(literal)»", member: isMoney ? "money" : "double-money",
        anyType: "«double-money|\(type)»", anyLiteral: "«double-money|\(literal)»", moneyType: "«money|\(type)»")
    }
  }
}

extension Generator where Value == String {
  fileprivate static var moneySnippet: Generator {
    Generator { source in
      try source(.element(of: try source(.everyMoneySnippet)))
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

/// Words for money and for other measures, copied from the rule's document and not from the scanner.
public enum MoneyVocabulary {
  /// The words that make a number money, in lower case.
  public static let money = words(
    """
    price prices pricing cost costs amount amounts balance balances money fee fees total totals subtotal quantity quantities
    payment payments salary wage wages income expense expenses revenue profit profits budget tax taxes currency cash dollar
    dollars euro euros cents usd eur cny refund discount invoice deposit withdrawal dividend dividends commission debt loan
    gains proceeds pnl
    """)

  /// The words that give a number to another measure, in lower case. They win over a word for money in the same name.
  public static let otherMeasures = words(
    """
    time duration interval date second seconds minute minutes hour hours day days progress fraction ratio percent percentage
    opacity alpha width height size length radius angle offset spacing padding scale x y weight mass distance speed calories
    nutrition protein bytes count score energy volume memory delay timeout steps blur font
    """)

  private static func words(_ text: String) -> [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }
}
