/// How often each command of one case is chosen: some of them never, and so others more often.
///
/// A case in which every command is likely rarely gets far in any direction: a stack that is popped as often as it
/// is pushed to never grows. So three cases in four leave out each command with one chance in two, and weigh the
/// others anew (Groce, Zhang, Eide, Chen and Regehr, *Swarm testing*, ISSTA 2012).
///
/// It decides what is proposed and nothing else: which command was chosen is recorded, which were left out is not. So
/// a case shrinks and replays as if there had been no swarm.
struct Swarm {
  /// 0: left out.
  let weights: [UInt64]

  init(_ declared: [Int], isOn: Bool, from source: inout Source) {
    let declared = declared.map { UInt64($0) }
    guard isOn, declared.count > 1, source.mode != .simplest else {
      weights = declared
      return
    }
    var word = source.nextWord()
    guard word & 3 != 0 else {
      weights = declared
      return
    }
    var chosen: [UInt64] = []
    for (index, weight) in declared.enumerated() {
      if index % 16 == 0 { word = source.nextWord() }
      // One bit says whether, two say how much more often.
      chosen.append(word & 1 == 0 ? 0 : weight << (word >> 1 & 3))
      word >>= 4
    }
    if chosen.allSatisfy({ $0 == 0 }) {
      let only = Int(source.uniform(upTo: UInt64(declared.count - 1)))
      chosen[only] = declared[only]
    }
    weights = chosen
  }

  /// One of the commands that `isCandidate` holds for, by their weights; one that was left out only where no other is
  /// a candidate.
  func propose(_ declared: [Int], from source: inout Source, _ isCandidate: (Int) -> Bool) -> Int? {
    pick(weights, from: &source, isCandidate)
      ?? pick(zip(weights, declared).map { $0 == 0 ? UInt64($1) : 0 }, from: &source, isCandidate)
  }

  /// Asks only about those that come up: most do.
  private func pick(_ weights: [UInt64], from source: inout Source, _ isCandidate: (Int) -> Bool) -> Int? {
    if source.mode == .simplest { return weights.indices.first { weights[$0] > 0 && isCandidate($0) } }
    var left = weights
    var total = left.reduce(0, +)
    while total > 0 {
      var ticket = source.uniform(upTo: total - 1)
      guard let index = left.indices.first(where: { index in
        if ticket < left[index] { return true }
        ticket -= left[index]
        return false
      }) else { return nil }
      if isCandidate(index) { return index }
      total -= left[index]
      left[index] = 0
    }
    return nil
  }
}
