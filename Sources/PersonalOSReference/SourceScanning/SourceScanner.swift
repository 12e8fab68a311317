import Foundation

/// Finds what breaks rules in Swift sources: in code, interpolations and every branch of `#if`; never in
/// comments or literals.
public struct SourceScanner: Sendable {
  public struct Settings: Sendable {
    public var rules: Set<ScanRule>
    /// Folders and files, by name (`Money`, `Position.swift`), where nothing may be binary floating point
    /// at all.
    public var moneyPlaces: Set<String>
    /// Elsewhere, ``ScanRule/doubleMoney`` goes by names: `price: Double`. See ``MoneyNames``.
    public var findsMoneyByName: Bool

    public init(
      rules: Set<ScanRule> = Set(ScanRule.allCases), moneyPlaces: Set<String> = [],
      findsMoneyByName: Bool = true
    ) {
      self.rules = rules
      self.moneyPlaces = moneyPlaces
      self.findsMoneyByName = findsMoneyByName
    }
  }

  public let settings: Settings

  public init(_ settings: Settings = Settings()) {
    self.settings = settings
  }

  /// What breaks rules in one source, in the order of places.
  /// - Parameter file: its path: named in the findings, and what tells whether it lies in a money place.
  public func findings(in text: String, file: String) -> [SourceFinding] {
    read(SourceToken.tokens(of: text), file)
  }

  /// Scans every file below `roots` whose name ends in `.swift`, hidden ones too, each once however many
  /// ways lead to it. Links are followed; folders named `.build` and `.git` are left out. What cannot be read
  /// is a finding, and the scan goes on. A root may also be a file, whatever its name.
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
