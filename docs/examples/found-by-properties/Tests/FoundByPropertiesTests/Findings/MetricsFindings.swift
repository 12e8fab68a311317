import Metrics
import MetricsTestKit
import PropertyTesting

/// apple/swift-metrics.
enum MetricsFindings {
  static let all = [negativeSeconds, negativeDuration, longSeconds]

  private static let package = "apple/swift-metrics"

  /// What a timer records.
  private static func recorded(_ record: (Timer) -> Void) throws -> Int64? {
    let metrics = TestMetrics()
    let timer = Timer(label: "a", factory: metrics)
    record(timer)
    return try metrics.expectTimer(timer).lastValue
  }

  static let negativeSeconds = Finding(
    "timer-negative-seconds", in: package, by: .byHand,
    "`Timer.recordSeconds` records the longest duration for a very negative one.",
    demand: """
      Numbers that are too large for nanoseconds are recorded as `Int64.max`. Those that are too small are, too, and so they are by
      `recordMilliseconds` and `recordMicroseconds`.
      """,
    result: "9223372036854775807",
    reproduction: { print in
      let metrics = TestMetrics()
      Timer(label: "a", factory: metrics).recordSeconds(-10_000_000_000)
      print(try metrics.expectTimer("a").lastValue)
    },
    forAll: .int(in: -20_000_000_000...20_000_000_000)
  ) { seconds in
    let nanoseconds = try recorded { $0.recordSeconds(seconds) } ?? 0
    try expect("\(nanoseconds) has the sign of \(seconds)", nanoseconds.signum() == Int64(seconds.signum()))
  }

  static let negativeDuration = Finding(
    "timer-negative-duration", in: package, by: .byHand,
    "`Timer.record(duration:)` records the longest duration for a very negative one.",
    demand: "A duration that is too long for nanoseconds is recorded as `Int64.max`. One that is too small is, too.",
    result: "9223372036854775807",
    reproduction: { print in
      let metrics = TestMetrics()
      Timer(label: "a", factory: metrics).record(duration: .seconds(-10_000_000_000))
      print(try metrics.expectTimer("a").lastValue)
    },
    forAll: .int(in: -20_000_000_000...20_000_000_000)
  ) { seconds in
    let nanoseconds = try recorded { $0.record(duration: .seconds(seconds)) } ?? 0
    try expect("\(nanoseconds) has the sign of \(seconds)", nanoseconds.signum() == Int64(seconds.signum()))
  }

  static let longSeconds = Finding(
    "timer-negative-double", in: package, by: .byHand,
    "`Timer.recordSeconds` of a very negative `Double` traps.",
    demand: "A very large one is recorded as `Int64.max`, and the same function for integers traps for neither.",
    result: "traps", needsProcess: true,
    reproduction: { _ in Timer(label: "a", factory: TestMetrics()).recordSeconds(-1e10) },
    forAll: .int(in: -20...20)
  ) { seconds in
    _ = try recorded { $0.recordSeconds(Double(seconds) * 1e9) }
  }
}
