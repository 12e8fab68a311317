import Foundation
import PropertyTesting
import RunReports
import StorageContract
import TouchstoneCatalogue

/// Properties over backends that are run one after the other: what `verify` and `merge` do.
struct PlannedRun {
  /// One property over one backend.
  struct Cell {
    let entry: CatalogueEntry
    let spec: BackendSpec
  }

  var cells: [Cell]
  let specs: [BackendSpec]
  var settings: RunSettings
  let fault: String?
  let isolation: IsolationOptions

  init(_ options: Options) throws {
    fault = options.value("--fault")
    let entries = try options.entries(withFault: fault)
    specs = try options.backends(or: BackendSpec.standard)
    settings = try options.runSettings()
    isolation = try IsolationOptions(options)
    cells = Self.cells(entries, specs, everyBackend: options.has("--backend"))
  }

  /// - Throws: ``UsageError`` for backends that are none.
  init(_ plan: RunPlan, jobs: Int) throws {
    fault = plan.fault
    do {
      specs = try plan.backends.map { try BackendSpec($0) }
    } catch {
      throw UsageError(message: "the plan: \(error)")
    }
    guard let seed = UInt64(plan.seed, radix: 16) else {
      throw UsageError(message: "the plan: its seed “\(plan.seed)” is not a hexadecimal number")
    }
    settings = RunSettings(cases: plan.cases, seed: seed, jobs: jobs)
    isolation = try IsolationOptions(isolates: plan.isolate, timeout: plan.timeout)
    cells = Self.cells(plan.entries, specs, everyBackend: plan.everyBackend)
  }

  private static func cells(_ entries: [CatalogueEntry], _ specs: [BackendSpec], everyBackend: Bool) -> [Cell] {
    entries.flatMap { entry in
      // What touches no storage is the same over every backend.
      (entry.stores || everyBackend ? specs : Array(specs.prefix(1))).map { Cell(entry: entry, spec: $0) }
    }
  }

  /// "seed 5eed, 100 cases, backends memory, file".
  var headline: String {
    "seed \(String(settings.seed, radix: 16)), \(counted(settings.cases, "case", "cases")), backends "
      + specs.map(\.description).joined(separator: ", ")
  }

  func runner(_ regressions: RegressionStore?) -> Runner {
    Runner(settings: settings, regressions: regressions, isolation: isolation.isolation, isolationOfDeaths: .forked())
  }
}

/// `touchstone plan`
enum PlanCommand: Command {
  static let name = "plan"
  static let options = ["--only", "--backend", "--cases", "--seed", "--fault"] + IsolationOptions.names
  static let help = """
    touchstone plan [options] > plan.json

    Plans a run for many machines: it fixes properties, backends, cases and seed, with a fingerprint of the
    properties and of this program. It runs nothing. Each machine runs its part with the same program,
    touchstone verify --plan plan.json --shard I/N, and touchstone merge merges the parts into one verdict.
    docs/scale.md has examples for Kubernetes, Slurm and GitHub.

      --only ID,…|PREFIX   only these properties
      --backend SPEC       \(BackendSpec.forms); repeat it for several
      --cases N            cases that must pass, for each property and backend (default 100)
      --seed HEX           the seed of the cases (default: a new one)
      --fault ID           run with this fault switched on
    \(IsolationOptions.help)

    Examples:
      touchstone plan --only CM --cases 100000 > plan.json
      touchstone verify --plan plan.json --shard 1/4
      touchstone merge parts/*.json --report report.html
    """

  static func run(_ options: Options) async throws -> ExitStatus {
    try options.refusePositional(command: name)
    let run = try PlannedRun(options)
    let entries = run.cells.map(\.entry).reduce(into: [CatalogueEntry]()) { if $0.last?.id != $1.id { $0.append($1) } }
    for spec in run.specs where (try? BackendSpec(spec.description)) != spec {
      throw UsageError(
        message: "a plan must not contain the password of \(spec): leave it out, and set PGPASSWORD or a password file on each machine")
    }
    let plan = RunPlan(
      seed: String(run.settings.seed, radix: 16), cases: run.settings.cases, properties: entries.map(\.id),
      backends: run.specs.map(\.description), everyBackend: options.has("--backend"), fault: run.fault,
      isolate: run.isolation.isolation != nil, timeout: options.value("--timeout"),
      catalogue: RunPlan.catalogueFingerprint(entries), build: try RunPlan.buildFingerprint())
    Terminal.print(try JSONText.encode(plan))
    return .held
  }
}
