import Foundation
import ProcessIsolation
import PropertyTesting

// `leaks N`: runs N cases that all die, by turns of a trap, a signal, an exit and too long a time, then a property
// that crashes, and prints what is left of it all: one JSON object.
// `hang`: runs a property whose cases never end, with as many workers as processors, until it is killed.

struct Leaks: Encodable {
  let deaths: Int
  let children: Int
  let descriptorsBefore: [String]
  let descriptorsAfter: [String]
  let verdict: String
}

func entries(_ folder: String) -> [String] {
  ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
}

/// Children of this process, those too that were never waited for.
func childCount() -> Int {
  let path = "/proc/self/task/\(getpid())/children"
  return ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: " ").count
}

func die(_ index: Int) {
  switch index % 1_000 {
  case 999: while true { usleep(1_000) }
  case let number where number % 3 == 0: fatalError("case \(index)")
  case let number where number % 3 == 1: abort()
  default: exit(0)
  }
}

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "leaks":
  let count = arguments.dropFirst().first.flatMap { Int($0) } ?? 100
  let limits = IsolationLimits(timeout: .milliseconds(100))
  let property = Requirement<Void>("P-1", "dies").holds(forAll: .int()) { number, _ in
    if number > 3 { fatalError("it dies") }
  }
  let runner = Runner(settings: RunSettings(seed: 1, jobs: 2), isolation: .forked())
  // What is made once and kept, such as Dispatch's own descriptors, is there after this.
  _ = await runner.run(property, on: Fixture(system: {}))
  let before = entries("/proc/self/fd")
  let deaths = try IsolatedCases(limits: limits).run(0..<count) { die($0) }
  let result = await runner.run(property, on: Fixture(system: {}))
  let leaks = Leaks(
    deaths: deaths.count, children: childCount(), descriptorsBefore: before,
    descriptorsAfter: entries("/proc/self/fd"), verdict: result.verdict.name)
  print(String(decoding: try JSONEncoder().encode(leaks), as: UTF8.self))
case "hang":
  let property = Requirement<Void>("P-2", "hangs").holds(forAll: .int()) { _, _ in
    while true { usleep(1_000) }
  }
  let runner = Runner(
    settings: RunSettings(cases: 1_000, seed: 1, jobs: 3), isolation: .forked(timeout: .seconds(3_600)))
  _ = await runner.run(property, on: Fixture(system: {}))
default:
  FileHandle.standardError.write(Data("isolation-probe takes: leaks N, or hang\n".utf8))
  exit(2)
}
