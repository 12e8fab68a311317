@testable import HistoryJudging

/// What a model that a check decides promises, said a second time: by looking at all calls, or all pairs of calls.
struct PlainCheck {
  let model: PlainModel
  let consistency: String
  /// Nil: the history says nothing.
  let holds: @Sendable ([HistoryOperation]) -> Bool?

  static let all = [set, setFull, counter, bank, uniqueIDs, longFork, log]

  static let set = PlainCheck(
    "set", "final-read", draw: { random, turn in whole(&random, turn) },
    holds: { calls in
      guard let last = calls.done("read").max(by: { $0.completed < $1.completed })?.result.members else { return nil }
      let asked = calls.filter { $0.function == "add" }.map(\.argument)
      return calls.done("add").allSatisfy { last.contains($0.argument) } && last.allSatisfy(asked.contains)
    })

  static let setFull = PlainCheck(
    "set-full", "eventual",
    draw: { random, turn in
      let call = whole(&random, turn)
      let twice = number(0...9, &random) == .int(0) ? call.answer.elements ?? [] : []
      return (call.function, call.argument, .list((call.answer.elements ?? []) + twice))
    },
    holds: { calls in
      let reads = calls.done("read")
      if reads.contains(where: { Set($0.result.members ?? []).count < $0.result.members?.count ?? 0 }) { return false }
      let last = reads.last?.result.members ?? []
      let asked = calls.filter { $0.function == "add" }.map(\.argument)
      for value in asked where !last.contains(value) {
        let known = calls.done("add").filter { $0.argument == value } + reads.filter { $0.result.members?.contains(value) == true }
        if let reader = reads.last, known.contains(where: { $0.precedes(reader) }) { return false }
      }
      return asked.contains(where: last.contains) ? true : nil
    })

  /// Of the adds, all that ended before the read began count, and any of those that began before it ended.
  static let counter = PlainCheck(
    "counter", "bounds",
    draw: { random, _ in
      let amount = number(-2...3, &random)
      return Bool.random(using: &random) ? ("add", amount, amount) : ("read", .null, number(-3...6, &random))
    },
    holds: { calls in
      calls.done("read").allSatisfy { read in
        let adds = calls.filter { $0.function == "add" && $0.outcome != .fail && $0.invoked < read.completed }
        let sums = (0..<1 << adds.count).compactMap { bits -> Int? in
          let chosen = adds.indices.filter { bits & 1 << $0 != 0 }
          if adds.indices.contains(where: { adds[$0].precedes(read) && !chosen.contains($0) }) { return nil }
          return chosen.reduce(0) { $0 + (adds[$1].argument.int ?? 0) }
        }
        guard let least = sums.min(), let most = sums.max(), let value = read.result.int else { return false }
        return (least...most).contains(value)
      }
    })

  static let bank = PlainCheck(
    "bank", "snapshot-reads",
    draw: { random, _ in
      let one = Int.random(in: -1...8, using: &random) / 2
      var balances: [HistoryValue: HistoryValue] = [.int(0): .int(one), .int(1): .int(4 - one)]
      if Int.random(in: 0...9, using: &random) == 0 { balances[number(0...2, &random)] = .int(one) }
      return ("read", .null, .map(balances))
    },
    holds: { calls in
      let reads = calls.done("read").compactMap { call -> [HistoryValue: Int]? in
        if case .map(let balances) = call.result { balances.compactMapValues(\.int) } else { nil }
      }
      if reads.isEmpty { return nil }
      return reads.allSatisfy { one in
        one.values.allSatisfy { $0 >= 0 }
          && reads.allSatisfy { $0.keys == one.keys && $0.values.reduce(0, +) == one.values.reduce(0, +) }
      }
    })

  static let uniqueIDs = PlainCheck(
    "unique-ids", "unique", draw: { random, _ in ("generate", .null, number(0...9, &random)) },
    holds: { calls in
      let answers = calls.done("generate").map(\.result)
      return Set(answers).count == answers.count
    })

  /// Of two keys that two reads have in common, one read saw the one write alone, the other the other.
  static let longFork = PlainCheck(
    "long-fork", "snapshot-isolation",
    draw: { random, turn in
      if Int.random(in: 0...2, using: &random) == 0 {
        let write = HistoryValue.list([.list([.name("w"), .int(turn), .int(1)])])
        return ("txn", write, write)
      }
      let keys = [[0, 1, 2], [3, 4]].randomElement(using: &random) ?? []
      return (
        "txn", .list(keys.map { .list([.name("r"), .int($0), .null]) }),
        .list(keys.map { .list([.name("r"), .int($0), Bool.random(using: &random) ? .null : .int(1)]) })
      )
    },
    holds: { calls in
      let reads = calls.done("txn").compactMap { call -> [HistoryValue: Bool]? in
        let parts = (call.result.elements ?? []).compactMap(\.elements)
        guard parts.allSatisfy({ $0[0] == .name("r") }) else { return nil }
        return Dictionary(uniqueKeysWithValues: parts.map { ($0[1], !$0[2].isNull) })
      }
      return !reads.contains { one in
        reads.contains { other in
          one.contains { $0.value && other[$0.key] == false } && other.contains { $0.value && one[$0.key] == false }
        }
      }
    })

  init(
    _ name: String, _ consistency: String,
    draw: @escaping @Sendable (inout SplitMix, Int) -> (function: String, argument: HistoryValue, answer: HistoryValue),
    holds: @escaping @Sendable ([HistoryOperation]) -> Bool?
  ) {
    model = PlainModel(name: name, draw: draw, effect: { state, _ in [state] })
    self.consistency = consistency
    self.holds = holds
  }

  /// An add of a new value, or a read of some.
  private static func whole(
    _ random: inout SplitMix, _ turn: Int
  ) -> (function: String, argument: HistoryValue, answer: HistoryValue) {
    if Bool.random(using: &random) { return ("add", .int(turn), .int(turn)) }
    return ("read", .null, .list((0...turn).filter { _ in Int.random(in: 0...2, using: &random) > 0 }.map(HistoryValue.int)))
  }

  static func number(_ range: ClosedRange<Int>, _ random: inout SplitMix) -> HistoryValue { PlainModel.number(range, &random) }
}

extension [HistoryOperation] {
  /// The calls of a function that ended ok.
  func done(_ function: String) -> [HistoryOperation] { filter { $0.function == function && $0.outcome == .ok } }
}
