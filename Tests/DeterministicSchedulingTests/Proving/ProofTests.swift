import Foundation
import PropertyTesting
import Synchronization
import Testing

@testable import DeterministicScheduling

@Suite("Every interleaving, proven")
struct ProofTests {
  /// What any order comes to, one that was run comes to: of programs that no earlier run has seen. All of a longer search, from a seed of
  /// its own: `TOUCHSTONE_PROGRAMS=20000 TOUCHSTONE_SEED=1`.
  @Test func reachesEveryEndOfARandomProgram() throws {
    try compare(1_000, sharesMemory: false) { RandomProgram(seed: $0) }
  }

  /// The same where more is shared than actors, such as the buffer of a stream.
  @Test func reachesEveryEndOfARandomProgramWithStreams() throws {
    try compare(50, sharesMemory: true) { RandomProgram(seed: $0, streams: true) }
  }

  private func compare(_ usual: Int, sharesMemory: Bool, _ draw: (UInt64) -> RandomProgram) throws {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["TOUCHSTONE_SEED"].flatMap { UInt64($0, radix: 16) } ?? UInt64.random(in: 0..<1 << 40)
    let asked = environment["TOUCHSTONE_PROGRAMS"].flatMap { Int($0) }
    let count = asked ?? usual
    var (compared, severalEnds, most, seed) = (0, 0, 0, first)
    while compared < count {
      seed += 1
      let program = draw(seed)
      // Those of many schedules take nearly all of the time.
      let limit = asked != nil || compared % 40 == 0 ? 3_000 : 300
      guard let expected = program.endsOfAllSchedules(atMost: limit) else { continue }
      compared += 1
      let proof = program.endsOfProof(sharesMemory: sharesMemory)
      #expect(proof.gap == nil, "seed \(seed): \(program)")
      #expect(proof.ends == expected, "seed \(seed): \(program)")
      if expected.count > 1 { severalEnds += 1 }
      most = max(most, proof.orders)
    }
    print("\(compared) random programs, seeds \(first + 1) to \(seed): \(severalEnds) with several ends, at most \(most) orders")
    // Of streams, fewer have.
    if !sharesMemory { #expect(severalEnds >= count / 20) }
    #expect(most >= 6)
  }

  /// Two actors that call each other. Nine ends; one of them needs a job between two others that wait for the same actor.
  @Test func callsBetweenTwoActorsHaveNineEnds() throws {
    let ends = Ends()
    let program: @Sendable () async -> String = {
      let (p, q) = (Speaker(), Speaker())
      async let first: Void = {
        await p.add("a", via: q)
        await p.add("a")
      }()
      async let second: Void = {
        await p.add("b")
        await q.add("b", via: p)
      }()
      _ = await (first, second)
      return await p.said + " " + q.said
    }
    try check("calls of two actors", scheduled: .everyInterleaving(sharing: .onlyActors)) { ends.add(await program()) }
    #expect(ends.all.count == 9 && ends.all.contains("abAab abB"), "\(ends.all.sorted())")
    let failure = try #require(throws: PropertyFailure.self) {
      try check("never so", scheduled: .everyInterleaving(sharing: .onlyActors)) { try expect("end", await program() != "abAab abB") }
    }
    #expect(failure.result.verdict.name == "falsified")
  }

  /// Who awaits a task raises its priority, so that what it calls from then on overtakes others.
  @Test func aPriorityThatIsRaisedMatters() throws {
    let program = RandomProgram([[.sleep(2), .prioritized([.drop, .log(1)], .low, isAwaited: true)], []])
    let expected = try #require(program.endsOfAllSchedules(atMost: 3_000))
    #expect(program.endsOfProof().ends == expected)
  }

  @Test func ordersThatComeToTheSameAreRunOnce() throws {
    let one = try check("three tasks, two awaits each, on one actor", scheduled: .everyInterleaving(sharing: .onlyActors)) {
      let journal = Journal()
      async let first: Void = add("a", to: journal, times: 2)
      async let second: Void = add("b", to: journal, times: 2)
      async let third: Void = add("c", to: journal, times: 2)
      _ = await (first, second, third)
      try expect("all are there", await journal.lines.count, equals: 6)
    }
    // 6! / (2! 2! 2!)
    #expect(one.interleavings == 90)
    #expect(one.proof == "proven: the only case, in all 90 interleavings of its actors")
    let each = try check("an actor each", scheduled: .everyInterleaving(sharing: .onlyActors)) {
      async let first: Void = add("a", to: Journal(), times: 2)
      async let second: Void = add("b", to: Journal(), times: 2)
      async let third: Void = add("c", to: Journal(), times: 2)
      _ = await (first, second, third)
    }
    #expect(each.proof == "proven: the only case, which has one interleaving of its actors")
  }

