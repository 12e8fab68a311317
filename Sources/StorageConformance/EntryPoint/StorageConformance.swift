import Foundation
import PropertyTesting
import StorageContract

/// Holds a store to the storage laws, from a test or from anywhere else.
///
///     @Test func keepsTheLaws() async throws {
///       try await StorageConformance.check { try MyStore(path: $0.path("data.db")) }
///     }
///
/// Every law that the store's ``StoreCapabilities`` declare is run as a property over places of its own; what they do
/// not declare is skipped, and the report says so.
public enum StorageConformance {
  /// - Parameters:
  ///   - name: what reports call the store.
  ///   - laws: ids and beginnings of ids, separated by commas ("STO-39,STO-4"); nil: all.
  ///   - settings: how many cases a cheap law has, and the seed.
  ///   - regressions: the folder where counterexamples are saved and tried first.
  ///   - expected: the laws known not to hold; the list must be exact.
  ///   - open: opens a store at a place, with what an earlier store left there.
  /// - Returns: the report, in which every law that was not expected to fail holds.
  /// - Throws: ``ConformanceFailure``, whose text is the report; ``StoreError`` where there can be no store at all;
  ///   ``LawSelectionError``.
  ///
  /// The variables TOUCHSTONE_CASES, TOUCHSTONE_SEED and, where it names laws, TOUCHSTONE_ONLY win over the arguments;
  /// with TOUCHSTONE_REPLAY, set to a law's token from a report, that one case is run and nothing else.
  @discardableResult
  public static func check(
    _ name: String = "store", laws: String? = nil, settings: RunSettings = RunSettings(),
    regressions: String? = nil, expecting expected: ExpectedFailures = .none,
    open: @escaping @Sendable (StorePlace) async throws -> any Store
  ) async throws -> ConformanceReport {
    try await check(
      PlacedBackend(name, open: open), laws: laws, settings: settings, regressions: regressions, expecting: expected)
  }

  /// The same of a backend that makes its own places. It is torn down afterwards.
  @discardableResult
  public static func check(
    _ backend: any Backend, laws: String? = nil, settings: RunSettings = RunSettings(),
    regressions: String? = nil, expecting expected: ExpectedFailures = .none
  ) async throws -> ConformanceReport {
    do {
      let request = try ConformanceRequest(laws: laws, settings: settings, ProcessInfo.processInfo.environment)
      let run = ConformanceRun(
        laws: request.laws, settings: request.settings, regressions: regressions.map { RegressionStore(directory: $0) })
      let report: ConformanceReport
      if let token = request.token {
        report = try await run.replay(token, over: backend)
      } else {
        report = try await run.report(over: backend)
      }
      let problems = expected.disagreements(with: report)
      guard problems.isEmpty, expected.agree(with: report) else {
        throw ConformanceFailure(report: report, problems: problems)
      }
      await backend.tearDown()
      return report
    } catch {
      await backend.tearDown()
      throw error
    }
  }
}

/// A store that does not keep the laws.
public struct ConformanceFailure: Error, Sendable, CustomStringConvertible {
  public let report: ConformanceReport
  /// Where the laws that fail are not those that were expected to.
  public let problems: [String]

  /// Every failure in full, then the score.
  public var description: String {
    let text = ConformanceText(FailureReport.Context { token in ["TOUCHSTONE_REPLAY=\(token) swift test"] })
    let failures = report.rows.filter { !$0.isHeld && !$0.isSkipped }.map(text.line)
    return (["the storage laws do not hold"] + failures + problems + [text.summary(report)]).joined(separator: "\n")
  }
}
