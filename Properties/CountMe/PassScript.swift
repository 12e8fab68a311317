import CountMeGenerators
import CountMeReference
import Synchronization

/// Answers the attempts of a pass, does what happens meanwhile, and keeps what it saw.
final class PassScript: Sendable {
  /// Which of the passes that were asked for a task works for. An engine's own tasks inherit it.
  @TaskLocal private static var pass = 1

  /// All attempts of one pass on one operation.
  struct Sending: Sendable {
    enum End: Sendable, Equatable {
      case ok, cancelled
      case failed(LoggedFailure.Reason)
    }
    let request: ScriptedTransport.Request
    let pass: Int
    var attempts = 0
    /// Nil: neither was it answered for good, nor did it fail as often as it may.
    var end: End?
  }

  private struct State {
    var sendings: [Sending] = []
    var onTheirWay = 0
    var mostOnTheirWay = 0
    var sawIdleEngine = false
    var wentOnAfterCancellation = false
    var queuesDuringAttempts: [Int: [SyncOperation]] = [:]
    var endedPasses: [Int] = []
    var queuedDuringPass = false

    /// - Returns: the place of the operation among those sent, and the number of the attempt, from 1.
    mutating func begin(
      _ request: ScriptedTransport.Request, of pass: Int
    ) -> (index: Int, attempt: Int) {
      onTheirWay += 1
      mostOnTheirWay = max(mostOnTheirWay, onTheirWay)
      if sendings.contains(where: { $0.pass == pass && $0.end == .cancelled }) {
        wentOnAfterCancellation = true
      }
      let open = sendings.lastIndex { $0.pass == pass && $0.request == request && $0.end == nil }
      let index = open ?? sendings.count
      if open == nil { sendings.append(Sending(request: request, pass: pass)) }
      sendings[index].attempts += 1
      return (index, sendings[index].attempts)
    }
  }

  private let script: SyncScenario.Pass
  /// Of the pass, in the order in which they are sent; empty where it is not known beforehand.
  private let operations: [SyncOperation]
  private let engine: any SyncEngine
  private let state = Mutex(State())

  init(_ script: SyncScenario.Pass, _ operations: [SyncOperation], _ engine: any SyncEngine) {
    self.script = script
    self.operations = operations
    self.engine = engine
  }

  var sendings: [Sending] { state.withLock { $0.sendings } }
  var mostOnTheirWay: Int { state.withLock { $0.mostOnTheirWay } }
  var sawIdleEngine: Bool { state.withLock { $0.sawIdleEngine } }
  /// Whether a pass tried anything after one of its attempts had been cancelled.
  var wentOnAfterCancellation: Bool { state.withLock { $0.wentOnAfterCancellation } }
  var queuesDuringAttempts: [Int: [SyncOperation]] { state.withLock { $0.queuesDuringAttempts } }
  /// In the order in which they ended.
  var endedPasses: [Int] { state.withLock { $0.endedPasses } }
  var queuedDuringPass: Bool { state.withLock { $0.queuedDuringPass } }

  /// - Parameter turns: how many of other tasks it waits for before.
  func startPass(_ number: Int, after turns: Int = 0) -> Task<Void, any Error> {
    Self.$pass.withValue(number) {
      Task {
        for _ in 0..<turns { await Task.yield() }
        defer { state.withLock { $0.endedPasses.append(number) } }
        try await engine.processQueue()
      }
    }
  }

  func startQueueing(
    _ operation: SyncOperation, after turns: Int, _ priority: TaskPriority
  ) -> Task<Void, any Error> {
    Task(priority: priority) {
      for _ in 0..<turns { await Task.yield() }
      try await engine.queueOperation(operation)
      state.withLock { state in
        if !state.sendings.isEmpty && !state.endedPasses.contains(1) { state.queuedDuringPass = true }
      }
    }
  }

  /// One attempt.
  func answer(_ request: ScriptedTransport.Request) async throws {
    let (index, attempt) = state.withLock { $0.begin(request, of: Self.pass) }
    defer { state.withLock { $0.onTheirWay -= 1 } }
    if await !engine.isSyncing { state.withLock { $0.sawIdleEngine = true } }
    if attempt == 1 { try await act(during: index) }
    if case .inCompany = script.course {
      // On its way for a while: long enough for others to come in between.
      for _ in 0..<3 { await Task.yield() }
    }
    if Task.isCancelled {
      state.withLock { $0.sendings[index].end = .cancelled }
      throw CancellationError()
    }
    let answer = script.answer(at: index)
    let outcome = answer.outcome
    guard attempt < outcome.attempts else {
      state.withLock { $0.sendings[index].end = outcome.failure.map { .failed($0) } ?? .ok }
      switch outcome.failure {
      case nil: return
      case .refused:
        // As it is, or as the sync boundary wraps it.
        if index.isMultiple(of: 2) { throw Refusal() }
        throw SyncError.firestoreError(Refusal())
      case .retriesUsedUp, .other: throw transientFailure(attempt)
      }
    }
    throw transientFailure(attempt)
  }

  /// One that says that it may pass, or one that says nothing.
  private func transientFailure(_ attempt: Int) -> any Error {
    attempt.isMultiple(of: 2) ? UnknownFailure() : TransientFailure()
  }

  private func act(during index: Int) async throws {
    switch script.meanwhile[index] {
    case .queue(let operation): try await engine.queueOperation(operation)
    case .queueSameEntity(let kind):
      guard index < operations.count else { return }
      try await engine.queueOperation(operations[index].changed(to: kind))
    case .processAgain: try await engine.processQueue()
    case nil: return
    }
    let queue = await engine.syncQueue
    state.withLock { $0.queuesDuringAttempts[index] = queue }
  }
}
