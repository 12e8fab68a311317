import PropertyTesting
import StorageContract
import TouchstoneCatalogue

/// `touchstone faults`
enum FaultsCommand: Command {
  static let name = "faults"
  static let options =
    ["--only", "--backend", "--cases", "--seed", "--jobs", "--report"] + IsolationOptions.names
  static let help = """
    touchstone faults [options]

    Switches on every fault that a property or a storage law names, one at a time, and demands that it is
    falsified within the default number of cases, from each of three fixed seeds. A property whose fault
    survives proves nothing. A fault that ends its process is run in worker processes in any case, and
    must be reported as crashed.

      --only ID,…|PREFIX   just the faults of these properties and laws
      --backend SPEC       over which backends (default memory; for a storage law one that it is about)
      --cases N            cases allowed (default 100)
      --seed HEX           one seed of your own instead of the three fixed ones
      --jobs N             workers (default: the number of processors)
      --report FILE.json   {"faults":[{"property","fault","backend","caught","cases"}]}
    \(IsolationOptions.help)

    Examples:
      touchstone faults
      touchstone faults --only CM-13 --backend sqlite
    """

  /// All three must catch a fault: one lucky seed proves little.
  static let fixedSeeds: [UInt64] = [1, 2, 3]

  struct Report: Encodable {
    let faults: [Row]

    struct Row: Encodable {
      let property: String
      let fault: String
      let backend: String
      let caught: Bool
      /// Cases until it was caught, the most over the seeds; or the cases allowed.
      let cases: Int
    }
  }

  static func run(_ options: Options) async throws -> ExitStatus {
    try options.refusePositional(command: name)
    let entries = try options.entries(of: Catalogue.entries + Catalogue.laws)
    let named = try options.backends(or: [])
    let memory = BackendSpec.standard.filter { $0.kind == .memory }
    var settings = try options.runSettings()
    settings.shrinks = false
    let seeds = try options.seed().map { [$0] } ?? fixedSeeds
    let runner = Runner(settings: settings, isolation: try IsolationOptions(options).isolation)
    let report = try options.value("--report").map { try ReportFile(path: $0, allowed: ["json"]) }
    let rows = try await withBackends(named.isEmpty ? memory : named) { backends in
      var rows: [Report.Row] = []
      for entry in entries {
        let own = named.isEmpty ? entry.ownBackend?() : nil
        for fault in entry.faults {
          for backend in own.map({ [$0] }) ?? (named.isEmpty ? memory : named).compactMap({ backends[$0] }) {
            Terminal.progress("\(entry.id)  \(fault)")
            let row = await hunt(fault, of: entry, backend, seeds, runner)
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
    try report?.write(text: JSONText.encode(Report(faults: rows)) + "\n")
    return caught == rows.count ? .held : .notHeld
  }

  private static func hunt(
    _ fault: String, of entry: CatalogueEntry, _ backend: any Backend, _ seeds: [UInt64],
    _ runner: Runner
  ) async -> Report.Row {
    var most = 0
    for seed in seeds {
      var runner = runner
      runner.settings.seed = seed
      let result = await entry.run(with: runner, on: backend, fault: fault)
      guard entry.isCaught(fault, by: result),
        case .found(let index) = result.verdict.counterexample?.origin
      else {
        return Report.Row(
          property: entry.id, fault: fault, backend: backend.name, caught: false,
          cases: runner.settings.cases)
      }
      most = max(most, index + 1)
    }
    return Report.Row(
      property: entry.id, fault: fault, backend: backend.name, caught: true, cases: most)
  }

  private static func line(_ row: Report.Row) -> String {
    let head = "\(row.property) \(row.fault)"
    let gap = String(repeating: " ", count: max(2, 74 - head.count))
    return row.caught
      ? Terminal.green("✔") + " \(head)\(gap)\(row.backend)  caught after \(row.cases)"
      : Terminal.red("✘") + " \(head)\(gap)\(row.backend)  SURVIVED \(counted(row.cases, "case", "cases"))"
  }
}
