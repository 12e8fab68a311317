import DeterministicScheduling
import Foundation
import ProcessIsolation
import PropertyTesting
import RunReports
import StorageContract
import TouchstoneCatalogue

/// `touchstone verify`
enum VerifyCommand: Command {
  static let name = "verify"
  static let options = [
    "--only", "--backend", "--cases", "--seed", "--jobs", "--shard", "--report", "--regressions",
    "--fault", "--distribution", "--stop-at-failure", "--no-times", "--observe", "--plan", "--parts", "--read-only",
  ] + IsolationOptions.names
  static let help = """
    touchstone verify [options]

    Runs every property on the reference core. A property that touches storage runs over each backend. Any
    other property runs once, or over each backend if you name one. If a property does not hold, the run shows
    its smallest counterexample and the line that replays it, and saves the counterexample: the next run
    tries it first.

      --only ID,…|PREFIX   run only these properties: CM-13, or CM for all of CountMe
      --backend SPEC       \(BackendSpec.forms); repeat it for several.
                           Default: memory, file and sqlite, in a temporary folder. DIR and FILE say
                           where the run creates its stores; it removes them afterwards
      --cases N            cases that must pass, for each property and backend (default 100)
      --seed HEX           the same seed gives the same cases, verdicts and counterexamples, for any
                           --jobs (default: a new seed each time, printed)
      --jobs N             workers (default: the number of processors)
      --report FILE        also write FILE.html (a page), FILE.md (a summary), FILE.xml (JUnit), FILE.sarif
                           (code scanning) or FILE.json; may be given several times
      --no-times           leave times out of the report, so that the same run writes the same bytes
      --observe FILE       also write FILE.jsonl, one line per case, for Tyche (docs/reports.md)
      --regressions DIR    where counterexamples are saved (default Tests/Regressions)
      --read-only          try saved counterexamples, and save none
      --fault ID           run with this fault switched on, to see what a failure looks like.
                           touchstone list shows the ids; the fault's sentence works as well
      --stop-at-failure    end at the first property that does not hold, and print one line for it, without
                           shrinking or saving. For scripts that only ask whether all properties hold
      --distribution       also show the distribution of the cases: the classes with their shares, and
                           the values that the property collected
    \(IsolationOptions.help)

    On many machines (docs/scale.md):
      --plan FILE          run the plan that touchstone plan wrote: the cases of one shard, or all cases without a shard
      --shard I/N          with --plan: run the I-th of N parts. If this is missing, variables of Kubernetes, Slurm or
                           Bazel, or TOUCHSTONE_SHARD_INDEX and _COUNT, give the shard. Without --plan: run every
                           N-th property
      --parts DIR          where a shard of a plan writes its part (default parts); touchstone merge reads the parts

    Examples:
      touchstone verify
      touchstone verify --only CM --backend sqlite --cases 10000
      touchstone verify --only CM-13 --fault dropsTheNewestAtTheCap
      touchstone verify --seed 5eed --jobs 1 --report results.json
      touchstone verify --isolate --timeout 2
    """

  static let defaultRegressions = "Tests/Regressions"

  static func run(_ options: Options) async throws -> ExitStatus {
    let start = ContinuousClock.now
    try options.refusePositional(command: name)
    let reports = try options.reports()
    guard let path = options.value("--plan") else {
      if options.has("--parts") { throw UsageError(message: "--parts is where a shard of a plan writes, so it needs --plan") }
      var run = try PlannedRun(options)
      run.cells = try options.shard(of: run.cells)
      return try await self.run(run, options, reports: reports, since: start)
    }
    for option in ["--only", "--backend", "--cases", "--seed", "--fault", "--isolate", "--timeout"] where options.has(option) {
      throw UsageError(message: "the plan already fixes \(option): leave it out, or make another plan")
    }
    let plan = try RunPlan.read(path)
    let jobs = try options.number("--jobs") ?? ProcessInfo.processInfo.activeProcessorCount
    let named = try options.value("--shard").map { try ShardPosition($0) }
    guard let position = try named ?? ShardPosition(ProcessInfo.processInfo.environment) else {
      return try await run(PlannedRun(plan, jobs: jobs), options, reports: reports, since: start)
    }
    for option in ["--report", "--observe", "--distribution", "--stop-at-failure"] where options.has(option) {
      throw UsageError(message: "\(option) needs a verdict, and shard \(position) does not have one: pass \(option) to touchstone merge")
    }
    return try await ShardRun.run(plan, position, to: options.value("--parts") ?? "parts", jobs: jobs)
  }

