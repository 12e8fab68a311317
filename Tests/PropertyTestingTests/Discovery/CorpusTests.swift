import Foundation
import Synchronization
import Testing

@testable import PropertyTesting

/// Sees the numbers that a test shows it, as if they were places in code.
final class ToyProbe: CoverageProbe {
  private let state = Mutex(Coverage())

  func begin() { state.withLock { $0 = Coverage() } }
  func end() -> Coverage { state.withLock { $0 } }
  func reach(_ place: Int) { state.withLock { $0.features.append(UInt32(place)) } }
  func compare(_ operand: UInt64) { state.withLock { $0.operands.append(operand) } }
}

@Suite("Coverage and the corpus")
struct CorpusTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  func settings(_ probe: ToyProbe?, seed: UInt64 = 1, cases: Int = 100, guided: Int = 20_000) -> RunSettings {
    var settings = RunSettings(cases: cases, seed: seed)
    settings.guidance = Guidance(cases: guided, coverage: probe, corpus: Corpus(directory: directory.path))
    return settings
  }

  /// A word of four letters, told letter by letter.
  static func magic(_ probe: ToyProbe?) -> Property<Void> {
    Requirement<Void>("M-1", "no magic").holds(forAll: .array(of: .int(in: 0...31), count: 4...6)) { letters, _ in
      var place = 0
      probe?.reach(100 + letters.count)
      while place < 4, place < letters.count, letters[place] == word[place] {
        place += 1
        probe?.reach(place)
      }
      try expect("no magic", place < 4)
    }
  }

  static let word = [17, 23, 5, 30]

  @Test func whatReachesMoreIsChangedFurther() async {
    for seed in UInt64(1)...5 {
      let probe = ToyProbe()
      let guided = await Runner(settings: settings(probe, seed: seed, guided: 40_000)).run(Self.magic(probe), on: .none)
      #expect(guided.verdict.counterexample?.value == "[17, 23, 5, 30]", "seed \(seed)")
      try? FileManager.default.removeItem(atPath: directory.path + "/M-1.json")
      let blind = await Runner(settings: settings(nil, seed: seed, cases: 20_000)).run(Self.magic(nil), on: .none)
      #expect(blind.verdict.isHeld)
    }
  }

  @Test func whatTheCodeComparesWithIsTried() async {
    let probe = ToyProbe()
    var settings = settings(probe, guided: 2_000)
    settings.guidance.corpus = nil
    for generator in [Generator<Int>.int(), .int(in: 0 ... .max), .int(in: -(1 << 40)...(1 << 40))] {
      let property = Requirement<Void>("M-2", "no magic").holds(forAll: generator) { value, _ in
        probe.reach(0)
        probe.compare(0x12_3456_789A)
        try expect("no magic", value != 0x12_3456_789A)
      }
      let result = await Runner(settings: settings).run(property, on: .none)
      #expect(result.verdict.counterexample?.value == "\(0x12_3456_789A)")
    }
  }

  @Test func interestingCasesAreKeptAndTriedFirst() async throws {
    let probe = ToyProbe()
    // Too few to find the word at once.
    for round in 0..<100 {
      let runner = Runner(settings: settings(probe, seed: UInt64(round), guided: 1_000))
      let result = await runner.run(Self.magic(probe), on: .none)
      if !result.verdict.isHeld { break }
      #expect(try #require(result.guidance).corpusCases > 0)
    }
    let entries = try Corpus(directory: directory.path).entries(of: "M-1")
    #expect(entries.first?.claim == "no magic" && entries.first?.value == "[17, 23, 5, 30]")
    let next = await Runner(settings: settings(nil, seed: 99)).run(Self.magic(nil), on: .none)
    #expect(next.verdict.counterexample?.origin == .found(case: 0), "the corpus comes before random cases")
  }

  @Test func aCorpusIsBounded() async throws {
    let probe = ToyProbe()
    var settings = settings(probe, guided: 500)
    settings.guidance.corpus?.capacity = 7
    let property = Requirement<Void>("M-3", "a claim").holds(forAll: .int()) { value, _ in probe.reach(value & 0xFF) }
    let result = await Runner(settings: settings).run(property, on: .none)
    #expect(result.guidance?.corpusCases == 7)
    #expect(try #require(result.guidance).features > 50)
    #expect(try Corpus(directory: directory.path).entries(of: "M-3").count == 7)
  }

  @Test(arguments: ["", "{", #"{"format": 1, "property": "M-9"}"#, #"{"format": 77, "property": "M-1"}"#])
  func aDamagedFileIsToldOfAndLeft(text: String) async throws {
    try directory.write(text, to: "M-1.json")
    let probe = ToyProbe()
    let result = await Runner(settings: settings(probe, guided: 50)).run(Self.magic(probe), on: .none)
    #expect(result.verdict.isHeld, "the run went on without it")
    let error = try #require(result.guidance?.corpusError)
    #expect(error.contains(directory.path + "/M-1.json"))
    #expect(FailureReport(result).text.contains("corpus   regression file"))
    #expect(try directory.read("M-1.json") == text)
  }

  @Test func whatIsCheckedInPlaceIsKeptApart() throws {
    let probe = ToyProbe()
    for title in ["one", "another", "one"] {
      try check(title, forAll: .int(), settings: settings(probe, guided: 20), claims: .elsewhere) { value in probe.reach(value & 7) }
    }
    let names = try directory.names()
    #expect(names.count == 2)
    for name in names {
      #expect(try !Corpus(directory: directory.path).entries(of: String(name.dropLast(".json".count))).isEmpty)
    }
  }

  @Test func aStaleCaseDoesNoHarm() async throws {
    let probe = ToyProbe()
    _ = await Runner(settings: settings(probe, guided: 300)).run(Self.magic(probe), on: .none)
    let changed = Requirement<Void>("M-1", "a claim").holds(forAll: .text()) { text, _ in text == text }
    let result = await Runner(settings: settings(nil)).run(changed, on: .none)
    #expect(result.verdict.isHeld)
  }

  @Test func theSameSeedIsTheSameSearch() async throws {
    var results: [PropertyResult] = []
    for jobs in [1, 4] {
      let probe = ToyProbe()
      var settings = settings(probe, seed: 4, guided: 3_000)
      settings.guidance.corpus = nil
      settings.jobs = jobs
      results.append(await Runner(settings: settings).run(Self.magic(probe), on: .none))
    }
    #expect(results[0].guidance == results[1].guidance)
    #expect(results[0].verdict.name == results[1].verdict.name)
  }
}
