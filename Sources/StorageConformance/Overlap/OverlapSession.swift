import Dispatch
import StorageContract
import Synchronization

/// One of the stores of a run, on a thread of its own, which takes the steps of its transaction as it is told.
///
/// Each call of ``go(_:)`` is answered by one ring of the bell, when the step has ended: at once, or, where the database
/// lets it wait, after what another session does.
final class OverlapSession: Sendable {
  enum Command: Sendable {
    /// The next step of the transaction.
    case step
    /// The whole transaction once more, without a stop.
    case again
    case close
  }

  let number: Int
  let plan: OverlapPlan
  private let recorder: OverlapRecorder
  private let orders = DispatchSemaphore(value: 0)
  private let bell = DispatchSemaphore(value: 0)
  private let farewell = DispatchSemaphore(value: 0)
  private let state = Mutex(State())

  private struct State {
    var command = Command.close
    /// The run is over, and nobody waits for this session any more.
    var isAbandoned = false
    /// How many steps after the beginning were asked for.
    var stepsAsked = 0
    var attempt = 0
    /// How often the store has entered the closure of this attempt.
    var entries = 0
    var outcome: OverlapOutcome?
    var openError: String?
    var capabilities: StoreCapabilities?
  }

  init(_ number: Int, _ plan: OverlapPlan, recorder: OverlapRecorder) {
    self.number = number
    self.plan = plan
    self.recorder = recorder
  }

  /// Of its latest transaction; nil while it has not ended.
  var outcome: OverlapOutcome? { state.withLock { $0.outcome } }
  /// Why its store could not be opened.
  var openError: String? { state.withLock { $0.openError } }
  var capabilities: StoreCapabilities? { state.withLock { $0.capabilities } }
  var attempt: Int { state.withLock { $0.attempt } }

  /// What the step that comes next, or is under way, is.
  var stepName: String {
    let asked = state.withLock { $0.stepsAsked }
    return asked == 0 ? "begin" : asked > plan.operations.count ? "end" : plan.operations[asked - 1].description
  }

  /// Opens a store and waits for commands. The bell rings when it is open, or cannot be opened.
  func start(at location: any StoreLocation) {
    OverlapThread.start { [self] in
      do {
        let store = try await location.open()
        state.withLock { $0.capabilities = store.capabilities }
        bell.signal()
        try await serve(store)
      } catch {
        state.withLock { $0.openError = "\(error)" }
      }
      bell.signal()
      farewell.signal()
    }
  }

  func go(_ command: Command) {
    state.withLock { $0.command = command }
    orders.signal()
  }

  /// Ends it when it next comes to a stop.
  func abandon() {
    state.withLock { $0.isAbandoned = true }
    orders.signal()
  }

  /// Waits, not for ever, until its store is closed.
  func awaitEnd() {
    _ = farewell.wait(timeout: .now() + .seconds(1))
  }

  /// Whether the bell has rung, waiting for it.
  func hasRung(within patience: DispatchTimeInterval) -> Bool {
    bell.wait(timeout: .now() + patience) == .success
  }

  private struct Abandoned: Error {}

  /// - Throws: ``Abandoned`` once the run is over.
  private func nextCommand() throws -> Command {
    if state.withLock({ $0.isAbandoned }) { throw Abandoned() }
    orders.wait()
    return try state.withLock { state in
      if state.isAbandoned { throw Abandoned() }
      return state.command
    }
  }

  private func serve(_ store: any Store) async throws {
    do {
      while true {
        let command = try nextCommand()
        if case .close = command { break }
        await run(store, inSteps: command == .step)
        bell.signal()
      }
    } catch is Abandoned {
      // Nobody listens to the bell any more.
    }
    try await store.close()
  }

  private struct OwnRollback: Error {}

  private func run(_ store: any Store, inSteps: Bool) async {
    let attempt = state.withLock { state in
      if state.outcome != nil { state.attempt += 1 }
      state.outcome = nil
      state.stepsAsked = 0
      state.entries = 0
      return state.attempt
    }
    recorder.add(.begins(isReadOnly: plan.isReadOnly), of: number, attempt: attempt)
    let outcome: OverlapOutcome
    do {
      if plan.isReadOnly {
        try await store.read { transaction in
          try perform(enter(inSteps)) { operation, _ in try read(operation, transaction) }
        }
      } else {
        try await store.write { transaction in
          try perform(enter(inSteps)) { operation, place in try write(operation, at: place, transaction) }
        }
      }
      outcome = .committed
    } catch is OwnRollback {
      outcome = .rolledBack
    } catch is Abandoned {
      return
    } catch StoreError.conflict(let reason) {
      outcome = .conflict(reason: reason)
    } catch StoreError.lost(let reason) {
      outcome = .unknown(reason: reason)
    } catch {
      outcome = .failed(reason: "\(error)")
    }
    let lastAttempt = state.withLock { state in
      state.outcome = outcome
      return state.attempt
    }
    recorder.add(.ended(outcome), of: number, attempt: lastAttempt)
  }
}

