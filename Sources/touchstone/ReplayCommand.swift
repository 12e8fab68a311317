import PropertyTesting
import RunReports
import TouchstoneCatalogue

/// `touchstone replay`
enum ReplayCommand: Command {
  static let name = "replay"
  static let options = ["--backend", "--fault", "--step", "--report"] + IsolationOptions.names
  static let help = """
    touchstone replay TOKEN [--backend SPEC]… [--fault ID] [--step] [--isolate [--timeout SECONDS]]

    Runs the case of a report's token again and shows the result. It saves nothing. A token stays valid if the
    random source changes. If the generator has changed, so that the token's choices make another value, the
    verdict is stale, not a silent pass. With --isolate, a case that crashes or hangs is reported.

      --backend SPEC       \(BackendSpec.forms) (default memory)
      --fault ID           switch this fault on, as in the run that printed the token
      --step               first show the case step by step, with the state after each step; on a terminal,
                           Enter shows the next step
      --report FILE        also write FILE.html (a page), FILE.md, FILE.xml (JUnit), FILE.sarif
                           (code scanning) or FILE.json; may be given several times
    \(IsolationOptions.help)

    Examples:
      touchstone replay CM-13:AbE5YcS0mB5GWAPCoMMGYFkDAgAAAAFrvKKL
      touchstone replay CM-13:AbE5YcS0mB5GWAPCoMMGYFkDAgAAAAFrvKKL --backend sqlite
    """

  static func run(_ options: Options) async throws -> ExitStatus {
    guard let text = options.positional.first, options.positional.count == 1 else {
      throw UsageError(
        message: "touchstone replay takes one token, such as CM-13:AQ…, as a report prints it")
    }
    let token: ReplayToken
    do {
      token = try ReplayToken(text)
    } catch {
      throw UsageError(message: error.description)
    }
    let known = Catalogue.entries + Catalogue.laws
    guard let entry = known.first(where: { $0.id == token.propertyID }) else {
      throw UsageError(
        message: UnknownName(what: "property", name: token.propertyID, known: known.map(\.id)).description)
    }
    let fault = options.value("--fault")
    if let fault, entry.fault(named: fault) == nil {
      throw UsageError(
        message: UnknownName(what: "fault of \(entry.id)", name: fault, known: entry.faults.map(\.id)).description)
    }
    let specs = try options.backends(or: BackendSpec.standard.filter { $0.kind == .memory })
    let isolation = try IsolationOptions(options)
    let reports = try options.reports()
    let results = try await withBackends(specs) { backends -> [PropertyRecord] in
      var results: [PropertyRecord] = []
      for spec in specs {
        guard let backend = backends[spec] else { continue }
        let result = try await entry.replay(
          token, with: Runner(isolation: isolation.isolation), on: backend, fault: fault)
        if options.has("--step") { StepByStep(result)?.show() }
        Terminal.print(
          FailureReport(result, context: .commandLine(spec, fault: fault, isolation)).text)
        results.append(PropertyRecord(result, system: entry.system, backend: spec.kind.rawValue))
      }
      return results
    }
    let document = RunDocument(command: "replay", seed: "0", cases: 0, fault: fault, results: results)
    for report in reports { try report.write(document) }
    return results.allSatisfy(\.isHeld) ? .held : .notHeld
  }
}
