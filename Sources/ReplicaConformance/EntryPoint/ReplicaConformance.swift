import Foundation
import ProcessStorage
import PropertyTesting
import ReplicaContract

/// Tests replicas against the laws of synchronization, from a test or from other code.
///
///     @Test func syncsWithoutLoss() async throws {
///       try await ReplicaConformance.check { try await NotesReplica($0) }
///     }
///
/// Each law is a property: it draws histories of two or three devices with a server in between, carries them out, and compares what the
/// devices show with what may be. If a replica does not declare what a law is about, the kit skips the law and says so.
public enum ReplicaConformance {
  /// - Parameters:
  ///   - name: the replica's name in reports.
  ///   - laws: ids and beginnings of ids, separated by commas ("REP-04,REP-1"); nil: all. TOUCHSTONE_ONLY goes first if it names laws.
  ///   - settings: how many cases a law has, and the seed; TOUCHSTONE_CASES and TOUCHSTONE_SEED give them by default, and one failure of
  ///     each law is made simple. If TOUCHSTONE_REPLAY is a law's token from a report, only that case runs.
  ///   - regressions: the folder where counterexamples are saved, and found to be tried first; nil: none are.
  ///   - open: opens a replica at a place, with what an earlier one left there.
  /// - Returns: the report, in which every law that applied holds. Its score is printed, too.
  /// - Throws: ``ReplicaFailure``, whose text is the report; ``ReplicaCheckError`` if there is nothing to run.
  @discardableResult
  public static func check(
    _ name: String = "replica", laws: String? = nil, settings: RunSettings = RunSettings(shrinkCalls: 2_000, failures: 1),
    regressions: String? = nil, open: @escaping @Sendable (ReplicaPlace) async throws -> any Replica
  ) async throws -> ReplicaReport {
    let runner = Runner(settings: settings, regressions: regressions.map { RegressionStore(directory: $0) })
    return try passed(
      await report(name, laws, runner) { ReplicaSubject(capabilities: try await declared(name, open), open: open) })
  }

  /// The same for replicas that a command keeps, in any language: see `docs/replica-protocol.md`.
  /// - Parameters:
  ///   - command: `/bin/sh -c` runs it in this process's working directory. Each device of a case has a process of its own.
  ///   - options: how long an answer may take, and who sees the messages.
  @discardableResult
  public static func check(
    process command: String, laws: String? = nil, settings: RunSettings = RunSettings(shrinkCalls: 2_000, failures: 1),
    regressions: String? = nil, options: ProcessOptions = ProcessOptions()
  ) async throws -> ReplicaReport {
    try passed(
      await report(
        process: command, laws: laws, settings: settings, regressions: regressions.map { RegressionStore(directory: $0) },
        options: options))
  }

  /// The report of ``check(process:laws:settings:regressions:options:)``, whether the laws hold or not.
  /// - Parameters:
  ///   - replay: the line that runs a token's case again.
  ///   - didRun: called after each law with its row, and its part of the report's text.
  /// - Throws: ``ReplicaCheckError`` if there is nothing to run.
  public static func report(
    process command: String, laws: String? = nil, settings: RunSettings, regressions: RegressionStore? = nil,
    options: ProcessOptions = ProcessOptions(), replay: @escaping @Sendable (String) -> String = ReplicaReport.replayInTest,
    didRun: (ReplicaReport.Row, String) -> Void = { _, _ in }
  ) async throws -> ReplicaReport {
    let processes = ReplicaProcesses(command, options: options)
    return try await report(
      command, laws, Runner(settings: settings, regressions: regressions), processes.lateAnswers, replay: replay, didRun: didRun
    ) {
      do {
        let hello = try processes.hello()
        return ReplicaSubject(capabilities: hello.capabilities) { try await processes.open($0) }
      } catch {
        throw ReplicaCheckError(reason: "no law could run: \(error)")
      }
    }
  }

  private static func passed(_ report: ReplicaReport) throws -> ReplicaReport {
    guard report.isFull else { throw ReplicaFailure(report: report) }
    print(report.summary)
    return report
  }

