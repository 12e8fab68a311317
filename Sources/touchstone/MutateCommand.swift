import Foundation
import MutationTesting

/// `touchstone mutate`
enum MutateCommand: Command {
  static let name = "mutate"
  static let options = [
    "--sources", "--edits", "--count", "--seed", "--jobs", "--changed-since", "--build", "--test", "--list-tests", "--equivalent",
    "--known",
    "--least-score", "--scratch", "--report",
  ]
  static let help = """
    touchstone mutate [DIR] [options]

    Changes the code of a Swift package in small ways, one at a time, and runs the tests for each change. A
    change that no test notices is a survivor. The command copies the package in DIR (default: this folder)
    and never writes to the original. It builds all changes at once and switches them on one by one.

      --sources DIR        change only the sources in this folder; repeat it for several (default: all targets
                           except tests)
      --edits FILE         make the mistakes that this file names, and no others; repeat it for several. The status is 1 if
                           one survives or does not compile (docs/mutate.md, "Named mistakes")
      --count N            number of changes, drawn at random and spread evenly over files (default: all)
      --seed HEX           the seed that draws them (default 1)
      --changed-since REV  change only lines that differ from this Git revision
      --jobs N             test processes at once (default: the number of processors)
      --build COMMAND      builds the package and its tests (default: swift build --build-tests)
      --test COMMAND       runs tests, and fails if a test fails (default: swift test, suite by suite). {} becomes
                           the tests' names as a regular expression, {,} their names with commas; without
                           either, the command counts as one test
      --list-tests COMMAND prints the names for {} or {,}, a line each
      --equivalent FILE    changes that do not change the program, each with a reason: they do not count
      --known FILE.json    an earlier report; a survivor that is not in it ends with status 1
      --least-score P      a score under P % ends with status 1
      --scratch DIR        where the copy is built (default: a temporary folder, kept so that the next run
                           continues from there)
      --report FILE        also write FILE.json, as viewers for Stryker read it, or FILE.html;
                           may be given several times

    Examples:
      touchstone mutate --count 100
      touchstone mutate --changed-since main --known mutants.json --report mutants.json
      touchstone mutate --sources Sources/Ledger --test 'swift test --skip-build' --least-score 90
    """

  static func run(_ options: Options) async throws -> ExitStatus {
    guard options.positional.count <= 1 else {
      throw UsageError(message: "touchstone mutate takes one folder. See touchstone mutate --help.")
    }
    let package = URL(fileURLWithPath: options.positional.first ?? ".").standardizedFileURL.path
    let least = try leastScore(options)
    let settings: MutationSettings
    do {
      settings = try self.settings(options, package)
    } catch let error as MutationError {
      throw UsageError(message: error.description)
    }
    guard FileManager.default.fileExists(atPath: "\(package)/Package.swift") else {
      throw UsageError(message: "\(package) has no Package.swift: name the folder of a Swift package")
    }
    let reports = try options.reports(["json", "html"])
    let outcome: MutationOutcome
    let equivalent: EquivalentMutants
    let known: KnownSurvivors?
    do {
      equivalent = try options.value("--equivalent").map { try EquivalentMutants(Options.text(of: $0), name: $0) }?
        .limited(to: settings.changes) ?? .none
      known = try options.value("--known").map { try KnownSurvivors(json: Data(Options.text(of: $0).utf8), name: $0) }
      Terminal.print("\(package), copied to \(settings.scratch)")
      Signals.askBeforeEnding()
      outcome = try MutationRun(settings).run(isStopped: { Signals.isStopAsked }, telling: { tell($0) })
    } catch let error as MutationError {
      throw EnvironmentError(message: error.description)
    }
    Terminal.endProgress()
    let result = MutationReport(outcome, equivalent: equivalent)
    Terminal.print(result.text)
    for report in reports {
      try report.write(text: report.format == "html" ? result.html : StrykerReport(result).json() + "\n")
    }
    return verdict(result, known, least ?? (settings.edits == nil ? nil : 100))
  }

