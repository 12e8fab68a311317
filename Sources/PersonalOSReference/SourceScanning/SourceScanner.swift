import Foundation

/// Finds places that break rules in Swift sources. It looks at code, interpolations and every branch of `#if`, and
/// never at comments or literals.
public struct SourceScanner: Sendable {
  /// The rules, and the way in which the scanner recognizes money.
  public struct Settings: Sendable {
    /// The rules that are reported.
    public var rules: Set<ScanRule>
    /// The names of folders and files (`Money`, `Position.swift`) in which nothing may be binary floating point.
    public var moneyPlaces: Set<String>
    /// Whether ``ScanRule/doubleMoney`` goes by names in all other files: `price: Double`. See ``MoneyNames``.
    public var findsMoneyByName: Bool

    /// Creates settings, by default with every rule, no money places, and the search for money by name.
    public init(
      rules: Set<ScanRule> = Set(ScanRule.allCases), moneyPlaces: Set<String> = [],
      findsMoneyByName: Bool = true
    ) {
      self.rules = rules
      self.moneyPlaces = moneyPlaces
      self.findsMoneyByName = findsMoneyByName
    }
  }

  /// The settings, which are the same for all scans.
  public let settings: Settings

  /// Creates a scanner, by default with every rule.
  public init(_ settings: Settings = Settings()) {
    self.settings = settings
  }

  /// The findings in one source, in the order of places.
  /// - Parameter file: the path of the source. The findings name it, and it decides whether the source is in a money
  ///   place.
  public func findings(in text: String, file: String) -> [SourceFinding] {
    read(SourceToken.tokens(of: text), file)
  }

  /// Scans every file below `roots` whose name ends in `.swift`, hidden files too. It scans each file once, even if
  /// several paths lead to it, and follows links. It skips folders named `.build` and `.git`. Anything that cannot be
  /// read is a finding, and the scan continues. A root may also be a file with any name.
  public func scan(_ roots: [String]) -> SourceScan {
    let tree = SourceTree(roots: roots)
    var scan = SourceScan(findings: tree.unreadable, filesUnreadable: tree.unreadableFileCount)
    scan.moneyPlacesNotFound = settings.moneyPlaces.filter { place in
      !tree.files.contains { $0.split(separator: "/").contains(Substring(place)) }
    }.sorted()
    for file in tree.files {
      let data = FileManager.default.contents(atPath: file)
      guard let text = data.flatMap({ String(validating: $0, as: UTF8.self) }) else {
        scan.filesUnreadable += 1
        scan.findings.append(.unreadable(file, data == nil ? "the system does not let it be read" : "not UTF-8"))
        continue
      }
      let tokens = SourceToken.tokens(of: text)
      scan.filesRead += 1
      scan.tokensRead += tokens.count
      scan.findings += read(tokens, file)
    }
    scan.findings.sort { left, right in
      left.file.utf8.elementsEqual(right.file.utf8)
        ? (left.line, left.column) < (right.line, right.column)
        : left.file.utf8.lexicographicallyPrecedes(right.file.utf8)
    }
    return scan
  }

  private func read(_ tokens: [SourceToken], _ file: String) -> [SourceFinding] {
    var reading = RuleReading(tokens: tokens)
    reading.readAll()
    if settings.rules.contains(.doubleMoney) {
      if isMoneyPlace(file) {
        reading.readAllFloatingPoint()
      } else if settings.findsMoneyByName {
        reading.readMoneyByName()
      }
    }
    return reading.matches.filter { settings.rules.contains($0.rule) }
      .map { match in
        let place = tokens[match.index]
        return SourceFinding(
          file: file, line: place.line, column: place.column, token: match.token, rule: match.rule)
      }
      .sorted { ($0.line, $0.column) < ($1.line, $1.column) }
  }

  private func isMoneyPlace(_ file: String) -> Bool {
    file.split(separator: "/").contains { settings.moneyPlaces.contains(String($0)) }
  }
}
