import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// The scanner's rules beside those of Observation: traps, shared state, money in binary floating point.
///
/// The specification has these criteria without a numbered property: it asks of the sources what they may not hold.
public enum ScannerRuleProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = [scannerRules]

  static let scannerRules = Requirement<PersonalOSSystem>(
    "POS-S1", "Findings of the scanner",
    says: """
      The scanner finds constructs that end the process, that share state unguarded or that Observation replaced, \
      and money in binary floating point. It reports each at its place, and only for the requested rules. In a \
      money place, all floating point is money. Elsewhere, a named value is money if a word of its name means money \
      and no word means another measure.
      """,
    covers: "3.4", "3.5", "8.1", "18.1", of: "SourceScanner, ScanRule, MoneyNames",
    mustCatch: [.missesTheLastFinding]
  ).holds(
    forAll: .zip(.ruleSource, .scanPlan),
    requiring: [
      "money by its name": 0.08, "floating point in a money place": 0.1, "floating point that is no money": 0.08,
      "a trap": 0.15, "shared state": 0.1, "nothing is found": 0.03,
    ]
  ) { (drawn: (source: PlantedSource, plan: ScanPlan), system, trial) in
    let (source, plan) = drawn
    let found = system.sources.findings(source.text, plan.file, plan.settings)
    let expected = source.planted.filter(plan.finds)
    try expect("what breaks rules in the source", found.map(\.text), equals: expected.map { $0.finding(in: plan.file) })
    try expect("why sources could not be read", found.compactMap(\.reason), equals: [])
    plan.label(trial, source.planted)
    try expectVocabulary(system.sources)
  }

  /// Each word of money is one, and none if a word of another measure stands with it.
  private static func expectVocabulary(_ sources: SourceScanningSystem) throws {
    func names(_ names: [String], areMoney: Bool) throws {
      let text = names.map { "let \($0): Double" }.joined(separator: "\n")
      let found = Set(sources.findings(text, "a.swift", SourceScanner.Settings(rules: [.doubleMoney])).map(\.line))
      let mistaken = names.indices.filter { found.contains($0 + 1) != areMoney }.map { names[$0] }
      try expect("names that \(areMoney ? "do not speak" : "speak") of money", mistaken, equals: [])
    }
    try names(MoneyVocabulary.money, areMoney: true)
    try names(MoneyVocabulary.otherMeasures.map { "price_\($0)" }, areMoney: false)
  }
}

/// What a scan is asked for, and where the source lies.
struct ScanPlan: Sendable {
  static let traps: Set = ["fatal-error", "precondition-failure", "force-try", "force-cast", "force-unwrap"]
  static let sharing: Set = ["nonisolated-unsafe", "unchecked-sendable", "global-var"]
  static let observation: Set = [
    "observable-object", "published", "state-object", "observed-object", "environment-object", "object-will-change",
    "import-combine",
  ]

  let file: String
  let isMoneyPlace: Bool
  let settings: SourceScanner.Settings
  /// By their names on the command line, written down from their document.
  let rules: Set<String>

  func finds(_ planted: PlantedSource.Planted) -> Bool {
    rules.contains(planted.rule)
      && (planted.rule != "double-money" || isMoneyPlace || planted.isMoneyByName && settings.findsMoneyByName)
  }

  func label(_ trial: Trial, _ planted: [PlantedSource.Planted]) {
    let found = planted.filter(finds)
    let isFloat = found.contains { $0.rule == "double-money" }
    let isNoMoney = rules.contains("double-money") && planted.contains { $0.rule == "double-money" && !$0.isMoneyByName }
    trial.label("money by its name", if: !isMoneyPlace && isFloat)
    trial.label("floating point in a money place", if: isMoneyPlace && isFloat)
    trial.label("floating point that is no money", if: !isMoneyPlace && isNoMoney)
    trial.label("a trap", if: found.contains { Self.traps.contains($0.rule) })
    trial.label("shared state", if: found.contains { Self.sharing.contains($0.rule) })
    trial.label("nothing is found", if: found.isEmpty)
  }
}

extension Generator where Value == ScanPlan {
  /// More often with all rules than with some.
  fileprivate static var scanPlan: Generator {
    let files = [
      ("Sources/Moneys/A.swift", false), ("Sources/Money.swift", false), ("Sources/Money/Deep/A.swift", true),
      ("Sources/Models/Position.swift", true),
    ]
    let everything = ScanPlan.traps.union(ScanPlan.sharing).union(ScanPlan.observation).union(["double-money"])
    let rules = Generator<(Set<ScanRule>, Set<String>)>.frequency(
      (4, .constant((Set(ScanRule.allCases), everything))), (2, .constant(([.doubleMoney], ["double-money"]))),
      (1, .constant((ScanRule.traps, ScanPlan.traps))), (1, .constant((ScanRule.sharing, ScanPlan.sharing))),
      (1, .constant((ScanRule.observation, ScanPlan.observation))),
      (1, .constant(([.forceCast, .globalVariable], ["force-cast", "global-var"]))))
    return Generator { source in
      let ((file, isMoneyPlace), (rules, names)) = (try source(.element(of: files)), try source(rules))
      let settings = SourceScanner.Settings(
        rules: rules, moneyPlaces: ["Money", "Position.swift"], findsMoneyByName: try source(.element(of: [true, true, false])))
      return ScanPlan(file: file, isMoneyPlace: isMoneyPlace, settings: settings, rules: names)
    }
  }
}
