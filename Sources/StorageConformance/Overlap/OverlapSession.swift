import Dispatch
import StorageContract
import Synchronization

/// One store of a run, on a thread of its own. The conductor says when it takes the steps of its transaction.
///
/// Each call of ``go(_:)`` is answered by one ring of the bell, when the step has ended: at once, or, where the
/// database lets it wait, after what another session does.
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
  let layout: OverlapLayout
  /// Of the records that the transactions find.
  let firstVersions: [String: Int64]
  let recorder: OverlapRecorder
  private let orders = DispatchSemaphore(value: 0)
  let bell = DispatchSemaphore(value: 0)
  private let farewell = DispatchSemaphore(value: 0)
  let state = Mutex(State())

  struct State {
    var command = Command.close
    /// The run is over and does not wait for this session.
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

  init(_ number: Int, _ plan: OverlapPlan, _ layout: OverlapLayout, firstVersions: [String: Int64], recorder: OverlapRecorder) {
    self.number = number
    self.plan = plan
    self.layout = layout
    self.firstVersions = firstVersions
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

  /// Ends the session at its next stop.
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
  func nextCommand() throws -> Command {
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

  struct OwnRollback: Error {}

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
