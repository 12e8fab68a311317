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

    Merges the parts of a plan, in any order, into one verdict. The lowest failing case wins, and the command judges
    classes on all cases together. It then runs, once, what the parts leave out: saved counterexamples, all cases of
    properties that have few, replacements for discarded cases, cases made from the best ones, and shrinking. Except
    for the times, the result is byte for byte that of a single touchstone verify --plan. A part of another plan, a
    duplicate part or a missing part is an error. The command needs the program that ran the parts, and the
    plan's backends.

      --report FILE        also write FILE.json, FILE.xml (JUnit), FILE.sarif (code scanning), FILE.md
                           or FILE.html; may be given several times
      --no-times           leave times out of the report
      --regressions DIR    where counterexamples are saved (default \(VerifyCommand.defaultRegressions))
      --read-only          try saved counterexamples, and save none
      --jobs N             workers (default: the number of processors)
      --distribution       also show the distribution of the cases

    Examples:
      touchstone merge parts/*.json
      touchstone merge parts/*.json --report report.html
    """

  static func run(_ options: Options) async throws -> ExitStatus {
    let start = ContinuousClock.now
    let reports = try options.reports()
    let parts = try RunPart.readAll(options.positional)
    guard let plan = parts.first?.plan else { throw UsageError(message: "touchstone merge needs the files of all parts") }
    try plan.check(from: options.positional[0])
    let jobs = try options.number("--jobs") ?? ProcessInfo.processInfo.activeProcessorCount
    var given = VerifyCommand.Given(shards: parts.map(\.times.total))
    for part in parts {
      for (cell, seconds) in zip(part.cells, part.times.cells) {
        given.add(cell.blocks, of: cell.property, cell.backend, seconds)
      }
    }
    return try await VerifyCommand.run(try PlannedRun(plan, jobs: jobs), options, given: given, reports: reports, since: start)
  }
}
