import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import Synchronization

/// What was asked of an amount book, what it answered, and when.
struct AmountHistory {
  enum Answer: Sendable, Equatable {
    case amount(Int64)
    case moved(Bool)
    case all(Amounts)
    /// The amount would have been no `Int64`.
    case refused
  }

  struct Entry: Sendable {
    let operation: AmountScript.Operation
    let answer: Answer
    /// Of a clock that counts starts and ends.
    let start: Int
    let end: Int
  }

  let initial: Amounts
  let entries: [Entry]

  /// Whether the answers are those of some order of the operations, one after the other, in which an
  /// operation that ended before another started comes before it (Herlihy and Wing, "Linearizability",
  /// 1990).
  var isLinearizable: Bool { Self.isExplained(entries, from: initial) }

  private static func isExplained(_ rest: [Entry], from state: Amounts) -> Bool {
    if rest.isEmpty { return true }
    return rest.indices.contains { next in
      let entry = rest[next]
      guard !rest.contains(where: { $0.end < entry.start }) else { return false }
      var after = state
      guard after.apply(entry.operation) == entry.answer else { return false }
      var others = rest
      others.remove(at: next)
      return isExplained(others, from: after)
    }
  }

  /// What is there in the end, whatever the order: the answers say which changes took place.
  var finalAmounts: Amounts {
    var amounts = initial
    for entry in entries where entry.answer != .moved(false) && entry.answer != .refused {
      amounts.force(entry.operation)
    }
    return amounts
  }
}

/// The model of an amount book.
extension Amounts {
  mutating func apply(_ operation: AmountScript.Operation) -> AmountHistory.Answer {
    switch operation {
    case .add(let amount, let name):
      guard fits(amount, added: byName[name] ?? 0), fits(amount, added: total) else { return .refused }
      force(operation)
      return .amount(byName[name] ?? 0)
    case .transfer(let amount, let source, let target):
      guard amount >= 0 && byName[source] ?? 0 >= amount else { return .moved(false) }
      guard source == target || fits(amount, added: byName[target] ?? 0) else { return .refused }
      force(operation)
      return .moved(true)
    case .readAll: return .all(self)
    }
  }

  private func fits(_ amount: Int64, added other: Int64) -> Bool {
    !amount.addingReportingOverflow(other).overflow
  }

  /// Wraps around, so that the order makes no difference: in the right one nothing does.
  fileprivate mutating func force(_ operation: AmountScript.Operation) {
    switch operation {
    case .add(let amount, let name):
      change(name, by: amount)
      total &+= amount
    case .transfer(let amount, let source, let target):
      change(source, by: 0 &- amount)
      change(target, by: amount)
    case .readAll: break
    }
  }

  private mutating func change(_ name: String, by amount: Int64) {
    let result = (byName[name] ?? 0) &+ amount
    byName[name] = result == 0 ? nil : result
  }

  var sum: Int64 { byName.values.reduce(0, &+) }
}

/// Runs a script and keeps its history.
final class SharedAmountsSession: Sendable {
  private let book: AmountBook
  private let state = Mutex((clock: 0, running: 0, mostRunning: 0, entries: [AmountHistory.Entry]()))

  init(_ book: AmountBook) {
    self.book = book
  }

  /// Operations that were on their way at one time.
  var mostRunning: Int { state.withLock { $0.mostRunning } }

  func run(_ script: AmountScript) async throws -> AmountHistory {
    var initial = Amounts()
    for (name, amount) in script.initial.sorted(by: { $0.key < $1.key }) where amount > 0 {
      _ = initial.apply(.add(amount, to: name))
      try await book.add(amount, to: name)
    }
    let tasks = script.tasks.map { operations in
      Task { for operation in operations { try await self.perform(operation) } }
    }
    for task in tasks { try await task.value }
    return AmountHistory(initial: initial, entries: state.withLock { $0.entries })
  }

  /// A transfer of which the store refuses one of the two writes is refused, and moves nothing.
  /// - Postcondition: all amounts are 0.
  static func expectRefusedTransfersWhole(_ system: PersonalOSSystem) async throws {
    let store = try await system.openStore()
    let book = AmountBook(system.dataAccess.openData(store))
    try await book.add(5, to: "from here")
    let before = try await book.readAll()
    for refused in 0...1 {
      let refusing = StoreTrace(store) { step, _ in if step == refused { throw RefusedCommit() } }.store
      let other = AmountBook(system.dataAccess.openData(refusing))
      let error = await thrownError { _ = try await other.transfer(3, from: "from here", to: "to there") }
      try expect("why a transfer is refused", error as? RefusedCommit, equals: RefusedCommit())
      try expect("amounts after a refused transfer", try await book.readAll(), equals: before)
    }
    try await book.add(-5, to: "from here")
    try await store.close()
  }

  private func perform(_ operation: AmountScript.Operation) async throws {
    let start = state.withLock { state in
      state.clock += 1
      state.running += 1
      state.mostRunning = max(state.mostRunning, state.running)
      return state.clock
    }
    let answer = try await answer(to: operation)
    state.withLock { state in
      state.clock += 1
      state.running -= 1
      state.entries.append(
        AmountHistory.Entry(operation: operation, answer: answer, start: start, end: state.clock))
    }
  }

  private func answer(to operation: AmountScript.Operation) async throws -> AmountHistory.Answer {
    do {
      switch operation {
      case .add(let amount, let name): return .amount(try await book.add(amount, to: name))
      case .transfer(let amount, let source, let target):
        return .moved(try await book.transfer(amount, from: source, to: target))
      case .readAll: return .all(try await book.readAll())
      }
    } catch DatabaseError.constraintViolation {
      return .refused
    }
  }
}