  private static func report(
    _ name: String, _ laws: String?, _ runner: Runner, _ lateAnswers: LateAnswers? = nil,
    replay: @escaping @Sendable (String) -> String = ReplicaReport.replayInTest, didRun: (ReplicaReport.Row, String) -> Void = { _, _ in },
    of subject: () async throws -> ReplicaSubject
  ) async throws -> ReplicaReport {
    let environment = ProcessInfo.processInfo.environment
    func variable(_ name: String) -> String? { environment[name].flatMap { $0.contains("REP-") ? $0 : nil } }
    let token = try variable("TOUCHSTONE_REPLAY").map { try ReplayToken($0) }
    let chosen = try Self.laws(named: token?.propertyID ?? variable("TOUCHSTONE_ONLY") ?? laws)
    let first = try await subject()
    let (capabilities, open) = (first.capabilities, first.open)
    if let attachment = capabilities.attachment, !capabilities.fields.contains(attachment) {
      let fields = capabilities.fields.joined(separator: ", ")
      throw ReplicaCheckError(reason: "“\(name)” declares the attachment “\(attachment)”, which is none of its fields: \(fields)")
    }
    var report = ReplicaReport(name: name, capabilities: capabilities, replay: replay)
    for law in chosen {
      let row: ReplicaReport.Row
      if let reason = law.reasonToSkip(capabilities) {
        row = ReplicaReport.Row(law, skippedFor: reason)
      } else {
        let fixture = fixture(name) { ReplicaSubject(capabilities: capabilities, open: open) }
        row = ReplicaReport.Row(law, await result(of: law, fixture, runner, token, lateAnswers))
      }
      report.rows.append(row)
      didRun(row, report.text(of: row))
    }
    return report
  }

  /// The result of one law, which ends soon if answers are late, and then does not hold.
  private static func result(
    of law: ReplicaLaw, _ fixture: Fixture<ReplicaSubject>, _ runner: Runner, _ token: ReplayToken?, _ lateAnswers: LateAnswers?
  ) async -> PropertyResult {
    var runner = runner
    if let lateAnswers {
      let watch = RunWatch()
      runner.settings.watch = watch
      lateAnswers.begin { watch.stopAfterThisCase() }
    }
    let result =
      if let token { await runner.replay(token, of: law.property, on: fixture) } else { await runner.run(law.property, on: fixture) }
    guard let reason = lateAnswers?.complaint, result.verdict.foundNothingWrong else { return result }
    return PropertyResult(of: law.property, on: fixture, errored: reason, settings: runner.settings)
  }

  /// Cases over the replicas that `subject` opens.
  static func fixture(_ name: String = "", _ subject: @escaping @Sendable () -> ReplicaSubject) -> Fixture<ReplicaSubject> {
    Fixture(name: name, place: { subject() }, system: { $0 }, cleanUp: { $0.folder.remove() })
  }

  /// The laws that `names` lists: ids and beginnings of ids, separated by commas; nil: all.
  /// - Throws: ``ReplicaCheckError``.
  public static func laws(named names: String?) throws -> [ReplicaLaw] {
    let words = (names ?? "REP-").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces).uppercased() }
    for word in words where !ReplicaLaws.all.contains(where: { $0.id.hasPrefix(word) }) {
      throw ReplicaCheckError(reason: "no law is called “\(word)”; laws are REP-01 to \(ReplicaLaws.all.last?.id ?? "")")
    }
    return ReplicaLaws.all.filter { law in words.contains { law.id.hasPrefix($0) } }
  }

  private static func declared(
    _ name: String, _ open: @Sendable (ReplicaPlace) async throws -> any Replica
  ) async throws -> ReplicaCapabilities {
    let folder = CaseFolder()
    defer { folder.remove() }
    let place = ReplicaPlace(device: "A", clock: DeviceClock(milliseconds: 0), disk: MemoryDisk()) { try folder.make("A") }
    do {
      let replica = try await open(place)
      try await replica.close()
      return replica.capabilities
    } catch {
      throw ReplicaCheckError(reason: "no law could run: opening “\(name)” at an empty place and closing it failed: \(error)")
    }
  }
}

/// A replica broke laws.
public struct ReplicaFailure: Error, Sendable, CustomStringConvertible {
  /// The report with every law.
  public let report: ReplicaReport

  public var description: String { "\n" + report.text }
}

/// A check that cannot begin.
public struct ReplicaCheckError: Error, Sendable, CustomStringConvertible {
  /// What is wrong, and what would be right.
  public let reason: String

  public var description: String { reason }
}
