import Foundation

/// Files for what a printed report leaves out: a token that is too long to copy, and the report as a whole.
///
/// They are written when the report is printed, and not before: a failure that a test expects leaves none. In continuous integration,
/// where the machine goes away, nothing is written; there, attachments have it (see ``KeptFailures``).
enum ReportFiles {
  /// Characters of a token that is printed. One of a hundred is still marked with a mouse.
  static let mostOfToken = 120
  /// The same where the named file is an attachment, which may not have been kept.
  static let mostOfTokenInAttachment = 1_000

  /// The report of a result, as long as the context allows.
  static func text(_ result: PropertyResult, _ context: FailureReport.Context) -> String {
    let report = FailureReport(result, context: context)
    let text = report.text
    guard report.isCut || report.needsPlaceOfToken, !KeptFailures.isContinuousIntegration else { return text }
    var (result, context) = (result, context)
    if report.needsPlaceOfToken, let found = result.verdict.counterexample {
      let store = RegressionStore(directory: folder, naming: result.fileName)
      try? FileManager.default.removeItem(atPath: store.path(of: found.token.propertyID))
      result.tokenPlace = ready ? try? store.save(found, title: result.title, fixture: result.fixture) : nil
    }
    let again = FailureReport(result, context: context)
    _ = again.text
    if again.isCut, context.whole == nil { context.whole = write(whole(result, context), named: result.fileName) }
    return FailureReport(result, context: context).text
  }

  /// The report without a limit, and the failing case as a test.
  static func whole(_ result: PropertyResult, _ context: FailureReport.Context) -> String {
    var (result, context) = (result, context)
    context.limit = nil
    result.showsTest = true
    return FailureReport(result, context: context).text
  }

  private static func write(_ text: String, named name: String) -> String? {
    let path = "\(folder)/\(name).txt"
    guard ready, (try? Data((text + "\n").utf8).write(to: URL(fileURLWithPath: path), options: .atomic)) != nil else { return nil }
    return path
  }

  /// Of this user's, whose failures are nobody else's business.
  private static let folder = FileManager.default.temporaryDirectory.path + "/touchstone-reports-" + NSUserName()

  private static var ready: Bool {
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let owner = (try? FileManager.default.attributesOfItem(atPath: folder))?[.ownerAccountName] as? String
    return owner == nil || owner == NSUserName()
  }
}

extension FailureReport {
  /// Whether the token is too long to print, and no file is known that has it.
  var needsPlaceOfToken: Bool {
    guard context.limit != nil, result.tokenPlace == nil, result.attachedFor == nil, let found = result.verdict.counterexample else { return false }
    return isLong(found.token)
  }

  private func isLong(_ token: ReplayToken) -> Bool {
    token.description.utf8.count > (result.attachedFor == nil ? ReportFiles.mostOfToken : ReportFiles.mostOfTokenInAttachment)
  }

  /// A line that replays the verdict's own case: with a file in place of a long token.
  func replayLine(_ line: String, _ token: ReplayToken) -> String {
    guard context.limit != nil, isLong(token), context.saysWhereSaved, let place = result.tokenPlace ?? result.attachedFor else {
      return wholeOrNothing(line)
    }
    return line.replacingOccurrences(of: token.description, with: relative(place))
  }

  /// A line that replays another case of the run, for which there is no file.
  func otherReplayLine(_ line: String, _ token: ReplayToken) -> String {
    guard context.limit != nil, isLong(token), context.saysWhereSaved, result.tokenPlace != nil || result.attachedFor != nil else {
      return wholeOrNothing(line)
    }
    cut.note()
    return "the token has \(token.description.utf8.count) bytes"
  }

  /// The failing case as a test to paste.
  var pastedTest: [String] {
    guard result.showsTest, let test = result.swiftTest else { return [] }
    let lines = test.split(separator: "\n", omittingEmptySubsequences: false)
    if context.limit != nil, lines.count > 20 || test.utf8.count > 1_000 {
      cut.note()
      return [field("paste", "a test of \(lines.count) lines, which has the case as Swift")]
    }
    return [field("paste", test, cuts: false)]
  }
}
