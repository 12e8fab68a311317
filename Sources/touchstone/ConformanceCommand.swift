import Foundation
import PropertyTesting
import RunReports
import StorageConformance
import StorageContract
import Synchronization
import TouchstoneCatalogue

/// `touchstone conformance`
enum ConformanceCommand: Command {
  static let name = "conformance"
  static let options = [
    "--backend", "--only", "--skip", "--cases", "--seed", "--jobs", "--sizes", "--budget", "--stop-at-failure", "--report", "--regressions",
    "--expect-failures", "--scripts",
  ] + IsolationOptions.names
  static let help = """
    touchstone conformance --backend SPEC [options]

    Tests a storage backend against the storage laws (docs/storage-laws.md). Laws for capabilities that the
    backend does not declare are skipped, with the reason. If the backend declares a capability and does not
    provide it, the law fails with the smallest history that shows it, and the line that replays it.
    docs/write-a-backend.md explains how to write a backend.

      --backend SPEC       \(BackendSpec.forms).
                           Repeat the option for several backends; the run then ends with a table of laws by
                           backend. Default: memory, file and sqlite
      --only ID,…|PREFIX   run only these laws: STO-39, or STO-3 for all ids that begin with STO-3
      --skip ID,…|PREFIX   leave these laws out
      --cases N            cases of a cheap law (default 100); laws that start processes have fewer
      --seed HEX           the same seed gives the same cases
      --jobs N             cases of a law at once (default: 1, and for process: the number of processors, because each case
                           has an adapter of its own)
      --sizes N            how far STO-60 goes: to N records, and to a share of N for what costs more (default 2048)
      --budget TIME        time for all laws of a backend: 90s, 5m or 2h (default 10m). Cheap laws come first, verdicts come
                           as they are found, and each law gets its part of the time that is left: the report says
                           which laws had no time for all cases, and which were not tried
      --stop-at-failure    end at the first law that does not hold and is not expected to fail
      --report FILE        also write FILE.html (a page), FILE.md, FILE.xml (JUnit), FILE.sarif
                           (code scanning) or FILE.json; may be given several times
      --regressions DIR    save counterexamples here and try them first (default: save none)
      --expect-failures FILE
                           laws that are known to fail, one id a line. The list must be exact: the run also
                           reports a listed law that holds or is skipped
      --scripts DIR        for process: write the requests of the least case of each cause as a file, with the line that
                           sends them to the adapter again
    \(IsolationOptions.help)

    Exit status: 0 all laws for the declared capabilities held, or exactly the expected ones failed; 1 otherwise, also
    if the run ended before a law was tried.

    Examples:
      touchstone conformance --backend sqlite
      touchstone conformance --backend file --only STO-4 --cases 1000
      touchstone conformance --backend sqlite --report conformance.xml
    """

  static func run(_ options: Options) async throws -> ExitStatus {
    try options.refusePositional(command: name)
    let specs = try options.backends(or: BackendSpec.standard)
    let expected = try expectedFailures(options, specs)
    let laws = try laws(named: options.value("--only"))
    var settings = try options.runSettings()
    let jobs = try options.number("--jobs")
    settings.jobs = jobs ?? 1
    let files = try options.reports()
    let isolation = try IsolationOptions(options)
    var run = try ConformanceRun(
      laws: laws, settings: settings, sizes: try sizes(options),
      regressions: options.regressions(or: nil),
      isolation: isolation.isolation)
    run.budget = try budget(options)
    run.leftOut = Set(try options.value("--skip").map { try Self.laws(named: $0).map(\.id) } ?? [])
    if options.has("--stop-at-failure") { run.goesOnAfter = expected.ids }
    let names = specs.map(\.description).joined(separator: ", ")
    Terminal.print(
      "seed \(String(settings.seed, radix: 16)), \(counted(settings.cases, "case", "cases")), backends \(names)")

    let start = ContinuousClock.now
    let reports = try await withBackends(specs) { backends in
      var reports: [(spec: BackendSpec, report: ConformanceReport, seconds: [Double])] = []
      for spec in specs {
        guard let backend = backends[spec] else { continue }
        var run = run
        // What the laws look at in this process, as its open files, is of one case at a time.
        if jobs == nil, spec.kind == .process { run.settings.jobs = ProcessInfo.processInfo.activeProcessorCount }
        let (report, seconds) = try await self.report(run, spec, backend, isolation, expecting: expected)
        try await FailureCauses(run: run, spec: spec, report: report, folder: options.value("--scripts")).show(besides: expected.ids)
        reports.append((spec, report, seconds))
      }
      return reports
    }
    if reports.count > 1 {
      Terminal.print(ConformanceTable(reports.map { (name: $0.0.description, report: $0.1) }).text)
    }
    Terminal.print(String(format: "in %.1f s", (ContinuousClock.now - start) / .seconds(1)))
    var status = ExitStatus.held
    for (_, report, _) in reports {
      let problems = expected.disagreements(with: report)
      for problem in problems { Terminal.print(Terminal.red("✘ ") + problem) }
      if !problems.isEmpty || !expected.agree(with: report) || report.score.notTried > 0 { status = .notHeld }
    }
    let times = RunDocument.Times(total: (ContinuousClock.now - start) / .seconds(1), results: reports.flatMap(\.seconds))
    for file in files { try file.write(reports.map { ($0.spec, $0.report) }, settings: settings, times: times) }
    return status
  }

