import PropertyTesting
import Synchronization

/// Runs a synchronous property of no system. It holds also if it claims nothing: mostly the cases are what a test looks at.
func run<Value>(
  _ generator: Generator<Value>, seed: UInt64 = 1, cases: Int = 100, jobs: Int = 1,
  requiring shares: [String: Double] = [:],
  _ predicate: @escaping @Sendable (Value, Trial) throws -> Void
) async -> PropertyResult {
  await Runner(settings: RunSettings(cases: cases, seed: seed, jobs: jobs)).run(
    Requirement<Void>("T-1", "a claim").holds(forAll: generator, requiring: shares, claims: .elsewhere) { value, _, trial in
      try predicate(value, trial)
    }, on: .none)
}

/// Runs a synchronous property of no system, without a trial.
func run<Value>(
  _ generator: Generator<Value>, seed: UInt64 = 1, cases: Int = 100, jobs: Int = 1,
  _ predicate: @escaping @Sendable (Value) throws -> Void
) async -> PropertyResult {
  await run(generator, seed: seed, cases: cases, jobs: jobs) { value, _ in try predicate(value) }
}

/// The counterexamples that seeds 1 to `seeds` end in, each with how often.
func counterexamples<Value>(
  _ generator: Generator<Value>, seeds: Int = 30, cases: Int = 1_000,
  failing holdsNot: @escaping @Sendable (Value) -> Bool
) async -> [String: Int] {
  var found: [String: Int] = [:]
  for seed in 1...UInt64(seeds) {
    // The counterexample alone: neither other failures nor why it fails.
    let settings = RunSettings(cases: cases, seed: seed, failures: 1, explanationCalls: 0)
    let result = await Runner(settings: settings).run(
      Requirement<Void>("T-1", "a claim").holds(forAll: generator) { value, _ in
        try expect("the claim", !holdsNot(value))
      }, on: .none)
    found[result.verdict.counterexample?.value ?? result.verdict.name, default: 0] += 1
  }
  return found
}

extension Fixture where System == Void {
  /// No system at all.
  static var none: Fixture { Fixture(system: {}) }
}

/// A count that concurrent code may raise.
final class Counter: Sendable {
  private let state = Mutex(0)

  var value: Int { state.withLock { $0 } }

  /// - Returns: the count after it was raised.
  @discardableResult
  func increment() -> Int {
    state.withLock { count in
      count += 1
      return count
    }
  }
}

/// A list that concurrent code may append to.
final class Log<Element: Sendable>: Sendable {
  private let state = Mutex<[Element]>([])

  var entries: [Element] { state.withLock { $0 } }

  func append(_ element: Element) { state.withLock { $0.append(element) } }
}

/// An error that no property expects.
struct Surprise: Error, Equatable {
  let code: Int
}
