import StorageContract
import Synchronization

/// What happened in a run, in one order for all sessions.
struct OverlapEvent: Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    case begins(isReadOnly: Bool)
    case did(OverlapObservation)
    /// The step has not ended in the time that it was given; the others go on.
    case waits(String)
    /// The store ran the closure once more, after it had rolled back what it had done.
    case startsAnew
    case ended(OverlapOutcome)
  }

  var session: Int
  /// 0, and one more for each time that the transaction was tried again.
  var attempt: Int
  var kind: Kind
}

/// Takes down events from the threads of all sessions.
final class OverlapRecorder: Sendable {
  private let state = Mutex<[OverlapEvent]>([])

  var events: [OverlapEvent] { state.withLock { $0 } }

  func add(_ kind: OverlapEvent.Kind, of session: Int, attempt: Int) {
    state.withLock { $0.append(OverlapEvent(session: session, attempt: attempt, kind: kind)) }
  }
}

/// A run's outcome: the events, and the states before and after.
struct OverlapRecord: Sendable {
  var events: [OverlapEvent]
  /// What the last read found, the schema version last if it was set; nil where it could not be made.
  var lastRead: [OverlapEntry]?
  /// What the stores declare.
  var isolation: StoreCapabilities.Isolation?
  /// A claim that the run itself has shown wrong: a hang, or an error that is none of those allowed.
  var problem: OverlapAnomaly?

  var history: OverlapHistory {
    let first = OverlapScript.firstValues.map { OverlapObservation.put($0.key, $0.value) }
    var transactions = [
      OverlapTransaction(name: "the first transaction", observations: first, outcome: .committed, began: -2, ended: -1,
        place: .first)
    ]
    /// The index of a session's latest attempt.
    var latest: [Int: Int] = [:]
    for (moment, event) in events.enumerated() {
      switch event.kind {
      case .begins:
        latest[event.session] = transactions.count
        transactions.append(
          OverlapTransaction(
            name: event.name, observations: [], outcome: .unknown(reason: "it has not ended"), began: moment))
      case .startsAnew:
        guard let previous = latest[event.session] else { continue }
        transactions[previous].outcome = .conflict(reason: "tried again by the store")
        transactions[previous].ended = moment
        latest[event.session] = transactions.count
        // The store may have begun it a little before it ran the closure.
        transactions.append(
          OverlapTransaction(
            name: event.name, observations: [], outcome: .unknown(reason: "it has not ended"),
            began: transactions[previous].began))
      case .did(let observation):
        if let number = latest[event.session] { transactions[number].observations.append(observation) }
      case .waits: break
      case .ended(let outcome):
        guard let number = latest[event.session] else { continue }
        transactions[number].outcome = outcome
        if case .unknown = outcome { continue }
        transactions[number].ended = moment
      }
    }
    if let lastRead {
      let key = OverlapScript.schemaVersion
      transactions.append(
        OverlapTransaction(
          name: "the reader at the end",
          observations: [
            .scan(.all, lastRead.filter { $0.key != key }), .get(key, lastRead.first { $0.key == key }?.value),
          ], outcome: .committed,
          began: events.count, ended: events.count + 1, place: .last))
    }
    return OverlapHistory(transactions: transactions)
  }
}

extension OverlapEvent {
  /// Its transaction's name.
  var name: String {
    "T\(session + 1)" + (attempt == 0 ? "" : attempt == 1 ? " again" : " again (\(attempt))")
  }
}
