import Foundation

/// Where a property that is checked in place keeps the counterexamples of its tests: a file below the folder of its source.
///
/// A failure is kept where it fails a test: by the trait `.properties`, or by `recordingProperties`. There, the files are tried first. A
/// `check` elsewhere keeps and tries nothing, so a failure that a test expects leaves no file.
package struct KeptFailures: Sendable {
  @TaskLocal static var areKept = false
  /// Whether the checkout is thrown away after the run, so that files go where the run's results go.
  @TaskLocal package static var isContinuousIntegration = RunEnvironment.current.isContinuousIntegration

  /// The name of the folder, beside the sources. SwiftPM warns of files that it does not know, but not of hidden ones.
  static let folder = ".counterexamples"

  private let store: RegressionStore
  let propertyID: String
  /// The folder of the source.
  private let source: String
  private let isIsolated: Bool

  /// Runs a test whose failures are kept.
  package static func keeping<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $areKept.withValue(true) { try await body() }
  }

  /// The same, synchronous.
  package static func keeping<Result>(_ body: () throws -> Result) rethrows -> Result {
    try $areKept.withValue(true) { try body() }
  }

  /// Nil if nothing keeps failures here: no test, or a case of another property; the settings or the environment; no source at its place.
  init?(of property: Property<Void>, _ settings: RunSettings, isIsolated: Bool) {
    guard Self.areKept, settings.keepsFailures, RunEnvironment.current.keepsFailures, CaseIssues.ofCase == nil else { return nil }
    let file = URL(fileURLWithPath: property.location.filePath)
    source = file.deletingLastPathComponent().path
    guard FileManager.default.fileExists(atPath: source) else { return nil }
    propertyID = property.tokenID
    store = RegressionStore(
      directory: [source, Self.folder, file.deletingPathExtension().lastPathComponent].joined(separator: "/"),
      naming: Self.name(of: property.title, propertyID))
    self.isIsolated = isIsolated
  }

  /// The path of the file.
  var path: String { store.path(of: propertyID) }

  /// The counterexamples that are tried first; the recorder of the failure saves new ones.
  var toTry: RegressionStore { store.readOnly }

  /// "totals-add-up-17bcd5ae".
  static func name(of title: String, _ propertyID: String) -> String {
    let words = title.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
    let readable = words.joined(separator: "-").prefix(60)
    return [String(readable), String(propertyID.suffix(8))].filter { !$0.isEmpty }.joined(separator: "-")
  }

  /// Saves the counterexample of a result, and notes in the result where. In continuous integration nothing is written: the file is to be
  /// an attachment.
  /// - Parameter attaches: whether the test can have attachments.
  /// - Returns: the attachment; nil if there is none.
  fileprivate func keep(_ result: inout PropertyResult, attaches: Bool) -> FailureAttachment? {
    // A case without choices is the only one there is: each run has it anyway.
    guard SavedCounterexamples.isWorthSaving(result.verdict), result.verdict.counterexample?.token.choices.isEmpty == false
    else { return nil }
    if Self.isContinuousIntegration {
      guard attaches, let data = try? store.withNew(result, isIsolated: isIsolated) else { return nil }
      result.attachedFor = path
      return FailureAttachment(name: URL(fileURLWithPath: path).lastPathComponent, data: data)
    }
    guard FileManager.default.isWritableFile(atPath: source) else {
      result.saveError = "\(source) cannot be written"
      return nil
    }
    SavedCounterexamples(of: propertyID, in: store).save(&result, isIsolated: isIsolated)
    return nil
  }
}

/// A file that belongs to a failed test.
package struct FailureAttachment: Sendable {
  package let name: String
  package let data: Data
}

extension PropertyResult {
  /// What tells it apart in a run of tests: its source and its title, "CartTests-17bcd5ae".
  package var collectedID: String {
    var fingerprint = Fingerprint()
    fingerprint.add(title)
    let source = URL(fileURLWithPath: location.filePath).deletingPathExtension().lastPathComponent
    return "\(source)-\(fingerprint.text.suffix(8))"
  }

  /// A name for a file about it: its id, or its title if it was checked in place: "totals-add-up-17bcd5ae".
  package var fileName: String {
    id == Property<Void>.idInPlace ? KeptFailures.name(of: title, verdict.counterexample?.token.propertyID ?? "") : id
  }
}

extension PropertyFailure {
  /// Keeps the counterexample of a failed test: see ``KeptFailures``.
  /// - Parameter attaches: whether the test can have attachments.
  /// - Returns: the failure, whose report says where the counterexample is; and what is to be attached: the case as a test to paste, the
  ///   report if it is too long to print, and in continuous integration the counterexample.
  package func kept(attaches: Bool) -> (failure: PropertyFailure, attachments: [FailureAttachment]) {
    var copy = self
    var attachments = [result.keeping?.keep(&copy.result, attaches: attaches)].compactMap(\.self)
    copy.result.showsTest = true
    RunCollection.failsTest(copy.result)
    guard attaches else { return (copy, []) }
    let name = result.fileName
    if let test = result.swiftTest { attachments.append(FailureAttachment(name: "\(name).swift", data: Data((test + "\n").utf8))) }
    if let whole = copy.whole {
      attachments.append(FailureAttachment(name: "\(name).txt", data: Data((whole + "\n").utf8)))
      copy.attachesWhole()
    }
    return (copy, attachments)
  }
}
