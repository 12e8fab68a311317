import Foundation

@testable import HistoryJudging

/// The oracle: whether some order of the calls explains them, by trying all.
func someOrderExplains<Object: SequentialObject>(_ calls: [ObjectCall<Object.Operation>], _ object: Object) -> Bool {
  func explains(_ rest: [ObjectCall<Object.Operation>], _ state: Object.State) -> Bool {
    if rest.allSatisfy({ $0.end == nil }) { return true }
    for (index, call) in rest.enumerated() {
      // Whoever ended before this one began must stand before it.
      if rest.contains(where: { other in other.end.map { $0 < call.start } ?? false }) { continue }
      var others = rest
      others.remove(at: index)
      if object.step(state, call.operation).contains(where: { explains(others, $0) }) { return true }
    }
    return false
  }
  return explains(calls, object.initial)
}

/// Whether the order is one that explains the calls: its states, its times, and all calls that completed.
func explains<Object: SequentialObject>(_ order: [Int], _ calls: [ObjectCall<Object.Operation>], _ object: Object) -> Bool {
  guard Set(order).count == order.count else { return false }
  guard calls.indices.allSatisfy({ calls[$0].end == nil || order.contains($0) }) else { return false }
  for (place, index) in order.enumerated() {
    for later in order[(place + 1)...] {
      if let end = calls[later].end, end < calls[index].start { return false }
    }
  }
  var states: Set<Object.State> = [object.initial]
  for index in order { states = Set(states.flatMap { object.step($0, calls[index].operation) }) }
  return !states.isEmpty
}

/// A generator of numbers that gives the same ones each time.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Calls of a few clients at random times; a fifth has an unknown outcome.
func randomCalls<Operation>(
  _ count: Int, clients: Int, _ random: inout SplitMix, _ operation: (inout SplitMix) -> Operation
) -> [ObjectCall<Operation>] {
  var calls: [ObjectCall<Operation>] = []
  var open: [Int: Int] = [:]
  var clock = 0
  while calls.count < count || !open.isEmpty {
    let client = Int.random(in: 0..<clients, using: &random)
    if let index = open.removeValue(forKey: client) {
      if Int.random(in: 0..<5, using: &random) > 0 { calls[index].end = clock }
    } else if calls.count < count {
      open[client] = calls.count
      calls.append(ObjectCall(start: clock, end: nil, operation: operation(&random), process: client))
    } else {
      continue
    }
    clock += 1
  }
  return calls
}

/// The seeds of random histories: as many as a test run has time for, `TOUCHSTONE_HISTORIES=1000000` for a longer look, or
/// `TOUCHSTONE_HISTORIES=1@17` for one of them.
func seeds(_ usual: Int) -> Range<UInt64> {
  let parts = (ProcessInfo.processInfo.environment["TOUCHSTONE_HISTORIES"] ?? "").split(separator: "@").compactMap { UInt64($0) }
  let first = parts.count > 1 ? parts[1] : 0
  return first..<first + (parts.first ?? UInt64(usual))
}
