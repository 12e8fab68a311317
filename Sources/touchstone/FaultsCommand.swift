import PropertyTesting
import StorageContract
import TouchstoneCatalogue

/// `touchstone faults`
enum FaultsCommand: Command {
  static let name = "faults"
  static let options =
    ["--only", "--backend", "--cases", "--seed", "--seeds", "--jobs", "--report"] + IsolationOptions.names
  static let help = """
    touchstone faults [options]

    Switches on every fault that a property or a storage law names, one at a time. The property or law must
    fail within the allowed number of cases, from each of three fixed seeds. If a fault survives, its property
    proves nothing. A fault that ends its process always runs in a worker process, and the run must report
    it as crashed.

      --only ID,…|PREFIX   only the faults of these properties and laws
      --backend SPEC       backends to run over (default memory; for a storage law, a backend that the law applies to)
      --cases N            cases allowed (default 100)
      --seed HEX           one seed of your own instead of the three fixed ones
      --seeds N            the seeds 1 to N instead; the output also shows the median case that caught each fault
      --jobs N             workers (default: the number of processors)
      --report FILE        write FILE.json: {"faults":[{"property","fault","fact","backend","caught","cases","median",
                           "seeds","caughtFrom"}]}; FILE.md: the tables of docs/fault-figures.md; FILE.html: a page;
                           may be given several times
    \(IsolationOptions.help)

    Examples:
      touchstone faults
      touchstone faults --only CM-13 --backend sqlite
    """

  /// All three must catch a fault: one lucky seed proves little.
  static let fixedSeeds: [UInt64] = [1, 2, 3]

  static func run(_ options: Options) async throws -> ExitStatus {
    try options.refusePositional(command: name)
    let entries = try options.entries(of: Catalogue.entries + Catalogue.laws)
    let named = try options.backends(or: [])
    let memory = BackendSpec.standard.filter { $0.kind == .memory }
    var settings = try options.runSettings()
    (settings.shrinks, settings.needsVerdictAlone) = (false, true)
    let seeds = try seeds(options)
    let runner = Runner(settings: settings, isolation: try IsolationOptions(options).isolation)
    let reports = try options.reports(["json", "md", "html"])
    let rows = try await withBackends(named.isEmpty ? memory : named) { backends in
      var rows: [FaultFigures.Row] = []
      for entry in entries {
        let own = named.isEmpty ? entry.ownBackend?() : nil
        for fault in entry.faults {
          for backend in own.map({ [$0] }) ?? (named.isEmpty ? memory : named).compactMap({ backends[$0] }) {
            Terminal.progress("\(entry.id)  \(fault.fact)")
            let row = try await hunt(fault, of: entry, backend, seeds, runner)
            Terminal.endProgress()
            Terminal.print(line(row))
            rows.append(row)
          }
        }
        await own?.tearDown()
      }
      return rows
    }
    let caught = rows.count(where: \.caught)
    let score = "\(caught) of \(rows.count) faults caught"
    Terminal.print(caught == rows.count ? Terminal.green(score) : Terminal.red(score))
    let figures = FaultFigures(faults: rows)
    for report in reports {
      switch report.format {
      case "html": try report.write(figures.document(seeds, allowed: settings.cases))
      case "md": try report.write(text: figures.markdown(allowed: settings.cases) + "\n")
      default: try report.write(text: JSONText.encode(figures) + "\n")
      }
    }
    return caught == rows.count ? .held : .notHeld
  }

  private static func seeds(_ options: Options) throws -> [UInt64] {
    let count = try options.number("--seeds")
    guard let seed = try options.seed() else { return count.map { (1...UInt64($0)).map(\.self) } ?? fixedSeeds }
    guard count == nil else { throw UsageError(message: "--seed and --seeds exclude one another: give one of them") }
    return [seed]
  }

  private static func hunt(
    _ fault: FaultSummary, of entry: CatalogueEntry, _ backend: any Backend, _ seeds: [UInt64], _ runner: Runner
  ) async throws -> FaultFigures.Row {
    var found: [Int?] = []
    for seed in seeds {
      var runner = runner
      runner.settings.seed = seed
      let result = try await entry.run(with: runner, on: backend, fault: fault.id)
      if entry.isCaught(fault, by: result), case .found(let index) = result.verdict.counterexample?.origin {
        found.append(index + 1)
      } else {
        found.append(nil)
      }
    }
    return FaultFigures.Row(
      property: entry.id, fault: fault, backend: backend.name, found: found, allowed: runner.settings.cases)
  }

  private static func line(_ row: FaultFigures.Row) -> String {
    let head = "\(row.property) \(row.fact)"
    let gap = String(repeating: " ", count: max(2, 74 - head.count))
    let mark = row.caught ? Terminal.green("✔") : Terminal.red("✘")
    return "\(mark) \(head)\(gap)\(row.backend)  \(row.words)"
  }
}