  private static func verdict(_ report: MutationReport, _ known: KnownSurvivors?, _ least: Double?) -> ExitStatus {
    var status = ExitStatus.held
    if let known {
      let new = report.newSurvivors(since: known)
      if !new.isEmpty {
        Terminal.print(
          Terminal.red("\(counted(new.count, "survivor is", "survivors are")) new:")
            + new.map { "\n  \($0.mutation.file):\($0.mutation.line)" }.joined())
        status = .notHeld
      }
    }
    if let least, let percent = report.score.percent, percent < least {
      Terminal.print(Terminal.red("the score is under \(least) %"))
      status = .notHeld
    }
    if !report.refusedEdits.isEmpty {
      Terminal.print(Terminal.red("\(counted(report.refusedEdits.count, "mistake does", "mistakes do")) not compile"))
      status = .notHeld
    }
    // What is not known cannot be under or over anything.
    return report.outcome.open > 0 ? .environment : status
  }

  private static func leastScore(_ options: Options) throws -> Double? {
    guard let text = options.value("--least-score") else { return nil }
    guard let percent = Double(text), (0...100).contains(percent) else {
      throw UsageError(message: "--least-score takes a number from 0 to 100, not “\(text)”")
    }
    return percent
  }

  private static func settings(_ options: Options, _ package: String) throws -> MutationSettings {
    let scratch =
      options.value("--scratch").map { URL(fileURLWithPath: $0).standardizedFileURL.path }
      ?? standardScratch(of: package)
    guard scratch != package, !package.hasPrefix(scratch + "/") else {
      throw UsageError(message: "--scratch \(scratch) contains the package itself: name another folder")
    }
    var settings = MutationSettings(package: package, scratch: scratch)
    settings.sources = options.values("--sources")
    for option in ["--count", "--changed-since"] where options.has("--edits") && options.has(option) {
      throw UsageError(message: "\(option) draws from the changes that the operators find, and --edits names the changes: leave one away")
    }
    settings.edits = try options.edits()
    settings.count = try options.number("--count")
    settings.seed = try options.seed() ?? 1
    settings.jobs = try options.number("--jobs") ?? ProcessInfo.processInfo.activeProcessorCount
    settings.changedSince = options.value("--changed-since")
    settings.unrelated = Set(
      ["--report", "--equivalent", "--known", "--edits"].flatMap(options.values).map {
        URL(fileURLWithPath: $0).standardizedFileURL.path
      })
    if let build = options.value("--build") { settings.build = build }
    if let test = options.value("--test") {
      settings.tests = try TestCommand(command: test, list: options.value("--list-tests"))
    } else if options.has("--list-tests") {
      throw UsageError(message: "--list-tests lists the tests for --test COMMAND: give --test as well")
    }
    return settings
  }

  /// Each package has its own, and finds it again.
  private static func standardScratch(of package: String) -> String {
    let name = package.map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
    return FileManager.default.temporaryDirectory.appendingPathComponent("touchstone-mutate\(name)").path
  }

  private static func tell(_ event: MutationEvent) {
    Terminal.endProgress()
    switch event {
    case .found(let files, let mutants):
      Terminal.print("\(counted(mutants, "change", "changes")) in \(counted(files, "file", "files"))")
    case .resumed(let results):
      Terminal.print("continuing an earlier run: \(counted(results, "result is", "results are")) known")
    case .building(let round, let refused, let moved):
      let marks = moved == 0 ? "" : ", tracing \(counted(moved, "function", "functions")) as a whole"
      Terminal.print(
        round == 1
          ? "building …"
          : "building again, without \(counted(refused, "change", "changes")) that the compiler refuses\(marks) …")
    case .built(let seconds): Terminal.print("built in \(Int(seconds)) s")
    case .measured(let tests, let seconds):
      Terminal.print("\(counted(tests, "test", "tests")) run on the unchanged code, in \(Int(seconds)) s")
    case .judged(let result, let done, let all):
      Terminal.progress("\(done) of \(all)  \(result.status.rawValue)  \(result.mutation.file):\(result.mutation.line)")
    }
  }
}

extension Options {
  /// The mistakes of the files that `--edits` names; nil without any.
  /// - Throws: an error of the file, or ``MutationError`` for what is wrong in it.
  func edits() throws -> NamedEdits? {
    let paths = values("--edits")
    return paths.isEmpty ? nil : try NamedEdits(paths.map { (try Self.text(of: $0), $0) })
  }
}
