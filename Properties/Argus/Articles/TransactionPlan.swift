import ArgusGenerators
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
    /// Nor can it be read afterwards, so the app never finds out.
    case commitStaysUnknown(done: Bool)
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

  static func word(for error: any Error) -> String {
    error is ArgusError ? describe(error) : "\(type(of: error))"
  }

  /// Changes the book if the transaction commits.
  /// - Returns: "done" and what the caches are told, or the error.
  func apply(to book: inout ArticleBook) -> String {
    let (draft, changes, error) = carriedOut(on: book)
    let failed = Self.word(for: ArgusError.transactionFailed)
    // A nested transaction that fails by itself dooms the outer one as much: its error goes through both.
    if let error { return Self.word(for: error) }
    if nestedFails, ending != .throwsAtTheEnd { return failed }
    switch ending {
    case .throwsAtTheEnd: return Self.word(for: PlannedError())
    case .isCancelled: return Self.word(for: CancellationError())
    case .commitFails(let times) where times > 1: return failed
    case .everyPutFails where !changes.isEmpty: return failed
    case .commitStaysUnknown(let done) where !changes.isEmpty:
      if done { book = draft }
      return "\(failed), and told: \([ArticleChange.mended.line])"
    case .dies(let done):
      if done { book = draft }
      return failed
    case .commits, .commitFails, .commitIsUnknown, .commitStaysUnknown, .callFails, .everyPutFails:
      book = draft
      return "done: \(changes)"
    }
  }

  /// - Returns: a copy of the book with all steps, and what changed up to the error, if one is refused.
  private func carriedOut(on book: ArticleBook) -> (book: ArticleBook, changes: [String], error: (any Error)?) {
    var (draft, changes) = (book, [String]())
    do {
      for step in steps { changes += try draft.apply(step) }
      return (draft, changes, nil)
    } catch {
      return (book, changes, error)
    }
  }

  /// Whether the closure fails by itself, and the backend refuses what it wrote before: a store that writes at the end
  /// meets the first failure, and one that writes at once the second.
  func failsInTwoWays(in book: ArticleBook) -> Bool {
    let (_, changes, error) = carriedOut(on: book)
    return ending == .everyPutFails && error != nil && !changes.isEmpty
  }
}
