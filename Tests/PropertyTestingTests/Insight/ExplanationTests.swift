@testable import PropertyTesting
import Testing

@Suite("Why a counterexample fails")
struct ExplanationTests {
  /// Each part found, as "path = text: finding".
  static func explain<Value>(
    _ generator: Generator<Value>, seed: UInt64 = 1, calls: Int = 200,
    _ predicate: @escaping @Sendable (Value, Trial) throws -> Void
  ) async throws -> (lines: [String], explanation: Explanation, found: Counterexample) {
    let settings = RunSettings(
      cases: 1_000, seed: seed, shrinkTime: .seconds(3_600), failures: 1, explanationCalls: calls)
    let result = await Runner(settings: settings).run(
      Requirement<Void>("T-1", "a claim").holds(forAll: generator) { value, _, trial in try predicate(value, trial) },
      on: .none)
    let found = try #require(result.verdict.counterexample)
    let explanation = try #require(found.explanation)
    let report = FailureReport(result)
    // Without the labels.
    return (report.lines(explanation).map { String($0.dropFirst(11)) }, explanation, found)
  }

  @Test func aBoundIsFoundAndTheRestDoesNotMatter() async throws {
    let (lines, explanation, found) = try await Self.explain(.array(of: .int(in: 0...1_000))) { list, _ in
      try expect("small", list.count < 2 || list[1] < 900)
    }
    #expect(found.value == "[0, 900]")
    #expect(
      lines == [
        "[1] = 900: fails ≥ 900, the rest fixed (899 passes; of 21 values tried)",
        "[0] = 0 does not matter: 12 other values fail too",
      ])
    #expect(explanation.calls <= 200)
    #expect(!explanation.stoppedEarly)
  }

  @Test func bothEndsOfARangeAreFound() async throws {
    let (lines, _, _) = try await Self.explain(.int(in: 0...1_000_000)) { value, _ in
      try expect("not in it", !(1_234...98_765).contains(value))
    }
    let line = try #require(lines.first)
    #expect(
      line.hasPrefix("fails from 1234 to 98765, the rest fixed (1233 passes, 98766 passes; "))
    #expect(lines.count == 1)
  }

  /// It fails at 1440 too: “≥ 2880” would be wrong.
  @Test func aHalfThatFailsTooIsSeen() async throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      let (lines, _, _) = try await Self.explain(.int(in: 0...10_000), seed: seed) { value, _ in
        try expect("neither", value != 1_440 && value < 2_880)
      }
      #expect(!lines.contains { $0.contains("≥ 2880") })
    }
  }

  @Test func aSingleValueIsTold() async throws {
    let (lines, _, _) = try await Self.explain(.int(in: 0...40)) { value, _ in
      try expect("not 37", value != 37)
    }
    #expect(lines == ["fails only at 37, the rest fixed (36 passes, 38 passes; of 14 values tried)"])
    let (all, _, _) = try await Self.explain(.int(in: 30...40)) { value, _ in
      try expect("not 37", value != 37)
    }
    #expect(all == ["fails only at 37, the rest fixed (36 passes, 38 passes; all 11 values tried)"])
  }

  @Test func negativeAndMappedNumbersAreToldAsTheyPrint() async throws {
    let (negative, _, _) = try await Self.explain(.int(in: -1_000...0)) { value, _ in
      try expect("not below", value > -50)
    }
    #expect(negative.first?.hasPrefix("fails ≤ -50, the rest fixed (-49 passes; ") == true)
    let doubled = Generator<Int>.int(in: 0...1_000).map { 7 - 2 * $0 }
    let (mapped, _, _) = try await Self.explain(doubled) { value, _ in try expect("not below", value > -50) }
    #expect(mapped.first?.hasPrefix("fails ≤ -51, the rest fixed (-49 passes; ") == true)
  }

  @Test func aDoubleHasItsBoundToTheLastBit() async throws {
    let (lines, _, found) = try await Self.explain(.double(in: 0...10)) { value, _ in
      try expect("small", value < 2.5)
    }
    #expect(found.value == "3.0")
    #expect(
      lines.first?.hasPrefix("fails ≥ 2.5, the rest fixed (2.4999999999999996 passes; ") == true)
  }

  @Test func aNeighbourThatFailsOtherwiseIsNotSaidToPass() async throws {
    let (lines, _, found) = try await Self.explain(.int(in: 0...1_000)) { value, _ in
      if value == 99 { throw Surprise(code: 1) }
      try expect("small", value < 100)
    }
    #expect(found.value == "100")
    #expect(lines.first?.hasPrefix("fails ≥ 100, the rest fixed (99 fails differently; ") == true)
  }

  @Test func scatteredFailuresHaveNoBounds() async throws {
    let (lines, explanation, _) = try await Self.explain(.int(in: 0...1_000_000)) { value, _ in
      try expect("not even", value % 2 == 1 || value < 10)
    }
    #expect(lines == [])
    #expect(explanation.calls > 5)
  }

  @Test func namesAreToldInFull() async throws {
    let colour = Generator<String>.element(of: ["red", "green", "blue"])
    let pair = Generator<(String, Bool)> { source in (try source(colour), try source(.bool)) }
    let (lines, _, _) = try await Self.explain(pair) { pair, _ in
      try expect("not so", pair.0 == "red" || !pair.1)
    }
    #expect(
      lines == [
        #"part 1 = "green": fails if and only if "green" or "blue", the rest fixed (not if "red"; all values tried)"#,
        "part 2 = true: fails if and only if true, the rest fixed (not if false; all values tried)",
      ])
  }

  @Test func partsThatMatterOnlyTogetherAreToldSo() async throws {
    let pair = Generator<(Int, Int)> { source in
      (try source(.int(in: 0...1_000_000)), try source(.int(in: 0...1_000_000)))
    }
    let (lines, explanation, found) = try await Self.explain(pair) { pair, _ in
      try expect("one is not zero", pair.0 != 0 && pair.1 != 0)
    }
    #expect(found.value == "(0, 0)")
    #expect(explanation.areIrrelevantTogether == false)
    #expect(
      lines == ["part 1, part 2 do not matter: 24 other values fail too if one part changes, but not if all change at once"])
    let (free, together, _) = try await Self.explain(pair) { _, _ in try expect("never", false) }
    #expect(together.areIrrelevantTogether == true)
    #expect(free == ["part 1, part 2 do not matter: 24 other values fail too, also if all change at once"])
  }

  @Test func partsOfOneThingAreNamedByTheirText() async throws {
    struct Mark: CounterexampleDescribable {
      let number: Int
      let scale: Int
      var counterexampleDescription: String { "mark \(number) @ \(scale)" }
    }
    let marks = Generator<(Mark, Int)> { source in
      (
        Mark(number: try source(.int(in: 0...999)), scale: try source(.int(in: 0...999))),
        try source(.int(in: 0...999))
      )
    }
    let (lines, _, _) = try await Self.explain(marks) { _, _ in try expect("never", false) }
    #expect(lines == ["part 1 (0, 0), part 2 do not matter: 36 other values fail too, also if all change at once"])
  }

  /// In a sentence, a part is named with the words in front of it; one value at the end of its range is the only one.
  @Test func partsOfASentenceAreNamedWithTheirWords() async throws {
    struct Queue: CounterexampleDescribable {
      let count: Int
      let cap: Int
      var counterexampleDescription: String { "a queue of \(count) with a cap of \(cap)" }
    }
    let queues = Generator<Queue> { source in
      Queue(count: try source(.int(in: 0...999)), cap: try source(.int(in: 2...8)))
    }
    let (lines, _, found) = try await Self.explain(queues) { queue, _ in try expect("room", queue.cap > 2) }
    #expect(found.value == "a queue of 0 with a cap of 2")
    #expect(
      lines == [
        "“a cap of 2”: fails only at 2, the rest fixed (3 passes; all 7 values tried)",
        "“a queue of 0” does not matter: 12 other values fail too",
      ])
  }

  /// A part of which one choice matters and another does not is not said to be of no matter.
  @Test func whatMattersInPartIsNotSaidNotToMatter() async throws {
    struct Item: CounterexampleDescribable {
      let kind: String
      let number: Int
      var counterexampleDescription: String { "\(kind) \(number)" }
    }
    let items = Generator<[Item]>.array(
      of: Generator { source in
        Item(kind: try source(.element(of: ["a", "b", "a"])), number: try source(.int(in: 0...999)))
      }, count: 2)
    let (lines, _, _) = try await Self.explain(items) { items, _ in try expect("no a first", items[0].kind != "a") }
    #expect(
      lines == [
        "[0] = a: fails if and only if a, the rest fixed (not if b; all values tried)",
        "[0] (0), [1] (a, 0) do not matter: 26 other values fail too, also if all change at once",
      ])
  }

  @Test func whatThePropertyDrewIsExplainedToo() async throws {
    let (lines, _, _) = try await Self.explain(.int(in: 0...100)) { value, trial in
      let more = try trial.draw(.array(of: .int(in: 0...500), count: 2), "more")
      try expect("small", more[1] < 20)
      _ = value
    }
    #expect(lines.first?.hasPrefix("more[1] = 20: fails ≥ 20, the rest fixed (19 passes; ") == true)
    #expect(lines.last?.contains("0, more[0] do not matter: ") == true)
  }

  @Test func theLettersOfAWordAreOnePart() async throws {
    let (lines, explanation, found) = try await Self.explain(.text(.asciiPrintable)) { text, _ in
      try expect("short", text.count < 3)
    }
    #expect(found.value == "\"aaa\"")
    #expect(explanation.parts.count == 1)
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("its value does not matter: ") == true)
  }

  @Test(arguments: [1, 5, 60])
  func theCallsAreLimited(limit: Int) async throws {
    let calls = Counter()
    let (_, explanation, found) = try await Self.explain(
      .array(of: .int(in: 0...1_000), count: 30), calls: limit
    ) { list, _ in
      calls.increment()
      try expect("small", list.reduce(0, +) < 400)
    }
    #expect(explanation.calls == limit)
    #expect(explanation.stoppedEarly)
    let before = calls.value
    #expect(before > found.shrinking.calls + limit)
  }

  @Test func itCanBeTurnedOff() async throws {
    for settings in [RunSettings(seed: 1, shrinks: false), RunSettings(seed: 1, explanationCalls: 0)] {
      let result = await Runner(settings: settings).run(
        Requirement<Void>("T-1", "a claim")
          .holds(forAll: .int(in: 0...9)) { _, _ in try expect("no", false) }, on: .none)
      #expect(try #require(result.verdict.counterexample).explanation == nil)
      #expect(!FailureReport(result).text.contains("why"))
    }
  }

  @Test func theSameCaseIsExplainedAlike() async throws {
    for seed in 1...UInt64(5) {
      let (first, _, _) = try await Self.explain(.array(of: .int()), seed: seed) { list, _ in
        try expect("small", !list.contains { $0 > 1_000_000 })
      }
      let (second, _, _) = try await Self.explain(.array(of: .int()), seed: seed) { list, _ in
        try expect("small", !list.contains { $0 > 1_000_000 })
      }
      #expect(first == second)
      #expect(
        first.first?.hasPrefix("[0] = 1000001: fails ≥ 1000001, the rest fixed (1000000 passes; ")
          == true)
    }
  }
}
