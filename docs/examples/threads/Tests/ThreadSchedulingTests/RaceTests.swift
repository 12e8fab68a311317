import Foundation
import PropertyTesting
import RacePrograms
import Testing
import ThreadScheduling

/// Data races, also those that ThreadSanitizer seldom meets: docs/benchmarks.md.
@Suite(.serialized)
struct RaceTests {
  private static let isLong = ProcessInfo.processInfo.environment["TOUCHSTONE_ALL"] != nil

  @Test(arguments: RaceProgram.all) func everySeedFindsTheRace(program: RaceProgram) throws {
    for seed in 1...(Self.isLong ? 20 : 3) as ClosedRange<UInt64> {
      let found = try failure { try check("\(program)", scheduled: .threads, seed: seed, claims: .completion) { program.racy() } }
      #expect("\(found)".contains("no data race"), "seed \(seed)")
    }
  }

  @Test(arguments: RaceProgram.all) func theTwinIsNotAccused(program: RaceProgram) throws {
    try check("\(program)", scheduled: .threads, cases: Self.isLong ? 5_000 : 100, claims: .completion) { program.ordered() }
  }
}
