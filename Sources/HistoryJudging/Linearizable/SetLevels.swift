extension ObjectHistory where Object == SetObject {
  /// Decides a set to which different values are added and which is read whole, in the time of reading it.
  ///
  /// The reads tell the order of everything but calls of one level: first the values of the smallest read, then that read, then what the
  /// next read has beyond it. The history is linearizable if and only if the reads are a chain by inclusion and no call precedes, in time,
  /// a call of an earlier level.
  /// - Returns: nil if a value is added twice or removed, or asked for alone.
  func decideByLevels() -> Finding? {
    var adds: [Int: Int] = [:]
    var reads: [(call: Int, values: Set<Int>)] = []
    for (index, call) in calls.enumerated() {
      switch call.operation {
      case .add(let value): if adds.updateValue(index, forKey: value) != nil { return nil }
      case .read(let values): if call.end != nil { reads.append((index, values)) }
      case .remove, .contains: return nil
      }
    }
    let everyAdd = adds.values.sorted()
    func refusal(_ core: [Int], _ rule: String) -> Finding {
      let kept = Set(core)
      return .refused(Refusal(core: kept.sorted(), others: everyAdd.filter { !kept.contains($0) }, rule: rule))
    }
    reads.sort { ($0.values.count, $0.call) < ($1.values.count, $1.call) }
    var level = 0
    var levels = Array(repeating: -1, count: calls.count)
    var seen: Set<Int> = []
    for (place, read) in reads.enumerated() {
      if place > 0 {
        guard reads[place - 1].values.isSubset(of: read.values) else {
          return refusal([reads[place - 1].call, read.call], "of two reads, neither has all that the other has")
        }
        if reads[place - 1].values.count < read.values.count { level += 2 }
      }
      if seen.count < read.values.count {
        for value in read.values where seen.insert(value).inserted {
          guard let add = adds[value] else { return refusal([read.call], "nobody added one of the values read") }
          levels[add] = level
        }
      }
      levels[read.call] = level + 1
    }
    // Never read: later than every read, if it happened.
    for add in everyAdd where levels[add] < 0 && calls[add].end != nil { levels[add] = level + 2 }
    let ordered = calls.indices.filter { levels[$0] >= 0 }.sorted { (levels[$0], $0) > (levels[$1], $1) }
    var earliest: Int?
    var place = 0
    while place < ordered.count {
      let start = place
      while place < ordered.count && levels[ordered[place]] == levels[ordered[start]] { place += 1 }
      if let earliest, let end = calls[earliest].end {
        for call in ordered[start..<place] where end < calls[call].start {
          return refusal([earliest, call], "what is seen and what is not contradicts the order of time")
        }
      }
      for call in ordered[start..<place] {
        if calls[call].end ?? Int.max < earliest.flatMap({ calls[$0].end }) ?? Int.max { earliest = call }
      }
    }
    return .linearizable(order: nil)
  }
}
