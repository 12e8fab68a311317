import Foundation
import PersonalOSReference
import TouchstoneCatalogue

/// `touchstone scan`
enum ScanCommand: Command {
  static let name = "scan"
  static let options = ["--rules", "--money-folder", "--layers", "--json"]
  static let help = """
    touchstone scan DIR… [options]
    touchstone scan --layers FILE DIR [--json]

    Finds what the rules forbid in Swift sources, and prints file, line and column. The scanner skips comments,
    strings and regex literals. It reads interpolated code and every branch of #if. It reads every file below
    DIR whose name ends in .swift, hidden files too, and each file once, however many links lead to it. It
    skips folders named .build and .git. A file that it cannot read, or that is not UTF-8, is a finding.

      --rules NAME,…        rules to apply: names from the list below, all, or a group (observation,
                            traps, sharing); default \(Self.standard.map(\.rawValue).joined(separator: ", "))
      --money-folder NAME   forbid binary floating point in folders (or files) of this name: no Double,
                            Float, CGFloat, NSNumber, doubleValue, no literal such as 0.5
      --layers FILE         find imports and type names that FILE does not allow: it says which folders
                            of DIR may use which (docs/scan.md)
      --json                an object with "findings", "filesRead", "filesUnreadable", "tokensRead"

    Rules:
    \(ScanRule.allCases.filter { $0 != .unreadable }.map(explanation).joined(separator: "\n"))

    Exit status: 0 no finding; 1 at least one finding; 2 the command was wrong; 3 DIR cannot be read.

    Examples:
      touchstone scan Sources
      touchstone scan . --rules observation,force-unwrap
      touchstone scan Sources --money-folder Trading --money-folder Prices
      touchstone scan --layers layers.txt .
    """

  /// Looked for unless `--rules` says otherwise.
  static let standard: [ScanRule] = [
    .observableObject, .published, .stateObject, .observedObject, .environmentObject, .fatalError, .forceTry,
    .doubleMoney,
  ]

  private static let groups: [String: Set<ScanRule>] = [
    "all": Set(ScanRule.allCases), "observation": ScanRule.observation, "traps": ScanRule.traps,
    "sharing": ScanRule.sharing,
  ]

  static func run(_ options: Options) throws -> ExitStatus {
    guard !options.positional.isEmpty else {
      throw UsageError(message: "touchstone scan takes the folder to scan. See touchstone scan --help.")
    }
    if let rules = options.value("--layers") { return try LayerScan.run(options, rules: rules) }
    let settings = SourceScanner.Settings(
      rules: try rules(options).union([.unreadable]), moneyPlaces: Set(options.values("--money-folder")))
    for root in options.positional { try expectReadable(root) }
    let scan = SourceScanner(settings).scan(options.positional)
    // A misspelled name would pass for a folder with nothing wrong in it.
    if let place = scan.moneyPlacesNotFound.first {
      throw UsageError(
        message: "--money-folder \(place): no Swift source is in a folder, or file, of this name below "
          + "\(options.positional.joined(separator: ", ")). Give the name alone, without a path.")
    }
    if options.has("--json") {
      Terminal.print(try JSONText.encode(Report(scan)))
    } else {
      for finding in scan.findings { Terminal.print(line(finding)) }
      Terminal.print(summary(scan))
    }
    return scan.findings.isEmpty ? .held : .notHeld
  }

  private static func rules(_ options: Options) throws -> Set<ScanRule> {
    guard let text = options.value("--rules") else { return Set(standard) }
    let known = ScanRule.allCases.map(\.rawValue) + groups.keys.sorted()
    let words = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    guard words.contains(where: { !$0.isEmpty }) else { throw UsageError(message: "--rules names no rule") }
    return try words.reduce(into: []) { rules, word in
      guard let named = groups[word] ?? ScanRule(rawValue: word).map({ [$0] }) else {
        throw UsageError(
          message: "\(UnknownName(what: "rule", name: word, known: known)) See touchstone scan --help.")
      }
      rules.formUnion(named)
    }
  }

  static func expectReadable(_ root: String) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: root, isDirectory: &isFolder) else {
      throw EnvironmentError(message: "\(root) does not exist")
    }
    if isFolder.boolValue {
      do {
        _ = try FileManager.default.contentsOfDirectory(atPath: root)
      } catch {
        throw EnvironmentError(message: "the folder \(root) cannot be read: \(error.localizedDescription)")
      }
    } else if !FileManager.default.isReadableFile(atPath: root) {
      throw EnvironmentError(message: "the file \(root) cannot be read")
    }
  }

  private static func line(_ finding: SourceFinding) -> String {
    let place = "\(finding.file):\(finding.line):\(finding.column):"
    let text = finding.reason.map { "\(finding.token): \($0)" } ?? finding.token
    return "\(place) \(text)  (\(finding.rule.rawValue))"
  }

  private static func summary(_ scan: SourceScan) -> String {
    let found = counted(scan.findings.count, "finding", "findings")
    let text =
      "\(found) in \(counted(scan.filesRead, "file", "files")), \(counted(scan.tokensRead, "token", "tokens"))"
    let unread =
      scan.filesUnreadable == 0
      ? "" : "; \(counted(scan.filesUnreadable, "file", "files")) could not be read"
    return scan.findings.isEmpty ? Terminal.green(text) : Terminal.red(text + unread)
  }

  private static func explanation(_ rule: ScanRule) -> String {
    let text =
      switch rule {
      case .observableObject: "ObservableObject, under any module's name or in a typealias"
      case .published: "@Published, under any module's name, and typealiases of it; the next three likewise"
      case .stateObject: "@StateObject"
      case .observedObject: "@ObservedObject"
      case .environmentObject: "@EnvironmentObject"
      case .changePublisher: "objectWillChange"
      case .importsCombine: "import Combine, all of it or a part"
      case .fatalError: "fatalError"
      case .preconditionFailure: "preconditionFailure"
      case .forceTry: "forced try"
      case .forceCast: "forced cast"
      case .forceUnwrap: "x!, and types such as Int!"
      case .nonisolatedUnsafe: "nonisolated(unsafe)"
      case .uncheckedSendable: "@unchecked Sendable"
      case .globalVariable: "a stored var outside all types and functions"
      case .doubleMoney: "money in binary floating point: price: Double, total *= 1.1, Double(cost)"
      case .unreadable: "a file that cannot be read"
      }
    return "  " + rule.rawValue + String(repeating: " ", count: max(1, 22 - rule.rawValue.count)) + text
  }

  private struct Report: Encodable {
    struct Row: Encodable {
      let file: String
      let line: Int
      let column: Int
      let token: String
      let rule: String
      let reason: String?
    }

    let findings: [Row]
    let filesRead: Int
    let filesUnreadable: Int
    let tokensRead: Int

    init(_ scan: SourceScan) {
      findings = scan.findings.map {
        Row(
          file: $0.file, line: $0.line, column: $0.column, token: $0.token, rule: $0.rule.rawValue,
          reason: $0.reason)
      }
      filesRead = scan.filesRead
      filesUnreadable = scan.filesUnreadable
      tokensRead = scan.tokensRead
    }
  }
}
