import Foundation
import Testing

@testable import PropertyTesting

@Suite("Saved counterexamples")
struct RegressionTests {
  let directory: TemporaryDirectory
  let store: RegressionStore
  let runner: Runner

  init() throws {
    directory = try TemporaryDirectory()
    store = RegressionStore(directory: directory.path)
    runner = Runner(settings: RunSettings(cases: 300, seed: 6), regressions: store)
  }

  /// Fails for numbers of at least `limit` that `isBad`.
  static func property(
    limit: Int, _ generator: Generator<Int> = .int(in: 0...10_000),
    isBad: @escaping @Sendable (Int) -> Bool = { _ in true }
  ) -> Property<Void> {
    Requirement("S-1", "small numbers").holds(forAll: generator) { value, _ in
      try expect("below the limit", value < limit || !isBad(value))
    }
  }

  /// The same property may fail over several backends at once.
  @Test func savingAtOnceLosesNothing() async throws {
    let store = store
    let tokens = await withTaskGroup(of: ReplayToken?.self) { group in
      for seed in 0..<16 as Range<UInt64> {
        group.addTask {
          // Unshrunk, so that every seed has a counterexample of its own.
          let settings = RunSettings(cases: 300, seed: seed, shrinks: false)
          return await Runner(settings: settings).run(Self.property(limit: 500) { $0 % 37 == 20 }, on: .none)
            .verdict.counterexample.flatMap { found in
              _ = try? store.save(found, title: "small numbers", fixture: "")
              return found.token
            }
        }
      }
      return await group.reduce(into: Set<ReplayToken>()) { if let token = $1 { $0.insert(token) } }
    }
    #expect(tokens.count > 8)
    #expect(Set(try store.entries(of: "S-1").map(\.token)) == tokens)
  }

