@testable import HistoryJudging

/// The oracle of sequential consistency: whether some order of the calls has the order of each process and explains them, by trying all.
func someSessionOrderExplains<Object: SequentialObject>(_ calls: [ObjectCall<Object.Operation>], _ object: Object) -> Bool {
  func explains(_ rest: [ObjectCall<Object.Operation>], _ state: Object.State) -> Bool {
    if rest.allSatisfy({ $0.end == nil }) { return true }
    for (index, call) in rest.enumerated() {
      if rest.contains(where: { $0.process == call.process && $0.end != nil && $0.start < call.start }) { continue }
      var others = rest
      others.remove(at: index)
      if object.step(state, call.operation).contains(where: { explains(others, $0) }) { return true }
    }
    return false
  }
  return explains(calls, object.initial)
}

/// Whether the order is one that explains the calls: its states, the processes, and all calls that were acknowledged.
func explainsSessions<Object: SequentialObject>(_ order: [Int], _ calls: [ObjectCall<Object.Operation>], _ object: Object) -> Bool {
  guard Set(order).count == order.count, calls.indices.allSatisfy({ calls[$0].end == nil || order.contains($0) }) else { return false }
  for (place, index) in order.enumerated() {
    for later in order[(place + 1)...] where calls[later].process == calls[index].process {
      if calls[later].end != nil, calls[later].start < calls[index].start { return false }
    }
  }
  var states: Set<Object.State> = [object.initial]
  for index in order { states = Set(states.flatMap { object.step($0, calls[index].operation) }) }
  return !states.isEmpty
}

/// The oracle of guarantees for sessions, by their definition: some order of the writes, and for each call that reads some set of writes
/// that it sees, so that each guarantee holds. All orders and all sets are tried.
struct SessionOracle {
  /// A call on one key.
  struct Call {
    var key: Int
    var process: Int
    var start: Int
    var end: Int?
    var view: SessionView
  }

  let calls: [Call]
  let guarantees: SessionGuarantees

  /// Calls that write.
  private var writers: [Int] { calls.indices.filter { calls[$0].view.writes != nil } }
  /// Calls whose output counts.
  private var readers: [Int] {
    calls.indices.filter { index in
      guard calls[index].end != nil else { return false }
      if case .nothing = calls[index].view.reads { return false }
      return true
    }
  }

  /// Whether one call came before another in their process.
  private func precedes(_ one: Int, _ other: Int) -> Bool {
    calls[one].process == calls[other].process && calls[one].end != nil && calls[one].start < calls[other].start
  }

  var holds: Bool { orders(writers, []) { order in someSets(readers[...], [:], order) } }

  private func orders(_ rest: [Int], _ order: [Int], _ holds: ([Int]) -> Bool) -> Bool {
    if rest.isEmpty { return holds(order) }
    return rest.contains { next in orders(rest.filter { $0 != next }, order + [next], holds) }
  }

  /// - Parameter seen: by reader, the writers that it sees.
  private func someSets(_ rest: ArraySlice<Int>, _ seen: [Int: Set<Int>], _ order: [Int]) -> Bool {
    guard let reader = rest.first else { return isAllowed(seen, order) }
    // Nobody sees what has not begun.
    let visible = writers.filter { $0 != reader && calls[$0].start < calls[reader].end ?? 0 }
    return (0..<1 << visible.count).contains { bits in
      let set = Set(visible.indices.filter { bits & 1 << $0 != 0 }.map { visible[$0] })
      guard isExplained(reader, set, order) else { return false }
      var seen = seen
      seen[reader] = set
      return someSets(rest.dropFirst(), seen, order)
    }
  }

  private func isExplained(_ reader: Int, _ seen: Set<Int>, _ order: [Int]) -> Bool {
    let own = order.filter { seen.contains($0) && calls[$0].key == calls[reader].key }.compactMap { calls[$0].view.writes }
    return switch calls[reader].view.reads {
    case .nothing, .unclear: true
    case .last(let value): own.last == value
    case .all(let values): Set(own) == values
    case .one(let value, let isThere): own.contains(value) == isThere
    }
  }

  /// The guarantees as Terry and others state them.
  private func isAllowed(_ seen: [Int: Set<Int>], _ order: [Int]) -> Bool {
    func isOrdered(_ one: Int, _ other: Int) -> Bool { order.firstIndex(of: one) ?? 0 < order.firstIndex(of: other) ?? 0 }
    for (reader, set) in seen {
      if guarantees.contains(.readYourWrites), writers.contains(where: { precedes($0, reader) && !set.contains($0) }) { return false }
      if guarantees.contains(.monotonicReads), seen.contains(where: { precedes($0.key, reader) && !$0.value.isSubset(of: set) }) {
        return false
      }
      for write in set {
        if guarantees.contains(.monotonicWrites), writers.contains(where: { precedes($0, write) && !set.contains($0) }) { return false }
        if guarantees.contains(.writesFollowReads) {
          if seen.contains(where: { isBefore($0.key, write) && !$0.value.isSubset(of: set) }) { return false }
        }
      }
    }
    for write in writers where isEffective(write, seen) {
      if guarantees.contains(.monotonicWrites), writers.contains(where: { precedes($0, write) && !isOrdered($0, write) }) { return false }
      if guarantees.contains(.writesFollowReads) {
        let before = seen.filter { isBefore($0.key, write) }.values.joined()
        if before.contains(where: { !isOrdered($0, write) }) { return false }
      }
    }
    return true
  }

  /// A call that compares and sets reads before it writes.
  private func isBefore(_ reader: Int, _ write: Int) -> Bool { reader == write || precedes(reader, write) }

  /// One of unknown outcome took effect if somebody saw it.
  private func isEffective(_ write: Int, _ seen: [Int: Set<Int>]) -> Bool {
    calls[write].end != nil || seen.values.contains { $0.contains(write) }
  }
}
