import PropertyTesting

/// A predicate of a kind, drawn at random: what is drawn, what must fail, and the least value that does.
struct DrawnRow: Sendable, Codable {
  let kind: String
  let domain: Formula
  let fails: Formula
  /// As ``Datum`` prints it. It comes from a search through all simpler values.
  let least: String

  /// How many values a search looks at. A predicate for which that is too few is drawn again.
  private static let budget = 400_000
  /// A predicate must fail for one random value in 300 at least, and pass for one in five.
  private static let sample = 3_000
  private static let failing = 10...2_400

  /// Draws `count` predicates of each kind by `seed`.
  static func draw(_ count: Int, seed: UInt64) -> [DrawnRow] {
    var rows: [DrawnRow] = []
    for (place, kind) in DrawnKind.all.enumerated() {
      var words = Words(state: seed &* 1_000 &+ UInt64(place))
      var texts: Set<String> = []
      while texts.count < count {
        guard let row = row(kind, &words), texts.insert(row.fails.text).inserted else { continue }
        rows.append(row)
      }
    }
    return rows
  }

  private static func row(_ kind: DrawnKind, _ words: inout Words) -> DrawnRow? {
    let domain = Domain(formula: kind.domains[words.below(kind.domains.count)])
    let conditions = (0..<[1, 2, 2, 2, 3, 3][words.below(6)]).map { _ in condition(kind, &words) }
    let fails = Formula.apply(conditions.count == 1 || words.below(6) > 0 ? "and" : "or", conditions)
    let holds = fails.holds
    var source = Sampler(words: Words(state: UInt64(words.below(1 << 40))))
    var failing = 0
    for _ in 0..<sample where holds(source.value(domain.formula), .none) { failing += 1 }
    guard Self.failing.contains(failing) else { return nil }
    var (looked, least) = (0, Datum?.none)
    domain.search { value in
      looked += 1
      if holds(value, .none) { least = value }
      return least != nil || looked >= budget
    }
    // The simplest value fails: nothing is to be made simpler.
    guard looked > 1, let least else { return nil }
    return DrawnRow(kind: kind.name, domain: domain.formula, fails: fails, least: least.counterexampleDescription)
  }

  private static func condition(_ kind: DrawnKind, _ words: inout Words) -> Formula {
    if words.below(5) < 2 { return kind.conditions[words.below(kind.conditions.count)] }
    let (number, size) = kind.numbers[words.below(kind.numbers.count)]
    let constant = Formula.number(size / 4 + words.below(max(size, 2)))
    switch words.below(size < 25 ? 7 : 12) {
    case 0, 1, 2: return .apply("above", [number, constant])
    case 3: return .apply("not", [.apply("above", [number, constant])])
    case 4, 5:
      let modulus = 2 + words.below(size < 25 ? 2 : 9)
      return .apply("modulo", [number, .number(modulus), .number(words.below(modulus))])
    case 6: return .apply("not", [.apply("modulo", [number, .number(2 + words.below(3)), .number(0)])])
    case 7: return .apply("digit", [number, .number(words.below(10))])
    case 8: return .apply("bits", [number, .number(2 + words.below(3))])
    case 9: return .apply("prime", [number])
    case 10: return .apply("above", [.apply("digits", [number]), .number(5 + words.below(6))])
    default: return .apply("above", [number, constant])
    }
  }

  /// From one seed, as a row of the shrinking challenge runs.
  func run(seed: UInt64) async -> (least: Bool, value: String, calls: Int)? {
    let holds = fails.holds
    let row = ChallengeRow(fails.text, minimum: least, Domain(formula: domain).generator) { value in
      try expect("passes", !holds(value, .none))
    }
    guard let found = await row.run(seed: seed).verdict.counterexample else { return nil }
    return (found.value == least, found.value, found.shrinking.calls)
  }
}

/// Random values of a domain that come from no engine, to see how often a predicate fails.
private struct Sampler {
  var words: Words

  mutating func value(_ domain: Formula, depth: Int = 0) -> Datum {
    let parts = domain.operands
    func number(_ place: Int) -> Int { Int(parts[place].constant) }
    switch domain.name {
    case "int": return Datum(number(0) + words.below(number(1) - number(0) + 1))
    case "real":
      let (lower, upper) = (number(0), number(1))
      return .number(Double(lower + words.below(upper - lower)) + (words.below(2) == 0 ? 0 : Double(words.below(1 << 20)) / 0x1p20))
    case "date": return Datum(words.below(2 * number(0)) - number(0))
    case "bool": return Datum(words.below(2))
    case "text":
      let scalars = Array(Domain.alphabet.unicodeScalars)
      return .list((0..<words.below(number(0) + 1)).map { _ in Datum(Int(scalars[words.below(scalars.count)].value)) })
    case "unicode": return .list((0..<words.below(number(0) + 1)).map { _ in Datum(words.below(words.below(2) == 0 ? 128 : 50_000)) })
    case "optional": return words.below(2) == 0 ? .none : value(parts[0])
    case "list": return .list((0..<words.below(number(1) + 1)).map { _ in value(parts[0]) })
    case "set": return .list(Set((0..<words.below(number(1) + 1)).map { _ in value(parts[0]) }).sorted(by: <))
    case "dictionary":
      var contents: [Datum: Datum] = [:]
      for _ in 0..<words.below(number(2) + 1) { contents[value(parts[0])] = value(parts[1]) }
      return .list(contents.map { .list([$0.key, $0.value]) }.sorted(by: <))
    case "tree":
      return depth > 4 || words.below(3) == 0 ? value(parts[0]) : .list([value(domain, depth: depth + 1), value(domain, depth: depth + 1)])
    default: return .list(parts.map { value($0) })
    }
  }
}
