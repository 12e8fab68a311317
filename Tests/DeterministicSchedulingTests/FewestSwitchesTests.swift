import Foundation
import PropertyTesting
import Testing

@testable import DeterministicScheduling

/// A schedule that fails is shrunk to the fewest switches that any needs. Which number that is, a search through all schedules with
/// fewer says, which has no part of the shrinker.
@Suite("Fewest switches")
struct FewestSwitchesTests {
  /// An end that a random program comes to, and how many switches it takes at least.
  private struct Claim {
    let program: RandomProgram
    let racing: Bool
    let end: String
    let switches: Int

    /// The end, of those which take from two switches to `most`, that takes the most; nil if there is none, or if the search for it
    /// takes too many runs.
    init?(seed: UInt64, most: Int, runs limit: Int) {
      program = RandomProgram(seed: seed)
      // The check draws other numbers than this search.
      if "\(program)".contains("random") { return nil }
      racing = seed % 3 == 0
      var settings = LoopSettings()
      settings.timersRace = racing
      let program = program
      var fewest: [String: Int] = [:]
      var level: [[ScheduleSwitch]] = [[]]
      var runs = 0
      for switches in 0...most {
        var next: [[ScheduleSwitch]] = []
        for schedule in level {
          runs += 1
          if runs > limit { return nil }
          let ends = Ends()
          var decisions = Decisions(following: schedule)
          let run = ScheduledRun(settings, deciding: &decisions) { ends.add(await program.run()) }
          if run.result == nil { ends.add("stuck") }
          for end in ends.all where fewest[end] == nil { fewest[end] = switches }
          let first = (schedule.last?.point ?? -1) + 1
          let alternatives = decisions.alternatives ?? []
          for point in alternatives.indices.dropFirst(first) {
            next += (1..<alternatives[point]).map { schedule + [ScheduleSwitch(point: point, alternative: $0)] }
          }
        }
        level = next
      }
      let ends = fewest.filter { $0.value > 1 }
      guard let hardest = ends.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else { return nil }
      (end, switches) = (hardest.key, hardest.value)
    }

    /// The switches of what is found and shrunk; nil if it is not found.
    func found(seed: UInt64) throws -> (switches: Int, calls: Int)? {
      let (program, end) = (program, end)
      do {
        try check(
          "never ends so", scheduled: racing ? .mixed.withRacingTimers : .mixed, settings: RunSettings(cases: 1_000, seed: seed)
        ) {
          try expect("ends otherwise", await program.run() != end)
        }
        return nil
      } catch let failure as PropertyFailure {
        let found = try #require(failure.result.verdict.counterexample)
        return (try #require(found.switches), found.shrinking.calls)
      }
    }
  }

  /// More programs and seeds: TOUCHSTONE_SOAK is the number of the first program.
  @Test func areWhatRandomProgramsAreShrunkTo() throws {
    let soak = ProcessInfo.processInfo.environment["TOUCHSTONE_SOAK"].map { UInt64($0) ?? 1 }
    let isSoak = soak != nil
    let first = soak ?? 1
    var (claims, found, calls) = (0, 0, 0)
    var more: [String] = []
    for seed in first..<first + (isSoak ? 800 : 160) {
      guard let claim = Claim(seed: seed, most: isSoak ? 4 : 3, runs: isSoak ? 4_000 : 600) else { continue }
      claims += 1
      for run in UInt64(1)...(isSoak ? 10 : 1) {
        guard let shrunk = try claim.found(seed: run) else { continue }
        found += 1
        calls += shrunk.calls
        #expect(shrunk.switches >= claim.switches, "program \(seed), seed \(run)")
        if shrunk.switches > claim.switches { more.append("\(shrunk.switches) for \(claim.switches) in program \(seed), seed \(run)") }
      }
    }
    #expect(claims >= (isSoak ? 20 : 2))
    #expect(found >= claims)
    // Schedules with four switches can be more than the engine runs.
    #expect(more.count * 100 <= found, "\(more)")
    if isSoak { print("\(claims) programs, \(found) schedules found, \(calls / max(1, found)) calls to shrink each, not to the fewest: \(more)") }
  }
}
