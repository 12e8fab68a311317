import BenchWork
import Foundation
import PlainBenchWork
import PropertyTesting
import ThreadScheduling

/// Seconds of processor time of the process.
private func seconds(_ body: () throws -> Void) rethrows -> Double {
  func now() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }
  let start = now()
  try body()
  return now() - start
}

/// Of five runs.
private func median(_ measure: () throws -> Double) rethrows -> Double { try (0..<5).map { _ in try measure() }.sorted()[2] }

private let rounds = 300
private let expected = PlainBenchWork.Work.compute(rounds: rounds)

private let plain = median { seconds { precondition(PlainBenchWork.Work.compute(rounds: rounds) == expected) } }
private let outside = median { seconds { precondition(BenchWork.Work.compute(rounds: rounds) == expected) } }

/// One run under a schedule, whose only thread is the body's.
private func inRun(_ schedules: ThreadSchedules) throws -> Double {
  try median {
    try seconds {
      try check("work", scheduled: schedules, cases: 1) { try expect("sum", BenchWork.Work.compute(rounds: rounds), equals: expected) }
    }
  }
}

private func perSecond(_ schedules: ThreadSchedules) throws -> Double {
  let cases = 4_000
  let time = try median {
    try seconds {
      try check("twenty additions", scheduled: schedules, cases: cases) {
        try expect("sum", BenchWork.Work.addInTwoThreads(), equals: 20)
      }
    }
  }
  return Double(cases) / time
}

#if DEBUG
  private let build = "debug"
#else
  private let build = "release"
#endif

private func line(_ words: String, _ figure: Double, _ unit: String) {
  print("| \(build) | \(words) | \(String(format: "%.1f", figure)) \(unit) |")
}

line("instrumented code outside a run", outside / plain, "times slower")
line("in a run, without race detection", try inRun(.threads.ignoringDataRaces) / plain, "times slower")
line("in a run", try inRun(.threads) / plain, "times slower")
line("two threads with twenty atomics, random walk", try perSecond(.threads(.randomWalk)), "schedules a second")
line("the same, mixed", try perSecond(.threads), "schedules a second")