  /// Of a proven body that gives a value, how many orders gave each.
  @Test func outcomesAreCounted() throws {
    let result = try check("the last to write", forAll: .int(in: 1...2)) { writers, trial in
      _ = try trial.schedule(.everyInterleaving(sharing: .onlyActors)) {
        let journal = Journal()
        await withTaskGroup(of: Void.self) { group in
          for name in ["a", "b", "c"].prefix(writers) { group.addTask { await journal.add(name) } }
        }
        return await journal.lines.last ?? ""
      }
    }
    let outcomes = try #require(result.distribution.tables.first { $0.name == "outcomes" })
    #expect(outcomes.count == result.interleavings)
    let rows = Dictionary(uniqueKeysWithValues: outcomes.rows.map { ($0.name, $0.count) })
    #expect(rows.keys.sorted() == ["\"a\"", "\"b\""], "\(rows)")
    // With one writer one order; with two as many as let either be the last.
    #expect(rows["\"a\""] == rows["\"b\""].map { $0 + 1 }, "\(rows)")
  }

  private func add(_ line: String, to journal: Journal, times: Int) async {
    for _ in 0..<times { await journal.add(line) }
  }

  /// Memory that nobody sees being shared is missed where only actors are said to be, and found where nothing is said.
  @Test func whatIsSharedMatters() throws {
    let race: @Sendable () async throws -> Void = {
      let shared = Shared()
      let journals = [Journal(), Journal()]
      @Sendable func increment(_ journal: Journal) async {
        let before = shared.count.withLock { $0 }
        await journal.add("")
        shared.count.withLock { $0 = before + 1 }
      }
      async let first: Void = increment(journals[0])
      async let second: Void = increment(journals[1])
      _ = await (first, second)
      try expect("no update is lost", shared.count.withLock { $0 }, equals: 2)
    }
    let failure = try #require(throws: PropertyFailure.self) {
      try check("anything", scheduled: .everyInterleaving(), race)
    }
    #expect(failure.result.verdict.name == "falsified")
    #expect(throws: Never.self) { try check("actors", scheduled: .everyInterleaving(sharing: .onlyActors), race) }
  }

  /// Each of the orders in which two tasks come to an actor that was there before.
  @Test func actorsMadeBeforeAreSeen() throws {
    let journal = Journal()
    let result = try check("two orders", scheduled: .everyInterleaving(sharing: .onlyActors)) {
      async let first: Void = add("a", to: journal, times: 1)
      async let second: Void = add("b", to: journal, times: 1)
      _ = await (first, second)
    }
    #expect(result.interleavings == 2)
  }

  @Test func theMainActorIsOneActor() throws {
    let failure = try #require(throws: PropertyFailure.self) {
      try check("the first is first", scheduled: .everyInterleaving(sharing: .onlyActors)) {
        let screen = Screen()
        async let first: Void = screen.show("first")
        async let second: Void = screen.show("second")
        _ = await (first, second)
        try expect("shown", await screen.lines, equals: ["first", "second"])
      }
    }
    #expect(failure.result.verdict.name == "falsified")
  }

  @Test func aDeadlockIsFoundAndReplayed() throws {
    let body: @Sendable () async throws -> Void = {
      let journal = Journal()
      async let waiter: Void = journal.wait("never")
      await journal.wake()
      await waiter
    }
    let failure = try #require(throws: PropertyFailure.self) {
      try check("somebody wakes", scheduled: .everyInterleaving(sharing: .onlyActors), body)
    }
    #expect(failure.result.verdict.name == "deadlocked")
    let token = try #require(failure.result.verdict.counterexample?.token)
    let again = try #require(throws: PropertyFailure.self) {
      try check("somebody wakes", scheduled: .mixed, replaying: "\(token)", body)
    }
    #expect(again.result.verdict.name == "deadlocked")
  }

  @Test func whatCannotBeProvenIsSaid() throws {
    func reason(_ schedules: Schedules, _ body: @escaping @Sendable () async throws -> Void) throws -> String {
      let failure = try #require(throws: PropertyFailure.self) { try check("cannot", scheduled: schedules, body) }
      #expect(failure.result.verdict.name == "gave up")
      return "\(failure)"
    }
    let proving = Schedules.everyInterleaving(sharing: .onlyActors)
    #expect(try reason(proving.withRacingTimers) {}.contains("its timers race"))
    let polling: @Sendable () async throws -> Void = {
      async let other: Void = { for _ in 0..<3 { await Task.yield() } }()
      for _ in 0..<500 { await Task.yield() }
      await other
    }
    #expect(try reason(proving, polling).contains("200 steps"))
    #expect(
      try reason(.everyInterleaving(sharing: .onlyActors, limit: 10)) {
        let journal = Journal()
        await withTaskGroup(of: Void.self) { group in
          for name in ["a", "b", "c", "d"] { group.addTask { await journal.add(name) } }
        }
      }.contains("more than 10 interleavings"))
  }
}

private actor Speaker {
  private(set) var said = ""

  func add(_ text: String) { said += text }

  func add(_ text: String, via other: Speaker) async {
    said += text
    await other.add(text)
    said += text.uppercased()
  }
}

private final class Shared: Sendable {
  let count = Mutex(0)
}
