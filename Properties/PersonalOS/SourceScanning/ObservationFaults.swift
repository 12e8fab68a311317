import Observation
import PersonalOSReference
import PropertyTesting

// What POS-70 must catch: components whose changes are not seen, and scanners that read source wrongly.

extension Fault<PersonalOSSystem> {
  static let keepsStateUnobserved = Fault(
    "keepsStateUnobserved", "keeps its state in a class without the macro") { system in
    system.sources.components.append(
      StateComponent("UnobservedCounter") {
        let counter = UnobservedCounter()
        return StateComponent.Instance(
          counter,
          probes: [
            .init("count") {
              "\(counter.count)"
            } change: {
              counter.count = $0
            }
          ])
      })
  }

  static let ignoresADisplayedProperty = Fault(
    "ignoresADisplayedProperty", "marks a property that is shown as ignored by observation") {
    system in
    system.sources.components.append(
      StateComponent("HalfObservedCounter") {
        let counter = HalfObservedCounter()
        return StateComponent.Instance(
          counter,
          probes: [
            .init("count") {
              "\(counter.count)"
            } change: {
              counter.count = $0
            },
            .init("title") {
              counter.title
            } change: {
              counter.title = "\($0)"
            },
          ])
      })
  }

  static let scansCommentsAndStrings = findings(
    "scansCommentsAndStrings", "searches the text, comments and strings with it") {
    text, scan in
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return scan(text)
      + lines.enumerated().flatMap { number, line in
        line.ranges(of: "ObservableObject").map {
          SourceFinding(
            file: "Source.swift", line: number + 1, column: line[..<$0.lowerBound].utf8.count + 1,
            token: "ObservableObject", rule: .observableObject)
        }
      }.filter { !scan(text).contains($0) }
  }

  static let missesQualifiedNames = findings(
    "missesQualifiedNames", "misses names with a module before them") { text, scan in
    scan(text).filter { finding in
      let line = Self.line(finding, of: text)
      return !line.contains("Combine.") && !line.contains("SwiftUI.")
    }
  }

  static let missesTypealiases = findings("missesTypealiases", "misses the type behind a typealias") { text, scan in
    scan(text).filter { !Self.line($0, of: text).contains("typealias") }
  }

  static let scansLineByLine = findings("scansLineByLine", "scans each line separately") { text, scan in
    scan(text).filter { finding in
      let name = finding.token.drop { $0 == "@" }.split(separator: " ").last ?? ""
      return Self.line(finding, of: text).contains(name)
    }
  }

  static let skipsInactiveBranches = findings(
    "skipsInactiveBranches", "skips the branches of #if that are not compiled") {
    text, scan in
    var isSkipping = false
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
      if line.hasPrefix("#else") { isSkipping = true }
      if line.hasPrefix("#endif") { isSkipping = false }
      return isSkipping ? "" : line
    }
    return scan(lines.joined(separator: "\n"))
  }

  static let endsNestedCommentsEarly = findings(
    "endsNestedCommentsEarly", "ends a nested comment at the first end of one") {
    text, scan in
    var isInside = false
    var result = ""
    var rest = Substring(text)
    while let character = rest.first {
      let sign = rest.prefix(2)
      if sign == "/*", isInside {
        result += "  "
        rest = rest.dropFirst(2)
        continue
      }
      if sign == "/*" || sign == "*/" {
        isInside = sign == "/*"
        result += sign
        rest = rest.dropFirst(2)
        continue
      }
      result.append(character)
      rest = rest.dropFirst()
    }
    return scan(result)
  }

  static let takesInterpolationsForText = findings(
    "takesInterpolationsForText", "treats interpolated code as text") { text, scan in
    scan(text.replacing("\\(", with: "((").replacing("\\#(", with: "((("))
  }

  static let takesRawStringsForPlainOnes = findings(
    "takesRawStringsForPlainOnes", "treats a raw string as a plain one") { text, scan in
    scan(text.replacing("#\"", with: " \"").replacing("\"#", with: "\" "))
  }

  static let findsPartsOfWords = findings(
    "findsPartsOfWords", "finds forbidden words inside longer ones") { text, scan in
    scan(text.replacing("ObservableObjectList", with: "ObservableObject+111"))
  }

  private static func findings(
    _ id: String, _ fact: String,
    _ change: @escaping @Sendable (_ text: String, _ scan: (String) -> [SourceFinding]) -> [SourceFinding]
  ) -> Fault {
    Fault(id, fact) { system in
      let findings = system.sources.findings
      system.sources.findings = { text, file, settings in
        change(text) { findings($0, file, settings) }
      }
    }
  }

  private static func line(_ finding: SourceFinding, of text: String) -> Substring {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[finding.line - 1]
  }
}

@MainActor
private final class UnobservedCounter {
  var count = 0
}

@Observable
@MainActor
private final class HalfObservedCounter {
  var count = 0
  @ObservationIgnored var title = ""
}
