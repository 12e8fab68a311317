import Foundation
import PropertyTesting
import RunReports

/// Writes the report of the whole run when the process ends, if the environment has TOUCHSTONE_REPORT.
enum RunReporting {
  static func begin() { _ = once }

  private static let once: Void = RunCollection.whenProcessEnds { folder, entries in
    do {
      try TestRun(in: folder).add(entries)
    } catch {
      FileHandle.standardError.write(Data("TOUCHSTONE_REPORT: \(error)\n".utf8))
    }
  }
}