  private static func report(
    _ run: ConformanceRun, _ spec: BackendSpec, _ backend: any Backend, _ isolation: IsolationOptions,
    expecting expected: ExpectedFailures
  ) async throws -> (ConformanceReport, seconds: [Double]) {
    let clock = Mutex((start: ContinuousClock.now, seconds: [Double]()))
    let text = ConformanceText(.conformance(spec, isolation))
    Terminal.print("\n\(spec)")
    let report = try await run.report(over: backend) { law in
      Terminal.progress("\(law.id)  \(law.title)")
      clock.withLock { $0.start = .now }
    } didRun: { row in
      clock.withLock { $0.seconds.append((ContinuousClock.now - $0.start) / .seconds(1)) }
      Terminal.print(text.line(row))
    }
    Terminal.print(text.summary(report, expecting: expected))
    return (report, clock.withLock { $0.seconds })
  }

  private static func sizes(_ options: Options) throws -> SizeBudget {
    guard let text = options.value("--sizes") else { return .standard }
    guard let records = Int(text), 8...1_000_000 ~= records else {
      throw UsageError(message: "--sizes takes a number of records from 8 to 1000000, not “\(text)”")
    }
    return SizeBudget(records: records)
  }

  private static func budget(_ options: Options) throws -> Duration {
    guard let text = options.value("--budget") else { return .seconds(600) }
    let seconds = ["s": 1.0, "m": 60, "h": 3_600][text.suffix(1)]
    guard let seconds, let number = Double(text.dropLast()), 0.001...1e6 ~= number * seconds else {
      throw UsageError(message: "--budget takes a time such as 90s, 5m or 2h, not “\(text)”")
    }
    return .seconds(number * seconds)
  }

  private static func laws(named names: String?) throws -> [StorageLaw] {
    do {
      return try StorageLaws.selected(by: names)
    } catch {
      throw UsageError(message: "\(error)")
    }
  }

  private static func expectedFailures(_ options: Options, _ specs: [BackendSpec]) throws -> ExpectedFailures {
    guard let path = options.value("--expect-failures") else { return .none }
    guard specs.count == 1 else {
      throw UsageError(message: "--expect-failures applies to one backend: name it with --backend")
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw EnvironmentError(message: "the list of expected failures \(path) cannot be read")
    }
    do {
      return try ExpectedFailures(text: String(decoding: data, as: UTF8.self))
    } catch {
      throw UsageError(message: "\(path), \(error)")
    }
  }
}

extension FailureReport.Context {
  /// With the line that replays the case from a shell.
  fileprivate static func conformance(_ spec: BackendSpec, _ isolation: IsolationOptions) -> FailureReport.Context {
    FailureReport.Context(isColored: Terminal.isColored) { token in
      let backend = spec.description == "memory" ? "" : " --backend \(shellWord(spec.description))"
      return ["swift run touchstone replay \(token)\(backend)\(isolation.words)"]
    }
  }
}
