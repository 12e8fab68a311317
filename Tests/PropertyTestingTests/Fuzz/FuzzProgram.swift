import Foundation
import Synchronization

@testable import PropertyTesting

/// One random program: a generator or a machine, a property of it, and settings. A number is the whole program.
struct FuzzProgram: Sendable {
  enum Kind: String, Sendable { case values, machine, lanes, faultyPass }

  let number: UInt64
  let kind: Kind
  let property: Property<Void>
  let settings: RunSettings
  /// Calls of generators and properties so far.
  private let work: FuzzWork

  init(_ number: UInt64) {
    self.number = number
    var random = FuzzRandom(number)
    let kinds: [Kind] = [.values, .values, .values, .values, .machine, .machine, .machine, .lanes, .faultyPass, .faultyPass]
    kind = random.pick(kinds)
    let work = FuzzWork()
    self.work = work
    var settings = RunSettings(
      cases: random.pick([5, 20, 40, 100]), seed: random.word(), shrinkCalls: random.pick([1, 30, 60, 100, 300]),
      shrinkTime: .seconds(36_000), failures: random.from(1...3), explanationCalls: random.pick([0, 5, 40]), shares: .once)
    settings.guidance.cases = 10
    settings.enumerates = random.chance(2)
    switch kind {
    case .machine: property = Self.machine(&random, work)
    case .lanes: property = Self.lanes(&random, work)
    case .values: property = Self.values(&random, work)
    case .faultyPass:
      property = random.chance(2) ? Self.values(&random, work) : Self.machine(&random, work)
      settings.passes = shrinkPasses
      for _ in 0..<random.from(1...3) {
        settings.passes.insert(FaultyPass(seed: random.word()), at: random.below(settings.passes.count + 1))
      }
    }
    self.settings = settings
  }

  private static func values(_ random: inout FuzzRandom, _ work: FuzzWork) -> Property<Void> {
    var depth = random.from(1...3)
    var (generator, samples) = sampled(&random, depth)
    // Large values take most of the time, and say little that small ones do not.
    while depth > 1, samples.contains(where: { $0.numbers[0] > 40 }) {
      depth -= 1
      (generator, samples) = sampled(&random, depth)
    }
    let property = FuzzProperty(&random, samples)
    let examples = random.chance(8) ? [FuzzValue.int(3), .list([])] : []
    return Requirement<Void>("fuzz", "random values").holds(forAll: work.counting(generator).trying(examples)) { value, _, trial in
      try work.call()
      try property.check(value, trial)
    }
  }

  private static func sampled(_ random: inout FuzzRandom, _ depth: Int) -> (Generator<FuzzValue>, [FuzzFeatures]) {
    var generators = FuzzGenerators(random)
    let generator = generators.any(depth)
    random = generators.random
    let seed = random.word()
    let samples = (0..<12).compactMap { index in
      var source = Source(seed: seed, index: index * 7)
      return (try? generator.produce(&source)).map(FuzzFeatures.init)
    }
    return (generator, samples)
  }

  private static func machine(_ random: inout FuzzRandom, _ work: FuzzWork) -> Property<Void> {
    let machine = fuzzMachine(&random)
    let count = random.chance(10) ? nil : 0...random.from(1...16)
    return Requirement<Void>("fuzz", "a random machine").holds(forAll: work.counting(machine.sequence(count: count))) { commands, _, trial in
      try work.call()
      var system = FuzzSystem()
      try await commands.run(on: &system, trial)
    }
  }

  /// What is drawn for lanes, without running them: threads would decide.
  private static func lanes(_ random: inout FuzzRandom, _ work: FuzzWork) -> Property<Void> {
    let machine = fuzzMachine(&random)
    let condition = FuzzCondition.any(&random, [], depth: 1)
    let generator = machine.parallel(lanes: 2...random.from(2...3), commandsPerLane: random.from(1...3), prefix: 3)
    return Requirement<Void>("fuzz", "lanes of a random machine").holds(forAll: work.counting(generator)) { commands, _ in
      try work.call()
      let steps = commands.prefix + commands.lanes.joined() + commands.suffix
      let value = FuzzValue.list(steps.map { .pair(.text($0.text), other: .list([.int($0.lane), .int($0.command)])) })
      try expect("the condition", !condition.holds(value, FuzzFeatures(value)))
    }
  }
}

/// Counts what a program does, so that one without an end is told by its work and not by a clock.
final class FuzzWork: Sendable {
  struct Endless: Error {}

  private let calls = Atomic(0)
  private let draws = Atomic(0)
  static let mostCalls = 30_000
  static let mostDraws = 1_500_000

  var isEndless: Bool { calls.load(ordering: .relaxed) > Self.mostCalls || draws.load(ordering: .relaxed) > Self.mostDraws }

