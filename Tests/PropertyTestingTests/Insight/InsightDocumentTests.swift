import Foundation
@testable import PropertyTesting
import Testing

struct Order: Equatable {
  let quantity: Int
  let cents: Int
  let isExpress: Bool
}

/// What docs/insight.md shows is what is printed.
@Suite("docs/insight.md", .serialized)
struct InsightDocumentTests {
  static let path = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("docs/insight.md").path

  static let order = Generator<Order> { source in
    Order(
      quantity: try source(.int(in: 1...100)), cents: try source(.int(in: 0...100_000)),
      isExpress: try source(.bool))
  }

  /// Free of charge from 500 on, it should be; 20 pieces are counted twice; and the carrier's limit throws.
  static func shipping(_ order: Order) throws -> Int {
    if order.quantity > 90 { throw Surprise(code: order.quantity) }
    if order.cents >= 50_000 { return order.isExpress ? 900 : 0 }
    return order.quantity >= 20 ? 1_800 : 900
  }

  static func report<Value>(
    _ title: String, line: Int, forAll generator: Generator<Value>, seed: UInt64,
    requiring shares: [String: Double] = [:], cases: Int = 100,
    _ predicate: @escaping @Sendable (Value, Trial) throws -> Void
  ) async -> (result: PropertyResult, text: String) {
    let settings = RunSettings(cases: cases, seed: seed, shrinkTime: .seconds(3_600))
    let result = await Runner(settings: settings).run(
      Requirement<Void>(
        "SHOP-4", title,
        fileID: "Shop/Shipping.swift", filePath: "Shop/Shipping.swift", line: line
      ).holds(forAll: generator, requiring: shares) { value, _, trial in try predicate(value, trial) }, on: .none)
    return (result, FailureReport(result).text)
  }

  /// The block after the mark `name` is `text`. With TOUCHSTONE_WRITE_DOCS=1 it is made so.
  static func expectShown(_ text: String, _ name: String) throws {
    let document = try String(contentsOfFile: path, encoding: .utf8)
    let head = "<!-- \(name) -->\n```\n"
    let start = try #require(document.range(of: head), "\(name) has its mark").upperBound
    let end = try #require(document[start...].range(of: "\n```\n")).lowerBound
    if ProcessInfo.processInfo.environment["TOUCHSTONE_WRITE_DOCS"] == "1" {
      try (document[..<start] + text + document[end...]).write(toFile: path, atomically: true, encoding: .utf8)
    } else {
      #expect(document[start..<end] == text, "docs/insight.md, \(name)")
    }
  }

  @Test func whyItFails() async throws {
    let (result, text) = await Self.report(
      "Shipping an order", line: 12, forAll: Self.order, seed: 0x5EED
    ) { order, _ in
      let cents = try Self.shipping(order)
      try expect(
        "no order costs more than 9.00", cents <= 900, fileID: "Shop/Shipping.swift",
        filePath: "Shop/Shipping.swift", line: 14)
      try expect(
        "from 500.00 on it is free", order.cents < 50_000 || cents == 0, fileID: "Shop/Shipping.swift",
        filePath: "Shop/Shipping.swift", line: 16)
    }
    #expect(result.otherFailures.count == 2)
    try Self.expectShown(text, "why it fails")
  }

  @Test func aClassThatIsMissed() async throws {
    let (result, text) = await Self.report(
      "Large orders", line: 30, forAll: Self.order, seed: 0x5EED,
      requiring: ["express": 0.3, "free of charge": 0.9]
    ) { order, trial in
      trial.label("express", if: order.isExpress)
      trial.label("free of charge", if: order.cents >= 50_000)
      trial.collect("quantity", order.quantity)
      trial.collect("kind", order.isExpress ? "express" : "by post")
    }
    #expect(result.verdict.name == "gave up")
    try Self.expectShown(text, "a missed class")
    try Self.expectShown(DistributionReport(result.distribution).text, "distribution")
  }

  @Test func aFlakyProperty() async throws {
    let calls = Counter()
    let (_, text) = await Self.report("Flaky", line: 40, forAll: Self.order, seed: 0x5EED) { _, trial in
      let call = calls.increment()
      trial.note("ship")
      if call % 4 == 0 { trial.note("the carrier is slow") }
      try expect(
        "shipped in time", call % 4 != 0, fileID: "Shop/Shipping.swift", filePath: "Shop/Shipping.swift", line: 40)
    }
    try Self.expectShown(text, "a flaky property")
  }

  @Test func stateThatOutlivesACase() async throws {
    let calls = Counter()
    let (_, text) = await Self.report("Numbered orders", line: 60, forAll: Self.order, seed: 0x5EED) { _, _ in
      try expect(
        "numbers are left", calls.increment() <= 19, fileID: "Shop/Shipping.swift",
        filePath: "Shop/Shipping.swift", line: 60)
    }
    try Self.expectShown(text, "state that outlives a case")
  }

  @Test func aGeneratorWithCapturedState() async throws {
    let made = Counter()
    let numbered = Generator<Int> { source in
      _ = try source(.int(in: 0...999))
      return made.increment()
    }
    let (_, text) = await Self.report("Numbered", line: 50, forAll: numbered, seed: 0x5EED) { number, _ in
      try expect(
        "a number below 20", number < 20, fileID: "Shop/Shipping.swift", filePath: "Shop/Shipping.swift", line: 50)
    }
    try Self.expectShown(text, "captured state")
  }
}
