import Foundation
import Synchronization
import Testing

@testable import PropertyTesting

/// A run that is taken apart by index and put together again is the run.
@Suite("Blocks of cases")
struct CaseBlocksTests {
  private enum Broken: Error, Equatable { case atLast }

  /// One of each way in which a run can end, and what it keeps on the way.
  static let properties: [Property<Void>] = [
    Requirement("B-1", "holds, labels and collects").holds(
      forAll: .double(in: -1e6...1e6), requiring: ["negative": 0.3]
    ) { value, _, trial in
      trial.label("negative", if: value < 0)
      trial.collect("value", value)
      trial.collect("text", "\(Int(value) % 7)")
      trial.target("value", value)
      try expect("below a million", value <= 1e6)
    },
    Requirement("B-2", "fails late").holds(forAll: .int(in: 0...1_000_000)) { value, _, trial in
      trial.label("large", if: value > 500_000)
      try expect("no multiple of 61 above 3,000", value < 3_000 || value % 61 != 0)
    },
    Requirement("B-3", "discards").holds(forAll: .int(in: 0...1_000)) { value, _, _ in
      if value % 3 == 1 { throw Discard(reason: "a third") }
    },
    Requirement("B-4", "misses a class").holds(forAll: .int(in: 0...100), requiring: ["never": 0.1]) { value, _, trial in
      trial.label("never", if: value > 100)
    },
    Requirement("B-5", "has few cases").holds(forAll: .int(in: 0...40)) { value, _, _ in
      try expect("below 39", value < 39)
    },
    Requirement("B-6", "throws").holds(forAll: .array(of: .int(in: 0...9), count: 0...30)) { list, _ in
      if list.count > 25 { throw Broken.atLast }
    },
    Requirement("B-7", "discards too much").holds(forAll: .int(in: 0...1_000)) { value, _, _ in
      if value > 3 { throw Discard(reason: "large") }
    },
    Requirement("B-8", "has two failures").holds(forAll: .int(in: 0...1_000)) { value, _, _ in
      try expect("below 900", value < 900)
      try expect("no 700s", value / 100 != 7)
    },
  ]

  @Test("The result of any number of parts is that of one run", arguments: properties.map(\.id), [1, 2, 3, 7])
  func parts(id: String, count: Int) async throws {
    let property = try #require(Self.properties.first { $0.id == id })
    let settings = RunSettings(cases: 400, seed: 11)
    let whole = await Runner(settings: settings).run(property, on: Fixture(system: {}))
    // Backwards, as files may come in any order; and through bytes, as from another machine.
    var given = CaseBlocks()
    for part in (0..<count).reversed() {
      let blocks = await Runner(settings: settings).runBlocks(of: property, on: Fixture(system: {})) { $0 % count == part }
      given.add(try JSONDecoder().decode(CaseBlocks.self, from: JSONEncoder().encode(blocks)))
    }
    var merging = Runner(settings: settings)
    merging.given = given
    let merged = await merging.run(property, on: Fixture(system: {}))
    #expect(Self.text(of: merged) == Self.text(of: whole))
    #expect(merged.targetSteps == whole.targetSteps && merged.phases == whole.phases)
    #expect(merged.distribution == whole.distribution)
  }

  private static func text(of result: PropertyResult) -> String {
    FailureReport(result, context: FailureReport.Context(limit: nil)).text + "\n" + DistributionReport(result.distribution).text
      + "\n\(result.cases) \(result.discarded) \(result.classes.sorted { $0.key < $1.key })"
  }

  @Test("What is given is not run again")
  func givenIsNotRun() async throws {
    let settings = RunSettings(cases: 400, seed: 11)
    let property = Self.properties[0]
    let counter = Counter()
    let counting = Requirement<Void>("B-1", "counts").holds(forAll: .double(in: -1e6...1e6)) { _, _, _ in counter.add() }
    let blocks = await Runner(settings: settings).runBlocks(of: counting, on: Fixture(system: {})) { _ in true }
    #expect(blocks.cases == 400 && counter.count == 400)
    var merging = Runner(settings: settings)
    merging.given = blocks
    #expect(await merging.run(counting, on: Fixture(system: {})).cases == 400)
    #expect(counter.count == 400, "\(property.id)")
  }

