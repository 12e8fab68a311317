extension ObjectHistory where Object == RegisterObject {
  /// Decides a register whose writes all write different values, in the time of a sort: Gibbons and Korach (1997), "Testing shared
  /// memories", section 4.
  ///
  /// A value's cluster is its write with the reads that returned it. Between the first completion and the last invocation of a cluster,
  /// the register held the value without a break: its zone. The history is linearizable if and only if no read precedes its write, no two
  /// such zones overlap, and none contains a cluster whose calls all overlap (which needs one moment of its own in there).
  /// - Returns: nil if some value is written twice, or compared.
  func decideByZones() -> Finding? {
    var writes: [Int: Int] = [:]
    for (index, call) in calls.enumerated() {
      switch call.operation {
      case .write(let value):
        guard value != object.initial, writes.updateValue(index, forKey: value) == nil else { return nil }
      case .read: continue
      case .compareAndSet, .compareFailed: return nil
      }
    }
    var clusters: [Int: Cluster] = [:]
    for (index, call) in calls.enumerated() {
      guard case .read(let value) = call.operation, let end = call.end else { continue }
      if value != object.initial {
        guard let write = writes[value] else {
          return .refused(Refusal(core: [index], others: [], rule: "nobody wrote this value"))
        }
        if end < calls[write].start {
          return .refused(Refusal(core: [index, write], others: [], rule: "a value is read before its write began"))
        }
      }
      clusters[value, default: Cluster(value: value)].take(index, start: call.start, end: end)
    }
    for (value, write) in writes {
      // Of unknown outcome and never read: it need not have happened.
      if calls[write].end == nil && clusters[value] == nil { continue }
      clusters[value, default: Cluster(value: value)].take(write, start: calls[write].start, end: calls[write].end ?? Int.max)
    }
    // The register was born with this value, which precedes everything.
    clusters[object.initial]?.take(nil, start: Int.min, end: Int.min)
    return firstConflict(Array(clusters.values), writes)
  }

  private struct Cluster {
    let value: Int
    /// The earliest completion, and the call; nil: the beginning of time.
    var firstEnd = Int.max
    var firstEnded: Int?
    /// The latest invocation, and the call.
    var lastStart = Int.min
    var lastStarted: Int?

    /// Whether the register held the value from `firstEnd` to `lastStart`.
    var spans: Bool { firstEnd < lastStart }

    mutating func take(_ call: Int?, start: Int, end: Int) {
      if end < firstEnd { (firstEnd, firstEnded) = (end, call) }
      if start > lastStart { (lastStart, lastStarted) = (start, call) }
    }
  }

  private func firstConflict(_ clusters: [Cluster], _ writes: [Int: Int]) -> Finding {
    let spanning = clusters.filter(\.spans).sorted { ($0.firstEnd, $0.value) < ($1.firstEnd, $1.value) }
    for (one, other) in zip(spanning, spanning.dropFirst()) where other.firstEnd < one.lastStart {
      return refusal([one, other], writes, "two values would have been held at the same time")
    }
    for cluster in clusters where !cluster.spans {
      // The zone that began last before this cluster's moment.
      var (low, high) = (0, spanning.count)
      while low < high {
        let middle = (low + high) / 2
        if spanning[middle].firstEnd < cluster.lastStart { low = middle + 1 } else { high = middle }
      }
      guard low > 0, cluster.firstEnd < spanning[low - 1].lastStart else { continue }
      return refusal([spanning[low - 1], cluster], writes, "a value would have come and gone while another was held")
    }
    return .linearizable(order: nil)
  }

  private func refusal(_ clusters: [Cluster], _ writes: [Int: Int], _ rule: String) -> Finding {
    let core = clusters.flatMap { [$0.firstEnded, $0.lastStarted, writes[$0.value]].compactMap(\.self) }
    return .refused(Refusal(core: Set(core).sorted(), others: [], rule: rule))
  }
}