extension OverlapSession {
  /// Whether to stop before a step: not when the whole transaction is run again, and not in steps that had been taken
  /// when the store decided to run the closure once more.
  private struct Stops {
    var inSteps: Bool
    var alreadyAsked: Int
  }

  /// Called when the store enters the closure.
  private func enter(_ inSteps: Bool) -> Stops {
    let isFirst = state.withLock { state in
      state.entries += 1
      return state.entries == 1
    }
    if isFirst {
      // The beginning was a step.
      if inSteps { bell.signal() }
      return Stops(inSteps: inSteps, alreadyAsked: 0)
    }
    let (attempt, asked) = state.withLock { state in
      state.attempt += 1
      return (state.attempt, state.stepsAsked)
    }
    recorder.add(.startsAnew, of: number, attempt: attempt)
    return Stops(inSteps: inSteps, alreadyAsked: asked)
  }

  private func perform(_ stops: Stops, _ step: (_ operation: OverlapOperation, _ place: Int) throws -> Void) throws {
    for (place, operation) in plan.operations.enumerated() {
      try stop(before: place, stops)
      try step(operation, place)
      if stops.inSteps, place + 1 >= stops.alreadyAsked { bell.signal() }
    }
    try stop(before: plan.operations.count, stops)
    if plan.ending == .rollback { throw OwnRollback() }
  }

  private func stop(before place: Int, _ stops: Stops) throws {
    guard stops.inSteps else { return }
    if place < stops.alreadyAsked { return }
    // Only steps are asked for before the transaction has ended.
    state.withLock { $0.stepsAsked = place + 1 }
    _ = try nextCommand()
  }

  private func note(_ observation: OverlapObservation) {
    recorder.add(.did(observation), of: number, attempt: attempt)
  }

  private func read(_ operation: OverlapOperation, _ transaction: any ReadTransaction) throws {
    switch operation {
    case .get(let key), .update(let key):
      let record = try transaction.get(key, in: OverlapScript.collection)
      note(.get(key, try record.map { try OverlapValue($0).number }))
    case .scan(let range):
      let records = try transaction.scan(OverlapScript.collection, from: range.lower, to: range.upper, limit: nil)
      note(.scan(range, try records.map { OverlapEntry(key: $0.key, value: try OverlapValue($0).number) }))
    case .count(let range):
      note(.count(range, try transaction.count(OverlapScript.collection, from: range.lower, to: range.upper)))
    case .put, .delete: break
    }
  }

  private func write(_ operation: OverlapOperation, at place: Int, _ transaction: any WriteTransaction) throws {
    switch operation {
    case .get, .scan, .count: try read(operation, transaction)
    case .update(let key):
      try read(operation, transaction)
      try put(key, place, transaction)
    case .put(let key): try put(key, place, transaction)
    case .delete(let key):
      note(.delete(key, found: try transaction.delete(key, in: OverlapScript.collection)))
    }
  }

  private func put(_ key: String, _ place: Int, _ transaction: any WriteTransaction) throws {
    // No two writes of a run write the same: session 2's third step writes 23, and 123 when it is tried again.
    let value = OverlapValue(number: Int64(attempt * 100 + (number + 1) * 10 + place + 1))
    try transaction.put(value.fields, at: key, in: OverlapScript.collection)
    note(.put(key, value.number))
  }
}

/// A number as the fields of a record.
struct OverlapValue {
  let number: Int64

  var fields: [String: FieldValue] { ["v": .int64(number)] }

  init(number: Int64) {
    self.number = number
  }

  /// - Throws: ``OverlapGarbage`` where it is not a record of this kind.
  init(_ record: Record) throws {
    guard record.fields.count == 1, case .int64(let number) = record.fields["v"] else {
      throw OverlapGarbage(description: "the record at \(record.key) holds \(record.fields), which nobody has put")
    }
    self.number = number
  }
}

struct OverlapGarbage: Error, CustomStringConvertible {
  let description: String
}
