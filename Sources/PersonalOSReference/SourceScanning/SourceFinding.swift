/// One place in a source file that breaks a rule.
public struct SourceFinding: Sendable, Hashable {
  /// The path, from the root as it was given.
  public let file: String
  /// From 1.
  public let line: Int
  /// From 1, in UTF-8 bytes.
  public let column: Int
  /// In one form however it is written: "@Published" for `@Combine.Published` too. "could not be read" where
  /// the file is what is wrong.
  public let token: String
  public let rule: ScanRule
  /// Why a file could not be read; else nil.
  public let reason: String?

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

  public static func unreadable(_ file: String, _ reason: String) -> SourceFinding {
    SourceFinding(
      file: file, line: 1, column: 1, token: "could not be read", rule: .unreadable, reason: reason)
  }
}

/// What a scan of files came to.
public struct SourceScan: Sendable, Equatable {
  /// By file in the order of bytes, then by place.
  public var findings: [SourceFinding]
  /// Files that were read to their end.
  public var filesRead: Int
  /// Source files that could not be read, each a finding too.
  public var filesUnreadable: Int
  public var tokensRead: Int
  /// Of the scanner's money places, those of whose name there was neither a folder nor a file, in order.
  public var moneyPlacesNotFound: [String] = []

  public init(
    findings: [SourceFinding], filesRead: Int = 0, filesUnreadable: Int, tokensRead: Int = 0
  ) {
    self.findings = findings
    self.filesRead = filesRead
    self.filesUnreadable = filesUnreadable
    self.tokensRead = tokensRead
  }
}
