/// A place in a source file that breaks a rule.
public struct SourceFinding: Sendable, Hashable {
  /// The file's path, which begins with the root as it was given.
  public let file: String
  /// The line, counted from 1.
  public let line: Int
  /// The column, counted from 1 in UTF-8 bytes.
  public let column: Int
  /// What was found, always in the same form: "@Published" for `@Combine.Published` too. If the file itself is the
  /// problem, "could not be read".
  public let token: String
  /// The rule that is broken.
  public let rule: ScanRule
  /// Why the file could not be read; nil for all other findings.
  public let reason: String?

  /// Creates a finding from its parts.
  public init(
    file: String, line: Int, column: Int, token: String, rule: ScanRule, reason: String? = nil
  ) {
    self.file = file
    self.line = line
    self.column = column
    self.token = token
    self.rule = rule
    self.reason = reason
  }

  /// The finding for a file or folder that could not be read, at line 1, column 1.
  public static func unreadable(_ file: String, _ reason: String) -> SourceFinding {
    SourceFinding(
      file: file, line: 1, column: 1, token: "could not be read", rule: .unreadable, reason: reason)
  }
}

/// The result of scanning files.
public struct SourceScan: Sendable, Equatable {
  /// The findings, sorted by the bytes of the file's path, then by place.
  public var findings: [SourceFinding]
  /// The number of files that were read completely.
  public var filesRead: Int
  /// The number of source files that could not be read. Each of them is also a finding.
  public var filesUnreadable: Int
  /// The number of tokens in the files that were read.
  public var tokensRead: Int
  /// Those of the scanner's money places that occur in the path of no source file, sorted.
  public var moneyPlacesNotFound: [String] = []

  /// Creates a result in which every money place was found.
  public init(
    findings: [SourceFinding], filesRead: Int = 0, filesUnreadable: Int, tokensRead: Int = 0
  ) {
    self.findings = findings
    self.filesRead = filesRead
    self.filesUnreadable = filesUnreadable
    self.tokensRead = tokensRead
  }
}
