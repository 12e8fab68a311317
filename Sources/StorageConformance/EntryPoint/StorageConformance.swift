import Foundation
import PropertyTesting
import StorageContract

/// Tests a store against the storage laws, from a test or from other code.
///
///     @Test func keepsTheLaws() async throws {
///       try await StorageConformance.check { try MyStore(path: $0.path("data.db")) }
///     }
///
/// The kit runs each law as a property over places of its own. If the store's ``/StorageContract/StoreCapabilities`` do not
/// declare what a law is about, the kit skips the law and says so.
public enum StorageConformance {
  /// - Parameters:
  ///   - name: the store's name in reports.
  ///   - laws: ids and beginnings of ids, separated by commas ("STO-39,STO-4"); nil: all.
  ///   - settings: how many cases a cheap law has, and the seed.
  ///   - sizes: how far STO-60 goes.
  ///   - regressions: the folder where the kit saves counterexamples, and finds those to try first.
  ///   - expected: the laws that are known to fail; the list must be exact.
  ///   - isolation: how to isolate cases: with `.forked(timeout: .seconds(10))` of the module `ProcessIsolation`, the kit
  ///     reports a case that crashes or hangs; nil: cases run in this process.
  ///   - patience: how long one case may take in this process. After a law that hangs, the kit does not run the others.
  ///   - open: opens a store at a place, with the data that an earlier store left there.
  /// - Returns: the report, in which every law that was not expected to fail holds. The kit also prints its score.
  /// - Throws: ``ConformanceFailure``, whose text is the report; ``NoStoreError`` if no store can be opened;
  ///   ``LawSelectionError`` if a variable or `laws` is invalid.
  ///
  /// The variables TOUCHSTONE_CASES, TOUCHSTONE_SEED, TOUCHSTONE_ISOLATE (the seconds for a case, in its own process) and,
  /// if it names laws, TOUCHSTONE_ONLY take precedence over the arguments. If TOUCHSTONE_REPLAY is a law's token from a
  /// report, the kit runs only that case.
  @discardableResult
  public static func check(
    _ name: String = "store", laws: String? = nil, settings: RunSettings = RunSettings(),
    sizes: SizeBudget = .standard, regressions: String? = nil, expecting expected: ExpectedFailures = .none,
    isolation: Isolation? = nil, patience: Duration = .seconds(60), open: @escaping @Sendable (StorePlace) async throws -> any Store
  ) async throws -> ConformanceReport {
    try await check(
      PlacedBackend(name, open: open), laws: laws, settings: settings, sizes: sizes, regressions: regressions,
      expecting: expected, isolation: isolation, patience: patience)
  }

  /// The same for a backend that creates its own places. The kit tears it down afterwards.
  @discardableResult
  public static func check(
    _ backend: any Backend, laws: String? = nil, settings: RunSettings = RunSettings(),
    sizes: SizeBudget = .standard, regressions: String? = nil, expecting expected: ExpectedFailures = .none,
    isolation: Isolation? = nil, patience: Duration = .seconds(60)
  ) async throws -> ConformanceReport {
    var hangs = false
    do {
      let request = try ConformanceRequest(laws: laws, settings: settings, ProcessInfo.processInfo.environment)
      let run = ConformanceRun(
        laws: request.laws, settings: request.settings, sizes: sizes,
        regressions: regressions.map { RegressionStore(directory: $0) },
        isolation: request.isolation ?? isolation, patience: patience)
      do {
        _ = try await ConformanceRun.capabilities(of: backend)
      } catch {
        throw NoStoreError(backend: backend.name, reason: "\(error)")
      }
      let report: ConformanceReport
      if let token = request.token {
        report = try await run.replay(token, over: backend)
      } else {
        report = try await run.report(over: backend)
      }
      hangs = report.rows.contains(where: \.hangs)
      guard expected.agree(with: report), expected.disagreements(with: report).isEmpty else {
        throw ConformanceFailure(report: report, expected: expected, isolateSeconds: request.isolateSeconds)
      }
      await backend.tearDown()
      // A test that passes says nothing by itself, and what was skipped is not to go unseen.
      print(ConformanceText().summary(report, expecting: expected))
      for row in report.rows { row.result?.announceFixed() }
      return report
    } catch {
      // What hangs may hang in closing too.
      if hangs { Task { await backend.tearDown() } } else { await backend.tearDown() }
      throw error
    }
  }
}

/// The kit could not open a store at an empty place and close it again.
public struct NoStoreError: Error, Sendable, CustomStringConvertible {
  /// The backend's name in reports.
  public let backend: String
  /// Why no store could be opened and closed.
  public let reason: String

  public var description: String {
    "the kit could not run any law: opening “\(backend)” at an empty place and closing it again failed: \(reason)"
  }
}

/// A store broke laws that were not expected to fail, or the list of expected failures is wrong.
public struct ConformanceFailure: Error, Sendable, CustomStringConvertible {
  /// The report with every law.
  public let report: ConformanceReport
  /// The laws that were expected to fail.
  public let expected: ExpectedFailures
  /// As TOUCHSTONE_ISOLATE had it.
  let isolateSeconds: String?

  /// Why entries of the list of expected failures are wrong, a sentence each.
  public var problems: [String] { expected.disagreements(with: report) }

  /// Every failure in full but the expected ones, then the score.
  public var description: String {
    let isolate = isolateSeconds.map { "TOUCHSTONE_ISOLATE=\($0) " } ?? ""
    let text = ConformanceText(
      FailureReport.Context { token in ["\(isolate)TOUCHSTONE_REPLAY=\(token) swift test"] })
    let failures = report.broken.filter { !expected.ids.contains($0.law.id) }.map(text.line)
    let causes = report.causes(besides: expected.ids)
    var grouped: [String] = []
    // Where there is one law, it has said it all.
    if failures.count > 1, !causes.isEmpty {
      grouped = [FailureCause.headline(of: causes)] + causes.enumerated().flatMap { $1.lines($0 + 1) }
    }
    return (["not all storage laws hold"] + failures + problems + [text.summary(report, expecting: expected)] + grouped)
      .joined(separator: "\n")
  }
}