  func reset() {
    calls.store(0, ordering: .relaxed)
    draws.store(0, ordering: .relaxed)
  }

  func call() throws {
    if calls.add(1, ordering: .relaxed).newValue > Self.mostCalls { throw Endless() }
  }

  func counting<Value>(_ generator: Generator<Value>) -> Generator<Value> {
    Generator { [self] source in
      if draws.add(1, ordering: .relaxed).newValue > Self.mostDraws { throw Endless() }
      return try source.draw(generator)
    }
  }
}

extension FuzzProgram {
  /// What the run of a program comes to, as far as it must not depend on anything but its seed.
  struct Outcome: Equatable {
    var verdict = ""
    var token = ""
    var value = ""
    var message = ""
    var path: [Counterexample.Step] = []
    var explanation: Explanation?
    var classes: [String: Int] = [:]
    var others: [String] = []
    var faults: [String] = []
  }

  private func run(jobs: Int, shrinks: Bool = true) async -> PropertyResult {
    work.reset()
    var settings = settings
    settings.jobs = jobs
    settings.shrinks = shrinks
    return await Runner(settings: settings).run(property, on: Fixture(system: {}))
  }

  private func outcome(_ result: PropertyResult) -> Outcome {
    let found = result.verdict.counterexample
    return Outcome(
      verdict: result.verdict.name, token: found.map { "\($0.token)" } ?? "", value: found?.value ?? "",
      message: found?.message ?? "", path: found?.shrinking.path ?? [], explanation: found?.explanation, classes: result.classes,
      others: result.otherFailures.map { "\($0.name) \($0.counterexample?.value ?? "")" },
      faults: found?.shrinking.faults.map { "\($0)" } ?? [])
  }

  /// What a person would see of the program.
  func report() async -> String { FailureReport(await run(jobs: 1), context: .check).text }

  /// Runs the program in every way that must come to the same, and says what did not.
  func problems() async -> [String] {
    var problems: [String] = []
    func claim(_ condition: Bool, _ text: @autoclosure () -> String) { if !condition { problems.append(text()) } }
    let result = await run(jobs: 1)
    let first = outcome(result)
    claim(!work.isEndless, "it did not end")
    let report = FailureReport(result, context: .check).text
    for verdict in [result.verdict] + result.otherFailures {
      switch verdict {
      case .flaky, .uncontrolled, .crashed, .timedOut, .deadlocked, .stale:
        problems.append("verdict \(verdict.name): \(verdict.counterexample?.message ?? "")")
      case .held, .claimsNothing, .falsified, .gaveUp, .errored: break
      }
      guard let found = verdict.counterexample else { continue }
      problems += await replayProblems(found, verdict)
      let shrinking = found.shrinking
      claim(shrinking.choicesAfter <= shrinking.choicesBefore, "shrunk from \(shrinking.choicesBefore) to \(shrinking.choicesAfter) choices")
      let sizes = [shrinking.choicesBefore] + shrinking.path.map(\.choices)
      claim(zip(sizes, sizes.dropFirst()).allSatisfy { $0 >= $1 }, "a step of shrinking has more choices: \(sizes)")
    }
    if let found = result.verdict.counterexample { claim(report.contains("\(found.token)"), "the report has no token") }
    claim(kind == .faultyPass || first.faults.isEmpty, "a fault in the engine: \(first.faults)")
    let again = outcome(await run(jobs: 3))
    claim(first == again, "two runs differ: \(first) and \(again)")
    let unshrunk = await run(jobs: 1, shrinks: false)
    claim(unshrunk.verdict.name == first.verdict, "without shrinking it is \(unshrunk.verdict.name), with it \(first.verdict)")
    if let found = unshrunk.verdict.counterexample {
      problems += await replayProblems(found, unshrunk.verdict)
      let shrinking = result.verdict.counterexample?.shrinking
      // An example is one choice; the drawn case that fails alike has more.
      claim(shrinking?.isOfDrawnCase == true || found.shrinking.choicesAfter >= shrinking?.choicesAfter ?? 0, "shrinking made it larger")
    }
    return problems
  }

  /// A token that is read again must replay to the same value and failure.
  private func replayProblems(_ found: Counterexample, _ verdict: Verdict) async -> [String] {
    work.reset()
    guard let token = try? ReplayToken("\(found.token)"), token == found.token else { return ["the token cannot be read: \(found.token)"] }
    let replayed = await Runner(settings: settings).replay(token, of: property, on: Fixture(system: {})).verdict
    guard let again = replayed.counterexample, replayed.name == verdict.name else {
      return ["\(verdict.name) replays as \(replayed.name): \(found.value) \(replayed)"]
    }
    if again.value != found.value || again.message != found.message || "\(again.token)" != "\(found.token)" {
      return ["\(found.value) (\(found.message)) replays as \(again.value) (\(again.message))"]
    }
    return []
  }
}