  /// What the parts of a plan have run.
  struct Given {
    private var blocks: [String: CaseBlocks] = [:]
    private var seconds: [String: Double] = [:]
    /// Of each shard.
    let shards: [Double]

    init(shards: [Double]) {
      self.shards = shards
    }

    mutating func add(_ blocks: CaseBlocks, of property: String, _ backend: String, _ seconds: Double) {
      self.blocks["\(property) \(backend)", default: CaseBlocks()].add(blocks)
      self.seconds["\(property) \(backend)", default: 0] += seconds
    }

    func blocks(of cell: PlannedRun.Cell) -> CaseBlocks { blocks["\(cell.entry.id) \(cell.spec)"] ?? CaseBlocks() }
    func seconds(of cell: PlannedRun.Cell) -> Double { seconds["\(cell.entry.id) \(cell.spec)"] ?? 0 }
  }

  /// Runs all of it but what is given, tells what comes of it, and writes the reports.
  static func run(
    _ run: PlannedRun, _ options: Options, given: Given? = nil, reports: [ReportFile], since start: ContinuousClock.Instant
  ) async throws -> ExitStatus {
    var run = run
    let stopsAtFailure = options.has("--stop-at-failure")
    if stopsAtFailure { (run.settings.shrinks, run.settings.needsVerdictAlone) = (false, true) }
    let cases = try options.value("--observe").map { try CaseFile(path: $0, run) }
    let regressions = stopsAtFailure ? nil : try options.regressions(or: defaultRegressions)
    Terminal.print(run.headline)
    if run.cells.isEmpty { Terminal.diagnose("this shard has nothing to run") }
    if let fault = run.fault { Terminal.print("fault switched on: \(fault)") }
    if run.cells.contains(where: { $0.entry.needs.contains(.concurrency) }), !SchedulingSupport.current.isComplete {
      Terminal.diagnose("\(SchedulingSupport.current)")
    }
    let display = ProgressDisplay(cells: run.cells.count, observer: cases?.add)
    run.settings.watch = display.watch
    let runner = run.runner(regressions)

    let planned = run
    let results = try await withBackends(run.specs) { backends -> [CellResult] in
      var results: [CellResult] = []
      for (number, cell) in planned.cells.enumerated() where !display.watch.isStopped {
        guard let backend = backends[cell.spec] else { continue }
        display.begin(number, cell.entry.id, cell.spec)
        cases?.begin(cell)
        var own = runner
        if let given { own.given = given.blocks(of: cell) }
        let cellStart = ContinuousClock.now
        let result: PropertyResult
        if let fault = planned.fault {
          result = try await cell.entry.run(with: own, on: backend, fault: fault)
        } else {
          result = try await cell.entry.run(with: own, on: backend)
        }
        let seconds = (ContinuousClock.now - cellStart) / .seconds(1) + (given?.seconds(of: cell) ?? 0)
        let done = CellResult(entry: cell.entry, spec: cell.spec, result: result, seconds: seconds)
        Terminal.print(stopsAtFailure ? done.head : done.line(fault: planned.fault, planned.isolation))
        if options.has("--distribution"), !result.distribution.isEmpty {
          Terminal.print(DistributionReport(result.distribution).text)
        }
        results.append(done)
        if stopsAtFailure, !result.verdict.isHeld { break }
      }
      return results
    }
    display.end()
    let notRun = display.watch.isStopped ? run.cells.count - results.count : 0
    let summary = VerifySummary(run: planned, results: results, notRun: notRun)
    if results.count > 1, !stopsAtFailure { summary.repeatFailures() }
    summary.printTotals(elapsed: ContinuousClock.now - start)
    try cases?.close()
    let times = RunDocument.Times(
      total: (ContinuousClock.now - start) / .seconds(1), results: results.map(\.seconds), shards: given?.shards)
    let document = RunDocument(
      command: "verify", seed: String(run.settings.seed, radix: 16), cases: run.settings.cases, fault: run.fault,
      results: results.map(\.record), notRun: notRun == 0 ? nil : notRun, times: options.has("--no-times") ? nil : times)
    for report in reports { try report.write(document) }
    return notRun == 0 && results.allSatisfy { $0.result.verdict.isHeld } ? .held : .notHeld
  }
}

