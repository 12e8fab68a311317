/// Which stretches of a run follow from which: those of one task, what made a job ready, and whatever touched the same.
struct HappensBefore {
  /// For each stretch those before it, as a set of bits.
  private var predecessors: [[UInt64]] = []
  private let stretches: [StepRecorder.Stretch]
  private let touched: [Touched]

  init(_ stretches: [StepRecorder.Stretch]) {
    self.stretches = stretches
    var labels: [Footprint.Label: UInt64] = [:]
    touched = stretches.map { Touched($0.footprint, &labels) }
    let words = (stretches.count + 63) / 64
    predecessors.reserveCapacity(stretches.count)
    for later in stretches.indices {
      var all = Array(repeating: UInt64(0), count: words)
      for earlier in (0..<later).reversed() where all[earlier / 64] >> UInt64(earlier % 64) & 1 == 0 {
        guard isDirect(earlier, later) else { continue }
        for word in 0...(earlier / 64) { all[word] |= predecessors[earlier][word] }
        all[earlier / 64] |= 1 << UInt64(earlier % 64)
      }
      predecessors.append(all)
    }
  }

  func precedes(_ earlier: Int, _ later: Int) -> Bool {
    predecessors[later][earlier / 64] >> UInt64(earlier % 64) & 1 == 1
  }

  /// Those before a stretch that depend on it and that nothing else has before it: each could have come after it.
  func races(with later: Int) -> [Int] {
    // What something comes between.
    var indirect = Array(repeating: UInt64(0), count: predecessors[later].count)
    var races: [Int] = []
    for earlier in (0..<later).reversed() where precedes(earlier, later) {
      let isIndirect = indirect[earlier / 64] >> UInt64(earlier % 64) & 1 == 1
      if !isIndirect, isReversible(earlier, later) { races.append(earlier) }
      for word in predecessors[earlier].indices { indirect[word] |= predecessors[earlier][word] }
    }
    return races
  }

  private func isReversible(_ earlier: Int, _ later: Int) -> Bool {
    let (a, b) = (stretches[earlier], stretches[later])
    return a.step != b.step && a.epoch == b.epoch && (a.task != b.task || a.task == nil)
      && !b.causes.contains(earlier) && touched[earlier].depends(on: touched[later])
  }

  private func isDirect(_ earlier: Int, _ later: Int) -> Bool {
    let (a, b) = (touched[earlier], touched[later])
    // Jobs of one actor run in the order in which they came onto its queue.
    return a.depends(on: b) || a.actor & b.actor != 0 || stretches[earlier].epoch != stretches[later].epoch
      || stretches[later].causes.contains(earlier)
  }

  /// A footprint as sets of bits. Labels beyond the first 63 share one bit: they count as one thing.
  private struct Touched {
    private let queues: UInt64
    let actor: UInt64
    private let others: UInt64
    private let priorities: Set<UInt8>

    init(_ footprint: Footprint, _ labels: inout [Footprint.Label: UInt64]) {
      func bit(_ label: Footprint.Label) -> UInt64 {
        if let bit = labels[label] { return bit }
        let bit = UInt64(1) << UInt64(min(labels.count, 63))
        labels[label] = bit
        return bit
      }
      queues = footprint.queues.reduce(0) { $0 | bit($1) }
      actor = footprint.actor.map(bit) ?? 0
      others = footprint.others.reduce(0) { $0 | bit($1) }
      priorities = footprint.priorities
    }

    func depends(on other: Touched) -> Bool {
      Footprint.isOrderTold(
        ofQueues: queues & other.queues != 0, ofOthers: others & other.others != 0,
        ofTurn: actor & other.queues | other.actor & queues != 0, priorities, other.priorities)
    }
  }
}
