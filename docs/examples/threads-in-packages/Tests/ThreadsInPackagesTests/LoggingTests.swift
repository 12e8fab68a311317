import InMemoryLogging
import Logging
import Metrics
import MetricsTestKit
import PropertyTesting
import Testing
import ThreadScheduling

/// swift-log and swift-metrics.
@Suite(.serialized)
struct LoggingTests {
  @Test func eachLoggerKeepsItsMetadata() throws {
    try check("copies of a logger", forAll: .int(in: 1...3), scheduled: .threads) { count in
      let handler = InMemoryLogHandler()
      let logger = Logger(label: "app", factory: { _ in handler })
      @Sendable func log(_ name: String) {
        var copy = logger
        copy[metadataKey: "thread"] = "\(name)"
        for number in 0..<count { copy.info("\(number)") }
      }
      onThreads({ log("one") }, { log("two") })
      for name in ["one", "two"] {
        let own = handler.entries.filter { $0.metadata["thread"] == "\(name)" }
        try expect("messages of \(name)", own.map(\.message.description), equals: (0..<count).map(String.init))
      }
      try expect("entries", handler.entries.count, equals: 2 * count)
      try expect("metadata of the first", logger[metadataKey: "thread"], equals: nil)
    }
  }

  @Test func noIncrementIsLost() throws {
    try check("counters of one label", forAll: .array(of: .int(in: 1...9), count: 2...4), scheduled: .threads) { amounts in
      let metrics = TestMetrics()
      @Sendable func count(_ amounts: ArraySlice<Int>) {
        let counter = Counter(label: "requests", dimensions: [("path", "/")], factory: metrics)
        for amount in amounts { counter.increment(by: amount) }
      }
      let half = amounts.count / 2
      onThreads({ count(amounts[..<half]) }, { count(amounts[half...]) })
      let counter = try metrics.expectCounter("requests", [("path", "/")])
      try expect("total", counter.totalValue, equals: Int64(amounts.reduce(0, +)))
      try expect("values", counter.values.map { Int($0) }.sorted(), equals: amounts.sorted())
    }
  }

  @Test func aTimerKeepsEachDuration() throws {
    try check("a recorder, a meter and a timer", forAll: .int(in: 1...3), scheduled: .threads) { count in
      let metrics = TestMetrics()
      let timer = Metrics.Timer(label: "time", factory: metrics)
      let meter = Meter(label: "open", factory: metrics)
      let recorder = Recorder(label: "size", factory: metrics)
      @Sendable func record() {
        for number in 1...count {
          timer.recordNanoseconds(number)
          meter.increment(by: 1)
          recorder.record(number)
        }
      }
      onThreads(record, record)
      let numbers = (1...count).flatMap { [$0, $0] }
      try expect("durations", try metrics.expectTimer(timer).values.map { Int($0) }.sorted(), equals: numbers)
      try expect("sizes", try metrics.expectRecorder(recorder).values.map { Int($0) }.sorted(), equals: numbers)
      try expect("open", try metrics.expectMeter(meter).values.last, equals: Double(2 * count))
    }
  }
}
