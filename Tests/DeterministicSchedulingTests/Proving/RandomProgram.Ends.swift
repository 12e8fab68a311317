@testable import DeterministicScheduling

extension RandomProgram {
  /// Those of a run: with the same random numbers in each.
  private var settings: LoopSettings {
    var settings = LoopSettings()
    settings.random = RandomNumbers { 1 }
    return settings
  }

  /// The ends that the program may come to, by running every schedule of it; nil if there are more than `limit`.
  func endsOfAllSchedules(atMost limit: Int) -> Set<String>? {
    // A schedule at random shows how many there are: as many as the alternatives on its way multiply to, on average (Knuth 1975).
    let sample = (0..<8).map { seed in
      let walk = CountingWalk(seed: seed)
      var decisions = Decisions(walk)
      _ = ScheduledRun(settings, deciding: &decisions) { await run() }
      return walk.product.value
    }
    if sample.reduce(0, +) / Double(sample.count) > Double(4 * limit) { return nil }
    let ends = Ends()
    var left: [[ScheduleSwitch]] = [[]]
    var runs = 0
    while let schedule = left.popLast() {
      runs += 1
      if runs + left.count > limit { return nil }
      var decisions = Decisions(following: schedule)
      let run = ScheduledRun(settings, deciding: &decisions) { ends.add(await self.run()) }
      if run.result == nil { ends.add("stuck") }
      let first = (schedule.last?.point ?? -1) + 1
      let alternatives = decisions.alternatives ?? []
      for point in alternatives.indices.dropFirst(first) {
        left += (1..<alternatives[point]).map { schedule + [ScheduleSwitch(point: point, alternative: $0)] }
      }
    }
    return ends.all
  }

  /// The ends that a proof sees.
  func endsOfProof(sharesMemory: Bool = false) -> (ends: Set<String>, orders: Int, gap: String?) {
    let ends = Ends()
    let proof = Proof(sharesMemory: sharesMemory)
    repeat {
      proof.begin()
      var settings = settings
      settings.recorder = proof.recorder
      var decisions = Decisions(proving: proof)
      let run = ScheduledRun(settings, deciding: &decisions) { ends.add(await self.run()) }
      if run.result == nil { ends.add("stuck") }
    } while proof.next()
    return (ends.all, proof.orders, proof.gap)
  }
}

/// Chooses at random, and multiplies the alternatives.
private struct CountingWalk: ScheduleStrategy {
  final class Product { var value = 1.0 }
  let product = Product()
  private var random: ScheduleRandom

  init(seed: Int) { random = ScheduleRandom(seed: UInt64(seed)) }

  mutating func choose(_ count: Int, _ preferred: Int, _ ready: [SchedulerLoop.ReadyJob]) -> Int {
    product.value *= Double(count)
    return random.below(count)
  }
}
