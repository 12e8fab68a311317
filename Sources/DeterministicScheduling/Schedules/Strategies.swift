import PropertyTesting

/// Makes up a schedule point by point.
protocol ScheduleStrategy {
  /// - Returns: 0 for the job at `preferred`, otherwise the place, from 1, among the others.
  mutating func choose(_ count: Int, _ preferred: Int, _ ready: [SchedulerLoop.ReadyJob]) -> Int
}

extension Schedules.Strategy {
  /// The strategy of one case; nil for the default throughout, which every run has first.
  func make(index: Int, seed: UInt64) -> (any ScheduleStrategy)? {
    if index == 0 { return nil }
    var random = ScheduleRandom(seed: seed)
    switch self {
    case .randomWalk: return RandomWalk(random: random)
    case .fewSwitches(let most): return FewSwitches(atMost: most, random: random)
    case .priorities(let changes): return PriorityChanges(changes: changes, random: random)
    case .exhaustive, .everyInterleaving: return nil
    case .mixed:
      switch random.below(8) {
      case 0, 1, 2: return RandomWalk(random: random)
      case 3, 4, 5: return FewSwitches(atMost: 1 + random.below(4), random: random)
      default: return PriorityChanges(changes: random.below(4), random: random)
      }
    }
  }
}

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
struct ScheduleRandom {
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

/// Uniform among the alternatives at every point.
struct RandomWalk: ScheduleStrategy {
  var random: ScheduleRandom

  mutating func choose(_ count: Int, _ preferred: Int, _ ready: [SchedulerLoop.ReadyJob]) -> Int {
    random.below(count)
  }
}

/// Few departures from the default, at points that are spread over a length of its own: bugs need few,
/// and how long the run is, nobody knows beforehand.
struct FewSwitches: ScheduleStrategy {
  private var random: ScheduleRandom
  private var left: Int
  private var wait: Int
  private let reach: Int

  init(atMost most: Int, random: ScheduleRandom) {
    self.random = random
    left = max(0, most)
    reach = 2 << self.random.below(6)
    wait = self.random.below(reach)
  }

  mutating func choose(_ count: Int, _ preferred: Int, _ ready: [SchedulerLoop.ReadyJob]) -> Int {
    guard left > 0 else { return 0 }
    guard wait == 0 else {
      wait -= 1
      return 0
    }
    left -= 1
    wait = random.below(reach)
    return 1 + random.below(count - 1)
  }
}

/// See ``Schedules/Strategy/priorities(changes:)``. The length of the run, which the method assumes to be
/// known, is a random power of two.
struct PriorityChanges: ScheduleStrategy {
  private var random: ScheduleRandom
  /// Of tasks; the time that passes is one of them. Higher than any that was lowered.
  private var priorities: [(owner: UInt64, priority: UInt64)] = []
  private var changes: [Int]
  private var point = 0

  init(changes count: Int, random: ScheduleRandom) {
    self.random = random
    let length = 4 << self.random.below(7)
    changes = []
    for _ in 0..<max(0, count) { changes.append(self.random.below(length)) }
  }

  mutating func choose(_ count: Int, _ preferred: Int, _ ready: [SchedulerLoop.ReadyJob]) -> Int {
    defer { point += 1 }
    var best = highest(count, preferred, ready)
    if let change = changes.firstIndex(of: point) {
      lower(owner(best, preferred, ready), to: UInt64(change))
      best = highest(count, preferred, ready)
    }
    return best
  }

  private mutating func highest(
    _ count: Int, _ preferred: Int, _ ready: [SchedulerLoop.ReadyJob]
  ) -> Int {
    var best = 0
    var bestPriority: UInt64 = 0
    for choice in 0..<count {
      let priority = priority(owner(choice, preferred, ready))
      if choice == 0 || priority > bestPriority {
        best = choice
        bestPriority = priority
      }
    }
    return best
  }

  private func owner(_ choice: Int, _ preferred: Int, _ ready: [SchedulerLoop.ReadyJob]) -> UInt64 {
    if choice >= ready.count { return .max }
    return ready[SchedulerLoop.position(of: choice, preferred)].owner
  }

  private mutating func priority(_ owner: UInt64) -> UInt64 {
    if let known = priorities.first(where: { $0.owner == owner }) { return known.priority }
    let priority = random.next() | 1 << 63
    priorities.append((owner, priority))
    return priority
  }

  private mutating func lower(_ owner: UInt64, to priority: UInt64) {
    guard let position = priorities.firstIndex(where: { $0.owner == owner }) else { return }
    priorities[position].priority = priority
  }
}