  @Test func aCounterexampleIsSavedAndReadBack() async throws {
    let result = await runner.run(Self.property(limit: 500), on: Fixture<Void>(name: "memory") {})
    let found = try #require(result.verdict.counterexample)
    #expect(result.savedTo == directory.path + "/S-1.json")
    #expect(result.saveError == nil)
    #expect(try directory.names() == ["S-1.json"])
    let entries = try store.entries(of: "S-1")
    #expect(
      entries == [
        RegressionStore.Entry(
          token: found.token, value: "500", claim: "below the limit", fixture: "memory")
      ])
    let text = try directory.read("S-1.json")
    for part in [
      #""format" : 1"#, #""property" : "S-1""#, #""title" : "small numbers""#, #""choices" : "i500""#,
    ] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
    #expect(text.hasSuffix("}\n"))
  }

  @Test func itFailsTheNextRunFirst() async throws {
    let first = await runner.run(Self.property(limit: 500), on: .none)
    let calls = Counter()
    let property = Requirement<Void>("S-1", "small numbers").holds(forAll: .int(in: 0...10_000)) { value, _ in
      calls.increment()
      try expect("below the limit", value < 500)
    }
    let second = await runner.run(property, on: .none)
    let found = try #require(second.verdict.counterexample)
    #expect(calls.value == 1)
    #expect(second.cases == 1)
    #expect(found.origin == .regression)
    #expect(found.token == first.verdict.counterexample?.token)
    #expect(second.regressions.map(\.result) == [.fails])
    #expect(second.savedTo == nil)
  }

  @Test func aFixedOneIsToldAndStays() async throws {
    _ = await runner.run(Self.property(limit: 500), on: .none)
    let result = await runner.run(Self.property(limit: 50_000), on: .none)
    #expect(result.verdict.isHeld)
    #expect(result.cases == 300)
    #expect(result.regressions.map(\.result) == [.fixed])
    #expect(try store.entries(of: "S-1").count == 1)
  }

  @Test func newestIsTriedFirst() async throws {
    for limit in [900, 700, 800] {
      // Each finds its own smallest; the earlier ones pass.
      _ = await runner.run(
        Self.property(limit: limit, .int(in: 0...1_000)) { limit <= $0 && $0 < limit + 60 }, on: .none)
    }
    #expect(try store.entries(of: "S-1").map(\.value) == ["900", "700", "800"])
    let result = await runner.run(Self.property(limit: 850, .int(in: 0...1_000)), on: .none)
    #expect(result.regressions.map(\.result) == [.fixed, .fixed, .fails])
    #expect(result.verdict.counterexample?.value == "900")
    let stillNewest = await runner.run(Self.property(limit: 1, .int(in: 0...1_000)), on: .none)
    #expect(stillNewest.regressions.map(\.result) == [.fails])
    #expect(stillNewest.verdict.counterexample?.value == "800")
  }

  @Test func theSameOneIsNotSavedTwice() async throws {
    let result = await Runner(settings: RunSettings(seed: 6)).run(Self.property(limit: 500), on: .none)
    let found = try #require(result.verdict.counterexample)
    try store.save(found, title: "small numbers", fixture: "")
    try store.save(found, title: "small numbers", fixture: "")
    #expect(try store.entries(of: "S-1").count == 1)
  }

  @Test func aChangedGeneratorIsStaleAndNeverGreen() async throws {
    _ = await runner.run(Self.property(limit: 500), on: .none)
    for generator in [
      Generator<Int>.int(in: 5...10_000), .int(in: 0...400),
      Generator<Int>.int(in: 0...10_000).map { $0 + 1 },
      Generator<Double>.double().map { _ in 500 },
    ] {
      let result = await runner.run(Self.property(limit: 50_000, generator), on: .none)
      guard case .stale(let reason) = result.verdict else {
        Issue.record("\(result.verdict)")
        continue
      }
      #expect(result.regressions.map(\.result) == [.stale(reason: reason)])
      #expect(result.cases == 300, "the generated cases ran all the same")
    }
  }

  @Test func aNewFailureIsToldBesideAStaleOne() async throws {
    _ = await runner.run(Self.property(limit: 500), on: .none)
    let result = await runner.run(Self.property(limit: 500, .int(in: 5...10_000)), on: .none)
    #expect(result.verdict.counterexample?.value == "500")
    #expect(result.regressions.count == 1)
    #expect(try store.entries(of: "S-1").map(\.value) == ["500", "500"])
  }

  @Test func atMostTwentyAreKept() throws {
    for number in 0..<25 {
      let token = ReplayToken(
        propertyID: "S-1",
        choices: [ScriptedChoice(kind: .integer, magnitude: UInt64(number), isBelow: false)],
        drawsFingerprint: 1, valueFingerprint: UInt64(number))
      try store.save(
        Counterexample(
          value: "\(number)", drawn: [], notes: [], message: "m", location: nil, origin: .replayed,
          token: token, shrinking: .init(), switches: nil), title: "t", fixture: "")
    }
    #expect(try store.entries(of: "S-1").map(\.value) == (5..<25).map(String.init))
  }

  @Test func nothingIsSavedForWhatHolds() async throws {
    let result = await runner.run(Self.property(limit: 50_000), on: .none)
    #expect(result.verdict.isHeld)
    #expect(result.savedTo == nil)
    #expect(try directory.names() == [])
  }

  @Test func aFolderThatCannotBeMadeIsTold() async throws {
    try directory.write("a file", to: "taken")
    let blocked = Runner(
      settings: RunSettings(seed: 6),
      regressions: RegressionStore(directory: directory.path + "/taken/below"))
    let result = await blocked.run(Self.property(limit: 500), on: .none)
    #expect(result.verdict.counterexample?.value == "500")
    #expect(result.savedTo == nil)
    #expect(
      result.saveError?.hasPrefix(
        "regression file \(directory.path)/taken/below/S-1.json: it cannot be written; \(directory.path)/taken/below must be a folder") == true)
    #expect(try directory.names() == ["taken"])
  }

  @Test func aMissingFolderIsMade() async throws {
    let nested = Runner(
      settings: RunSettings(seed: 6),
      regressions: RegressionStore(directory: directory.path + "/a/b"))
    let result = await nested.run(Self.property(limit: 500), on: .none)
    #expect(result.savedTo == directory.path + "/a/b/S-1.json")
  }

  @Test func anAsynchronousPropertyHasRegressionsToo() async throws {
    let property = Requirement<Void>("S-2", "small").holds(forAll: .int(in: 0...10_000)) { value, _ in
      await Task.yield()
      try expect("below the limit", value < 500)
    }
    let first = await runner.run(property, on: .none)
    let second = await runner.run(property, on: .none)
    #expect(first.savedTo != nil)
    #expect(second.cases == 1)
    #expect(second.verdict.counterexample?.origin == .regression)
  }
}