  @Test("A failure in a block keeps later blocks from being run")
  func endsAtFailure() async throws {
    let settings = RunSettings(cases: 400, seed: 11)
    let blocks = await Runner(settings: settings).runBlocks(of: Self.properties[1], on: Fixture(system: {})) { _ in true }
    let failure = try #require(blocks.firstFailure)
    #expect(blocks.cases == failure.index + 1)
    #expect(failure.message.hasPrefix("no multiple of 61"))
  }

  @Test("Files that cannot be are refused", arguments: [
    #"[{"first":0,"end":3,"passed":2}]"#, #"[{"first":3,"end":3,"passed":0}]"#, #"[{"first":0,"end":3,"passed":3},{"first":2,"end":4,"passed":2}]"#,
    #"[{"first":0,"end":3,"passed":1,"failure":7}]"#, #"[{"first":0,"end":3,"passed":-1,"discarded":4}]"#,
    #"[{"first":0,"end":1,"passed":1,"targets":{"a":{"value":"x","index":0}}}]"#,
  ])
  func malformed(text: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(CaseBlocks.self, from: Data(text.utf8)) }
  }

  @Test("Phases add up to the run")
  func phases() async throws {
    let result = await Runner(settings: RunSettings(cases: 400, seed: 11)).run(Self.properties[2], on: Fixture(system: {}))
    #expect(result.phases.map(\.phase) == [.simplest, .bounds, .designed, .random])
    #expect(result.phases.reduce(0) { $0 + $1.passed } == result.cases)
    #expect(result.phases.reduce(0) { $0 + $1.discarded } == result.discarded && result.discarded > 100)
    let failed = await Runner(settings: RunSettings(cases: 400, seed: 11)).run(Self.properties[1], on: Fixture(system: {}))
    #expect(failed.phases.map(\.failed).reduce(0, +) == 1)
    #expect(failed.phases.reduce(0) { $0 + $1.passed + $1.failed } == failed.cases)
  }

  @Test("A run that is stopped says how far it came")
  func stopping() async throws {
    let watch = RunWatch()
    var settings = RunSettings(cases: 10_000, seed: 1)
    settings.watch = watch
    let property = Requirement<Void>("B-9", "stops").holds(forAll: .int()) { (_: Int, _: Void, _: Trial) async throws in
      if watch.progress.cases == 250 { watch.stopAfterThisCase() }
    }
    let result = await Runner(settings: settings).run(property, on: Fixture(system: {}))
    guard case .gaveUp(.unfinished(let reason)) = result.verdict else {
      Issue.record("\(result.verdict)")
      return
    }
    #expect(reason == "it was stopped after 251 of 10000 cases")
  }

  @Test("The path of a shrink falls from the case that was found to the one that is told")
  func path() async throws {
    let result = await Runner(settings: RunSettings(cases: 400, seed: 11)).run(Self.properties[5], on: Fixture(system: {}))
    let shrinking = try #require(result.verdict.counterexample?.shrinking)
    #expect(shrinking.path.count > 2 && shrinking.path.last?.choices == shrinking.choicesAfter)
    #expect(zip(shrinking.path, shrinking.path.dropFirst()).allSatisfy { ($0.choices, $0.bits) >= ($1.choices, 0) && $0.calls < $1.calls })
    #expect(shrinking.before.map { $0.value.count > 50 } == true)
  }

  @Test("Each case can be observed, and the result stays the same", arguments: properties.map(\.id))
  func observed(id: String) async throws {
    let property = try #require(Self.properties.first { $0.id == id })
    let seen = Seen()
    var settings = RunSettings(cases: 400, seed: 11)
    let plain = await Runner(settings: settings).run(property, on: Fixture(system: {}))
    settings.watch = RunWatch { seen.add($0) }
    let result = await Runner(settings: settings).run(property, on: Fixture(system: {}))
    #expect(Self.text(of: result) == Self.text(of: plain))
    let run = seen.cases.filter { $0.phase != .shrinking && $0.phase != .guided }
    #expect(run.count == result.cases + result.discarded - (result.guidance?.cases ?? 0))
    #expect(run.allSatisfy { !$0.value.isEmpty })
  }

  private final class Counter: Sendable {
    private let state = Mutex(0)
    var count: Int { state.withLock { $0 } }
    func add() { state.withLock { $0 += 1 } }
  }

  private final class Seen: Sendable {
    private let state = Mutex<[ObservedCase]>([])
    var cases: [ObservedCase] { state.withLock { $0 } }
    func add(_ observed: ObservedCase) { state.withLock { $0.append(observed) } }
  }
}
