import Foundation
import PropertyTesting
import Testing
import ThreadScheduling

/// Proofs against all orders of small random programs.
@Suite(.serialized)
struct ProofTests {
  /// Of the runs of a search, one after the other.
  private final class Ends: @unchecked Sendable {
    var all: Set<SmallProgram.End> = []
  }

  /// A hundred programs in a default run; TOUCHSTONE_ALL=1: two thousand.
  @Test func everyEndOfSmallProgramsIsReached() throws {
    try compare(isLong ? 2_000 : 100, ofTasks: false)
  }

  /// The same of tasks, some of whose steps are on an actor.
  @Test func everyEndOfSmallProgramsOfTasksIsReached() throws {
    try compare(isLong ? 500 : 8, ofTasks: true)
  }

  /// With a bound: at least all ends of orders within it.
  @Test(arguments: [0, 1, 2]) func everyEndWithinABoundIsReached(preemptions: Int) throws {
    try compare(isLong ? 2_000 : 50, ofTasks: false, preemptions: preemptions)
  }

  private let isLong = ProcessInfo.processInfo.environment["TOUCHSTONE_ALL"] != nil

  private func compare(_ count: Int, ofTasks: Bool, preemptions: Int? = nil) throws {
    let seed = ProcessInfo.processInfo.environment["TOUCHSTONE_SEED"].flatMap { UInt64($0, radix: 16) } ?? UInt64.random(in: 0...UInt64.max)
    var random = SplitMix(state: seed)
    var proven = 0
    // Every step of Dispatch counts as dependent on every other, so that tasks have many orders. Some programs of threads have more than a
    // default run has time for.
    let limit = ofTasks ? 600 : isLong ? 100_000 : 3_000
    for number in 0..<count {
      let program = SmallProgram.random(&random, ofTasks: ofTasks)
      let expected = program.ends()
      let within = preemptions == nil ? expected : program.ends(preemptions: preemptions)
      let ends = Ends()
      do {
        try check("a small program", scheduled: .threads(.everyInterleaving(preemptions: preemptions, limit: limit)), cases: 1) {
          ends.all.insert(ofTasks ? program.runOnTasks() : program.run())
          return true
        }
        proven += 1
        let place = "program \(number) of seed \(String(seed, radix: 16)):\n\(program)"
        #expect(ends.all.isSubset(of: expected), "\(place)")
        #expect(ends.all.isSuperset(of: within), "\(place)")
      } catch let failure as PropertyFailure {
        if case .gaveUp = failure.result.verdict {
          #expect(ends.all.isSubset(of: expected), "seed \(String(seed, radix: 16)):\n\(program)")
          continue
        }
        // A search ends with the first deadlock.
        guard case .deadlocked = failure.result.verdict else {
          throw Unexpected(text: "seed \(String(seed, radix: 16)):\n\(program)\n\(failure)")
        }
        #expect(expected.contains { $0.isStuck }, "seed \(String(seed, radix: 16)):\n\(program)\n\(failure)")
      }
    }
    // Of a few programs of tasks, all may have too many orders.
    if !ofTasks || isLong { #expect(proven > 0, "none of \(count) programs of seed \(String(seed, radix: 16)) is proven") }
  }

  @Test func aProofAndWhatItLeavesOut() throws {
    let result = try check("an atomic counter", scheduled: .threads(.everyInterleaving(preemptions: nil))) {
      let shared = Shared()
      let add: @Sendable () -> Void = { shared.atomic.add(1, ordering: .relaxed) }
      joined([add, add])
      try expect("both count", shared.atomic.load(ordering: .relaxed), equals: 2)
    }
    #expect("\(result)".contains("proven"))
    #expect(result.limits.contains { $0.contains("every atomic shows its last value") })
    let lost = try failure {
      try check("a load and a store", scheduled: .threads(.everyInterleaving(preemptions: 1))) {
        let shared = Shared()
        onThreads(2) { _ in shared.atomic.store(shared.atomic.load(ordering: .relaxed) + 1, ordering: .relaxed) }
        try expect("both count", shared.atomic.load(ordering: .relaxed), equals: 2)
      }
    }
    #expect("\(lost)".contains("both count: expected 2, got 1"))
  }
}

struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z &>> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z &>> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z &>> 31)
  }
}
