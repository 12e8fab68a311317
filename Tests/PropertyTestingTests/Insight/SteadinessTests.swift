import Foundation
@testable import PropertyTesting
import Testing

@Suite("Steadiness: a failure that depends on more than its choices is flaky, any other is not")
struct SteadinessTests {
  /// Four seeds; with TOUCHSTONE_STEADINESS as many as it says, and a table on standard error.
  static let seeds = ProcessInfo.processInfo.environment["TOUCHSTONE_STEADINESS"].flatMap { UInt64($0) } ?? 4

  /// How many of the seeds end in the verdict flaky, and in no failure at all.
  static func flaky(_ property: JudgedProperty) async -> (flaky: Int, held: Int) {
    var counts = (flaky: 0, held: 0)
    for seed in 1...seeds {
      switch await property.verdict(RunSettings(seed: seed, shrinkTime: .seconds(3_600)), nil) {
      case .flaky: counts.flaky += 1
      case .held: counts.held += 1
      default: break
      }
    }
    if seeds > 4 {
      FileHandle.standardError.write(
        Data("| \(property.name)\(property.isHeldOut ? " (held out)" : "") | \(counts.flaky) | \(counts.held) |\n".utf8))
    }
    return counts
  }

  @Test func whatDependsOnMoreThanItsChoicesIsFlaky() async {
    for property in JudgedProperty.unsteady {
      let counts = await Self.flaky(property)
      if Self.missed.contains(property.name) { continue }
      let least = Int(Self.seeds) * Self.leastOfForty[property.name, default: 40] / 40
      #expect(counts.flaky + counts.held >= least, "\(property.name): \(counts)")
    }
  }

  /// Of forty seeds, where it is not all of them: docs/benchmarks.md has the table.
  static let leastOfForty = ["99 of 100": 32, "ten connections that nobody gives back": 39]

  /// A cache that nothing in this process empties, and time, which is the machine's affair: docs/insight.md says so.
  static let missed: Set = ["too late", "a cache with too short a key", "a cache of lengths by the first letter"]

  @Test func aFailureThatItsChoicesDecideIsNeverFlaky() async {
    for property in JudgedProperty.honest {
      #expect(await Self.flaky(property).flaky == 0, "\(property.name)")
    }
  }
}
