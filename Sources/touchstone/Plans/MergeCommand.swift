import Foundation
import PropertyTesting
import RunReports
import TouchstoneCatalogue

/// `touchstone merge`
enum MergeCommand: Command {
  static let name = "merge"
  static let options = ["--report", "--no-times", "--regressions", "--read-only", "--jobs", "--distribution"]
  static let help = """
    touchstone merge PART… [options]

    Makes one verdict of the parts of a plan, in any order: the lowest failing case wins, classes are judged on all
    cases together, and what the parts leave to do is done here, once: saved counterexamples, the cases of properties
    that have few in all, cases that make up for discarded ones, cases made from the best ones, shrinking. The result is
    that of a single touchstone verify --plan, byte for byte, but for the times. A part of another plan, one that is
    there twice, or one that is missing is an error. It needs the program that ran the parts, and the plan's backends.

      --report FILE        also write FILE.json, FILE.xml (JUnit), FILE.md or FILE.html
      --no-times           leave times out of the report
      --regressions DIR    where counterexamples are saved (default \(VerifyCommand.defaultRegressions))
      --read-only          try those that are saved, and save none
      --jobs N             workers (default: the number of processors)
      --distribution       also show what the cases were like

    Examples:
      touchstone merge parts/*.json
      touchstone merge parts/*.json --report report.html
    """

  static func run(_ options: Options) async throws -> ExitStatus {
    let start = ContinuousClock.now
    let report = try options.value("--report").map { try ReportFile(path: $0) }
    let parts = try RunPart.readAll(options.positional)
    guard let plan = parts.first?.plan else { throw UsageError(message: "touchstone merge takes the files of all parts") }
    try plan.check(from: options.positional[0])
    let jobs = try options.number("--jobs") ?? ProcessInfo.processInfo.activeProcessorCount
    var given = VerifyCommand.Given(shards: parts.map(\.times.total))
    for part in parts {
      for (cell, seconds) in zip(part.cells, part.times.cells) {
        given.add(cell.blocks, of: cell.property, cell.backend, seconds)
      }
    }
    return try await VerifyCommand.run(try PlannedRun(plan, jobs: jobs), options, given: given, report: report, since: start)
  }
}
