import Foundation
import PropertyTesting

/// What more workers and more cases do to the speed of a run.
struct Scaling: Codable {
  /// How many times faster two workers are than one, on the clock on the wall: at most 2, and less on a busy machine.
  let twoWorkers: Double
  /// Nanoseconds of processor time for each of few cases (100,000 in release), and for each of a hundred times as many.
  let nanosecondsOfFew: Double
  let nanosecondsOfMany: Double
  /// By how much the process's most memory grew from the short run to the long one.
  let growthKilobytes: Int

  /// - Parameter cases: how many are many.
  static func measure(cases manyCases: Int) async -> Scaling {
    let fewCases = manyCases / 100
    _ = await seconds(fewCases, jobs: 2)
    var speedups: [Double] = []
    for _ in 0..<7 {
      let one = await seconds(manyCases / 25, jobs: 1)
      speedups.append(one / (await seconds(manyCases / 25, jobs: 2)))
    }
    let few = (0..<7).map { _ in nanoseconds(fewCases) }.sorted()[3]
    let before = peakKilobytes()
    let many = nanoseconds(manyCases)
    return Scaling(
      twoWorkers: speedups.sorted()[3], nanosecondsOfFew: few, nanosecondsOfMany: many,
      growthKilobytes: peakKilobytes() - before)
  }

  /// On the wall, for lists that are reversed twice.
  private static func seconds(_ cases: Int, jobs: Int) async -> Double {
    let property = Requirement<Void>("BENCH", "bench").holds(forAll: .array(of: .int(in: 0...100))) { list, _ in
      if !Workloads.reversesBack(list) { throw Workloads.Broken() }
    }
    let start = ContinuousClock.now
    let result = await Runner(settings: RunSettings(cases: cases, seed: 1, jobs: jobs))
      .run(property, on: Fixture(system: {}))
    if !result.verdict.isHeld { Workloads.fail() }
    return (ContinuousClock.now - start) / .seconds(1)
  }

  /// Of processor time, for pairs that are added: nothing but overhead.
  private static func nanoseconds(_ cases: Int) -> Double {
    let start = processSeconds()
    Workloads.pairEngine(cases)
    return (processSeconds() - start) / Double(cases) * 1e9
  }

  static func peakKilobytes() -> Int {
    var usage = rusage()
    getrusage(.init(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss
  }
}
