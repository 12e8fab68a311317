import Foundation

/// Where a property that is checked in place keeps the counterexamples of its tests: a file below the folder of its source.
///
/// A failure is kept where it fails a test: by the trait `.properties`, or by `recordingProperties`. There, the files are tried first. A
/// `check` elsewhere keeps and tries nothing, so a failure that a test expects leaves no file.
package struct KeptFailures: Sendable {
  @TaskLocal private static var areKept = false
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
  /// - Returns: the name and the contents of the attachment; nil if there is none.
  func keep(_ result: inout PropertyResult, attaches: Bool) -> (name: String, data: Data)? {
    guard SavedCounterexamples.isWorthSaving(result.verdict) else { return nil }
    if Self.isContinuousIntegration {
      guard attaches, let data = try? store.withNew(result, isIsolated: isIsolated) else { return nil }
      result.attachedFor = path
      return (URL(fileURLWithPath: path).lastPathComponent, data)
    }
    guard FileManager.default.isWritableFile(atPath: source) else {
      result.saveError = "\(source) cannot be written"
      return nil
    }
    SavedCounterexamples(of: propertyID, in: store).save(&result, isIsolated: isIsolated)
    return nil
  }
}

extension PropertyResult {
  /// A name for a file about it: its id, or its title if it was checked in place: "totals-add-up-17bcd5ae".
  package var fileName: String {
    id == Property<Void>.idInPlace ? KeptFailures.name(of: title, verdict.counterexample?.token.propertyID ?? "") : id
  }
}

extension PropertyFailure {
  /// Keeps the counterexample of a failed test: see ``KeptFailures``.
  /// - Parameter attaches: whether the test can have attachments.
  /// - Returns: the failure, whose report says where the counterexample is; and the file's name and contents, if it is to be an attachment.
  package func kept(attaches: Bool) -> (failure: PropertyFailure, attachment: (name: String, data: Data)?) {
    guard let keeping = result.keeping else { return (self, nil) }
    var copy = self
    let attachment = keeping.keep(&copy.result, attaches: attaches)
    return (copy, attachment)
  }
}
