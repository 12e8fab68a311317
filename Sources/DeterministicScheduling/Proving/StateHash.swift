/// A hash of how far a run has come: which steps there were, and for each thing that they touched in which order.
///
/// Two beginnings of runs that differ only in the order of steps that do not depend on each other have the same.
struct StateHash {
  /// For each thing, all that has led to its last step.
  private var last: [Footprint.Label: Int] = [:]
  private(set) var value = 0

  mutating func add(_ key: StepRecorder.Key, _ touched: Set<Footprint.Label>, names: Names) {
    var causes = 0
    for label in touched { causes ^= mixed(names.hash(of: label), last[label, default: 0]) }
    let step = mixed(key.hash(in: names), causes)
    for label in touched {
      let name = names.hash(of: label)
      value ^= mixed(name, last[label, default: 0]) ^ mixed(name, step)
      last[label] = step
    }
  }

  /// With what could run next, in its order, after whose step, and when.
  func value(_ ready: [StepRecorder.Key], after running: StepRecorder.Key?, at time: Int64, names: Names) -> Int {
    var hasher = Hasher()
    hasher.combine(value)
    for key in ready { hasher.combine(key.hash(in: names)) }
    hasher.combine(running?.hash(in: names))
    hasher.combine(time)
    return hasher.finalize()
  }

  private func mixed(_ first: Int, _ second: Int) -> Int {
    var hasher = Hasher()
    hasher.combine(first)
    hasher.combine(second)
    return hasher.finalize()
  }
}

extension StepRecorder.Key {
  fileprivate func hash(in names: Names) -> Int {
    var hasher = Hasher()
    switch self {
    case .task(let name): hasher.combine(names.hash(of: name))
    case .arrival(let name): hasher.combine(names.hash(of: name) ^ 3)
    case .turn(let actor): hasher.combine(names.hash(of: actor) ^ 1)
    case .other(let job): hasher.combine(names.hash(of: job) ^ 2)
    case .time: hasher.combine(3)
    }
    return hasher.finalize()
  }
}
