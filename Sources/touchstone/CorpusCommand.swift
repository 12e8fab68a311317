import Foundation
import PropertyTesting

/// `touchstone corpus`
enum CorpusCommand: Command {
  static let name = "corpus"
  static let options = ["--into"]
  static let help = """
    touchstone corpus DIR… --into DIR

    Adds the saved cases of many runs to one folder: counterexamples (--regressions), or the corpus of guided runs
    (TOUCHSTONE_CORPUS), which has the same file format. The command identifies a case by its token, keeps each case once, and
    removes none. The order of the folders does not change the files, so if version control reports a conflict in
    them, run the command again.

    Examples:
      touchstone corpus run-1/Regressions run-2/Regressions --into Tests/Regressions
      touchstone verify --regressions /shared/regressions --read-only
    """

  static func run(_ options: Options) async throws -> ExitStatus {
    guard let into = options.value("--into") else { throw UsageError(message: "touchstone corpus needs a folder to add to: --into DIR") }
    guard !options.positional.isEmpty else { throw UsageError(message: "touchstone corpus needs at least one folder to read cases from") }
    for path in options.positional {
      var isDirectory: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory.boolValue else {
        throw EnvironmentError(message: "\(path) is not a folder")
      }
    }
    let store = try Options.store(into)
    let merged: [RegressionStore.Merged]
    do {
      merged = try store.merge(try options.positional.map { try Options.store($0) })
    } catch let error as RegressionFileError {
      throw EnvironmentError(message: "\(error)")
    }
    for row in merged { Terminal.print("\(row.propertyID)  \(counted(row.count, "case", "cases")), \(row.added) of them new") }
    let added = merged.reduce(0) { $0 + $1.added }
    Terminal.print("\(counted(added, "case", "cases")) added to \(into), of \(counted(merged.count, "property", "properties"))")
    return .held
  }
}
