import ArgusReference
import PropertyTesting
import StorageFaults

/// A transaction with what happens in it and to it.
struct TransactionPlan: Sendable {
  enum Ending: Sendable, Equatable {
    case commits
    /// The closure throws when all is done.
    case throwsAtTheEnd
    /// The task is cancelled when all is done.
    case isCancelled
    /// The backend refuses so many commits.
    case commitFails(times: Int)
    /// The backend does not say whether it was done.
    case commitIsUnknown(done: Bool)
    /// The backend refuses the call of that number, counted from 0, once.
    case callFails(StoreFault.Point, at: Int)
    case everyPutFails
    /// The store dies at the commit, and the app is started again.
    case dies(done: Bool)
  }

  var steps: [ArticleStep]
  /// Those from here on stand in a transaction within the transaction.
  var nestedFrom: Int?
  /// Whether that one throws in the end, and the outer one catches it.
  var nestedFails = false
  var ending: Ending

  struct PlannedError: Error {}

  /// In words: "done" and what the caches were told, "planned", "cancelled", or the error.
  typealias Outcome = String

  static func word(for error: any Error) -> Outcome {
    switch error {
    case is PlannedError: "the closure's own error"
    case is CancellationError: "cancelled"
    case let error as ArgusError: describe(error)
    default: "\(type(of: error))"
    }
  }

  /// Changes the book if the transaction commits.
  func apply(to book: inout ArticleBook) -> Outcome {
    var draft = book
    var changes: [String] = []
    do {
      for step in steps { changes += try draft.apply(step) }
    } catch {
      // A nested transaction that fails by itself dooms the outer one as much: its error goes through both.
      return Self.word(for: error)
    }
    if nestedFails, nestedFrom != nil, ending != .throwsAtTheEnd { return describe(ArgusError.transactionFailed) }
    switch ending {
    case .throwsAtTheEnd: return Self.word(for: PlannedError())
    case .isCancelled: return "cancelled"
    case .commitFails(let times) where times > 1: return describe(ArgusError.transactionFailed)
    case .everyPutFails where !changes.isEmpty: return describe(ArgusError.transactionFailed)
    case .dies(let done):
      if done { book = draft }
      return describe(ArgusError.transactionFailed)
    case .commits, .commitFails, .commitIsUnknown, .callFails, .everyPutFails:
      book = draft
      return Self.done(changes)
    }
  }

  private static func done(_ changes: [String]) -> Outcome { "done: \(describe(changes))" }

  /// Whether the closure fails by itself, and the backend refuses what it wrote before: a store that writes at the end
  /// meets the first failure, and one that writes at once the second.
  func failsInTwoWays(in book: ArticleBook) -> Bool {
    guard ending == .everyPutFails else { return false }
    var draft = book
    var changes: [String] = []
    do {
      for step in steps { changes += try draft.apply(step) }
      return false
    } catch {
      return !changes.isEmpty
    }
  }

  func run(on device: ArgusDevice) async throws -> Outcome {
    for fault in faults { device.faults.inject(fault) }
    let before = device.commits
    // A task of its own: it may be cancelled.
    let task = Task { try await device.app.articleStore.transaction { try carryOut(in: $0) } }
    let outcome: Outcome
    do {
      try await task.value
      outcome = Self.done(device.commits.dropFirst(before.count).flatMap(\.changes).map(\.line))
    } catch {
      outcome = Self.word(for: error)
    }
    try expectTold(device.commits.dropFirst(before.count).map(\.sequence), after: before.map(\.sequence), outcome)
    if case .dies = ending { try await device.relaunch() } else { device.faults.heal() }
    return outcome
  }

  /// One commit at most is told of, with a higher number than all before it; none if nothing was committed.
  private func expectTold(_ new: [Int64], after old: [Int64], _ outcome: Outcome) throws {
    try expect("how many commits are told of", new.count <= 1)
    for number in new {
      try expect("the number of a commit, \(number), is higher than those before it", old.allSatisfy { $0 < number })
    }
    // Of a store that has died nobody knows whether it was done.
    if case .dies = ending { return }
    if !outcome.hasPrefix("done") { try expect("commits that are told of after “\(outcome)”", new.count, equals: 0) }
  }

  private func carryOut(in transaction: any ArticleTransaction) throws {
    let nested = nestedFrom.map { min($0, steps.count) } ?? steps.count
    for step in steps[..<nested] { try step.apply(to: transaction) }
    if nestedFrom != nil {
      do {
        try transaction.transaction { inner in
          for step in steps[nested...] { try step.apply(to: inner) }
          if nestedFails { throw PlannedError() }
        }
      } catch is PlannedError {
        // The outer one goes on as if nothing had been.
      }
    }
    if ending == .throwsAtTheEnd { throw PlannedError() }
    if ending == .isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
  }

  private var faults: [StoreFault] {
    switch ending {
    case .commits, .throwsAtTheEnd, .isCancelled: []
    case .commitFails(let times): [StoreFault(.commit, .fails, times: times)]
    case .commitIsUnknown(let done): [StoreFault(.commit, .isUnknown(done: done))]
    case .callFails(let point, let place): [StoreFault(point, .fails, skipping: place)]
    case .everyPutFails: [StoreFault(.put, .fails, times: nil)]
    case .dies(let done): [StoreFault(.commit, .dies(done: done))]
    }
  }
}

extension TransactionPlan: CounterexampleDescribable {
  var counterexampleDescription: String {
    let nested = nestedFrom.map { ", from \($0) on nested\(nestedFails ? ", which fails and is caught" : "")" } ?? ""
    return "\(describe(steps))\(nested), \(describe(ending))"
  }
}

extension Generator where Value == TransactionPlan {
  static func transactionPlan(_ endings: [TransactionPlan.Ending], of step: Generator<ArticleStep>) -> Generator {
    Generator { source in
      let steps = try source(.array(of: step, count: 1...4))
      let isNested = try source(.int(in: 0...3)) == 3
      return TransactionPlan(
        steps: steps, nestedFrom: isNested ? try source(.int(in: 0...steps.count - 1)) : nil,
        nestedFails: isNested ? try source(.bool) : false, ending: try source(.element(of: endings)))
    }
  }
}