extension FailureReport.Context {
  /// With the lines that replay the case from a shell.
  static func commandLine(
    _ spec: BackendSpec, fault: String?, _ isolation: IsolationOptions
  ) -> FailureReport.Context {
    FailureReport.Context(isColored: Terminal.isColored) { token in
      var line = "swift run touchstone replay \(token)"
      if spec.description != "memory" { line += " --backend \(shellWord(spec.description))" }
      line += isolation.words
      // A fault is switched on by this tool alone: there is no line for `swift test`.
      if let fault { return [line + " --fault \(shellWord(fault))"] }
      return [line, "TOUCHSTONE_REPLAY=\(token) swift test"]
    }
  }
}

/// Quoted where a shell would take it apart.
func shellWord(_ text: String) -> String {
  let plain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_:/.,".contains($0)) }
  return plain ? text : "'" + text.replacingOccurrences(of: "'", with: "'\\''") + "'"
}

/// Makes the backends, sees that each of them works, and takes them down after `body`.
/// - Throws: ``EnvironmentError`` for one that does not.
func withBackends<Result>(
  _ specs: [BackendSpec], _ body: ([BackendSpec: any Backend]) async throws -> Result
) async throws -> Result {
  var backends: [BackendSpec: any Backend] = [:]
  for spec in specs where backends[spec] == nil { backends[spec] = spec.makeBackend() }
  do {
    for (spec, backend) in backends {
      do {
        let location = try await backend.makeLocation()
        try await location.open().close()
        await backend.recycle(location)
      } catch {
        throw EnvironmentError(message: "backend \(spec) cannot be used: \(error)")
      }
    }
    let result = try await body(backends)
    for backend in backends.values { await backend.tearDown() }
    return result
  } catch {
    for backend in backends.values { await backend.tearDown() }
    throw error
  }
}

extension Options {
  func runSettings() throws -> RunSettings {
    var settings = RunSettings(jobs: ProcessInfo.processInfo.activeProcessorCount)
    if let cases = try number("--cases") { settings.cases = cases }
    if let seed = try seed() { settings.seed = seed }
    if let jobs = try number("--jobs") { settings.jobs = jobs }
    return settings
  }

  /// The chosen properties; with a fault, those of them that have it.
  func entries(withFault fault: String?) throws -> [CatalogueEntry] {
    let chosen = try entries()
    guard let fault else { return chosen }
    let affected = chosen.filter { $0.fault(named: fault) != nil }
    guard !affected.isEmpty else {
      let unknown = UnknownName(what: "fault", name: fault, known: chosen.flatMap { $0.faults.map(\.id) })
      let words = "\(unknown)"
      throw UsageError(message: words + (words.hasSuffix(".") || words.hasSuffix("?") ? " " : "; ") + "touchstone list shows all faults.")
    }
    return affected
  }
}
