import Foundation
import Testing

@testable import PropertyTesting

@Suite("The worst case beside the least")
struct WorstCaseTests {
  @Test func aLossAndARoundingErrorLookDifferent() async throws {
    // What is above a hundred loses half of it: the least counterexample is off by a fraction.
    let lossy = await run(.int(in: 0...1_000_000)) { amount in
      let loss: Double = amount > 100 ? Double(amount - 100) / 2 : 0
      let kept: Double = Double(amount) - loss
      try expect("kept", kept, equals: Double(amount))
    }
    let found = try #require(lossy.verdict.counterexample)
    #expect(found.value == "101")
    let worst = try #require(found.worst)
    #expect(worst.difference >= 100_000 && worst.message.hasPrefix("kept: expected"))
    #expect(try #require(Int(worst.value)) > 100_000)
    let text = FailureReport(lossy).text
    #expect(text.contains("worst    off by \(worst.differenceText): \(worst.message)"), "\(text)")
    // As docs/insight.md shows it.
    #expect(text.contains("  worst    off by 499950: kept: expected 1000000.0, got 500050.0\n           given    1000000\n"), "\(text)")
    #expect(text.contains("given    \(worst.value)") && text.contains("replay   \(worst.token)"), "\(text)")

    let rounding = await run(.zip(.double(in: 0...1), .double(in: 0...1), .double(in: 0...1))) { a, b, c in
      let left: Double = a + b
      let right: Double = b + c
      try expect("sum", a + right, equals: left + c)
    }
    let tiny = try #require(rounding.verdict.counterexample).worst?.difference ?? 0
    #expect(tiny < 1e-14)
  }

  @Test func nothingIsToldWhereNothingIsWorse() async throws {
    let odd = await run(.int(in: 0...1_000)) { try expect("twice its half", $0 / 2 * 2, equals: $0) }
    #expect(try #require(odd.verdict.counterexample).worst == nil)
    let text = await run(.text()) { try expect("itself", $0 + "x", equals: $0) }
    #expect(try #require(text.verdict.counterexample).worst == nil)
  }

  /// A claim of another kind than an equality of numbers is as bad as the target of its property is high.
  @Test func aTargetTellsHowBadItIs() async throws {
    let property = Requirement<Void>("W-2", "stays near").holds(forAll: .int(in: 0...100_000)) { number, _, trial in
      trial.target("error", number / 2)
      try expect("near", number < 10)
    }
    let result = await Runner(settings: RunSettings(seed: 4)).run(property, on: .none)
    let found = try #require(result.verdict.counterexample)
    let worst = try #require(found.worst)
    #expect(found.value == "10" && worst.target == "error" && worst.difference >= 50)
    #expect(worst.extent == "error \(worst.differenceText)")
    #expect(FailureReport(result).text.contains("worst    error \(worst.differenceText): near"))
  }

  @Test func theWorstCaseReplays() async throws {
    let property = Requirement<Void>("W-1", "stays small").holds(forAll: .int(in: 0...100_000)) { number, _ in
      try expect("at most 9", min(number, 9), equals: number)
    }
    let result = await Runner(settings: RunSettings(seed: 4)).run(property, on: .none)
    let worst = try #require(result.verdict.counterexample?.worst)
    let again = await Runner().replay(worst.token, of: property, on: .none)
    #expect(again.verdict.counterexample?.value == worst.value)
  }

  @Test func numbersOfEveryKindHaveADifference() {
    #expect(numericDifference(3, 5) == 2)
    #expect(numericDifference(UInt8(250), 5) == 245)
    #expect(numericDifference(Int?.some(3), 1) == 2)
    #expect(numericDifference(Int?.none, 1) == nil)
    #expect(numericDifference(Float(1.5), 1) == 0.5)
    #expect(numericDifference(Decimal(string: "0.1"), Decimal(string: "0.35")) == 0.25)
    #expect(numericDifference(Duration.milliseconds(1_500), .seconds(1)) == 0.5)
    #expect(numericDifference(Double.nan, 1) == .infinity)
    #expect(numericDifference("3", "5") == nil)
    #expect(numericDifference(Int.max, .min) == 0x1p64)
  }
}
