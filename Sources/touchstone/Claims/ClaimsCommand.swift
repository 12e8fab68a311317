import Foundation
import PropertyTesting
import StorageContract
import TouchstoneCatalogue

/// `touchstone claims`
enum ClaimsCommand: Command {
  static let name = "claims"
  static let options = ["--only", "--sources", "--explained", "--failed", "--cases", "--seed", "--seeds", "--jobs", "--as-it-is"]
  static let help = """
    touchstone claims [options]

    Lists the claims in the sources of the properties that no case evaluates, and those that fail under no fault.
    A claim of the first kind says nothing. One of the second kind may not be able to fail. The command runs each
    property, and each of its faults, over memory. A failed claim does not end its case here, so a claim behind it
    is evaluated too. The cases run in worker processes.

      --only ID,…|PREFIX   only what these properties evaluate: the first list then shows too much
      --sources DIR        the folder of the sources (default Properties)
      --explained FILE     claims that nothing has to make fail, each with a reason. The status is 0 if the file
                           explains all of both lists and nothing else
      --failed FILE        what --as-it-is printed of builds that are wrong: these claims count as failed
      --as-it-is           runs no faults, and prints only what fails, a line each: the property, the file and the claim,
                           with tabs between. For a build that is wrong itself, such as one of touchstone mutate
      --cases N            cases for each run (default 100)
      --seed HEX           the seed (default 1)
      --seeds N            the seeds 1 to N instead
      --jobs N             workers (default: the number of processors)

    Examples:
      touchstone claims --explained docs/explained-claims.txt
      touchstone claims --only QV-F1 --seeds 3
    """

  static func run(_ options: Options) async throws -> ExitStatus {
    try options.refusePositional(command: name)
    let claims = try SourceClaim.all(in: options.value("--sources") ?? "Properties")
    let explained = try options.value("--explained").map(ExplainedClaims.init)
    let entries = try options.entries(of: Catalogue.entries)
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("claims-\(ProcessInfo.processInfo.processIdentifier)").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let ledger = try ClaimLedger.keep(at: file)
    if options.has("--as-it-is") { return try await printFailing(claims, entries, options, ledger) }
    let elsewhere = try options.value("--failed").map { try self.failed(in: $0, claims) } ?? []
    var (evaluated, failed) = try await evaluate(entries, options, ledger)
    failed.formUnion(elsewhere)
    let silent = claims.filter { !evaluated.contains($0.place) && !$0.isForbiddenPlace }
    let unfailing = claims.filter { (evaluated.contains($0.place) || $0.isForbiddenPlace) && !failed.contains($0.place) }
    print("evaluated in no case", silent, explained)
    print("failed under no fault", unfailing, explained)
    let open = (silent + unfailing).count { explained?.explains($0) != true }
    let isWhole = entries.count == Catalogue.entries.count
    let obsolete = isWhole ? explained?.obsolete(besides: silent + unfailing) ?? [] : []
    for entry in obsolete { Terminal.print("explained, and not in a list any more: \(entry)") }
    Terminal.print(
      "\(counted(claims.count, "claim", "claims")): \(failed.intersection(claims.map(\.place)).count) failed under a fault, "
        + "\(unfailing.count) under none, \(silent.count) evaluated in no case; \(open) of these not explained")
    return open == 0 && obsolete.isEmpty ? .held : .notHeld
  }

  /// Runs each property, and each of its faults until all claims that it evaluates have failed.
  private static func evaluate(
    _ entries: [CatalogueEntry], _ options: Options, _ ledger: ClaimLedger
  ) async throws -> (evaluated: Set<ClaimLedger.Place>, failed: Set<ClaimLedger.Place>) {
    var (evaluated, failed): (Set<ClaimLedger.Place>, Set<ClaimLedger.Place>) = ([], [])
    try await each(entries, options) { entry, runner, memory in
      _ = try await entry.run(with: runner, on: memory)
      let own = try ledger.take().evaluated
      evaluated.formUnion(own)
      for fault in entry.faults where !own.isSubset(of: failed) {
        Terminal.progress("\(entry.id)  \(fault.fact)")
        _ = try await entry.run(with: runner, on: memory, fault: fault.id)
        let (more, broken) = try ledger.take()
        evaluated.formUnion(more)
        failed.formUnion(broken)
      }
    }
    return (evaluated, failed)
  }

  /// Hands each property to `body`, with a runner for each seed.
  private static func each(
    _ entries: [CatalogueEntry], _ options: Options, _ body: (CatalogueEntry, Runner, any Backend) async throws -> Void
  ) async throws {
    var settings = try options.runSettings()
    settings.shrinks = false
    let seeds = try options.number("--seeds").map { (1...UInt64($0)).map(\.self) } ?? [try options.seed() ?? 1]
    try await withBackends(BackendSpec.standard.filter { $0.kind == .memory }) { backends in
      guard let memory = backends.values.first else { return }
      for entry in entries {
        for seed in seeds {
          settings.seed = seed
          Terminal.progress(entry.id)
          try await body(entry, Runner(settings: settings, isolation: .forked(timeout: .seconds(20))), memory)
          Terminal.endProgress()
        }
      }
    }
  }

  private static func printFailing(
    _ claims: [SourceClaim], _ entries: [CatalogueEntry], _ options: Options, _ ledger: ClaimLedger
  ) async throws -> ExitStatus {
    try await each(entries, options) { entry, runner, memory in
      _ = try await entry.run(with: runner, on: memory)
      let failed = try ledger.take().failed
      for claim in claims where failed.contains(claim.place) { Terminal.print("\(entry.id)\t\(claim.path)\t\(claim.text)") }
    }
    return .held
  }

  /// The places of the claims that a file names as ``printFailing(_:_:_:_:)`` does.
  private static func failed(in path: String, _ claims: [SourceClaim]) throws -> Set<ClaimLedger.Place> {
    let lines = Set(try Options.text(of: path).split(separator: "\n").map { $0.drop { $0 != "\t" } })
    return Set(claims.filter { lines.contains("\t\($0.path)\t\($0.text)") }.map(\.place))
  }

  private static func print(_ title: String, _ claims: [SourceClaim], _ explained: ExplainedClaims?) {
    let open = claims.filter { explained?.explains($0) != true }
    if open.isEmpty { return }
    Terminal.print("\(counted(open.count, "claim", "claims")) \(title):")
    for claim in open { Terminal.print("  \(claim.path):\(claim.place.line)  \(claim.text)") }
  }
}
