import Foundation
import HistoryJudging
import Testing

/// Small random histories, judged a second time by trying every order of their transactions.
struct AllOrdersTests {
  /// A transaction of a drawn history.
  struct Transaction {
    enum Step {
      case write(Int, Int)
      case read(Int, [Int])
    }

    var process: Int
    var steps: [Step]
    var invoked = 0
    var completed = 0
    var isUnknown = false
  }

  /// Draws transactions of two or three processes over two keys. Reads see some version of their key, mostly a recent one.
  static func draw(_ random: inout SystemRandomNumberGenerator, lists: Bool) -> [Transaction] {
    let processes = Int.random(in: 1...3, using: &random)
    let keys = Int.random(in: 1...3, using: &random)
    var transactions: [Transaction] = []
    var time = 0
    var open: [Int: Int] = [:]
    let count = Int.random(in: 2...5, using: &random)
    while transactions.count < count || !open.isEmpty {
      let process = Int.random(in: 0..<processes, using: &random)
      time += 1
      if let number = open.removeValue(forKey: process) {
        transactions[number].completed = time
      } else if transactions.count < count {
        open[process] = transactions.count
        transactions.append(Transaction(process: process, steps: [], invoked: time))
      }
    }
    var versions = Array(repeating: [[Int]()], count: keys)
    var next = 1
    for number in transactions.indices.shuffled(using: &random) {
      transactions[number].isUnknown = Int.random(in: 0..<12, using: &random) == 0
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let key = Int.random(in: 0..<keys, using: &random)
        if Bool.random(using: &random) {
          transactions[number].steps.append(.write(key, next))
          versions[key].append(lists ? (versions[key].last ?? []) + [next] : [next])
          next += 1
        } else {
          let back = Int.random(in: 0..<4, using: &random) == 0 ? Int.random(in: 0..<versions[key].count, using: &random) : 0
          transactions[number].steps.append(.read(key, versions[key][versions[key].count - 1 - back]))
        }
      }
    }
    return transactions
  }

  static func history(_ transactions: [Transaction], lists: Bool) throws -> HistoryJudging.History {
    var events: [(Int, HistoryEvent)] = []
    for transaction in transactions {
      func value(isAnswer: Bool) -> HistoryValue {
        .list(
          transaction.steps.map { step in
            switch step {
            case .write(let key, let value): return .list([.name(lists ? "append" : "w"), .int(key), .int(value)])
            case .read(let key, let list):
              let read: HistoryValue = lists ? .list(list.map { .int($0) }) : list.first.map { .int($0) } ?? .null
              return .list([.name("r"), .int(key), isAnswer ? read : .null])
            }
          })
      }
      let process = HistoryProcess.number(transaction.process)
      events.append((transaction.invoked, HistoryEvent(process: process, .invoke, "txn", value(isAnswer: false))))
      events.append(
        (transaction.completed, HistoryEvent(process: process, transaction.isUnknown ? .info : .ok, "txn", value(isAnswer: true))))
    }
    return try History(events.sorted { $0.0 < $1.0 }.map(\.1))
  }

  /// Whether some order, of all but some of the unknown transactions, gives all that was read.
  static func isExplained(_ all: [Transaction], lists: Bool, isBefore: (Transaction, Transaction) -> Bool) -> Bool {
    func place(_ left: [Int], _ state: [Int: [Int]]) -> Bool {
      if left.allSatisfy({ all[$0].isUnknown }) { return true }
      for number in left {
        if left.contains(where: { $0 != number && isBefore(all[$0], all[number]) }) { continue }
        var state = state
        var isRight = true
        for step in all[number].steps {
          switch step {
          case .write(let key, let value): state[key] = lists ? state[key, default: []] + [value] : [value]
          case .read(let key, let list): isRight = isRight && (all[number].isUnknown || state[key, default: []] == list)
          }
        }
        if isRight, place(left.filter { $0 != number }, state) { return true }
      }
      return false
    }
    return place(Array(all.indices), [:])
  }

  static let orders: [(String, @Sendable (Transaction, Transaction) -> Bool)] = [
    ("serializable", { _, _ in false }),
    ("strong-session-serializable", { !$0.isUnknown && $0.process == $1.process && $0.completed < $1.invoked }),
    ("strict-serializable", { !$0.isUnknown && $0.completed < $1.invoked }),
  ]

  static let count = ProcessInfo.processInfo.environment["TOUCHSTONE_HISTORIES"].flatMap { Int($0) } ?? 1000

  @Test func listsAgreeWithAllOrders() throws {
    var random = SystemRandomNumberGenerator()
    let model = try #require(HistoryModels.named("list-append"))
    var verdicts: [Bool: Int] = [:]
    for _ in 0..<Self.count {
      let transactions = Self.draw(&random, lists: true)
      let history = try Self.history(transactions, lists: true)
      for (consistency, isBefore) in Self.orders {
        let isRight = Self.isExplained(transactions, lists: true, isBefore: isBefore)
        let judgement = try model.judge(history, consistency: consistency, limits: JudgingLimits())
        #expect((judgement.verdict == .valid) == isRight, "\(consistency): \(transactions) \(judgement.lines.joined(separator: "\n"))")
        verdicts[isRight, default: 0] += 1
      }
    }
    #expect(verdicts.values.min() ?? 0 > Self.count / 20, "\(verdicts)")
  }

  /// Registers do not tell the order of their versions: what is refused is wrong, but not all that is wrong is found.
  @Test func registersAccuseNobodyWrongly() throws {
    var random = SystemRandomNumberGenerator()
    let model = try #require(HistoryModels.named("rw-register"))
    var missed = 0
    for _ in 0..<Self.count {
      let transactions = Self.draw(&random, lists: false)
      let history = try Self.history(transactions, lists: false)
      for (consistency, isBefore) in Self.orders {
        let isRight = Self.isExplained(transactions, lists: false, isBefore: isBefore)
        let judgement = try model.judge(history, consistency: consistency, limits: JudgingLimits())
        if isRight { #expect(judgement.verdict == .valid, "\(consistency): \(transactions) \(judgement.lines.joined(separator: "\n"))") }
        if !isRight, judgement.verdict == .valid { missed += 1 }
        if consistency != "strong-session-serializable" { #expect((judgement.verdict == .valid) == isRight, "\(transactions)") }
      }
    }
    print("registers: \(missed) of \(Self.count * 3) verdicts missed")
  }
}
