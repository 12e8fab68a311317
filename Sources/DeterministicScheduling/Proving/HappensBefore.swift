/// Which steps of a run follow from which: those of one task, what made a job ready, and whatever touched the same.
struct HappensBefore {
  /// For each step those before it, as a set of bits.
  private var predecessors: [[UInt64]] = []
  private let steps: [StepRecorder.Step]
  private let touched: [Touched]

  init(_ steps: [StepRecorder.Step]) {
    self.steps = steps
    var labels: [Footprint.Label: UInt64] = [:]
    let changed = steps.reduce(into: Set()) { $0.formUnion($1.footprint.others) }
    touched = steps.map { Touched($0.footprint, changed, &labels) }
    let words = (steps.count + 63) / 64
    predecessors.reserveCapacity(steps.count)
    for later in steps.indices {
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

  /// Those before a step that depend on it and that nothing else has before it: each could have come after it.
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
    let (a, b) = (steps[earlier], steps[later])
    return a.epoch == b.epoch && a.tasks.isDisjoint(with: b.tasks) && !b.causes.contains(earlier) && touched[earlier].depends(on: touched[later])
  }

  private func isDirect(_ earlier: Int, _ later: Int) -> Bool {
    let (a, b) = (touched[earlier], touched[later])
    // Jobs of one actor run in the order in which they came onto its queue.
    return a.depends(on: b) || a.actor & b.actor != 0 || steps[earlier].epoch != steps[later].epoch
      || steps[later].causes.contains(earlier)
  }

  /// A footprint as sets of bits. Labels beyond the first 63 share one bit: they count as one thing. What is read and nobody changes has
  /// none.
  private struct Touched {
    private let queues: UInt64
    let actor: UInt64
    private let others: UInt64
    private let reads: UInt64
    private let priorities: Set<UInt8>

    init(_ footprint: Footprint, _ changed: Set<Footprint.Label>, _ labels: inout [Footprint.Label: UInt64]) {
      func bit(_ label: Footprint.Label) -> UInt64 {
        if let bit = labels[label] { return bit }
        let bit = UInt64(1) << UInt64(min(labels.count, 63))
        labels[label] = bit
        return bit
      }
      queues = footprint.queues.reduce(0) { $0 | bit($1) }
      actor = footprint.actor.map(bit) ?? 0
      others = footprint.others.reduce(0) { $0 | bit($1) }
      reads = footprint.reads.intersection(changed).reduce(0) { $0 | bit($1) }
      priorities = footprint.priorities
    }

    func depends(on other: Touched) -> Bool {
      Footprint.isOrderTold(
        ofQueues: queues & other.queues != 0, ofOthers: others & (other.others | other.reads) | reads & other.others != 0,
        ofTurn: actor & other.queues | other.actor & queues != 0, priorities, other.priorities)
    }
  }
}
