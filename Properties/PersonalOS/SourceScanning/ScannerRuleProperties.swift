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
    mustCatch: [
      .takesOtherMeasuresForMoney, .goesByNamesAlone, .goesByPlacesAlone, .takesEveryPlaceForMoney, .missesConversionsOfMoney,
      .missesResultsOfFunctions, .missesFullNames, .takesComputedForStored, .missesUnwrappedTypes, .countsColumnsFromZero,
      .takesForcedCastsForForcedTries, .findsRulesNotAskedFor, .missesTheLastFinding, .knowsNoGains,
    ]
  ).holds(
    forAll: .zip(.ruleSource, .element(of: ScanPlan.all)),
    requiring: [
      "money by its name": 0.08, "floating point in a money place": 0.1, "floating point that is no money": 0.08,
      "a trap": 0.15, "shared state": 0.1, "nothing is found": 0.03,
    ]
  ) { (drawn: (source: RuleSource, plan: ScanPlan), system, trial) in
    let (source, plan) = drawn
    let found = system.sources.findings(source.text, plan.file, plan.settings)
    let expected = source.planted.filter(plan.finds)
    try expect("what breaks rules in the source", found.map(Found.init), equals: expected.map(Found.init))
    for finding in found {
      try expect("the file of \(finding.token)", finding.file, equals: plan.file)
      try expect("why \(finding.token) could not be read", finding.reason, equals: nil)
    }
    trial.label("money by its name", if: expected.contains(where: \.isMoneyByName) && !plan.isMoneyPlace)
    trial.label("floating point in a money place", if: plan.isMoneyPlace && expected.contains { $0.rule == "double-money" })
    trial.label(
      "floating point that is no money",
      if: !plan.isMoneyPlace && plan.rules.contains("double-money") && source.planted.contains { $0.rule == "double-money" && !$0.isMoneyByName })
    trial.label("a trap", if: expected.contains { ScanPlan.traps.contains($0.rule) })
    trial.label("shared state", if: expected.contains { ScanPlan.sharing.contains($0.rule) })
    trial.label("nothing is found", if: expected.isEmpty)
    try expectVocabulary(system.sources)
  }

  /// Each word of money is one, and none if a word of another measure stands with it.
  private static func expectVocabulary(_ sources: SourceScanningSystem) throws {
    let settings = SourceScanner.Settings(rules: [.doubleMoney])
    let money = MoneyVocabulary.money.map { "let \($0): Double" }
    let found = Set(sources.findings(money.joined(separator: "\n"), "a.swift", settings).map(\.line))
    try expect("words that do not speak of money", money.indices.filter { !found.contains($0 + 1) }.map { money[$0] }, equals: [])
    let measures = MoneyVocabulary.otherMeasures.map { "let price_\($0): Double" }
    let mistaken = sources.findings(measures.joined(separator: "\n"), "a.swift", settings).map { measures[$0.line - 1] }
    try expect("words that do not speak of another measure", mistaken, equals: [])
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
  let settings: SourceScanner.Settings
  /// By their names on the command line, written down from their document.
  let rules: Set<String>
  let isMoneyPlace: Bool

  func finds(_ planted: RuleSource.Planted) -> Bool {
    rules.contains(planted.rule)
      && (planted.rule != "double-money" || isMoneyPlace || planted.isMoneyByName && settings.findsMoneyByName)
  }

  /// More often with all rules than with some.
  static let all: [ScanPlan] = files.flatMap { file, isMoneyPlace in
    [true, true, false].flatMap { findsMoneyByName in
      ruleSets.map { rules, names in
        ScanPlan(
          file: file,
          settings: SourceScanner.Settings(
            rules: rules, moneyPlaces: ["Money", "Position.swift"], findsMoneyByName: findsMoneyByName),
          rules: names, isMoneyPlace: isMoneyPlace)
      }
    }
  }

  private static let files = [
    ("Sources/Moneys/A.swift", false), ("Sources/Money.swift", false), ("Sources/Money/Deep/A.swift", true),
    ("Sources/Models/Position.swift", true),
  ]
  private static let everything = traps.union(sharing).union(observation).union(["double-money"])
  private static let ruleSets: [(Set<ScanRule>, Set<String>)] = [
    (Set(ScanRule.allCases), everything), (Set(ScanRule.allCases), everything), (Set(ScanRule.allCases), everything),
    (Set(ScanRule.allCases), everything), ([.doubleMoney], ["double-money"]), ([.doubleMoney], ["double-money"]),
    (ScanRule.traps, traps), (ScanRule.sharing, sharing), (ScanRule.observation, observation),
    ([.forceCast, .globalVariable], ["force-cast", "global-var"]),
  ]
}

/// A finding and what was planted, alike.
private struct Found: Equatable, CustomStringConvertible {
  let description: String

  init(_ finding: SourceFinding) {
    description = "\(finding.rule.rawValue): \(finding.token) at \(finding.line):\(finding.column)"
  }

  init(_ planted: RuleSource.Planted) {
    description = "\(planted.rule): \(planted.token) at \(planted.line):\(planted.column)"
  }
}
