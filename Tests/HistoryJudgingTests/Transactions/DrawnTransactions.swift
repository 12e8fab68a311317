import HistoryJudging

/// A transaction of a drawn history.
struct DrawnTransaction {
  enum Step {
    case write(key: Int, value: Int)
    /// A list, or what a register holds: one value, or none at first.
    case read(key: Int, values: [Int])
    /// The keys of a range that have a value, each with what a read of it returns.
    case scan(ClosedRange<Int>, found: [Int: [Int]])
    /// A key of which a scan found nothing.
    case absent(key: Int)
  }

  var process = 0
  var steps: [Step] = []
  var invoked = 0
  var completed = 0
  var outcome = HistoryOperation.Outcome.ok

  /// The same with scans as reads of each of their keys.
  var readingSingly: DrawnTransaction {
    var copy = self
    copy.steps = steps.flatMap { step -> [Step] in
      guard case .scan(let keys, let found) = step else { return [step] }
      return keys.map { key in found[key].map { .read(key: key, values: $0) } ?? .absent(key: key) }
    }
    return copy
  }

  /// Its last write of each key.
  var finals: [Int: Int] {
    var finals: [Int: Int] = [:]
    for case .write(let key, let value) in steps { finals[key] = value }
    return finals
  }
}

/// A small random history of transactions: values differ, and nothing else is promised.
struct DrawnTransactions {
  let lists: Bool
  private(set) var all: [DrawnTransaction] = []
  private let scans: Bool
  private var random: SplitMix
  /// By key: its values in the order of their writes, as the store keeps them.
  private var stored: [[Int]] = []
  private var next = 1

  /// These transactions.
  init(all: [DrawnTransaction], lists: Bool) {
    self.all = all
    self.lists = lists
    scans = false
    random = SplitMix(state: 0)
  }

