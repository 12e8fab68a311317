import Foundation
import ProcessIsolation
import PropertyTesting

/// What it costs to run cases in worker processes while none of them dies.
struct IsolationCost: Codable {
  /// For each case, beyond the same run without isolation.
  let overheadNanoseconds: Double
  /// For a run of one case, beyond the same run without isolation: to make a worker and to end it.
  let startMicroseconds: Double

  static func measure(cases: Int, rounds: Int = 7) -> IsolationCost {
    let long = difference(cases: cases, rounds: rounds)
    let short = difference(cases: 1, rounds: 101)
    return IsolationCost(
      overheadNanoseconds: (long - short) / Double(cases) * 1e9, startMicroseconds: short * 1e6)
  }

  /// Seconds of processor time, of this process and its workers: the median over pairs of runs.
  private static func difference(cases: Int, rounds: Int) -> Double {
    let differences = (0..<rounds).map { _ -> Double in
      let without = seconds(cases, nil)
      return seconds(cases, .forked()) - without
    }
    return differences.sorted()[rounds / 2]
  }

  private static func seconds(_ cases: Int, _ isolation: Isolation?) -> Double {
    let start = processorSeconds()
    do {
      try check(
        "bench", forAll: .zip(.int(), .int()), settings: RunSettings(cases: cases, seed: 1), isolation: isolation
      ) { a, b in
        if !Workloads.commutes(a, b) { throw Workloads.Broken() }
      }
    } catch {
      Workloads.fail()
    }
    return processorSeconds() - start
  }

  private static func processorSeconds() -> Double {
    #if canImport(Glibc)
      let kinds = [RUSAGE_SELF.rawValue, RUSAGE_CHILDREN.rawValue]
    #else
      let kinds = [RUSAGE_SELF, RUSAGE_CHILDREN]
    #endif
    return kinds.reduce(0) { sum, kind in
      var usage = rusage()
      getrusage(kind, &usage)
      return sum + [usage.ru_utime, usage.ru_stime].reduce(0) {
        $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
      }
    }
  }
}
