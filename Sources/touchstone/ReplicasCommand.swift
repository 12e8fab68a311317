import Foundation
import ProcessStorage
import PropertyTesting
import ReplicaConformance
import RunReports

/// `touchstone replicas`
enum ReplicasCommand: Command {
  static let name = "replicas"
  static let options = ["--only", "--cases", "--seed", "--jobs", "--timeout", "--regressions", "--smoke", "--report"]
  static let help = """
    touchstone replicas COMMAND [options]

    Tests a replica, a device's copy of the user's data, against the laws of synchronization (docs/replica-laws.md). The
    command keeps the replica of one device, in any language, by the protocol of docs/replica-protocol.md. Laws for
    capabilities that the replica does not declare are skipped, with the reason.

      --smoke              make one edit on one device and fetch it on another, and show every line. Try this first
      --only ID,…|PREFIX   run only these laws: REP-04, or REP-1 for all ids that begin with REP-1
      --cases N            cases of a law (default 100)
      --seed HEX           the same seed gives the same cases
      --jobs N             cases of a law at once (default: the number of processors)
      --timeout SECONDS    time limit for an answer (default 10)
      --report FILE        also write FILE.html (a page, with the histories as pictures), FILE.md, FILE.xml (JUnit),
                           FILE.sarif (code scanning) or FILE.json; may be given several times
      --regressions DIR    save counterexamples here and try them first (default: save none)

    Exit status: 0 every law that applied held; 1 otherwise; 3 the command is no adapter.

    Examples:
      touchstone replicas --smoke 'python3 docs/examples/python-replicas/fields.py'
      touchstone replicas 'python3 docs/examples/python-replicas/fields.py' --only REP-1
      touchstone replicas 'python3 docs/examples/python-replicas/fields.py' --report replicas.html
    """

  static func run(_ options: Options) async throws -> ExitStatus {
    guard let command = options.positional.first, options.positional.count == 1 else {
      throw UsageError(message: "touchstone replicas takes one COMMAND, in quotes. See touchstone replicas --help.")
    }
    var process = ProcessOptions()
    if let seconds = try options.number("--timeout") { process.replyDeadline = .seconds(seconds) }
    if options.has("--smoke") {
      let isFine = await ReplicaSmokeTest(command: command, options: process) { SmokeCommand.show($0) }.run()
      Terminal.print(
        isFine
          ? "The adapter follows the protocol in this exchange; without --smoke, the laws try it."
          : "The adapter does not follow the protocol.")
      return isFine ? .held : .notHeld
    }
    do {
      _ = try ReplicaConformance.laws(named: options.value("--only"))
    } catch {
      throw UsageError(message: "\(error)")
    }
    var settings = try options.runSettings()
    (settings.failures, settings.shrinkCalls) = (1, 2_000)
    let files = try options.reports()
    let start = ContinuousClock.now
    var (last, seconds) = (start, [Double]())
    Terminal.print("seed \(String(settings.seed, radix: 16)), \(counted(settings.cases, "case", "cases")), \(command)")
    let report = try await ReplicaConformance.report(
      process: command, laws: options.value("--only"), settings: settings, regressions: try options.regressions(or: nil), options: process,
      replay: { "TOUCHSTONE_REPLAY=\($0) touchstone replicas \(shellWord(command))" },
      didRun: { _, text in
        Terminal.print(text)
        seconds.append((.now - last) / .seconds(1))
        last = .now
      })
    Terminal.print("\n" + report.summary)
    let total = (ContinuousClock.now - start) / .seconds(1)
    Terminal.print(String(format: "in %.1f s", total))
    let document = RunDocument(report, command, settings: settings, times: RunDocument.Times(total: total, results: seconds))
    for file in files { try file.write(document) }
    return report.isFull ? .held : .notHeld
  }
}

extension RunDocument {
  fileprivate init(_ report: ReplicaReport, _ command: String, settings: RunSettings, times: Times) {
    self.init(
      command: "replicas", seed: String(settings.seed, radix: 16), cases: settings.cases,
      results: report.rows.map { row in
        guard let result = row.result else {
          return PropertyRecord(
            untried: row.law.id, title: row.law.title, says: row.law.says, system: row.law.group.rawValue, backend: command,
            outcome: "skipped", reason: row.reasonToSkip ?? "")
        }
        let hasNotLooked = result.verdict.isHeld && !row.isHeld
        return PropertyRecord(result, system: row.law.group.rawValue, backend: command, outcome: hasNotLooked ? "not examined" : nil)
      }, times: times)
  }
}
