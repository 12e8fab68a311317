import CThreads
import PropertyTesting

/// Makes up a schedule of threads point by point.
protocol ThreadStrategy {
  /// - Parameter alternatives: the default first. A thread of -1 stands for time that passes.
  /// - Returns: the index of one of them.
  mutating func choose(_ alternatives: UnsafeBufferPointer<ct_alternative>) -> Int
}

extension ThreadSchedules.Strategy {
  /// The strategy of one case; nil for the default throughout, which every run has first.
  func make(index: Int, seed: UInt64) -> (any ThreadStrategy)? {
    if index == 0 { return nil }
    var random = Random(seed: seed)
    switch self {
    case .randomWalk: return Walk(random: random)
    case .fewPreemptions(let changes): return Priorities(changes: changes, random: random)
    case .partialOrderSampling: return PartialOrders(random: random)
    case .everyInterleaving: return nil
    case .mixed:
      switch random.below(8) {
      case 0, 1, 2: return Walk(random: random)
      case 3, 4: return Priorities(changes: 1 + random.below(3), random: random)
      case 5, 6: return PartialOrders(random: random)
      default: return Departures(atMost: 1 + random.below(3), random: random)
      }
    }
  }
}

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
struct Random {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z &>> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z &>> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z &>> 31)
  }

  mutating func below(_ count: Int) -> Int {
    Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(max(1, count))).high)
  }
}

/// Uniform among the threads at every point.
private struct Walk: ThreadStrategy {
  var random: Random

  mutating func choose(_ alternatives: UnsafeBufferPointer<ct_alternative>) -> Int { random.below(alternatives.count) }
}

/// The default, except at a few random points.
private struct Departures: ThreadStrategy {
  private var random: Random
  private var left: Int
  private var wait: Int
  private let reach: Int

  init(atMost most: Int, random: Random) {
    self.random = random
    left = most
    reach = 4 << self.random.below(6)
    wait = self.random.below(reach)
  }

  mutating func choose(_ alternatives: UnsafeBufferPointer<ct_alternative>) -> Int {
    guard left > 0 else { return 0 }
    guard wait == 0 else {
      wait -= 1
      return 0
    }
    left -= 1
    wait = random.below(reach)
    return 1 + random.below(alternatives.count - 1)
  }
}

/// See ``ThreadSchedules/Strategy/fewPreemptions(changes:)``. The length of the run, which the method assumes to be known, is a random
/// power of two.
private struct Priorities: ThreadStrategy {
  private var random: Random
  private var priorities: [Int: UInt64] = [:]
  private var changes: [Int] = []
  private var point = 0

  init(changes count: Int, random: Random) {
    self.random = random
    let length = 8 << self.random.below(6)
    for _ in 0..<max(0, count) { changes.append(self.random.below(length)) }
  }

  mutating func choose(_ alternatives: UnsafeBufferPointer<ct_alternative>) -> Int {
    defer { point += 1 }
    let best = highest(alternatives)
    guard let change = changes.firstIndex(of: point) else { return best }
    // Lower than any other.
    priorities[Int(alternatives[best].thread)] = UInt64(change)
    return highest(alternatives)
  }

  private mutating func highest(_ alternatives: UnsafeBufferPointer<ct_alternative>) -> Int {
    var best = (index: 0, priority: UInt64(0))
    for (index, alternative) in alternatives.enumerated() {
      let thread = Int(alternative.thread)
      let priority = priorities[thread] ?? random.next() | 1 << 63
      priorities[thread] = priority
      if index == 0 || priority > best.priority { best = (index, priority) }
    }
    return best.index
  }
}

/// See ``ThreadSchedules/Strategy/partialOrderSampling``.
private struct PartialOrders: ThreadStrategy {
  var random: Random
  private var priorities: [Int32: UInt64] = [:]

  init(random: Random) { self.random = random }

  mutating func choose(_ alternatives: UnsafeBufferPointer<ct_alternative>) -> Int {
    var best = (index: 0, priority: UInt64(0))
    for (index, alternative) in alternatives.enumerated() {
      let priority = priorities[alternative.thread] ?? random.next()
      priorities[alternative.thread] = priority
      if index == 0 || priority > best.priority { best = (index, priority) }
    }
    let chosen = alternatives[best.index]
    priorities[chosen.thread] = nil
    for other in alternatives where other.object == chosen.object && other.object != nil && (chosen.changes || other.changes) {
      priorities[other.thread] = nil
    }
    return best.index
  }
}

extension ct_alternative {
  /// Whether the operation changes its object, so that the order with another one matters.
  var changes: Bool { Int(kind) != ct_load && Int(kind) != ct_read && Int(kind) != ct_read_lock }
}