  /// Up to six transactions of up to four processes over up to four keys, by a store that is more or less broken: transactions run one
  /// after the other or interleaved, and read of the present, of some past of their own, or anything.
  init(seed: UInt64, lists: Bool, scans: Bool = false) {
    self.lists = lists
    self.scans = scans
    random = SplitMix(state: seed)
    drawTimes()
    stored = Array(repeating: [], count: number(1...4))
    switch number(0...3) {
    case 0: runInterleaved(staleness: number(0...1) * 4)
    case 1: runSnapshots()
    default: run(staleness: number(0...4))
    }
    if number(0...11) == 0 { breakARead() }
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func drawTimes() {
    let processes = number(1...4)
    let count = number(2...6)
    var time = 0
    var open: [Int: Int] = [:]
    while all.count < count || !open.isEmpty {
      let process = number(0...(processes - 1))
      time += 1
      if let index = open.removeValue(forKey: process) {
        all[index].completed = time
      } else if all.count < count {
        open[process] = all.count
        all.append(DrawnTransaction(process: process, invoked: time))
      }
    }
    for index in all.indices {
      let draw = number(0...23)
      all[index].outcome = draw == 0 ? .fail : draw < 3 ? .info : .ok
    }
  }

  private mutating func write(_ key: Int) -> DrawnTransaction.Step {
    defer { next += 1 }
    return .write(key: key, value: next)
  }

  /// What a read of the first `count` values of a key returns.
  private func seen(_ key: Int, _ values: ArraySlice<Int>) -> DrawnTransaction.Step {
    .read(key: key, values: lists ? Array(values) : values.last.map { [$0] } ?? [])
  }

  /// A scan of some range, by what is there of each key.
  private mutating func scan(_ values: (inout DrawnTransactions, Int) -> ArraySlice<Int>) -> DrawnTransaction.Step {
    let lower = number(0...(stored.count - 1))
    let keys = lower...number(lower...(stored.count - 1))
    var found: [Int: [Int]] = [:]
    for key in keys {
      let values = values(&self, key)
      if !values.isEmpty, case .read(_, let read) = seen(key, values) { found[key] = read }
    }
    return .scan(keys, found: found)
  }

  private mutating func step(of index: Int, staleness: Int) {
    if scans, number(0...2) == 0 {
      let step = scan { drawn, key in
        let back = drawn.number(0...9) < staleness ? drawn.number(0...drawn.stored[key].count) : 0
        return drawn.stored[key].dropLast(back)
      }
      all[index].steps.append(step)
      return
    }
    let key = number(0...(stored.count - 1))
    if number(0...1) == 0 {
      let step = write(key)
      stored[key].append(next - 1)
      all[index].steps.append(step)
    } else {
      let back = number(0...9) < staleness ? number(0...stored[key].count) : 0
      let step = seen(key, stored[key].dropLast(back))
      all[index].steps.append(step)
    }
  }

  /// One after the other, not in the order of their times.
  private mutating func run(staleness: Int) {
    for index in all.indices.shuffled(using: &random) {
      for _ in 0..<number(1...3) { step(of: index, staleness: staleness) }
    }
  }

  private mutating func runInterleaved(staleness: Int) {
    var turns: [Int] = []
    for index in all.indices { turns += Array(repeating: index, count: number(1...3)) }
    for index in turns.shuffled(using: &random) { step(of: index, staleness: staleness) }
  }

  /// Each reads from the store as it was before some earlier commit, and its own writes.
  private mutating func runSnapshots() {
    var states = [stored]
    for index in all.indices.shuffled(using: &random) {
      var snapshot = states[max(0, states.count - 1 - number(0...2))]
      for _ in 0..<number(1...4) {
        if scans, number(0...2) == 0 {
          let step = scan { _, key in snapshot[key][...] }
          all[index].steps.append(step)
          continue
        }
        let key = number(0...(stored.count - 1))
        if number(0...1) == 0 {
          all[index].steps.append(write(key))
          snapshot[key].append(next - 1)
          stored[key].append(next - 1)
        } else {
          let step = seen(key, snapshot[key][...])
          all[index].steps.append(step)
        }
      }
      states.append(stored)
    }
  }

  /// Swaps, repeats or leaves out an element of one list, or puts one in that nobody wrote; also into a register.
  private mutating func breakARead() {
    let index = number(0...(all.count - 1))
    for (place, step) in all[index].steps.enumerated() {
      guard case .read(let key, var values) = step, values.count > (lists ? 1 : 0) else { continue }
      guard lists else {
        if number(0...2) == 0 { all[index].steps[place] = .read(key: key, values: [1000]) }
        return
      }
      let at = number(0...(values.count - 2))
      switch number(0...7) {
      case 0: values[at] = 1000
      case 1: values.append(values[at])
      case 2...4: values.remove(at: at)
      default: values.swapAt(at, at + 1)
      }
      all[index].steps[place] = .read(key: key, values: values)
      return
    }
  }

  /// The history, for the judge.
  func history() throws -> HistoryJudging.History {
    var events: [(Int, HistoryEvent)] = []
    for transaction in all {
      func value(isAnswer: Bool) -> HistoryValue {
        .list(
          transaction.steps.map { step in
            switch step {
            case .write(let key, let value): return .list([.name(lists ? "append" : "w"), .int(key), .int(value)])
            case .read(let key, let values):
              let read: HistoryValue = lists ? .list(values.map { .int($0) }) : values.first.map { .int($0) } ?? .null
              return .list([.name("r"), .int(key), isAnswer ? read : .null])
            case .scan(let keys, let found):
              let read = found.mapValues { values in lists ? .list(values.map { .int($0) }) : HistoryValue.int(values[0]) }
              let map = HistoryValue.map(Dictionary(uniqueKeysWithValues: read.map { (.int($0.key), $0.value) }))
              return .list([.name("scan"), .list([.int(keys.lowerBound), .int(keys.upperBound)]), isAnswer ? map : .null])
            case .absent: return .null
            }
          })
      }
      let process = HistoryProcess.number(transaction.process)
      let end: HistoryEvent.Kind = transaction.outcome == .ok ? .ok : transaction.outcome == .fail ? .fail : .info
      events.append((transaction.invoked, HistoryEvent(process: process, .invoke, "txn", value(isAnswer: false))))
      events.append((transaction.completed, HistoryEvent(process: process, end, "txn", value(isAnswer: end == .ok))))
    }
    return try History(events.sorted { $0.0 < $1.0 }.map(\.1))
  }
}

extension DrawnTransactions: CustomStringConvertible {
  /// A line for each transaction.
  var description: String {
    all.map { transaction in
      let steps = transaction.steps.map { step in
        switch step {
        case .write(let key, let value): "w \(key) \(value)"
        case .read(let key, let values): "r \(key) \(values)"
        case .scan(let keys, let found): "scan \(keys) \(found.sorted { $0.key < $1.key })"
        case .absent(let key): "no \(key)"
        }
      }
      let end = transaction.outcome == .ok ? "" : " \(transaction.outcome)"
      return "process \(transaction.process), \(transaction.invoked)–\(transaction.completed)\(end): \(steps.joined(separator: ", "))"
    }.joined(separator: "\n")
  }
}
