import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

// What POS-S1 must catch: a scanner with one rule read otherwise.

extension Fault<PersonalOSSystem> {
  static let takesOtherMeasuresForMoney = scans("takesOtherMeasuresForMoney", "treats the duration of a total as money") { scan in
    for word in MoneyVocabulary.otherMeasures where word.count > 3 {
      let (capital, rest) = (word.prefix(1).uppercased() + word.dropFirst(), String(repeating: "q", count: word.count - 1))
      // As long, and nobody's word.
      scan.text = scan.text.replacing(capital, with: "Q" + rest).replacing("_" + word, with: "_q" + rest)
    }
  }
  static let goesByNamesAlone = scans("goesByNamesAlone", "has no list of money places") { $0.settings.moneyPlaces = [] }
  static let goesByPlacesAlone = scans("goesByPlacesAlone", "looks for money only in money places") { $0.settings.findsMoneyByName = false }
  static let takesEveryPlaceForMoney = scans("takesEveryPlaceForMoney", "treats all places as money places") {
    $0.settings.moneyPlaces.insert("Sources")
  }
  static let findsRulesNotAskedFor = scans("findsRulesNotAskedFor", "looks for forced casts, asked or not") { $0.settings.rules.insert(.forceCast) }

  static let missesConversionsOfMoney = finds("missesConversionsOfMoney", "misses conversions to floating point") { found, _ in
    found.removeAll { ["doubleValue", "floatValue"].contains($0.token) }
  }
  static let missesResultsOfFunctions = finds("missesResultsOfFunctions", "misses the results of functions") { found, line in
    found.removeAll { $0.rule == .doubleMoney && line($0).contains("->") }
  }
  static let missesFullNames = finds("missesFullNames", "misses the standard library's functions by their full name") { found, line in
    found.removeAll { line($0).hasPrefix("Swift.") }
  }
  static let takesComputedForStored = finds("takesComputedForStored", "treats a variable with observers as computed") { found, line in
    found.removeAll { $0.rule == .globalVariable && line($0).contains("{") }
  }
  static let missesUnwrappedTypes = finds("missesUnwrappedTypes", "misses implicitly unwrapped types") { found, line in
    found.removeAll { $0.rule == .forceUnwrap && line($0).contains(": ") }
  }
  static let countsColumnsFromZero = finds("countsColumnsFromZero", "counts columns from 0") { found, _ in
    found = found.map { SourceFinding(file: $0.file, line: $0.line, column: $0.column - 1, token: $0.token, rule: $0.rule) }
  }
  static let takesForcedCastsForForcedTries = finds("takesForcedCastsForForcedTries", "reports a forced cast as a forced try") { found, _ in
    found = found.map { finding in
      SourceFinding(
        file: finding.file, line: finding.line, column: finding.column, token: finding.token,
        rule: finding.rule == .forceCast ? .forceTry : finding.rule)
    }
  }
  static let missesTheLastFinding = finds("missesTheLastFinding", "misses the last of several findings") { found, _ in
    if found.count > 1 { found.removeLast() }
  }
  static let knowsNoGains = finds("knowsNoGains", "does not know that gains are money") { found, line in
    found.removeAll { line($0).contains("gains") }
  }

  private struct Scan {
    var text: String
    var settings: SourceScanner.Settings
  }

  private static func scans(_ id: String, _ fact: String, _ change: @escaping @Sendable (inout Scan) -> Void) -> Fault {
    Fault(id, fact) { system in
      let findings = system.sources.findings
      system.sources.findings = { text, file, settings in
        var scan = Scan(text: text, settings: settings)
        change(&scan)
        return findings(scan.text, file, scan.settings)
      }
    }
  }

  private static func finds(
    _ id: String, _ fact: String,
    _ change: @escaping @Sendable (inout [SourceFinding], _ line: (SourceFinding) -> Substring) -> Void
  ) -> Fault {
    Fault(id, fact) { system in
      let findings = system.sources.findings
      system.sources.findings = { text, file, settings in
        var found = findings(text, file, settings)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        change(&found) { lines[$0.line - 1] }
        return found
      }
    }
  }
}
