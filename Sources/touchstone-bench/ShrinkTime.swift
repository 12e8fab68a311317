import Foundation
import PropertyTesting
import Synchronization

/// One property whose cases are so large, so deep or so slow that making one simple cannot be finished: what becomes of it in the time that
/// the settings give.
struct ShrinkTimeRow: Sendable {
  let name: String
  /// ``RunSettings/shrinkTime``.
  let limit: Duration
  /// Whether the cases wait, so that the clock counts, and not the processor's time.
  let waits: Bool
  private let body: @Sendable (RunSettings, Stopwatch) async -> PropertyResult

  /// What the process had taken when the property failed first.
  final class Stopwatch: Sendable {
    private struct State {
      var failedAt: ContinuousClock.Instant?
      var processor = 0.0
      var peakBefore = 0
    }
    private let state = Mutex(State())

    var failedAt: ContinuousClock.Instant? { state.withLock { $0.failedAt } }
    var processor: Double { state.withLock { $0.processor } }
    var peakBefore: Int { state.withLock { $0.peakBefore } }

    func failed() {
      let peak = Scaling.peakKilobytes()
      state.withLock { state in
        guard state.failedAt == nil else { return }
        (state.failedAt, state.processor, state.peakBefore) = (.now, processSeconds(), peak)
      }
    }
  }

  init<Value>(
    _ name: String, within limit: Duration, waits: Bool = false, _ generator: Generator<Value>, fails: @escaping @Sendable (Value) -> Bool
  ) {
    self.name = name
    self.limit = limit
    self.waits = waits
    body = { settings, watch in
      let property = Requirement<Void>(name, "a failure that takes long to make simple").holds(forAll: generator) { value, _ in
        if fails(value) {
          watch.failed()
          throw ExpectationFailure()
        }
      }
      return await Runner(settings: settings).run(property, on: Fixture(system: {}))
    }
  }

  private struct ExpectationFailure: Error {}

  /// A row of the table. To be run in a process of its own, so that the most memory is that of this row.
  func measure() async -> String {
    let watch = Stopwatch()
    let start = Scaling.peakKilobytes()
    let result = await body(RunSettings(cases: 1_000, seed: 1, shrinkTime: limit), watch)
    guard let failedAt = watch.failedAt, let found = result.verdict.counterexample else { return "| \(name) | \(result.verdict) |" }
    let seconds = (ContinuousClock.now - failedAt) / .seconds(1)
    let processor = processSeconds() - watch.processor
    let shrinking = found.shrinking
    func megabytes(_ kilobytes: Int) -> Int { (kilobytes - start) / 1_024 }
    return "| \(name) | \(Int(limit / .seconds(1))) | \(String(format: "%.1f", waits ? seconds : processor)) "
      + "| \(shrinking.choicesBefore) | \(shrinking.choicesAfter) | \(shrinking.path.last.map { "\($0.bits)" } ?? "") | \(shrinking.calls) "
      + "| \(megabytes(watch.peakBefore)) | \(megabytes(Scaling.peakKilobytes())) |"
  }
}

extension ShrinkTimeRow {
  struct NoSuchRow: Error, CustomStringConvertible { let description: String }

  /// All rows, or the one of that name.
  static func table(_ name: String?) async throws -> String {
    if let name {
      let rows = known + heldOut
      guard let row = rows.first(where: { $0.name == name }) else {
        throw NoSuchRow(description: "there is no row “\(name)”: \(rows.map(\.name).joined(separator: "; "))")
      }
      return await row.measure()
    }
    var lines = [
      "| cases | limit, s | took, s | choices before | after | bits | calls | memory of the cases before, MB | in all, MB |",
      "|---|---|---|---|---|---|---|---|---|",
    ]
    for row in known + heldOut {
      let (process, output) = (Process(), Pipe())
      process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      process.arguments = ["time", row.name]
      process.standardOutput = output
      try process.run()
      lines.append(String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).trimmingCharacters(in: .newlines))
      process.waitUntilExit()
    }
    return lines.joined(separator: "\n")
  }
}
