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
      --as-it-is           runs no faults, and prints only what fails in the first case of a property that does, a line
                           each: the property, and the file and the line of the claim, with tabs between. For a build
                           that is wrong itself, such as one of touchstone mutate
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
    let explained = try options.value("--explained").map(ExplainedClaims.init)
    let entries = try options.entries(of: Catalogue.entries)
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("claims-\(ProcessInfo.processInfo.processIdentifier)").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    if options.has("--as-it-is") { return try await printFailing(entries, options, file) }
    let claims = try SourceClaim.all(in: options.value("--sources") ?? "Properties")
    let elsewhere = try options.value("--failed").map(failed) ?? []
    let (evaluated, failed) = try await evaluate(Set(claims.map(\.place)), entries, options, file, elsewhere)
    // What failed elsewhere was evaluated there.
    let open = claims.filter { !failed.contains($0.place) }
    let silent = open.filter { !evaluated.contains($0.place) && !$0.isForbiddenPlace }
    let unfailing = open.filter { evaluated.contains($0.place) || $0.isForbiddenPlace }
    print("evaluated in no case", silent, explained)
    print("failed under no fault", unfailing, explained)
    let unexplained = (silent + unfailing).count { explained?.explains($0) != true }
    let isWhole = entries.count == Catalogue.entries.count
    let obsolete = isWhole ? explained?.obsolete(besides: silent + unfailing) ?? [] : []
    for entry in obsolete { Terminal.print("explained, and not in a list any more: \(entry)") }
    Terminal.print(
      "\(counted(claims.count, "claim", "claims")): \(failed.intersection(claims.map(\.place)).count) failed under a fault, "
        + "\(unfailing.count) under none, \(silent.count) evaluated in no case; \(unexplained) of these not explained")
    return unexplained == 0 && obsolete.isEmpty ? .held : .notHeld
  }

  /// Runs each property, and each of its faults until all of `claims` that it evaluates have failed.
  private static func evaluate(
    _ claims: Set<ClaimLedger.Place>, _ entries: [CatalogueEntry], _ options: Options, _ file: String,
    _ elsewhere: Set<ClaimLedger.Place>
  ) async throws -> (evaluated: Set<ClaimLedger.Place>, failed: Set<ClaimLedger.Place>) {
    let ledger = try ClaimLedger.keep(at: file)
    var (evaluated, failed): (Set<ClaimLedger.Place>, Set<ClaimLedger.Place>) = ([], elsewhere)
    try await each(entries, options) { entry, runner, memory in
      _ = try await entry.run(with: runner, on: memory)
      let own = try ledger.take().evaluated.intersection(claims)
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
    (settings.shrinks, settings.needsVerdictAlone) = (false, true)
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

  /// Of each property that fails, the claims that fail in its first such case, which then goes on behind each of them.
  private static func printFailing(
    _ entries: [CatalogueEntry], _ options: Options, _ file: String
  ) async throws -> ExitStatus {
    try await each(entries, options) { entry, runner, memory in
      guard let token = try await entry.run(with: runner, on: memory).verdict.counterexample?.token else { return }
      let ledger = try ClaimLedger.keep(at: file)
      defer { ledger.end() }
      _ = try await entry.replay(token, with: runner, on: memory)
      for place in try ledger.take().failed { Terminal.print("\(entry.id)\t\(place.fileID)\t\(place.line)") }
    }
    return .held
  }

  /// The places of the claims that a file names as ``printFailing(_:_:_:)`` does.
  /// - Throws: ``UsageError`` for a line of another form; ``EnvironmentError`` for a file that cannot be read.
  private static func failed(in path: String) throws -> Set<ClaimLedger.Place> {
    Set(
      try Options.text(of: path).split(separator: "\n").map { text in
        let parts = text.split(separator: "\t")
        guard parts.count == 3, let line = Int(parts[2]) else {
          throw UsageError(message: "\(path): “\(text)” is no line of claims --as-it-is: a property, a file and a line, with tabs between")
        }
        return ClaimLedger.Place(fileID: String(parts[1]), line: line)
      })
  }

  private static func print(_ title: String, _ claims: [SourceClaim], _ explained: ExplainedClaims?) {
    let open = claims.filter { explained?.explains($0) != true }
    if open.isEmpty { return }
    Terminal.print("\(counted(open.count, "claim", "claims")) \(title):")
    for claim in open { Terminal.print("  \(claim.path):\(claim.place.line)  \(claim.text)") }
  }
}
